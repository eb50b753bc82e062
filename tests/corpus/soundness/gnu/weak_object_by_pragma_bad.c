//@ property: unreach
//@ truth: false
//@ soundness
// The same, where a pragma makes it weak.
#pragma weak option
extern void reach_error(void);
extern int option;

int main(void) {
    if (!&option)
        reach_error();
    return 0;
}
