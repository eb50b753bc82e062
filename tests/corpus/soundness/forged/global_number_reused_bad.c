//@ property: unreach
//@ truth: false
//@ soundness
// A global number has the bits of a pointer to memory that is gone.
#include <stdlib.h>
extern void reach_error(void);

static unsigned long v;

static void learn(unsigned long n) {
    for (int i = 0; i < 64; i++)
        if (n & 1ul << i)
            v += 1ul << i;
}

static void make(void) {
    int *p = malloc(sizeof *p);
    if (!p)
        exit(0);
    learn((unsigned long)p);
    free(p);
}

int main(void) {
    make();
    int *q = malloc(sizeof *q);
    if (!q)
        return 0;
    *q = 0;
    if (v == (unsigned long)q) {
        *(int *)v = 7;
        if (*q == 7)
            reach_error();
    }
    free(q);
    return 0;
}
