//! The functions without a body that have a meaning of their own: a small closed set of effects that C cannot say.

/// What a call of a function without a body does. `dst` is the variable that takes the result.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LibFn {
    /// A function of the user's that is defined nowhere and taken to change nothing: returns any value.
    Undefined,
    /// A function of the user's that is defined nowhere: returns any value, and may write whatever its arguments
    /// reach through pointers that are not `const`.
    Outside,
    /// `__VERIFIER_nondet_*`: any value of the result type (`_Bool`: 0 or 1).
    Nondet,
    /// `__VERIFIER_nondet_memory(p, n)`: any bytes in `n` bytes from `p`.
    NondetMemory,
    /// A result that the model of a library function leaves open: any value, and no evidence of anything.
    Open,
    /// `(p, n)`: content of `n` bytes from `p` that the model of a library function leaves open, likewise.
    OpenMemory,
    /// `malloc(n)`: a new object with arbitrary content.
    Malloc,
    /// `calloc(n, m)`: a new object of zero bytes.
    Calloc,
    /// `free(p)`.
    Free,
    /// `alloca(n)`: a new object that lives until the function returns.
    Alloca,
    /// `memcpy(d, s, n)`: returns `d`; the stretches must not overlap.
    Memcpy,
    /// `memmove(d, s, n)`: returns `d`.
    Memmove,
    /// `memset(d, c, n)`: returns `d`.
    Memset,
    /// `exit(n)`, `_Exit`, `_exit`: ends the program; a `Halt` edge follows.
    Exit,
    /// `abort()` and `__builtin_trap()`: ends the program; a `Halt` edge follows.
    Abort,
    /// `__assert_fail(...)`: a failed `assert`; a `Halt` edge follows.
    AssertFail,
    /// `__builtin_unreachable()`: reaching it is undefined; a `Halt` edge follows.
    Unreachable,
    /// `printf(fmt, ...)`.
    Printf,
    /// `fprintf(file, fmt, ...)`.
    Fprintf,
    /// `sprintf(buf, fmt, ...)`.
    Sprintf,
    /// `snprintf(buf, n, fmt, ...)`.
    Snprintf,
    /// `vprintf(fmt, ap)`.
    Vprintf,
    /// `vfprintf(file, fmt, ap)`.
    Vfprintf,
    /// `vsprintf(buf, fmt, ap)`.
    Vsprintf,
    /// `vsnprintf(buf, n, fmt, ap)`.
    Vsnprintf,
    /// `puts(s)`.
    Puts,
    /// `fputs(s, file)`.
    Fputs,
    /// `putchar(c)`, `putc(c, file)`, `fputc(c, file)`: only the first argument matters.
    Putchar,
    /// `va_start(ap)`: the argument is the address of the list.
    VaStart,
    /// `va_arg(ap, T)`: the argument is the address of the list, `dst` has type `T`.
    VaArg,
    /// `va_end(ap)`.
    VaEnd,
    /// `va_copy(dst, src)`: two addresses of lists.
    VaCopy,
    /// A call through a pointer that is none of the functions it could be. Undefined when reached.
    UnknownCallee,
    /// A call through a null pointer: an invalid access, with which a run ends.
    NullCall,
    /// `(p, ...)`: a call through a pointer `p` that is neither null nor any of the functions it could be: of a function
    /// of the world outside that changes nothing, where `p` came from there, and undefined otherwise.
    Foreign,
}
