//! What is known of the C library.
//!
//! A function that the program uses and does not define means one of three things: something every analysis
//! knows ([`LibFn`]), a model written in C and lowered like the user's code (the folder `models`), or
//! something that cannot be expressed. Nothing here applies to a function the program defines itself.

mod errno;
mod forms;
mod models;
mod signature;
mod unmodelled;

pub(crate) use errno::{SETTER, may_set_errno};
pub use forms::{CallForm, PureFunction, call_form, is_no_call};
pub use models::{model_names, models_for};
pub use signature::fits;

use argand_cfa::LibFn;

/// What a library function means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// Every analysis knows it.
    Known(LibFn),
    /// It has a model in C.
    Model,
    /// Calls of it cannot be expressed, for this reason.
    Unsupported(&'static str),
    /// It is a function of the C library with this number of parameters, and nobody has written a model of it.
    Unmodelled(usize),
    /// It is not known.
    Unknown,
}

/// What the library says of a function of this name.
#[must_use]
pub fn meaning(name: &str) -> Meaning {
    if let Some(known) = known(name) {
        return Meaning::Known(known);
    }
    if models::provides(name) {
        return Meaning::Model;
    }
    match (unsupported(name), unmodelled::parameters(name)) {
        (Some(reason), _) => Meaning::Unsupported(reason),
        (None, Some(parameters)) => Meaning::Unmodelled(parameters),
        (None, None) => Meaning::Unknown,
    }
}

/// The library function that a compiler builtin stands for: `__builtin_strlen` is `strlen`.
#[must_use]
pub fn without_builtin_prefix(name: &str) -> &str {
    match name.strip_prefix("__builtin_") {
        Some(rest) if meaning(rest) != Meaning::Unknown => rest,
        _ => name,
    }
}

/// Functions that allocate, each with the model of it that may fail.
pub const FAILING: [(&str, &str); 2] =
    [("malloc", "__argand_failing_malloc"), ("calloc", "__argand_failing_calloc")];

fn known(name: &str) -> Option<LibFn> {
    Some(match name {
        "malloc" | "__argand_malloc" => LibFn::Malloc,
        "calloc" | "__argand_calloc" => LibFn::Calloc,
        "free" | "cfree" => LibFn::Free,
        "alloca" | "__builtin_alloca" => LibFn::Alloca,
        "memcpy" | "__memcpy_chk" | "__builtin___memcpy_chk" => LibFn::Memcpy,
        "memmove" | "__memmove_chk" | "__builtin___memmove_chk" => LibFn::Memmove,
        "memset" | "__memset_chk" | "__builtin___memset_chk" => LibFn::Memset,
        "exit" | "_exit" | "_Exit" => LibFn::Exit,
        "abort" | "__builtin_trap" => LibFn::Abort,
        "__assert_fail" | "__assert_perror_fail" | "__assert" | "__assert_rtn" | "__assert2" => {
            LibFn::AssertFail
        }
        "__builtin_unreachable" => LibFn::Unreachable,
        "printf" => LibFn::Printf,
        "fprintf" => LibFn::Fprintf,
        "sprintf" => LibFn::Sprintf,
        "snprintf" => LibFn::Snprintf,
        "vprintf" => LibFn::Vprintf,
        "vfprintf" => LibFn::Vfprintf,
        "vsprintf" => LibFn::Vsprintf,
        "vsnprintf" => LibFn::Vsnprintf,
        "puts" => LibFn::Puts,
        "fputs" | "fputs_unlocked" => LibFn::Fputs,
        "putchar" | "putc" | "fputc" | "_IO_putc" | "putchar_unlocked" | "putc_unlocked" => LibFn::Putchar,
        "__VERIFIER_nondet_memory" | "__argand_any_bytes" => LibFn::NondetMemory,
        "__argand_open_bytes" => LibFn::OpenMemory,
        _ if name.starts_with("__argand_open_") => LibFn::Open,
        _ if ["__VERIFIER_nondet_", "__argand_any_"].iter().any(|p| name.starts_with(p)) => LibFn::Nondet,
        _ => return None,
    })
}

/// Functions whose effect on control flow, or on the world the program can see again, has no model.
fn unsupported(name: &str) -> Option<&'static str> {
    Some(match name {
        "setjmp" | "_setjmp" | "__sigsetjmp" | "sigsetjmp" | "longjmp" | "_longjmp" | "siglongjmp"
        | "__builtin_setjmp" | "__builtin_longjmp" => "setjmp and longjmp",
        "fork" | "vfork" | "clone" => "more than one process",
        "pthread_create" | "thrd_create" => "more than one thread",
        "signal" | "sigaction" | "raise" | "kill" | "killpg" | "alarm" | "setitimer" => "signals",
        "atexit" | "on_exit" | "at_quick_exit" | "quick_exit" => "functions that run at exit",
        "getcontext" | "setcontext" | "makecontext" | "swapcontext" => "contexts",
        "execl" | "execlp" | "execle" | "execv" | "execvp" | "execve" | "execvpe" | "fexecve"
        | "posix_spawn" | "posix_spawnp" => "running another program",
        "putenv" | "setenv" | "unsetenv" | "clearenv" => "changes of the environment",
        "dlopen" | "dlsym" => "loading code at run time",
        "mmap" | "munmap" | "mremap" | "brk" | "sbrk" => "memory mappings",
        "swprintf" | "vswprintf" | "wprintf" | "fwprintf" | "vwprintf" | "vfwprintf" => {
            "formatted output of wide characters"
        }
        "wscanf" | "fwscanf" | "swscanf" | "vwscanf" | "vfwscanf" | "vswscanf" => {
            "formatted input of wide characters"
        }
        "fesetround" | "fesetenv" | "feupdateenv" | "fesetmode" => "other rounding of floating numbers",
        "feenableexcept" | "fedisableexcept" => "traps of floating numbers",
        "syscall" => "system calls by number",
        "ioctl" | "__argand_unsupported_request" => "requests to devices",
        "__argand_unsupported_binary" => "binary numbers in texts",
        "__argand_unsupported_buffer" => "a buffer that a stream keeps",
        "__argand_unsupported_environment" => "many variables of the environment",
        "__argand_unsupported_conversion" => "a conversion of formatted input that is not modelled",
        _ => return None,
    })
}

/// Names that need no model because a property or the lowering gives them their meaning.
#[must_use]
pub fn is_conventional(name: &str) -> bool {
    name.starts_with("__VERIFIER_")
        || name.starts_with("__argand_")
        || name.starts_with("__builtin_")
        || name.starts_with("__sync_")
        || name.starts_with("__atomic_")
        || name == "reach_error"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn builtins_are_the_library_functions_they_stand_for() {
        assert_eq!(without_builtin_prefix("__builtin_strlen"), "strlen");
        assert_eq!(without_builtin_prefix("__builtin_memcpy"), "memcpy");
        assert_eq!(without_builtin_prefix("__builtin_trap"), "__builtin_trap");
        assert_eq!(without_builtin_prefix("strlen"), "strlen");
    }

    #[test]
    fn input_functions_of_any_type_are_known() {
        for name in ["int", "uchar", "loff_t", "unsigned", "pthread_t", "u32"] {
            assert_eq!(meaning(&format!("__VERIFIER_nondet_{name}")), Meaning::Known(LibFn::Nondet));
        }
        assert_eq!(meaning("__VERIFIER_nondet_memory"), Meaning::Known(LibFn::NondetMemory));
        assert_eq!(meaning("frobnicate"), Meaning::Unknown);
    }
}
