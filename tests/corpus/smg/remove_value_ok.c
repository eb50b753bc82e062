//@ property: memsafety
//@ truth: true
//@ expect(memsafety): true
// All elements with a value are unlinked and freed.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct entry {
    int value;
    struct entry *next;
};

static struct entry *push(struct entry *list, int value) {
    struct entry *entry = malloc(sizeof *entry);
    if (!entry) abort();
    entry->value = value;
    entry->next = list;
    return entry;
}

static void remove_all(struct entry **link, int value) {
    while (*link) {
        struct entry *entry = *link;
        if (entry->value == value) {
            *link = entry->next;
            free(entry);
        } else {
            link = &entry->next;
        }
    }
}

int main(void) {
    struct entry *list = NULL;
    list = push(list, 1);
    list = push(list, __VERIFIER_nondet_int());
    list = push(list, 3);
    remove_all(&list, 2);
    while (list) {
        struct entry *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
