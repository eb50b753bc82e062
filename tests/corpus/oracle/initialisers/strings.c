// Character arrays initialised by string literals
#include <stdio.h>

static char exact[3] = "abc";
static char roomy[6] = "ab";
static char braces[] = {"braces"};
static char list[] = {'l', 'i', 's', 't', 0};
static const char *const words[] = {"zero", "one", "two"};
static char table[][6] = {"red", "green", "blue"};
struct named { char name[5]; int v; };
static struct named n[] = {{"four", 4}, {.name = "five", 5}, {"x"}};

int main(void)
{
    printf("%zu %.3s\n", sizeof exact, exact);
    printf("%zu %s %d\n", sizeof roomy, roomy, roomy[5]);
    printf("%zu %s %zu %s\n", sizeof braces, braces, sizeof list, list);
    printf("%s %zu\n", words[2], sizeof words / sizeof *words);
    printf("%s %zu %d\n", table[1], sizeof table, table[0][4]);
    printf("%s %d %.5s %s\n", n[0].name, n[0].v, n[1].name, n[2].name);
    char local[] = "local";
    local[0] = 'v';
    const char *literal = "literal" + 3;
    printf("%s %s %c\n", local, literal, "xyz"[1]);
    char embedded[] = "a\0b";
    printf("%zu %s %s\n", sizeof embedded, embedded, embedded + 2);
    return 0;
}
