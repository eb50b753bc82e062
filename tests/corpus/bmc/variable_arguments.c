//@ property: unreach
//@ truth: true
//@ expect(bmc): true
//@ expect(k-induction): true
//@ expect(predicate): true
// What a list of arguments holds is not followed; everything else is.
void reach_error(void);
int clamp(int low, int high, ...) {
    __builtin_va_list list;
    __builtin_va_start(list, high);
    int x = __builtin_va_arg(list, int);
    __builtin_va_end(list);
    return x < low ? low : x > high ? high : x;
}
int main(void) {
    int other = 3, y = clamp(0, 9, 12);
    if (y < 0 || y > 9 || other != 3) reach_error();
    return 0;
}
