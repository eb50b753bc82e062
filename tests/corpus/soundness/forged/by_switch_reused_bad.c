//@ property: unreach
//@ truth: false
//@ soundness
// A number gets the bits of a pointer by a switch; a new object lies where the old one was.
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    *p = 1;
    unsigned long n = (unsigned long)p, v = 0;
    for (int i = 60; i >= 0; i -= 4) {
        v <<= 4;
        switch (n >> i & 15) {
        case 1: v += 1; break;
        case 2: v += 2; break;
        case 3: v += 3; break;
        case 4: v += 4; break;
        case 5: v += 5; break;
        case 6: v += 6; break;
        case 7: v += 7; break;
        case 8: v += 8; break;
        case 9: v += 9; break;
        case 10: v += 10; break;
        case 11: v += 11; break;
        case 12: v += 12; break;
        case 13: v += 13; break;
        case 14: v += 14; break;
        case 15: v += 15; break;
        }
    }

    free(p);
    int *q = malloc(sizeof *q);
    if (!q)
        return 0;
    *q = 0;
    if ((unsigned long)q == v) {
        *(int *)v = 7;
        if (*q == 7)
            reach_error();
    }
    free(q);
    return 0;
}
