// strlen of a missing environment-like value
#include <stdio.h>
#include <string.h>

static const char *setting(const char *key)
{
    return key[0] == 'h' ? "home" : NULL;
}

int main(void)
{
    printf("%zu\n", strlen(setting("home")));
    const char *value = setting("path");
    printf("%zu\n", strlen(value)); //@ error: null-deref
    return 0;
}
