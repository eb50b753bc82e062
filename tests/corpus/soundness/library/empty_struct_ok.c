//@ property: unreach
//@ truth: true
//@ soundness
// A struct without members is copied: nothing happens.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct empty {};
struct holder { struct empty e; int value; };

int main(void) {
    struct holder a = { {}, 1}, b = { {}, __VERIFIER_nondet_uchar()};
    a.e = b.e;
    if (a.value != 1)
        reach_error();
    return 0;
}
