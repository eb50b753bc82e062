//! The part of a program that matters for something.
//!
//! A [`Slice`] is a set of steps, hence of edges: those on which a [`Criterion`] depends. The reference (§2.4.2) asks that
//! the program with all other edges made no-ops behaves the same where the criterion is. [`Slice::of`] is such a slice:
//!
//! * it is closed under dependences inside functions and into callees;
//! * it keeps every call that leads to a function of the criterion, and calls whose results matter;
//! * what a function of the slice needs from its callers is in the slice at *every* call of it that is kept (D. Binkley,
//!   "Precise executable interprocedural slices", 1993): otherwise a loop that is there for one call could run forever on
//!   old values after another, and hide what comes behind it.
//!
//! * where it shows the addresses of objects, it has the ends of lives that matter for them ([`crate::dependence::lives`]).
//!
//! A call that is not in the slice enters nothing. Loops that do not matter are dropped even if they may not end, so that a
//! slice may reach more than the program: right for proofs that something is never reached, wrong for termination.
//!
//! [`reduce()`] makes a program of a slice, [`source`] a text.

mod reduce;
pub mod source;
#[cfg(test)]
mod tests;

pub use reduce::{Reduction, reduce};

use crate::dependence::{Cell, Dependences, Direction, Node, Way};
use argand_cfa::{CallSiteId, EdgeId, ExprId, FuncId, LibFn, LocId, Op, Program};
use argand_support::{FxHashMap, FxHashSet, IndexVec};

/// What a slice is made for.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Criterion {
    /// Steps that must happen as they do.
    pub steps: Vec<LocId>,
    /// Values that must be what they are, each at a location.
    pub values: Vec<(LocId, Cell)>,
}

impl Criterion {
    /// The steps of these edges, with what they read.
    #[must_use]
    pub fn of_edges(program: &Program, edges: impl IntoIterator<Item = EdgeId>) -> Self {
        let step = |edge: EdgeId| match program.edges[edge].op {
            Op::Return(site) => program.call_sites[site].call,
            _ => program.edges[edge].from,
        };
        let mut steps: Vec<LocId> = edges.into_iter().map(step).collect();
        steps.sort_unstable();
        steps.dedup();
        Self { steps, values: Vec::new() }
    }

    /// Adds what an expression reads at a location.
    pub fn add_reads(&mut self, graph: &Dependences<'_>, loc: LocId, expr: ExprId) {
        self.values.extend(graph.cells.of_expr(graph.program, expr).into_iter().map(|cell| (loc, cell)));
    }

    /// Its nodes of the dependence graph.
    #[must_use]
    pub fn nodes(&self) -> Vec<Node> {
        let steps = self.steps.iter().map(|&loc| Node::Step(loc));
        steps.chain(self.values.iter().map(|&(loc, cell)| Node::Value(loc, cell))).collect()
    }
}

/// A part of a program: a set of steps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slice {
    steps: IndexVec<LocId, bool>,
    /// For the calls in the slice, which of their arguments somebody needs.
    arguments: FxHashMap<CallSiteId, Box<[bool]>>,
}

impl Slice {
    /// The slice without any step.
    #[must_use]
    pub fn empty(program: &Program) -> Self {
        Self { steps: IndexVec::filled(false, program.locs.len()), arguments: FxHashMap::default() }
    }

    /// The steps that a criterion depends on, so that they can be executed without the others.
    #[must_use]
    pub fn of(graph: &Dependences<'_>, criterion: &Criterion) -> Self {
        let program = graph.program;
        let mut closure = Closure {
            graph,
            steps: IndexVec::filled(false, program.locs.len()),
            values: FxHashSet::default(),
            kept: IndexVec::filled(false, program.call_sites.len()),
            waiting: FxHashMap::default(),
            shown: FxHashSet::default(),
            beginnings: FxHashMap::default(),
            work: Vec::new(),
        };
        let nodes = criterion.nodes();
        let mut above: FxHashSet<FuncId> = FxHashSet::default();
        let mut callers: Vec<FuncId> = nodes.iter().map(|&node| graph.function_of(node)).collect();
        while let Some(func) = callers.pop() {
            if above.insert(func) {
                for &site in graph.calls.sites_of(func) {
                    let call = program.call_sites[site].call;
                    if graph.calls.is_reachable(program.locs[call].func) {
                        callers.push(program.locs[call].func);
                        closure.add(Node::Step(call));
                    }
                }
            }
        }
        nodes.into_iter().for_each(|node| closure.add(node));
        closure.run();
        Self { arguments: closure.arguments(), steps: closure.steps }
    }

    /// Whether the callee needs an argument of a call that is in the slice. Others can be anything.
    #[must_use]
    pub fn needs_argument(&self, site: CallSiteId, number: usize) -> bool {
        self.arguments.get(&site).is_none_or(|needed| needed.get(number).copied().unwrap_or(true))
    }

    /// Whether the step at a location is in the slice.
    #[must_use]
    pub fn has_step(&self, loc: LocId) -> bool {
        self.steps.get(loc).copied().unwrap_or(false)
    }

    /// Whether an edge is in the slice. The edges of a call belong together.
    #[must_use]
    pub fn contains(&self, program: &Program, edge: EdgeId) -> bool {
        match program.edges[edge].op {
            Op::Return(site) => self.has_step(program.call_sites[site].call),
            _ => self.has_step(program.edges[edge].from),
        }
    }

    /// The edges of the slice, in order.
    pub fn edges<'a>(&'a self, program: &'a Program) -> impl Iterator<Item = EdgeId> + 'a {
        program.edges.indices().filter(|&edge| self.contains(program, edge))
    }

    /// How many steps it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.steps.iter().filter(|&&kept| kept).count()
    }

    /// Whether it has none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.steps.iter().any(|&kept| kept)
    }
}

/// Whether nobody can say what an edge does: it may call what a property forbids, so it stays in every slice.
#[must_use]
pub fn may_do_anything(program: &Program, edge: EdgeId) -> bool {
    match program.edges[edge].op {
        Op::Unsupported(_) => true,
        Op::Extern(call) => program.extern_model(call) == LibFn::UnknownCallee,
        Op::Noop
        | Op::Assume { .. }
        | Op::Assign { .. }
        | Op::Havoc { .. }
        | Op::Init { .. }
        | Op::Declare { .. }
        | Op::Dead { .. }
        | Op::Call(_)
        | Op::Return(_)
        | Op::Summary(_)
        | Op::Halt(_) => false,
    }
}

/// The search for all that a slice needs.
struct Closure<'a, 'p> {
    graph: &'a Dependences<'p>,
    steps: IndexVec<LocId, bool>,
    values: FxHashSet<(LocId, Cell)>,
    /// The calls that are in the slice.
    kept: IndexVec<CallSiteId, bool>,
    /// What calls give to their callees once they are in the slice.
    waiting: FxHashMap<CallSiteId, Vec<Node>>,
    /// The lives of the objects whose addresses are shown.
    shown: FxHashSet<Cell>,
    /// The steps at which others begin.
    beginnings: FxHashMap<Cell, Vec<LocId>>,
    work: Vec<Node>,
}

impl Closure<'_, '_> {
    fn add(&mut self, node: Node) {
        let new = match node {
            Node::Step(loc) => !std::mem::replace(&mut self.steps[loc], true),
            Node::Value(loc, cell) => self.values.insert((loc, cell)),
            // That the functions of the slice are called is settled by the calls that are kept.
            Node::Entry(_) => false,
        };
        if new {
            self.work.push(node);
            if let Node::Step(loc) = node {
                self.add_lives(loc);
                if let Some(site) = self.graph.call_at(loc) {
                    self.kept[site] = true;
                    let waiting = self.waiting.remove(&site).unwrap_or_default();
                    waiting.into_iter().for_each(|node| self.add(node));
                }
            }
        }
    }

    /// Where an object lies depends on whose life ended before it began. It matters once the slice shows it.
    fn add_lives(&mut self, loc: LocId) {
        let lives = self.graph.cells.lives();
        for &life in lives.begun(loc) {
            if self.shown.contains(&life) {
                self.add(Node::Value(loc, life));
            } else {
                self.beginnings.entry(life).or_default().push(loc);
            }
        }
        for &life in lives.shown(loc) {
            if self.shown.insert(life) {
                let begun = self.beginnings.remove(&life).unwrap_or_default();
                begun.into_iter().for_each(|loc| self.add(Node::Value(loc, life)));
            }
        }
    }

    /// Which arguments of the calls in the slice are needed: those whose parameters are.
    fn arguments(&self) -> FxHashMap<CallSiteId, Box<[bool]>> {
        let program = self.graph.program;
        let kept = program.call_sites.iter_enumerated().filter(|&(id, _)| self.kept[id]);
        kept.map(|(id, site)| {
            let callee = &program.functions[site.callee];
            let needed =
                |cell: &Cell| callee.entry().is_none_or(|entry| self.values.contains(&(entry, *cell)));
            let more = self.graph.cells.variadic(site.callee);
            let all = (0..site.args.len()).map(|number| match callee.params.get(number) {
                Some(&param) => self.graph.cells.of_var(param).iter().any(needed),
                None => more.iter().any(needed),
            });
            (id, all.collect())
        })
        .collect()
    }

    fn run(&mut self) {
        let mut found = Vec::new();
        while let Some(node) = self.work.pop() {
            self.graph.for_each(Direction::Backward, node, |dependence| found.push(dependence));
            for dependence in found.drain(..) {
                match dependence.way {
                    Way::Up(site) if !self.kept[site] => {
                        self.waiting.entry(site).or_default().push(dependence.node);
                    }
                    Way::Same | Way::Down(_) | Way::Up(_) => self.add(dependence.node),
                }
            }
        }
    }
}
