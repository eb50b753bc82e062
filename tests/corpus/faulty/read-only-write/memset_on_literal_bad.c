// The library writes into a literal
#include <stdio.h>
#include <string.h>

struct secret { char *key; };

int main(void)
{
    struct secret s = {"hunter2"};
    printf("%zu\n", strlen(s.key));
    memset(s.key, 0, 7); //@ error: read-only-write
    printf("%zu\n", strlen(s.key));
    return 0;
}
