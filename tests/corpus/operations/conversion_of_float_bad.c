//@ property: conversion
//@ truth: false
//@ unseen: the sanitizer for conversions of floats is not on by default
//@ expect(bmc): false
// The largest float below the bound fits; this one is the bound.
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    float large = 2147483520.0f;
    if (__VERIFIER_nondet_uchar() == 3)
        large = 2147483648.0f;
    int number = (int)large; //@ error: no-lossy-conversion
    return number > 0;
}
