//@ property: memsafety
//@ truth: true
//@ expect(memsafety): true
// A record with a name is copied, name and all.
#include <stdlib.h>
#include <string.h>

struct person {
    char *name;
    int age;
};

static void init(struct person *p, const char *name, int age) {
    p->name = malloc(strlen(name) + 1);
    if (!p->name) abort();
    strcpy(p->name, name);
    p->age = age;
}

static void copy(struct person *to, const struct person *from) {
    init(to, from->name, from->age);
}

static void drop(struct person *p) {
    free(p->name);
}

int main(void) {
    struct person ann, twin;
    init(&ann, "Ann", 31);
    copy(&twin, &ann);
    twin.age++;
    drop(&ann);
    drop(&twin);
    return 0;
}
