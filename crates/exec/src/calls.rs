//! Calls of functions with a body: arguments, frames and results.

use crate::access::Purpose;
use crate::code::{Class, Home};
use crate::finding::End;
use crate::machine::{Exec, Frame, Interpreter};
use crate::value::Value;
use crate::varargs::{Argument, Content};
use argand_cfa::{CallSiteId, ExprId, TypeId, VarId};
use argand_support::Idx;

impl Interpreter<'_> {
    /// Enters a function.
    pub(crate) fn call(&mut self, site: CallSiteId) -> Exec<()> {
        let program = self.program;
        let data = &program.call_sites[site];
        self.check_target(data.callee)?;
        if self.frames.len() >= self.config.depth_limit {
            return Err(Box::new(End::Limit(format!("calls are nested {} deep", self.frames.len()))));
        }
        let callee = &program.functions[data.callee];
        let mut arguments = self.arguments(&data.args)?.into_iter();
        let base = self.registers.len();
        let size = self.code.frame_sizes[data.callee.index()] as usize;
        self.registers.resize(base + size, Value::UNINITIALISED);
        self.frames.push(Frame {
            func: data.callee,
            base,
            site: Some(site),
            call: Some(self.edge),
            extras: Vec::new(),
            arguments: None,
        });
        self.frame_base = base;
        for &param in &callee.params {
            let Some(argument) = arguments.next() else { break };
            self.give(param, &argument.content)?;
        }
        if arguments.len() > 0
            && let Some(frame) = self.frames.last_mut()
        {
            frame.arguments = Some(arguments.collect());
        }
        Ok(())
    }

    /// Ends the innermost frame and hands its result to the caller.
    pub(crate) fn leave(&mut self, site: CallSiteId) -> Exec<()> {
        let program = self.program;
        let Some(frame) = self.frames.last() else { return Ok(()) };
        let (func, base) = (frame.func, frame.base);
        let result = match (program.functions[func].ret, program.call_sites[site].dst) {
            (Some(ret), Some(dst)) => Some((dst, self.content_of(ret)?)),
            _ => None,
        };
        let died = program.edges[self.edge].span;
        for i in 0..self.object_registers[func.index()].len() {
            let register = self.object_registers[func.index()][i];
            let value = self.registers[base + register as usize];
            if let Some(slot) = self.memory.living_origin(value.origin) {
                self.memory.kill(slot, died);
            }
        }
        if let Some(frame) = self.frames.pop() {
            for slot in frame.extras {
                self.areas.forget(slot);
                self.memory.kill(slot, died);
            }
        }
        self.registers.truncate(base);
        self.frame_base = self.frames.last().map_or(0, |f| f.base);
        match result {
            Some((dst, content)) => self.give(dst, &content),
            None => Ok(()),
        }
    }

    /// Evaluates the arguments of a call.
    pub(crate) fn arguments(&mut self, exprs: &[ExprId]) -> Exec<Vec<Argument>> {
        let mut arguments = Vec::with_capacity(exprs.len());
        for &expr in exprs {
            let content = match self.block_source(expr) {
                Some(place) => {
                    let (spot, size) = self.locate(place, None, Purpose::Read)?;
                    Content::Block(self.memory.take_named(spot, size))
                }
                None => Content::Scalar(self.eval(expr)?),
            };
            arguments.push(Argument { ty: self.program.expr(expr).ty, content });
        }
        Ok(arguments)
    }

    /// Puts a value into a variable.
    pub(crate) fn give(&mut self, var: VarId, content: &Content) -> Exec<()> {
        let (home, ty) = (self.code.home(var), self.program.vars[var].ty);
        if let (Home::Local(_) | Home::Global(_), Content::Scalar(value)) = (home, content) {
            self.set_register(home, *value);
            return Ok(());
        }
        let pointer = self.object_of(var)?;
        let stored = match content {
            Content::Scalar(value) => return self.store_typed(pointer, ty, *value),
            Content::Block(blob) => self
                .memory
                .find_writable(pointer, blob.bytes.len() as u64)
                .and_then(|spot| self.memory.put(spot, blob)),
        };
        stored.map_err(|fault| self.fault(fault, "an argument", 0, Purpose::Write))
    }

    /// What a variable holds.
    pub(crate) fn content_of(&mut self, var: VarId) -> Exec<Content> {
        match self.code.home(var) {
            Home::Local(register) => Ok(Content::Scalar(self.registers[self.frame_base + register as usize])),
            Home::Global(register) => Ok(Content::Scalar(self.globals[register as usize])),
            Home::LocalObject(_) | Home::GlobalObject(_) => {
                let (pointer, ty) = (self.object_of(var)?, self.program.vars[var].ty);
                if self.program.types.is_scalar(ty) {
                    return self.load_typed(pointer, ty).map(Content::Scalar);
                }
                let size = self.program.types.size_of(ty).unwrap_or(0);
                match self.memory.find(pointer, size) {
                    Ok(spot) => Ok(Content::Block(self.memory.take_named(spot, size))),
                    Err(fault) => Err(self.fault(fault, "a result", size, Purpose::Read)),
                }
            }
        }
    }

    /// Reads a scalar of a type through a pointer.
    pub(crate) fn load_typed(&mut self, pointer: Value, ty: TypeId) -> Exec<Value> {
        let size = self.program.types.size_of(ty).unwrap_or(0);
        let spot = self
            .memory
            .find(pointer, size)
            .map_err(|fault| self.fault(fault, "the call", size, Purpose::Read))?;
        let raw = self.memory.load(spot, self.value_bytes(ty, size));
        let bits = match Class::of(self.program, ty) {
            Some(Class::Int(shape)) => shape.wrap(raw.bits),
            Some(Class::Bool) => i128::from(raw.bits != 0),
            _ => raw.bits,
        };
        Ok(Value { bits, ..raw })
    }

    /// Writes a scalar of a type through a pointer.
    pub(crate) fn store_typed(&mut self, pointer: Value, ty: TypeId, value: Value) -> Exec<()> {
        let size = self.program.types.size_of(ty).unwrap_or(0);
        let len = self.value_bytes(ty, size);
        let stored =
            self.memory.find_writable(pointer, size).and_then(|spot| self.memory.store(spot, len, value));
        stored.map_err(|fault| self.fault(fault, "the call", size, Purpose::Write))
    }

    fn value_bytes(&self, ty: TypeId, size: u64) -> u32 {
        match Class::of(self.program, ty) {
            Some(Class::Float(kind)) => kind.value_bits() / 8,
            _ => size.min(16) as u32,
        }
    }
}
