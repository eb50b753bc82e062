//= __CPROVER_assert __ESBMC_assert
/* The assertions of other verifiers, with a text of their own. */
void __assert_fail(const char *, const char *, unsigned, const char *);
void __CPROVER_assert(int condition, const char *text) {
  if (!condition) __assert_fail(text, "", 0, "");
}
void __ESBMC_assert(int condition, const char *text) {
  if (!condition) __assert_fail(text, "", 0, "");
}

//= klee_make_symbolic
void klee_make_symbolic(void *memory, size_t size, const char *name) {
  __argand_any_bytes(memory, size);
}

//= klee_int
int klee_int(const char *name) {
  return __argand_any_int();
}

//= klee_range
int klee_range(int least, int end, const char *name) {
  int number = __argand_any_int();
  __argand_assume(number >= least && number < end);
  return number;
}

//= klee_prefer_cex
/* A wish for nicer inputs. */
void klee_prefer_cex(void *memory, unsigned long condition) {}
