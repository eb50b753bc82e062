// Opaque types behind pointers, and typedef names for records
#include <stdio.h>
#include <stdlib.h>

typedef struct stack stack;
typedef struct { int x, y; } point;
typedef point line[2];

stack *stack_new(void);
void stack_push(stack *, int);
int stack_pop(stack *);
void stack_free(stack *);

static int length2(line l)
{
    int dx = l[1].x - l[0].x, dy = l[1].y - l[0].y;
    return dx * dx + dy * dy;
}

int main(void)
{
    stack *s = stack_new();
    for (int i = 0; i < 20; i++)
        stack_push(s, i * i);
    int sum = 0;
    for (int i = 0; i < 10; i++)
        sum += stack_pop(s);
    printf("%d\n", sum);
    stack_free(s);
    line l = {{1, 2}, {4, 6}};
    printf("%d %zu\n", length2(l), sizeof(line) / sizeof(point));
    return 0;
}

struct stack { int *data; int used, room; };

stack *stack_new(void)
{
    stack *s = calloc(1, sizeof *s);
    if (!s)
        exit(1);
    return s;
}

void stack_push(stack *s, int v)
{
    if (s->used == s->room) {
        s->room = s->room ? s->room * 2 : 4;
        s->data = realloc(s->data, s->room * sizeof *s->data);
        if (!s->data)
            exit(1);
    }
    s->data[s->used++] = v;
}

int stack_pop(stack *s) { return s->used ? s->data[--s->used] : -1; }

void stack_free(stack *s)
{
    free(s->data);
    free(s);
}
