//@ property: memsafety
//@ truth: true
//@ expect(memsafety): true
// A key is looked for in a search tree, down to its leaves.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct tree {
    int key;
    struct tree *left, *right;
};

static struct tree *insert(struct tree *t, int key) {
    struct tree *leaf = calloc(1, sizeof *leaf);
    if (!leaf) abort();
    leaf->key = key;
    if (!t) return leaf;
    struct tree *at = t;
    for (;;) {
        struct tree **side = key < at->key ? &at->left : &at->right;
        if (!*side) {
            *side = leaf;
            return t;
        }
        at = *side;
    }
}

static int contains(struct tree *t, int key) {
    while (t && t->key != key) t = key < t->key ? t->left : t->right;
    return t != NULL;
}

static void drop(struct tree *t) {
    if (!t) return;
    drop(t->left);
    drop(t->right);
    free(t);
}

int main(void) {
    struct tree *t = NULL;
    t = insert(t, 50);
    t = insert(t, 25);
    t = insert(t, 75);
    t = insert(t, 60);
    int found = contains(t, __VERIFIER_nondet_int());
    drop(t);
    return !found;
}
