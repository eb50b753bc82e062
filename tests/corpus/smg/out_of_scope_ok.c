//@ property: memsafety
//@ truth: true
//@ expect(memsafety): true
// A value of a loop body is kept after the loop, not a pointer to it.
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int largest = 0, any = 0;
    for (int i = 0; i < 4; i++) {
        int reading = __VERIFIER_nondet_int();
        if (reading > 100) {
            largest = reading;
            any = 1;
        }
    }
    return any ? largest != 0 : 0;
}
