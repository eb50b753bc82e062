//! Function bodies: statements, expressions, calls and builtins.

use crate::cx::UnitCx;
use crate::links::Links;
use argand_cfa::{ExprId, FuncId, Program, TypeId};
use rucc_sema::DeclId;

/// What is left to do when every unit is lowered: calls through pointers need to know every function whose
/// address is taken.
#[derive(Default)]
pub(crate) struct Deferred {}

/// Lowers the body of a function definition. Entry, exit, parameters and the return variable exist.
pub(crate) fn lower_body(_cx: &mut UnitCx<'_>, _decl: DeclId, _func: FuncId) {}

/// The value of a constant expression of a static initialiser as a pure expression of type `ty`.
///
/// # Errors
/// What cannot be expressed.
pub(crate) fn lower_static_initialiser(
    _cx: &mut UnitCx<'_>,
    _value: rucc_sema::ExprId,
    _ty: TypeId,
) -> Result<ExprId, String> {
    Err("initialiser".to_owned())
}

/// Does what was deferred. Called once, after every body of every unit was lowered and before
/// [`Program::finish`].
pub(crate) fn finish(_program: &mut Program, _links: &mut Links) {}
