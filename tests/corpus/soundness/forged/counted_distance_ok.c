//@ property: unreach
//@ truth: true
//@ soundness
// The distance between two objects is counted, and added to the number of one of them.
extern void reach_error(void);

static int pool[8];

int main(void) {
    int *a = &pool[1], b = 1;
    unsigned long n = (unsigned long)a, m = (unsigned long)&b, distance = 0;
    unsigned long step = 1ul << 63;
    while (step) {
        if (distance + step <= m - n)
            distance += step;
        step >>= 1;
    }
    *(int *)(n + distance) = 7;
    if (b == 8)
        reach_error();
    return 0;
}
