// The error return forgets the buffer
#include <stdio.h>
#include <stdlib.h>

static int convert(const char *s)
{
    int *digits = malloc(10 * sizeof *digits); //@ error: leak
    if (!digits)
        return -1;
    int n = 0, v = 0;
    for (; *s; s++) {
        if (*s < '0' || *s > '9')
            return -1;
        digits[n++] = *s - '0';
        v = v * 10 + digits[n - 1];
    }
    free(digits);
    return v;
}

int main(void)
{
    printf("%d\n", convert("128"));
    printf("%d\n", convert("12x8"));
    return 0;
}
