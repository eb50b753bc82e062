// A child still refers to its freed parent
#include <stdio.h>
#include <stdlib.h>

struct tree { struct tree *parent; int depth; };

static struct tree *grow(struct tree *parent)
{
    struct tree *t = malloc(sizeof *t);
    if (!t)
        exit(1);
    t->parent = parent;
    t->depth = parent ? parent->depth + 1 : 0;
    return t;
}

int main(void)
{
    struct tree *root = grow(NULL), *leaf = grow(root);
    leaf->parent = NULL;
    free(root);
    int depth = 0;
    for (struct tree *t = leaf->parent; t;) {
        depth++;
        t = t->parent;
    }
    printf("%d\n", depth);
    free(leaf);
    return 0;
}
