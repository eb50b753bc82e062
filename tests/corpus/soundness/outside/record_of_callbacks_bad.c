//@ property: unreach
//@ truth: false
//@ soundness
//@ outside: struct ops { void (*act)(void); }; void attach(const struct ops *o) { o->act(); }
// A function that is defined elsewhere may call a function that it finds in memory it was given.
extern void reach_error(void);

struct ops { void (*act)(void); };
extern void attach(const struct ops *);
static int calls, others;
static void count(void) { calls++; }
static const struct ops ops = { count };

int main(void) {
    attach(&ops);
    if (calls == 1)
        reach_error();
    return 0;
}
