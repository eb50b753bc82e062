/* Options of the command line: how `optind` and `optarg` move is left open within what getopt may do. */

//= optarg
char *optarg;

//= optind opterr optopt
int optind = 1;
int opterr = 1;
int optopt = '?';

//= getopt __posix_getopt
static _Bool getopt_inside;
static int getopt_next(int argc, char *const *argv, const char *options) {
  while (*options) options++;
  int at = __argand_open_int();
  if (optind < 1) optind = 1;
  __argand_assume(at >= optind && (at <= argc || at == optind));
  optarg = 0;
  if (optind >= argc && !getopt_inside) return -1;
  /* Words that are no options are moved behind those that are. */
  char **words = (char **)argv;
  int one = __argand_open_int(), other = __argand_open_int();
  __argand_assume(one >= 1 && one < argc && other >= 1 && other < argc);
  char *word = words[one];
  words[one] = words[other];
  words[other] = word;
  if (at > 1 && at <= argc && __argand_open_bool()) {
    /* The argument is the rest of a word that was read, or the word itself. */
    optarg = argv[at - 1];
    size_t n = 0, from = __argand_open_size();
    while (optarg[n]) n++;
    __argand_assume(from <= n);
    optarg += from;
  }
  getopt_inside = __argand_open_bool();
  optind = at;
  optopt = __argand_open_int();
  __argand_assume(optopt >= 0 && optopt <= 255);
  int found = __argand_open_int();
  __argand_assume(found >= -1 && found <= 255);
  return found;
}
int getopt(int argc, char *const *argv, const char *options) {
  int found = getopt_next(argc, argv, options);
  const char *o = options;
  while (*o && *o != found) o++;
  __argand_assume(found == -1 || found == '?' || (found == ':' && *options == ':') ||
                  (found == 1 && *options == '-') || (*o && *o != ':'));
  return found;
}
int __posix_getopt(int argc, char *const *argv, const char *options) { return getopt(argc, argv, options); }

//= getopt_long getopt_long_only
struct argand_option { const char *name; int has_arg; int *flag; int val; };
int getopt_long(int argc, char *const *argv, const char *options, const void *list, int *which) {
  const struct argand_option *choices = list;
  if (choices && __argand_open_bool()) {
    int n = 0, chosen = __argand_open_int();
    while (choices[n].name) n++;
    __argand_assume(chosen >= 0 && chosen < n);
    int found = getopt_next(argc, argv, options);
    if (found == -1 || found == '?' || found == ':') return found;
    if (which) *which = chosen;
    if (choices[chosen].flag) {
      *choices[chosen].flag = choices[chosen].val;
      return 0;
    }
    return choices[chosen].val;
  }
  return getopt(argc, argv, options);
}
int getopt_long_only(int argc, char *const *argv, const char *options, const void *list, int *which) {
  return getopt_long(argc, argv, options, list, which);
}
