// A binary heap as priority queue of structs, used to merge sorted runs
#include <stdio.h>
#include <stdlib.h>

struct job { int priority; int run, at; };
struct heap { struct job *items; int used, room; };

static void push(struct heap *h, struct job j)
{
    if (h->used == h->room) {
        h->room = h->room * 2 + 1;
        h->items = realloc(h->items, h->room * sizeof *h->items);
        if (!h->items)
            exit(1);
    }
    int i = h->used++;
    for (; i > 0 && h->items[(i - 1) / 2].priority > j.priority; i = (i - 1) / 2)
        h->items[i] = h->items[(i - 1) / 2];
    h->items[i] = j;
}

static struct job pop(struct heap *h)
{
    struct job top = h->items[0], last = h->items[--h->used];
    int i = 0, c;
    while ((c = 2 * i + 1) < h->used) {
        if (c + 1 < h->used && h->items[c + 1].priority < h->items[c].priority)
            c++;
        if (last.priority <= h->items[c].priority)
            break;
        h->items[i] = h->items[c];
        i = c;
    }
    h->items[i] = last;
    return top;
}

int main(void)
{
    static const int runs[3][4] = {{1, 5, 12, 40}, {2, 3, 30, 31}, {7, 8, 9, 100}};
    struct heap h = {0};
    for (int r = 0; r < 3; r++)
        push(&h, (struct job){runs[r][0], r, 0});
    while (h.used) {
        struct job j = pop(&h);
        printf("%d ", j.priority);
        if (++j.at < 4)
            push(&h, (struct job){runs[j.run][j.at], j.run, j.at});
    }
    printf("\n%d\n", h.room);
    free(h.items);
    return 0;
}
