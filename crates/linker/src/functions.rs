//! Functions: those without a body, and what those with one have before it is lowered.

use crate::build;
use argand_cfa::{
    Body, FuncId, Function, FunctionType, LibFn, Origin, Program, TypeId, TypeKind, VarId, VarKind,
};
use argand_support::{Span, Symbol};

/// Adds a function without a body.
pub fn declare(
    program: &mut Program,
    name: Symbol,
    ty: TypeId,
    model: LibFn,
    origin: Origin,
    span: Span,
) -> FuncId {
    program.functions.push(Function {
        name,
        ty,
        params: Vec::new(),
        ret: None,
        body: Body::Extern(model),
        origin,
        span,
        addressed: false,
    })
}

/// Gives a function what it has before its body is lowered: parameters, entry and exit, a variable for the result.
///
/// One that was declared without a prototype has the types of its parameters from here on.
pub fn define(program: &mut Program, func: FuncId, params: Vec<VarId>) {
    let (entry, exit) = (program.add_loc(func), program.add_loc(func));
    let (declared, span) = (program.functions[func].ty, program.functions[func].span);
    let (ty, ret) = definition_type(program, declared, &params);
    let ret = (ret != program.types.void())
        .then(|| build::variable(program, "<return>", ret, VarKind::Return, Some(func), span));
    let function = &mut program.functions[func];
    (function.ty, function.params, function.ret) = (ty, params, ret);
    function.body = Body::Defined { entry, exit };
}

/// The type of a definition with these parameters, and what it returns.
fn definition_type(program: &mut Program, declared: TypeId, params: &[VarId]) -> (TypeId, TypeId) {
    let TypeKind::Function(function) = program.types.kind(declared) else {
        return (declared, program.types.void());
    };
    let function = FunctionType {
        params: params.iter().map(|&param| program.vars[param].ty).collect(),
        ..function.clone()
    };
    let ret = function.ret;
    (program.types.intern(TypeKind::Function(function)), ret)
}
