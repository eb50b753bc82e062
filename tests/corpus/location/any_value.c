//@ property: unreach
//@ truth: true
//@ expect(base): unknown
// Where control is says nothing of values.
extern void reach_error(void);

int main(void) {
    int x = 0;
    if (x) {
        reach_error();
    }
    return 0;
}
