//@ property: unreach
//@ truth: true
//@ soundness
// A block of the heap is filled as bytes and read as a struct.
#include <stdlib.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct view { char tag; short value; int rest; };

int main(void) {
    unsigned char *bytes = calloc(1, sizeof(struct view));
    if (!bytes)
        return 0;
    bytes[2] = __VERIFIER_nondet_uchar();
    struct view *v = (struct view *)bytes;
    if (v->value > 255)
        reach_error();
    free(bytes);
    return 0;
}
