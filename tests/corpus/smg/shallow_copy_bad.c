//@ property: memsafety
//@ truth: false
//@ expect(memsafety): false
// A record with a name is copied; both copies free the name.
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
    *to = *from;
}

static void drop(struct person *p) {
    free(p->name); //@ error: valid-free
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
