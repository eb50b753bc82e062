// A calculator: sums and products of digits, with parentheses, by recursive descent.
#include <assert.h>
#include <ctype.h>
#include <stdio.h>

#define MAX_DEPTH 3

static char text[6];
static int position;
static int depth;
static int failed;

static int sum(void);

static int factor(void) {
    char c = text[position];
    if (isdigit((unsigned char)c)) {
        position++;
        return c - '0';
    }
    if (c == '(' && depth < MAX_DEPTH) {
        position++;
        depth++;
        int value = sum();
        depth--;
        if (text[position] == ')') {
            position++;
            return value;
        }
    }
    failed = 1;
    return 0;
}

static int sum(void) {
    int value = factor();
    while (!failed && text[position] == '+') {
        position++;
        value += factor();
    }
    return value;
}

int main(void) {
    if (fgets(text, sizeof text, stdin) == NULL)
        return 1;
    int value = sum();
    assert(depth == 0);
    if (!failed)
        printf("%d\n", value);
    return 0;
}
