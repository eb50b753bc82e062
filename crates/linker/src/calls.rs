//! Calls: of functions with a body, of functions of the library, of functions that only a lowering asks for.

use crate::build;
use crate::cursor::Cursor;
use crate::functions;
use crate::indirect::Pending;
use crate::library::{self, CallForm, call_form};
use crate::links::Links;
use argand_cfa::{
    Body, ExprId, ExternCall, FuncId, FunctionType, HaltKind, IntKind, LibFn, Op, Origin, Program, TypeId,
    TypeKind, VarId,
};
use argand_support::{FxHashMap, Span};

/// What the lowering of calls remembers from unit to unit.
#[derive(Default)]
pub struct Calls {
    /// Calls through pointers that are not resolved yet.
    pub(crate) pending: Vec<Pending>,
    /// What calls of functions without a body become.
    forms: FxHashMap<FuncId, CallForm>,
    library: FxHashMap<(LibFn, TypeId), FuncId>,
}

impl Calls {
    /// What a call of a function without a body becomes. The answer is kept: names are looked at once.
    pub fn form(&mut self, program: &Program, func: FuncId) -> CallForm {
        *self.forms.entry(func).or_insert_with(|| call_form(program.func_name(func)))
    }

    /// The function with a meaning that only a lowering asks for, one for each type it returns.
    pub fn library(&mut self, program: &mut Program, model: LibFn, ret: TypeId) -> FuncId {
        *self.library.entry((model, ret)).or_insert_with(|| {
            let ty = program.types.intern(TypeKind::Function(FunctionType {
                ret,
                params: Box::default(),
                variadic: true,
                prototyped: false,
            }));
            let name = program.names.intern(name_of(model));
            functions::declare(program, name, ty, model, Origin::Library, Span::NONE)
        })
    }

    /// A call of a function with a meaning that only a lowering asks for.
    pub fn call_library(
        &mut self,
        program: &mut Program,
        cursor: &mut Cursor,
        caller: FuncId,
        (model, args, dst): (LibFn, Vec<ExprId>, Option<VarId>),
        span: Span,
    ) {
        let ret = dst.map_or(program.types.void(), |dst| program.vars[dst].ty);
        let func = self.library(program, model, ret);
        call_function(program, cursor, caller, (func, args, dst), false, span);
    }
}

impl<D> Links<D> {
    /// Whether the program looks at `errno`.
    #[must_use]
    pub fn looks_at_errno(&self, program: &Program) -> bool {
        self.errno_setter(program).is_some()
    }

    /// What a function of the library that was just called leaves in `errno`, where its model does not say it.
    pub fn leave_errno_after(
        &self,
        program: &mut Program,
        cursor: &mut Cursor,
        (caller, callee): (FuncId, FuncId),
        span: Span,
    ) {
        if self.looks_at_errno(program) && library::may_set_errno(program, callee) {
            self.leave_errno(program, cursor, caller, span);
        }
    }

    /// Leaves `errno` as it is, or sets it to some error. Nothing happens where the program never looks.
    pub fn leave_errno(&self, program: &mut Program, cursor: &mut Cursor, caller: FuncId, span: Span) {
        if let Some(setter) = self.errno_setter(program) {
            call_function(program, cursor, caller, (setter, Vec::new(), None), false, span);
        }
    }

    fn errno_setter(&self, program: &Program) -> Option<FuncId> {
        self.functions.get(&program.names.find(library::SETTER)?).copied()
    }
}

/// The name of a function that only a lowering asks for.
const fn name_of(model: LibFn) -> &'static str {
    match model {
        LibFn::VaStart => "va_start",
        LibFn::VaArg => "va_arg",
        LibFn::VaEnd => "va_end",
        LibFn::VaCopy => "va_copy",
        LibFn::Alloca => "alloca",
        LibFn::Abort => "__builtin_trap",
        LibFn::Unreachable => "__builtin_unreachable",
        LibFn::Foreign => "<function outside>",
        LibFn::Undefined
        | LibFn::Outside
        | LibFn::Nondet
        | LibFn::NondetMemory
        | LibFn::Open
        | LibFn::OpenMemory
        | LibFn::Malloc
        | LibFn::Calloc
        | LibFn::Free
        | LibFn::Memcpy
        | LibFn::Memmove
        | LibFn::Memset
        | LibFn::Printf
        | LibFn::Fprintf
        | LibFn::Sprintf
        | LibFn::Snprintf
        | LibFn::Vprintf
        | LibFn::Vfprintf
        | LibFn::Vsprintf
        | LibFn::Vsnprintf
        | LibFn::Puts
        | LibFn::Fputs
        | LibFn::Putchar
        | LibFn::UnknownCallee
        | LibFn::NullCall
        | LibFn::Exit
        | LibFn::AssertFail => "<unknown function>",
    }
}

/// What a function returns.
#[must_use]
pub fn result_type(program: &Program, func: FuncId) -> TypeId {
    match program.types.kind(program.functions[func].ty) {
        TypeKind::Function(FunctionType { ret, .. }) => *ret,
        _ => program.types.void(),
    }
}

/// Converts arguments to the types of the parameters they go to. Arguments that no parameter takes are
/// dropped, unless the function can ask for more.
pub fn fit(program: &mut Program, func: FuncId, mut args: Vec<ExprId>) -> Vec<ExprId> {
    let function = &program.functions[func];
    let variadic = match program.types.kind(function.ty) {
        TypeKind::Function(ty) => ty.variadic,
        _ => true,
    };
    let params: Vec<TypeId> = match function.body {
        Body::Defined { .. } => function.params.iter().map(|&param| program.vars[param].ty).collect(),
        Body::Extern(_) => match program.types.kind(function.ty) {
            TypeKind::Function(ty) if ty.prototyped => ty.params.to_vec(),
            _ => Vec::new(),
        },
    };
    for (arg, &ty) in args.iter_mut().zip(&params) {
        *arg = build::coerce(program, *arg, ty);
    }
    if matches!(program.functions[func].body, Body::Defined { .. }) && !variadic {
        args.truncate(params.len());
    }
    args
}

/// The edges of a call. Functions that never return lead to the end of the program.
pub fn call_function(
    program: &mut Program,
    cursor: &mut Cursor,
    caller: FuncId,
    (func, args, dst): (FuncId, Vec<ExprId>, Option<VarId>),
    noreturn: bool,
    span: Span,
) {
    let Body::Extern(model) = program.functions[func].body else {
        return cursor.call(program, caller, (func, args.into_boxed_slice(), dst), span);
    };
    if cursor.is_dead() {
        return;
    }
    let first = args.first().copied();
    let call = program.extern_calls.push(ExternCall { callee: func, args: args.into_boxed_slice(), dst });
    cursor.emit(program, caller, Op::Extern(call), span);
    let halt = match model {
        LibFn::Exit => {
            let ty = program.types.int(IntKind::Int);
            let code = match first {
                Some(code) => build::coerce(program, code, ty),
                None => build::int(program, 0, ty),
            };
            HaltKind::Exit(code)
        }
        LibFn::Abort => HaltKind::Abort,
        LibFn::AssertFail => HaltKind::AssertFail,
        LibFn::Unreachable => HaltKind::Unreachable,
        LibFn::Undefined
        | LibFn::Outside
        | LibFn::Nondet
        | LibFn::NondetMemory
        | LibFn::Open
        | LibFn::OpenMemory
        | LibFn::Malloc
        | LibFn::Calloc
        | LibFn::Free
        | LibFn::Alloca
        | LibFn::Memcpy
        | LibFn::Memmove
        | LibFn::Memset
        | LibFn::Printf
        | LibFn::Fprintf
        | LibFn::Sprintf
        | LibFn::Snprintf
        | LibFn::Vprintf
        | LibFn::Vfprintf
        | LibFn::Vsprintf
        | LibFn::Vsnprintf
        | LibFn::Puts
        | LibFn::Fputs
        | LibFn::Putchar
        | LibFn::VaStart
        | LibFn::VaArg
        | LibFn::VaEnd
        | LibFn::VaCopy
        | LibFn::UnknownCallee
        | LibFn::NullCall
        | LibFn::Foreign => {
            if !noreturn {
                return;
            }
            HaltKind::Abort
        }
    };
    cursor.halt(program, caller, Op::Halt(halt), span);
}
