//! The strongest post-condition of the value analysis.
//!
//! A write goes to memory only if the precision tracks the cell; every other write makes its range unknown,
//! so that a state never holds a stale value. Reading through an unknown pointer gives an unknown value; writing
//! through one makes every object unknown that the pointer may reach.

use super::eval::{Eval, Where};
use super::facts::{Facts, ends_with};
use super::precision::{Base, Tracked, ValuePrecision, cells_of};
use super::state::{Known, Value, ValueState};
use super::trace::{Notes, Range};
use argand_cfa::{
    CallSite, EdgeId, ExprId, ExprKind, InitEntry, LocId, Op, PlaceId, Program, TypeId, VarId, VarKind,
};
use argand_domains::memory::Object;
use smallvec::SmallVec;

/// What an unknown pointer may point to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reach {
    /// Any object whose address is taken.
    Anything,
    /// Only these.
    Bases(Vec<Base>),
}

/// Why there is no successor to compute.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Blocked {
    /// The edge cannot be taken.
    Infeasible,
    /// The analysis cannot say what the edge does.
    Unsupported(String),
}

/// Computes successors along one edge.
pub struct Post<'a> {
    /// The program.
    pub program: &'a Program,
    /// What is tracked.
    pub precision: &'a ValuePrecision,
    /// What is known of the whole program.
    pub facts: &'a Facts,
    /// What a pointer of unknown value may point to before the edge.
    pub reach: &'a mut dyn FnMut(ExprId) -> Reach,
    /// The edge.
    pub edge: EdgeId,
    /// Takes note of what is read and written.
    pub notes: Notes<'a>,
}

impl Post<'_> {
    /// The state after the edge.
    ///
    /// # Errors
    /// [`Blocked`] when there is none.
    pub fn run(&mut self, state: &ValueState) -> Result<ValueState, Blocked> {
        let program = self.program;
        let mut next = state.clone();
        match &program.edges[self.edge].op {
            Op::Noop | Op::Summary(_) | Op::Halt(_) => {}
            Op::Assume { cond, truth } => {
                if self.eval(state).truth(*cond).is_some_and(|known| known != *truth) {
                    return Err(Blocked::Infeasible);
                }
                self.learn(&mut next, *cond, *truth);
            }
            Op::Assign { dst, src } => self.assign(&mut next, *dst, *src),
            Op::Init { var, entries } => self.init(&mut next, *var, entries),
            Op::Havoc { dst, .. } => self.store(&mut next, *dst, None),
            Op::Declare { var, .. } => {
                let object = next.object_of(program, *var);
                self.drop_object(&mut next, object);
            }
            Op::Dead { var } => {
                let object = next.object_of(program, *var);
                self.drop_object(&mut next, object);
                if program.vars[*var].addressed {
                    self.drop_addresses(&mut next, |target| target == object);
                }
            }
            Op::Call(site) => self.call(&mut next, &program.call_sites[*site]),
            Op::Return(site) => self.ret(&mut next, &program.call_sites[*site]),
            Op::Extern(call) => self.library(&mut next, *call)?,
            Op::Unsupported(reason) => {
                return Err(Blocked::Unsupported(program.names.resolve(*reason).to_owned()));
            }
        }
        Ok(next)
    }

    pub(super) fn eval<'s>(&'s self, state: &'s ValueState) -> Eval<'s> {
        Eval { program: self.program, state, notes: self.notes }
    }

    /// The location whose precision decides what is kept.
    fn loc(&self) -> LocId {
        self.program.edges[self.edge].to
    }

    /// Writes to a known range what the precision lets through.
    pub(super) fn store_at(
        &self,
        state: &mut ValueState,
        object: Object,
        bit: i64,
        width: u64,
        value: Option<Value>,
    ) {
        self.notes.write(Range { object, bit, width }, None);
        let kept = value
            .filter(|_| self.precision.tracks_at(self.loc(), Tracked { base: object.into(), bit, width }));
        state.memory.write(object, bit, width, kept);
    }

    /// Forgets all about an object.
    pub(super) fn drop_object(&self, state: &mut ValueState, object: Object) {
        self.notes.write(Range::whole(object), None);
        state.memory.remove_object(object);
    }

    /// Forgets one cell.
    pub(super) fn drop_cell(&self, state: &mut ValueState, object: Object, bit: i64) {
        self.notes.write(Range { object, bit, width: 1 }, None);
        state.memory.forget(object, bit);
    }

    /// Forgets the addresses of objects that are gone: others may get them, so that comparisons say nothing.
    pub(super) fn drop_addresses(&self, state: &mut ValueState, is_gone: impl Fn(Object) -> bool) {
        let dangling: SmallVec<[(Object, i64); 4]> = state
            .memory
            .addresses()
            .filter(|cell| matches!(*cell.value, Value::Addr { object, .. } if is_gone(object)))
            .map(|cell| (cell.object, cell.bit))
            .collect();
        for (holder, bit) in dangling {
            self.drop_cell(state, holder, bit);
        }
    }

    /// Forgets all about the objects that `keep` refuses.
    fn drop_objects(&self, state: &mut ValueState, mut keep: impl FnMut(Object) -> bool) {
        state.memory.retain_objects(|object| {
            let kept = keep(object);
            if !kept {
                self.notes.write(Range::whole(object), None);
            }
            kept
        });
    }

    /// Writes a scalar to a place; `None` is an unknown value.
    pub(super) fn store(&mut self, state: &mut ValueState, place: PlaceId, value: Option<Known>) {
        let (at, width) = (self.eval(state).locate(place), self.eval(state).width(place));
        match (at, width) {
            (Where::Exact { object, bit }, Some(width)) => {
                self.store_scalar(state, (object, bit), width, self.program.place(place).ty, value);
            }
            (Where::Exact { object, .. } | Where::Inside(object), _) => self.drop_object(state, object),
            (Where::Anywhere, _) => self.havoc_behind(state, self.program.pool.deref_pointer(place)),
        }
    }

    /// Writes a scalar of type `ty` to a range; its padding becomes unknown.
    pub(super) fn store_scalar(
        &self,
        state: &mut ValueState,
        (object, bit): (Object, i64),
        width: u64,
        ty: TypeId,
        value: Option<Known>,
    ) {
        let full = width;
        let width = self.eval(state).value_width(ty, width);
        if width < full {
            self.store_at(state, object, bit.saturating_add_unsigned(width), full - width, None);
        }
        self.store_at(state, object, bit, width, value.map(|v| v.to_cell(width)));
    }

    /// Writes a value to a variable.
    pub(super) fn store_var(&self, state: &mut ValueState, var: VarId, value: Option<Known>) {
        let object = state.object_of(self.program, var);
        let ty = self.program.vars[var].ty;
        match self.program.types.size_of(ty) {
            Some(bytes) => self.store_scalar(state, (object, 0), bytes * 8, ty, value),
            None => self.drop_object(state, object),
        }
    }

    /// Forgets every object that a pointer of unknown value may reach.
    pub(super) fn havoc_behind(&mut self, state: &mut ValueState, pointer: Option<ExprId>) {
        let reach = pointer.map_or(Reach::Anything, |p| (self.reach)(p));
        let program = self.program;
        self.drop_objects(state, |object| match &reach {
            Reach::Anything => match object {
                Object::Var { var, .. } => {
                    // Literals cannot be written.
                    !program.vars[var].addressed || program.vars[var].kind == VarKind::StringLiteral
                }
                Object::Heap { .. } => false,
            },
            Reach::Bases(bases) => !bases.contains(&object.into()),
        });
    }

    fn assign(&mut self, state: &mut ValueState, dst: PlaceId, src: ExprId) {
        let program = self.program;
        let expr = program.expr(src);
        if program.types.is_scalar(expr.ty) {
            let value = self.eval(state).eval(src);
            return self.store(state, dst, value);
        }
        let ExprKind::Load(from) = expr.kind else { return self.store(state, dst, None) };
        self.copy(state, dst, from);
    }

    /// Copies a record.
    fn copy(&mut self, state: &mut ValueState, dst: PlaceId, src: PlaceId) {
        let eval = self.eval(state);
        match (eval.locate(src), eval.locate(dst), eval.width(dst)) {
            (Where::Exact { object, bit }, Where::Exact { object: to, bit: to_bit }, Some(width)) => {
                self.copy_range(state, (object, bit), (to, to_bit), width);
            }
            _ => self.store(state, dst, None),
        }
    }

    /// Copies a range, then drops the copies that are not tracked.
    pub(super) fn copy_range(
        &self,
        state: &mut ValueState,
        from: (Object, i64),
        to: (Object, i64),
        width: u64,
    ) {
        if width == 0 {
            return;
        }
        self.notes.write(Range { object: to.0, bit: to.1, width }, Some(from));
        if matches!(self.precision, ValuePrecision::All) {
            // The zeros of a filled source are not in cells; a destination that is copied whole takes the fill.
            let whole = to.1 == 0 && self.eval(state).object_size(to.0).is_some_and(|size| size * 8 == width);
            if whole && state.memory.is_zero_filled(from.0) && from.0 != to.0 {
                state.memory.zero_fill(to.0);
            }
            state.memory.copy(from, to, width);
            return;
        }
        let wanted: Vec<Tracked> = cells_of(self.precision, self.loc(), to.0.into())
            .filter(|t| {
                t.width > 0
                    && t.bit >= to.1
                    && t.bit.saturating_add_unsigned(t.width) <= to.1.saturating_add_unsigned(width)
            })
            .collect();
        let values: Vec<Option<Value>> = wanted
            .iter()
            .map(|t| self.eval(state).value_at(from.0, from.1 + (t.bit - to.1), t.width))
            .collect();
        state.memory.write(to.0, to.1, width, None);
        for (cell, value) in wanted.into_iter().zip(values) {
            state.memory.write(to.0, cell.bit, cell.width, value);
        }
    }

    /// Makes an object zero in every bit, as far as that is tracked.
    pub(super) fn zero_fill(&self, state: &mut ValueState, object: Object) {
        self.notes.write(Range::whole(object), None);
        if self.precision.tracks_at(self.loc(), Tracked::fill(object)) {
            state.memory.zero_fill(object);
            return;
        }
        state.memory.remove_object(object);
        for cell in cells_of(self.precision, self.loc(), object.into()).filter(|cell| cell.width > 0) {
            state.memory.write(object, cell.bit, cell.width, Some(Value::Bits(0)));
        }
    }

    fn init(&mut self, state: &mut ValueState, var: VarId, entries: &[InitEntry]) {
        let before = state.clone();
        let object = state.object_of(self.program, var);
        // A scalar needs no fill: its one cell is written below.
        if entries.len() == 1
            && self.eval(state).width(entries[0].place) == self.program.var_size(var).map(|b| b * 8)
        {
            self.drop_object(state, object);
        } else {
            self.zero_fill(state, object);
        }
        for entry in entries {
            self.notes.next_value();
            if self.program.types.is_scalar(self.program.expr(entry.value).ty) {
                let value = self.eval(&before).eval(entry.value);
                self.store(state, entry.place, value);
            } else {
                self.assign(state, entry.place, entry.value);
            }
        }
    }

    fn call(&mut self, state: &mut ValueState, site: &CallSite) {
        let program = self.program;
        let callee = &program.functions[site.callee];
        let caller = state.clone();
        state.frames.enter(&self.facts.recursive, site.callee);
        for (index, &param) in callee.params.iter().enumerate() {
            let object = state.object_of(program, param);
            self.notes.next_value();
            self.drop_object(state, object);
            let Some(&arg) = site.args.get(index) else { continue };
            match (program.expr(arg).kind, program.types.is_scalar(program.expr(arg).ty)) {
                (ExprKind::Load(place), false) => {
                    if let (Where::Exact { object: from, bit }, Some(bytes)) =
                        (self.eval(&caller).locate(place), program.var_size(param))
                    {
                        self.copy_range(state, (from, bit), (object, 0), bytes * 8);
                    }
                }
                _ => {
                    let value = self.eval(&caller).eval(arg);
                    self.store_var(state, param, value);
                }
            }
        }
    }

    fn ret(&mut self, state: &mut ValueState, site: &CallSite) {
        let program = self.program;
        let callee = &program.functions[site.callee];
        let result = callee.ret.map(|ret| state.object_of(program, ret));
        let depth = state.frames.depth(site.callee);
        state.frames.leave(&self.facts.recursive, site.callee);
        if let (Some(dst), Some(from)) = (site.dst, result) {
            let object = state.object_of(program, dst);
            match program.var_size(dst) {
                Some(bytes) => self.copy_range(state, (from, 0), (object, 0), bytes * 8),
                None => self.drop_object(state, object),
            }
        }
        // The frame is gone; what it held must not be taken for a later activation's.
        let is_gone = |object| ends_with(program, object, site.callee, depth);
        self.drop_objects(state, |object| !is_gone(object));
        if self.facts.leaves_addresses(site.callee) {
            self.drop_addresses(state, is_gone);
        }
    }
}
