// Sizes and alignments of the scalar types
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <wchar.h>

#define SHOW(t) printf("%s %zu %zu\n", #t, sizeof(t), _Alignof(t))

struct in_record_ll { char c; long long x; };
struct in_record_d { char c; double x; };
struct in_record_ld { char c; long double x; };

int main(void)
{
    SHOW(char);
    SHOW(short);
    SHOW(int);
    SHOW(long);
    SHOW(long long);
    SHOW(float);
    SHOW(double);
    SHOW(long double);
    SHOW(bool);
    SHOW(wchar_t);
    SHOW(size_t);
    SHOW(ptrdiff_t);
    SHOW(void *);
    SHOW(int (*)(void));
    SHOW(int_fast16_t);
    SHOW(int_least16_t);
    SHOW(intmax_t);
    printf("%zu %zu\n", offsetof(struct in_record_ll, x), sizeof(struct in_record_ll));
    printf("%zu %zu\n", offsetof(struct in_record_d, x), sizeof(struct in_record_d));
    printf("%zu %zu\n", offsetof(struct in_record_ld, x), sizeof(struct in_record_ld));
    return 0;
}
