//@ property: unreach
//@ truth: false
//@ soundness
// References of 16 bits into an array.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int heap[16];
unsigned short ref(int *p) {
    return ((unsigned long)p - (unsigned long)heap) >> 2;
}

int *deref(unsigned short r) {
    return (int *)((unsigned long)heap + ((unsigned long)r << 2));
}

int main(void) {
    unsigned short r = ref(&heap[__VERIFIER_nondet_uchar() & 15]);
    *deref(r) = 7;
    if (heap[9] == 7)
        reach_error();
    return 0;
}
