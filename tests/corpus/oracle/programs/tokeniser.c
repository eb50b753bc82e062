// A tokeniser for a small language, with slices into the input
#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum kind { END, NAME, NUMBER, STRING, OPERATOR, UNKNOWN };
struct token { enum kind kind; const char *start; int length; int line; };

static const char *const operators[] = {"==", "<=", "+=", "=", "<", "+", "-", "*", ";", "(", ")", "{", "}"};

static struct token next(const char **p, int *line)
{
    while (isspace((unsigned char)**p))
        *line += *(*p)++ == '\n';
    struct token t = {END, *p, 0, *line};
    const char *s = *p;
    if (!*s)
        return t;
    if (isalpha((unsigned char)*s) || *s == '_') {
        t.kind = NAME;
        while (isalnum((unsigned char)*s) || *s == '_')
            s++;
    } else if (isdigit((unsigned char)*s)) {
        t.kind = NUMBER;
        while (isdigit((unsigned char)*s))
            s++;
    } else if (*s == '"') {
        t.kind = STRING;
        do
            s++;
        while (*s && *s != '"');
        s += *s == '"';
    } else {
        t.kind = UNKNOWN;
        for (unsigned i = 0; i < sizeof operators / sizeof *operators && t.kind == UNKNOWN; i++)
            if (!strncmp(s, operators[i], strlen(operators[i]))) {
                t.kind = OPERATOR;
                s += strlen(operators[i]);
            }
        s += t.kind == UNKNOWN;
    }
    t.length = (int)(s - *p);
    *p = s;
    return t;
}

int main(void)
{
    const char *source = "if (x1 <= 10) {\n  x1 += 2; say \"hi there\";\n}\n@ _end == 0";
    static const char *const names[] = {"end", "name", "number", "string", "operator", "unknown"};
    int line = 1, count[6] = {0};
    struct token t;
    do {
        t = next(&source, &line);
        count[t.kind]++;
        printf("%d %s %.*s\n", t.line, names[t.kind], t.length, t.start);
    } while (t.kind != END);
    return count[OPERATOR];
}
