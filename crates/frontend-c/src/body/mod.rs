//! Function bodies: statements, expressions, calls and builtins.
//!
//! Everything that has an effect becomes edges in C's order of evaluation (from left to right where C
//! leaves it open), everything else stays one pure expression. An operand that a later operand may change
//! is kept in a temporary first (`operands.rs`).
//!
//! What the automaton cannot express becomes an `Unsupported` edge that names it in the user's words, and
//! lowering goes on behind it with an arbitrary value.

mod arith;
mod asm;
mod assign;
mod atomic;
mod builtin;
mod call;
mod cond;
mod constant;
mod expr;
mod init;
mod notes;
mod operands;
mod place;
mod scan;
mod scope;
mod stmt;
mod switch;
mod unsequenced;
mod vla;
mod volatile;

pub(crate) use constant::{copied_literal, lower_static_initialiser};
pub(crate) use notes::UnitNotes;
pub(crate) use unsequenced::{Unsequenced, order_assumptions};

use crate::cx::UnitCx;
use argand_cfa::{Body, ExprId as Value, FuncId, LocId, NondetSource, Op, PlaceId, TypeId, VarId, VarKind};
use argand_linker::{Cursor, build};
use argand_support::{FxHashMap, FxHashSet, Span};
use rucc_sema::{DeclId, ExprId, LabelId, StmtId, Tast};

/// Lowers one function body.
struct Lowerer<'u, 'a> {
    cx: &'u mut UnitCx<'a>,
    tast: &'a Tast,
    ctypes: &'a rucc_types::Types,
    func: FuncId,
    exit: LocId,
    /// Where control stands.
    cursor: Cursor,
    /// The objects that are alive, as a tree so that a jump can remember where it stood.
    scopes: Vec<scope::Scope>,
    scope: scope::ScopeId,
    /// The loops and switches around the current statement.
    breakables: Vec<stmt::Breakable>,
    switches: Vec<switch::Switch>,
    labels: FxHashMap<LabelId, scope::LabelState>,
    computed_gotos: Vec<scope::ComputedGoto>,
    /// Expressions that were evaluated before: lengths of arrays, the condition of `a ?: b`.
    fixed: FxHashMap<ExprId, Value>,
    /// Local variables that nothing but their name can reach.
    private: FxHashSet<VarId>,
}

/// Lowers the body of a function definition. Entry, exit, parameters and the return variable exist.
pub(crate) fn lower_body(cx: &mut UnitCx<'_>, decl: DeclId, func: FuncId) {
    let Body::Defined { entry, exit } = cx.program.functions[func].body else { return };
    let unit = cx.unit;
    let Some(body) = unit.tast[decl].body else { return };
    cx.caches.notes.look(&unit.tast);
    let mut lowerer = Lowerer {
        tast: &unit.tast,
        ctypes: &unit.types,
        cx,
        func,
        exit,
        cursor: Cursor::at(entry),
        scopes: Vec::new(),
        scope: scope::ROOT,
        breakables: Vec::new(),
        switches: Vec::new(),
        labels: FxHashMap::default(),
        computed_gotos: Vec::new(),
        fixed: FxHashMap::default(),
        private: FxHashSet::default(),
    };
    lowerer.function(decl, body);
}

impl Lowerer<'_, '_> {
    fn function(&mut self, decl: DeclId, body: StmtId) {
        let params = &self.tast[self.tast[decl].params];
        for &param in params {
            let var = self.cx.var(param);
            if self.cx.caches.notes.is_private(self.tast, param) {
                self.private.insert(var);
            }
        }
        for &param in params {
            let ty = self.tast.adjusted_from(param).unwrap_or(self.tast[param].ty);
            self.fix_lengths(ty);
        }
        self.stmt_keeping_locals(body);
        self.implicit_return(decl);
        self.run_cleanups(scope::ROOT);
        let exit = self.exit;
        self.cursor.take().lead_to(self.cx.program, exit);
        self.resolve_computed_gotos();
        self.resolve_dangling_labels();
    }

    /// Falling off the end of `main` returns 0.
    fn implicit_return(&mut self, decl: DeclId) {
        let is_main = self.tast[decl].name.is_some_and(|name| self.cx.name(name) == "main");
        if let Some(ret) = self.cx.program.functions[self.func].ret
            && is_main
            && self.cx.program.types.is_integer(self.cx.program.vars[ret].ty)
        {
            let span = self.cx.program.functions[self.func].span;
            let zero = build::int(self.cx.program, 0, self.cx.program.vars[ret].ty);
            self.set_var(ret, zero, span);
        }
    }

    fn emit(&mut self, op: Op, span: Span) {
        self.cursor.emit(self.cx.program, self.func, op, span);
    }

    /// `place = value`, on an edge.
    fn set(&mut self, place: PlaceId, value: Value, span: Span) {
        let ty = self.cx.program.place(place).ty;
        let value = self.coerce(value, ty);
        self.emit(Op::Assign { dst: place, src: value }, span);
    }

    fn set_var(&mut self, var: VarId, value: Value, span: Span) {
        let place = build::var_place(self.cx.program, var);
        self.set(place, value, span);
    }

    /// A temporary that holds the value from here on. Constants and temporaries stand for themselves.
    fn save(&mut self, value: Value, span: Span) -> Value {
        if self.reads(value) == 0 { value } else { self.keep(value, span) }
    }

    /// The value in a temporary.
    fn keep(&mut self, value: Value, span: Span) -> Value {
        let ty = self.cx.program.expr(value).ty;
        let temp = self.cx.temp(self.func, ty, span);
        self.set_var(temp, value, span);
        build::load_var(self.cx.program, temp)
    }

    /// An edge that says what cannot be expressed, and an arbitrary value to go on with.
    fn unsupported(&mut self, what: &str, ty: TypeId, span: Span) -> Value {
        let op = self.cx.unsupported(what);
        self.emit(op, span);
        if ty == self.cx.program.types.void() {
            return build::plain_int(self.cx.program, 0);
        }
        let temp = self.cx.temp(self.func, ty, span);
        self.havoc(temp, NondetSource::Library, span);
        build::load_var(self.cx.program, temp)
    }

    fn havoc(&mut self, var: VarId, source: NondetSource, span: Span) {
        let dst = build::var_place(self.cx.program, var);
        self.emit(Op::Havoc { dst, source }, span);
    }

    fn is_temp(&self, var: VarId) -> bool {
        matches!(self.cx.program.vars[var].kind, VarKind::Temp | VarKind::StringLiteral)
    }

    fn expr_span(&mut self, expr: ExprId) -> Span {
        self.cx.span(self.tast.expr_span(expr))
    }

    fn ty_of(&mut self, expr: ExprId) -> TypeId {
        self.cx.ty(self.tast[expr].ty)
    }
}
