// Side effects are complete at the end of each full expression
#include <stdio.h>

static int global;
static int bump(void) { return ++global; }

int main(void)
{
    int i = 0;
    i++;
    int j = i++;
    int k = i++ + 10;
    printf("%d %d %d\n", i, j, k);
    int a = bump();
    int b = bump() * 10 + global * 0;
    printf("%d %d %d\n", a, b, global);
    if (i++ == 3)
        printf("%d\n", i);
    switch (i++) {
    case 4: printf("four %d\n", i); break;
    default: printf("other\n");
    }
    for (i = 0; i++ < 3;)
        printf("%d ", i);
    printf("%d\n", i);
    int first = bump(), second = bump(), third = first + second + bump();
    printf("%d %d %d\n", first, second, third);
    int list[3];
    int n = 0;
    list[0] = n++;
    list[1] = n++;
    list[2] = n++;
    printf("%d%d%d\n", list[0], list[1], list[2]);
    return 0;
}
