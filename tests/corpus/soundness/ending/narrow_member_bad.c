//@ property: termination
//@ truth: false
//@ soundness
// The counter is a part of what is compared.

int main(void) {
    union {
        unsigned i;
        unsigned char c;
    } u = {0};
    while (u.i < 300)
        u.c++;
    return 0;
}
