//@ property: unreach
//@ truth: true
//@ expect(execution): true
//@ expect(auto): true
// An array that is filled and read again; what it held before is never looked at.
extern void reach_error(void);

int main(void) {
    int numbers[20000];
    for (int i = 0; i < 20000; i++)
        numbers[i] = 3 * i + 1;
    for (int i = 0; i < 20000; i++)
        if (numbers[i] % 3 != 1)
            reach_error();
    return 0;
}
