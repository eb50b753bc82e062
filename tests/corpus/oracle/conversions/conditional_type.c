// The conditional operator converts both arms to their common type
#include <stdio.h>

int main(void)
{
    int yes = 1;
    int i = -1;
    unsigned u = 7;
    char c = 'x';
    long long ll = -2;
    float f = 1.5f;

    printf("%lld\n", (long long)(yes ? i : u));
    printf("%lld\n", (long long)(yes ? i : ll));
    printf("%.1f\n", (yes ? i : f) / 2);
    printf("%zu %zu %zu\n", sizeof(yes ? c : c), sizeof(yes ? c : ll), sizeof(yes ? f : 1.0));
    printf("%d\n", (yes ? -1 : 0u) > 0);
    const char *p = yes ? "one" : 0;
    printf("%s\n", p);
    void *v = &i;
    int *ip = yes ? v : &yes;
    printf("%d\n", *ip);
    yes ? (void)(i = 5) : (void)(i = 6);
    printf("%d\n", i);
    return 0;
}
