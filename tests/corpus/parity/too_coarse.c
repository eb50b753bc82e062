//@ property: unreach
//@ truth: true
//@ expect(parity): unknown
// Parities do not tell 2 from 4.
extern void reach_error(void);

int main(void) {
    int x = 2;
    if (x == 4) {
        reach_error();
    }
    return 0;
}
