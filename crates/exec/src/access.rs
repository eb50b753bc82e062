//! Accesses: reading and writing registers, memory and places.

use crate::code::{Access, Class, Home, PlaceCode};
use crate::finding::Uninitialised;
use crate::input::InputKind;
use crate::machine::{Exec, Interpreter};
use crate::memory::{Fault, Spot};
use crate::report::{place_name, quoted_place};
use crate::value::Value;
use argand_cfa::arith::Shape;
use argand_cfa::{ExprId, ExprKind, PlaceId, VarId};

/// What an access is for, as told in messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    Read,
    Write,
}

impl Interpreter<'_> {
    /// A register was read that holds nothing: fine for copying, unless inputs choose such values.
    #[cold]
    pub(crate) fn read_unwritten(&mut self, home: Home, var: VarId, value: Value) -> Exec<Value> {
        if self.config.policy.uninitialised != Uninitialised::Input || self.quiet {
            return Ok(value);
        }
        let name = self.program.var_name(var).to_owned();
        let chosen = self.ask(InputKind::Uninitialised, &name, self.program.vars[var].ty);
        self.set_register(home, chosen);
        Ok(chosen)
    }

    #[inline]
    pub(crate) fn set_register(&mut self, home: Home, value: Value) {
        match home {
            Home::Local(register) | Home::LocalObject(register) => {
                self.registers[self.frame_base + register as usize] = value;
            }
            Home::Global(register) | Home::GlobalObject(register) => self.globals[register as usize] = value,
        }
    }

    /// Reads a scalar from memory.
    #[inline]
    pub(crate) fn load(&mut self, pointer: Value, access: u32) -> Exec<Value> {
        let access = self.code.accesses[access as usize];
        let spot = match self.memory.find(pointer, u64::from(access.size)) {
            Ok(spot) if !pointer.tainted => spot,
            found => self.bad_access(pointer, found.err(), access, Purpose::Read)?,
        };
        let value = self.load_known(spot, access);
        if value.tainted { self.load_unwritten(spot, access, value) } else { Ok(value) }
    }

    #[cold]
    fn load_unwritten(&mut self, spot: Spot, access: Access, value: Value) -> Exec<Value> {
        let outside = self.memory.is_outside(spot, access.size);
        let asks = outside || self.config.policy.uninitialised == Uninitialised::Input;
        if !asks || self.quiet {
            return Ok(value);
        }
        let bytes = u64::from(access.bits.map_or(access.value_bytes, |(at, width)| (at + width).div_ceil(8)));
        // A copy of it may have been looked at before.
        self.memory.follow_twins(spot, bytes);
        let value = self.load_known(spot, access);
        if !value.tainted {
            return Ok(value);
        }
        let (name, ty) = (place_name(self.program, access.place), self.program.place(access.place).ty);
        let kind = if outside { InputKind::Outside } else { InputKind::Uninitialised };
        let chosen = self.ask(kind, &name, ty);
        let before = self.memory.take(spot, bytes);
        // A pointer keeps where it leads to only when it is stored whole.
        let untouched = outside && before.known.iter().all(|&known| known == 0);
        let stored = match access.bits {
            Some((shift, width)) => self.memory.store_bits(spot, shift, width, chosen),
            None if untouched => self.memory.store(spot, access.value_bytes, chosen),
            None => {
                let mut blob = self.memory.take(spot, u64::from(access.value_bytes));
                for (i, new) in chosen.bits.to_le_bytes().into_iter().take(blob.bytes.len()).enumerate() {
                    blob.bytes[i] = (blob.bytes[i] & blob.known[i]) | (new & !blob.known[i]);
                    blob.known[i] = 0xff;
                }
                self.memory.put(spot, &blob)
            }
        };
        stored.map_err(|fault| self.fault(fault, &name, 0, Purpose::Write))?;
        self.memory.lead_twins(spot, &before);
        Ok(self.load_known(spot, access))
    }

    /// What stands in memory.
    #[inline]
    fn load_known(&self, spot: Spot, access: Access) -> Value {
        let raw = match access.bits {
            None => self.memory.load(spot, access.value_bytes),
            Some((shift, width)) => self.memory.load_bits(spot, shift, width),
        };
        Value { bits: canonical(access, raw.bits), ..raw }
    }

    /// Writes a scalar to memory.
    #[inline]
    pub(crate) fn store(&mut self, pointer: Value, access: u32, value: Value) -> Exec<()> {
        let access = self.code.accesses[access as usize];
        let spot = match self.memory.find_writable(pointer, u64::from(access.size)) {
            Ok(spot) if !pointer.tainted => spot,
            found => self.bad_access(pointer, found.err(), access, Purpose::Write)?,
        };
        let stored = match access.bits {
            None => self.memory.store(spot, access.value_bytes, value),
            Some((shift, width)) => self.memory.store_bits(spot, shift, width, value),
        };
        stored.map_err(|fault| self.fault(fault, "memory", 0, Purpose::Write))
    }

    /// An access that failed, or whose pointer is uninitialised. Goes on only if the policy lets an
    /// uninitialised pointer pass that happens to point somewhere.
    #[cold]
    fn bad_access(
        &mut self,
        pointer: Value,
        fault: Option<Fault>,
        access: Access,
        purpose: Purpose,
    ) -> Exec<Spot> {
        if pointer.tainted {
            self.uninitialised(|p| format!("the address of {} depends on", quoted_place(p, access.place)))?;
        }
        let text = quoted_place(self.program, access.place);
        match (fault, self.memory.find(pointer, u64::from(access.size))) {
            (None, Ok(spot)) => Ok(spot),
            (Some(fault), _) | (None, Err(fault)) => {
                Err(self.fault(fault, &text, u64::from(access.size), purpose))
            }
        }
    }

    /// Reads a scalar from a place.
    pub(crate) fn read(&mut self, place: PlaceId) -> Exec<Value> {
        match self.code.place(self.program, place) {
            PlaceCode::Register(Home::Local(register) | Home::LocalObject(register)) => {
                Ok(self.registers[self.frame_base + register as usize])
            }
            PlaceCode::Register(Home::Global(register) | Home::GlobalObject(register)) => {
                Ok(self.globals[register as usize])
            }
            PlaceCode::Scalar { start, access } => {
                let pointer = self.run_code(start)?;
                self.load(pointer, access)
            }
            PlaceCode::Block { .. } | PlaceCode::Unknown => {
                Err(self.unsupported(format!("{} as a scalar", quoted_place(self.program, place))))
            }
        }
    }

    /// Writes a scalar to a place.
    #[inline]
    pub(crate) fn write(&mut self, place: PlaceId, value: Value) -> Exec<()> {
        match self.code.place(self.program, place) {
            PlaceCode::Register(home) => {
                self.set_register(home, value);
                Ok(())
            }
            PlaceCode::Scalar { start, access } => {
                let pointer = self.run_code(start)?;
                self.store(pointer, access, value)
            }
            PlaceCode::Block { .. } | PlaceCode::Unknown => {
                Err(self.unsupported(format!("a scalar for {}", quoted_place(self.program, place))))
            }
        }
    }

    /// Where the bytes of a place lie that is kept in memory.
    pub(crate) fn locate(
        &mut self,
        place: PlaceId,
        size: Option<u64>,
        purpose: Purpose,
    ) -> Exec<(Spot, u64)> {
        let (start, own) = match self.code.place(self.program, place) {
            PlaceCode::Block { start, size } => (start, size),
            PlaceCode::Scalar { start, access } => {
                (start, u64::from(self.code.accesses[access as usize].size))
            }
            PlaceCode::Register(_) | PlaceCode::Unknown => {
                return Err(self.unsupported(format!("the bytes of {}", quoted_place(self.program, place))));
            }
        };
        let size = size.unwrap_or(own);
        let pointer = self.run_code(start)?;
        if pointer.tainted {
            self.uninitialised(|p| format!("the address of {} depends on", quoted_place(p, place)))?;
        }
        let found = match purpose {
            Purpose::Read => self.memory.find(pointer, size),
            Purpose::Write => self.memory.find_writable(pointer, size),
        };
        match found {
            Ok(spot) => Ok((spot, size)),
            Err(fault) => {
                let text = quoted_place(self.program, place);
                Err(self.fault(fault, &text, size, purpose))
            }
        }
    }

    /// The place whose whole content an expression is, if it is a record or another thing that is no scalar.
    pub(crate) fn block_source(&self, expr: ExprId) -> Option<PlaceId> {
        let node = self.program.expr(expr);
        match node.kind {
            ExprKind::Load(place) if !self.program.types.is_scalar(node.ty) => Some(place),
            _ => None,
        }
    }
}

/// The canonical value of bits read from memory.
#[inline]
fn canonical(access: Access, bits: i128) -> i128 {
    match (access.class, access.bits) {
        (Class::Int(shape), None) => shape.wrap(bits),
        (Class::Int(shape), Some((_, width))) => Shape { width, ..shape }.wrap(bits),
        (Class::Bool, _) => i128::from(bits != 0),
        (Class::Float(_) | Class::Pointer, _) => bits,
    }
}
