// Structures spread over several heap blocks: pointers inside blocks survive copies
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct person { char *name; int age; struct person **friends; int count; };

static struct person *person_new(const char *name, int age)
{
    struct person *p = malloc(sizeof *p);
    if (!p)
        exit(1);
    p->name = malloc(strlen(name) + 1);
    if (!p->name)
        exit(1);
    strcpy(p->name, name);
    p->age = age;
    p->friends = NULL;
    p->count = 0;
    return p;
}

static void befriend(struct person *a, struct person *b)
{
    a->friends = realloc(a->friends, (a->count + 1) * sizeof *a->friends);
    if (!a->friends)
        exit(1);
    a->friends[a->count++] = b;
}

static void person_free(struct person *p)
{
    free(p->friends);
    free(p->name);
    free(p);
}

int main(void)
{
    struct person *ann = person_new("ann", 30), *ben = person_new("ben", 41), *cat = person_new("cat", 9);
    befriend(ann, ben);
    befriend(ann, cat);
    befriend(ben, ann);
    befriend(cat, ben);
    int total = 0;
    for (int i = 0; i < ann->count; i++)
        total += ann->friends[i]->age;
    printf("%d %s\n", total, ann->friends[1]->friends[0]->friends[0]->name);
    ann->friends[0]->name[0] = 'K';
    printf("%s %d\n", ben->name, cat->count);
    person_free(ann);
    person_free(ben);
    person_free(cat);
    return 0;
}
