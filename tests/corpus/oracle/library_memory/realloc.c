// realloc: growing and shrinking keep the contents; null acts like malloc
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    int *v = NULL, used = 0, room = 0;
    for (int i = 0; i < 50; i++) {
        if (used == room) {
            room = room ? room * 2 : 2;
            int *bigger = realloc(v, room * sizeof *v);
            if (!bigger) {
                free(v);
                return 1;
            }
            v = bigger;
        }
        v[used++] = i * i;
    }
    int sum = 0;
    for (int i = 0; i < used; i++)
        sum += v[i];
    printf("%d %d\n", sum, room);
    int *smaller = realloc(v, 5 * sizeof *v);
    if (!smaller)
        return 1;
    printf("%d %d\n", smaller[0], smaller[4]);
    free(smaller);
    char *text = malloc(6);
    if (!text)
        return 1;
    strcpy(text, "hello");
    text = realloc(text, 100);
    if (!text)
        return 1;
    strcat(text, ", longer world");
    printf("%s\n", text);
    free(text);
    return 0;
}
