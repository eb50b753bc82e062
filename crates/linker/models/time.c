/* Time. Clocks are inputs within reason: no program runs before 1970 or after 9999, or after the end of its clock. */

//= time
long time(long *t) {
  long now = __argand_open_long();
  __argand_assume(now >= 0 && now <= (sizeof(long) == 8 ? (long)253402300799LL : 2082758399));
  if (t) *t = now;
  return now;
}

//= clock
long clock(void) {
  long now = __argand_open_long();
  __argand_assume(now >= -1 && now <= (sizeof(long) == 8 ? (long)10000000000000LL : 2147483647));
  return now;
}

//= difftime
double difftime(long a, long b) { return (double)a - (double)b; }

//= gettimeofday
struct argand_timeval { long tv_sec; long tv_usec; };
struct argand_timezone { int tz_minuteswest; int tz_dsttime; };
long time(long *);
int gettimeofday(void *t, void *zone) {
  if (t) {
    struct argand_timeval *now = t;
    now->tv_sec = time(0);
    long fraction = __argand_open_long();
    __argand_assume(fraction >= 0 && fraction < 1000000);
    now->tv_usec = fraction;
  }
  if (zone) {
    struct argand_timezone *z = zone;
    z->tz_minuteswest = __argand_open_int();
    z->tz_dsttime = __argand_open_int();
    __argand_assume(z->tz_minuteswest >= -1440 && z->tz_minuteswest <= 1440);
    __argand_assume(z->tz_dsttime >= 0 && z->tz_dsttime <= 1);
  }
  return 0;
}

//= clock_gettime clock_getres timespec_get
struct argand_timespec { long tv_sec; long tv_nsec; };
long time(long *);
static void clock_gettime_now(struct argand_timespec *t) {
  t->tv_sec = time(0);
  long fraction = __argand_open_long();
  __argand_assume(fraction >= 0 && fraction < 1000000000);
  t->tv_nsec = fraction;
}
int clock_gettime(int which, void *t) {
  if (__argand_any_bool()) {
    open_errno();
    return -1;
  }
  clock_gettime_now(t);
  return 0;
}
int clock_getres(int which, void *t) {
  if (__argand_any_bool()) {
    open_errno();
    return -1;
  }
  if (t) clock_gettime_now(t);
  return 0;
}
int timespec_get(void *t, int base) {
  if (base != 1) return 0;
  clock_gettime_now(t);
  return 1;
}

//= nanosleep
struct argand_rest { long tv_sec; long tv_nsec; };
int nanosleep(const void *wanted, void *rest) {
  const struct argand_rest *w = wanted;
  long sec = w->tv_sec, nsec = w->tv_nsec;
  if (!__argand_any_bool()) return 0;
  open_errno();
  if (rest) {
    struct argand_rest *r = rest;
    r->tv_sec = __argand_open_long();
    r->tv_nsec = __argand_open_long();
    __argand_assume(r->tv_sec >= 0 && r->tv_sec <= sec && r->tv_nsec >= 0 && r->tv_nsec < 1000000000);
  }
  return -1;
}

//= sleep usleep
unsigned sleep(unsigned seconds) {
  unsigned left = __argand_open_uint();
  __argand_assume(left <= seconds);
  return left;
}
int usleep(unsigned microseconds) { return __argand_any_bool() ? 0 : -1; }

//= times
struct argand_tms { long tms_utime, tms_stime, tms_cutime, tms_cstime; };
long times(void *t) {
  if (t) {
    struct argand_tms *now = t;
    now->tms_utime = __argand_open_long();
    now->tms_stime = __argand_open_long();
    now->tms_cutime = __argand_open_long();
    now->tms_cstime = __argand_open_long();
    __argand_assume(now->tms_utime >= 0 && now->tms_utime <= 1000000000);
    __argand_assume(now->tms_stime >= 0 && now->tms_stime <= 1000000000);
    __argand_assume(now->tms_cutime >= 0 && now->tms_cutime <= 1000000000);
    __argand_assume(now->tms_cstime >= 0 && now->tms_cstime <= 1000000000);
  }
  long ticks = __argand_open_long();
  __argand_assume(ticks >= -1 && ticks <= 2147483647);
  return ticks;
}

//= - open_date
/* A calendar date that is not computed, in the layout of struct tm. */
struct argand_tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
  long tm_gmtoff;
  const char *tm_zone;
};
static int open_between(int low, int high) {
  int value = __argand_open_int();
  return value < low || value > high ? low : value;
}
static void open_date(void *where) {
  static char zone[64];
  struct argand_tm *t = where;
  t->tm_sec = open_between(0, 60);
  t->tm_min = open_between(0, 59);
  t->tm_hour = open_between(0, 23);
  t->tm_mday = open_between(1, 31);
  t->tm_mon = open_between(0, 11);
  t->tm_year = __argand_open_int();
  t->tm_wday = open_between(0, 6);
  t->tm_yday = open_between(0, 365);
  t->tm_isdst = open_between(-1, 1);
  t->tm_gmtoff = open_between(-86400, 86400);
  open_text(zone, sizeof zone);
  t->tm_zone = zone;
}

//= localtime_r gmtime_r
void *localtime_r(const long *t, void *result) {
  long now = *t;
  if (__argand_open_bool()) {
    open_errno();
    return 0;
  }
  open_date(result);
  return result;
}
void *gmtime_r(const long *t, void *result) { return localtime_r(t, result); }

//= - localtime_date
/* What localtime and gmtime return, and what others that work out a local date may write. */
static long localtime_date[8];

//= localtime gmtime
void *localtime(const long *t) { return localtime_r(t, localtime_date); }
void *gmtime(const long *t) { return localtime_r(t, localtime_date); }

//= mktime timelocal timegm
long mktime(void *t) {
  long result = __argand_open_long();
  if (t != localtime_date && __argand_open_bool()) open_date(localtime_date);
  if (result == -1 && __argand_open_bool()) {
    open_errno();
    return -1;
  }
  open_date(t);
  return result;
}
long timelocal(void *t) { return mktime(t); }
long timegm(void *t) { return mktime(t); }

//= strftime
size_t strftime(char *s, size_t n, const char *format, const void *t) {
  while (*format) format++;
  size_t length = __argand_open_size();
  __argand_assume(n == 0 ? length == 0 : length < n);
  if (n > 0) {
    __argand_open_bytes(s, n);
    if (length > 0) s[length] = 0;
  }
  return length;
}

//= - asctime_fails ctime_fails
/* A year that has no text. */
static _Bool asctime_fails(const void *t) {
  if (t == 0) return 1;
  struct tm_to_year { int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year; };
  return ((const struct tm_to_year *)t)->tm_year > 8099 && __argand_open_bool();
}
static _Bool ctime_fails(long now) {
  return sizeof(long) == 8 && (now > 67767976200000000LL || now < -67768040600000000LL) && __argand_open_bool();
}

//= asctime ctime
static char asctime_text[64];
char *asctime(const void *t) {
  if (asctime_fails(t)) return 0;
  open_text(asctime_text, sizeof asctime_text);
  return asctime_text;
}
char *ctime(const long *t) {
  long now = *t;
  open_date(localtime_date);
  if (ctime_fails(now)) return 0;
  open_text(asctime_text, sizeof asctime_text);
  return asctime_text;
}

//= asctime_r ctime_r
char *asctime_r(const void *t, char *s) {
  if (asctime_fails(t)) return 0;
  open_text(s, 26);
  return s;
}
char *ctime_r(const long *t, char *s) {
  long now = *t;
  if (ctime_fails(now)) return 0;
  open_text(s, 26);
  return s;
}

//= tzset
void tzset(void) {}

//= getrusage
struct argand_rusage { long times[4]; long counts[14]; };
int getrusage(int who, void *usage) {
  if (__argand_any_bool()) {
    open_errno();
    return -1;
  }
  struct argand_rusage *u = usage;
  for (int i = 0; i < 4; i++) {
    u->times[i] = __argand_open_long();
    __argand_assume(u->times[i] >= 0 && u->times[i] < 1000000);
  }
  for (int i = 0; i < 14; i++) {
    u->counts[i] = __argand_open_long();
    __argand_assume(u->counts[i] >= 0 && u->counts[i] <= 1000000000);
  }
  return 0;
}
