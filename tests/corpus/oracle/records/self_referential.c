// Structs that point to themselves and to each other through incomplete types
#include <stdio.h>

struct employee;
struct team { const char *name; struct employee *members[3]; int size; };
struct employee { const char *name; struct team *team; struct employee *boss; };

static int rank(const struct employee *e)
{
    int n = 0;
    while ((e = e->boss))
        n++;
    return n;
}

int main(void)
{
    struct team core = {"core"};
    struct employee ada = {"ada", &core, 0};
    struct employee bob = {.name = "bob", .boss = &ada};
    struct employee cyd = {"cyd", &core, &bob};
    bob.team = ada.team;
    struct employee *all[] = {&ada, &bob, &cyd};
    for (int i = 0; i < 3; i++)
        core.members[core.size++] = all[i];
    for (int i = 0; i < core.size; i++) {
        struct employee *e = core.members[i];
        printf("%s %s %d %s\n", e->name, e->team->name, rank(e), e->boss ? e->boss->name : "-");
    }
    printf("%s\n", cyd.team->members[1]->boss->team->members[2]->name);
    return rank(&cyd);
}
