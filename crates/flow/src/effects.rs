//! What a call of a function without a body does: the one description that everybody takes.
//!
//! An analysis may know more of a call and use it; it never decides on its own what a call leaves alone. The
//! description over-approximates: what is not listed under [`Effects::writes`] is not written.
//!
//! Functions of the C library that are not in [`LibFn`] are models in C (`linker/models`), so that their
//! effects are those of their code; what a model leaves open it says with [`LibFn::Open`] and
//! [`LibFn::OpenMemory`].

use argand_cfa::LibFn;

/// Memory that a call touches. Arguments are numbered from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Memory {
    /// Bytes from where an argument points to.
    Behind {
        /// The argument.
        pointer: usize,
        /// How many.
        extent: Extent,
    },
    /// Whatever the arguments point to, directly or through other pointers, from this argument on. Pointers to
    /// `const` are not written through, but what they lead to may hold pointers that are.
    Reachable {
        /// The first of the arguments.
        from: usize,
    },
    /// What the arguments from this one on point to: strings that `%s` reads, numbers that `%n` writes.
    Variadic {
        /// The first of the arguments.
        from: usize,
    },
    /// What the arguments in a `va_list` point to, likewise, and the list itself.
    List {
        /// The argument that is the list.
        list: usize,
    },
}

/// How many bytes a call touches behind an argument.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Extent {
    /// As many as the argument with this number says.
    Argument(usize),
    /// Those of a `va_list`.
    List,
    /// As many as it likes, from there on.
    Unknown,
}

/// What a call returns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Returned {
    /// Nothing.
    Nothing,
    /// Whatever the world outside says: an input.
    Input,
    /// A value that a model leaves open: anything for a proof, and no evidence.
    Open,
    /// A value that depends on what the call reads.
    Computed,
    /// The argument of this number.
    Argument(usize),
    /// The address of a new object, or null. The arguments from `first` to `last` multiply to its size.
    Object {
        /// The first factor of the size.
        first: usize,
        /// The last factor of the size.
        last: usize,
        /// Whether it is zero at first.
        zeroed: bool,
        /// Whether it lives only until the function returns.
        automatic: bool,
    },
}

/// What a call of a function without a body does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effects {
    /// The memory it reads.
    pub reads: &'static [Memory],
    /// The memory it writes.
    pub writes: &'static [Memory],
    /// Copies the bytes behind the second of these arguments, pointers in them included, to those behind the first.
    pub copies: Option<(usize, usize)>,
    /// The argument whose object it ends.
    pub frees: Option<usize>,
    /// The argument that says how the variadic arguments are printed: without `%n` in it none is written through.
    pub format: Option<usize>,
    /// What it returns.
    pub returns: Returned,
    /// Whether it comes back.
    pub comes_back: bool,
    /// Whether calling it is an error of the program, after which anything may happen.
    pub undefined: bool,
}

const PURE: Effects = Effects {
    reads: &[],
    writes: &[],
    copies: None,
    frees: None,
    format: None,
    returns: Returned::Nothing,
    comes_back: true,
    undefined: false,
};

const fn behind(pointer: usize, extent: Extent) -> Memory {
    Memory::Behind { pointer, extent }
}

const FIRST_SIZED: Memory = behind(0, Extent::Argument(1));
const FIRST_COUNTED: Memory = behind(0, Extent::Argument(2));
const SECOND_COUNTED: Memory = behind(1, Extent::Argument(2));
const FIRST_TEXT: Memory = behind(0, Extent::Unknown);
const SECOND_TEXT: Memory = behind(1, Extent::Unknown);
const THIRD_TEXT: Memory = behind(2, Extent::Unknown);
const FIRST_LIST: Memory = behind(0, Extent::List);
const SECOND_LIST: Memory = behind(1, Extent::List);

impl Effects {
    /// What a call of this function does.
    #[must_use]
    pub const fn of(function: LibFn) -> Self {
        match function {
            LibFn::Undefined | LibFn::Nondet | LibFn::Foreign => Self { returns: Returned::Input, ..PURE },
            LibFn::Outside => Self {
                reads: &[Memory::Reachable { from: 0 }],
                writes: &[Memory::Reachable { from: 0 }],
                returns: Returned::Input,
                ..PURE
            },
            LibFn::NondetMemory | LibFn::OpenMemory => Self { writes: &[FIRST_SIZED], ..PURE },
            LibFn::Open => Self { returns: Returned::Open, ..PURE },
            LibFn::Malloc => Self { returns: new_object(0, false, false), ..PURE },
            LibFn::Calloc => Self { returns: new_object(1, true, false), ..PURE },
            LibFn::Alloca => Self { returns: new_object(0, false, true), ..PURE },
            LibFn::Free => Self { frees: Some(0), ..PURE },
            LibFn::Memcpy | LibFn::Memmove => Self {
                reads: &[SECOND_COUNTED],
                writes: &[FIRST_COUNTED],
                copies: Some((0, 1)),
                returns: Returned::Argument(0),
                ..PURE
            },
            LibFn::Memset => Self { writes: &[FIRST_COUNTED], returns: Returned::Argument(0), ..PURE },
            LibFn::Exit | LibFn::Abort => Self { comes_back: false, ..PURE },
            LibFn::AssertFail => Self { comes_back: false, reads: &[Memory::Variadic { from: 0 }], ..PURE },
            LibFn::Unreachable => Self { comes_back: false, undefined: true, ..PURE },
            // Runs end in a call of null. That it comes back adds paths, and no slice has to know where it is not reached.
            LibFn::UnknownCallee | LibFn::NullCall => {
                Self { undefined: true, returns: Returned::Computed, ..PURE }
            }
            LibFn::Printf => Self {
                reads: &[FIRST_TEXT, Memory::Variadic { from: 1 }],
                writes: &[Memory::Variadic { from: 1 }],
                format: Some(0),
                returns: Returned::Computed,
                ..PURE
            },
            LibFn::Fprintf => Self {
                reads: &[SECOND_TEXT, Memory::Variadic { from: 2 }],
                writes: &[Memory::Variadic { from: 2 }],
                format: Some(1),
                returns: Returned::Computed,
                ..PURE
            },
            LibFn::Sprintf => Self {
                reads: &[SECOND_TEXT, Memory::Variadic { from: 2 }],
                writes: &[FIRST_TEXT, Memory::Variadic { from: 2 }],
                format: Some(1),
                returns: Returned::Computed,
                ..PURE
            },
            LibFn::Snprintf => Self {
                reads: &[THIRD_TEXT, Memory::Variadic { from: 3 }],
                writes: &[FIRST_SIZED, Memory::Variadic { from: 3 }],
                format: Some(2),
                returns: Returned::Computed,
                ..PURE
            },
            LibFn::Vprintf => Self {
                reads: &[FIRST_TEXT, Memory::List { list: 1 }],
                writes: &[Memory::List { list: 1 }],
                format: Some(0),
                returns: Returned::Computed,
                ..PURE
            },
            LibFn::Vfprintf => Self {
                reads: &[SECOND_TEXT, Memory::List { list: 2 }],
                writes: &[Memory::List { list: 2 }],
                format: Some(1),
                returns: Returned::Computed,
                ..PURE
            },
            LibFn::Vsprintf => Self {
                reads: &[SECOND_TEXT, Memory::List { list: 2 }],
                writes: &[FIRST_TEXT, Memory::List { list: 2 }],
                format: Some(1),
                returns: Returned::Computed,
                ..PURE
            },
            LibFn::Vsnprintf => Self {
                reads: &[THIRD_TEXT, Memory::List { list: 3 }],
                writes: &[FIRST_SIZED, Memory::List { list: 3 }],
                format: Some(2),
                returns: Returned::Computed,
                ..PURE
            },
            LibFn::Puts | LibFn::Fputs => Self { reads: &[FIRST_TEXT], returns: Returned::Computed, ..PURE },
            LibFn::Putchar => Self { returns: Returned::Computed, ..PURE },
            LibFn::VaStart => Self { writes: &[FIRST_LIST], ..PURE },
            LibFn::VaArg => {
                Self { reads: &[FIRST_LIST], writes: &[FIRST_LIST], returns: Returned::Computed, ..PURE }
            }
            LibFn::VaEnd => Self { reads: &[FIRST_LIST], writes: &[FIRST_LIST], ..PURE },
            LibFn::VaCopy => Self { reads: &[SECOND_LIST], writes: &[FIRST_LIST], ..PURE },
        }
    }

    /// The argument that is a list of what is printed.
    #[must_use]
    pub fn list(&self) -> Option<usize> {
        self.reads.iter().find_map(|memory| match *memory {
            Memory::List { list } => Some(list),
            Memory::Behind { .. } | Memory::Reachable { .. } | Memory::Variadic { .. } => None,
        })
    }

    /// How many arguments a call must have for this to say what it does.
    #[must_use]
    pub fn arguments(&self) -> usize {
        let of_memory = |memory: &Memory| match *memory {
            Memory::Behind { pointer, extent: Extent::Argument(size) } => pointer.max(size) + 1,
            Memory::Behind { pointer, extent: Extent::List | Extent::Unknown } => pointer + 1,
            Memory::List { list } => list + 1,
            Memory::Reachable { .. } | Memory::Variadic { .. } => 0,
        };
        let returned = match self.returns {
            Returned::Argument(index) => index + 1,
            Returned::Object { last, .. } => last + 1,
            Returned::Nothing | Returned::Input | Returned::Open | Returned::Computed => 0,
        };
        let named = self.frees.max(self.format).map_or(0, |index| index + 1);
        self.reads.iter().chain(self.writes).map(of_memory).fold(returned.max(named), usize::max)
    }
}

const fn new_object(last: usize, zeroed: bool, automatic: bool) -> Returned {
    Returned::Object { first: 0, last, zeroed, automatic }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn effects_say_how_many_arguments_they_need() {
        let arguments = |function| Effects::of(function).arguments();
        assert_eq!([LibFn::Nondet, LibFn::Outside, LibFn::Exit, LibFn::AssertFail].map(arguments), [0; 4]);
        assert_eq!([LibFn::Malloc, LibFn::Alloca, LibFn::Free, LibFn::Printf].map(arguments), [1; 4]);
        assert_eq!([LibFn::Calloc, LibFn::OpenMemory, LibFn::VaCopy, LibFn::Sprintf].map(arguments), [2; 4]);
        assert_eq!([LibFn::Memcpy, LibFn::Memset, LibFn::Snprintf, LibFn::Vfprintf].map(arguments), [3; 4]);
        assert_eq!(arguments(LibFn::Vsnprintf), 4);
    }
}
