/* Flying through a level: the camera and what is wanted of the picture. Knows no window. */
#ifndef FRONTEND_LEVEL_FLIGHT_H
#define FRONTEND_LEVEL_FLIGHT_H

#include "level_artist.h"

/* Ways to move, as bits. */
enum {
    FLIGHT_FORWARD = 1,
    FLIGHT_BACK = 2,
    FLIGHT_LEFT = 4,
    FLIGHT_RIGHT = 8,
    FLIGHT_UP = 16,
    FLIGHT_DOWN = 32,
    FLIGHT_TURN_LEFT = 64,
    FLIGHT_TURN_RIGHT = 128,
    FLIGHT_LOOK_UP = 256,
    FLIGHT_LOOK_DOWN = 512,
};

enum { FLIGHT_SLOWEST = -4, FLIGHT_FASTEST = 6 };

struct level_flight {
    struct level_shot shot;
    int speed; /* 20 world units a second times 2 to the power of this: FLIGHT_SLOWEST..FLIGHT_FASTEST */
};

/* Moves for some seconds; `fast`: four times as far. */
void level_flight_move(struct level_flight *flight, unsigned ways, bool fast, double seconds);
/* Turns by degrees, to the right and up. */
void level_flight_turn(struct level_flight *flight, double right, double up);
void level_flight_set_speed(struct level_flight *flight, int speed);
/* World units a second. */
double level_flight_speed(const struct level_flight *flight);
enum { FLIGHT_TEXT = 160 };
/* "--camera X,Y,Z,YAW,PITCH", which gives the very same picture again. */
void level_flight_describe(const struct level_flight *flight, char out[FLIGHT_TEXT]);

#endif
