//! Assignments, declarations, calls and the end of the program.

use super::access::{Purpose, bit_at, to_cell};
use super::step::{Halt, Res, Transfer};
use argand_cfa::{CallSite, ExprId, ExprKind, HaltKind, InitEntry, MemoryProperty, PlaceId, VarId};
use argand_domains::smg::{Address, Form, Object, ObjectId, Storage, Value};
use std::rc::Rc;

/// The distance of two arguments behind a `...`, in bits.
pub const ARGUMENT_SLOT: i64 = 128;

impl Transfer<'_> {
    /// `dst = src`.
    pub fn assign(&mut self, dst: PlaceId, src: ExprId) -> Res<()> {
        if self.program.types.is_scalar(self.program.expr(src).ty) {
            let value = self.eval(src)?;
            return self.store(dst, value);
        }
        let ExprKind::Load(from) = self.program.expr(src).kind else {
            return Err(Halt::Gap("an assignment of a value that is not a scalar".to_owned()));
        };
        let (from, to) = (self.locate(from)?, self.locate(dst)?);
        let Some(bytes) = self.program.types.size_of(self.program.place(dst).ty) else {
            return Err(Halt::Gap("a value of a type without a size".to_owned()));
        };
        self.copy(from.base, to.base, Form::constant(i128::from(bytes)))
    }

    /// Copies bytes after checking both stretches.
    pub fn copy(&mut self, from: Value, to: Value, bytes: Form) -> Res<()> {
        if bytes == Form::ZERO {
            return Ok(());
        }
        let source = self.access(from, bytes, Purpose::Read)?;
        let target = self.access(to, bytes, Purpose::Write)?;
        if let (Some(from), Some(to), Some(bytes)) =
            (source.offset.as_constant(), target.offset.as_constant(), bytes.as_constant())
        {
            let width = u64::try_from(bytes).unwrap_or(0).saturating_mul(8);
            let (from, to) = (bit_at(from, 0)?, bit_at(to, 0)?);
            self.state.graph.copy((source.object, from), (target.object, to), width);
            self.put_copied(target.object, to, width);
            return Ok(());
        }
        if bytes.as_constant().is_some() && self.may_hold_pointers(source, bytes) {
            // A pointer that is copied nowhere in particular would look lost.
            self.split(source.offset)?;
            self.split(target.offset)?;
        }
        self.forget_bytes(target, bytes)
    }

    /// Whether there are pointers among the bytes from an inexact address on.
    fn may_hold_pointers(&self, address: Address, bytes: Form) -> bool {
        let width = self.state.graph.numbers.range(bytes).hi().clamp(0, i128::from(u32::MAX)) as u64 * 8;
        let object = self.state.graph.object(address.object);
        match (object, self.stretch(address, 0, width)) {
            (Some(object), Some((first, reach))) => {
                object.overlapping(first, reach).any(|(_, cell)| cell.value.target().is_some())
            }
            _ => false,
        }
    }

    /// Zeroes a variable, then assigns the entries.
    pub fn init(&mut self, var: VarId, entries: &[InitEntry]) -> Res<()> {
        let object = self.var_object(var);
        let mut values = Vec::with_capacity(entries.len());
        for entry in entries {
            let scalar = self.program.types.is_scalar(self.program.expr(entry.value).ty);
            values.push(if scalar { Some(self.eval(entry.value)?) } else { None });
        }
        let bytes = self.program.var_size(var).unwrap_or(0);
        self.put(object, 0, bytes.saturating_mul(8), Some(Value::ZERO));
        for (entry, value) in entries.iter().zip(values) {
            let spot = self.locate(entry.place)?;
            let width = self.program.place_width(entry.place).unwrap_or(0);
            let Value::Address(address) = spot.base else {
                return Err(Halt::Gap("an initialiser of something else than the variable".to_owned()));
            };
            match (value, self.program.expr(entry.value).kind) {
                (Some(value), _) => {
                    // Initialisation may write what nobody else may.
                    let Some(offset) = address.offset.as_constant() else {
                        return Err(Halt::Gap("an initialiser at an unknown index".to_owned()));
                    };
                    let bit = bit_at(offset, spot.bits)?;
                    self.put(address.object, bit, width, Some(to_cell(value, width)));
                }
                (None, ExprKind::Load(from)) => {
                    let from = self.locate(from)?;
                    self.copy(from.base, spot.base, Form::constant(i128::from(width / 8)))?;
                }
                _ => return Err(Halt::Gap("an initialiser that is not a scalar".to_owned())),
            }
        }
        Ok(())
    }

    /// Gives a place an arbitrary value.
    pub fn havoc(&mut self, place: PlaceId) -> Res<()> {
        let ty = self.program.place(place).ty;
        if self.program.types.is_scalar(ty) {
            let value = self.unknown(ty);
            return self.store(place, value);
        }
        let spot = self.locate(place)?;
        let Some(bytes) = self.program.types.size_of(ty) else {
            return Err(Halt::Gap("a value of a type without a size".to_owned()));
        };
        let address = self.access(spot.base, Form::constant(i128::from(bytes)), Purpose::Write)?;
        self.write(address, spot.bits, bytes * 8, None)
    }

    /// A variable comes to life.
    pub fn declare(&mut self, var: VarId, size: Option<ExprId>) -> Res<()> {
        let size = match size {
            Some(size) => self.eval_number(size)?,
            None => Form::constant(i128::from(self.program.var_size(var).unwrap_or(0))),
        };
        self.dead(var);
        let root = self.state.root_of(self.program, var);
        let id = self.state.graph.add(Object::region(size, Storage::Local(var), self.edge));
        self.state.graph.set_root(root, id);
        Ok(())
    }

    /// A variable's life ends.
    pub fn dead(&mut self, var: VarId) {
        let root = self.state.root_of(self.program, var);
        if let Some(id) = self.state.graph.remove_root(root) {
            self.bury(id, self.program.vars[var].addressed);
        }
    }

    /// Ends the life of an object of the stack.
    fn bury(&mut self, id: ObjectId, addressed: bool) {
        if addressed {
            self.state.graph.clear(id);
            self.state.graph.invalidate(id, self.edge);
        } else {
            self.state.graph.remove(id);
        }
    }

    /// Enters a function.
    pub fn call(&mut self, site: &CallSite) -> Res<()> {
        let program = self.program;
        let callee = &program.functions[site.callee];
        // Arguments belong to the caller.
        let mut values: Vec<(Value, bool)> = Vec::with_capacity(site.args.len());
        for &arg in &site.args {
            let scalar = program.types.is_scalar(program.expr(arg).ty);
            values.push(match (scalar, program.expr(arg).kind) {
                (false, ExprKind::Load(place)) => (self.locate(place)?.base, false),
                _ => (self.eval(arg)?, true),
            });
        }
        Rc::make_mut(&mut self.state.frames).push(site.callee);
        for (&param, &(value, scalar)) in callee.params.iter().zip(&values) {
            let object = self.var_object(param);
            let bytes = program.var_size(param).unwrap_or(0);
            if scalar {
                self.put(object, 0, bytes * 8, Some(to_cell(value, bytes * 8)));
            } else {
                let to = Value::Address(Address::at(object, 0));
                self.copy(value, to, Form::constant(i128::from(bytes)))?;
            }
        }
        let extra = values.get(callee.params.len()..).unwrap_or_default();
        if !extra.is_empty() {
            let size = Form::constant(extra.len() as i128 * i128::from(ARGUMENT_SLOT / 8));
            let object = self.state.graph.add(Object::region(size, Storage::Arguments, self.edge));
            let root = self.state.arguments_root();
            self.state.graph.set_root(root, object);
            for (index, (&(value, scalar), &arg)) in
                extra.iter().zip(&site.args[callee.params.len()..]).enumerate()
            {
                if !scalar {
                    return Err(Halt::Gap("a record behind a `...`".to_owned()));
                }
                let bytes = program.types.size_of(program.expr(arg).ty).unwrap_or(8);
                let cell = Some(to_cell(value, bytes * 8)).filter(|v| *v != Value::Any);
                self.state.graph.write(object, index as i64 * ARGUMENT_SLOT, bytes * 8, cell);
            }
        }
        Ok(())
    }

    /// Leaves a function.
    pub fn ret(&mut self, site: &CallSite) {
        let program = self.program;
        let callee = &program.functions[site.callee];
        let result = callee.ret.map(|ret| self.var_object(ret));
        let depth = self.state.depth();
        Rc::make_mut(&mut self.state.frames).pop();
        self.state.forget_inner_visits();
        if let (Some(dst), Some(from)) = (site.dst, result) {
            let to = self.var_object(dst);
            let bytes = program.var_size(dst).unwrap_or(0);
            self.state.graph.copy((from, 0), (to, 0), bytes.saturating_mul(8));
            self.put_copied(to, 0, bytes.saturating_mul(8));
        }
        let gone: Vec<_> = self.state.graph.roots_from(depth << 32).collect();
        for (root, id) in gone {
            self.state.graph.remove_root(root);
            let var = super::state::SmgState::var_of(root);
            self.bury(id, var.is_none_or(|v| program.vars[v].addressed));
        }
    }

    /// The program ends.
    pub fn halt(&mut self, kind: HaltKind) {
        if kind == HaltKind::Unreachable {
            return;
        }
        // Memory is only lost for good when the program exits by itself; an aborted one has not cleaned up.
        if matches!(kind, HaltKind::Exit(_)) {
            self.state.graph.forget_dead_content();
            self.find_lost();
        }
        let left = self.state.graph.objects().find(|(_, o)| o.is_live_heap()).map(|(id, _)| id);
        if let Some(id) = left {
            let name = self.describe(id);
            self.violate_with(
                Some(id),
                MemoryProperty::Memcleanup,
                format!("{name} is not freed when the program ends"),
            );
        }
    }
}
