//@ property: unreach
//@ truth: false
//@ soundness
// A piece of assembly writes its output.
extern void reach_error(void);

int main(void) {
    int a = 1;
    __asm__ volatile("movl $7, %0" : "=r"(a));
    if (a == 7)
        reach_error();
    return 0;
}
