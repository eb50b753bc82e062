//@ property: unreach
//@ truth: false
//@ soundness
// A member of a packed struct lies across the borders of words.
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct __attribute__((packed)) record { char tag; int value; char end; };

int main(void) {
    struct record r = {1, 0, 2};
    unsigned char *p = (unsigned char *)&r;
    p[2] = __VERIFIER_nondet_uchar();
    if (r.value != 0)
        reach_error();
    return 0;
}
