/* Noise from integer hashes. Results are the same on every machine: only + - * / and the square root. */
#ifndef TESTS_LEVEL_GENERATOR_NOISE_H
#define TESTS_LEVEL_GENERATOR_NOISE_H

#include <stdint.h>

/* 32 random-looking bits for a place. */
uint32_t gen_scatter(uint32_t seed, int32_t x, int32_t y);
/* The same as a number from 0 to below 1. */
double gen_chance(uint32_t seed, int32_t x, int32_t y);

/* Smooth, 0..1; x and y at least 0. Repeats every `period` (0: never). */
double gen_noise(uint32_t seed, double x, double y, int32_t period);
/* `octaves` of it, each of twice the frequency and half the height; 0..1. */
double gen_fractal(uint32_t seed, double x, double y, int32_t period, unsigned octaves);

/* Scattered points, one to a square: distances to the nearest two, and a number of the nearest. */
struct gen_cell {
    double nearest, second;
    uint32_t number;
};
struct gen_cell gen_cells(uint32_t seed, double x, double y, int32_t period);

double gen_mix(double a, double b, double t);
/* 0 below `low`, 1 above `high`, smooth between. */
double gen_step(double low, double high, double x);

#endif
