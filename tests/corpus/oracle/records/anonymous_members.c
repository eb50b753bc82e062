// Anonymous structs and unions: members are reached directly
#include <stddef.h>
#include <stdio.h>

struct vec {
    union {
        struct { float x, y, z; };
        float v[3];
    };
    int id;
};

struct token {
    enum { NUMBER, NAME } kind;
    union {
        long number;
        struct { const char *name; int length; };
    };
};

int main(void)
{
    struct vec a = {.x = 1, .y = 2, .z = 3, .id = 9};
    for (int i = 0; i < 3; i++)
        a.v[i] *= 2;
    printf("%.0f %.0f %.0f %d\n", a.x, a.y, a.z, a.id);
    struct vec b = {{{7, 8, 9}}, 1};
    printf("%.0f %d\n", b.v[2], b.id);
    struct token t[] = {{NUMBER, .number = 42}, {.kind = NAME, .name = "abc", .length = 3}};
    for (int i = 0; i < 2; i++)
        if (t[i].kind == NAME)
            printf("%s/%d\n", t[i].name, t[i].length);
        else
            printf("%ld\n", t[i].number);
    printf("%zu %zu %zu\n", sizeof(struct vec), offsetof(struct vec, z), offsetof(struct vec, id));
    struct token *p = &t[0];
    p->kind = NAME;
    p->name = "now a name";
    p->length = 2;
    printf("%.*s\n", p->length, p->name);
    return 0;
}
