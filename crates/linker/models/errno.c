/* What functions leave in `errno`: models say it where it is known. Calls of all others, but for those in the list of
   library/errno.rs, are followed by one of `__argand_leave_errno_open`. */

//= - set_errno open_errno
/* The program never looks. */
static void set_errno(int code) {}
static void open_errno(void) {}

//= __errno_location __argand_leave_errno_open - errno_of_the_thread
static int errno_of_the_thread;
int *__errno_location(void) { return &errno_of_the_thread; }
static void set_errno(int code) { errno_of_the_thread = code; }
/* Some error. */
static void open_errno(void) { errno_of_the_thread = 1 + (int)(__argand_open_uint() & 255); }
/* Some error, or what was there. Without a branch, so that what is left open decides nothing by itself. */
void __argand_leave_errno_open(void) {
  unsigned open = __argand_open_uint(), changed = -(open & 1), code = 1 + (open >> 1 & 255);
  errno_of_the_thread = (int)(((unsigned)errno_of_the_thread & ~changed) | (code & changed));
}
