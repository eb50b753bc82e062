// The library writes into a literal
#include <stdio.h>
#include <string.h>

struct secret { char *key; };

int main(void)
{
    char own[] = "hunter2";
    struct secret s = {own};
    printf("%zu\n", strlen(s.key));
    memset(s.key, 0, 7);
    printf("%zu\n", strlen(s.key));
    return 0;
}
