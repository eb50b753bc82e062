//@ property: unreach
//@ truth: false
//@ expect(bmc): false
//@ expect(k-induction): false
// Recursion without a loop, deeper than the first bounds: no loop head means no segments, but not a proof.
extern void reach_error(void);

int down(int n) {
    if (n == 0)
        return 0;
    return 1 + down(n - 1);
}

int main(void) {
    if (down(30) == 30)
        reach_error();
    return 0;
}
