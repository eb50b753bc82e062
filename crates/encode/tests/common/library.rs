//! Programs that use the functions without a body, one after the other, and then look at all that the call could
//! have changed: what every analysis is held against runs on.

use argand_cfa::{Body, DataModel, LibFn, Program};
use argand_frontend_c::{Options, load_str};
use argand_linker::{ExternPolicy, Externs};

/// Declarations for the uses.
const DECLARATIONS: &str = r#"
typedef __builtin_va_list va_list;
typedef __SIZE_TYPE__ size_t;
typedef struct _IO_FILE FILE;
extern FILE *stdout;
int printf(const char *, ...);
int fprintf(FILE *, const char *, ...);
int sprintf(char *, const char *, ...);
int snprintf(char *, size_t, const char *, ...);
int vprintf(const char *, va_list);
int vfprintf(FILE *, const char *, va_list);
int vsprintf(char *, const char *, va_list);
int vsnprintf(char *, size_t, const char *, va_list);
int puts(const char *);
int fputs(const char *, FILE *);
int putchar(int);
void *malloc(size_t);
void *calloc(size_t, size_t);
void free(void *);
void *memcpy(void *, const void *, size_t);
void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t);
void exit(int);
void abort(void);
void __assert_fail(const char *, const char *, unsigned, const char *);
int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
int other(void *, size_t);
extern int (*hook)(int);
struct Pair { int a; int *to; };
static char text[32] = "abcdef";
"#;

/// What a program does with a function without a body.
struct Use {
    /// In `main`.
    call: &'static str,
    /// In a variadic function with its list of arguments.
    with_list: &'static str,
}

const fn direct(call: &'static str) -> Use {
    Use { call, with_list: "" }
}

/// Uses of a function. Some have no name in C; calls of `other` then stand for them.
fn uses(model: LibFn) -> Vec<Use> {
    let direct = |calls: &[&'static str]| calls.iter().copied().map(direct).collect();
    let listed = |lists: &[&'static str]| {
        lists.iter().map(|with_list| Use { call: "y = variadic(1, &x, 3, 2.5);", with_list }).collect()
    };
    match model {
        LibFn::Undefined | LibFn::Open => direct(&["y = other(&x, 4);"]),
        LibFn::Outside | LibFn::NondetMemory | LibFn::OpenMemory => direct(&[
            "other(&x, 4);",
            "other(text + 1, 3);",
            "other(heap, few);",
            "other(&pair, 4);",
            "other(&x, 0);",
            "other(&p, sizeof p);",
        ]),
        LibFn::Nondet => direct(&["y = __VERIFIER_nondet_int();"]),
        LibFn::Malloc => direct(&[
            "p = malloc(8); if (!p) return 0; *p = 3;",
            "char *m = malloc(few + 1); if (!m) return 0; m[few] = 1; y = m[few]; p = (int *)m;",
            "heap = malloc(0);",
        ]),
        LibFn::Calloc => direct(&[
            "p = calloc(2, 4); if (!p) return 0; y = p[1];",
            "p = calloc(few + 1, 4); if (!p) return 0; y = p[few];",
            "p = calloc(-1, 16);",
        ]),
        LibFn::Free => direct(&[
            "free(heap); heap = malloc(4); if (!heap) return 0;",
            "free(0);",
            "int *before = heap; free(heap); heap = malloc(4); if (!heap) return 0; if (heap == before) y = 1;",
        ]),
        LibFn::Alloca => direct(&[
            "p = __builtin_alloca(8); *p = 4;",
            "for (int i = 0; i < 2; i++) { q = p; p = __builtin_alloca(few + 4); *p = i; }",
        ]),
        LibFn::Memcpy => direct(&[
            "memcpy(&x, &y, 4);",
            "memcpy(text + 1, &x, 3);",
            "memcpy(&y, text, 0);",
            "memcpy(&p, &q, sizeof p);",
            "memcpy(&x, text, few);",
            "memcpy(heap, &x, size);",
            "struct Pair copy = {2, &y}; memcpy(&pair, &copy, sizeof pair);",
            "memcpy(text, &q, sizeof q); memcpy(&p, text, sizeof p);",
            "p = memcpy(heap, &y, 2);",
        ]),
        LibFn::Memmove => direct(&[
            "memmove(text + 1, text, 4);",
            "memmove(text, text + few, 3);",
            "memmove(&x, text, 2);",
            "memmove(&p, &q, 2 * size);",
            "memmove(&p, &q, few);",
        ]),
        LibFn::Memset => direct(&[
            "memset(text + 2, 'z', 3);",
            "memset(&x, 0, 1);",
            "memset(&y, 1, 0);",
            "memset(text, 1, size);",
            "memset(text + few, 0, few);",
            "memset(&x, x + 256, 2);",
            "memset(&p, 0, sizeof p);",
            "memset(&pair, 0, sizeof pair);",
            "memset(heap, 255, 4);",
        ]),
        LibFn::Exit => direct(&["if (x == 5) exit(3);", "if (few == 2) exit(few);"]),
        LibFn::Abort => direct(&["if (x == 5) abort();"]),
        LibFn::AssertFail => direct(&["if (x == 5) __assert_fail(text, text, 1, text);"]),
        LibFn::Unreachable => direct(&["if (x == 6) __builtin_unreachable();"]),
        LibFn::Printf => direct(&[
            r#"y = printf("ab%n%hhn\n", &x, text + 3);"#,
            r#"printf("%ln\n", (long *)&p);"#,
            r#"y = printf("%s %d\n", text, few);"#,
            r#"y = printf(text);"#,
        ]),
        LibFn::Fprintf => direct(&[
            r#"y = fprintf(stdout, "ab%n%hn\n", p, (short *)text);"#,
            r#"y = fprintf(stdout, "%d %s\n", *p, text);"#,
        ]),
        LibFn::Sprintf => direct(&[
            r#"y = sprintf(text + 1, "%d%n", 42, &x);"#,
            r#"y = sprintf(text, "%d", few);"#,
            r#"y = sprintf(text + 2, "%s", "xy");"#,
        ]),
        LibFn::Snprintf => direct(&[
            r#"y = snprintf(text + 1, 3, "%d%n", 12345, &x);"#,
            r#"y = snprintf(text, 0, "%d", y);"#,
            r#"y = snprintf(text, few, "abc");"#,
        ]),
        LibFn::Vprintf => {
            listed(&[r#"n = vprintf("ab%n%d%f\n", list);"#, r#"n = vprintf("%p %d %f\n", list);"#])
        }
        LibFn::Vfprintf => {
            listed(&[r#"n = vfprintf(stdout, "ab%n\n", list);"#, r#"n = vfprintf(stdout, "%p\n", list);"#])
        }
        LibFn::Vsprintf => listed(&[
            r#"n = vsprintf(text + 1, "ab%n%d\n", list);"#,
            r#"__builtin_va_arg(list, int *); n = vsprintf(text + 1, "ab%d\n", list);"#,
        ]),
        LibFn::Vsnprintf => listed(&[
            r#"n = vsnprintf(text + 1, 2, "ab%n\n", list);"#,
            r#"__builtin_va_arg(list, int *); n = vsnprintf(text + 1, 2, "ab%d\n", list);"#,
        ]),
        LibFn::Puts => direct(&["y = puts(text);"]),
        LibFn::Fputs => direct(&["y = fputs(text, stdout);"]),
        LibFn::Putchar => direct(&["y = putchar(x);", "y = putchar(few + 254);"]),
        LibFn::VaStart | LibFn::VaArg | LibFn::VaEnd => listed(&[
            "int *to = __builtin_va_arg(list, int *); *to = 9;",
            "__builtin_va_arg(list, int *); n = __builtin_va_arg(list, int); \
             if (__builtin_va_arg(list, double) == 2.5) n++;",
        ]),
        LibFn::VaCopy => listed(&[
            "va_list copy; __builtin_va_copy(copy, list); *__builtin_va_arg(copy, int *) = 9; __builtin_va_end(copy);",
            "va_list copy; __builtin_va_arg(list, int *); __builtin_va_copy(copy, list); \
             n = __builtin_va_arg(copy, int) + __builtin_va_arg(list, int); __builtin_va_end(copy);",
        ]),
        LibFn::UnknownCallee => direct(&["((void (*)(struct Pair))0)(pair);"]),
        LibFn::NullCall => direct(&["int (*none)(int) = 0; if (few == 2) y = none(x);"]),
        LibFn::Foreign => direct(&["y = hook(x);", "if (hook != 0) y = hook(few);"]),
    }
}

/// Programs that use a function without a body, each with the use by name.
pub fn programs(function: LibFn, model: DataModel) -> Vec<(String, Program)> {
    let named = |used: Use| {
        let name = format!("{function:?} in {model:?}: {} {}", used.call, used.with_list);
        let program = program(function, model, &used);
        (name, program)
    };
    uses(function).into_iter().map(named).collect()
}

fn program(function: LibFn, model: DataModel, used: &Use) -> Program {
    let Use { call, with_list } = used;
    let text = format!(
        "{DECLARATIONS}
static int variadic(int n, ...) {{
    va_list list; __builtin_va_start(list, n); {with_list} __builtin_va_end(list); return n;
}}
int main(void) {{
    int x = 5, y = 7, *p = &x, *q = &y, **pp = &p;
    size_t size = 4;
    unsigned few = __VERIFIER_nondet_uchar() % 4u;
    struct Pair pair = {{1, &x}};
    int *heap = malloc(4);
    if (!heap) return 0;
    *heap = 3;
    if (x == 3) variadic(0, &y);
    {call}
    int n = 0;
    if (x == 5) n++;
    if (y == 7) n++;
    if (y > 7) n++;
    if (few == 2) n++;
    if (pair.a == 1 && *pair.to == 5) n++;
    if (text[0] == 'a' && text[2] == 'c') n++;
    if (text[1] == 'a' || text[1] == '4') n++;
    if (text[5] == 'f') n++;
    if (heap != p) n++;
    if (size == 4 && *q == 7) n++;
    if (p == &x && *pp == &x && **pp == 5) n++;
    if (p == &y) n++;
    if (heap && *heap == 3) n++;
    return n;
}}
"
    );
    // Only where functions outside change nothing are those behind pointers called.
    let is_through_pointer = matches!(function, LibFn::Foreign | LibFn::NullCall);
    let default = if is_through_pointer { Externs::Pure } else { Externs::Write };
    let externs = ExternPolicy { default, ..ExternPolicy::default() };
    let options = Options { data_model: model, externs, ..Options::default() };
    let loaded = load_str(&text, &options);
    let mut program = loaded.unwrap_or_else(|e| panic!("{function:?}: {e}\n{text}")).program;
    let unknown = matches!(
        function,
        LibFn::Undefined | LibFn::Outside | LibFn::Open | LibFn::OpenMemory | LibFn::NondetMemory
    );
    if let (true, Some(other)) = (unknown, program.find_function("other")) {
        program.functions[other].body = Body::Extern(function);
    }
    let is_used = program.extern_calls.indices().any(|call| program.extern_model(call) == function);
    assert!(is_used, "{function:?} is not called");
    program
}
