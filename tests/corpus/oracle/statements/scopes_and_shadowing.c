// Shadowing of variables, parameters, tags, typedefs and enumerators in inner scopes
#include <stdio.h>

typedef int number;
static int x = 1;
enum { SIZE = 10 };
struct tag { int a; };

static int parameter(int x)
{
    {
        int x = 5;
        x++;
    }
    return x + 1;
}

int main(void)
{
    printf("%d ", x);
    int x = 2;
    printf("%d ", x);
    {
        int x = x = 3;
        printf("%d ", x);
        {
            extern int outer;
            printf("%d ", outer);
        }
        x++;
    }
    printf("%d\n", x);
    printf("%d\n", parameter(7));
    {
        typedef char number;
        struct tag { char a, b, c; };
        enum { SIZE = 3 };
        printf("%zu %zu %d\n", sizeof(number), sizeof(struct tag), SIZE);
    }
    printf("%zu %zu %d\n", sizeof(number), sizeof(struct tag), SIZE);
    {
        double number = 2.5;
        printf("%.1f\n", number);
    }
    for (int x = 0; x < 1; x++)
        for (int x = 10; x < 11; x++)
            printf("%d ", x);
    printf("%d\n", x);
    int tag = 4;
    struct tag t = {tag};
    printf("%d\n", t.a);
    return 0;
}
int outer = 42;
