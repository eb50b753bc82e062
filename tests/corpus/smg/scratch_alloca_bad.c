//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
// Scratch memory for n numbers is used for n + 1.
#include <alloca.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000) return 0;
    int *scratch = alloca(n * sizeof(int));
    scratch[0] = 1;
    for (int i = 1; i <= n; i++) scratch[i] = 1; //@ error: valid-deref
    return 0;
}
