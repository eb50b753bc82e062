// A list of numbers, built from standard input, summed up and given back.
#include <stdio.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *push(struct node *head, int value) {
    struct node *node = malloc(sizeof *node);
    if (node == NULL)
        return head;
    node->value = value;
    node->next = head;
    return node;
}

static void destroy(struct node *head) {
    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
}

int main(void) {
    struct node *head = NULL;
    int value;
    while (scanf("%d", &value) == 1)
        head = push(head, value);
    int length = 0;
    for (struct node *node = head; node != NULL && length < 1000; node = node->next)
        length++;
    printf("%d numbers\n", length);
    destroy(head);
    return 0;
}
