// A pointer that was never set is dereferenced
#include <stdio.h>

struct buffer { char *at; char text[8]; };

static void put(struct buffer *b, char c)
{
    *b->at = c; //@ error: uninitialised
}

int main(void)
{
    struct buffer b;
    b.text[0] = 'a';
    b.text[1] = 0;
    put(&b, 'z');
    printf("%s\n", b.text);
    return 0;
}
