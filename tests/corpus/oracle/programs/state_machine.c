// A table-driven state machine that recognises numbers
#include <stdio.h>

enum state { START, SIGN, INT, DOT, FRAC, EXP, EXP_SIGN, EXP_INT, BAD, STATES };
enum input { DIGIT, PLUS_MINUS, POINT, E, OTHER, INPUTS };

static const unsigned char table[STATES][INPUTS] = {
    [START] = {INT, SIGN, DOT, BAD, BAD},       [SIGN] = {INT, BAD, DOT, BAD, BAD},
    [INT] = {INT, BAD, FRAC, EXP, BAD},         [DOT] = {FRAC, BAD, BAD, BAD, BAD},
    [FRAC] = {FRAC, BAD, BAD, EXP, BAD},        [EXP] = {EXP_INT, EXP_SIGN, BAD, BAD, BAD},
    [EXP_SIGN] = {EXP_INT, BAD, BAD, BAD, BAD}, [EXP_INT] = {EXP_INT, BAD, BAD, BAD, BAD},
    [BAD] = {BAD, BAD, BAD, BAD, BAD},
};

static enum input classify(char c)
{
    switch (c) {
    case '0' ... '9': return DIGIT;
    case '+':
    case '-': return PLUS_MINUS;
    case '.': return POINT;
    case 'e':
    case 'E': return E;
    }
    return OTHER;
}

static const char *kind(const char *s)
{
    enum state st = START;
    while (*s)
        st = table[st][classify(*s++)];
    return st == INT ? "integer" : st == FRAC || st == EXP_INT ? "real" : "no number";
}

int main(void)
{
    const char *words[] = {"42", "-7", "+", "3.14", ".5", "5.", ".", "1e9", "1e", "2.5E-3", "12a", ""};
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
        printf("%s: %s\n", words[i], kind(words[i]));
    return 0;
}
