//! The words of the text form, and the way back from each word to what it means.
//!
//! Every table is one exhaustive match, so that a new variant without a word does not compile.

use crate::expr::{BinaryOp, Intrinsic, OverflowOp};
use crate::program::{BranchKind, LibFn, NondetSource, VarKind};

/// Defines `word(value)` and `find(text)` from one list of variants.
macro_rules! words {
    ($module:ident, $ty:ident, { $($variant:ident => $word:literal),+ $(,)? } $(, else { $($rest:pat => $other:expr),+ $(,)? })?) => {
        pub(crate) mod $module {
            use super::*;
            /// The values that are one word.
            #[allow(dead_code, reason = "not every table is asked for all it has")]
            pub(crate) const ALL: &[$ty] = &[$($ty::$variant),+];
            /// The word of a value.
            pub(crate) const fn word(value: $ty) -> &'static str {
                match value {
                    $($ty::$variant => $word,)+
                    $($($rest => $other,)+)?
                }
            }
            /// The value of a word.
            pub(in crate::text) fn find(word: &str) -> Option<$ty> {
                Some(match word {
                    $($word => $ty::$variant,)+
                    _ => return None,
                })
            }
        }
    };
}

words!(lib_fn, LibFn, {
    Undefined => "Undefined", Outside => "Outside", Nondet => "Nondet", NondetMemory => "NondetMemory",
    Open => "Open", OpenMemory => "OpenMemory", Malloc => "Malloc",
    Calloc => "Calloc", Free => "Free", Alloca => "Alloca", Memcpy => "Memcpy", Memmove => "Memmove",
    Memset => "Memset", Exit => "Exit", Abort => "Abort", AssertFail => "AssertFail",
    Unreachable => "Unreachable", Printf => "Printf", Fprintf => "Fprintf", Sprintf => "Sprintf",
    Snprintf => "Snprintf", Vprintf => "Vprintf", Vfprintf => "Vfprintf", Vsprintf => "Vsprintf",
    Vsnprintf => "Vsnprintf", Puts => "Puts", Fputs => "Fputs", Putchar => "Putchar",
    VaStart => "VaStart", VaArg => "VaArg", VaEnd => "VaEnd", VaCopy => "VaCopy",
    UnknownCallee => "UnknownCallee", NullCall => "NullCall", Foreign => "Foreign",
});

words!(nondet, NondetSource, {
    Asm => "Asm", MainArgs => "MainArgs", UndefinedVar => "UndefinedVar", Library => "Library",
    Volatile => "Volatile", Register => "Register", Interrupt => "Interrupt", Unfollowed => "Unfollowed",
});

words!(branch_kind, BranchKind, {
    If => "if", While => "while", DoWhile => "dowhile", For => "for", Switch => "switch",
    Conditional => "conditional", Logical => "logical", Dispatch => "dispatch", Assumption => "assumption",
});

words!(var_kind, VarKind, {
    Static => "static", Param => "param", Local => "local", Temp => "temp", Return => "return",
    StringLiteral => "string", Label => "labeladdr",
});

words!(binary, BinaryOp, {
    Add => "Add", Sub => "Sub", Mul => "Mul", Div => "Div", Rem => "Rem", Shl => "Shl", Shr => "Shr",
    And => "And", Or => "Or", Xor => "Xor", Eq => "Eq", Ne => "Ne", Lt => "Lt", Le => "Le", Gt => "Gt",
    Ge => "Ge", PtrAdd => "PtrAdd", PtrSub => "PtrSub", PtrDiff => "PtrDiff",
});

words!(overflow, OverflowOp, { Add => "Add", Sub => "Sub", Mul => "Mul" });

words!(intrinsic, Intrinsic, {
    ByteSwap => "ByteSwap", PopCount => "PopCount", LeadingZeros => "LeadingZeros",
    TrailingZeros => "TrailingZeros", FindFirstSet => "FindFirstSet", Parity => "Parity",
    RedundantSignBits => "RedundantSignBits", IsNan => "IsNan", IsInf => "IsInf", IsFinite => "IsFinite",
    IsNormal => "IsNormal", SignBit => "SignBit", FpClassify => "FpClassify", Unordered => "Unordered",
    FloatAbs => "FloatAbs", CopySign => "CopySign", Sqrt => "Sqrt", Floor => "Floor", Ceil => "Ceil",
    Trunc => "Trunc", Round => "Round", RoundEven => "RoundEven", FloatMod => "FloatMod",
    FloatRemainder => "FloatRemainder", FloatMin => "FloatMin", FloatMax => "FloatMax",
    FusedMultiplyAdd => "FusedMultiplyAdd", IntAbs => "IntAbs", ObjectSize => "ObjectSize",
    ObjectOffset => "ObjectOffset",
}, else { Intrinsic::Overflows { .. } => "Overflows", Intrinsic::WrappingArith(_) => "WrappingArith" });

/// Words with a meaning where a name may stand. A name that is spelled like one is put in backquotes.
const RESERVED: [&str; 39] = [
    "_BitInt",
    "_Bool",
    "__int128",
    "abort",
    "addressed",
    "align",
    "bits",
    "call",
    "char",
    "cond",
    "const",
    "dead",
    "declare",
    "double",
    "exit",
    "extent",
    "float",
    "halt",
    "havoc",
    "incomplete",
    "init",
    "int",
    "long",
    "noop",
    "not",
    "opaque",
    "short",
    "signed",
    "size",
    "struct",
    "undefined",
    "union",
    "unreachable",
    "unsigned",
    "unsupported",
    "void",
    "assert_fail",
    "Overflows",
    "WrappingArith",
];

/// Whether a name can stand as it is; others are put in backquotes.
pub(super) fn is_plain_name(name: &str) -> bool {
    let mut bytes = name.bytes();
    let first = bytes.next().is_some_and(is_name_start);
    first && bytes.all(is_name_byte) && !RESERVED.contains(&name)
}

/// Whether a name can start with this byte.
pub(super) const fn is_name_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_' || byte == b'$'
}

/// Whether a name can go on with this byte.
pub(super) const fn is_name_byte(byte: u8) -> bool {
    is_name_start(byte) || byte.is_ascii_digit()
}
