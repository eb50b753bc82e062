// Walking a list two nodes at a time runs off an odd end
#include <stdio.h>

struct node { int v; struct node *next; };

int main(void)
{
    struct node c = {3, NULL}, b = {2, &c}, a = {1, &b};
    int sum = 0;
    for (struct node *n = &a; n; n = n->next->next) //@ error: null-deref
        sum += n->v;
    printf("%d\n", sum);
    return 0;
}
