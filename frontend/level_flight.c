#include "level_flight.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define DEGREE 0.017453292519943295
#define TURN_SPEED 75.0   /* degrees a second */
#define STEEPEST 89.0     /* degrees */
#define FARTHEST 900000.0 /* world units from the origin; within what --camera takes */

static double clamp(double value, double limit)
{
    return value > limit ? limit : value < -limit ? -limit : value;
}

/* 1, 0 or -1. */
static int pair(unsigned ways, unsigned plus, unsigned minus)
{
    return !!(ways & plus) - !!(ways & minus);
}

void level_flight_move(struct level_flight *flight, unsigned ways, bool fast, double seconds)
{
    struct level_camera *camera = &flight->shot.camera;
    double turn = TURN_SPEED * seconds, way = level_flight_speed(flight) * (fast ? 4.0 : 1.0) * seconds;
    level_flight_turn(flight, turn * pair(ways, FLIGHT_TURN_RIGHT, FLIGHT_TURN_LEFT),
                      turn * pair(ways, FLIGHT_LOOK_UP, FLIGHT_LOOK_DOWN));
    double yaw = camera->yaw * DEGREE, pitch = camera->pitch * DEGREE;
    double forward = way * pair(ways, FLIGHT_FORWARD, FLIGHT_BACK);
    double right = way * pair(ways, FLIGHT_RIGHT, FLIGHT_LEFT);
    const double by[3] = {
        forward * cos(yaw) * cos(pitch) + right * sin(yaw),
        forward * sin(yaw) * cos(pitch) - right * cos(yaw),
        forward * sin(pitch) + way * pair(ways, FLIGHT_UP, FLIGHT_DOWN),
    };
    for (unsigned i = 0; i < 3; i++)
        camera->position[i] = clamp(camera->position[i] + by[i], FARTHEST);
}

void level_flight_turn(struct level_flight *flight, double right, double up)
{
    struct level_camera *camera = &flight->shot.camera;
    camera->yaw = fmod(camera->yaw - right, 360.0);
    camera->pitch = clamp(camera->pitch + up, STEEPEST);
}

void level_flight_set_speed(struct level_flight *flight, int speed)
{
    flight->speed = speed < FLIGHT_SLOWEST ? FLIGHT_SLOWEST : speed > FLIGHT_FASTEST ? FLIGHT_FASTEST : speed;
}

double level_flight_speed(const struct level_flight *flight)
{
    return ldexp(20.0, flight->speed);
}

/* As few digits as give the same number back. */
static size_t write_number(char *out, size_t size, double value)
{
    int length = 0;
    for (int digits = 6; digits <= 17; digits++) {
        length = snprintf(out, size, "%.*g", digits, value);
        if (strtod(out, NULL) == value)
            break;
    }
    return (size_t)length < size ? (size_t)length : size - 1;
}

void level_flight_describe(const struct level_flight *flight, char out[FLIGHT_TEXT])
{
    const struct level_camera *c = &flight->shot.camera;
    const double values[5] = {c->position[0], c->position[1], c->position[2], c->yaw, c->pitch};
    size_t used = (size_t)snprintf(out, FLIGHT_TEXT, "--camera ");
    for (unsigned i = 0; i < 5; i++) {
        if (i)
            out[used++] = ',';
        used += write_number(out + used, FLIGHT_TEXT - used, values[i]);
    }
}
