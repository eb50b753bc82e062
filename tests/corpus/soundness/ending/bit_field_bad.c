//@ property: termination
//@ truth: false
//@ soundness
// A bit-field never gets as far as the condition asks.

int main(void) {
    struct {
        unsigned f : 3;
    } s = {0};
    while (s.f < 8)
        s.f++;
    return 0;
}
