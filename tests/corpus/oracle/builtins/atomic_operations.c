// __atomic builtins in one thread
#include <stdbool.h>
#include <stdio.h>

int main(void)
{
    int v = 5, expected = 5, out;
    printf("%d ", __atomic_fetch_add(&v, 3, __ATOMIC_SEQ_CST));
    printf("%d\n", v);
    printf("%d ", __atomic_sub_fetch(&v, 2, __ATOMIC_RELAXED));
    printf("%d\n", v);
    __atomic_store_n(&v, 10, __ATOMIC_RELEASE);
    printf("%d\n", __atomic_load_n(&v, __ATOMIC_ACQUIRE));
    printf("%d ", __atomic_exchange_n(&v, 20, __ATOMIC_ACQ_REL));
    printf("%d\n", v);
    bool ok = __atomic_compare_exchange_n(&v, &expected, 30, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    printf("%d %d %d\n", ok, v, expected);
    ok = __atomic_compare_exchange_n(&v, &expected, 30, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    printf("%d %d %d\n", ok, v, expected);
    __atomic_load(&v, &out, __ATOMIC_SEQ_CST);
    printf("%d\n", out);
    unsigned char flag = 0;
    printf("%d ", __atomic_test_and_set(&flag, __ATOMIC_SEQ_CST));
    printf("%d\n", __atomic_test_and_set(&flag, __ATOMIC_SEQ_CST));
    __atomic_clear(&flag, __ATOMIC_SEQ_CST);
    printf("%d\n", flag);
    unsigned long long w = 0xff00;
    printf("%llx ", __atomic_fetch_or(&w, 0xf, __ATOMIC_SEQ_CST));
    printf("%llx ", __atomic_and_fetch(&w, 0xf00f, __ATOMIC_SEQ_CST));
    printf("%llx ", __atomic_xor_fetch(&w, 1, __ATOMIC_SEQ_CST));
    printf("%llx\n", __atomic_nand_fetch(&w, 0xff, __ATOMIC_SEQ_CST));
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    int array[2] = {1, 2}, *p = array;
    printf("%d\n", *__atomic_add_fetch(&p, sizeof(int), __ATOMIC_SEQ_CST));
    return 0;
}
