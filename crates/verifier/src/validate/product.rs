//! The program with the automaton of a violation witness beside it, for analyses that are to find a run along it.
//!
//! A variable counts how much of the witness was passed: behind each edge and before each statement that the witness
//! names stands a branch that counts on. A call of the error function that is not where the witness says, or comes before
//! the rest of the witness was passed, ends the run. (D. Beyer, M. Dangl, D. Dietsch, M. Heizmann, A. Stahlbauer, "Witness
//! validation and stepwise testification across software verifiers", 2015: the witness restricts the state space.)
//!
//! **Invariant:** runs that violate the property and follow the witness violate it in the product: where the branches
//! cannot say exactly when a waypoint is passed, they say it too often. What is found there is held against the witness
//! once more.

use super::guide::{Guide, Step, When};
use super::places::{Places, Start};
use argand_cfa::walk::{Node, parts};
use argand_cfa::{
    BinaryOp, Body, Condition, EdgeId, ExprKind, HaltKind, IntKind, LocId, Op, PlaceKind, Program, VarId,
    VarKind,
};
use argand_linker::build::{load_var, var_place, variable};
use argand_support::{FxHashMap, Span};
use std::collections::BTreeMap;

/// The variable that counts. No C program can have one of this name.
const PASSED: &str = "state of the witness";

/// A step of the witness that is counted somewhere.
#[derive(Clone)]
struct Advance {
    /// How much was passed before.
    number: usize,
    condition: Option<Condition>,
    /// Whether it is about the state behind an edge, so that one about the edge itself can be passed with it.
    of_state: bool,
}

/// The product, or nothing where the automaton or its conditions are of a kind that the branches cannot follow.
pub(super) fn product(
    program: &Program,
    (guide, places): (&Guide, &Places),
    functions: &[String],
) -> Option<Program> {
    if !guide.chain || guide.cycle.is_some() {
        return None;
    }
    let chain = chain(guide)?;
    let mut made = program.clone();
    let int = made.types.int(IntKind::Int);
    let state = variable(&mut made, PASSED, int, VarKind::Static, None, Span::NONE);
    let mut maker = Maker { program: made, places, state };
    let errors = maker.error_calls(functions);
    let (mut before, mut behind) = (BTreeMap::new(), BTreeMap::new());
    for (number, step) in chain.iter().enumerate() {
        maker.gather(number, step, &errors, &mut before, &mut behind)?;
    }
    // A witness in GraphML may end with the edge of the violation itself, which is not taken any more.
    let is_violation = |step: &&Step| match &step.when {
        When::Taken(edges) => errors.iter().any(|edge| edges.contains_key(edge)),
        When::Before(_) => false,
    };
    let enough = chain.len() - usize::from(chain.last().is_some_and(is_violation));
    for &edge in &errors {
        maker.guard(edge, enough, guide.target);
    }
    for (edge, advances) in &behind {
        maker.count_behind(*edge, advances);
    }
    for (location, advances) in &before {
        maker.count_before(*location, advances);
    }
    maker.begin()?;
    Some(maker.program)
}

/// The steps in the order in which they are taken, up to the first state that accepts.
fn chain(guide: &Guide) -> Option<Vec<&Step>> {
    let (mut steps, mut state) = (Vec::new(), guide.entry);
    while !guide.accepting[state] {
        let [step] = &guide.steps[state][..] else { return None };
        steps.push(step);
        state = step.to?;
        if steps.len() > guide.steps.len() {
            return None;
        }
    }
    Some(steps)
}

/// The entries of a table in the order of their keys.
fn in_order<K: Copy + Ord, V>(table: &FxHashMap<K, V>) -> Vec<(K, &V)> {
    let mut entries: Vec<(K, &V)> = table.iter().map(|(&key, value)| (key, value)).collect();
    entries.sort_unstable_by_key(|(key, _)| *key);
    entries
}

/// Lets everything that leaves a location leave a new one, so that other edges can lead from one to the other; the new one.
/// The location must not be the exit of a function.
fn make_room_before(program: &mut Program, location: LocId) -> LocId {
    let next = program.add_loc(program.locs[location].func);
    let moved = std::mem::take(&mut program.locs[location].out);
    for &edge in &moved {
        program.edges[edge].from = next;
        if let Op::Call(site) = program.edges[edge].op {
            program.call_sites[site].call = next;
        }
    }
    program.locs[next].out = moved;
    next
}

/// Lets an edge inside of a function lead to a new location, so that other edges can lead from there to where it led
/// before; both.
fn make_room_behind(program: &mut Program, edge: EdgeId) -> (LocId, LocId) {
    let to = program.edges[edge].to;
    let next = program.add_loc(program.locs[to].func);
    program.edges[edge].to = next;
    program.locs[to].into.retain(|entering| *entering != edge);
    program.locs[next].into.push(edge);
    (next, to)
}

struct Maker<'a> {
    program: Program,
    places: &'a Places,
    state: VarId,
}

impl Maker<'_> {
    /// The edges that call an error function.
    fn error_calls(&self, functions: &[String]) -> Vec<EdgeId> {
        let program = &self.program;
        let named = |name: &str| functions.iter().any(|function| function == name);
        let calls = |op: &Op| match op {
            Op::Extern(call) => named(program.func_name(program.extern_calls[*call].callee)),
            Op::Call(site) => named(program.func_name(program.call_sites[*site].callee)),
            _ => false,
        };
        program.edges.iter_enumerated().filter(|(_, edge)| calls(&edge.op)).map(|(id, _)| id).collect()
    }

    /// Finds where a step is counted; nothing where that cannot be told by a branch.
    fn gather(
        &self,
        number: usize,
        step: &Step,
        errors: &[EdgeId],
        before: &mut BTreeMap<LocId, Vec<Advance>>,
        behind: &mut BTreeMap<EdgeId, Vec<Advance>>,
    ) -> Option<()> {
        let program = &self.program;
        let of_state = step.of_state;
        let advance = |condition| Advance { number, condition, of_state };
        match &step.when {
            When::Before(starts) => {
                for (start, condition) in in_order(starts) {
                    let condition = self.followed(condition)?;
                    for edge in self.places.edges(program, start) {
                        let advances = before.entry(program.edges[edge].from).or_default();
                        if advances.last().is_none_or(|last| last.number != number) {
                            advances.push(advance(Some(condition.clone())));
                        }
                    }
                }
            }
            When::Taken(edges) => {
                for (edge, condition) in in_order(edges) {
                    if errors.contains(&edge) {
                        continue;
                    }
                    let condition = match condition {
                        Some(condition) => Some(self.followed(condition)?),
                        None => None,
                    };
                    let data = &program.edges[edge];
                    match &data.op {
                        // Nothing comes behind it, or the call that it stands for is counted by its other edges.
                        Op::Halt(_) | Op::Unsupported(_) | Op::Summary(_) => {}
                        Op::Extern(_) | Op::Return(_) if self.halts(data.to) => {}
                        Op::Call(_) if condition.is_some() => return None,
                        // A call has no choice, so that it can be counted before it is made.
                        Op::Call(_) => before.entry(data.from).or_default().push(advance(None)),
                        Op::Return(site) => {
                            let ends_here = |edge: &EdgeId| matches!(program.edges[*edge].op, Op::Return(s) | Op::Summary(s) if s == *site);
                            if !program.locs[data.to].into.iter().all(ends_here) || self.is_exit(data.to) {
                                return None;
                            }
                            before.entry(data.to).or_default().push(advance(condition));
                        }
                        Op::Assume { .. }
                        | Op::Assign { .. }
                        | Op::Init { .. }
                        | Op::Havoc { .. }
                        | Op::Declare { .. }
                        | Op::Dead { .. }
                        | Op::Extern(_)
                        | Op::Noop => behind.entry(edge).or_default().push(advance(condition)),
                    }
                }
            }
        }
        Some(())
    }

    /// Whether the run ends at a location.
    fn halts(&self, location: LocId) -> bool {
        let mut out = self.program.locs[location].out.iter();
        out.all(|&edge| matches!(self.program.edges[edge].op, Op::Halt(_)))
    }

    /// Whether a function ends at a location, where nothing else may leave it.
    fn is_exit(&self, location: LocId) -> bool {
        let mut out = self.program.locs[location].out.iter();
        out.any(|&edge| matches!(self.program.edges[edge].op, Op::Return(_)))
    }

    /// A condition, if looking at it is never an error of its own: a run that does not follow must not end there.
    fn followed(&self, condition: &Condition) -> Option<Condition> {
        let mut work = Vec::new();
        condition.for_each(&mut |expr, _| work.push(Node::Expr(expr)));
        while let Some(node) = work.pop() {
            let harmless = match node {
                Node::Expr(expr) => !matches!(
                    self.program.expr(expr).kind,
                    ExprKind::Binary(BinaryOp::Div | BinaryOp::Rem, ..)
                ),
                Node::Place(place) => match self.program.place(place).kind {
                    PlaceKind::Var(_) | PlaceKind::Field { .. } => true,
                    PlaceKind::Index { index, .. } => {
                        matches!(self.program.expr(index).kind, ExprKind::Int(_))
                    }
                    PlaceKind::Deref(_) => false,
                },
            };
            if !harmless {
                return None;
            }
            parts(&self.program, node, |part| work.push(part));
        }
        Some(condition.clone())
    }

    /// Whether so much was passed.
    fn is_at(&mut self, number: usize) -> Condition {
        let (passed, int) = (load_var(&mut self.program, self.state), self.program.types.int(IntKind::Int));
        let number = self.program.pool.expr(ExprKind::Int(number as i128), int);
        let equal = ExprKind::Binary(BinaryOp::Eq, passed, number);
        Condition::Is(self.program.pool.expr(equal, int), true)
    }

    fn set(&mut self, from: LocId, to: LocId, number: usize) {
        let (dst, int) = (var_place(&mut self.program, self.state), self.program.types.int(IntKind::Int));
        let src = self.program.pool.expr(ExprKind::Int(number as i128), int);
        self.program.add_edge(from, to, Op::Assign { dst, src }, Span::NONE);
    }

    /// Branches from one location to another that count what is passed on the way.
    fn count(&mut self, from: LocId, to: LocId, advances: &[Advance]) {
        let func = self.program.locs[from].func;
        let mut at = from;
        for (position, advance) in advances.iter().enumerate() {
            let next = if position + 1 == advances.len() { to } else { self.program.add_loc(func) };
            let passed = self.program.add_loc(func);
            let mut all = vec![self.is_at(advance.number)];
            all.extend(advance.condition.clone());
            Condition::All(all).branch(&mut self.program, at, (passed, next), Span::NONE);
            self.set(passed, next, advance.number + 1);
            at = next;
        }
    }

    /// Counts what is passed before everything that leaves a location: one after the other.
    fn count_before(&mut self, location: LocId, advances: &[Advance]) {
        let next = make_room_before(&mut self.program, location);
        self.count(location, next, advances);
    }

    /// Counts what an edge passes: one step, or two where a branch and what holds behind it are told apart.
    fn count_behind(&mut self, edge: EdgeId, advances: &[Advance]) {
        let (from, to) = make_room_behind(&mut self.program, edge);
        // With the latest first, an edge passes no two of one kind.
        let first = advances.iter().rev();
        let then = advances.iter().rev().filter(|advance| advance.of_state);
        let in_order: Vec<Advance> = first.chain(then).cloned().collect();
        self.count(from, to, &in_order);
    }

    /// Ends runs before a call of the error function that is not the violation of the witness.
    fn guard(&mut self, edge: EdgeId, enough: usize, target: Option<Start>) {
        let sources = &self.program.sources;
        let here = match (target, self.places.start(edge)) {
            (Some(target), Some(start)) => {
                sources.name(target.0) == sources.name(start.0) && target.1 == start.1
            }
            _ => true,
        };
        let location = self.program.edges[edge].from;
        // The step of the violation may be one that other edges of its line take, too.
        let passed = if here { vec![self.is_at(enough), self.is_at(enough + 1)] } else { Vec::new() };
        let passed = Condition::Any(passed);
        let next = make_room_before(&mut self.program, location);
        let other = self.program.add_loc(self.program.locs[location].func);
        passed.branch(&mut self.program, location, (next, other), Span::NONE);
        let (halt, end) = (self.program.halt, Op::Halt(HaltKind::Abort));
        self.program.add_edge(other, halt, end, Span::NONE);
    }

    /// Nothing is passed when the program starts.
    fn begin(&mut self) -> Option<()> {
        let Body::Defined { entry, .. } = self.program.functions[self.program.start].body else {
            return None;
        };
        let next = make_room_before(&mut self.program, entry);
        self.set(entry, next, 0);
        Some(())
    }
}
