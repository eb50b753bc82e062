// The struct is freed, the string it owns is not
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct person { char *name; int age; };

static struct person *person_new(const char *name, int age)
{
    struct person *p = malloc(sizeof *p);
    if (!p)
        exit(1);
    p->name = strdup(name);
    p->age = age;
    return p;
}

int main(void)
{
    struct person *p = person_new("grace", 45);
    printf("%s %d\n", p->name, p->age);
    free(p->name);
    free(p);
    return 0;
}
