// A trie of words with counting and prefix search
#include <stdio.h>
#include <stdlib.h>

struct trie { struct trie *child[26]; int words; };
static int nodes;

static struct trie *fresh(void)
{
    struct trie *t = calloc(1, sizeof *t);
    if (!t)
        exit(1);
    nodes++;
    return t;
}

static void insert(struct trie *t, const char *w)
{
    for (; *w; w++) {
        struct trie **next = &t->child[*w - 'a'];
        if (!*next)
            *next = fresh();
        t = *next;
    }
    t->words++;
}

static int total(const struct trie *t)
{
    int n = t->words;
    for (int i = 0; i < 26; i++)
        if (t->child[i])
            n += total(t->child[i]);
    return n;
}

static int with_prefix(const struct trie *t, const char *p)
{
    while (*p) {
        t = t->child[*p++ - 'a'];
        if (!t)
            return 0;
    }
    return total(t);
}

static void list(const struct trie *t, char *buffer, int n)
{
    if (t->words)
        printf("%.*s ", n, buffer);
    for (int i = 0; i < 26; i++)
        if (t->child[i]) {
            buffer[n] = (char)('a' + i);
            list(t->child[i], buffer, n + 1);
        }
}

static void drop(struct trie *t)
{
    for (int i = 0; i < 26; i++)
        if (t->child[i])
            drop(t->child[i]);
    free(t);
    nodes--;
}

int main(void)
{
    const char *words[] = {"car", "cart", "care", "cat", "dog", "do", "cat"};
    struct trie *root = fresh();
    for (int i = 0; i < 7; i++)
        insert(root, words[i]);
    printf("%d %d %d %d %d\n", nodes, with_prefix(root, "ca"), with_prefix(root, "do"), with_prefix(root, "x"),
           with_prefix(root, ""));
    char buffer[16];
    list(root, buffer, 0);
    printf("\n");
    drop(root);
    return nodes;
}
