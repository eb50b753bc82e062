//@ property: unreach
//@ truth: true
//@ soundness
//@ outside: typedef void (*action)(void); action same(action f) { return f; }
// A call through one of the program's functions that came back from outside.
extern void reach_error(void);

typedef void (*action)(void);
extern action same(action);
static int done, other;
static void act(void) { done = 1; }

int main(void) {
    action f = same(act);
    if (f == act)
        f();
    if (other)
        reach_error();
    return 0;
}
