#include "view_keys.h"

#include <stdio.h>
#include <string.h>

#include "report.h"

const char view_keys_help[] =
    "Keys:\n"
    "  space           play, pause; at the end: play from the start\n"
    "  right, left     a frame on, a frame back; with shift ten frames\n"
    "  home, end       the first frame, the last one\n"
    "  + -, up down    twice as fast, half as fast: 1/16 to 16 times\n"
    "  l               play in a loop\n"
    "  1 to 8, z       whole-number zoom, the next one; the window takes the picture's size, as far as the\n"
    "                  screen has room; 0: as large as fits the window, which stays\n"
    "  a               square pixels, or the whole picture 4:3; of a zoom 1 to 8 the window takes its size\n"
    "  c               merged picture, read circuit 0 (rc0), read circuit 1 (rc1)\n"
    "  s, S            save the picture (f0012.png, f0012_rc0.png as path1 render does), or the window\n"
    "                  (f0012_window.png); a file that is there is never replaced\n"
    "  f               full screen\n"
    "  h, F1           print this\n"
    "  q, escape       quit\n";

static const struct {
    SDL_Keycode key;
    enum view_action action;
    int value, shifted; /* `value` with shift; 0: the same */
    bool repeats;
} keys[] = {
    {SDLK_SPACE, VIEW_PLAY, 0, 0, false},     {SDLK_RIGHT, VIEW_STEP, 1, 10, true},
    {SDLK_LEFT, VIEW_STEP, -1, -10, true},    {SDLK_HOME, VIEW_FIRST, 0, 0, false},
    {SDLK_END, VIEW_LAST, 0, 0, false},       {SDLK_PLUS, VIEW_SPEED, 1, 0, true},
    {SDLK_EQUALS, VIEW_SPEED, 1, 0, true},    {SDLK_KP_PLUS, VIEW_SPEED, 1, 0, true},
    {SDLK_UP, VIEW_SPEED, 1, 0, true},        {SDLK_MINUS, VIEW_SPEED, -1, 0, true},
    {SDLK_KP_MINUS, VIEW_SPEED, -1, 0, true}, {SDLK_DOWN, VIEW_SPEED, -1, 0, true},
    {SDLK_l, VIEW_LOOP, 0, 0, false},         {SDLK_z, VIEW_ZOOM_NEXT, 0, 0, false},
    {SDLK_a, VIEW_ASPECT, 0, 0, false},       {SDLK_c, VIEW_CYCLE, 0, 0, false},
    {SDLK_f, VIEW_FULLSCREEN, 0, 0, false},   {SDLK_h, VIEW_HELP, 0, 0, false},
    {SDLK_F1, VIEW_HELP, 0, 0, false},        {SDLK_q, VIEW_QUIT, 0, 0, false},
    {SDLK_ESCAPE, VIEW_QUIT, 0, 0, false},
};

struct view_key view_key_of(const SDL_KeyboardEvent *event)
{
    const struct view_key nothing = {VIEW_NOTHING, 0};
    SDL_Keycode key = event->keysym.sym;
    bool shift = event->keysym.mod & KMOD_SHIFT;
    if (event->keysym.mod & (KMOD_CTRL | KMOD_ALT | KMOD_GUI))
        return nothing; /* the window manager's */
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (keys[i].key == key && (keys[i].repeats || !event->repeat))
            return (struct view_key){keys[i].action,
                                     shift && keys[i].shifted ? keys[i].shifted : keys[i].value};
    if (event->repeat)
        return nothing;
    if (key == SDLK_s)
        return (struct view_key){shift ? VIEW_SHOT_WINDOW : VIEW_SHOT, 0};
    if (key >= SDLK_0 && key <= SDLK_8)
        return (struct view_key){VIEW_ZOOM, key - SDLK_0};
    if (key >= SDLK_KP_1 && key <= SDLK_KP_8)
        return (struct view_key){VIEW_ZOOM, key - SDLK_KP_1 + 1};
    return key == SDLK_KP_0 ? (struct view_key){VIEW_ZOOM, 0} : nothing;
}

static bool parse_step(struct view_step *step)
{
    const char *name = step->name;
    char end;
    if (strcmp(name, "close") == 0) {
        step->kind = STEP_CLOSE;
        return true;
    }
    step->kind = STEP_RESIZE;
    if (sscanf(name, "resize:%5dx%5d%c", &step->x, &step->y, &end) == 2)
        return step->x > 0 && step->y > 0;
    step->kind = STEP_POINT;
    if (sscanf(name, "point:%5d,%5d%c", &step->x, &step->y, &end) == 2)
        return step->x >= 0 && step->y >= 0;
    step->kind = STEP_WAIT;
    if (sscanf(name, "wait:%5u%c", &step->frames, &end) == 1)
        return true;
    step->kind = STEP_KEY;
    bool shift = strncmp(name, "shift+", 6) == 0;
    step->key.mod = shift ? KMOD_LSHIFT : KMOD_NONE;
    step->key.sym = SDL_GetKeyFromName(shift ? name + 6 : name);
    step->key.scancode = SDL_GetScancodeFromKey(step->key.sym);
    return step->key.sym != SDLK_UNKNOWN;
}

bool view_keys_next(const char **script, struct view_step *step)
{
    const char *start = *script + strspn(*script, " ");
    size_t length = strcspn(start, " ");
    *step = (struct view_step){0};
    if (!length || length >= sizeof step->name)
        return false;
    memcpy(step->name, start, length);
    if (!parse_step(step))
        return false;
    *script = start + length;
    return true;
}

bool view_keys_check(const char *command, const char *script)
{
    struct view_step step;
    while (view_keys_next(&script, &step))
        ;
    script += strspn(script, " ");
    if (*script)
        report("%s: --keys: '%.*s' is no key", command, (int)strcspn(script, " "), script);
    return !*script;
}
