//@ property: unreach
//@ truth: true
//@ expect(three_rounds.toml): true
// The loop ends before its bound, so nothing is left out.
extern void reach_error(void);

int main(void) {
    int i = 0;
    while (i < 3) {
        i = i + 1;
    }
    if (i != 3) {
        reach_error();
    }
    return 0;
}
