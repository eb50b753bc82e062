//@ property: unreach
//@ truth: false
//@ soundness
// A link inside an item is compared with one that is gone.
#include <stdlib.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

struct link {
    struct link *next;
};
struct item {
    int value;
    struct link link;
};

static struct link list = {&list};

static struct item *make(int value) {
    struct item *it = malloc(sizeof *it);
    if (!it)
        abort();
    it->value = value;
    it->link.next = list.next;
    list.next = &it->link;
    return it;
}

int main(void) {
    struct link *old = &make(1)->link;
    list.next = old->next;
    free((char *)old - __builtin_offsetof(struct item, link));
    make(2);
    int found = 0;
    for (struct link *l = list.next; l != &list; l = l->next)
        if (l == old)
            found = 1;
    if (found)
        reach_error();
    return 0;
}
