//@ property: memsafety
//@ truth: true
//@ expect(memsafety): true
// A label is made of a word and a number of any sign.
#include <stdio.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int number = __VERIFIER_nondet_int();
    if (number < -99 || number > 99) return 0;
    char label[9];
    sprintf(label, "disk-%d", number);
    return label[0] != 'd';
}
