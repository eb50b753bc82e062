//@ property: termination
//@ truth: false
//@ soundness
// The distance of two numbers stays the same, although both wrap around.

int main(void) {
    unsigned char a = 250, b = 10;
    while ((unsigned char)(a - b) != 0) {
        a += 2;
        b += 2;
    }
    return 0;
}
