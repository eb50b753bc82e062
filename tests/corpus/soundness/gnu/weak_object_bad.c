//@ property: unreach
//@ truth: false
//@ soundness
// A weak object that nobody defines has no address.
extern void reach_error(void);
extern int option[4] __attribute__((weak));
struct table { int first; };
extern struct table table __attribute__((weak));
struct table *chosen = &table;

int main(void) {
    if (option == 0 && chosen == 0)
        reach_error();
    return 0;
}
