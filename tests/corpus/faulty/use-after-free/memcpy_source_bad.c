// The library reads from a block that a callback has already released
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct message { char *text; size_t length; };

static void done(struct message *m) { free(m->text); }

int main(void)
{
    struct message m = {strdup("payload"), 7};
    char copy[8] = "";
    if (!m.text)
        return 1;
    done(&m);
    memcpy(copy, m.text, m.length); //@ error: use-after-free
    printf("%s\n", copy);
    return 0;
}
