/* Options of the command line: how `optind` and `optarg` move, and in which order the words are afterwards, is left
   open. */

//= optarg
char *optarg;

//= optind opterr optopt
int optind = 1;
int opterr = 1;
int optopt = '?';

//= getopt __posix_getopt
static int getopt_next(int argc, char *const *argv, const char *options) {
  while (*options) options++;
  if (argc < 1) return -1;
  /* At the end, it goes back to the first of the words that are no options. */
  int at = __argand_open_int();
  __argand_assume(at >= 1 && (at <= argc || at == optind));
  optarg = 0;
  /* Words that are no options are moved behind those that are: any order may come of it. */
  char **words = (char **)argv;
  for (int i = 1; i < argc; i++) {
    int from = __argand_open_int();
    __argand_assume(from >= i && from < argc);
    char *word = words[i];
    words[i] = words[from];
    words[from] = word;
  }
  if (at > 1 && at <= argc && __argand_open_bool()) {
    /* The argument is the rest of a word that was read, or the word itself. */
    optarg = argv[at - 1];
    size_t n = 0, from = __argand_open_size();
    while (optarg[n]) n++;
    __argand_assume(from <= n);
    optarg += from;
  }
  optind = at;
  optopt = __argand_open_int();
  int found = __argand_open_int();
  __argand_assume(found >= -128 && found <= 255);
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
