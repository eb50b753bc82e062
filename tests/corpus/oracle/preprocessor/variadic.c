// Variadic macros: __VA_ARGS__, named, empty, GNU comma swallowing and __VA_OPT__-free counting
#include <stdio.h>

#define SAY(...) printf(__VA_ARGS__)
#define LOG(format, ...) printf("log: " format "\n", ##__VA_ARGS__)
#define NAMED(args...) sum(args, 0)
#define COUNT(...) COUNT_(__VA_ARGS__, 5, 4, 3, 2, 1)
#define COUNT_(a, b, c, d, e, n, ...) n
#define STR(...) #__VA_ARGS__
#define LIST(...) ((int[]){__VA_ARGS__})
#define CALL(f, ...) f(__VA_ARGS__)

static int sum(int a, int b, int c) { return a * 100 + b * 10 + c; }
static int nothing(void) { return 77; }

int main(void)
{
    SAY("plain\n");
    SAY("%d %s\n", 1, "two");
    LOG("no arguments");
    LOG("%d and %d", 3, 4);
    printf("%d\n", NAMED(1, 2));
    printf("%d %d %d\n", COUNT(a), COUNT(a, b, c), COUNT(1, 2, 3, 4, 5));
    printf("%s\n", STR(a, (b, c), "d"));
    printf("%d\n", LIST(5, 6, 7)[2]);
    printf("%d %d\n", CALL(sum, 4, 5, 6), CALL(nothing));
    return 0;
}
