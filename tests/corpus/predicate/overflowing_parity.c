//@ property: unreach
//@ truth: true
//@ expect(predicate): true
// The loop ends only when the number wraps around; it is even all the time.
extern void reach_error(void);

int main(void) {
    unsigned x = 10;
    while (x >= 10) {
        x += 2;
    }
    if (x % 2 != 0) {
        reach_error();
    }
    return 0;
}
