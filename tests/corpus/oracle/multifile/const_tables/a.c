// Constant tables and string tables in their own file
#include <stdio.h>

extern const unsigned char squares[16];
extern const char *const weekdays[];
extern const int weekday_count;
extern const struct country { const char *name; int code; const int *towns; } countries[];
extern const int (*const grids[2])[2];

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 16; i++)
        sum += squares[i];
    printf("%d\n", sum);
    for (int i = 0; i < weekday_count; i++)
        printf("%.3s ", weekdays[i]);
    printf("\n");
    for (const struct country *c = countries; c->name; c++) {
        int towns = 0;
        for (const int *t = c->towns; *t; t++)
            towns += *t;
        printf("%s %d %d\n", c->name, c->code, towns);
    }
    printf("%d %d\n", grids[0][1][0], grids[1][0][1]);
    return weekday_count;
}
