//@ property: unreach
//@ truth: false
//@ soundness
// A number gets the bits of a pointer from a table; a new object lies where the old one was.
#include <stdlib.h>
extern void reach_error(void);

static const unsigned char table[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};


int main(void) {
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    *p = 1;
    unsigned long n = (unsigned long)p, v = 0;
    for (int i = 15; i >= 0; i--)
        v = v << 4 | table[n >> 4 * i & 15];

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
