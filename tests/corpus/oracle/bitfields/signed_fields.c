// Signed bit-fields: sign extension and conversion on store; plain int fields are signed
#include <stdio.h>

struct s { signed a : 3; int b : 5; signed char c : 4; short d : 9; int one : 1; };

int main(void)
{
    struct s s = {3, -16, 7, -256, 0};
    printf("%d %d %d %d %d\n", s.a, s.b, s.c, s.d, s.one);
    s.a = 4;
    s.b = 16;
    s.c = 8;
    s.d = 300;
    s.one = 1;
    printf("%d %d %d %d %d\n", s.a, s.b, s.c, s.d, s.one);
    s.a++;
    s.b -= 1;
    s.c >>= 1;
    s.d = -s.d;
    printf("%d %d %d %d\n", s.a, s.b, s.c, s.d);
    int v = (s.a = 7);
    printf("%d %d\n", v, s.a);
    printf("%d %d\n", s.one == 1, s.one == -1);
    s.a = 3;
    int post = s.a++;
    printf("%d %d\n", post, s.a);
    for (s.a = -4; s.a < 3; s.a++)
        printf("%d ", s.a);
    printf("%zu\n", sizeof s);
    return 0;
}
