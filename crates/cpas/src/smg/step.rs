//! One step along an edge: a state under change and everything that can stop it.
//!
//! A step works on one graph. When it meets a list segment it must look into, or an offset that is one of a few,
//! it stops with [`Halt::Unfold`] or [`Halt::Split`]; the driver makes the cases and starts the step again in each.
//! Nothing is ever done twice, because a stopped step leaves nothing behind. Cases of a number that the step has made
//! itself would be forgotten with it: its expression gets a name first ([`Named`]) that is there before the step.

use super::precision::{Fact, SmgPrecision};
use super::state::{Ending, SmgState, Violation, place_of};
use argand_cfa::{EdgeId, ExprId, MemoryProperty, Op, Program};
use argand_domains::interval::Interval;
use argand_domains::smg::{End, Form, ObjectId, Shape, Storage, Sym, Value};
use argand_flow::liveness::DeadTemps;
use std::cell::RefCell;
use std::collections::BTreeSet;

/// Why a step does not go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Halt {
    /// There is no successor, or none but those recorded.
    Infeasible,
    /// An element must be taken out of a list segment first.
    Unfold(ObjectId, End),
    /// The form must be one of these numbers first.
    Split(Form, Vec<i128>),
    /// The first form must be smaller than the second, or not be smaller first.
    Reach(Form, Form),
    /// The analysis cannot say what the step does.
    Gap(String),
}

/// An expression whose value is a number that is not known exactly.
#[derive(Clone, Copy, Debug)]
pub struct Named {
    /// The expression.
    pub expr: ExprId,
    /// The number, over one symbol.
    pub form: Form,
    /// What the symbol could be when it was made.
    pub range: Interval,
}

/// A result of a part of a step.
pub type Res<T> = Result<T, Halt>;

/// Which properties are violations.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// Invalid accesses.
    pub deref: bool,
    /// Invalid frees.
    pub free: bool,
    /// Lost memory.
    pub memtrack: bool,
    /// Memory that was not freed at the end.
    pub memcleanup: bool,
}

impl Checked {
    /// Those of a list.
    pub fn of(properties: &[MemoryProperty]) -> Self {
        let has = |property| properties.contains(&property);
        Self {
            deref: has(MemoryProperty::Deref),
            free: has(MemoryProperty::Free),
            memtrack: has(MemoryProperty::Memtrack),
            memcleanup: has(MemoryProperty::Memcleanup),
        }
    }

    fn contains(self, property: MemoryProperty) -> bool {
        match property {
            MemoryProperty::Deref => self.deref,
            MemoryProperty::Free => self.free,
            MemoryProperty::Memtrack => self.memtrack,
            MemoryProperty::Memcleanup => self.memcleanup,
        }
    }
}

/// What a step is taken in.
#[derive(Clone, Copy)]
pub struct StepCx<'a> {
    /// The program.
    pub program: &'a Program,
    /// The edge.
    pub edge: EdgeId,
    /// What is tracked.
    pub precision: &'a SmgPrecision,
    /// Takes notes of everything that is tracked only because the precision says so.
    pub notes: Option<&'a RefCell<BTreeSet<Fact>>>,
}

/// One step along an edge.
pub struct Step<'a> {
    /// The program.
    pub program: &'a Program,
    /// The edge.
    pub edge: EdgeId,
    /// What is tracked.
    pub precision: &'a SmgPrecision,
    /// Takes notes of everything that is tracked only because the precision says so.
    pub notes: Option<&'a RefCell<BTreeSet<Fact>>>,
    /// The first symbol that was not there before the step.
    pub first_new: Sym,
    /// Values of expressions that were given names before the step.
    pub names: Vec<Named>,
    /// Expressions whose values are new symbols, the innermost one for each.
    pub made: Vec<Named>,
    /// New symbols that are sums of two forms.
    pub sums: Vec<(Sym, Form, Form)>,
    /// Where temporaries die.
    pub deaths: &'a DeadTemps,
    /// The state, which becomes that after the edge.
    pub state: SmgState,
    /// The properties that are violations.
    pub checked: Checked,
    /// Whether `malloc` may return null.
    pub malloc_fails: bool,
    /// Whether an assume could have gone both ways.
    pub branched: bool,
    /// Whether runs were left out that violate a property nobody asks about.
    pub leaves_out: bool,
    /// Other successors: violations, gaps, failed allocations.
    pub others: Vec<SmgState>,
}

impl<'a> Step<'a> {
    /// Takes the edge. The state is then the one after it.
    pub fn run(&mut self) -> Res<()> {
        let program = self.program;
        match &program.edges[self.edge].op {
            Op::Noop | Op::Summary(_) => {}
            Op::Assume { cond, truth } => self.assume(*cond, *truth)?,
            Op::Assign { dst, src } => self.assign(*dst, *src)?,
            Op::Init { var, entries } => self.init(*var, entries)?,
            Op::Havoc { dst, .. } => self.havoc(*dst)?,
            Op::Declare { var, size } => self.declare(*var, *size)?,
            Op::Dead { var } => self.dead(*var),
            Op::Call(site) => self.call(&program.call_sites[*site])?,
            Op::Return(site) => self.ret(&program.call_sites[*site]),
            Op::Extern(call) => self.library(*call)?,
            Op::Halt(kind) => self.halt(*kind),
            Op::Unsupported(reason) => return Err(Halt::Gap(program.names.resolve(*reason).to_owned())),
        }
        let dropped = self.drop_temporaries();
        if dropped || !matches!(program.edges[self.edge].op, Op::Noop | Op::Assume { .. } | Op::Summary(_)) {
            self.find_lost();
        }
        Ok(())
    }

    /// Ends the lives of temporaries that nobody reads after the edge. Whether there were some.
    fn drop_temporaries(&mut self) -> bool {
        let (vars, depth) = if let Op::Call(site) = self.program.edges[self.edge].op {
            (self.deaths.at_call(site), self.state.depth() - 1)
        } else {
            (self.deaths.after(self.edge), self.state.depth())
        };
        let mut dropped = false;
        for &var in vars {
            if let Some(id) = self.state.graph.remove_root(SmgState::root_at(depth, var)) {
                self.state.graph.remove(id);
                dropped = true;
            }
        }
        dropped
    }

    /// Records a violation as a successor of its own.
    pub fn violate(&mut self, property: MemoryProperty, message: String) {
        self.violate_with(None, property, message);
    }

    /// Records a violation that concerns an object.
    pub fn violate_with(&mut self, object: Option<ObjectId>, property: MemoryProperty, message: String) {
        if self.checked.contains(property) {
            self.others.push(self.state.ended(Ending::Violated(Violation { property, message, object })));
        }
    }

    /// Records a violation after which no run goes on, and says how the step ends. Where nobody asks about the property,
    /// the program does go on, but nobody can say how.
    #[must_use]
    pub fn violate_and_end(
        &mut self,
        object: Option<ObjectId>,
        property: MemoryProperty,
        message: String,
    ) -> Halt {
        if self.checked.contains(property) {
            self.violate_with(object, property, message);
            return Halt::Infeasible;
        }
        Halt::Gap(format!("going on where {message}"))
    }

    /// Records a violation of some runs; the others go on.
    pub fn violate_or_go_on(&mut self, object: Option<ObjectId>, property: MemoryProperty, message: String) {
        self.leaves_out |= !self.checked.contains(property);
        self.violate_with(object, property, message);
    }

    /// Records that some runs go on in a way that the analysis cannot follow.
    pub fn gap(&mut self, reason: impl Into<String>) {
        self.others.push(self.state.ended(Ending::Gap(reason.into())));
    }

    /// Records memory that can never be freed again, and forgets it.
    pub fn find_lost(&mut self) {
        let gone = self.state.graph.unreached();
        let lost = self.state.graph.living_heap(&gone);
        if let Some(&first) = lost.iter().find(|&&id| !self.state.graph.may_be_empty(id)).or(lost.first()) {
            let name = self.describe(first);
            self.violate_with(
                Some(first),
                MemoryProperty::Memtrack,
                format!("nothing points to {name} any more"),
            );
            // It is forgotten below, so that the end of the program would not see it.
            self.violate_with(Some(first), MemoryProperty::Memcleanup, format!("{name} can never be freed"));
        }
        self.state.graph.discard(&gone);
    }

    /// An object for a message.
    #[must_use]
    pub fn describe(&self, id: ObjectId) -> String {
        let Some(object) = self.state.graph.object(id) else { return "an object".to_owned() };
        let mut text = match object.storage {
            Storage::Static(var) | Storage::Local(var) => format!("`{}`", self.program.var_name(var)),
            Storage::Alloca => "memory of alloca".to_owned(),
            Storage::Arguments => "an argument list".to_owned(),
            Storage::Heap if matches!(object.shape, Shape::Segment { .. }) => {
                "an element of a list".to_owned()
            }
            Storage::Heap => "an object".to_owned(),
        };
        if object.storage == Storage::Heap {
            text.push_str(&format!(" allocated at {}", place_of(self.program, object.born)));
        }
        if let (false, Some(died)) = (object.valid, object.died) {
            let how = if object.storage == Storage::Heap { "freed" } else { "out of scope" };
            text.push_str(&format!(", {how} at {}", place_of(self.program, died)));
        }
        text
    }

    /// A value as far as it is tracked in an object.
    #[must_use]
    pub fn known(&self, object: ObjectId, width: u64, value: Value) -> Option<Value> {
        if value == Value::Any {
            return None;
        }
        if self.notes.is_none() && *self.precision == SmgPrecision::All {
            return Some(value);
        }
        let storage = self.state.graph.object(object)?.storage;
        let Some(fact) = Fact::of(self.program, storage, width, value) else { return Some(value) };
        if let Some(notes) = self.notes {
            notes.borrow_mut().insert(fact);
        }
        (fact == Fact::Value(0) || self.precision.tracks(fact)).then_some(value)
    }

    /// Writes to a range of an object what is tracked of a value; `None` forgets what is there.
    pub fn put(&mut self, object: ObjectId, bit: i64, width: u64, value: Option<Value>) {
        let known = value.and_then(|value| self.known(object, width, value));
        self.state.graph.write(object, bit, width, known);
    }

    /// Forgets what is not tracked in a range that was copied.
    pub fn put_copied(&mut self, object: ObjectId, bit: i64, width: u64) {
        if self.notes.is_none() && *self.precision == SmgPrecision::All {
            return;
        }
        let Some(target) = self.state.graph.object(object) else { return };
        let cells: Vec<_> = target.overlapping(bit, width).collect();
        for (at, cell) in cells {
            if self.known(object, cell.width, cell.value).is_none() {
                self.state.graph.write(object, at, cell.width, None);
            }
        }
    }

    /// A new symbol.
    pub fn fresh(&mut self, range: Interval) -> Form {
        Form::of(self.state.graph.numbers.fresh(range))
    }
}
