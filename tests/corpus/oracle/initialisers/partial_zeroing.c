// Members and elements without an initialiser are zero
#include <stdio.h>

struct record { int a; double d; const void *p; char text[8]; struct { int x, y; } in; };

static struct record untouched;
static int zeros[5];

int main(void)
{
    struct record r = {1};
    printf("%d %g %d %d %d %d\n", r.a, r.d, r.p == 0, r.text[0], r.in.x, r.in.y);
    printf("%d %g %d %d\n", untouched.a, untouched.d, untouched.p == 0, untouched.text[7]);
    int a[6] = {1, 2};
    char s[8] = "ab";
    printf("%d%d%d %d%d%d\n", a[1], a[2], a[5], s[1], s[2], s[7]);
    int all[100] = {0};
    int sum = zeros[4];
    for (int i = 0; i < 100; i++)
        sum += all[i];
    printf("%d\n", sum);
    struct record list[2] = {{.in.y = 4}};
    printf("%d %d %d\n", list[0].in.x, list[0].in.y, list[1].in.y);
    for (int i = 0; i < 3; i++) {
        int again[3] = {i};
        again[1]++;
        again[2] += again[1];
        printf("%d%d%d ", again[0], again[1], again[2]);
    }
    printf("\n");
    int empty[3] = {};
    printf("%d\n", empty[0] + empty[1] + empty[2]);
    return 0;
}
