//! Whether a call gives a function of the library what it takes.
//!
//! A program may declare `char malloc(size_t)`, or call `alloca` without arguments where it is declared without a
//! prototype. No analysis sees such calls: every call of a [`LibFn`] or of a model has arguments of the right kinds.

use argand_cfa::{Body, FloatKind, FuncId, FunctionType, LibFn, Program, TypeId, TypeKind};

/// What is compared of a type: C converts within a kind and not between kinds, when a prototype is missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Int,
    Pointer,
    Float(FloatKind),
    /// A record, or something else, of this size.
    Other(u64),
    Nothing,
}

use Kind::{Int, Pointer};

/// What a function of the library takes and returns.
struct Signature<'a> {
    params: &'a [Kind],
    /// Whether it takes more.
    more: bool,
    /// What it returns, if anything.
    result: Option<Kind>,
}

const fn signature(function: LibFn) -> Option<Signature<'static>> {
    let (params, more, result): (&[Kind], bool, Option<Kind>) = match function {
        LibFn::Undefined
        | LibFn::Outside
        | LibFn::Nondet
        | LibFn::Open
        | LibFn::UnknownCallee
        | LibFn::NullCall
        | LibFn::Foreign => return None,
        // The lowering alone calls these; what ends a program takes whatever it is given.
        LibFn::VaStart | LibFn::VaArg | LibFn::VaEnd | LibFn::VaCopy => return None,
        LibFn::Exit | LibFn::Abort | LibFn::AssertFail | LibFn::Unreachable => return None,
        LibFn::NondetMemory | LibFn::OpenMemory => (&[Pointer, Int], false, None),
        LibFn::Malloc | LibFn::Alloca => (&[Int], false, Some(Pointer)),
        LibFn::Calloc => (&[Int, Int], false, Some(Pointer)),
        LibFn::Free => (&[Pointer], false, None),
        LibFn::Memcpy | LibFn::Memmove => (&[Pointer, Pointer, Int], true, Some(Pointer)),
        LibFn::Memset => (&[Pointer, Int, Int], true, Some(Pointer)),
        LibFn::Printf => (&[Pointer], true, Some(Int)),
        LibFn::Fprintf | LibFn::Sprintf => (&[Pointer, Pointer], true, Some(Int)),
        LibFn::Snprintf => (&[Pointer, Int, Pointer], true, Some(Int)),
        LibFn::Vprintf => (&[Pointer, Pointer], false, Some(Int)),
        LibFn::Vfprintf | LibFn::Vsprintf => (&[Pointer, Pointer, Pointer], false, Some(Int)),
        LibFn::Vsnprintf => (&[Pointer, Int, Pointer, Pointer], false, Some(Int)),
        LibFn::Puts => (&[Pointer], false, Some(Int)),
        LibFn::Fputs => (&[Pointer, Pointer], false, Some(Int)),
        LibFn::Putchar => (&[Int], true, Some(Int)),
    };
    Some(Signature { params, more, result })
}

/// Whether a call with these arguments, whose value is used as one of type `result`, is a call of what the library
/// means by the function. Functions of the program's own take what they like.
#[must_use]
pub fn fits(program: &Program, func: FuncId, args: &[TypeId], result: TypeId) -> bool {
    let function = &program.functions[func];
    match function.body {
        Body::Extern(known) => signature(known).is_none_or(|s| agrees(program, &s, args, result)),
        Body::Defined { .. } if function.origin == argand_cfa::Origin::Library => {
            let params: Vec<Kind> =
                function.params.iter().map(|&p| kind(program, program.vars[p].ty)).collect();
            let TypeKind::Function(FunctionType { ret, variadic, .. }) = program.types.kind(function.ty)
            else {
                return false;
            };
            let own = Some(kind(program, *ret)).filter(|&kind| kind != Kind::Nothing);
            agrees(program, &Signature { params: &params, more: *variadic, result: own }, args, result)
        }
        Body::Defined { .. } => true,
    }
}

fn agrees(program: &Program, signature: &Signature<'_>, args: &[TypeId], result: TypeId) -> bool {
    let enough =
        args.len() == signature.params.len() || signature.more && args.len() > signature.params.len();
    let wanted = kind(program, result);
    enough
        && args.iter().zip(signature.params).all(|(&arg, &param)| kind(program, arg) == param)
        && (wanted == Kind::Nothing || signature.result == Some(wanted))
}

fn kind(program: &Program, ty: TypeId) -> Kind {
    let types = &program.types;
    match types.kind(ty) {
        TypeKind::Void => Kind::Nothing,
        TypeKind::Float(float) => Kind::Float(*float),
        TypeKind::Array { .. } | TypeKind::Function(_) => Pointer,
        _ if types.is_pointer(ty) => Pointer,
        _ if types.is_integer(ty) => Int,
        _ => Kind::Other(types.size_of(ty).unwrap_or(0)),
    }
}
