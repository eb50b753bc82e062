//! Variables: their objects from declaration to death, and what is assigned to them.

use crate::access::Purpose;
use crate::address::Storage;
use crate::code::{Home, PlaceCode};
use crate::machine::{Exec, Interpreter};
use crate::memory::{ObjectInfo, Spot};
use crate::report::quoted_place;
use crate::value::Value;
use argand_cfa::{ExprId, InitEntry, PlaceId, VarId, VarKind};
use argand_support::{Idx as _, Span};

impl Interpreter<'_> {
    /// Makes the objects of static storage.
    pub(crate) fn create_statics(&mut self) -> Exec<()> {
        for (var, data) in self.program.vars.iter_enumerated() {
            let Home::GlobalObject(register) = self.code.home(var) else { continue };
            let size = match data.kind {
                VarKind::Label => 1,
                _ => self.program.var_size(var).unwrap_or(0),
            };
            let info = ObjectInfo {
                var: Some(var),
                storage: Storage::Static,
                size,
                born: data.span,
                died: Span::NONE,
            };
            let align = data.align.unwrap_or(1);
            let created = self.memory.create(info, align, true);
            self.globals[register as usize] =
                created.map_err(|fault| self.fault(fault, "a variable", size, Purpose::Write))?;
        }
        Ok(())
    }

    /// Assigns a value to a place.
    #[inline]
    pub(crate) fn assign(&mut self, dst: PlaceId, src: ExprId) -> Exec<()> {
        if let PlaceCode::Block { size, .. } = self.code.place(self.program, dst) {
            return self.assign_block(dst, src, size);
        }
        let value = self.eval(src)?;
        self.write(dst, value)
    }

    /// Copies a record, or an array in an initialiser, whole.
    fn assign_block(&mut self, dst: PlaceId, src: ExprId, size: u64) -> Exec<()> {
        let Some(source) = self.block_source(src) else {
            return Err(self.unsupported(format!("{} as a whole", quoted_place(self.program, dst))));
        };
        let (from, available) = self.locate(source, None, Purpose::Read)?;
        let size = size.min(available);
        let (to, _) = self.locate(dst, Some(size), Purpose::Write)?;
        self.memory.copy(to, from, size).map_err(|fault| self.fault(fault, "memory", size, Purpose::Write))
    }

    /// Zeroes a variable and gives it its initial values.
    pub(crate) fn init(&mut self, var: VarId, entries: &[InitEntry]) -> Exec<()> {
        match self.code.home(var) {
            home @ (Home::Local(_) | Home::Global(_)) => self.set_register(home, Value::ZERO),
            Home::LocalObject(_) | Home::GlobalObject(_) => {
                let pointer = self.object_of(var)?;
                if let Some(slot) = self.memory.living_origin(pointer.origin) {
                    let size = self.memory.object(slot).info.size;
                    let spot = Spot { slot, offset: 0 };
                    let filled = self.memory.fill(spot, size, 0, false);
                    filled.map_err(|fault| self.fault(fault, "a variable", size, Purpose::Write))?;
                }
            }
        }
        for entry in entries {
            self.assign(entry.place, entry.value)?;
        }
        if self.constants[var.index()] {
            let origin = self.object_of(var)?.origin;
            if let Some(slot) = self.memory.living_origin(origin) {
                self.memory.set_read_only(slot);
            }
        }
        Ok(())
    }

    /// A pointer to the object of a variable that has one.
    pub(crate) fn object_of(&mut self, var: VarId) -> Exec<Value> {
        match self.code.home(var) {
            Home::LocalObject(register) => {
                let value = self.registers[self.frame_base + register as usize];
                if value.origin.is_none() { self.create_local(register, var, None) } else { Ok(value) }
            }
            Home::GlobalObject(register) => Ok(self.globals[register as usize]),
            Home::Local(_) | Home::Global(_) => Ok(Value::ZERO),
        }
    }

    /// Begins the life of a local variable, of so many bytes if it is an array of variable length.
    pub(crate) fn declare(&mut self, var: VarId, size: Option<ExprId>) -> Exec<()> {
        match self.code.home(var) {
            home @ Home::Local(_) => {
                self.set_register(home, Value::UNINITIALISED);
                Ok(())
            }
            Home::LocalObject(register) => {
                let size = match size {
                    Some(expr) => {
                        Some(self.eval_used(expr, "the size of an array that depends on")?.address())
                    }
                    None => None,
                };
                self.bury(var);
                self.create_local(register, var, size).map(|_| ())
            }
            Home::Global(_) | Home::GlobalObject(_) => Ok(()),
        }
    }

    /// Ends the life of a local variable.
    pub(crate) fn bury(&mut self, var: VarId) {
        let home = self.code.home(var);
        if let Home::LocalObject(register) = home {
            let value = self.registers[self.frame_base + register as usize];
            if let Some(slot) = self.memory.living_origin(value.origin) {
                self.memory.kill(slot, self.program.edges[self.edge].span);
            }
        }
        if matches!(home, Home::Local(_) | Home::LocalObject(_)) {
            self.set_register(home, Value::UNINITIALISED);
        }
    }

    /// Makes the object of a local variable.
    pub(crate) fn create_local(&mut self, register: u32, var: VarId, size: Option<u64>) -> Exec<Value> {
        let data = &self.program.vars[var];
        let size = size.or_else(|| self.program.var_size(var)).unwrap_or(0);
        let info =
            ObjectInfo { var: Some(var), storage: Storage::Stack, size, born: data.span, died: Span::NONE };
        let created = self.memory.create(info, data.align.unwrap_or(1), false);
        let pointer = created.map_err(|fault| self.fault(fault, "a variable", size, Purpose::Write))?;
        self.registers[self.frame_base + register as usize] = pointer;
        Ok(pointer)
    }
}
