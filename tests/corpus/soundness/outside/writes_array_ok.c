//@ property: unreach
//@ truth: true
//@ soundness
//@ outside: void fill(char *p, int n) { while (n--) p[n] = 7; }
// A function that is defined elsewhere may write all of an array.
extern void reach_error(void);

extern void fill(char *, int);

int main(void) {
    char a[4] = {0}, b[4] = {0};
    fill(a, 4);
    if (b[3] == 7)
        reach_error();
    return 0;
}
