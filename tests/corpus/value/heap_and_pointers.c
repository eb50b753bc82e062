//@ property: unreach
//@ truth: true
//@ expect(value-nocegar): true
//@ expect(value): true
// Values behind known pointers, in structs, arrays and on the heap.
#include <stdlib.h>
extern void reach_error(void);

struct pair {
    int first;
    int second;
};

static void set(int *where, int what) { *where = what; }

int main(void) {
    struct pair *p = malloc(sizeof *p);
    int table[4] = {1, 2, 3, 4};
    struct pair copy;
    set(&p->first, 10);
    set(&p->second, table[2]);
    set(&table[1], p->first);
    copy = *p;
    if (copy.first + copy.second + table[1] != 23) {
        reach_error();
    }
    free(p);
    return 0;
}
