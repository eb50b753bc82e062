// __sync builtins in one thread
#include <stdio.h>

int main(void)
{
    int v = 1;
    printf("%d ", __sync_fetch_and_add(&v, 4));
    printf("%d ", __sync_add_and_fetch(&v, 4));
    printf("%d ", __sync_fetch_and_sub(&v, 2));
    printf("%d\n", __sync_sub_and_fetch(&v, 2));
    printf("%d ", __sync_fetch_and_or(&v, 8));
    printf("%d ", __sync_fetch_and_and(&v, 12));
    printf("%d\n", __sync_xor_and_fetch(&v, 5));
    printf("%d ", __sync_bool_compare_and_swap(&v, 9, 100));
    printf("%d ", __sync_bool_compare_and_swap(&v, 9, 200));
    printf("%d\n", __sync_val_compare_and_swap(&v, 100, 300));
    printf("%d\n", v);
    int lock = 0;
    printf("%d ", __sync_lock_test_and_set(&lock, 1));
    printf("%d ", __sync_lock_test_and_set(&lock, 1));
    __sync_lock_release(&lock);
    printf("%d\n", lock);
    unsigned char c = 250;
    printf("%d ", __sync_add_and_fetch(&c, 10));
    short s = -1;
    printf("%d\n", __sync_fetch_and_add(&s, 1));
    __sync_synchronize();
    long long total = 0;
    for (int i = 0; i < 10; i++)
        __sync_fetch_and_add(&total, 1ll << (i * 4));
    printf("%llx\n", total);
    return 0;
}
