//@ property: null
//@ truth: false
//@ inputs: 3
//@ expect(bmc): false
// A search that finds nothing returns a null pointer, and nobody looks.
extern unsigned char __VERIFIER_nondet_uchar(void);

struct entry {
    int key, value;
};

static struct entry table[2] = {{1, 10}, {2, 20}};

static struct entry *find(int key) {
    for (int i = 0; i < 2; i++)
        if (table[i].key == key)
            return &table[i];
    return 0;
}

int main(void) {
    return find(__VERIFIER_nondet_uchar())->value; //@ error: no-null-deref
}
