// Constructors run before main, by priority and then in order
#include <stdio.h>

static int log_[8], used;

__attribute__((constructor(300))) static void late(void) { log_[used++] = 300; }
__attribute__((constructor(101))) static void early(void) { log_[used++] = 101; }
__attribute__((constructor)) static void normal(void) { log_[used++] = 1; }
__attribute__((constructor(200))) static void middle(void) { log_[used++] = 200; }

static int value = 5;
__attribute__((constructor)) static void change(void) { value *= 2; }

int main(void)
{
    for (int i = 0; i < used; i++)
        printf("%d ", log_[i]);
    printf("\n%d %d\n", used, value);
    return 0;
}
