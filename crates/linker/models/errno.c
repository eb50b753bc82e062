/* What functions leave in `errno` when they fail. */

//= - set_errno open_errno open_range_error
/* The program never looks. */
static void set_errno(int code) {}
static void open_errno(void) {}
static void open_range_error(void) {}

//= __errno_location - errno_of_the_thread
static int errno_of_the_thread;
int *__errno_location(void) { return &errno_of_the_thread; }
static void set_errno(int code) { errno_of_the_thread = code; }
/* Some error. */
static void open_errno(void) {
  int code = __argand_open_int();
  errno_of_the_thread = code > 0 && code < 134 ? code : 22;
}
/* EDOM or ERANGE, or neither. */
static void open_range_error(void) {
  if (__argand_open_bool()) errno_of_the_thread = __argand_open_bool() ? 33 : 34;
}
