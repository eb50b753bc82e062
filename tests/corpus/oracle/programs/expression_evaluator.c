// A recursive-descent evaluator for integer expressions
#include <ctype.h>
#include <stdio.h>

static const char *at;
static int failed;

static long expression(void);

static void skip(void)
{
    while (isspace((unsigned char)*at))
        at++;
}

static long primary(void)
{
    skip();
    if (*at == '(') {
        at++;
        long v = expression();
        skip();
        if (*at == ')')
            at++;
        else
            failed = 1;
        return v;
    }
    if (*at == '-') {
        at++;
        return -primary();
    }
    if (!isdigit((unsigned char)*at)) {
        failed = 1;
        return 0;
    }
    long v = 0;
    while (isdigit((unsigned char)*at))
        v = v * 10 + (*at++ - '0');
    return v;
}

static long term(void)
{
    long v = primary();
    for (skip(); *at == '*' || *at == '/' || *at == '%'; skip()) {
        char op = *at++;
        long r = primary();
        if (op == '*')
            v *= r;
        else if (r == 0)
            failed = 1;
        else
            v = op == '/' ? v / r : v % r;
    }
    return v;
}

static long expression(void)
{
    long v = term();
    for (skip(); *at == '+' || *at == '-'; skip())
        v = *at++ == '+' ? v + term() : v - term();
    return v;
}

int main(void)
{
    const char *inputs[] = {"1 + 2 * 3", "(1 + 2) * 3", "10 - 4 - 3", "-(2 + -5) * 7", "100 / 7 % 5", "1 / 0", "2 * (3", "8 $"};
    for (unsigned i = 0; i < sizeof inputs / sizeof *inputs; i++) {
        at = inputs[i];
        failed = 0;
        long v = expression();
        if (failed || *at)
            printf("%s: error at %d\n", inputs[i], (int)(at - inputs[i]));
        else
            printf("%s = %ld\n", inputs[i], v);
    }
    return 0;
}
