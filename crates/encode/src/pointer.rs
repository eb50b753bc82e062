//! Pointers as numbers, and comparisons of pointers.
//!
//! Objects have made-up addresses in terms. What a program can find out about real ones must not depend on them:
//! numbers of addresses are uninterpreted, and a comparison says only what it says on every machine.

use crate::layout::{Layout, Storage};
use crate::numbers::{Numbers, turned_into_pointers};
use crate::{Encoder, InputKind, Step, Unsupported};
use argand_cfa::{ExprId, ExprKind, FuncId, LibFn, Program, TypeId, VarId};
use argand_flow::effects::{Effects, Returned};
use argand_flow::pointsto::{Cell, Class};
use argand_logic::visit::post_order;
use argand_logic::{Bv, Op, Sort, TermId};
use argand_support::FxHashSet;

/// Whether no object and no function has this address on any machine: the first and the last page.
fn is_no_address(number: &Bv) -> bool {
    let page = 4096_u64;
    let last = Bv::ones(number.width()).sub(number).to_u64();
    number.to_u64().is_some_and(|n| n < 16) || last.is_some_and(|n| n < page)
}

/// Choices among more pointers than this are not looked into.
const MOST_CHOICES: u32 = 64;

/// The address, of no object, that is marked as soon as any object is gone.
const ANY_GONE: u64 = 1;

/// Classes in which pointers to objects that may be gone are compared.
pub(crate) fn compared_after_death(
    program: &Program,
    layout: &Layout,
    numbers: &Numbers,
    automatic: &Automatic,
) -> FxHashSet<Class> {
    let points_to = &layout.points_to;
    let mut mortal: FxHashSet<Class> = FxHashSet::default();
    for (var, info) in program.vars.iter_enumerated() {
        if !info.is_static() && layout.storage(var) == Storage::Object {
            mortal.insert(points_to.var(var));
        }
    }
    mortal.extend(&automatic.classes);
    for (id, call) in program.extern_calls.iter_enumerated() {
        if program.extern_model(id) == LibFn::Free {
            let freed = call.args.first().and_then(|&arg| points_to.value(program, arg));
            mortal.extend(freed.map(|cell| cell.class));
        }
    }
    let mut found = FxHashSet::default();
    for (_, expr) in program.pool.iter() {
        if let ExprKind::Binary(op, a, b) = expr.kind
            && op.is_comparison()
            && program.types.is_pointer(program.expr(a).ty)
            && let (Some(a), Some(b)) = (points_to.value(program, a), points_to.value(program, b))
        {
            found.extend([a.class, b.class].into_iter().filter(|class| mortal.contains(class)));
        }
    }
    for edge in program.edges.indices() {
        // A number may be the address of an object that is gone, and of a new one.
        for number in turned_into_pointers(program, edge) {
            if let Some(cell) = points_to.value(program, number)
                && mortal.contains(&cell.class)
                && !numbers.is_fresh(program, points_to, edge, number)
            {
                found.insert(cell.class);
            }
        }
    }
    found
}

/// What functions make on the way that is gone when they return (`alloca`).
#[derive(Clone, Default, Debug)]
pub(crate) struct Automatic {
    /// The functions.
    functions: FxHashSet<FuncId>,
    /// The classes of what they make.
    classes: FxHashSet<Class>,
}

/// What ends with functions, their variables aside.
pub(crate) fn automatic(program: &Program, layout: &Layout) -> Automatic {
    let mut found = Automatic::default();
    for edge in &program.edges {
        let argand_cfa::Op::Extern(id) = edge.op else { continue };
        let made = Effects::of(program.extern_model(id)).returns;
        if matches!(made, Returned::Object { automatic: true, .. })
            && let Some(class) = layout.points_to.allocation(id)
        {
            found.functions.insert(program.locs[edge.from].func);
            found.classes.insert(class);
        }
    }
    found
}

/// The variables whose end must be remembered when a function returns.
pub(crate) fn remembered(program: &Program, layout: &Layout, compared: &FxHashSet<Class>) -> Vec<VarId> {
    let is_object = |var: &VarId| layout.storage(*var) == Storage::Object && !program.vars[*var].is_static();
    let vars = program.vars.indices().filter(is_object);
    vars.filter(|&var| compared.contains(&layout.points_to.var(var))).collect()
}

/// The local variables that may have another address in their next life, where the program can tell.
pub(crate) fn numbered_locals(program: &Program, layout: &Layout) -> FxHashSet<VarId> {
    let is_number = |inner: ExprId, ty: TypeId| {
        program.types.is_integer(ty) && program.types.is_pointer(program.expr(inner).ty)
    };
    let cast = program.pool.iter().any(|(_, e)| matches!(e.kind, ExprKind::Cast(a) if is_number(a, e.ty)));
    let partition = &layout.partition;
    let bytes = |class| partition.arrays_of(class).iter().any(|&id| partition.array(id).width == 8);
    if !cast && !partition.classes().into_iter().any(bytes) {
        return FxHashSet::default();
    }
    let local = |var: &VarId| layout.storage(*var) == Storage::Object && !program.vars[*var].is_static();
    program.vars.indices().filter(local).collect()
}

impl Encoder {
    /// For every pointer whose number some terms depend on: that the pointer is its number. A proof must not assume it,
    /// because terms have made-up addresses; a run whose pointers come from outside is found with it.
    pub fn plain_numbers(&mut self, terms: &[TermId]) -> Vec<TermId> {
        let number = Op::Apply(self.address_of_pointer);
        let mut numbers = post_order(&self.pool, terms, |_| false);
        numbers.retain(|&term| self.pool.op(term) == number);
        let pointers = numbers.into_iter().map(|number| (number, self.pool.arg(number, 0)));
        let open: Vec<_> = pointers.filter(|&(_, p)| self.pool.as_const(p).is_none()).collect();
        open.into_iter().map(|(number, pointer)| self.pool.eq(number, pointer)).collect()
    }
}

impl Step<'_> {
    /// The number of an address. Which number that is only the machine knows, so it is an uninterpreted function
    /// of the pointer: any layout of memory is possible, but null is 0 and nothing else is.
    pub(crate) fn pointer_to_integer(&mut self, pointer: TermId, to: TypeId) -> Result<TermId, Unsupported> {
        // The number of a choice is the choice of the numbers: one that was a number is that number again.
        let chosen = !self.program.registers.is_empty() && self.enc.pool.op(pointer) == Op::Ite;
        if chosen && self.chooses_numbers(pointer) {
            let [condition, yes, no] = [0, 1, 2].map(|k| self.enc.pool.arg(pointer, k));
            let (yes, no) = (self.pointer_to_integer(yes, to)?, self.pointer_to_integer(no, to)?);
            return Ok(self.pool().ite(condition, yes, no));
        }
        let (_, width) = self.shape(to)?;
        if let Some(number) = self.number_of(pointer) {
            return Ok(self.pool().resize(number, width, false));
        }
        let (function, inverse, pointer_width) =
            (self.enc.address_of_pointer, self.enc.pointer_of_address, self.enc.pointer_width);
        let epoch = self.current_epoch();
        let registers = &self.program.registers;
        let pool = &mut self.enc.pool;
        if pool.op(pointer) == Op::Add && !registers.is_empty() {
            // So many bytes behind a number.
            let mut parts = pool.args(pointer).to_vec();
            if let Some(base) = parts.iter().position(|&part| pool.op(part) == Op::Apply(inverse)) {
                let base = parts.swap_remove(base);
                let mut address = pool.arg(base, 0);
                for part in parts {
                    address = pool.add(address, part);
                }
                return Ok(pool.resize(address, width, false));
            }
        }
        let zero = pool.bv(pointer_width, 0);
        let number = pool.apply(function, &[pointer, epoch]);
        let null = pool.eq(pointer, zero);
        let zero_number = pool.eq(number, zero);
        let mut agree = pool.eq(null, zero_number);
        if pool.as_const(pointer).is_some() {
            // An object, which does not lie where the machine has registers.
            for range in registers {
                let (first, last) =
                    (pool.bv(pointer_width, range.first()), pool.bv(pointer_width, range.last()));
                let (below, above) = (pool.ult(number, first), pool.ult(last, number));
                let apart = pool.or(below, above);
                agree = pool.and(agree, apart);
            }
        }
        let number = pool.ite(null, zero, number);
        let number = pool.resize(number, width, false);
        self.state.assume(&mut self.enc.pool, agree);
        Ok(number)
    }

    /// Whether some of the few pointers that one is chosen from was made of a number.
    fn chooses_numbers(&self, pointer: TermId) -> bool {
        let pool = &self.enc.pool;
        let (mut work, mut seen, mut found) = (vec![pointer], 0, false);
        while let Some(term) = work.pop() {
            seen += 1;
            if pool.op(term) == Op::Ite {
                work.extend([pool.arg(term, 1), pool.arg(term, 2)]);
            }
            found |= pool.op(term) == Op::Apply(self.enc.pointer_of_address);
            if seen > MOST_CHOICES {
                return false;
            }
        }
        found
    }

    /// The pointer that a number is. One that was kept, or got its bits by control flow, may be any pointer that has
    /// this number now, whatever it was made of.
    pub(crate) fn number_to_pointer(
        &mut self,
        number: ExprId,
        value: TermId,
        from: TypeId,
    ) -> Result<TermId, Unsupported> {
        let points_to = &self.enc.layout.points_to;
        let numbers = &self.enc.numbers;
        let fresh = !numbers.is_plain(self.program, points_to, number)
            && numbers.is_fresh(self.program, points_to, self.edge, number);
        if fresh || self.enc.pool.as_const(value).is_some() {
            return self.integer_to_pointer(value, from);
        }
        let (signed, _) = self.shape(from)?;
        let width = self.enc.pointer_width;
        let number = self.pool().resize(value, width, signed);
        Ok(self.pointer_with_number(number))
    }

    /// Some pointer that has this number; null if it is 0.
    fn pointer_with_number(&mut self, number: TermId) -> TermId {
        let (inverse, width) = (self.enc.pointer_of_address, self.enc.pointer_width);
        let pool = self.pool();
        let pointer = pool.apply(inverse, &[number]);
        let zero = pool.bv(width, 0);
        let null = pool.eq(number, zero);
        pool.ite(null, zero, pointer)
    }

    pub(crate) fn integer_to_pointer(&mut self, value: TermId, from: TypeId) -> Result<TermId, Unsupported> {
        let (signed, _) = self.shape(from)?;
        let (function, width) = (self.enc.address_of_pointer, self.enc.pointer_width);
        let epoch = self.current_epoch();
        let pool = self.pool();
        let value = pool.resize(value, width, signed);
        if pool.as_const(value).is_some_and(is_no_address) {
            return Ok(value);
        }
        // The number of a pointer, turned back, is that pointer, as long as nothing can lie elsewhere by now.
        if pool.op(value) == Op::Ite {
            let [condition, otherwise, original] = [0, 1, 2].map(|k| pool.arg(value, k));
            if pool.op(original) == Op::Apply(function) && pool.arg(original, 1) == epoch {
                let pointer = pool.arg(original, 0);
                let zero = pool.bv(width, 0);
                if pool.eq(pointer, zero) == condition && otherwise == zero {
                    return Ok(pointer);
                }
            }
        }
        if pool.op(value) == Op::Apply(function) && pool.arg(value, 1) == epoch {
            return Ok(pool.arg(value, 0));
        }
        Ok(self.pointer_with_number(value))
    }

    /// The number that a pointer was made of.
    pub(crate) fn number_of(&self, pointer: TermId) -> Option<TermId> {
        let pool = &self.enc.pool;
        if pool.op(pointer) == Op::Apply(self.enc.pointer_of_address) {
            return Some(pool.arg(pointer, 0));
        }
        pool.as_const(pointer).is_some_and(is_no_address).then_some(pointer)
    }

    /// What a comparison of pointers says on every machine.
    ///
    /// Where a pointer lies that is a forged number, only the machine knows.
    /// Which of two objects comes first, and whether one begins where the other ends, is up to the machine, and so is
    /// whether a new object has the address of one that is gone.
    pub(crate) fn doubted_comparison(
        &mut self,
        (a, x): (ExprId, TermId),
        (b, y): (ExprId, TermId),
        holds: TermId,
    ) -> Result<TermId, Unsupported> {
        let points_to = &self.enc.layout.points_to;
        let (left, right) = (points_to.value(self.program, a), points_to.value(self.program, b));
        let (Some(left), Some(right)) = (left, right) else { return Ok(holds) };
        let forged = points_to.is_forged(a) || points_to.is_forged(b);
        let open = if left.class == right.class && !forged {
            if !self.enc.compared.contains(&left.class) {
                return Ok(holds);
            }
            let (first, second) = (self.is_gone(left, x), self.is_gone(right, y));
            let pool = self.pool();
            let either = pool.or(first, second);
            let differ = pool.ne(x, y);
            pool.and(either, differ)
        } else {
            self.enc.pool.tt()
        };
        if self.enc.pool.as_bool(open) == Some(false) {
            return Ok(holds);
        }
        let any = self.input(InputKind::Unknown, Sort::Bool);
        let width = self.enc.pointer_width;
        let pool = self.pool();
        let null = pool.bv(width, 0);
        let (first, second) = (pool.ne(x, null), pool.ne(y, null));
        let objects = pool.and(first, second);
        let open = pool.and(open, objects);
        Ok(pool.ite(open, any, holds))
    }

    /// Doubts a pointer that was a number if it points to an object that is gone: a new one may be there by now.
    pub(crate) fn doubt_revived(&mut self, number: ExprId, pointer: TermId) {
        let points_to = &self.enc.layout.points_to;
        let Some(cell) = points_to.value(self.program, number) else { return };
        if !self.enc.compared.contains(&cell.class)
            || self.enc.numbers.is_fresh(self.program, points_to, self.edge, number)
        {
            return;
        }
        let gone = self.is_gone(cell, pointer);
        if self.enc.pool.as_bool(gone) != Some(false) {
            self.state.doubt = self.doubted(gone);
        }
    }

    /// Whether the object that a pointer points into may be gone. Objects are known by where they begin; where that is
    /// not known of the pointer, or nobody remembers where the objects began, every object that is gone may be the one.
    fn is_gone(&mut self, cell: Cell, pointer: TermId) -> TermId {
        let dead = self.enc.dead();
        let dead = self.enc.read(self.state, dead);
        let width = self.enc.pointer_width;
        let known = cell.offsets.stride() == 0 && !self.enc.automatic.classes.contains(&cell.class);
        let exact = known.then(|| cell.offsets.base());
        let pool = self.pool();
        let start = match exact {
            Some(offset) => {
                let offset = pool.constant(Bv::from_i128(width, i128::from(offset)));
                pool.sub(pointer, offset)
            }
            None => pool.bv(width, ANY_GONE),
        };
        let mark = pool.select(dead, start);
        let one = pool.bv(1, 1);
        pool.eq(mark, one)
    }

    /// An object that began at an address is gone, or a new one begins there.
    pub(crate) fn set_dead(&mut self, address: TermId, gone: bool) {
        let cell = self.enc.dead();
        let mut dead = self.enc.read(self.state, cell);
        let width = self.enc.pointer_width;
        let pool = self.pool();
        let mark = pool.bv(1, u64::from(gone));
        dead = pool.store(dead, address, mark);
        if gone {
            let any = pool.bv(width, ANY_GONE);
            dead = pool.store(dead, any, mark);
        }
        self.state.set(cell, dead);
    }

    /// Some object is gone, nobody knows where.
    fn some_is_gone(&mut self) {
        let any = self.enc.pool.bv(self.enc.pointer_width, ANY_GONE);
        self.set_dead(any, true);
    }

    /// The life of a variable begins or ends.
    pub(crate) fn set_var_dead(&mut self, var: VarId, gone: bool) {
        if gone && self.enc.numbered.contains(&var) {
            self.begin_epoch();
        }
        if self.enc.remembered.contains(&var) {
            let address = self.var_address(var);
            self.set_dead(address, gone);
        }
    }

    /// The life of the variables of a function ends with it.
    pub(crate) fn end_frame(&mut self, func: FuncId) {
        let own = |var: &VarId| self.program.vars[*var].func == Some(func);
        if self.enc.numbered_functions.contains(&func) {
            self.begin_epoch();
        }
        for var in self.enc.remembered.iter().copied().filter(own).collect::<Vec<_>>() {
            self.set_var_dead(var, true);
        }
        let automatic = &self.enc.automatic;
        if automatic.functions.contains(&func) && !automatic.classes.is_disjoint(&self.enc.compared) {
            self.some_is_gone();
        }
    }

    fn current_epoch(&mut self) -> TermId {
        if self.enc.numbered.is_empty() {
            return self.enc.pool.bv(self.enc.pointer_width, 0);
        }
        let cell = self.enc.epoch();
        self.enc.read(self.state, cell)
    }

    /// Local variables are gone: where they lie in their next lives nobody knows.
    fn begin_epoch(&mut self) {
        let sort = Sort::Bv(self.enc.pointer_width);
        let epoch = self.input(InputKind::Unknown, sort);
        let cell = self.enc.epoch();
        self.state.set(cell, epoch);
    }

    /// The object that a pointer points to is freed.
    pub(crate) fn free(&mut self, pointer: ExprId) -> Result<(), Unsupported> {
        let cell = self.enc.layout.points_to.value(self.program, pointer);
        if cell.is_some_and(|cell| self.enc.compared.contains(&cell.class)) {
            let address = self.value(pointer)?;
            self.set_dead(address, true);
        }
        Ok(())
    }
}
