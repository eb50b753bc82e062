//@ property: unreach
//@ truth: false
//@ inputs: 5 693027
//@ expect(bmc): false
//@ expect(value): false
// Only one input of a hundred thousand million fails; the model of the path says which.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};

int main(void) {
    unsigned where = (unsigned)__VERIFIER_nondet_int();
    int secret = __VERIFIER_nondet_int();
    if (where < 8 && secret == 77003 * table[where] && secret > 600000)
        reach_error();
    return 0;
}
