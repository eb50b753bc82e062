//@ property: unreach
//@ truth: true
//@ soundness
// A piece of assembly declares to write memory, and writes nothing.
extern void reach_error(void);

int main(void) {
    int a = 1, *p = &a;
    __asm__ volatile("prefetcht0 (%0)" : : "r"(p) : "memory");
    if (a == 7)
        reach_error();
    return 0;
}
