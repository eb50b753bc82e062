//! The lowering of one unit: from the ids of the typed tree to the ids of the program.

use crate::links::Links;
use crate::unit::Unit;
use argand_cfa::{ExprId, FuncId, Op, PlaceId, Program, TypeId, VarId};
use argand_support::{Span, Symbol};
use rucc_sema::{DeclId, StrId, Tast};
use rucc_target::TargetInfo;

/// Lowers one unit into the program.
pub(crate) struct UnitCx<'a> {
    /// The unit.
    pub unit: &'a Unit,
    /// The program that is built.
    pub program: &'a mut Program,
    /// What the units share.
    pub links: &'a mut Links,
}

/// One value of a flattened initialiser.
#[derive(Clone, Copy)]
pub(crate) enum InitValue {
    /// An expression of the tree, already converted to the type of the place.
    Source(rucc_sema::ExprId),
    /// A value that is known: a character of a string literal.
    Known(ExprId),
}

impl UnitCx<'_> {
    /// The typed tree.
    pub fn tast(&self) -> &Tast {
        &self.unit.tast
    }

    /// The types of the tree.
    pub fn ctypes(&self) -> &rucc_types::Types {
        &self.unit.types
    }

    /// The machine.
    pub fn target(&self) -> &TargetInfo {
        &self.unit.session.target
    }

    /// Our type for a type of the tree. Cached.
    pub fn ty(&mut self, _ty: rucc_types::TypeId) -> TypeId {
        todo!()
    }

    /// Where a stretch of source stands, as the user sees it.
    pub fn span(&mut self, _span: rucc_diag::Span) -> Span {
        todo!()
    }

    /// The spelling of a name.
    pub fn name(&self, symbol: rucc_base::Symbol) -> &str {
        self.unit.session.interner.resolve(symbol)
    }

    /// Our symbol for a name.
    pub fn intern(&mut self, symbol: rucc_base::Symbol) -> Symbol {
        self.program.names.intern(self.unit.session.interner.resolve(symbol))
    }

    /// The variable of a declared object: globals, static locals and static compound literals (made on first
    /// use), and parameters and locals after [`declare_local`](Self::declare_local).
    ///
    /// Its type is `program.vars[var].ty`, which may be more complete than the type of the expression that
    /// names it (`extern int a[];` here, `int a[3];` in another unit).
    pub fn var(&mut self, _decl: DeclId) -> VarId {
        todo!()
    }

    /// Makes the variable of a parameter or of an object with automatic storage.
    pub fn declare_local(&mut self, _decl: DeclId, _func: FuncId) -> VarId {
        todo!()
    }

    /// A new variable for an intermediate value.
    pub fn temp(&mut self, _func: FuncId, _ty: TypeId, _span: Span) -> VarId {
        todo!()
    }

    /// The function of a declaration, linked by name. Functions that are defined in some unit have their
    /// entry and exit before the first body is lowered; all others are `Body::Extern` with their meaning.
    ///
    /// Its type is `program.functions[func].ty`, which may differ from the type of the expression that names
    /// it (no prototype here, one at the definition; a record that is incomplete here).
    pub fn func(&mut self, _decl: DeclId) -> FuncId {
        todo!()
    }

    /// The object of a string literal.
    pub fn string(&mut self, _id: StrId) -> VarId {
        todo!()
    }

    /// The values of a declaration's initialiser and the places inside `root` they go to, in order. The
    /// object is to be zeroed first. Arrays of characters that are initialised by a string are expanded.
    /// Empty when the declaration has no initialiser.
    pub fn init_entries(&mut self, _root: PlaceId, _decl: DeclId) -> Vec<(PlaceId, InitValue)> {
        todo!()
    }

    /// The edge operation for something that cannot be expressed.
    pub fn unsupported(&mut self, what: &str) -> Op {
        Op::Unsupported(self.program.names.intern(what))
    }
}
