// The old GNU forms `name: value` and `[index] value`
#include <stdio.h>

struct ops { int (*open)(int); int (*close)(int); int flags; };

static int open_it(int n) { return n + 1; }
static int close_it(int n) { return n - 1; }

static struct ops table = {
    close: close_it,
    open: open_it,
    flags: 3,
};
static int sparse[6] = {[1] 10, 11, [4] 40};
static struct { int a; struct { int x, y; } in; } nested = {in: {y: 5}, a: 1};

int main(void)
{
    printf("%d %d %d\n", table.open(1), table.close(1), table.flags);
    for (int i = 0; i < 6; i++)
        printf("%d ", sparse[i]);
    printf("\n%d %d %d\n", nested.a, nested.in.x, nested.in.y);
    union { int i; char c; } u = {c: 'z'};
    printf("%c\n", u.c);
    return 0;
}
