//! What edges do to symbolic states.

use crate::layout::Storage;
use crate::memory::{MAX_COPIED, Target};
use crate::{InputKind, Step, Unsupported};
use argand_cfa::{CallSiteId, ExprId, ExprKind, InitEntry, Op, PlaceId, TypeId, VarId};
use argand_flow::leaves::leaves;
use argand_flow::pointsto::{Cell, Offsets};
use argand_logic::TermId;

impl Step<'_> {
    /// Takes the edge.
    pub(crate) fn take(&mut self) -> Result<(), Unsupported> {
        let program = self.program;
        match &program.edges[self.edge].op {
            Op::Noop | Op::Summary(_) | Op::Halt(_) => Ok(()),
            Op::Dead { var } => {
                self.set_var_dead(*var, true);
                Ok(())
            }
            Op::Assume { cond, truth } => {
                let holds = self.truth(*cond)?;
                let holds = if *truth { holds } else { self.pool().not(holds) };
                self.state.assume(&mut self.enc.pool, holds);
                Ok(())
            }
            Op::Assign { dst, src } => {
                if self.is_record(program.place(*dst).ty) {
                    let ExprKind::Load(from) = program.expr(*src).kind else {
                        return Err(Unsupported::new("a computed record"));
                    };
                    return self.copy(*dst, from);
                }
                let value = self.value(*src)?;
                self.store(*dst, value)
            }
            Op::Init { var, entries } => self.init(*var, entries),
            Op::Havoc { dst, .. } => self.havoc(*dst, InputKind::Asked),
            Op::Declare { var, size } => self.declare(*var, *size),
            Op::Call(site) => self.call(*site),
            Op::Return(site) => self.ret(*site),
            Op::Extern(call) => self.library(*call),
            Op::Unsupported(what) => Err(Unsupported::new(program.names.resolve(*what))),
        }
    }

    /// Gives a place an arbitrary value of its type.
    pub(crate) fn havoc(&mut self, dst: PlaceId, kind: InputKind) -> Result<(), Unsupported> {
        let ty = self.program.place(dst).ty;
        let target = self.target(dst)?;
        if self.program.types.is_scalar(ty) {
            let value = self.arbitrary(ty, kind)?;
            return self.store(dst, value);
        }
        self.fill(target, ty, kind)
    }

    /// An arbitrary value of a scalar type.
    pub(crate) fn arbitrary(&mut self, ty: TypeId, kind: InputKind) -> Result<TermId, Unsupported> {
        let sort = self.sort(ty)?;
        let value = self.input(kind, sort);
        if self.is_bool(ty) {
            let one = self.pool().bv(8, 1);
            let valid = self.pool().ule(value, one);
            self.state.assume(&mut self.enc.pool, valid);
        }
        Ok(value)
    }

    /// Gives everything of a type at a target arbitrary values.
    fn fill(&mut self, target: Target, ty: TypeId, kind: InputKind) -> Result<(), Unsupported> {
        match leaves(&self.program.types, ty, MAX_COPIED) {
            Some(all) => {
                for leaf in all {
                    let value = self.arbitrary(leaf.ty, kind)?;
                    let here = self.inside(target, leaf.bit_offset);
                    self.write(here, leaf.width, leaf.ty, value)?;
                }
            }
            None => self.forget(target),
        }
        Ok(())
    }

    /// The target that is a whole variable.
    pub(crate) fn var_target(&mut self, var: VarId) -> Target {
        match self.enc.layout.storage(var) {
            Storage::Cells => Target::Cells { var, bit_offset: 0 },
            Storage::Object => {
                let class = self.enc.layout.points_to.var(var);
                let cell = Cell { class, offsets: Offsets::START };
                Target::Memory { cell, address: self.var_address(var), bit: 0 }
            }
        }
    }

    /// A local variable comes to life with arbitrary content.
    fn declare(&mut self, var: VarId, size: Option<ExprId>) -> Result<(), Unsupported> {
        if let Some(size) = size {
            let size = self.value(size)?;
            let address = self.new_object(size);
            let cell = self.enc.base(self.program, var, self.depth_of(var));
            self.state.set(cell, address);
            return Ok(());
        }
        self.set_var_dead(var, false);
        if self.enc.layout.storage(var) == Storage::Cells {
            self.fill_cells(var, InputKind::Uninitialised);
            return Ok(());
        }
        let class = self.enc.layout.points_to.var(var);
        let single = self.enc.layout.region(class).single;
        let ty = self.program.vars[var].ty;
        let small = leaves(&self.program.types, ty, MAX_COPIED).is_some();
        if single == Some(var) || !small {
            self.forget_class(class, InputKind::Uninitialised);
            return Ok(());
        }
        let target = self.var_target(var);
        self.fill(target, ty, InputKind::Uninitialised)
    }

    fn init(&mut self, var: VarId, entries: &[InitEntry]) -> Result<(), Unsupported> {
        self.zero(var)?;
        self.values.clear();
        for entry in entries {
            if self.is_record(self.program.place(entry.place).ty) {
                let ExprKind::Load(from) = self.program.expr(entry.value).kind else {
                    return Err(Unsupported::new("a computed record"));
                };
                self.copy(entry.place, from)?;
                continue;
            }
            let value = self.value(entry.value)?;
            self.store(entry.place, value)?;
        }
        Ok(())
    }

    /// Sets every byte of a variable to zero.
    fn zero(&mut self, var: VarId) -> Result<(), Unsupported> {
        if self.enc.layout.storage(var) == Storage::Cells {
            self.zero_cells(var);
            return Ok(());
        }
        let class = self.enc.layout.points_to.var(var);
        let region = self.enc.layout.region(class);
        // Objects of static storage are initialised once, and their memory is zero before.
        if region.starts_zero && self.program.vars[var].is_static() {
            return Ok(());
        }
        if region.single == Some(var) {
            for id in self.enc.layout.partition.arrays_of(class).to_vec() {
                let cell = self.enc.array(self.program, id);
                let (width, element) = (self.enc.pointer_width, self.enc.layout.partition.array(id).width);
                let pool = self.pool();
                let zero = pool.bv(element, 0);
                let array = pool.const_array(width, zero);
                self.state.set(cell, array);
            }
            return Ok(());
        }
        let target = self.var_target(var);
        self.zero_target(target, self.program.vars[var].ty)
    }

    /// Sets everything of a type at a target to zero, or forgets it where that is too much.
    pub(crate) fn zero_target(&mut self, target: Target, ty: TypeId) -> Result<(), Unsupported> {
        let size = self.program.types.size_of(ty).unwrap_or(u64::MAX);
        if let (Target::Memory { cell, address, .. }, ..=MAX_BYTES) = (target, size) {
            return self.zero_bytes((cell, address), size);
        }
        match (target, leaves(&self.program.types, ty, MAX_COPIED)) {
            (Target::Cells { .. } | Target::Memory { .. }, Some(all)) => {
                for leaf in all {
                    let sort = self.sort(leaf.ty)?;
                    let zero = self.zero_of(sort, leaf.width);
                    let here = self.inside(target, leaf.bit_offset);
                    self.write(here, leaf.width, leaf.ty, zero)?;
                }
            }
            _ => self.forget(target),
        }
        Ok(())
    }

    /// Arguments are evaluated in the caller, then become the parameters.
    fn call(&mut self, site: CallSiteId) -> Result<(), Unsupported> {
        let site = &self.program.call_sites[site];
        let callee = &self.program.functions[site.callee];
        let pairs: Vec<_> = callee.params.iter().copied().zip(site.args.iter().copied()).collect();
        let mut values = Vec::with_capacity(pairs.len());
        for &(param, arg) in &pairs {
            let record = self.is_record(self.program.vars[param].ty);
            values.push(match (record, self.program.expr(arg).kind) {
                (true, ExprKind::Load(from)) => {
                    let target = self.target(from)?;
                    Argument::Record(self.record_values(target, self.program.vars[param].ty)?)
                }
                (true, _) => return Err(Unsupported::new("a computed record")),
                (false, _) => Argument::Scalar(self.value(arg)?),
            });
        }
        self.state.enter(site.callee);
        for ((param, _), value) in pairs.into_iter().zip(values) {
            match value {
                Argument::Scalar(value) => self.set_var(param, value)?,
                Argument::Record(values) => {
                    let target = self.var_target(param);
                    self.set_record(target, self.program.vars[param].ty, values)?;
                }
            }
        }
        Ok(())
    }

    /// The scalars of a record; `None` where it has no separate ones.
    pub(crate) fn record_values(
        &mut self,
        from: Target,
        ty: TypeId,
    ) -> Result<Option<Vec<TermId>>, Unsupported> {
        let Some(all) = leaves(&self.program.types, ty, MAX_COPIED) else { return Ok(None) };
        let mut values = Vec::with_capacity(all.len());
        for leaf in &all {
            let there = self.inside(from, leaf.bit_offset);
            values.push(self.read(there, leaf.width, leaf.ty)?);
        }
        Ok(Some(values))
    }

    pub(crate) fn set_record(
        &mut self,
        to: Target,
        ty: TypeId,
        values: Option<Vec<TermId>>,
    ) -> Result<(), Unsupported> {
        let (Some(values), Some(all)) = (values, leaves(&self.program.types, ty, MAX_COPIED)) else {
            self.forget(to);
            return Ok(());
        };
        if let (Target::Memory { cell, address, .. }, Some(size)) = (to, self.program.types.size_of(ty)) {
            self.forget_padding((cell, address), size)?;
        }
        for (leaf, value) in all.iter().zip(values) {
            let here = self.inside(to, leaf.bit_offset);
            self.write(here, leaf.width, leaf.ty, value)?;
        }
        Ok(())
    }

    fn ret(&mut self, site: CallSiteId) -> Result<(), Unsupported> {
        let site = &self.program.call_sites[site];
        let result = self.program.functions[site.callee].ret;
        let value = match (site.dst, result) {
            (Some(_), Some(ret)) => {
                let (from, ty) = (self.var_target(ret), self.program.vars[ret].ty);
                Some(if self.is_record(ty) {
                    Argument::Record(self.record_values(from, ty)?)
                } else {
                    Argument::Scalar(self.get_var(ret)?)
                })
            }
            _ => None,
        };
        self.end_frame(site.callee);
        self.drop_frame(site.callee);
        self.state.leave(site.callee);
        match (site.dst, value) {
            (Some(dst), Some(Argument::Scalar(value))) => self.set_var(dst, value),
            (Some(dst), Some(Argument::Record(values))) => {
                let target = self.var_target(dst);
                self.set_record(target, self.program.vars[dst].ty, values)
            }
            _ => Ok(()),
        }
    }

    /// The value of a scalar variable.
    fn get_var(&mut self, var: VarId) -> Result<TermId, Unsupported> {
        let ty = self.program.vars[var].ty;
        let all = leaves(&self.program.types, ty, 1).unwrap_or_default();
        let [leaf] = all[..] else { return Err(Unsupported::new("a value that is no scalar")) };
        let target = self.var_target(var);
        self.read(target, leaf.width, ty)
    }

    /// Writes a scalar variable.
    pub(crate) fn set_var(&mut self, var: VarId, value: TermId) -> Result<(), Unsupported> {
        let ty = self.program.vars[var].ty;
        let all = leaves(&self.program.types, ty, 1).unwrap_or_default();
        let [leaf] = all[..] else { return Err(Unsupported::new("a value that is no scalar")) };
        let target = self.var_target(var);
        self.write(target, leaf.width, ty, value)
    }
}

/// Objects of bytes up to this size are filled byte by byte.
const MAX_BYTES: u64 = MAX_COPIED as u64;

/// What is handed to a parameter.
enum Argument {
    Scalar(TermId),
    Record(Option<Vec<TermId>>),
}
