// Arrays of strings: sorting pointers, two-dimensional text, joining, splitting
#include <stdio.h>
#include <string.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))

static char grid[3][6] = {"abc", "defgh", ""};

static void join(char *out, const char *const *words, size_t n, const char *between)
{
    *out = 0;
    for (size_t i = 0; i < n; i++) {
        if (i)
            strcat(out, between);
        strcat(out, words[i]);
    }
}

int main(void)
{
    const char *fruits[] = {"kiwi", "apple", "mango", "fig"};
    for (size_t i = 1; i < COUNT(fruits); i++) {
        const char *f = fruits[i];
        size_t j = i;
        for (; j && strcmp(fruits[j - 1], f) > 0; j--)
            fruits[j] = fruits[j - 1];
        fruits[j] = f;
    }
    char line[64];
    join(line, fruits, COUNT(fruits), ", ");
    puts(line);
    char *parts[8];
    int n = 0;
    for (char *p = line; p; n++) {
        parts[n] = p;
        p = strstr(p, ", ");
        if (p) {
            *p = 0;
            p += 2;
        }
    }
    while (n--)
        printf("%s%c", parts[n], n ? '/' : '\n');
    strcpy(grid[2], grid[0]);
    strcat(grid[2], "x");
    grid[1][2] = 0;
    for (int i = 0; i < 3; i++)
        printf("%s:%zu ", grid[i], strlen(grid[i]));
    printf("\n");
    return 0;
}
