// Attributes that do not change behaviour are accepted in every position
#include <stdio.h>

__attribute__((unused)) static int never(void) { return 1; }
static int pure_sum(int a, int b) __attribute__((const, warn_unused_result));
static int pure_sum(int a, int b) { return a + b; }
__attribute__((hot, noinline)) static int hot(int n) { return n + 1; }
static __attribute__((nonnull(1))) int deref(const int *p) { return *p; }
__attribute__((format(printf, 1, 2))) static int note(const char *f, ...) { return f[0]; }
static int old(void) __attribute__((deprecated));
static int old(void) { return 8; }
struct __attribute__((may_alias)) s { int a __attribute__((unused)); };
static int section_ __attribute__((used)) = 4;

int main(void)
{
    int x __attribute__((unused)) = 3;
    __attribute__((unused)) int y = 4;
    struct s s = {5};
    printf("%d %d %d\n", pure_sum(1, 2), hot(3), deref(&section_));
    printf("%d %d %d\n", note("%d", 1), old(), s.a);
    switch (x) {
    case 3:
        y++;
        __attribute__((fallthrough));
    default: y++;
    }
    goto end;
end: __attribute__((unused));
    printf("%d\n", y);
    return 0;
}
