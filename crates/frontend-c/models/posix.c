/* The system: time, sleeping, reading and writing. */

//= time
long time(long *t) {
  long now = __argand_any_long();
  __argand_assume(now >= -1);
  if (t) *t = now;
  return now;
}

//= clock
long clock(void) {
  long now = __argand_any_long();
  __argand_assume(now >= -1);
  return now;
}

//= difftime
double difftime(long a, long b) { return (double)a - (double)b; }

//= sleep usleep
unsigned sleep(unsigned seconds) {
  unsigned left = __argand_any_uint();
  __argand_assume(left <= seconds);
  return left;
}
int usleep(unsigned microseconds) { return __argand_any_bool() ? 0 : -1; }

//= read
ptrdiff_t read(int fd, void *p, size_t n) {
  ptrdiff_t count = (ptrdiff_t)__argand_any_size();
  __argand_assume(count >= -1 && (count < 0 || (size_t)count <= n));
  if (count > 0) __argand_any_bytes(p, (size_t)count);
  return count;
}

//= write
ptrdiff_t write(int fd, const void *p, size_t n) {
  const char *bytes = p;
  for (size_t i = 0; i < n; i++) (void)*(volatile const char *)(bytes + i);
  ptrdiff_t count = (ptrdiff_t)__argand_any_size();
  __argand_assume(count >= -1 && (count < 0 || (size_t)count <= n));
  return count;
}

//= close
int close(int fd) { return __argand_any_bool() ? 0 : -1; }

//= getpid getppid
int getpid(void) {
  int id = __argand_any_int();
  __argand_assume(id > 0);
  return id;
}
int getppid(void) {
  int id = __argand_any_int();
  __argand_assume(id >= 0);
  return id;
}

//= isatty
int isatty(int fd) { return __argand_any_bool(); }
