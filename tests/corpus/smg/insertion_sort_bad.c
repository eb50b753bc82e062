//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
// Insertion sort looks at the element before the first one.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static void sort(int *a, int n) {
    for (int i = 1; i < n; i++) {
        int moved = a[i];
        int j = i - 1;
        while (a[j] > moved) { //@ error: valid-deref
            a[j + 1] = a[j];
            j--;
        }
        a[j + 1] = moved;
    }
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 10000) return 0;
    int *numbers = malloc(n * sizeof(int));
    if (!numbers) return 1;
    for (int i = 0; i < n; i++) numbers[i] = __VERIFIER_nondet_int();
    sort(numbers, n);
    free(numbers);
    return 0;
}
