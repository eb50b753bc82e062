//@ property: null
//@ truth: true
//@ expect(bmc): true
// What is followed was looked at; nothing is copied from nowhere.
#include <string.h>
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
    struct entry *found = find(__VERIFIER_nondet_uchar());
    struct entry copy = {0, 0};
    memcpy(&copy, &table[0], found ? sizeof copy : 0);
    return found ? found->value + copy.value : 0;
}
