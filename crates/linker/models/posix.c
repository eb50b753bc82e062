/* The system. Whether calls fail, the bytes that are read and random numbers are inputs. What else the system answers is
   left open: its answers belong together in ways that no model knows. */

//= - any_status
/* Zero, or -1 with an error. */
static int any_status(void) {
  if (__argand_any_bool()) return 0;
  open_errno();
  return -1;
}

//= - any_descriptor
/* A file descriptor, or -1 with an error. */
static int any_descriptor(void) {
  if (any_status() < 0) return -1;
  int fd = __argand_open_int();
  __argand_assume(fd >= 0 && fd < 1048576);
  return fd;
}

//= - descriptor_status
/* What is done with a descriptor that is none fails. */
static int descriptor_status(int fd) {
  if (fd < 0) {
    open_errno();
    return -1;
  }
  return any_status();
}

//= - any_count
/* A number of bytes, or -1 with an error. */
static ptrdiff_t any_count(size_t n) {
  ptrdiff_t count = (ptrdiff_t)__argand_any_size();
  __argand_assume(count >= -1 && count <= 2147479552 && (count < 0 || (size_t)count <= n));
  if (count < 0) open_errno();
  return count;
}

//= - any_text
/* Text from outside that fits n bytes with its terminator: its length. */
static size_t any_text(char *s, size_t n) {
  size_t length = __argand_any_size();
  __argand_assume(length < n);
  __argand_any_bytes(s, length);
  for (size_t i = 0; i < length; i++) __argand_assume(s[i] != 0);
  s[length] = 0;
  return length;
}

//= read pread pread64 __read_chk
ptrdiff_t read(int fd, void *p, size_t n) {
  ptrdiff_t count = any_count(n);
  if (count > 0) __argand_any_bytes(p, (size_t)count);
  return count;
}
ptrdiff_t __read_chk(int fd, void *p, size_t n, size_t room) { return read(fd, p, n); }
ptrdiff_t pread(int fd, void *p, size_t n, long at) { return read(fd, p, n); }
ptrdiff_t pread64(int fd, void *p, size_t n, long long at) { return read(fd, p, n); }

//= write pwrite pwrite64
ptrdiff_t write(int fd, const void *p, size_t n) {
  const char *bytes = p;
  for (size_t i = 0; i < n; i++) (void)*(volatile const char *)(bytes + i);
  return any_count(n);
}
ptrdiff_t pwrite(int fd, const void *p, size_t n, long at) { return write(fd, p, n); }
ptrdiff_t pwrite64(int fd, const void *p, size_t n, long long at) { return write(fd, p, n); }

//= readv writev
struct argand_iovec { void *iov_base; size_t iov_len; };
ptrdiff_t readv(int fd, const void *parts, int n) {
  const struct argand_iovec *v = parts;
  ptrdiff_t total = 0;
  for (int i = 0; i < n; i++) {
    ptrdiff_t count = any_count(v[i].iov_len);
    if (count < 0) return -1;
    if (count > 0) __argand_any_bytes(v[i].iov_base, (size_t)count);
    total += count;
    if ((size_t)count < v[i].iov_len) break;
  }
  return total;
}
ptrdiff_t writev(int fd, const void *parts, int n) {
  const struct argand_iovec *v = parts;
  size_t total = 0;
  for (int i = 0; i < n; i++) {
    const char *bytes = v[i].iov_base;
    for (size_t k = 0; k < v[i].iov_len; k++) (void)*(volatile const char *)(bytes + k);
    total += v[i].iov_len;
  }
  return any_count(total);
}

//= open open64 openat openat64 creat creat64
int open(const char *path, int flags, ...) {
  while (*path) path++;
  return any_descriptor();
}
int open64(const char *path, int flags, ...) { return open(path, flags); }
int openat(int fd, const char *path, int flags, ...) { return open(path, flags); }
int openat64(int fd, const char *path, int flags, ...) { return open(path, flags); }
int creat(const char *path, unsigned mode) { return open(path, 0); }
int creat64(const char *path, unsigned mode) { return open(path, 0); }

//= dup dup2 dup3
int dup(int fd) { return fd < 0 ? descriptor_status(fd) : any_descriptor(); }
int dup2(int fd, int to) {
  if (any_status() < 0) return -1;
  return to;
}
int dup3(int fd, int to, int flags) { return dup2(fd, to); }

//= close fsync fdatasync fchdir fchmod ftruncate ftruncate64 flock
int close(int fd) { return descriptor_status(fd); }
int fsync(int fd) { return descriptor_status(fd); }
int fdatasync(int fd) { return descriptor_status(fd); }
int fchdir(int fd) { return descriptor_status(fd); }
int fchmod(int fd, unsigned mode) { return descriptor_status(fd); }
int ftruncate(int fd, long n) { return descriptor_status(fd); }
int ftruncate64(int fd, long long n) { return descriptor_status(fd); }
int flock(int fd, int operation) { return descriptor_status(fd); }

//= fcntl fcntl64
/* Commands that take no pointer: flags and copies of descriptors. */
void __argand_unsupported_request(void);
int fcntl(int fd, int command, ...) {
  if (command < 0 || command > 4) __argand_unsupported_request();
  int result = __argand_open_int();
  __argand_assume(result >= -1);
  if (result < 0) open_errno();
  return result;
}
int fcntl64(int fd, int command, ...) { return fcntl(fd, command); }

//= lseek lseek64
long lseek(int fd, long offset, int whence) {
  long at = __argand_open_long();
  __argand_assume(at >= -1 && at <= (sizeof(long) == 8 ? (long)(1LL << 60) : 2147483647));
  if (at < 0) open_errno();
  return at;
}
long long lseek64(int fd, long long offset, int whence) {
  long long at = __argand_open_longlong();
  __argand_assume(at >= -1 && at <= 1LL << 60);
  if (at < 0) open_errno();
  return at;
}

//= unlink remove rmdir chdir access mkdir chmod truncate chown mkfifo
static int path_status(const char *path) {
  if (!*path) {
    open_errno();
    return -1;
  }
  while (*path) path++;
  return any_status();
}
int unlink(const char *path) { return path_status(path); }
int remove(const char *path) { return path_status(path); }
int rmdir(const char *path) { return path_status(path); }
int chdir(const char *path) { return path_status(path); }
int access(const char *path, int mode) { return path_status(path); }
int mkdir(const char *path, unsigned mode) { return path_status(path); }
int mkfifo(const char *path, unsigned mode) { return path_status(path); }
int chmod(const char *path, unsigned mode) { return path_status(path); }
int chown(const char *path, unsigned user, unsigned group) { return path_status(path); }
int truncate(const char *path, long n) { return path_status(path); }

//= rename link symlink
int rename(const char *from, const char *to) {
  while (*from) from++;
  while (*to) to++;
  return any_status();
}
int link(const char *from, const char *to) { return rename(from, to); }
int symlink(const char *from, const char *to) { return rename(from, to); }

//= readlink
ptrdiff_t readlink(const char *path, char *s, size_t n) {
  while (*path) path++;
  ptrdiff_t count = any_count(n);
  if (count > 0) __argand_open_bytes(s, (size_t)count);
  return count;
}

//= stat fstat lstat fstatat stat64 fstat64 lstat64 fstatat64
/* The layouts of glibc: on 64 bits, on 32 bits, and on 32 bits with large files. */
struct argand_stat_wide {
  unsigned long dev, ino, nlink;
  unsigned mode, uid, gid, pad;
  unsigned long rdev;
  long size, blksize, blocks, times[6], reserved[3];
};
struct argand_stat_narrow {
  unsigned long long dev;
  unsigned pad1;
  unsigned ino, mode, nlink, uid, gid;
  unsigned long long rdev;
  unsigned pad2;
  int size, blksize, blocks, times[6], reserved[2];
};
static long stat_number(long low, long high) {
  long value = __argand_open_long();
  __argand_assume(value >= low && value <= high);
  return value;
}
static void stat_fill_wide(struct argand_stat_wide *s) {
  s->dev = __argand_open_ulong();
  s->ino = __argand_open_ulong();
  s->nlink = (unsigned long)stat_number(0, 1L << 30);
  s->mode = __argand_open_uint();
  s->uid = __argand_open_uint();
  s->gid = __argand_open_uint();
  s->rdev = __argand_open_ulong();
  s->size = stat_number(0, (long)(1LL << 60));
  s->blksize = stat_number(1, 1L << 30);
  s->blocks = stat_number(0, (long)(1LL << 52));
  for (int i = 0; i < 6; i += 2) {
    s->times[i] = stat_number(0, (long)253402300799LL);
    s->times[i + 1] = stat_number(0, 999999999);
  }
}
static void stat_fill_narrow(struct argand_stat_narrow *s) {
  s->dev = __argand_open_ulong();
  s->ino = __argand_open_uint();
  s->mode = __argand_open_uint();
  s->nlink = (unsigned)stat_number(0, 1L << 30);
  s->uid = __argand_open_uint();
  s->gid = __argand_open_uint();
  s->rdev = __argand_open_ulong();
  s->size = stat_number(0, 2147483647);
  s->blksize = stat_number(1, 1L << 30);
  s->blocks = stat_number(0, 4194304);
  for (int i = 0; i < 6; i += 2) {
    s->times[i] = stat_number(0, 2082758399);
    s->times[i + 1] = stat_number(0, 999999999);
  }
}
static void stat_fill(void *where) {
  if (sizeof(long) == 8) stat_fill_wide(where);
  else stat_fill_narrow(where);
}
int fstat(int fd, void *where) {
  if (any_status() < 0) return -1;
  stat_fill(where);
  return 0;
}
int stat(const char *path, void *where) {
  while (*path) path++;
  return fstat(0, where);
}
int lstat(const char *path, void *where) { return stat(path, where); }
int fstatat(int fd, const char *path, void *where, int flags) { return stat(path, where); }
int fstat64(int fd, void *where) {
  if (any_status() < 0) return -1;
  if (sizeof(long) == 8) stat_fill(where);
  else __argand_open_bytes(where, 96);
  return 0;
}
int stat64(const char *path, void *where) {
  while (*path) path++;
  return fstat64(0, where);
}
int lstat64(const char *path, void *where) { return stat64(path, where); }
int fstatat64(int fd, const char *path, void *where, int flags) { return stat64(path, where); }

//= pipe pipe2
int pipe(int *ends) {
  if (any_status() < 0) return -1;
  int in = __argand_open_int(), out = __argand_open_int();
  __argand_assume(in >= 0 && out >= 0 && in != out && in < 1048576 && out < 1048576);
  ends[0] = in;
  ends[1] = out;
  return 0;
}
int pipe2(int *ends, int flags) { return pipe(ends); }

//= isatty
int isatty(int fd) {
  if (__argand_open_bool()) return 1;
  open_errno();
  return 0;
}

//= getpid getppid gettid getpgrp getsid getpgid
static int any_process(void) {
  int id = __argand_open_int();
  __argand_assume(id >= 1 && id <= 4194304);
  return id;
}
int getpid(void) {
  static int id;
  if (id == 0) id = any_process();
  return id;
}
int getppid(void) {
  int id = __argand_open_int();
  __argand_assume(id >= 0 && id <= 4194304);
  return id;
}
int gettid(void) { return getpid(); }
int getpgrp(void) { return any_process(); }
int getpgid(int of) { return any_status() < 0 ? -1 : any_process(); }
int getsid(int of) { return any_status() < 0 ? -1 : any_process(); }

//= getuid geteuid getgid getegid
unsigned getuid(void) { return __argand_open_uint(); }
unsigned geteuid(void) { return __argand_open_uint(); }
unsigned getgid(void) { return __argand_open_uint(); }
unsigned getegid(void) { return __argand_open_uint(); }

//= setuid setgid seteuid setegid setpgid
int setuid(unsigned id) { return any_status(); }
int setgid(unsigned id) { return any_status(); }
int seteuid(unsigned id) { return any_status(); }
int setegid(unsigned id) { return any_status(); }
int setpgid(int process, int group) { return any_status(); }

//= setsid
int setsid(void) {
  int id = __argand_open_int();
  __argand_assume(id == -1 || (id >= 1 && id <= 4194304));
  if (id < 0) open_errno();
  return id;
}

//= umask
unsigned umask(unsigned mask) {
  unsigned old = __argand_open_uint();
  __argand_assume(old <= 0777);
  return old;
}

//= getrandom getentropy
ptrdiff_t getrandom(void *p, size_t n, unsigned flags) {
  ptrdiff_t count = any_count(n);
  if (count > 0) __argand_any_bytes(p, (size_t)count);
  return count;
}
int getentropy(void *p, size_t n) {
  if (n > 256 || any_status() < 0) return -1;
  __argand_any_bytes(p, n);
  return 0;
}

//= arc4random arc4random_uniform arc4random_buf
unsigned arc4random(void) { return __argand_any_uint(); }
unsigned arc4random_uniform(unsigned bound) {
  unsigned r = __argand_any_uint();
  __argand_assume(bound == 0 ? r == 0 : r < bound);
  return r;
}
void arc4random_buf(void *p, size_t n) { __argand_any_bytes(p, n); }

//= getcwd
void *malloc(size_t);
char *getcwd(char *s, size_t n) {
  if (s == 0) {
    size_t room = n ? n : 4096;
    if (any_status() < 0) return 0;
    s = malloc(room);
    if (s == 0) return 0;
    any_text(s, room);
    return s;
  }
  if (n == 0 || any_status() < 0) return 0;
  __argand_assume(any_text(s, n) > 0);
  return s;
}

//= gethostname getdomainname
int gethostname(char *s, size_t n) {
  if (any_status() < 0) {
    __argand_open_bytes(s, n < 65 ? n : 65);
    return -1;
  }
  if (n > 0) any_text(s, n < 65 ? n : 65);
  return 0;
}
int getdomainname(char *s, size_t n) { return gethostname(s, n); }

//= uname
int uname(void *where) {
  char *s = where;
  if (any_status() < 0) return -1;
  for (int i = 0; i < 6; i++) any_text(s + 65 * i, 65);
  return 0;
}

//= wait waitpid wait3 wait4
/* A program of one process has no children but those that it got from who started it. */
int waitpid(int which, int *status, int options) {
  int id = __argand_open_int();
  __argand_assume(id >= -1 && id <= 4194304);
  if (id < 0) open_errno();
  if (id > 0 && status) {
    int code = __argand_open_int();
    __argand_assume(code >= 0 && code <= 65535);
    *status = code;
  }
  return id;
}
int wait(int *status) { return waitpid(-1, status, 0); }
int wait4(int which, int *status, int options, void *usage) {
  int id = waitpid(which, status, options);
  if (id > 0 && usage) __argand_open_bytes(usage, 18 * sizeof(long));
  return id;
}
int wait3(int *status, int options, void *usage) { return wait4(-1, status, options, usage); }

//= select
int select(int n, void *in, void *out, void *except, void *timeout) {
  size_t bytes = n > 0 ? ((size_t)n + 63) / 64 * 8 : 0;
  int ready = __argand_open_int();
  __argand_assume(ready >= -1 && ready <= 3072);
  if (ready < 0) {
    open_errno();
    return -1;
  }
  if (in) __argand_open_bytes(in, bytes);
  if (out) __argand_open_bytes(out, bytes);
  if (except) __argand_open_bytes(except, bytes);
  if (timeout) __argand_open_bytes(timeout, 2 * sizeof(long));
  return ready;
}

//= poll ppoll
struct argand_pollfd { int fd; short events, revents; };
int poll(void *list, unsigned long n, int timeout) {
  struct argand_pollfd *p = list;
  int ready = 0, failed = any_status();
  if (failed < 0) return -1;
  for (unsigned long i = 0; i < n; i++) {
    p[i].revents = (short)__argand_open_int();
    if (p[i].revents) ready++;
  }
  return ready;
}
int ppoll(void *list, unsigned long n, const void *timeout, const void *mask) { return poll(list, n, 0); }

//= sysconf getpagesize
/* Limits of types are among the answers, and the largest long does not hold them all; -1 need not be an error. Pages
   and the number of processors are numbers of a machine. */
long sysconf(int name) {
  if (name == 30) return 4096;
  long value = __argand_open_long();
  if (name == 83 || name == 84) __argand_assume(value >= 1 && value <= 2147483647);
  return value;
}
int getpagesize(void) { return 4096; }

//= system
int system(const char *command) {
  if (command)
    while (*command) command++;
  int status = __argand_open_int();
  __argand_assume(status >= -1 && status <= 65535);
  return status;
}

//= sync
void sync(void) {}

//= getlogin ttyname ctermid
static char getlogin_text[256], ttyname_text[256], ctermid_text[16];
char *getlogin(void) {
  if (any_status() < 0) return 0;
  any_text(getlogin_text, sizeof getlogin_text);
  return getlogin_text;
}
char *ttyname(int fd) {
  if (any_status() < 0) return 0;
  any_text(ttyname_text, sizeof ttyname_text);
  return ttyname_text;
}
char *ctermid(char *s) {
  if (s == 0) s = ctermid_text;
  open_text(s, 16);
  return s;
}
