//! Strongest postconditions in the interval domain.

use super::cells::{CellKey, Extent, leaves, shape_mask};
use super::eval::{Evaluator, Site};
use super::state::IntervalState;
use argand_cfa::{CallSiteId, ExprId, ExprKind, FuncId, Op, PlaceId, Program, VarId, VarKind};
use argand_cpa::{FrameVar, Locals, RecursiveFunctions};
use argand_domains::{IntShape, Interval};
use argand_flow::formats::Formats;
use smallvec::SmallVec;

/// What a transfer needs besides the state.
pub(super) struct Transfer<'a> {
    pub evaluator: Evaluator<'a>,
    pub recursive: &'a RecursiveFunctions,
    /// The variables of each function.
    pub locals: &'a Locals,
    /// The formats of output.
    pub formats: &'a Formats,
    /// How many cells of one variable are initialised one by one.
    pub max_cells: usize,
}

/// Every bit a variable has.
pub(super) const WHOLE: Extent = Extent { offset: i128::MIN / 4, width: i128::MAX / 2 };

/// A value that is assigned: a number, or the content of a place.
pub(super) enum Content {
    Number(Interval),
    Copy(Vec<(Extent, IntShape, Interval)>),
    Unknown,
}

impl Transfer<'_> {
    pub(super) fn program(&self) -> &Program {
        self.evaluator.program
    }

    /// The state after an operation; `None` when it cannot be done.
    pub fn post(&self, state: &IntervalState, op: &Op) -> Option<IntervalState> {
        let mut next = state.clone();
        match op {
            Op::Noop | Op::Halt(_) | Op::Summary(_) | Op::Unsupported(_) => {}
            Op::Assume { cond, truth } => return self.evaluator.assume(state, *cond, *truth),
            Op::Assign { dst, src } => {
                let content = self.content(state, *src);
                self.assign(&mut next, *dst, content);
            }
            Op::Init { var, entries } => {
                let whole = self.zero(&mut next, *var);
                // Of large objects only the first values are worth keeping.
                for entry in entries.iter().take(if whole { usize::MAX } else { self.max_cells }) {
                    let content = self.content(&next, entry.value);
                    self.assign(&mut next, entry.place, content);
                }
            }
            Op::Havoc { dst, .. } => self.assign(&mut next, *dst, Content::Unknown),
            Op::Declare { var, .. } | Op::Dead { var } => {
                let var = next.frames.var(self.program(), *var);
                self.forget(&mut next, var, WHOLE);
            }
            Op::Extern(call) => self.external(&mut next, *call),
            Op::Call(site) => self.enter(state, &mut next, *site),
            Op::Return(site) => self.leave(state, &mut next, *site),
        }
        Some(next)
    }

    /// What an expression puts where it is assigned.
    fn content(&self, state: &IntervalState, src: ExprId) -> Content {
        if let Some(value) = self.evaluator.eval(state, src, 0) {
            return Content::Number(value);
        }
        let node = self.program().expr(src);
        match node.kind {
            // Loading a floating number may change its bits.
            ExprKind::Load(place) if !self.program().types.is_float(node.ty) => {
                match self.evaluator.site(state, place, 0) {
                    Site::At(var, extent) => Content::Copy(self.cells_in(state, var, extent)),
                    _ => Content::Unknown,
                }
            }
            _ => Content::Unknown,
        }
    }

    /// What is known inside a stretch of a variable, relative to its start.
    pub(super) fn cells_in(
        &self,
        state: &IntervalState,
        var: FrameVar,
        stretch: Extent,
    ) -> Vec<(Extent, IntShape, Interval)> {
        let mut found = Vec::new();
        self.evaluator.cells.overlapping(var, stretch, |cell| {
            if let Some(value) = state.values.get(cell) {
                found.push((cell, *value));
            }
        });
        let inside = |extent: Extent| {
            stretch.offset <= extent.offset && extent.offset + extent.width <= stretch.offset + stretch.width
        };
        found
            .into_iter()
            .map(|(cell, value)| (self.evaluator.cells.key(cell), value))
            .filter(|(key, _)| inside(key.extent))
            .map(|(key, value)| {
                let extent = Extent { offset: key.extent.offset - stretch.offset, ..key.extent };
                (extent, key.shape, value)
            })
            .collect()
    }

    fn assign(&self, state: &mut IntervalState, dst: PlaceId, content: Content) {
        match self.evaluator.site(state, dst, 0) {
            Site::At(var, extent) => {
                self.forget(state, var, extent);
                self.fill(state, dst, var, extent, content);
            }
            Site::Within(var, extent) => self.forget(state, var, extent),
            Site::OneOf { targets, .. } => {
                for (var, extent) in targets {
                    self.forget(state, var, extent.unwrap_or(WHOLE));
                }
            }
            Site::Elsewhere => {}
            Site::Anywhere => self.forget_addressed(state),
        }
    }

    /// Binds what is known in a stretch whose old content is forgotten already.
    fn fill(&self, state: &mut IntervalState, dst: PlaceId, var: FrameVar, extent: Extent, content: Content) {
        let places = self.evaluator.places;
        match content {
            Content::Number(value) => {
                if let Some(shape) = places.get(self.program(), dst).shape {
                    let key = CellKey { var, extent, shape };
                    self.bind(state, key, value.wrap(shape), || self.program().place_text(dst));
                }
            }
            Content::Copy(cells) => {
                for (inside, shape, value) in cells {
                    let offset = extent.offset + inside.offset;
                    let key = CellKey { var, extent: Extent { offset, ..inside }, shape };
                    self.bind(state, key, value, || self.cell_name(key));
                }
            }
            Content::Unknown => {}
        }
    }

    pub(super) fn cell_name(&self, key: CellKey) -> String {
        let name = self.program().var_name(key.var.var);
        if key.extent.offset == 0 && self.program().types.is_scalar(self.program().vars[key.var.var].ty) {
            return name.to_owned();
        }
        format!("{name}@{}", key.extent.offset / 8)
    }

    /// Binds a cell, unless the value says no more than its type.
    pub(super) fn bind(
        &self,
        state: &mut IntervalState,
        key: CellKey,
        value: Interval,
        name: impl FnOnce() -> String,
    ) {
        // String literals never change and are many: they do not belong into every state.
        let literal = self.program().vars[key.var.var].kind == VarKind::StringLiteral;
        if value.covers(key.shape) || literal {
            return;
        }
        let cell = self.evaluator.cells.intern(self.program(), key, name);
        state.values.insert(cell, value);
    }

    /// Forgets what a stretch of a variable holds. Of single numbers that reach beyond it the rest is kept.
    pub(super) fn forget(&self, state: &mut IntervalState, var: FrameVar, extent: Extent) {
        if extent.width == 0 {
            return;
        }
        let cells = self.evaluator.cells;
        let mut cut = SmallVec::<[(CellKey, u128); 2]>::new();
        let values = &mut state.values;
        cells.overlapping(var, extent, |cell| {
            let key = cells.key(cell);
            if !extent.contains(key.extent)
                && let Some(bits) = values.get(cell).and_then(|value| key.bits_of(*value))
            {
                cut.push((key, bits));
            }
            values.remove(cell);
        });
        for (key, bits) in cut {
            for part in key.extent.without(extent) {
                let shape = IntShape::new(false, u32::try_from(part.width).unwrap_or(u32::MAX));
                let value = bits >> (part.offset - key.extent.offset) & shape_mask(part.width);
                let rest = CellKey { var, extent: part, shape };
                self.bind(state, rest, Interval::single(value.cast_signed()), || self.cell_name(rest));
            }
        }
    }

    pub(super) fn forget_addressed(&self, state: &mut IntervalState) {
        let cells = self.evaluator.cells;
        state.values.retain(|cell, _| !cells.is_addressed(cell));
    }

    /// Zeroes a variable; false if it is too large to be kept cell by cell.
    fn zero(&self, state: &mut IntervalState, var: VarId) -> bool {
        let program = self.program();
        let key_var = state.frames.var(program, var);
        self.forget(state, key_var, WHOLE);
        let Some(leaves) = leaves(program, program.vars[var].ty, self.max_cells) else {
            return false;
        };
        for (extent, shape) in leaves {
            let key = CellKey { var: key_var, extent, shape };
            self.bind(state, key, Interval::single(0), || self.cell_name(key));
        }
        true
    }

    pub(super) fn set_var(&self, state: &mut IntervalState, var: VarId, content: Content) {
        let program = self.program();
        let key_var = state.frames.var(program, var);
        self.forget(state, key_var, WHOLE);
        let ty = program.vars[var].ty;
        let shape = IntShape::of(&program.types, ty);
        match (content, shape, program.types.size_of(ty)) {
            (Content::Number(value), Some(shape), Some(bytes)) => {
                let extent = Extent { offset: 0, width: i128::from(bytes) * 8 };
                let key = CellKey { var: key_var, extent, shape };
                self.bind(state, key, value.wrap(shape), || program.var_name(var).to_owned());
            }
            (Content::Copy(cells), None, _) => {
                for (extent, shape, value) in cells {
                    let key = CellKey { var: key_var, extent, shape };
                    self.bind(state, key, value, || self.cell_name(key));
                }
            }
            _ => {}
        }
    }

    fn enter(&self, state: &IntervalState, next: &mut IntervalState, site: CallSiteId) {
        let site = &self.program().call_sites[site];
        // Arguments are evaluated in the caller's state.
        let contents: Vec<_> = site.args.iter().map(|&arg| self.content(state, arg)).collect();
        next.frames.enter(self.recursive, site.callee);
        let params = &self.program().functions[site.callee].params;
        for (&param, content) in params.iter().zip(contents) {
            self.set_var(next, param, content);
        }
    }

    fn leave(&self, state: &IntervalState, next: &mut IntervalState, site: CallSiteId) {
        let program = self.program();
        let site = &program.call_sites[site];
        let result = match (program.functions[site.callee].ret, site.dst) {
            (Some(ret), Some(_)) => self.var_content(state, ret),
            _ => Content::Unknown,
        };
        self.forget_locals(next, site.callee);
        next.frames.leave(self.recursive, site.callee);
        if let Some(dst) = site.dst {
            self.set_var(next, dst, result);
        }
    }

    /// What a variable holds.
    fn var_content(&self, state: &IntervalState, var: VarId) -> Content {
        let program = self.program();
        let key_var = state.frames.var(program, var);
        let ty = program.vars[var].ty;
        let Some(bytes) = program.types.size_of(ty) else { return Content::Unknown };
        let extent = Extent { offset: 0, width: i128::from(bytes) * 8 };
        match IntShape::of(&program.types, ty) {
            Some(shape) => {
                let cell = self.evaluator.cells.find(&CellKey { var: key_var, extent, shape });
                let value = cell.and_then(|cell| state.values.get(cell)).copied();
                Content::Number(value.unwrap_or(Interval::of_shape(shape)))
            }
            None => Content::Copy(self.cells_in(state, key_var, extent)),
        }
    }

    fn forget_locals(&self, state: &mut IntervalState, func: FuncId) {
        let depth = state.frames.depth(func);
        for &var in self.locals.of_function(func) {
            self.evaluator.cells.of_var(FrameVar { var, depth }, |cell| state.values.remove(cell));
        }
    }
}
