//@ property: memsafety
//@ truth: true
//@ expect(memsafety): true
// An array of unknown size is filled.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 1000) return 0;
    int *array = malloc(n * sizeof *array);
    for (int i = 0; i < n; i++) array[i] = i;
    free(array);
}
