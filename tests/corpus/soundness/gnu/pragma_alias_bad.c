//@ property: unreach
//@ truth: false
//@ soundness
// A pragma makes one function an alias of another, and one object of another.
extern void reach_error(void);

int real(void) { return 7; }
extern int other(void);
#pragma weak other = real
int store = 3;
extern int view;
#pragma weak view = store

int main(void) {
    view = view + 1;
    if (other() == 7 && store == 4)
        reach_error();
    return 0;
}
