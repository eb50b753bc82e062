// A growing string builder with formatted appends
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct builder { char *text; size_t used, room; int grown; };

static void reserve(struct builder *b, size_t extra)
{
    if (b->used + extra + 1 <= b->room)
        return;
    while (b->room < b->used + extra + 1)
        b->room = b->room ? b->room * 2 : 8;
    b->text = realloc(b->text, b->room);
    if (!b->text)
        exit(1);
    b->grown++;
}

static void append(struct builder *b, const char *s)
{
    size_t n = strlen(s);
    reserve(b, n);
    memcpy(b->text + b->used, s, n + 1);
    b->used += n;
}

static void appendf(struct builder *b, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    int n = vsnprintf(NULL, 0, format, ap);
    va_end(ap);
    reserve(b, n);
    va_start(ap, format);
    vsnprintf(b->text + b->used, n + 1, format, ap);
    va_end(ap);
    b->used += n;
}

int main(void)
{
    struct builder b = {0};
    append(&b, "list:");
    for (int i = 0; i < 12; i++)
        appendf(&b, " %d%s", i * i, i < 11 ? "," : "");
    append(&b, ".");
    printf("%s\n%zu %zu %d\n", b.text, b.used, b.room, b.grown);
    free(b.text);
    return 0;
}
