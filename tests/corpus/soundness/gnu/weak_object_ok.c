//@ property: unreach
//@ truth: true
//@ soundness
// A weak object that nobody defines is not read where its address is asked for first; one that is defined later is there.
extern void reach_error(void);
extern int option __attribute__((weak));
extern int later __attribute__((weak));
int *chosen = &later;
int later = 4;

int main(void) {
    int value = 3;
    if (&option)
        value = option;
    if (value != 3 || !&later || *chosen != 4)
        reach_error();
    return 0;
}
