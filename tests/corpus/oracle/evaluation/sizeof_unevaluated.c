// sizeof, _Alignof, typeof and _Generic do not evaluate their operand
#include <stdio.h>

static int calls;
static int effect(void) { return ++calls; }

int main(void)
{
    int i = 0;
    size_t s = sizeof(i++) + sizeof effect();
    printf("%d %d %d\n", i, calls, s == 2 * sizeof(int));
    typeof(i++) copy = 4;
    printf("%d %d\n", i, copy);
    int r = _Generic(effect(), int: 1, default: 2);
    printf("%d %d\n", r, calls);
    int *null = 0;
    printf("%d\n", sizeof *null == sizeof(int));
    printf("%d\n", sizeof null[100] == sizeof(int));
    char text[] = "four";
    printf("%zu %zu %zu\n", sizeof text, sizeof "four" "teen", sizeof(char[7]));
    printf("%zu\n", sizeof(struct { char c; short s; }));
    int a[3][5];
    printf("%zu %zu %zu\n", sizeof a / sizeof a[0], sizeof a[0] / sizeof a[0][0], sizeof(a + 0) / sizeof(void *));
    return 0;
}
