// Struct types defined inside structs, functions and parameter positions
#include <stdio.h>

struct house {
    struct room { int w, h; } kitchen, bath;
    enum door { OPEN, SHUT } door;
    union { int number; char letter; } address;
};

static int area(struct room r) { return r.w * r.h; }

static struct result { int ok; int value; } divide(int a, int b)
{
    struct result r = {b != 0, 0};
    if (r.ok)
        r.value = a / b;
    return r;
}

int main(void)
{
    struct house h = {{4, 5}, {2, 3}, SHUT, {.letter = 'b'}};
    printf("%d %d %c\n", area(h.kitchen) + area(h.bath), h.door, h.address.letter);
    struct room r = h.bath;
    struct local { struct room r; enum { A = 5, B } e; } l = {r, B};
    printf("%d %d %d\n", l.r.h, l.e, A);
    printf("%d %d %d\n", divide(9, 2).value, divide(1, 0).ok, SHUT);
    typedef struct { struct local in[2]; } pair;
    pair p = {{l, {{7, 8}, A}}};
    printf("%d %d\n", p.in[1].r.w, p.in[0].e);
    return 0;
}
