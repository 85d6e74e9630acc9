// SPDX-License-Identifier: GPL-3.0-or-later
// Preloaded into a program: its wall clock jumps a day back after one second and two years ahead after two; its monotonic clock goes on as it was.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sys/time.h>
#include <time.h>

static int (*real_clock)(clockid_t, struct timespec*);

static time_t shift(void)
{
    static time_t begin;
    struct timespec now;
    if (!real_clock)
        real_clock = (int (*)(clockid_t, struct timespec*))dlsym(RTLD_NEXT, "clock_gettime");
    real_clock(CLOCK_MONOTONIC, &now);
    if (!begin)
        begin = now.tv_sec;
    return now.tv_sec - begin < 1 ? 0 : now.tv_sec - begin < 2 ? -86400 : 2 * 365 * 86400;
}

int clock_gettime(clockid_t which, struct timespec* into)
{
    const time_t jump = shift();
    const int result = real_clock(which, into);
    if (which == CLOCK_REALTIME || which == CLOCK_REALTIME_COARSE)
        into->tv_sec += jump;
    return result;
}

int gettimeofday(struct timeval* into, void* zone)
{
    struct timespec now;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &now);
    into->tv_sec = now.tv_sec;
    into->tv_usec = now.tv_nsec / 1000;
    return 0;
}

time_t time(time_t* into)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (into)
        *into = now.tv_sec;
    return now.tv_sec;
}
