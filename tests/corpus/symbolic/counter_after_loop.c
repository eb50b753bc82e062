//@ property: unreach
//@ truth: true
//@ expect(local.toml): true
// The condition with which the loop is left is all that matters behind it. Tracking the counters earlier, for the paths that
// leave it at once, unrolls the loop.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int level = __VERIFIER_nondet_int();
    int fuel = __VERIFIER_nondet_int();
    if (level < -50 || level > 20 || fuel < 1 || fuel > 99)
        return 0;
    while (level < 10 && fuel > 0) {
        if (__VERIFIER_nondet_int()) {
            level++;
        } else {
            level--;
            fuel--;
        }
    }
    if (level < 10 && fuel > 0)
        reach_error();
    return 0;
}
