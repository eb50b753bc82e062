//! Calls of functions that are defined elsewhere and may write whatever their arguments lead to.
//!
//! What such a call can reach is unknown afterwards. Memory that it saw is never lost again: somebody else may keep
//! its address. A root of its own, the outside, points to it.

use super::state::SmgState;
use super::step::{Halt, Res, Transfer};
use argand_cfa::{ExprId, ExprKind};
use argand_domains::smg::{Address, Form, Object, ObjectId, Shape, Storage, Value};
use std::collections::BTreeSet;

/// The distance of two addresses that the outside knows, in bits.
const SLOT: i64 = 64;

impl Transfer<'_> {
    /// Makes everything unknown that a function outside of the program can reach from its arguments.
    pub(super) fn change_from_outside(&mut self, args: &[ExprId]) -> Res<()> {
        let mut starts = Vec::new();
        let mut is_open = false;
        for &arg in args {
            let ty = self.program.expr(arg).ty;
            match self.program.expr(arg).kind {
                ExprKind::Load(place) if !self.program.types.is_scalar(ty) => {
                    let base = self.locate(place)?.base;
                    // What the copy holds is not told apart from what else the object holds.
                    is_open |= base.target().is_none();
                    starts.extend(base.target().into_iter().flat_map(|id| self.pointers_in(id)));
                }
                _ => {
                    let value = self.eval(arg)?;
                    let is_known = matches!(value, Value::Address(_) | Value::Function(_))
                        || value == Value::Number(Form::ZERO);
                    is_open |= self.program.types.is_pointer(ty) && !is_known;
                    starts.extend(value.target());
                }
            }
        }
        let outside = self.outside();
        let known: Vec<ObjectId> = self.pointers_in(outside);
        if is_open {
            starts.extend(known.iter().copied());
        }
        let mut reached = self.reachable(starts);
        if known.iter().any(|id| reached.contains(id)) {
            // What the outside has seen may by now lead to anything else that it has seen.
            reached = self.reachable(reached.into_iter().chain(known.iter().copied()).collect());
        }
        self.forget_reached(outside, &known, &reached)
    }

    fn forget_reached(
        &mut self,
        outside: ObjectId,
        known: &[ObjectId],
        reached: &BTreeSet<ObjectId>,
    ) -> Res<()> {
        let graph = &self.state.graph;
        let is_other = |id: &ObjectId| graph.object(*id).is_some_and(|o| o.shape != Shape::Region);
        if reached.iter().any(is_other) {
            return Err(Halt::Gap("a call of an undefined function that may change a list".to_owned()));
        }
        let next = graph.object(outside).and_then(|o| o.cells().last()).map_or(0, |(bit, _)| bit + SLOT);
        let new = reached.iter().filter(|id| !known.contains(id)).copied();
        for (bit, id) in (0i64..).map(|index| next + index * SLOT).zip(new.collect::<Vec<_>>()) {
            let value = Some(Value::Address(Address::at(id, 0)));
            self.state.graph.write(outside, bit, SLOT.unsigned_abs(), value);
        }
        for &id in reached {
            let storage = self.state.graph.object(id).filter(|o| o.valid).map(|o| o.storage);
            if storage.is_some_and(|storage| !self.is_read_only(storage)) {
                self.state.graph.clear(id);
            }
        }
        Ok(())
    }

    /// The object that stands for what is known outside of the program.
    fn outside(&mut self) -> ObjectId {
        let root = SmgState::OUTSIDE;
        if let Some(id) = self.state.graph.root(root) {
            return id;
        }
        let id = self.state.graph.add(Object::region(Form::ZERO, Storage::Arguments, self.edge));
        self.state.graph.set_root(root, id);
        id
    }

    fn pointers_in(&self, id: ObjectId) -> Vec<ObjectId> {
        let object = self.state.graph.object(id);
        object
            .into_iter()
            .flat_map(|o| o.linked_cells().filter_map(|(_, cell)| cell.value.target()))
            .collect()
    }

    fn reachable(&self, mut todo: Vec<ObjectId>) -> BTreeSet<ObjectId> {
        let mut reached = BTreeSet::new();
        while let Some(id) = todo.pop() {
            if reached.insert(id) {
                todo.extend(self.pointers_in(id));
            }
        }
        reached
    }
}
