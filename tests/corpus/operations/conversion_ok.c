//@ property: conversion
//@ truth: true
//@ expect(k-induction): true
//@ expect(predicate): true
// The value is in the range of the type that it is converted to, from floats too; truth values are no numbers.
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
    unsigned short length = __VERIFIER_nondet_ushort();
    _Bool some = length;
    if (length > 255)
        return 0;
    unsigned char kept = length;
    int whole = (double)length + 0.75;
    return some + kept + whole > 0;
}
