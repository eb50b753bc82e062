// A hash table with chaining and rehashing, string keys
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry { char *key; int value; struct entry *next; };
struct map { struct entry **buckets; unsigned size, used; };

static unsigned hash(const char *s)
{
    unsigned h = 5381;
    while (*s)
        h = h * 33 ^ (unsigned char)*s++;
    return h;
}

static void *need(void *p)
{
    if (!p)
        exit(1);
    return p;
}

static void grow(struct map *m)
{
    unsigned size = m->size ? m->size * 2 : 4;
    struct entry **b = need(calloc(size, sizeof *b));
    for (unsigned i = 0; i < m->size; i++)
        for (struct entry *e = m->buckets[i], *next; e; e = next) {
            next = e->next;
            struct entry **slot = &b[hash(e->key) % size];
            e->next = *slot;
            *slot = e;
        }
    free(m->buckets);
    m->buckets = b;
    m->size = size;
}

static int *at(struct map *m, const char *key)
{
    if (m->used >= m->size)
        grow(m);
    struct entry **slot = &m->buckets[hash(key) % m->size];
    for (struct entry *e = *slot; e; e = e->next)
        if (!strcmp(e->key, key))
            return &e->value;
    struct entry *e = need(malloc(sizeof *e));
    *e = (struct entry){need(strdup(key)), 0, *slot};
    *slot = e;
    m->used++;
    return &e->value;
}

int main(void)
{
    struct map m = {0};
    char text[] = "it was the best of times it was the worst of times it was the age of wisdom";
    for (char *w = strtok(text, " "); w; w = strtok(NULL, " "))
        ++*at(&m, w);
    const char *asked[] = {"it", "was", "times", "wisdom", "absent"};
    for (int i = 0; i < 5; i++)
        printf("%s %d\n", asked[i], *at(&m, asked[i]));
    printf("%u %u\n", m.used, m.size);
    for (unsigned i = 0; i < m.size; i++)
        while (m.buckets[i]) {
            struct entry *e = m.buckets[i];
            m.buckets[i] = e->next;
            free(e->key);
            free(e);
        }
    free(m.buckets);
    return 0;
}
