#include "frame_player.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "frame_cache.h"
#include "report.h"

enum { PATIENCE = 300000000 }; /* ns that frame_player_destroy waits for the replay to stop */

struct frame_player {
    char *path;
    struct replay_manner manner;
    pthread_t thread;

    /* Of the thread alone. */
    struct trace_reader *reader;
    struct replay *replay;

    pthread_mutex_t lock; /* for everything below */
    pthread_cond_t changed;
    struct frame_cache cache;
    bool again; /* the recording can be opened again */
    bool ended; /* the replay has come to the end or to an error */
    bool quit, finished;
    struct frame_player_state state;
    char *error, *warnings[2];
};

static bool open_replay(struct frame_player *player, struct trace_error *error)
{
    player->reader = trace_open(player->path, error);
    if (!player->reader)
        return false;
    player->replay = replay_create(player->reader, &player->manner.rules);
    if (player->replay) {
        replay_set_vu1(player->replay, player->manner.vu1);
        return true;
    }
    trace_close(player->reader);
    player->reader = NULL;
    snprintf(error->text, sizeof error->text, "%.480s: out of memory", player->path);
    return false;
}

static void close_replay(struct frame_player *player)
{
    replay_destroy(player->replay);
    if (player->reader)
        trace_close(player->reader);
    player->replay = NULL;
    player->reader = NULL;
}

/* ---- what there is to do; with the lock held ---- */

static bool is_beyond(const struct frame_player *player, uint64_t number)
{
    return player->state.total_known && number >= player->state.total;
}

/* Only a new replay leads to this frame. */
static bool is_behind(const struct frame_player *player, uint64_t number)
{
    return number < player->state.next && !frame_cache_find(&player->cache, number) &&
           !is_beyond(player, number);
}

static bool must_restart(const struct frame_player *player)
{
    return player->again && is_behind(player, player->cache.wanted);
}

/* To the wanted frame, and a little further as long as that does not crowd out frames behind it. */
static bool runs_on(const struct frame_player *player)
{
    const struct frame_cache *cache = &player->cache;
    if (player->ended || player->quit || must_restart(player))
        return false;
    if (player->state.next <= cache->wanted)
        return true;
    return player->state.next - cache->wanted <= FRAME_CACHE_AHEAD &&
           frame_cache_bytes_ahead(cache) < cache->limit / 2;
}

/* ---- the thread ---- */

static bool on_vsync(void *user, struct gs *gs, uint64_t number, const struct trace_event *event)
{
    (void)event;
    struct frame_player *player = user;
    pthread_mutex_lock(&player->lock);
    bool needed = !player->quit && !frame_cache_find(&player->cache, number) &&
                  frame_cache_keeps(&player->cache, number);
    pthread_mutex_unlock(&player->lock);
    struct frame *frame = needed ? frame_render(gs, number) : NULL;
    pthread_mutex_lock(&player->lock);
    if (frame)
        frame_cache_put(&player->cache, frame);
    player->state.next = number + 1;
    bool more = runs_on(player);
    pthread_cond_broadcast(&player->changed);
    pthread_mutex_unlock(&player->lock);
    return more;
}

static void keep_text(char **place, const char *text)
{
    if (text && !*place)
        *place = format_text("%s", text);
}

/* The replay came to the end or failed; with the lock held. */
static void finish_replay(struct frame_player *player, enum replay_status status,
                          const struct trace_error *error)
{
    struct frame_player_state *state = &player->state;
    player->ended = true;
    state->total_known = true;
    if (status == REPLAY_ERROR)
        keep_text(&player->error, error->text);
    keep_text(&player->warnings[0], trace_warning(player->reader));
    keep_text(&player->warnings[1], replay_warning(player->replay));
    if (status == REPLAY_END && state->next == 0) {
        struct frame *frame = frame_render(replay_gs(player->replay), 0);
        frame->at_end = true;
        frame_cache_put(&player->cache, frame);
        state->next = 1;
    }
    state->total = state->next;
}

/* With the lock held, which is let go of meanwhile. */
static void restart(struct frame_player *player)
{
    struct trace_error error;
    uint64_t reached = player->state.next;
    player->state.next = 0;
    player->ended = false;
    pthread_mutex_unlock(&player->lock);
    close_replay(player);
    bool good = open_replay(player, &error);
    pthread_mutex_lock(&player->lock);
    if (good)
        return;
    keep_text(&player->error, error.text);
    player->again = false;
    player->ended = true;
    player->state.next = reached;
    if (!player->state.total_known)
        player->state.total = reached;
    player->state.total_known = true;
}

static void run(struct frame_player *player)
{
    const struct replay_sink sink = {.user = player, .vsync = on_vsync};
    struct trace_error error;
    pthread_mutex_unlock(&player->lock);
    enum replay_status status = replay_run(player->replay, &sink, &error);
    pthread_mutex_lock(&player->lock);
    if (status != REPLAY_STOPPED)
        finish_replay(player, status, &error);
}

static void *thread_main(void *user)
{
    struct frame_player *player = user;
    pthread_mutex_lock(&player->lock);
    while (!player->quit) {
        if (must_restart(player))
            restart(player);
        else if (runs_on(player))
            run(player);
        else
            pthread_cond_wait(&player->changed, &player->lock);
        pthread_cond_broadcast(&player->changed);
    }
    player->finished = true;
    pthread_cond_broadcast(&player->changed);
    pthread_mutex_unlock(&player->lock);
    return NULL;
}

/* ---- for the owner ---- */

/* A pipe or a terminal gives its bytes only once. */
static bool is_regular(const char *path)
{
    struct stat status;
    return strcmp(path, "-") != 0 && stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

static void free_player(struct frame_player *player)
{
    close_replay(player);
    frame_cache_free(&player->cache);
    pthread_cond_destroy(&player->changed);
    pthread_mutex_destroy(&player->lock);
    free(player->path);
    free(player->error);
    free(player->warnings[0]);
    free(player->warnings[1]);
    free(player);
}

struct frame_player *frame_player_create(const char *path, const struct replay_manner *manner, size_t limit,
                                         struct trace_error *error)
{
    struct frame_player *player = reallocate(NULL, 1, sizeof *player);
    *player = (struct frame_player){
        .path = format_text("%s", path),
        .manner = *manner,
        .cache.limit = limit,
        .again = is_regular(path),
    };
    pthread_mutex_init(&player->lock, NULL);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&player->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    if (open_replay(player, error)) {
        int why = pthread_create(&player->thread, NULL, thread_main, player);
        if (!why)
            return player;
        snprintf(error->text, sizeof error->text, "%.400s: no thread: %.80s", path, strerror(why));
    }
    free_player(player);
    return NULL;
}

void frame_player_destroy(struct frame_player *player)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += PATIENCE;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&player->lock);
    player->quit = true;
    pthread_cond_broadcast(&player->changed);
    while (!player->finished)
        if (pthread_cond_timedwait(&player->changed, &player->lock, &until) == ETIMEDOUT)
            break;
    bool finished = player->finished;
    pthread_mutex_unlock(&player->lock);
    if (!finished) {
        pthread_detach(player->thread);
        return;
    }
    pthread_join(player->thread, NULL);
    free_player(player);
}

static enum frame_status status_of(struct frame_player *player, uint64_t number, struct frame **frame)
{
    *frame = frame_cache_find(&player->cache, number);
    if (*frame) {
        (*frame)->holders++;
        return FRAME_READY;
    }
    if (is_beyond(player, number))
        return FRAME_BEYOND;
    return !player->again && is_behind(player, number) ? FRAME_GONE : FRAME_PENDING;
}

static enum frame_status want(struct frame_player *player, uint64_t number, struct frame **frame)
{
    if (player->cache.wanted != number) {
        player->cache.wanted = number;
        pthread_cond_broadcast(&player->changed);
    }
    return status_of(player, number, frame);
}

enum frame_status frame_player_want(struct frame_player *player, uint64_t number, struct frame **frame)
{
    pthread_mutex_lock(&player->lock);
    enum frame_status status = want(player, number, frame);
    pthread_mutex_unlock(&player->lock);
    return status;
}

enum frame_status frame_player_wait(struct frame_player *player, uint64_t number, struct frame **frame)
{
    pthread_mutex_lock(&player->lock);
    enum frame_status status = want(player, number, frame);
    while (status == FRAME_PENDING) {
        pthread_cond_wait(&player->changed, &player->lock);
        status = status_of(player, number, frame);
    }
    pthread_mutex_unlock(&player->lock);
    return status;
}

void frame_player_release(struct frame_player *player, struct frame *frame)
{
    pthread_mutex_lock(&player->lock);
    frame_release(frame);
    pthread_mutex_unlock(&player->lock);
}

void frame_player_state(struct frame_player *player, struct frame_player_state *out)
{
    pthread_mutex_lock(&player->lock);
    *out = player->state;
    out->busy = must_restart(player) || runs_on(player);
    out->error = player->error;
    for (int i = 0; i < 2; i++)
        out->warnings[i] = player->warnings[i];
    pthread_mutex_unlock(&player->lock);
}
