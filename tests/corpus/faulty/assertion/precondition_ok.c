// A caller breaks the precondition of a stack
#include <assert.h>
#include <stdio.h>

struct stack { int items[4], used; };

static void push(struct stack *s, int v)
{
    assert(s->used < 4 && "stack is full");
    s->items[s->used++] = v;
}

int main(void)
{
    struct stack s = {.used = 0};
    for (int i = 0; i < 4; i++)
        push(&s, i * i);
    printf("%d\n", s.items[3]);
    return 0;
}
