// strcmp and strncmp: order by unsigned bytes
#include <stdio.h>
#include <string.h>

static int sign(int v) { return (v > 0) - (v < 0); }

int main(void)
{
    const char *pairs[][2] = {{"", ""}, {"a", ""}, {"", "a"}, {"abc", "abc"}, {"abc", "abd"}, {"abcd", "abc"},
                              {"Zebra", "apple"}, {"\x80", "\x7f"}, {"a\xff", "a"}, {"10", "9"}};
    for (int i = 0; i < 10; i++)
        printf("%d ", sign(strcmp(pairs[i][0], pairs[i][1])));
    printf("\n");
    printf("%d %d %d\n", sign(strncmp("abcX", "abcY", 3)), sign(strncmp("abcX", "abcY", 4)),
           sign(strncmp("abc", "abcdef", 6)));
    printf("%d %d\n", strncmp("x", "y", 0), sign(strncmp("a\0b", "a\0c", 3)));
    const char *words[] = {"delta", "alpha", "charlie", "bravo"};
    for (int i = 0; i < 4; i++)
        for (int j = i + 1; j < 4; j++)
            if (strcmp(words[i], words[j]) > 0) {
                const char *t = words[i];
                words[i] = words[j];
                words[j] = t;
            }
    for (int i = 0; i < 4; i++)
        printf("%s ", words[i]);
    printf("\n");
    return 0;
}
