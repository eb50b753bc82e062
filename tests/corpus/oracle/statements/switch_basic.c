// switch: matching, default, fall-through and break
#include <stdio.h>

static int score(int n)
{
    int s = 0;
    switch (n) {
    case 0:
        s += 1;
    case 1:
        s += 10;
        break;
    case 5:
    case 6:
        s += 100;
    default:
        s += 1000;
    case -1:
        s += 10000;
    }
    return s;
}

int main(void)
{
    for (int i = -2; i < 8; i++)
        printf("%d ", score(i));
    printf("\n");
    int hits = 0;
    switch (3) {
    case 1: hits++;
    }
    switch (hits) {
    }
    switch (hits)
    case 0: hits = 7;
    printf("%d\n", hits);
    switch (hits) { default: hits++; }
    printf("%d\n", hits);
    return 0;
}
