//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
// Tasks are linked through a member; one is freed by the address of that member.
#include <stddef.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct list_head {
    struct list_head *next;
};

struct task {
    int id;
    struct list_head link;
};

#define container_of(ptr, type, member) ((type *)((char *)(ptr) - offsetof(type, member)))

int main(void) {
    struct list_head head = {NULL};
    int id = 0;
    while (__VERIFIER_nondet_int()) {
        struct task *task = malloc(sizeof *task);
        if (!task) abort();
        task->id = id;
        task->link.next = head.next;
        head.next = &task->link;
    }
    while (head.next) {
        struct list_head *link = head.next;
        head.next = link->next;
        free(link); //@ error: valid-free
    }
    return 0;
}
