// A simulated event loop: timers, callbacks with context, cancellation
#include <stdio.h>
#include <stdlib.h>

struct loop;
typedef void (*handler)(struct loop *, void *);
struct event { unsigned due; int id; handler run; void *context; struct event *next; };
struct loop { unsigned now; int next_id; struct event *events; };

static int at(struct loop *l, unsigned delay, handler run, void *context)
{
    struct event *e = malloc(sizeof *e), **p = &l->events;
    if (!e)
        exit(1);
    *e = (struct event){l->now + delay, l->next_id++, run, context, NULL};
    while (*p && (*p)->due <= e->due)
        p = &(*p)->next;
    e->next = *p;
    *p = e;
    return e->id;
}

static int cancel(struct loop *l, int id)
{
    for (struct event **p = &l->events; *p; p = &(*p)->next)
        if ((*p)->id == id) {
            struct event *e = *p;
            *p = e->next;
            free(e);
            return 1;
        }
    return 0;
}

static void run(struct loop *l)
{
    while (l->events) {
        struct event *e = l->events;
        l->events = e->next;
        l->now = e->due;
        e->run(l, e->context);
        free(e);
    }
}

static void say(struct loop *l, void *text) { printf("%u %s\n", l->now, (const char *)text); }
static void repeat(struct loop *l, void *count)
{
    int *n = count;
    printf("%u tick %d\n", l->now, *n);
    if (--*n > 0)
        at(l, 10, repeat, n);
}

int main(void)
{
    struct loop l = {0};
    int ticks = 3;
    at(&l, 15, say, "fifteen");
    at(&l, 5, repeat, &ticks);
    int doomed = at(&l, 12, say, "cancelled");
    at(&l, 15, say, "fifteen again");
    printf("%d", cancel(&l, doomed));
    printf("%d\n", cancel(&l, doomed));
    run(&l);
    return (int)l.now;
}
