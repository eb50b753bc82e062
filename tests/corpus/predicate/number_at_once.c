//@ property: unreach
//@ truth: true
//@ expect(predicate): true
//@ expect(k-induction): true
// Sums of addresses and constants that are turned back into pointers at once access what the pointers point to.
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void free(void *);

struct device { int open; int count; };

int main(void) {
    struct device local;
    int locked = 0;
    unsigned long number, sum;
    long i = 0;
    while (__VERIFIER_nondet_int() && i < 3) {
        struct device *own = malloc(4 * sizeof(struct device));
        if (!own)
            return 0;
        if (locked)
            reach_error();
        locked = 1;
        number = (unsigned long)own;
        sum = number + 8UL;
        ((struct device *)sum)->open = 1;
        number = (unsigned long)&local;
        sum = number + 4;
        *(int *)sum = i;
        free(own);
        locked = 0;
        i = i + 1;
    }
    return 0;
}
