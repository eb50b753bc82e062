//@ property: unreach
//@ truth: true
//@ soundness
// The bits of a pointer say which pointer is taken, and how far it points says which bits they are.
extern void reach_error(void);

static char places[16];

int main(void) {
    int a = 1;
    unsigned long n = (unsigned long)&a, v = 0;
    for (int i = 60; i >= 0; i -= 4) {
        char *at = places + (n >> i & 15);
        v = 16 * v + (at - places);
    }
    *(int *)v = 7;
    if (a == 8)
        reach_error();
    return 0;
}
