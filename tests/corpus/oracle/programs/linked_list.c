// A singly linked list: push, append, reverse, remove, free
#include <stdio.h>
#include <stdlib.h>

typedef struct node {
    int value;
    struct node *next;
} node;

static node *push(node *head, int value)
{
    node *n = malloc(sizeof *n);
    if (!n)
        exit(1);
    n->value = value;
    n->next = head;
    return n;
}

static node *reverse(node *head)
{
    node *done = NULL;
    while (head) {
        node *next = head->next;
        head->next = done;
        done = head;
        head = next;
    }
    return done;
}

static node *remove_if(node *head, int divisor)
{
    if (!head)
        return NULL;
    node *rest = remove_if(head->next, divisor);
    if (head->value % divisor == 0) {
        free(head);
        return rest;
    }
    head->next = rest;
    return head;
}

static void show(const node *n)
{
    for (; n; n = n->next)
        printf("%d%s", n->value, n->next ? " -> " : "\n");
}

int main(void)
{
    node *list = NULL;
    for (int i = 1; i <= 10; i++)
        list = push(list, i);
    show(list);
    list = reverse(list);
    show(list);
    list = remove_if(list, 3);
    list = remove_if(list, 5);
    show(list);
    int freed = 0;
    while (list) {
        node *next = list->next;
        free(list);
        list = next;
        freed++;
    }
    return freed;
}
