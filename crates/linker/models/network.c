/* Sockets and addresses. */

//= htonl ntohl
unsigned htonl(unsigned x) { return __builtin_bswap32(x); }
unsigned ntohl(unsigned x) { return __builtin_bswap32(x); }

//= htons ntohs
unsigned short htons(unsigned short x) { return (unsigned short)(x << 8 | x >> 8); }
unsigned short ntohs(unsigned short x) { return (unsigned short)(x << 8 | x >> 8); }

//= socket
int socket(int domain, int type, int protocol) { return any_descriptor(); }

//= socketpair
int socketpair(int domain, int type, int protocol, int *ends) {
  if (any_status() < 0) return -1;
  int one = __argand_open_int(), other = __argand_open_int();
  __argand_assume(one >= 0 && other >= 0 && one != other && one < 1048576 && other < 1048576);
  ends[0] = one;
  ends[1] = other;
  return 0;
}

//= bind connect listen shutdown setsockopt
int bind(int fd, const void *address, unsigned n) { return any_status(); }
int connect(int fd, const void *address, unsigned n) { return any_status(); }
int listen(int fd, int backlog) { return any_status(); }
int shutdown(int fd, int how) { return any_status(); }
int setsockopt(int fd, int level, int name, const void *value, unsigned n) { return any_status(); }

//= - any_address
/* An address that a call hands out: it is cut to the room there is, and its own length is said. */
static void any_address(void *address, unsigned *n) {
  if (address == 0) return;
  unsigned length = __argand_any_uint(), room = *n;
  __argand_assume(length <= 128);
  __argand_any_bytes(address, length < room ? length : room);
  *n = length;
}

//= accept accept4
int accept(int fd, void *address, unsigned *n) {
  int got = any_descriptor();
  if (got >= 0) any_address(address, n);
  return got;
}
int accept4(int fd, void *address, unsigned *n, int flags) { return accept(fd, address, n); }

//= getsockname getpeername
int getsockname(int fd, void *address, unsigned *n) {
  if (any_status() < 0) return -1;
  any_address(address, n);
  return 0;
}
int getpeername(int fd, void *address, unsigned *n) { return getsockname(fd, address, n); }

//= getsockopt
int getsockopt(int fd, int level, int name, void *value, unsigned *n) {
  if (any_status() < 0) return -1;
  unsigned length = __argand_any_uint();
  __argand_assume(length <= *n);
  __argand_any_bytes(value, length);
  *n = length;
  return 0;
}

//= recv recvfrom __recv_chk __recvfrom_chk
ptrdiff_t recv(int fd, void *p, size_t n, int flags) {
  ptrdiff_t count = any_count(n);
  if (count > 0) __argand_any_bytes(p, (size_t)count);
  return count;
}
ptrdiff_t __recv_chk(int fd, void *p, size_t n, size_t room, int flags) { return recv(fd, p, n, flags); }
ptrdiff_t recvfrom(int fd, void *p, size_t n, int flags, void *address, unsigned *length) {
  ptrdiff_t count = recv(fd, p, n, flags);
  if (count >= 0) any_address(address, length);
  return count;
}
ptrdiff_t __recvfrom_chk(int fd, void *p, size_t n, size_t room, int flags, void *address, unsigned *length) {
  return recvfrom(fd, p, n, flags, address, length);
}

//= recvmsg
struct argand_part { void *base; size_t length; };
struct argand_msghdr {
  void *name;
  unsigned namelen;
  struct argand_part *parts;
  size_t count;
  void *control;
  size_t controllen;
  int flags;
};
ptrdiff_t recvmsg(int fd, void *message, int flags) {
  struct argand_msghdr *m = message;
  ptrdiff_t total = 0;
  if (any_status() < 0) return -1;
  for (size_t i = 0; i < m->count; i++) {
    size_t got = __argand_any_size();
    __argand_assume(got <= m->parts[i].length && got <= 2147479552);
    __argand_any_bytes(m->parts[i].base, got);
    total += (ptrdiff_t)got;
    if (got < m->parts[i].length) break;
  }
  any_address(m->name, &m->namelen);
  size_t control = __argand_any_size();
  __argand_assume(control <= m->controllen);
  if (control > 0) __argand_any_bytes(m->control, control);
  m->controllen = control;
  m->flags = __argand_any_int();
  return total;
}

//= send sendto
ptrdiff_t send(int fd, const void *p, size_t n, int flags) {
  const char *bytes = p;
  for (size_t i = 0; i < n; i++) (void)*(volatile const char *)(bytes + i);
  return any_count(n);
}
ptrdiff_t sendto(int fd, const void *p, size_t n, int flags, const void *address, unsigned length) {
  return send(fd, p, n, flags);
}

//= inet_addr inet_aton
unsigned inet_addr(const char *s) {
  while (*s) s++;
  return __argand_open_uint();
}
int inet_aton(const char *s, unsigned *address) {
  while (*s) s++;
  if (!__argand_open_bool()) return 0;
  if (address) *address = __argand_open_uint();
  return 1;
}

//= inet_pton inet_ntop
int inet_pton(int family, const char *s, void *address) {
  while (*s) s++;
  int result = __argand_open_int();
  __argand_assume(result >= -1 && result <= 1);
  if (result == 1) __argand_open_bytes(address, family == 10 ? 16 : 4);
  if (result < 0) open_errno();
  return result;
}
const char *inet_ntop(int family, const void *address, char *s, unsigned n) {
  if (n == 0 || __argand_open_bool()) {
    open_errno();
    return 0;
  }
  __argand_open_bytes(s, n < 46 ? n : 46);
  s[(n < 46 ? n : 46) - 1] = 0;
  return s;
}

//= inet_ntoa
struct argand_in_addr { unsigned s_addr; };
static char inet_ntoa_text[18];
char *inet_ntoa(struct argand_in_addr address) {
  open_text(inet_ntoa_text, sizeof inet_ntoa_text);
  return inet_ntoa_text;
}
