//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
// A leaf is cut off a tree and freed, but its parent still links to it.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *parent, *child[2];
};

static struct node *grow(struct node *parent, int side) {
    struct node *n = calloc(1, sizeof *n);
    if (!n) abort();
    n->parent = parent;
    if (parent) parent->child[side] = n;
    return n;
}

static void cut(struct node *leaf) {
    free(leaf);
}

static void drop(struct node *n) {
    if (!n) return;
    drop(n->child[0]); //@ error: valid-deref
    drop(n->child[1]);
    free(n);
}

int main(void) {
    struct node *root = grow(NULL, 0);
    struct node *left = grow(root, 0), *right = grow(root, 1);
    grow(left, 1);
    if (__VERIFIER_nondet_int()) cut(right);
    drop(root);
    return 0;
}
