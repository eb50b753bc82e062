//! What the units of one program share: names with external linkage, string literals, start-up code.

use crate::body::Deferred;
use argand_cfa::{FuncId, InitEntry, VarId};
use argand_support::{FxHashMap, Span, Symbol};

/// What the units of one program share.
#[derive(Default)]
pub(crate) struct Links {
    /// Functions with external linkage, by name.
    pub functions: FxHashMap<Symbol, FuncId>,
    /// Objects with external linkage, by name.
    pub objects: FxHashMap<Symbol, VarId>,
    /// String literals by element width in bytes and content.
    pub strings: FxHashMap<(u8, Box<[u32]>), VarId>,
    /// What start-up does for each object of static storage, in order.
    pub static_inits: Vec<StaticInit>,
    /// What the lowering of bodies leaves to be done when every unit is lowered.
    pub deferred: Deferred,
}

/// The start-up work for one object.
pub(crate) struct StaticInit {
    /// The object.
    pub var: VarId,
    /// The values that are not zero.
    pub entries: Box<[InitEntry]>,
    /// Why the initialiser cannot be expressed, if it cannot.
    pub unsupported: Option<String>,
    /// Where the initialiser stands.
    pub span: Span,
}
