// Two owners of one buffer: the second still writes after the first released it
#include <stdio.h>
#include <stdlib.h>

struct writer { char *buffer; int used; };

static void put(struct writer *w, char c)
{
    w->buffer[w->used++] = c; //@ error: use-after-free
}

int main(void)
{
    struct writer a = {malloc(16), 0}, b;
    if (!a.buffer)
        return 1;
    b = a;
    put(&a, 'x');
    free(a.buffer);
    put(&b, 'y');
    printf("%d\n", a.used + b.used);
    return 0;
}
