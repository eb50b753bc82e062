// A binary search tree: insert, find, depth, in-order walk, delete
#include <stdio.h>
#include <stdlib.h>

struct tree { int key; struct tree *left, *right; };

static struct tree *insert(struct tree *t, int key)
{
    if (!t) {
        t = calloc(1, sizeof *t);
        if (!t)
            exit(1);
        t->key = key;
    } else if (key < t->key)
        t->left = insert(t->left, key);
    else if (key > t->key)
        t->right = insert(t->right, key);
    return t;
}

static int depth(const struct tree *t)
{
    if (!t)
        return 0;
    int l = depth(t->left), r = depth(t->right);
    return 1 + (l > r ? l : r);
}

static void walk(const struct tree *t)
{
    if (t) {
        walk(t->left);
        printf("%d ", t->key);
        walk(t->right);
    }
}

static struct tree *delete (struct tree *t, int key)
{
    if (!t)
        return t;
    if (key != t->key) {
        struct tree **side = key < t->key ? &t->left : &t->right;
        *side = delete (*side, key);
        return t;
    }
    if (!t->left || !t->right) {
        struct tree *child = t->left ? t->left : t->right;
        free(t);
        return child;
    }
    struct tree *least = t->right;
    while (least->left)
        least = least->left;
    t->key = least->key;
    t->right = delete (t->right, least->key);
    return t;
}

int main(void)
{
    struct tree *root = NULL;
    unsigned seed = 7;
    for (int i = 0; i < 20; i++) {
        seed = seed * 1103515245 + 12345;
        root = insert(root, (int)(seed >> 16) % 50);
    }
    walk(root);
    printf("(%d)\n", depth(root));
    for (int k = 0; k < 50; k += 2)
        root = delete (root, k);
    walk(root);
    printf("(%d)\n", depth(root));
    while (root)
        root = delete (root, root->key);
    return 0;
}
