//@ property: unreach
//@ truth: false
//@ expect(three_rounds.toml): false
// Found before the bound is reached.
extern void reach_error(void);

int main(void) {
    int i = 0;
    while (i < 100) {
        i = i + 1;
        if (i == 2) {
            reach_error();
        }
    }
    return 0;
}
