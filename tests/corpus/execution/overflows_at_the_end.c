//@ property: overflow
//@ truth: false
//@ expect(execution): false
// Thirteen factorial does not fit.
int main(void) {
    int product = 1;
    for (int i = 1; i <= 13; i++)
        product *= i;
    return product == 0;
}
