// The error-handling idiom: goto to a ladder of clean-up labels
#include <stdio.h>
#include <stdlib.h>

static int work(int fail_at)
{
    int status = -1;
    char *a = 0, *b = 0;
    if (fail_at == 1)
        goto out;
    a = malloc(10);
    if (!a)
        goto out;
    if (fail_at == 2)
        goto free_a;
    b = malloc(20);
    if (!b)
        goto free_a;
    if (fail_at == 3)
        goto free_b;
    a[0] = 1;
    b[0] = 2;
    status = a[0] + b[0];
free_b:
    printf("b ");
    free(b);
free_a:
    printf("a ");
    free(a);
out:
    printf("out ");
    return status;
}

int main(void)
{
    for (int i = 0; i < 4; i++)
        printf("%d\n", work(i));
    return 0;
}
