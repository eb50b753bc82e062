//! The places of a program where what is asked can be violated, and tasks about some of them.

use crate::properties::Wanted;
use crate::task::Task;
use argand_cfa::{
    EdgeId, ExprId, ExprKind, FuncId, LocId, Op, Origin, PlaceKind, Program, PropertyKind, Violated,
};
use argand_evidence::{Confirmed, Ends};
use argand_exec::End;
use argand_support::{FxHashMap, FxHashSet, Span};

/// Where something can be violated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum At {
    /// At a statement of the user's code, in this function. What a statement does is evaluated in parts that have no place of
    /// their own: all operations of one kind in it are one place.
    Code(Span, FuncId),
    /// In a function of the library, whoever calls it.
    Model(FuncId),
    /// Anywhere in the program: accesses to memory, labels, runs that do not end, automata of the user's.
    Anywhere,
}

/// A place, and what can be violated there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Site {
    /// What can be violated.
    pub property: Violated,
    /// Where.
    pub at: At,
    /// The edges of the user's program on which it is, where it has such.
    edges: Vec<EdgeId>,
}

impl Site {
    /// Whether a violation says nothing about others that are the same place.
    pub(super) fn has_others(&self) -> bool {
        match (&self.property, self.at) {
            (Violated::Property(PropertyKind::Memory(_)), At::Anywhere) => true,
            (Violated::Property(kind), At::Model(_)) => kind.operation().is_some(),
            (_, At::Code(..) | At::Model(_) | At::Anywhere) => false,
        }
    }
}

/// Where a run ended that violates something: the place in the user's code, and the edge.
pub(super) fn end_of(program: &Program, run: &Confirmed) -> (Span, Option<EdgeId>) {
    if let End::Error(finding) = &run.outcome.end {
        return (finding.span, Some(finding.edge));
    }
    let last = run.edges.iter().rev().find(|&&edge| !program.edges[edge].span.is_none());
    (last.map_or(Span::NONE, |&edge| program.edges[edge].span), last.copied())
}

/// All places of a task.
pub(super) struct Places<'t> {
    /// The task.
    pub task: &'t Task,
    /// The places, in the order of the properties and of the program.
    pub all: Vec<Site>,
}

impl<'t> Places<'t> {
    /// The places where what a task asks can be violated.
    pub fn of(task: &'t Task) -> Self {
        let (program, automata) = task.watched();
        let users = task.program.edges.next_index();
        let mut all: Vec<Site> = Vec::new();
        let mut known: FxHashMap<(Violated, At), usize> = FxHashMap::default();
        let mut add = |property: &Violated, at: At, edge: Option<EdgeId>| {
            let index = *known.entry((property.clone(), at)).or_insert_with(|| {
                all.push(Site { property: property.clone(), at, edges: Vec::new() });
                all.len() - 1
            });
            all[index].edges.extend(edge);
        };
        for automaton in automata {
            let property = automaton.property();
            // A run goes on after a label, and what an automaton of the user's rejects is a whole run.
            if matches!(property, Violated::Automaton(_) | Violated::Property(PropertyKind::UnreachLabel(_)))
            {
                add(property, At::Anywhere, None);
                continue;
            }
            for edge in automaton.relevant_edges() {
                let loc = program.edges[edge].from;
                let func = program.locs[loc].func;
                if let Some(calls) = asserting_calls(&task.program, func, edge) {
                    for (call, at) in calls {
                        add(property, at, Some(call));
                    }
                    continue;
                }
                let at = match program.functions[func].origin {
                    Origin::Library => At::Model(func),
                    Origin::User | Origin::Startup => At::Code(program.edges[edge].span, func),
                };
                add(property, at, Some(edge).filter(|&edge| edge < users));
            }
        }
        for kind in task.wanted.kinds().into_iter().filter(|kind| !kind.is_reachability()) {
            add(&Violated::Property(kind), At::Anywhere, None);
        }
        Self { task, all }
    }

    /// The place among `focus` where a run violates a property.
    pub fn find(&self, focus: &[usize], violated: &Violated, run: &Confirmed) -> Option<usize> {
        let program = &*self.task.program;
        let (span, edge) = end_of(program, run);
        let loc = edge.map(|edge| program.edges[edge].from);
        let library = loc
            .map(|loc| program.locs[loc].func)
            .filter(|&func| program.functions[func].origin == Origin::Library);
        let candidates = || focus.iter().copied().filter(|&index| self.all[index].property == *violated);
        let is_there = |place: &Site| match place.at {
            At::Code(there, _) => {
                let is_called = place.edges.iter().any(|&edge| asserted_by(program, edge).is_some());
                library.is_some() == is_called && there == span
            }
            At::Model(func) => library == Some(func),
            At::Anywhere => true,
        };
        // What ends a run may come right after the edge that cannot be taken.
        let leads_there = |place: &Site| {
            place.edges.iter().any(|&e| {
                Some(e) == edge || Some(program.edges[e].from) == loc || Some(program.edges[e].to) == loc
            })
        };
        candidates()
            .find(|&index| is_there(&self.all[index]))
            .or_else(|| candidates().find(|&index| leads_there(&self.all[index])))
    }

    /// The task to decide some places. Runs end wherever else something that is asked is violated.
    pub fn task_of(&self, focus: &[usize], known: Vec<(PropertyKind, Span)>) -> Task {
        let asked = |property: &Violated| focus.iter().any(|&index| self.all[index].property == *property);
        let wanted = &self.task.wanted;
        let properties = wanted.properties.iter();
        let properties = properties.filter(|p| asked(&Violated::Property(p.kind.clone())));
        let automata = wanted.automata.iter();
        let automata = automata.filter(|(name, _)| asked(&Violated::Automaton(name.as_str().into())));
        let of_focus =
            Wanted { properties: properties.cloned().collect(), automata: automata.cloned().collect() };
        let mut ends = Ends {
            operations: wanted.operations(),
            functions: wanted.error_functions(),
            known,
            ..Ends::default()
        };
        let program = &self.task.program;
        let from = |edge: &EdgeId| program.edges[*edge].from;
        let needed: FxHashSet<LocId> =
            focus.iter().flat_map(|&index| &self.all[index].edges).map(from).collect();
        for (_, place) in self.all.iter().enumerate().filter(|(index, _)| !focus.contains(index)) {
            let operation = match &place.property {
                Violated::Property(kind) => kind.operation(),
                Violated::Automaton(_) => None,
            };
            match (operation, place.at) {
                (Some(operation), At::Code(span, _)) => {
                    ends.places.insert((operation, span));
                }
                (Some(operation), At::Model(func)) => {
                    ends.models.insert((operation, func));
                }
                // Who gets to one that is looked for must not be stopped right there.
                _ => {
                    for &edge in place.edges.iter().filter(|edge| !needed.contains(&from(edge))) {
                        match asserted_by(program, edge) {
                            Some(argument) => ends.asserted.push((edge, argument)),
                            None => {
                                ends.edges.insert(edge);
                            }
                        }
                    }
                }
            }
        }
        self.task.ending_at(of_focus, ends)
    }
}

/// What a call of a function of the library asserts: its first argument.
fn asserted_by(program: &Program, call: EdgeId) -> Option<ExprId> {
    let Op::Call(site) = program.edges[call].op else { return None };
    let site = &program.call_sites[site];
    let is_library = program.functions[site.callee].origin == Origin::Library;
    site.args.first().copied().filter(|_| is_library)
}

/// The calls of a function of the library that does nothing but fail, on an edge, where its first argument is zero: `assert`
/// where it is a function, and its relatives. Each of them is a place.
fn asserting_calls(program: &Program, func: FuncId, fails: EdgeId) -> Option<Vec<(EdgeId, At)>> {
    if fails >= program.edges.next_index() {
        return None;
    }
    let function = &program.functions[func];
    let (&param, entry) = (function.params.first()?, function.entry()?);
    let is_param = |cond: ExprId| match program.expr(cond).kind {
        ExprKind::Load(place) => matches!(program.place(place).kind, PlaceKind::Var(var) if var == param),
        _ => false,
    };
    let ways = program.locs[entry].out.iter().map(|&edge| &program.edges[edge]);
    let is_tested = function.origin == Origin::Library
        && ways.clone().count() == 2
        && ways.into_iter().all(|way| match way.op {
            Op::Assume { cond, truth: true } => is_param(cond) && Some(way.to) == function.exit(),
            Op::Assume { cond, truth: false } => is_param(cond) && way.to == program.edges[fails].from,
            _ => false,
        });
    if !is_tested {
        return None;
    }
    let mut calls = Vec::new();
    for (edge, data) in program.edges.iter_enumerated() {
        let Op::Call(site) = data.op else { continue };
        if program.call_sites[site].callee == func {
            let caller = program.locs[data.from].func;
            // Where another function of the library calls it, the calls are not the user's.
            let is_user = program.functions[caller].origin == Origin::User;
            calls.push(is_user.then_some((edge, At::Code(data.span, caller))));
        }
    }
    calls.into_iter().collect()
}
