//! What the units of one program share: names with external linkage, string literals, start-up work.

use crate::calls::Calls;
use crate::externs::ExternPolicy;
use crate::library;
use crate::linkage::Owner;
use argand_cfa::{Assumption, FuncId, InitEntry, Op, Program, VarId};
use argand_support::{Diagnostic, FxHashMap, Span, Symbol};

/// What the units of one program share. `D` is what the front end calls a declaration.
pub struct Links<D> {
    /// Functions with external linkage, by name.
    pub functions: FxHashMap<Symbol, FuncId>,
    /// Objects with external linkage, by name.
    pub objects: FxHashMap<Symbol, VarId>,
    /// Who defines each name with external linkage.
    pub(crate) owners: FxHashMap<Symbol, Owner<D>>,
    /// String literals by element width in bytes and content.
    pub strings: FxHashMap<(u8, Box<[u32]>), VarId>,
    /// What start-up does for each object of static storage, in order.
    pub static_inits: Vec<StaticInit>,
    /// Objects that are declared and nowhere defined.
    pub undefined_objects: Vec<VarId>,
    /// Functions whose calls cannot be expressed, with the reason.
    pub unsupported: FxHashMap<FuncId, Symbol>,
    /// Functions to run before `main`, with their priorities: the smallest runs first.
    pub constructors: Vec<(u32, FuncId)>,
    /// Functions to run after `main`, with their priorities: the smallest runs last.
    pub destructors: Vec<(u32, FuncId)>,
    /// What is wrong with the program as a whole.
    pub errors: Vec<Diagnostic>,
    /// The calls that are resolved when every unit is lowered, and what calls need.
    pub calls: Calls,
    /// What functions that are defined nowhere are taken to do.
    pub externs: ExternPolicy,
    /// What the lowering takes for granted.
    pub assumptions: Vec<Assumption>,
}

/// The start-up work for one object.
pub struct StaticInit {
    /// The object.
    pub var: VarId,
    /// The values that are not zero.
    pub entries: Box<[InitEntry]>,
    /// Why the initialiser cannot be expressed, if it cannot.
    pub unsupported: Option<Symbol>,
    /// Where the object is declared.
    pub span: Span,
}

impl<D> Links<D> {
    /// The links of a program without units.
    #[must_use]
    pub fn new(externs: ExternPolicy) -> Self {
        Self {
            functions: FxHashMap::default(),
            objects: FxHashMap::default(),
            owners: FxHashMap::default(),
            strings: FxHashMap::default(),
            static_inits: Vec::new(),
            undefined_objects: Vec::new(),
            unsupported: FxHashMap::default(),
            constructors: Vec::new(),
            destructors: Vec::new(),
            errors: Vec::new(),
            calls: Calls::default(),
            externs,
            assumptions: Vec::new(),
        }
    }

    /// The edge operation for a call of a function that cannot be expressed, if this is one.
    #[must_use]
    pub fn unsupported_callee(&self, func: FuncId) -> Option<Op> {
        self.unsupported.get(&func).map(|&reason| Op::Unsupported(reason))
    }

    /// Whether some unit defines a name.
    #[must_use]
    pub fn defines(&self, program: &Program, name: &str) -> bool {
        program.names.find(name).is_some_and(|name| self.owners.contains_key(&name))
    }

    /// The text of the unit of library models, preprocessed C, that a program needs which uses these names. `None`
    /// where it needs no model.
    #[must_use]
    pub fn models_for(&self, program: &Program, names: &[String]) -> Option<String> {
        library::models_for(names.iter().map(String::as_str), &|name| self.defines(program, name))
    }
}
