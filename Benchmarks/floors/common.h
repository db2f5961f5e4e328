/* What the programs of this folder share. */
#ifndef HOB_BENCH_COMMON_H
#define HOB_BENCH_COMMON_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* What the action writes into the fifo: when it started (CLOCK_MONOTONIC) and for which file. 16 bytes,
   so that the kernel never mixes two of them (pipe(7)). */
struct record {
    int64_t nanoseconds;
    int64_t number;
};

/* Stands for "the kernel's queue overflowed" in a record's number. */
enum { OVERFLOW_NUMBER = -2 };

static inline int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static inline void fail(const char *what) {
    perror(what);
    exit(1);
}

#endif
