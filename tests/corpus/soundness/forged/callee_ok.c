//@ property: unreach
//@ truth: true
//@ soundness
// A function says one bit of a number at a time.
#include <stdlib.h>
extern void reach_error(void);

static int bit(unsigned long n, int i) {
    if (n >> i & 1)
        return 1;
    return 0;
}

static unsigned long again(unsigned long n) {
    unsigned long v = 0;
    for (int i = 63; i >= 0; i--) {
        v = v << 1;
        if (bit(n, i))
            v++;
    }
    return v;
}

int main(void) {
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    unsigned long v = again((unsigned long)p);
    *p = 0;
    *(int *)v = 7;
    if (*p == 8)
        reach_error();
    free(p);
    return 0;
}
