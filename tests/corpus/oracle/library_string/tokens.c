// strtok: delimiters, empty fields, changing delimiters between calls
#include <stdio.h>
#include <string.h>

int main(void)
{
    char line[] = "  key = value, other;; last ";
    for (char *t = strtok(line, " ,;"); t; t = strtok(NULL, " ,;"))
        printf("[%s]", t);
    printf("\n");
    char pair[] = "name=first=second";
    char *name = strtok(pair, "=");
    char *rest = strtok(NULL, "");
    printf("%s|%s\n", name, rest);
    char none[] = ";;;";
    printf("%d\n", strtok(none, ";") == NULL);
    char single[] = "word";
    printf("%s\n", strtok(single, ","));
    printf("%d\n", strtok(NULL, ",") == NULL);
    char csv[] = "10,20,,30";
    int sum = 0, fields = 0;
    for (char *t = strtok(csv, ","); t; t = strtok(NULL, ",")) {
        int v = 0;
        while (*t)
            v = v * 10 + *t++ - '0';
        sum += v;
        fields++;
    }
    printf("%d %d\n", sum, fields);
    return 0;
}
