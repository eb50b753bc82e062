// The error path frees what the common exit frees again
#include <stdio.h>
#include <stdlib.h>

static int process(int size)
{
    int status = 0;
    int *data = calloc(4, sizeof *data);
    if (!data)
        return -1;
    if (size > 4) {
        status = -2;
        goto out;
    }
    data[size - 1] = 1;
out:
    free(data);
    return status;
}

int main(void)
{
    printf("%d\n", process(3));
    printf("%d\n", process(5));
    return 0;
}
