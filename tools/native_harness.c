/* Runs a program once for every script of inputs, each time in a process of its own; see native.py.
 *
 * The program is compiled with -Dmain=program_main. The environment says what to do:
 *   NATIVE_LIMIT     at most so many enumerated scripts; random ones follow where these were not all
 *   NATIVE_SEEDS     so many random scripts
 *   NATIVE_ARGUMENTS 1: run random scripts in any case, each with another number of arguments for main
 *   NATIVE_INPUTS    numbers that are answered first (then only these, and these followed by random ones, are run)
 *   NATIVE_RANGE     the least of the values that each input has (but truth values), and their number
 *   NATIVE_STOP      stop after so many runs that fail
 *   NATIVE_SECONDS   the processor time of one run
 *   NATIVE_ERRORS    a file for the standard error of a run
 *   NATIVE_STDIN     a file that runs read as standard input
 * Standard output gets a line `run OUTCOME STATUS INPUTS VALUE...` per run, the report of a sanitizer after `| `, and
 * `end COMPLETE`.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST = 64, MOST_ARGUMENTS = 16, SANITIZER = 99 };
enum outcome { PASSED, REACHED, ASSERTED, ASSUMED };
enum mode { ENUMERATED, GIVEN, GIVEN_THEN_RANDOM };

/* What a run and its parent both see. */
static struct run {
    enum outcome outcome;
    enum mode mode;
    int length;                          /* of the script */
    int digit[MOST];                     /* enumerated: the index of each value in its domain */
    long long script[MOST];              /* given: the values */
    int inputs, domain[MOST];            /* what the run asked for */
    long long chosen[MOST];
    unsigned long long random;
} *run;

static long long range_least;
static int range_count;

static long long random_value(void) {
    run->random = run->random * 6364136223846793005ull + 1442695040888963407ull;
    unsigned long long r = run->random >> 33;
    switch (r % 8) {
    case 0: case 1: return 0;
    case 2: case 3: return 1;
    case 4: return (r >> 3) % 16;
    case 5: return (r >> 3) % 200;
    case 6: return -(long long)((r >> 3) % 16);
    default: return (long long)((r >> 3) * 2654435761u);
    }
}

/* The value with this index of an input wider than a byte. */
static long long wide(int digit, long long least, unsigned long long most, int *count) {
    static const int small[] = {0, 1, -1, 2, 3, 4, 5, 7, 8, 10, 16, 32, 100, -2, -3, -8, 127, 128, 255, 256};
    int n = sizeof small / sizeof *small;
    long long border[] = {least, (long long)most, least + 1, (long long)(most - 1)};
    *count = n + 4;
    return digit < n ? small[digit] : border[digit - n];
}

static long long input(int bytes, long long least, unsigned long long most) {
    int k = run->inputs++;
    if (k >= MOST) return 0;
    if (run->mode != ENUMERATED)
        return run->chosen[k] = k < run->length ? run->script[k] : run->mode == GIVEN ? 0 : random_value();
    if (k >= run->length) run->digit[k] = 0;
    if (range_count && most > 1) {
        run->domain[k] = range_count;
        return run->chosen[k] = range_least + run->digit[k];
    }
    run->domain[k] = most == 1 ? 2 : 256;
    return run->chosen[k] = bytes == 1 ? run->digit[k] : wide(run->digit[k], least, most, &run->domain[k]);
}

static long long signed_input(int bytes) {
    unsigned long long half = 1ull << (8 * bytes - 1);
    return input(bytes, (long long)-half, half - 1);
}

static unsigned long long unsigned_input(int bytes) {
    return input(bytes, 0, bytes == 8 ? ~0ull : (1ull << 8 * bytes) - 1);
}

#define SIGNED(name, type) type __VERIFIER_nondet_##name(void) { return (type)signed_input(sizeof(type)); }
#define UNSIGNED(name, type) type __VERIFIER_nondet_##name(void) { return (type)unsigned_input(sizeof(type)); }
SIGNED(char, char) SIGNED(short, short) SIGNED(int, int) SIGNED(long, long) SIGNED(longlong, long long)
UNSIGNED(uchar, unsigned char) UNSIGNED(ushort, unsigned short) UNSIGNED(uint, unsigned) UNSIGNED(ulong, unsigned long)
UNSIGNED(ulonglong, unsigned long long) UNSIGNED(size_t, size_t) UNSIGNED(unsigned, unsigned)
_Bool __VERIFIER_nondet_bool(void) { return input(1, 0, 1) & 1; }
void *__VERIFIER_nondet_pointer(void) { return (void *)(unsigned long)unsigned_input(sizeof(long)); }
double __VERIFIER_nondet_double(void) {
    static const double values[] = {0, 1, -1, 0.5, -0.0, 2, 3, 1e10, -1e10, 1e-320, __builtin_inf(), -__builtin_inf(), __builtin_nan("")};
    return values[input(1, 0, 255) % (sizeof values / sizeof *values)];
}
float __VERIFIER_nondet_float(void) { return (float)__VERIFIER_nondet_double(); }
void __VERIFIER_nondet_memory(void *p, size_t n) {
    for (size_t i = 0; i < n; i++) ((char *)p)[i] = (char)signed_input(1);
}
/* Inputs by the names of older programs, which may define them. */
__attribute__((weak)) int nondet_int(void) { return __VERIFIER_nondet_int(); }
__attribute__((weak)) int nondet(void) { return __VERIFIER_nondet_int(); }

static void end(enum outcome outcome) {
    run->outcome = outcome;
    _exit(0);
}
void reach_error(void) { end(REACHED); }
void __VERIFIER_error(void) { end(REACHED); }
void __VERIFIER_assume(int condition) { if (!condition) end(ASSUMED); }
void __assert_fail(const char *text, const char *file, unsigned line, const char *function) { end(ASSERTED); }

int program_main(int, char **, char **);

static void run_in_child(int arguments, char **environment) {
    char *words[MOST_ARGUMENTS + 2] = {"program"};
    for (int i = 1; i <= arguments; i++) words[i] = "x";
    const char *file = getenv("NATIVE_STDIN");
    dup2(open(file && *file ? file : "/dev/null", O_RDONLY), 0);
    dup2(open("/dev/null", O_WRONLY), 1);
    dup2(open(getenv("NATIVE_ERRORS"), O_CREAT | O_TRUNC | O_WRONLY, 0600), 2);
    rlim_t seconds = atoi(getenv("NATIVE_SECONDS"));
    setrlimit(RLIMIT_CPU, &(struct rlimit){seconds, seconds});
    alarm(30 * seconds);
    exit(program_main(1 + arguments, words, environment));
}

static void report(FILE *out, int status) {
    fprintf(out, "run %d %d %d", run->outcome, WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), run->inputs);
    for (int k = 0; k < run->inputs && k < MOST; k++) fprintf(out, " %lld", run->chosen[k]);
    fputc('\n', out);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != SANITIZER) return;
    FILE *errors = fopen(getenv("NATIVE_ERRORS"), "r");
    char line[1000];
    for (int n = 0; errors && n < 60 && fgets(line, sizeof line, errors); n++) {
        line[strcspn(line, "\n")] = 0;
        fprintf(out, "| %s\n", line);
    }
    if (errors) fclose(errors);
}

static int given_script(const char *text) {
    int length = 0;
    for (char *next; length < MOST; length++, text = next) {
        run->script[length] = strtoll(text, &next, 10);
        if (next == text) break;
    }
    return length;
}

/* Moves on to the next script; no when there is none. */
static int next_script(void) {
    int length = run->inputs < MOST ? run->inputs : MOST;
    while (length > 0 && run->digit[length - 1] + 1 >= run->domain[length - 1]) length--;
    if (length > 0) run->digit[length - 1]++;
    run->length = length;
    return length > 0;
}

int main(int argc, char **argv, char **environment) {
    FILE *out = fdopen(dup(1), "w");
    long limit = atol(getenv("NATIVE_LIMIT")), seeds = atol(getenv("NATIVE_SEEDS")), stop = atol(getenv("NATIVE_STOP"));
    const char *given = getenv("NATIVE_INPUTS");
    int arguments = atoi(getenv("NATIVE_ARGUMENTS")), complete = 0, fails = 0, late = 0;
    if (getenv("NATIVE_RANGE")) sscanf(getenv("NATIVE_RANGE"), "%lld %d", &range_least, &range_count);
    run = mmap(0, sizeof *run, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    for (long n = *given ? limit - 1 : 0; n < limit + seeds && fails < stop && late < 3; n++) {
        int randomly = n >= limit;
        run->mode = randomly ? GIVEN_THEN_RANDOM : *given ? GIVEN : ENUMERATED;
        if (run->mode != ENUMERATED) run->length = given_script(given);
        run->outcome = PASSED;
        run->inputs = 0;
        run->random = (unsigned long long)n * 2654435761u + 1;
        fflush(out);
        pid_t child = fork();
        if (child == 0) run_in_child(randomly ? n % MOST_ARGUMENTS : 0, environment);
        int status;
        while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
        report(out, status);
        fails += run->outcome == REACHED || run->outcome == ASSERTED || WIFEXITED(status) && WEXITSTATUS(status) == SANITIZER;
        late += WIFSIGNALED(status) && (WTERMSIG(status) == SIGKILL || WTERMSIG(status) == SIGALRM);
        if (run->mode == ENUMERATED && !next_script()) {
            complete = 1;
            if (!arguments) break;
            n = limit - 1;
        }
    }
    fprintf(out, "end %d\n", complete);
    fclose(out);
    _exit(0);
}
