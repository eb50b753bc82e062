// A compound literal is initialised each time it is reached and lives until its block ends
#include <stdio.h>

struct node { int v; struct node *next; };

int main(void)
{
    struct node *head = 0;
    for (int i = 0; i < 4; i++) {
        struct node *n = &(struct node){i * i, 0};
        printf("%d ", n->v);
        n->v = -1;
        head = 0;
    }
    printf("\n");
    head = &(struct node){1, &(struct node){2, &(struct node){3, 0}}};
    for (struct node *n = head; n; n = n->next)
        printf("%d ", n->v);
    printf("\n");
    int round = 0;
    int *kept;
again:
    kept = (int[]){round, 0};
    kept[1] += 5;
    printf("%d %d\n", kept[0], kept[1]);
    if (round++ < 2)
        goto again;
    {
        int *inner = &(int){7};
        round += *inner;
    }
    printf("%d\n", round);
    return 0;
}
