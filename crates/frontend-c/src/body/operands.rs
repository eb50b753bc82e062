//! What operands read and write, and which of them must be saved before others are evaluated.
//!
//! The value of an operand is a pure expression that is read where it is used. An operand that a later one
//! may change is kept in a temporary; locals whose address is never taken are told apart from all other
//! memory, because no call can change them.

use super::Lowerer;
use super::notes::{LOCALS, MEMORY};
use super::unsequenced::Used;
use argand_cfa::{ExprId as Value, ExprKind as Pure, PlaceId, PlaceKind, VarId};
use rucc_sema::ExprId;

impl Lowerer<'_, '_> {
    /// What a pure expression reads: a set of [`LOCALS`] and [`MEMORY`].
    pub(super) fn reads(&self, value: Value) -> u8 {
        match self.cx.program.expr(value).kind {
            Pure::Int(_) | Pure::Float(_) | Pure::FuncAddr(_) => 0,
            Pure::Load(place) => self.reads_place(place),
            Pure::AddrOf(place) => self.reads_address(place),
            Pure::Unary(_, a) | Pure::Cast(a) => self.reads(a),
            Pure::Binary(_, a, b) => self.reads(a) | self.reads(b),
            Pure::Intrinsic(_, args) => args.iter().fold(0, |reads, arg| reads | self.reads(arg)),
        }
    }

    fn reads_place(&self, place: PlaceId) -> u8 {
        match self.cx.program.place(place).kind {
            PlaceKind::Var(var) if self.is_temp(var) => 0,
            PlaceKind::Var(var) if self.private.contains(&var) => LOCALS,
            PlaceKind::Var(_) => MEMORY,
            PlaceKind::Deref(pointer) => MEMORY | self.reads(pointer),
            PlaceKind::Field { base, .. } => self.reads_place(base),
            PlaceKind::Index { base, index } => self.reads_place(base) | self.reads(index),
        }
    }

    /// What computing the address of a place reads.
    fn reads_address(&self, place: PlaceId) -> u8 {
        match self.cx.program.place(place).kind {
            PlaceKind::Var(_) => 0,
            PlaceKind::Deref(pointer) => self.reads(pointer),
            PlaceKind::Field { base, .. } => self.reads_address(base),
            PlaceKind::Index { base, index } => self.reads_address(base) | self.reads(index),
        }
    }

    /// The value as it is now, although the expressions in `later` are evaluated before it is used.
    pub(super) fn protect(&mut self, value: Value, later: &[ExprId], at: ExprId) -> Value {
        let writes = self.writes(later);
        if writes == 0 {
            return value;
        }
        let reads = self.reads(value);
        self.protect_knowing(value, reads, later, writes, at)
    }

    fn writes(&mut self, exprs: &[ExprId]) -> u8 {
        exprs.iter().fold(0, |writes, &expr| writes | self.cx.caches.notes.writes(self.tast, expr))
    }

    pub(super) fn protect_knowing(
        &mut self,
        value: Value,
        reads: u8,
        later: &[ExprId],
        writes: u8,
        at: ExprId,
    ) -> Value {
        let clash = reads & writes;
        if clash == 0 || (clash == LOCALS && !self.reads_what_is_written(value, later)) {
            return value;
        }
        let span = self.expr_span(at);
        self.save(value, span)
    }

    fn reads_what_is_written(&mut self, value: Value, later: &[ExprId]) -> bool {
        let mut written = Vec::new();
        for &expr in later {
            if self.cx.caches.notes.written_locals(self.tast, expr, &mut written).is_err() {
                return true;
            }
        }
        written.retain(|&decl| self.cx.caches.notes.is_private(self.tast, decl));
        let vars: Vec<VarId> = written.into_iter().map(|decl| self.cx.var(decl)).collect();
        self.mentions(value, &vars)
    }

    fn mentions(&self, value: Value, vars: &[VarId]) -> bool {
        match self.cx.program.expr(value).kind {
            Pure::Int(_) | Pure::Float(_) | Pure::FuncAddr(_) => false,
            Pure::Load(place) | Pure::AddrOf(place) => self.place_mentions(place, vars),
            Pure::Unary(_, a) | Pure::Cast(a) => self.mentions(a, vars),
            Pure::Binary(_, a, b) => self.mentions(a, vars) || self.mentions(b, vars),
            Pure::Intrinsic(_, args) => args.iter().any(|arg| self.mentions(arg, vars)),
        }
    }

    fn place_mentions(&self, place: PlaceId, vars: &[VarId]) -> bool {
        match self.cx.program.place(place).kind {
            PlaceKind::Var(var) => vars.contains(&var),
            PlaceKind::Deref(pointer) => self.mentions(pointer, vars),
            PlaceKind::Field { base, .. } => self.place_mentions(base, vars),
            PlaceKind::Index { base, index } => self.place_mentions(base, vars) || self.mentions(index, vars),
        }
    }

    /// The place as it is now, although the expressions in `later` are evaluated before it is used.
    pub(super) fn protect_place(&mut self, place: PlaceId, later: &[ExprId], at: ExprId) -> PlaceId {
        if self.writes(later) == 0 {
            return place;
        }
        let node = self.cx.program.place(place);
        let kind = match node.kind {
            PlaceKind::Var(_) => return place,
            PlaceKind::Deref(pointer) => PlaceKind::Deref(self.protect(pointer, later, at)),
            PlaceKind::Field { base, field } => {
                PlaceKind::Field { base: self.protect_place(base, later, at), field }
            }
            PlaceKind::Index { base, index } => {
                let base = self.protect_place(base, later, at);
                PlaceKind::Index { base, index: self.protect(index, later, at) }
            }
        };
        self.cx.program.pool.place(kind, node.ty)
    }

    /// A value that is cheap to compare again and again.
    pub(super) fn cheap(&mut self, value: Value, expr: ExprId) -> Value {
        let simple = match self.cx.program.expr(value).kind {
            Pure::Int(_) | Pure::FuncAddr(_) => true,
            Pure::Load(place) => matches!(self.cx.program.place(place).kind, PlaceKind::Var(_)),
            _ => false,
        };
        if simple {
            return value;
        }
        let span = self.expr_span(expr);
        self.save(value, span)
    }

    /// The values of operands that are evaluated one after the other.
    pub(super) fn values(&mut self, exprs: &[ExprId]) -> Vec<Value> {
        let last_write =
            exprs.iter().rposition(|&expr| self.cx.caches.notes.writes(self.tast, expr) != 0).unwrap_or(0);
        let mut values = Vec::with_capacity(exprs.len());
        let mut noted = self.may_interfere(exprs).then(Vec::new);
        for (number, &expr) in exprs.iter().enumerate() {
            let mark = self.mark();
            let value = self.value(expr);
            let later = exprs.get(number + 1..=last_write).unwrap_or_default();
            values.push(self.protect(value, later, expr));
            if let Some(noted) = &mut noted {
                noted.push(self.operand_since(mark, Used::Value(value)));
            }
        }
        if let (Some(noted), Some(&first)) = (noted, exprs.first()) {
            self.unsequenced(noted, first);
        }
        values
    }

    /// The values of two operands.
    pub(super) fn pair(&mut self, a: ExprId, b: ExprId) -> (Value, Value) {
        let noted = self.may_interfere(&[a, b]);
        let mark = self.mark();
        let first = self.value(a);
        let kept = self.protect(first, &[b], a);
        let left = self.operand_since(mark, Used::Value(first));
        let mark = self.mark();
        let second = self.value(b);
        if noted {
            let right = self.operand_since(mark, Used::Value(second));
            self.unsequenced(vec![left, right], a);
        }
        (kept, second)
    }
}
