//@ property: memsafety
//@ truth: true
//@ expect(execution): true
// A list of a hundred elements, built and freed.
#include <stdlib.h>
struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *head = 0;
    for (int i = 0; i < 100; i++) {
        struct node *fresh = malloc(sizeof *fresh);
        fresh->value = i;
        fresh->next = head;
        head = fresh;
    }
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
