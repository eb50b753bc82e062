//@ property: termination
//@ truth: true
//@ expect(termination): true
//@ expect(auto): true
// Two numbers move towards each other.
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int low = 0, high = __VERIFIER_nondet_int();
    while (low < high) {
        if (__VERIFIER_nondet_int())
            low++;
        else
            high--;
    }
    return 0;
}
