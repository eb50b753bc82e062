//! Edges that the pass adds: assignments, values that are left open, branches.

use super::transform::{Cursor, Pass, compare, load};
use argand_cfa::{
    BinaryOp, Condition, ExprId, ExprKind, IntKind, LocId, NondetSource, Op, PlaceId, PlaceKind, VarId,
};

impl Pass<'_> {
    /// An operation, after which the cursor is behind it.
    pub fn add(&mut self, cursor: &mut Cursor, op: Op) {
        let next = self.made.add_loc(cursor.func);
        self.made.add_edge(cursor.at, next, op, cursor.span);
        cursor.at = next;
    }

    /// Leads on to a location.
    pub fn go(&mut self, cursor: &Cursor, to: LocId) {
        self.made.add_edge(cursor.at, to, Op::Noop, cursor.span);
    }

    /// A variable as a place.
    pub fn var_place(&mut self, var: VarId) -> PlaceId {
        let ty = self.made.vars[var].ty;
        self.made.pool.place(PlaceKind::Var(var), ty)
    }

    /// Assigns to a variable.
    pub fn assign(&mut self, cursor: &mut Cursor, var: VarId, src: ExprId) {
        let dst = self.var_place(var);
        self.add(cursor, Op::Assign { dst, src });
    }

    /// Gives a variable any value.
    pub fn havoc(&mut self, cursor: &mut Cursor, var: VarId) {
        let dst = self.var_place(var);
        self.add(cursor, Op::Havoc { dst, source: NondetSource::Unfollowed });
    }

    /// Remembers whether a read was exact.
    pub fn set_exact(&mut self, cursor: &mut Cursor, is: bool) {
        let flags = self.ghosts.exact.clone();
        for pair in flags.windows(2).rev() {
            let newer = load(&mut self.made, pair[0]);
            self.assign(cursor, pair[1], newer);
        }
        let int = self.made.types.int(IntKind::Int);
        let value = self.made.pool.expr(ExprKind::Int(i128::from(is)), int);
        if let Some(&last) = flags.first() {
            self.assign(cursor, last, value);
        }
    }

    /// Ends runs whose last reads were not exact.
    pub fn require_exact(&mut self, cursor: &mut Cursor) {
        for flag in self.ghosts.exact.clone() {
            let cond = load(&mut self.made, flag);
            self.add(cursor, Op::Assume { cond, truth: true });
        }
    }

    /// Goes on where bounds hold; where it leads to if they do not.
    pub fn ways(&mut self, cursor: &mut Cursor, bounds: &Condition) -> Option<LocId> {
        if matches!(bounds, Condition::All(all) if all.is_empty()) {
            return None;
        }
        let (inside, outside) = (self.made.add_loc(cursor.func), self.made.add_loc(cursor.func));
        bounds.branch(&mut self.made, cursor.at, (inside, outside), cursor.span);
        cursor.at = inside;
        Some(outside)
    }

    /// Branches on whether indices are those of a cell.
    pub fn at_key(&mut self, cursor: &Cursor, cell: usize, indices: &[ExprId]) -> (LocId, LocId) {
        let (hit, miss) = (self.made.add_loc(cursor.func), self.made.add_loc(cursor.func));
        let keys: Vec<VarId> = self.ghosts.keys[cell].clone();
        let equal = keys.iter().zip(indices).map(|(&key, &index)| {
            let key = load(&mut self.made, key);
            Condition::Is(compare(&mut self.made, BinaryOp::Eq, key, index), true)
        });
        let equal = Condition::All(equal.collect());
        equal.branch(&mut self.made, cursor.at, (hit, miss), cursor.span);
        (hit, miss)
    }
}
