// alloca: memory that lives until the function returns, also from inside loops
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node { int v; struct node *next; };

static int list_sum(int n)
{
    struct node *head = 0;
    for (int i = 1; i <= n; i++) {
        struct node *new = __builtin_alloca(sizeof *new);
        new->v = i;
        new->next = head;
        head = new;
    }
    int sum = 0;
    for (; head; head = head->next)
        sum = sum * 3 + head->v;
    return sum;
}

static void reverse(const char *s)
{
    size_t n = strlen(s);
    char *copy = __builtin_alloca(n + 1);
    for (size_t i = 0; i < n; i++)
        copy[i] = s[n - 1 - i];
    copy[n] = 0;
    puts(copy);
}

int main(void)
{
    printf("%d\n", list_sum(5));
    reverse("stressed");
    reverse("");
    int *scratch = __builtin_alloca(4 * sizeof *scratch);
    for (int i = 0; i < 4; i++)
        scratch[i] = i * i;
    printf("%d\n", scratch[3]);
    return 0;
}
