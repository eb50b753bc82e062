//@ property: termination
//@ truth: true
//@ soundness
// The length decides no branch, but an array without one is an error: no run goes around for ever.
int main(void) {
    for (int length = 3;; length--) {
        char text[length];
        text[0] = 'a';
    }
}
