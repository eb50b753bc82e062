//@ property: unreach
//@ truth: true
//@ expect(execution): true
// Pointers into one object compare alike everywhere, and different objects lie apart.
extern void reach_error(void);

int main(void) {
    int numbers[10], other, sum = 0;
    for (int *p = numbers; p < numbers + 10; p++)
        *p = p - numbers;
    for (int *p = numbers; p != numbers + 10; p++)
        sum += p == &other ? 100 : *p;
    if (sum != 45)
        reach_error();
    return 0;
}
