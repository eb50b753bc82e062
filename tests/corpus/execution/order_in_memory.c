//@ property: unreach
//@ truth: true
//@ expect(execution): unknown
// Which of two objects comes first is the machine's business, whatever the program makes of it.
extern void reach_error(void);

int main(void) {
    int a = 1, b = 2, sum = 0;
    if (&a < &b)
        sum = a + b;
    else
        sum = b + a;
    if (sum != 3)
        reach_error();
    return 0;
}
