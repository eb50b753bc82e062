// #if arithmetic, defined, #elif chains, nesting and skipped groups
#include <limits.h>
#include <stdio.h>

#define A 3
#define B (A + 1)
#define ON

#if A == 3 && B > A && !defined(C)
#define R1 1
#else
#define R1 2
#endif

#if UNKNOWN
#define R2 1
#elif defined ON && (B << 2) == 16
#define R2 2
#elif 1
#define R2 3
#else
#error not reached
#endif

#ifdef MISSING
#if garbage here ( is skipped
#endif
#include <no/such/header.h>
#endif

#if -1 > 0u
#define R3 1
#else
#define R3 0
#endif

#if 'a' == 97 && '\377' < 0
#define R4 1
#else
#define R4 0
#endif

#ifndef A
#define R5 1
#elif 1 ? 0 : 1
#define R5 2
#else
#define R5 3
#endif

#if (2 || 1 / 0) && INT_MAX == 0x7fffffff && 0x7fffffffffffffff > 0
#define R6 1
#endif

#undef A
#ifdef A
#define R7 1
#else
#define R7 0
#endif

int main(void)
{
    printf("%d %d %d %d %d %d %d\n", R1, R2, R3, R4, R5, R6, R7);
#ifdef __LP64__
    printf("lp64 %zu\n", sizeof(long));
#else
    printf("ilp32 %zu\n", sizeof(long));
#endif
    return 0;
}
