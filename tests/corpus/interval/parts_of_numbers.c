//@ property: unreach
//@ truth: true
//@ expect(interval): true
//@ expect(value-interval): true
// Bytes of numbers, numbers of bytes and members of unions.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
union Both {
    int number;
    unsigned char bytes[4];
    short halves[2];
};

int main(void) {
    char buf[16];
    *(int *)buf = 0x01020304;
    unsigned x = 0xdeadbeef;
    unsigned char *p = (unsigned char *)&x;
    p[1] = 0;
    union Both u;
    u.number = 0x01020304;
    u.bytes[0] = 9;
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 9) {
        return 0;
    }
    if (buf[0] != 4 || x != 0xdead00ef || u.halves[0] != 0x0309 || *(unsigned *)&n > 9) {
        reach_error();
    }
    return 0;
}
