// Reads a "name = value" line, as configuration files have them.
#include <ctype.h>
#include <stdio.h>

#define MAX_NAME 6

static int parse(const char *line, char *name, int *value) {
    int length = 0;
    while (isalpha((unsigned char)line[length])) { // as many as there are
        name[length] = line[length];
        length++;
    }
    name[length] = '\0';
    if (line[length] != '=')
        return 0;
    *value = line[length + 1] - '0';
    return 1;
}

int main(void) {
    char line[12];
    char name[MAX_NAME];
    int value;
    if (fgets(line, sizeof line, stdin) == NULL)
        return 1;
    if (parse(line, name, &value))
        printf("%s is %d\n", name, value);
    else
        puts("not a setting");
    return 0;
}
