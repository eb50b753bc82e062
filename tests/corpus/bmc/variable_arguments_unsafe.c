//@ property: unreach
//@ truth: false
//@ expect(bmc): false
//@ expect(predicate): false
// A variable changes through a pointer in a list of arguments.
void reach_error(void);
void set(int value, ...) {
    __builtin_va_list list;
    __builtin_va_start(list, value);
    int *to = __builtin_va_arg(list, int *);
    __builtin_va_end(list);
    *to = value;
}
int main(void) {
    int x = 3;
    set(5, &x);
    if (x != 3) reach_error();
    return 0;
}
