//! Looking at a run while it goes: for recording counterexamples, and for checking abstract states against
//! concrete ones.

use crate::finding::{End, StackEntry};
use crate::machine::Interpreter;
use crate::memory::ObjectInfo;
use crate::value::Value;
use argand_cfa::arith::Scalar;
use argand_cfa::{EdgeId, ExprId, FuncId, LocId, PlaceId, Program, TypeId, VarId};

/// Somebody who watches a run.
pub trait Observer {
    /// An edge is about to be taken; the view shows the state before it.
    fn before(&mut self, view: &mut StateView<'_, '_>, edge: EdgeId) {
        let _ = (view, edge);
    }

    /// An edge was taken; the view shows the state after it.
    fn edge(&mut self, view: &mut StateView<'_, '_>, edge: EdgeId);
}

/// What a pointer points to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pointee {
    /// The object.
    pub object: ObjectInfo,
    /// A number that no other object of the run ever has.
    pub id: u32,
    /// The distance from its start in bytes; outside its bounds for a pointer that must not be used.
    pub offset: i64,
}

/// The state of a run. Asking changes nothing and finds no errors.
pub struct StateView<'v, 'p> {
    run: &'v mut Interpreter<'p>,
}

impl<'v, 'p> StateView<'v, 'p> {
    pub(crate) const fn new(run: &'v mut Interpreter<'p>) -> Self {
        Self { run }
    }

    pub(crate) const fn interpreter(&self) -> &Interpreter<'p> {
        self.run
    }

    /// The program.
    #[must_use]
    pub const fn program(&self) -> &'p Program {
        self.run.program
    }

    /// The location the run is at.
    #[must_use]
    pub const fn location(&self) -> LocId {
        self.run.loc
    }

    /// The function that is running.
    #[must_use]
    pub fn function(&self) -> FuncId {
        self.run.frames.last().map_or(self.run.program.start, |f| f.func)
    }

    /// How many functions are running.
    #[must_use]
    pub const fn depth(&self) -> usize {
        self.run.frames.len()
    }

    /// How many values the program took so far that it did not compute itself.
    #[must_use]
    pub const fn inputs_asked(&self) -> usize {
        self.run.inputs_used.len()
    }

    /// How many edges were taken so far, with the one that is being taken.
    #[must_use]
    pub const fn steps(&self) -> u64 {
        self.run.steps
    }

    /// The running functions, innermost first, each with the place it is at.
    #[must_use]
    pub fn call_stack(&self) -> Vec<StackEntry> {
        self.run.call_stack().into_iter().map(|(_, entry)| entry).collect()
    }

    fn quietly<T>(&mut self, ask: impl FnOnce(&mut Interpreter<'p>) -> Result<T, Box<End>>) -> Option<T> {
        let (quiet, height) = (self.run.quiet, self.run.stack.len());
        self.run.quiet = true;
        let answer = ask(self.run).ok();
        self.run.quiet = quiet;
        self.run.stack.truncate(height);
        answer
    }

    fn value(&mut self, expr: ExprId) -> Option<Value> {
        if self.run.block_source(expr).is_some() {
            return None;
        }
        self.quietly(|run| run.eval(expr)).filter(|value| !value.tainted)
    }

    /// The value of a scalar expression in the innermost frame. `None` if it is no scalar, if an
    /// uninitialised value takes part, or if evaluating it is an error. Pointers are their addresses.
    pub fn eval(&mut self, expr: ExprId) -> Option<Scalar> {
        let float = self.run.is_float(self.run.program.expr(expr).ty);
        self.value(expr).map(|value| value.scalar(float))
    }

    /// The scalar at a place in the innermost frame, under the same conditions as [`eval`](Self::eval).
    pub fn read_place(&mut self, place: PlaceId) -> Option<Scalar> {
        let ty = self.run.program.place(place).ty;
        self.place_value(place, ty).map(|value| value.scalar(self.run.is_float(ty)))
    }

    /// The scalar a variable of the innermost frame or of static storage holds.
    pub fn read_var(&mut self, var: VarId) -> Option<Scalar> {
        let ty = self.run.program.vars[var].ty;
        if !self.run.program.types.is_scalar(ty) {
            return None;
        }
        let content = self.quietly(|run| run.content_of(var))?;
        match content {
            crate::varargs::Content::Scalar(value) if !value.tainted => {
                Some(value.scalar(self.run.is_float(ty)))
            }
            _ => None,
        }
    }

    fn place_value(&mut self, place: PlaceId, ty: TypeId) -> Option<Value> {
        if !self.run.program.types.is_scalar(ty) {
            return None;
        }
        self.quietly(|run| run.read(place)).filter(|value| !value.tainted)
    }

    /// What the pointer that an expression gives points to, if its object is alive.
    pub fn points_to(&mut self, expr: ExprId) -> Option<Pointee> {
        let value = self.value(expr)?;
        let (slot, offset) = self.run.memory.offset_in_object(value)?;
        let object = self.run.memory.object(slot);
        Some(Pointee { object: object.info.clone(), id: object.id, offset })
    }

    /// What an address points to: the object that is there, or that ends there, if it is alive.
    #[must_use]
    pub fn object_at(&self, address: i128) -> Option<Pointee> {
        let address = u64::try_from(address).ok()?;
        let object = self.run.memory.object(self.run.memory.slot_at(address)?);
        let offset = i64::try_from(address.checked_sub(object.base)?).ok()?;
        object.alive.then(|| Pointee { object: object.info.clone(), id: object.id, offset })
    }

    /// The object that a place in memory lies in, by its number, with the distance from its start in bytes.
    pub fn place_object(&mut self, place: PlaceId) -> Option<(u32, u64)> {
        let (spot, _) = self.quietly(|run| run.locate(place, None, crate::access::Purpose::Read))?;
        Some((self.run.memory.object(spot.slot).id, spot.offset))
    }

    /// The function whose address this is.
    #[must_use]
    pub fn function_at(&self, address: i128) -> Option<FuncId> {
        let index = self.run.memory.space.function_at(u64::try_from(address).ok()?)?;
        let func = FuncId::new(index);
        self.run.program.functions.get(func).map(|_| func)
    }
}
