//@ property: unreach
//@ truth: false
//@ soundness
//@ outside: void each(void (*f)(void)) { f(); }
// A function that is defined elsewhere may call the function it was given.
extern void reach_error(void);

extern void each(void (*)(void));
static int calls, others;
static void count(void) { calls++; }

int main(void) {
    each(count);
    if (calls == 1)
        reach_error();
    return 0;
}
