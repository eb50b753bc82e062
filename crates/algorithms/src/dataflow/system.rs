//! A program as a system of constraints over the composition of its analyses.
//!
//! An unknown is a location in a context. Its value is what holds there: one row of the composition for each state of
//! control (automata and the like) in which the location can be reached; no row means that it cannot. The right-hand
//! side joins what the edges into the location make of the rows at their starts. There is one transfer function for
//! each analysis, whether it is explored or solved.
//!
//! A call is three steps: the caller's row goes along the `Call` edge and into the callee by itself
//! ([`Composite::enter`]), where it is added to the start of a context; what the callee's exit has in that
//! context comes back with what the caller kept ([`Composite::resume`]) and goes along the `Return` edge. A context so is a
//! summary of its function, also for calls of it inside itself: recursion is a cycle like any other, and widened like one.
//!
//! Contexts tell calls apart by the last sites of the call string, by the states of control, and by the states of chosen
//! analyses at the entry. A function with too many of them gets one for all the rest.

use super::constraints::{Interrupt, System};
use super::solver::Values;
use super::{DataflowOptions, Function, Functions};
use argand_cfa::{Body, CallSiteId, EdgeId, FuncId, LocId, Op, Program};
use argand_cpa::{Composite, CpaError, Failure, PrecisionId, PrecisionRow, Row, Rows, StateId};
use argand_support::{FxHashMap, Idx as _, IndexVec, Limits, Stop, define_index};
use smallvec::SmallVec;
use std::rc::Rc;

define_index! {
    /// A context of a function.
    pub struct ContextId, "x";
}

/// Calls of a function that are looked at together.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Context {
    /// The function.
    pub func: FuncId,
    /// The last sites of the call string, the innermost last.
    pub sites: SmallVec<[CallSiteId; 2]>,
    /// States at the entry: those of control, then those of the chosen analyses.
    pub entry: SmallVec<[StateId; 4]>,
}

/// A location in a context.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Unknown {
    /// The context.
    pub context: ContextId,
    /// The location.
    pub location: LocId,
}

/// What holds at a location in a context: rows by their states of control. None at all: the location is not reached.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Value(pub Rc<[Row]>);

/// Why solving ended early.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ended {
    /// A limit of the run.
    Stopped(Stop),
    /// Two states could not be joined.
    Failed(Failure),
}

impl From<Stop> for Ended {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

impl From<Failure> for Ended {
    fn from(failure: Failure) -> Self {
        match failure.error {
            CpaError::Stop(stop) => Self::Stopped(stop),
            _ => Self::Failed(failure),
        }
    }
}

/// What a step along an edge came to.
pub enum Stepped {
    /// All successors are there.
    Whole,
    /// Some could not be computed.
    Gap(Failure),
}

/// A program as a system of constraints.
pub struct ProgramSystem<'p> {
    /// The program.
    pub program: &'p Program,
    /// The analyses.
    pub composite: Composite,
    limits: Limits,
    precisions: PrecisionRow,
    functions: Rc<Functions>,
    options: DataflowOptions,
    /// Where rows say where control is.
    control: Vec<usize>,
    /// Whose states at the entry form contexts besides.
    chosen: Vec<usize>,
    contexts: IndexVec<ContextId, Context>,
    ids: FxHashMap<Context, ContextId>,
    /// How many contexts a function has.
    counts: FxHashMap<FuncId, u32>,
    rows: Rows,
}

impl<'p> ProgramSystem<'p> {
    /// The system of a program under a composition, with the initial row. Some analyses may have other precisions than
    /// those that they start with.
    ///
    /// # Errors
    /// When an analysis has no initial state.
    pub fn new(
        program: &'p Program,
        mut composite: Composite,
        refined: &[(usize, PrecisionId)],
        options: DataflowOptions,
        limits: Limits,
    ) -> Result<(Self, Row), Failure> {
        let (row, mut precisions) = composite.initial(program, program.entry())?;
        for &(component, precision) in refined {
            precisions[component] = precision;
        }
        let chosen = options.context.iter().filter_map(|name| composite.index_of(name)).collect();
        let system = Self {
            program,
            control: composite.control_columns().collect(),
            chosen,
            composite,
            limits,
            precisions,
            functions: Rc::new(Functions::of(program)),
            options,
            contexts: IndexVec::new(),
            ids: FxHashMap::default(),
            counts: FxHashMap::default(),
            rows: Rows::default(),
        };
        Ok((system, row))
    }

    /// The precisions of the analyses, the same everywhere.
    pub const fn precisions(&self) -> &PrecisionRow {
        &self.precisions
    }

    /// The contexts so far.
    pub const fn contexts(&self) -> &IndexVec<ContextId, Context> {
        &self.contexts
    }

    /// The start of the program.
    pub fn start(&mut self, row: &Row) -> Unknown {
        let context = self.context(self.program.start, SmallVec::new(), row);
        Unknown { context, location: self.program.entry() }
    }

    /// The function of a context.
    pub fn function(&self, context: ContextId) -> &Function {
        &self.functions.of[self.contexts[context].func]
    }

    fn key<'r>(&'r self, row: &'r [StateId]) -> impl Iterator<Item = StateId> + 'r {
        self.control.iter().map(|&column| row[column])
    }

    /// Whether two rows are of one state of control.
    pub fn same_control(&self, a: &[StateId], b: &[StateId]) -> bool {
        self.key(a).eq(self.key(b))
    }

    fn context(&mut self, func: FuncId, sites: SmallVec<[CallSiteId; 2]>, row: &[StateId]) -> ContextId {
        let chosen = self.chosen.iter().map(|&column| row[column]);
        let context = Context { func, sites, entry: self.key(row).chain(chosen).collect() };
        if let Some(&known) = self.ids.get(&context) {
            return known;
        }
        let count = self.counts.entry(func).or_default();
        if *count >= self.options.max_contexts {
            // One for all the rest, which the states of control still keep apart.
            let rest = Context { func, sites: SmallVec::new(), entry: self.key(row).collect() };
            return self.intern(rest);
        }
        *count += 1;
        self.intern(context)
    }

    fn intern(&mut self, context: Context) -> ContextId {
        let contexts = &mut self.contexts;
        *self.ids.entry(context).or_insert_with_key(|context| contexts.push(context.clone()))
    }

    /// The successors of a row along an edge.
    ///
    /// # Errors
    /// A limit of the run.
    pub fn step(&mut self, row: &[StateId], edge: EdgeId, out: &mut Vec<Row>) -> Result<Stepped, Stop> {
        self.limits.check()?;
        let mut rows = std::mem::take(&mut self.rows);
        rows.clear();
        let program = self.program;
        let result = self.composite.successors(program, &self.limits, row, &self.precisions, edge, &mut rows);
        out.extend(rows.iter().map(|(states, _)| Row::from_slice(states)));
        self.rows = rows;
        match result {
            Ok(()) => Ok(Stepped::Whole),
            Err(Failure { error: CpaError::Stop(stop), .. }) => Err(stop),
            Err(failure) => Ok(Stepped::Gap(failure)),
        }
    }

    /// What a call of a row starts: each row inside the callee, with the context that it belongs to.
    ///
    /// # Errors
    /// A limit of the run.
    pub fn call(
        &mut self,
        context: ContextId,
        site: CallSiteId,
        edge: EdgeId,
        row: &[StateId],
        out: &mut Vec<(ContextId, Row)>,
    ) -> Result<Stepped, Stop> {
        let mut entered = Vec::new();
        let stepped = self.step(row, edge, &mut entered)?;
        for row in entered {
            let inside = self.composite.enter(self.program, site, &row);
            let mut sites = self.contexts[context].sites.clone();
            sites.push(site);
            let most = self.options.call_string as usize;
            sites.drain(..sites.len().saturating_sub(most));
            let callee = self.program.call_sites[site].callee;
            out.push((self.context(callee, sites, &inside), inside));
        }
        Ok(stepped)
    }

    /// What comes back of a call: the successors along the `Return` edge.
    ///
    /// # Errors
    /// A limit of the run.
    pub fn come_back(
        &mut self,
        site: CallSiteId,
        edge: EdgeId,
        caller: &[StateId],
        end: &[StateId],
        out: &mut Vec<Row>,
    ) -> Result<Stepped, Stop> {
        let row = self.composite.resume(self.program, site, caller, end);
        self.step(&row, edge, out)
    }

    /// The edges into a location from inside the function of a context.
    fn edges_into(&self, unknown: Unknown) -> Rc<[EdgeId]> {
        let function = self.function(unknown.context);
        if unknown.location == self.program.halt {
            return Rc::clone(&function.halting);
        }
        self.program.locs[unknown.location].into.iter().copied().collect()
    }

    /// Where an edge comes from as the caller sees it; `None` for calls, which come from other functions.
    fn origin(&self, edge: EdgeId) -> Option<LocId> {
        match self.program.edges[edge].op {
            Op::Call(_) | Op::Summary(_) => None,
            Op::Return(site) => Some(self.program.call_sites[site].call),
            Op::Noop
            | Op::Assume { .. }
            | Op::Assign { .. }
            | Op::Init { .. }
            | Op::Havoc { .. }
            | Op::Declare { .. }
            | Op::Dead { .. }
            | Op::Extern(_)
            | Op::Halt(_)
            | Op::Unsupported(_) => Some(self.program.edges[edge].from),
        }
    }

    /// The `Call` edge of a site.
    pub fn call_edge(&self, site: CallSiteId) -> Option<EdgeId> {
        let out = &self.program.locs[self.program.call_sites[site].call].out;
        out.iter().copied().find(|&edge| matches!(self.program.edges[edge].op, Op::Call(s) if s == site))
    }

    /// The exit of a function.
    pub fn exit(&self, func: FuncId) -> Option<LocId> {
        match self.program.functions[func].body {
            Body::Defined { exit, .. } => Some(exit),
            Body::Extern(_) => None,
        }
    }

    /// Adds rows to those of a value, joined where they are of one state of control.
    fn gather(&mut self, all: &mut Vec<Row>, rows: impl IntoIterator<Item = Row>) -> Result<(), Ended> {
        for row in rows {
            match all.iter().position(|known| self.same_control(known, &row)) {
                Some(at) => {
                    let joined = self.composite.join(&all[at], &row)?;
                    all[at] = joined;
                }
                None => all.push(row),
            }
        }
        Ok(())
    }

    fn value_of(&self, mut rows: Vec<Row>) -> Value {
        rows.sort_by(|a, b| self.key(a).cmp(self.key(b)));
        Value(rows.into())
    }

    /// Follows a call and what comes back of it.
    fn through_call(
        &mut self,
        unknown: Unknown,
        values: &mut Values<'_, Self>,
        site: CallSiteId,
        edge: EdgeId,
        callers: &Value,
        out: &mut Vec<Row>,
    ) -> Result<(), Interrupt<Ended>> {
        let Some(call_edge) = self.call_edge(site) else { return Ok(()) };
        let callee = self.program.call_sites[site].callee;
        let entry = self.program.edges[call_edge].to;
        let Some(exit) = self.exit(callee) else { return Ok(()) };
        for caller in callers.0.iter() {
            if self.composite.is_target(caller) {
                continue;
            }
            let mut inside = Vec::new();
            self.call(unknown.context, site, call_edge, caller, &mut inside).map_err(Ended::from)?;
            for (context, row) in inside {
                let start = Unknown { context, location: entry };
                values.add(self, start, &Value(Rc::new([row])))?;
                let ends = values.get(self, Unknown { context, location: exit })?;
                for end in ends.0.iter() {
                    let mut back = Vec::new();
                    if !self.composite.is_target(end) {
                        self.come_back(site, edge, caller, end, &mut back).map_err(Ended::from)?;
                    }
                    self.gather(out, back)?;
                }
            }
        }
        Ok(())
    }
}

impl System for ProgramSystem<'_> {
    type Unknown = Unknown;
    type Value = Value;
    type Error = Ended;

    fn bottom(&self) -> Value {
        Value::default()
    }

    fn is_below(&mut self, a: &Value, b: &Value) -> Result<bool, Ended> {
        for row in a.0.iter() {
            let Some(other) = b.0.iter().find(|other| self.same_control(row, other)) else {
                return Ok(false);
            };
            if !self.composite.is_below(row, other)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn join(&mut self, a: &Value, b: &Value) -> Result<Value, Ended> {
        if a == b || b.0.is_empty() {
            return Ok(a.clone());
        }
        let mut rows = a.0.to_vec();
        self.gather(&mut rows, b.0.iter().cloned())?;
        Ok(self.value_of(rows))
    }

    fn widen(&mut self, old: &Value, new: &Value, jump: bool) -> Value {
        let widened = new.0.iter().map(|row| {
            match old.0.iter().find(|older| self.control.iter().all(|&c| older[c] == row[c])) {
                Some(older) => self.composite.widen(older, row, &self.precisions, jump),
                None => row.clone(),
            }
        });
        Value(widened.collect())
    }

    fn evaluate(
        &mut self,
        unknown: Unknown,
        values: &mut Values<'_, Self>,
    ) -> Result<Value, Interrupt<Ended>> {
        let edges = self.edges_into(unknown);
        let mut sources: SmallVec<[(EdgeId, Value); 2]> = SmallVec::new();
        for &edge in edges.iter() {
            if let Some(location) = self.origin(edge) {
                let value = values.get(self, Unknown { location, ..unknown })?;
                if !value.0.is_empty() {
                    sources.push((edge, value));
                }
            }
        }
        let mut all = Vec::new();
        for (edge, value) in sources {
            if let Op::Return(site) = self.program.edges[edge].op {
                self.through_call(unknown, values, site, edge, &value, &mut all)?;
                continue;
            }
            for row in value.0.iter() {
                let mut rows = Vec::new();
                if !self.composite.is_target(row) {
                    // What cannot be computed is looked for in the solution.
                    self.step(row, edge, &mut rows).map_err(Ended::from)?;
                }
                self.gather(&mut all, rows)?;
            }
        }
        Ok(self.value_of(all))
    }

    fn awakened(&mut self, unknown: Unknown) -> Vec<Unknown> {
        let context = unknown.context;
        let locations = self.function(context).locations.iter();
        locations.map(|&location| Unknown { context, location }).collect()
    }

    fn rank(&self, unknown: Unknown) -> u64 {
        let position = self.functions.position[unknown.location];
        (unknown.context.index() as u64) << 32 | u64::from(position)
    }
}
