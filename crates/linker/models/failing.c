//= __argand_failing_malloc
/* Allocation where memory may be exhausted at any time. `__argand_malloc` always returns an object. */
void *__argand_malloc(size_t);
void *__argand_failing_malloc(size_t size) {
  if (__argand_any_bool()) return 0;
  return __argand_malloc(size);
}

//= __argand_failing_calloc
void *__argand_calloc(size_t, size_t);
void *__argand_failing_calloc(size_t count, size_t size) {
  if (__argand_any_bool()) return 0;
  return __argand_calloc(count, size);
}
