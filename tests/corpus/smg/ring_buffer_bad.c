//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
// A ring buffer wraps around one slot too late.
extern int __VERIFIER_nondet_int(void);

#define SLOTS 8

struct ring {
    unsigned head, used;
    int slot[SLOTS];
};

static void put(struct ring *r, int value) {
    unsigned at = r->head + r->used;
    if (at > SLOTS) at -= SLOTS;
    r->slot[at] = value; //@ error: valid-deref
    if (r->used < SLOTS)
        r->used++;
    else
        r->head = (r->head + 1) % SLOTS;
}

int main(void) {
    static struct ring r;
    while (__VERIFIER_nondet_int()) put(&r, __VERIFIER_nondet_int());
    return 0;
}
