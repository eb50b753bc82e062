// The list is passed by its address.
int sum(int n, ...) { __builtin_va_list ap, copy; __builtin_va_start(ap, n); __builtin_va_copy(copy, ap); int s = 0; while (n--) s += __builtin_va_arg(ap, int); double d = __builtin_va_arg(copy, double); __builtin_va_end(ap); return s + d; }
int main(void) { return sum(2, 1, 2); }
