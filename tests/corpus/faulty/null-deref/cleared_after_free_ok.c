// The pointer was cleared after free and is used again
#include <stdio.h>
#include <stdlib.h>

struct session { int user; int *log; };

static void close_session(struct session *s)
{
    free(s->log);
    s->log = NULL;
    s->user = -1;
}

int main(void)
{
    struct session s = {7, calloc(4, sizeof(int))};
    if (!s.log)
        return 1;
    s.log[0] = s.user;
    close_session(&s);
    if (s.log)
        s.log[1] = 8;
    printf("%d\n", s.user);
    return 0;
}
