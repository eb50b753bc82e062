// One thread: atomic operations are plain sequences.
int f(int *p, int n, char **q) { int r = __sync_fetch_and_add(p, n); r += __sync_sub_and_fetch(p, 1); r += __atomic_load_n(p, 5); __atomic_store_n(p, 3, 5); int e = 2; r += __atomic_compare_exchange_n(p, &e, 4, 0, 5, 5); r += __sync_bool_compare_and_swap(p, 1, 2); r += __sync_val_compare_and_swap(p, 1, 2); r += __atomic_exchange_n(p, 9, 5); r += __atomic_nand_fetch(p, 3, 5); __sync_synchronize(); return r; }
int main(void) { return 0; }
