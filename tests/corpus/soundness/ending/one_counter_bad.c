//@ property: termination
//@ truth: false
//@ soundness
// Two loops share a counter.

int main(void) {
    int i;
    for (i = 0; i < 5; i++) {
        for (i = 0; i < 3; i++)
            ;
    }
    return 0;
}
