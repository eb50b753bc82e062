//@ property: termination
//@ truth: true
//@ soundness
// A float is halved until it is small.

int main(void) {
    double d = 1;
    while (d > 0.1)
        d /= 2;
    return 0;
}
