//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
// A small tree is freed: the right branch is forgotten.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
    struct tree *left, *right;
};

static void drop(struct tree *tree) {
    if (!tree) return;
    drop(tree->left);
    free(tree);
}

int main(void) {
    struct tree *root = calloc(1, sizeof *root);
    root->left = calloc(1, sizeof *root);
    if (__VERIFIER_nondet_int()) root->right = calloc(1, sizeof *root);
    drop(root);
}
