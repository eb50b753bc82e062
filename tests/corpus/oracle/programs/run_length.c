// Run-length coding there and back
#include <stdio.h>
#include <string.h>

static int encode(char *out, const char *in)
{
    char *o = out;
    while (*in) {
        const char *run = in;
        while (*run == *in && run - in < 9)
            run++;
        *o++ = (char)('0' + (run - in));
        *o++ = *in;
        in = run;
    }
    *o = 0;
    return (int)(o - out);
}

static void decode(char *out, const char *in)
{
    for (; *in; in += 2) {
        memset(out, in[1], in[0] - '0');
        out += in[0] - '0';
    }
    *out = 0;
}

int main(void)
{
    const char *texts[] = {"", "abc", "aaabbbcccd", "zzzzzzzzzzzzzzzzzzzz", "  indent"};
    for (int i = 0; i < 5; i++) {
        char coded[64], back[64];
        int n = encode(coded, texts[i]);
        decode(back, coded);
        printf("[%s] %d %s\n", coded, n, strcmp(back, texts[i]) ? "differs" : "same");
    }
    return 0;
}
