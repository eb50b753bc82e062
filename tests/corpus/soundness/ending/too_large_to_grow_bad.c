//@ property: termination
//@ truth: false
//@ soundness
// A float that 1 no longer changes.

int main(void) {
    float f = 0;
    while (f < 20000000.0f)
        f += 1;
    return 0;
}
