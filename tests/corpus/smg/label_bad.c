//@ property: memsafety
//@ truth: false
//@ inputs: -10
//@ expect(memsafety): false
// A label is made of a word and a number; a negative number has one character more than there is room for.
#include <stdio.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int number = __VERIFIER_nondet_int();
    if (number < -99 || number > 99) return 0;
    char label[8];
    sprintf(label, "disk-%d", number); //@ error: valid-deref
    return label[0] != 'd';
}
