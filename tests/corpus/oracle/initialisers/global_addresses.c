// Global initialisers may hold addresses of objects, elements, members and functions
#include <stdio.h>

struct node { int v; struct node *next; };
static int array[5] = {10, 20, 30, 40, 50};
static int *middle = array + 2;
static int *last = &array[4];
static struct node c = {3, 0}, b = {2, &c}, a = {1, &b};
static int *member = &b.v;
static int square(int x) { return x * x; }
static int (*function)(int) = square;
static int (*same)(int) = &square;
static const char *text = "text" + 1;
static struct node ring[2] = {{7, &ring[1]}, {8, ring}};
static void *self = &self;
static char *bytes = (char *)&array[1];
static int difference = sizeof array / sizeof array[0];

int main(void)
{
    printf("%d %d %d\n", *middle, *last, (int)(last - middle));
    int sum = 0;
    for (struct node *n = &a; n; n = n->next)
        sum = sum * 10 + n->v;
    printf("%d %d\n", sum, *member);
    printf("%d %d %d\n", function(5), same(6), function == same);
    printf("%s\n", text);
    printf("%d\n", ring[0].next->next->next->v);
    printf("%d %d\n", self == &self, bytes[0]);
    printf("%d\n", difference);
    return 0;
}
