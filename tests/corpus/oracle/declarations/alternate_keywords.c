// The spellings with underscores that preprocessed system headers use
__extension__ typedef long long wide;
typedef __signed__ char tiny;
typedef __builtin_va_list my_list;
extern int printf(const char *__restrict __format, ...) __attribute__((__format__(__printf__, 1, 2)));
extern int renamed(int) __asm__("real_name");
int renamed(int v) { return v + 1; }

static __inline__ int square(__const int v) { return v * v; }
static __inline int cube(const __volatile__ int v) { return v * square(v); }

static int total(int n, ...)
{
    my_list ap;
    int t = 0;
    __builtin_va_start(ap, n);
    while (n--)
        t += __builtin_va_arg(ap, int);
    __builtin_va_end(ap);
    return t;
}

int main(void)
{
    wide w = __extension__ 5000000000ll;
    tiny t = -3;
    __typeof(w) half = w / 2;
    printf("%lld %d %lld\n", w, t, half);
    printf("%d %d %d\n", square(5), cube(2), renamed(6));
    printf("%d %d\n", total(3, 1, 2, 3), (int)__alignof__(short));
    int v[2] = {1, 2}, *__restrict__ p = v;
    printf("%d %s\n", p[1], __PRETTY_FUNCTION__);
    return (int)__builtin_offsetof(struct { char a; short b; }, b);
}
