//@ property: unreach
//@ truth: true
//@ expect(interval): true
//@ expect(value-interval): true
// Copies of memory keep the ranges of what they copy.
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct Pair {
    int a, b;
};

int main(void) {
    struct Pair p = {1, __VERIFIER_nondet_int()}, q = {5, 5};
    if (p.b < 0 || p.b > 10) {
        return 0;
    }
    memcpy(&q, &p, sizeof p);
    if (q.a != 1 || q.b > 10) {
        reach_error();
    }
    return 0;
}
