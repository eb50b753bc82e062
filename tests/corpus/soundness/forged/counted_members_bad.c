//@ property: unreach
//@ truth: false
//@ soundness
// The distance between two members is counted, and added to the number of one of them.
extern void reach_error(void);

struct both {
    int one;
    int other;
};

int main(void) {
    struct both s = {1, 2};
    unsigned long n = (unsigned long)&s.one;
    unsigned distance = 0;
    while (n + distance != (unsigned long)&s.other)
        distance++;
    *(int *)(n + distance) = 7;
    if (s.other == 7)
        reach_error();
    return 0;
}
