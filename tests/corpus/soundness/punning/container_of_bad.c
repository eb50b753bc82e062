//@ property: unreach
//@ truth: false
//@ soundness
// From a member back to the struct that holds it.
#include <stddef.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct link { struct link *next; };
struct item { int value; struct link link; };

int main(void) {
    struct item it = {__VERIFIER_nondet_uchar(), {0}};
    struct link *l = &it.link;
    struct item *back = (struct item *)((char *)l - offsetof(struct item, link));
    back->value++;
    if (it.value == 7)
        reach_error();
    return 0;
}
