//@ property: unreach
//@ truth: true
//@ soundness
// A local variable need not lie where it lay when its function was called before.
extern void reach_error(void);

static unsigned long number(void) {
    int local;
    return (unsigned long)&local;
}

static unsigned long deeper(void) {
    char room[100];
    room[0] = 1;
    return number() + room[0] - 1;
}

int main(void) {
    unsigned long first = number();
    unsigned long second = deeper();
    if (first == 0 && second == 0)
        reach_error();
    return 0;
}
