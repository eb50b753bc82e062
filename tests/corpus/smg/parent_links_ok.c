//@ property: memsafety
//@ truth: true
//@ expect(memsafety): true
// A leaf is cut off a tree, at its parent as well.
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
    if (leaf->parent) leaf->parent->child[leaf->parent->child[1] == leaf] = NULL;
    free(leaf);
}

static void drop(struct node *n) {
    if (!n) return;
    drop(n->child[0]);
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
