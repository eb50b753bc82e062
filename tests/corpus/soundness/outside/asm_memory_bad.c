//@ property: unreach
//@ truth: false
//@ soundness
//@ assumption
// A piece of assembly declares to write memory, and writes what its operand points to.
extern void reach_error(void);

int main(void) {
    int a = 1, *p = &a;
    __asm__ volatile("movl $7, (%0)" : : "r"(p) : "memory");
    if (a == 7)
        reach_error();
    return 0;
}
