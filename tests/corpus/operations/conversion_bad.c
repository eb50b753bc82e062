//@ property: conversion
//@ truth: false
//@ unseen: no sanitizer of gcc looks at conversions
//@ expect(bmc): false
//@ expect(predicate): false
// A length is kept in a byte.
extern unsigned short __VERIFIER_nondet_ushort(void);

int main(void) {
    unsigned short length = __VERIFIER_nondet_ushort();
    unsigned char kept = length; //@ error: no-lossy-conversion
    return kept == length;
}
