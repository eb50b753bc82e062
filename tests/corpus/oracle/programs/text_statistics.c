// Counting lines, words and characters; the longest word; a histogram
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char text[] = "It is a truth universally acknowledged,\n"
                           "that a single man in possession of a good fortune,\n"
                           "\tmust be in want of a wife.\n";

int main(void)
{
    int lines = 0, words = 0, inside = 0, lengths[16] = {0}, current = 0;
    const char *longest = text;
    int longest_length = 0;
    for (const char *p = text; *p; p++) {
        lines += *p == '\n';
        if (isalpha((unsigned char)*p)) {
            if (!inside)
                words++;
            inside = 1;
            if (++current > longest_length) {
                longest_length = current;
                longest = p - current + 1;
            }
        } else {
            if (inside)
                lengths[current < 15 ? current : 15]++;
            inside = current = 0;
        }
    }
    printf("%d %d %zu\n", lines, words, strlen(text));
    printf("%.*s\n", longest_length, longest);
    for (int i = 1; i < 16; i++)
        if (lengths[i])
            printf("%2d %.*s\n", i, lengths[i], "****************");
    return 0;
}
