// The result of a search is used without looking whether something was found
#include <stdio.h>
#include <string.h>

struct user { const char *name; int id; };
static const struct user users[] = {{"root", 0}, {"guest", 99}};

static const struct user *find(const char *name)
{
    for (int i = 0; i < 2; i++)
        if (strcmp(users[i].name, name) == 0)
            return &users[i];
    return NULL;
}

int main(void)
{
    printf("%d\n", find("guest")->id);
    const struct user *u = find("nobody");
    printf("%d\n", u ? u->id : -1);
    return 0;
}
