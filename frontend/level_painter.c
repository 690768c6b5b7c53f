#include "level_painter.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"

struct level_painter {
    const struct level *level;
    const char *name;
    struct replay_manner manner;
    pthread_t thread;

    pthread_mutex_t lock; /* for everything below */
    pthread_cond_t changed;
    bool quit, failed;
    bool wanted, drawing;
    struct level_shot shot;
    struct level_picture *ready;
    struct trace_error error; /* if it failed */
};

/* Waits for work, with the lock held. False: none will come. */
static bool next_shot(struct level_painter *painter, struct level_shot *shot)
{
    while (!painter->wanted && !painter->quit)
        pthread_cond_wait(&painter->changed, &painter->lock);
    *shot = painter->shot;
    painter->wanted = false;
    painter->drawing = !painter->quit;
    return !painter->quit;
}

static void *paint(void *user)
{
    struct level_painter *painter = user;
    struct trace_error error = {{0}};
    struct level_shot shot;
    struct level_artist *artist =
        level_artist_create(painter->level, painter->name, &painter->manner, &error);
    struct level_picture *picture = NULL;
    pthread_mutex_lock(&painter->lock);
    while (artist && next_shot(painter, &shot)) {
        pthread_mutex_unlock(&painter->lock);
        picture = level_artist_draw(artist, &shot, &error);
        pthread_mutex_lock(&painter->lock);
        painter->drawing = false;
        if (!picture)
            break;
        level_picture_free(painter->ready);
        painter->ready = picture;
    }
    painter->failed = !artist || (!painter->quit && !picture);
    painter->error = error;
    pthread_mutex_unlock(&painter->lock);
    level_artist_destroy(artist);
    return NULL;
}

struct level_painter *level_painter_create(const struct level *level, const char *name,
                                           const struct replay_manner *manner)
{
    struct level_painter *painter = reallocate(NULL, 1, sizeof *painter);
    *painter = (struct level_painter){.level = level, .name = name, .manner = *manner};
    pthread_mutex_init(&painter->lock, NULL);
    pthread_cond_init(&painter->changed, NULL);
    int reason = pthread_create(&painter->thread, NULL, paint, painter);
    if (!reason)
        return painter;
    report("level view: no thread to draw: %s", strerror(reason));
    pthread_cond_destroy(&painter->changed);
    pthread_mutex_destroy(&painter->lock);
    free(painter);
    return NULL;
}

void level_painter_destroy(struct level_painter *painter)
{
    if (!painter)
        return;
    pthread_mutex_lock(&painter->lock);
    painter->quit = true;
    pthread_cond_signal(&painter->changed);
    pthread_mutex_unlock(&painter->lock);
    pthread_join(painter->thread, NULL);
    pthread_cond_destroy(&painter->changed);
    pthread_mutex_destroy(&painter->lock);
    level_picture_free(painter->ready);
    free(painter);
}

void level_painter_want(struct level_painter *painter, const struct level_shot *shot)
{
    pthread_mutex_lock(&painter->lock);
    painter->shot = *shot;
    painter->wanted = true;
    pthread_cond_signal(&painter->changed);
    pthread_mutex_unlock(&painter->lock);
}

struct level_picture *level_painter_take(struct level_painter *painter)
{
    pthread_mutex_lock(&painter->lock);
    struct level_picture *picture = painter->ready;
    painter->ready = NULL;
    pthread_mutex_unlock(&painter->lock);
    return picture;
}

bool level_painter_busy(struct level_painter *painter)
{
    pthread_mutex_lock(&painter->lock);
    bool busy = !painter->failed && (painter->wanted || painter->drawing || painter->ready);
    pthread_mutex_unlock(&painter->lock);
    return busy;
}

const char *level_painter_error(struct level_painter *painter)
{
    pthread_mutex_lock(&painter->lock);
    bool failed = painter->failed;
    pthread_mutex_unlock(&painter->lock);
    return failed ? painter->error.text : NULL; /* the thread is at its end */
}
