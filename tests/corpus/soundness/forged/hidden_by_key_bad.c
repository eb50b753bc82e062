//@ property: unreach
//@ truth: false
//@ soundness
// An address is kept as a sum with a key.
extern void reach_error(void);

unsigned long key = 0xdeadbeefcafeUL;
unsigned long store;
void put(void *p) {
    store = (unsigned long)p + key;
}

void *get(void) {
    return (void *)(store - key);
}

int main(void) {
    int a = 1;
    put(&a);
    *(int *)get() = 7;
    if (a == 7)
        reach_error();
    return 0;
}
