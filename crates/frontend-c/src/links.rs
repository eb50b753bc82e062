//! What the units of one program share: names with external linkage, string literals, start-up work.

use crate::body::{Deferred, Unsequenced};
use crate::externs::{ExternPolicy, Volatile};
use argand_cfa::{Assumption, FuncId, InitEntry, VarId};
use argand_support::{Diagnostic, FxHashMap, Span, Symbol};

/// What the units of one program share.
#[derive(Default)]
pub(crate) struct Links {
    /// Functions with external linkage, by name.
    pub functions: FxHashMap<Symbol, FuncId>,
    /// Objects with external linkage, by name.
    pub objects: FxHashMap<Symbol, VarId>,
    /// Who defines each name with external linkage.
    pub owners: FxHashMap<Symbol, Owner>,
    /// String literals by element width in bytes and content.
    pub strings: FxHashMap<(u8, Box<[u32]>), VarId>,
    /// Records of units already lowered, by structure, so that units share them.
    pub records: FxHashMap<u64, argand_cfa::RecordId>,
    /// What start-up does for each object of static storage, in order.
    pub static_inits: Vec<StaticInit>,
    /// Objects that are declared and nowhere defined.
    pub undefined_objects: Vec<VarId>,
    /// Functions whose calls cannot be expressed, with the reason.
    pub unsupported: FxHashMap<FuncId, Symbol>,
    /// Functions to run before and after `main`, with their priorities.
    pub constructors: Vec<(u32, FuncId)>,
    /// See [`constructors`](Self::constructors).
    pub destructors: Vec<(u32, FuncId)>,
    /// What is wrong with the program as a whole.
    pub errors: Vec<Diagnostic>,
    /// What the lowering of bodies leaves to be done when every unit is lowered.
    pub deferred: Deferred,
    /// What functions that are defined nowhere are taken to do.
    pub externs: ExternPolicy,
    /// What reads of volatile objects give.
    pub volatile: Volatile,
    /// What the lowering takes for granted.
    pub assumptions: Vec<Assumption>,
    /// Operands whose order of evaluation C leaves open.
    pub unsequenced: Vec<Unsequenced>,
}

/// The definition that a name stands for.
#[derive(Clone, Copy)]
pub(crate) struct Owner {
    /// The number of the unit.
    pub unit: usize,
    /// The declaration there.
    pub decl: rucc_sema::DeclId,
    /// How strong it is.
    pub strength: Strength,
    /// Where it stands.
    pub span: Span,
}

/// How strongly a name is defined: a stronger definition replaces a weaker one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Strength {
    /// An inline definition, which stands in where no other unit has an external one.
    Inline,
    /// `__attribute__((weak))`.
    Weak,
    /// Everything else.
    Strong,
}

/// The start-up work for one object.
pub(crate) struct StaticInit {
    /// The object.
    pub var: VarId,
    /// The values that are not zero.
    pub entries: Box<[InitEntry]>,
    /// Why the initialiser cannot be expressed, if it cannot.
    pub unsupported: Option<Symbol>,
    /// Where the object is declared.
    pub span: Span,
}
