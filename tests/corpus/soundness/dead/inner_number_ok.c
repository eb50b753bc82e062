//@ property: unreach
//@ truth: true
//@ soundness
// The number of an element in the middle of an array that is gone, where a new array lies.
extern void reach_error(void);

static unsigned long number;

static void first(void) {
    int a[4];
    a[2] = 5;
    number = (unsigned long)&a[2];
}

static void second(void) {
    int b[4];
    b[2] = 0;
    if (number == (unsigned long)&b[2]) {
        *(int *)number = 1;
        if (b[2] == 2)
            reach_error();
    }
}

int main(void) {
    first();
    second();
    return 0;
}
