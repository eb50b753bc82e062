// extern declarations inside blocks reach the file-scope object or function
#include <stdio.h>

static int level = 1;

static int add(int n)
{
    extern int total;
    return total += n;
}

int main(void)
{
    extern int total;
    extern int helper(int);
    int helper2(int);
    printf("%d\n", helper(4) + helper2(1));
    {
        int level = 50;
        {
            extern int total;
            total += level;
        }
    }
    printf("%d %d\n", total, level);
    add(5);
    printf("%d\n", total);
    if (total) {
        extern const char *const message;
        puts(message);
    }
    return 0;
}

int total = 100;
const char *const message = "declared in a block";
int helper(int n) { return n * 3; }
int helper2(int n) { return n + 1; }
