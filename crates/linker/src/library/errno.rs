//! Which functions of the library leave `errno` alone.
//!
//! Any function may set `errno` to a number that is not zero, whether or not there is an error, unless its description
//! says otherwise (C17 7.5p3), and one that succeeds is allowed to (POSIX, errno). So this is a list of exceptions:
//! functions of which C, POSIX or glibc say that they do not, or whose code has no way to, and those whose models say
//! exactly what is in `errno` afterwards. After a call of any other one `errno` is what it was, or some error.

use super::{Meaning, is_conventional, meaning, without_builtin_prefix};
use argand_cfa::{Body, FuncId, Origin, Program};

/// The function of the models that leaves `errno` as it is or sets it. Only programs that look at `errno` have it.
pub(crate) const SETTER: &str = "__argand_leave_errno_open";

/// Functions that only look at bytes and move them.
const BYTES: &str = "memcpy memmove memset memcmp bcmp memchr memrchr rawmemchr memmem mempcpy memccpy bzero \
    explicit_bzero bcopy swab strlen strnlen strcpy stpcpy strncpy stpncpy strlcpy strlcat strcat strncat strcmp \
    strncmp strcasecmp strncasecmp strchr index strchrnul strrchr rindex strstr strcasestr strspn strcspn strpbrk \
    strsep strtok strtok_r strverscmp wcslen wcsnlen wcscpy wcpcpy wcsncpy wcpncpy wcscat wcsncat wcscmp wcsncmp \
    wmemcmp wcschr wcschrnul wcsrchr wcsstr wcswcs wcsspn wcscspn wcspbrk wcstok wmemset wmemcpy wmempcpy wmemmove \
    wmemchr htonl htons ntohl ntohs insque remque";

/// Functions of characters and numbers that have no errors.
const NUMBERS: &str = "isupper islower isalpha isdigit isxdigit isspace isprint isgraph isblank iscntrl ispunct \
    isalnum isascii toascii tolower toupper ctype_b_loc ctype_tolower_loc ctype_toupper_loc iswalpha iswupper \
    iswlower iswdigit iswxdigit iswspace iswalnum iswpunct iswprint iswgraph iswcntrl iswblank towupper towlower abs \
    labs llabs imaxabs ffs ffsl ffsll div ldiv lldiv frexp frexpf frexpl modf modff modfl rand rand_r srand";

/// `free` keeps `errno` since glibc 2.33; of the others POSIX says that they do, or that they have no errors.
/// What a function that is called back does is its own affair.
const SPOKEN_FOR: &str = "free cfree alloca qsort qsort_r bsearch lfind lsearch feof ferror clearerr feof_unlocked \
    ferror_unlocked clearerr_unlocked getpid getppid gettid getuid geteuid getgid getegid getpgrp umask errno_location CPROVER_assert \
    ESBMC_assert klee_make_symbolic klee_int klee_range klee_prefer_cex";

/// Functions whose models set `errno` where they do, and only there.
const EXACT: &str = "strtol strtoll strtoul strtoull strtoq strtouq strtoimax strtoumax";

/// Whether a function may leave something in `errno` that its code here does not say.
pub(crate) fn may_set_errno(program: &Program, func: FuncId) -> bool {
    let name = without_builtin_prefix(program.func_name(func));
    let function = &program.functions[func];
    let of_the_library = match function.body {
        Body::Defined { .. } => function.origin == Origin::Library,
        Body::Extern(_) => !is_conventional(name) && matches!(meaning(name), Meaning::Known(_)),
    };
    of_the_library && !keeps(name)
}

fn keeps(name: &str) -> bool {
    let plain = plain(name);
    [BYTES, NUMBERS, SPOKEN_FOR, EXACT].iter().any(|names| names.split_whitespace().any(|n| n == plain))
}

/// The function that a variant of it is one of: `strcpy` of `__strcpy_chk`.
fn plain(name: &str) -> &str {
    let name = name.strip_prefix("__argand_sign_").unwrap_or(name);
    let name = name.strip_prefix("__builtin_").unwrap_or(name);
    let name = name.strip_prefix("__").unwrap_or(name);
    let name = name.strip_prefix("isoc23_").unwrap_or(name);
    name.strip_suffix("_chk").unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exceptions_are_functions_of_the_library() {
        for name in [BYTES, NUMBERS, SPOKEN_FOR, EXACT].iter().flat_map(|names| names.split_whitespace()) {
            let known = |name: &str| matches!(meaning(name), Meaning::Known(_) | Meaning::Model);
            assert!(known(name) || known(&format!("__{name}")), "{name} has no meaning");
        }
    }

    #[test]
    fn variants_of_a_function_are_seen_through() {
        for name in ["__strcpy_chk", "__builtin_strlen", "__builtin___memcpy_chk", "__argand_sign_strcmp"] {
            assert!(keeps(name), "{name}");
        }
        assert!(keeps("__isoc23_strtol") && keeps("__ctype_b_loc") && keeps("__errno_location"));
        for name in ["malloc", "printf", "ldexp", "ldexpf", "atof", "sscanf", "pclose", "strerror", "readdir"]
        {
            assert!(!keeps(name), "{name}");
        }
    }
}
