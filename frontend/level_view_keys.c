#include "level_view_keys.h"

#include "level_flight.h"

const char level_view_keys_help[] =
    "Keys:\n"
    "  w s a d, arrows  forward, back, left, right; with shift four times as fast\n"
    "  e q, page up/down  up, down\n"
    "  j l i k          turn left, right, look up, down\n"
    "  mouse            drag with the left button, or m: look around; wheel: faster, slower\n"
    "  + -              twice as fast, half as fast\n"
    "  0 1 2, 3         that LOD for all patches, or as the console chooses\n"
    "  t                patches in the colour of their LOD\n"
    "  b                clip boxes of the patches, their spheres, neither\n"
    "  c                culling off and on\n"
    "  v                counters on and off\n"
    "  home             where it started\n"
    "  p                print the camera as an option for the command line\n"
    "  x                pixels as a television shows them (4:3), or square\n"
    "  F12, shift F12   save the picture (level_0001.png), or the window (level_0001_window.png); a file "
    "that\n"
    "                   is there is never replaced\n"
    "  f, F11           full screen\n"
    "  h, F1            print this\n"
    "  escape           let go of the mouse, or quit\n";

static const struct {
    SDL_Keycode key;
    enum level_view_action action;
    int value;
} keys[] = {
    {SDLK_w, LEVEL_VIEW_MOVE, FLIGHT_FORWARD},
    {SDLK_UP, LEVEL_VIEW_MOVE, FLIGHT_FORWARD},
    {SDLK_s, LEVEL_VIEW_MOVE, FLIGHT_BACK},
    {SDLK_DOWN, LEVEL_VIEW_MOVE, FLIGHT_BACK},
    {SDLK_a, LEVEL_VIEW_MOVE, FLIGHT_LEFT},
    {SDLK_LEFT, LEVEL_VIEW_MOVE, FLIGHT_LEFT},
    {SDLK_d, LEVEL_VIEW_MOVE, FLIGHT_RIGHT},
    {SDLK_RIGHT, LEVEL_VIEW_MOVE, FLIGHT_RIGHT},
    {SDLK_e, LEVEL_VIEW_MOVE, FLIGHT_UP},
    {SDLK_PAGEUP, LEVEL_VIEW_MOVE, FLIGHT_UP},
    {SDLK_q, LEVEL_VIEW_MOVE, FLIGHT_DOWN},
    {SDLK_PAGEDOWN, LEVEL_VIEW_MOVE, FLIGHT_DOWN},
    {SDLK_j, LEVEL_VIEW_MOVE, FLIGHT_TURN_LEFT},
    {SDLK_l, LEVEL_VIEW_MOVE, FLIGHT_TURN_RIGHT},
    {SDLK_i, LEVEL_VIEW_MOVE, FLIGHT_LOOK_UP},
    {SDLK_k, LEVEL_VIEW_MOVE, FLIGHT_LOOK_DOWN},
    {SDLK_PLUS, LEVEL_VIEW_SPEED, 1},
    {SDLK_EQUALS, LEVEL_VIEW_SPEED, 1},
    {SDLK_KP_PLUS, LEVEL_VIEW_SPEED, 1},
    {SDLK_MINUS, LEVEL_VIEW_SPEED, -1},
    {SDLK_KP_MINUS, LEVEL_VIEW_SPEED, -1},
    {SDLK_0, LEVEL_VIEW_LOD, 0},
    {SDLK_1, LEVEL_VIEW_LOD, 1},
    {SDLK_2, LEVEL_VIEW_LOD, 2},
    {SDLK_3, LEVEL_VIEW_LOD, -1},
    {SDLK_t, LEVEL_VIEW_TINT, 0},
    {SDLK_b, LEVEL_VIEW_BOUNDS, 0},
    {SDLK_c, LEVEL_VIEW_CULLING, 0},
    {SDLK_v, LEVEL_VIEW_COUNTERS, 0},
    {SDLK_HOME, LEVEL_VIEW_HOME, 0},
    {SDLK_p, LEVEL_VIEW_PRINT, 0},
    {SDLK_m, LEVEL_VIEW_MOUSE, 0},
    {SDLK_x, LEVEL_VIEW_ASPECT, 0},
    {SDLK_f, LEVEL_VIEW_FULLSCREEN, 0},
    {SDLK_F11, LEVEL_VIEW_FULLSCREEN, 0},
    {SDLK_h, LEVEL_VIEW_HELP, 0},
    {SDLK_F1, LEVEL_VIEW_HELP, 0},
    {SDLK_ESCAPE, LEVEL_VIEW_QUIT, 0},
};

struct level_view_key level_view_key_of(const SDL_Keysym *key)
{
    if (key->mod & (KMOD_CTRL | KMOD_ALT | KMOD_GUI))
        return (struct level_view_key){LEVEL_VIEW_NOTHING, 0}; /* the window manager's */
    if (key->sym == SDLK_F12)
        return (struct level_view_key){key->mod & KMOD_SHIFT ? LEVEL_VIEW_SHOT_WINDOW : LEVEL_VIEW_SHOT, 0};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (keys[i].key == key->sym)
            return (struct level_view_key){keys[i].action, keys[i].value};
    return (struct level_view_key){LEVEL_VIEW_NOTHING, 0};
}
