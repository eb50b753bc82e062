//@ property: unreach
//@ truth: true
//@ expect(three_rounds.toml): unknown
// What comes after the bound nobody has seen.
extern void reach_error(void);

int main(void) {
    int i = 0;
    while (i < 5) {
        i = i + 1;
    }
    if (i != 5) {
        reach_error();
    }
    return 0;
}
