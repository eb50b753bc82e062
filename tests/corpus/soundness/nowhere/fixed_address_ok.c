//@ property: unreach
//@ truth: true
//@ soundness
//@ expect(bmc): true
//@ expect(predicate): true
//@ expect(k-induction): true
// Pointers that are numbers compare as numbers do.
extern void reach_error(void);

static int *first = (int *)0x40000000;

int main(void) {
    int *second = (int *)0x40000010;
    if (first == second || !first || second < first)
        reach_error();
    return 0;
}
