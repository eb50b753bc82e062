//! Functions of the user's own that are defined nowhere: what they may do, by the policy of the user and by their
//! types.
//!
//! The type of a function says what it cannot do: one that gets no pointer has nothing to write through, and one
//! whose pointers lead to nothing but `const` has nothing to write. What is left is a choice of the user.

use crate::cx::UnitCx;
use crate::{body, library};
use argand_cfa::{Assumption, AssumptionKind, Body, FuncId, LibFn, Origin, Program};
use rucc_types::{Qualifiers, TypeId, TypeKind};
use std::collections::BTreeMap;

/// What a function that is defined nowhere is taken to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Externs {
    /// Anything to the memory that its arguments lead to, through pointers that are not `const`.
    #[default]
    Write,
    /// Nothing: it returns any value.
    Pure,
    /// Nobody knows: a path that calls it has no answer.
    Unknown,
}

/// What a read of a volatile object gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Volatile {
    /// What was written there, as for other objects.
    #[default]
    Memory,
    /// Any value, which is an input of the program.
    Input,
}

/// Which functions are taken to do what.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ExternPolicy {
    /// Functions that are not named.
    pub default: Externs,
    /// Functions by name.
    pub functions: BTreeMap<String, Externs>,
}

impl ExternPolicy {
    /// What a function is taken to do.
    #[must_use]
    pub fn of(&self, name: &str) -> Externs {
        self.functions.get(name).copied().unwrap_or(self.default)
    }
}

/// Pointers to pointers are followed this far; what lies behind is taken to be writable.
const DEPTH: u32 = 8;

impl UnitCx<'_> {
    /// The meaning of a function that nobody defines and the library does not know. `None` where the policy gives
    /// it none.
    pub(crate) fn outside_function(&self, name: &str, ty: TypeId) -> Option<LibFn> {
        let conventional = library::is_conventional(name) || body::is_known(name);
        if self.unit.library || conventional {
            return Some(LibFn::Undefined);
        }
        match self.links.externs.of(name) {
            Externs::Pure => Some(LibFn::Undefined),
            Externs::Unknown => None,
            Externs::Write if self.may_write(ty) => Some(LibFn::Outside),
            Externs::Write => Some(LibFn::Undefined),
        }
    }

    /// Whether the arguments of a function may lead to memory that it may write.
    fn may_write(&self, ty: TypeId) -> bool {
        let types = &self.unit.types;
        let TypeKind::Function(id) = types.kind(types.canonical(ty)) else { return true };
        let signature = types.signature(id);
        let open = !signature.prototyped || signature.variadic;
        open || signature.params.iter().any(|&param| self.leads_to_writable(param, DEPTH))
    }

    /// The parameters of a function that point to what it may write.
    pub(crate) fn written_params(&self, ty: TypeId) -> Vec<usize> {
        let types = &self.unit.types;
        let TypeKind::Function(id) = types.kind(types.canonical(ty)) else { return Vec::new() };
        let params = types.signature(id).params.iter().enumerate();
        params.filter(|&(_, &param)| self.writable_pointee(param)).map(|(number, _)| number).collect()
    }

    fn writable_pointee(&self, ty: TypeId) -> bool {
        let types = &self.unit.types;
        let pointee = match types.kind(types.canonical(ty)) {
            TypeKind::Pointer(to) => to,
            TypeKind::Array { elem, .. } => elem,
            _ => return false,
        };
        let function = matches!(types.kind(types.canonical(pointee)), TypeKind::Function(_));
        !function && !types.object_quals(types.canonical(pointee)).has(Qualifiers::CONST)
    }

    /// Whether a value of a type leads to memory that may be written through it.
    fn leads_to_writable(&self, ty: TypeId, depth: u32) -> bool {
        let types = &self.unit.types;
        match types.kind(types.canonical(ty)) {
            _ if depth == 0 => true,
            TypeKind::Pointer(to) => self.writable_pointee(ty) || self.leads_to_writable(to, depth - 1),
            TypeKind::Array { elem, .. } => self.leads_to_writable(elem, depth - 1),
            TypeKind::Atomic(inner) => self.leads_to_writable(inner, depth - 1),
            TypeKind::Record(id) => {
                let info = types.record_info(id);
                info.layout.is_none()
                    || info.fields.iter().any(|field| self.leads_to_writable(field.ty, depth - 1))
            }
            // What a function does that is handed over and called there is done by the program's own code, which
            // nobody looks at then.
            TypeKind::Function(_) => true,
            _ => false,
        }
    }
}

/// What is taken for granted of the functions that are defined nowhere.
pub(crate) fn assumptions(program: &Program, is_undefined: impl Fn(FuncId) -> bool) -> Vec<Assumption> {
    let undefined = program
        .functions
        .iter_enumerated()
        .filter(|&(id, f)| f.origin == Origin::User && matches!(f.body, Body::Extern(_)) && is_undefined(id));
    undefined
        .map(|(id, function)| Assumption {
            kind: match function.body {
                Body::Extern(LibFn::Outside) => AssumptionKind::ExternWrite,
                Body::Extern(_) | Body::Defined { .. } => AssumptionKind::ExternPure,
            },
            place: function.span,
            subject: program.func_name(id).to_owned(),
        })
        .collect()
}
