//@ property: unreach
//@ truth: true
//@ expect(sign): unknown
// Signs do not tell 3 from 4.
extern void reach_error(void);

int main(void) {
    int x = 3;
    if (x == 4) {
        reach_error();
    }
    return 0;
}
