// memcpy, memmove with overlap in both directions, and their return values
#include <stdio.h>
#include <string.h>

struct s { int a; char text[6]; double d; };

int main(void)
{
    char a[12] = "hello world", b[12];
    printf("%d %s\n", memcpy(b, a, sizeof a) == b, b);
    memmove(b + 2, b, 5);
    printf("%s\n", b);
    memmove(b, b + 3, 6);
    printf("%s\n", b);
    memmove(b, b, 4);
    printf("%d\n", memmove(b + 1, b + 1, 0) == b + 1);
    struct s x = {1, "five", 2.5}, y;
    memcpy(&y, &x, sizeof y);
    printf("%d %s %.1f\n", y.a, y.text, y.d);
    int v[6] = {1, 2, 3, 4, 5, 6};
    memmove(v + 1, v, 4 * sizeof *v);
    for (int i = 0; i < 6; i++)
        printf("%d ", v[i]);
    printf("\n");
    int *p = v, *q;
    memcpy(&q, &p, sizeof p);
    q[2] = 99;
    printf("%d\n", v[2]);
    unsigned u;
    memcpy(&u, "\x01\x02\x03\x04", 4);
    printf("%x\n", u);
    return 0;
}
