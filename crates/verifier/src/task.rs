//! What is to be verified: a program that nobody changes any more, and what is asked of it.

use crate::properties::Wanted;
use argand_cfa::condition::Condition;
use argand_cfa::instrument::{callee, check_function, end_paths_at, insert_check, with_checks};
use argand_cfa::{
    Assumption, AssumptionKind, Edge, EdgeId, EdgeMap, LibFn, LocId, Op, Operation, Origin, PathStep,
    Program, PropertyKind,
};
use argand_encode::layout::SharedLayout;
use argand_evidence::Ends;
use argand_flow::cells::{Seed, with_cells};
use argand_flow::dependence::{self, Dependences};
use argand_flow::handover;
use argand_flow::slice::{Criterion, Slice, may_do_anything, reduce};
use argand_frontend_c::Loaded;
use argand_spec::{CompiledAutomaton, Reactions};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::{Arc, OnceLock};

/// A program with what is asked of it. Any number of configurations can look at one task at the same time.
#[derive(Clone, Debug)]
pub struct Task {
    /// The user's program. Calls that give away functions of it end their paths there, whoever follows them.
    pub program: Arc<Program>,
    /// What is asked.
    pub wanted: Arc<Wanted>,
    /// What the front end took for granted.
    pub assumptions: Vec<Assumption>,
    /// Where runs end without being a violation that is asked for.
    pub(crate) ends: Arc<Ends>,
    /// What passes make of the program for what is asked, once for all who look at the task.
    passed: Arc<OnceLock<Passed>>,
}

impl Task {
    /// A program that a front end made, and what is asked of it.
    #[must_use]
    pub fn new(loaded: Loaded, wanted: Wanted) -> Self {
        let mut program = loaded.program;
        handover::end_paths(&mut program);
        let (program, wanted, passed) = (Arc::new(program), Arc::new(wanted), Arc::default());
        Self { program, wanted, assumptions: loaded.assumptions, ends: Arc::default(), passed }
    }

    /// The same program with something else asked of it.
    #[must_use]
    pub fn asking(&self, wanted: Wanted) -> Self {
        Self { wanted: Arc::new(wanted), passed: Arc::default(), ..self.clone() }
    }

    /// The same asked of a program that a pass made of this one.
    pub(crate) fn about(&self, program: Program) -> Self {
        Self { program: Arc::new(program), passed: Arc::default(), ..self.clone() }
    }

    /// The same program with something else asked of it, and some places where its runs end.
    pub(crate) fn ending_at(&self, wanted: Wanted, ends: Ends) -> Self {
        Self { wanted: Arc::new(wanted), ends: Arc::new(ends), passed: Arc::default(), ..self.clone() }
    }

    /// What the automata of the properties watch for: edges of the program that has what the properties add to it.
    pub(crate) fn watched(&self) -> (&Arc<Program>, &[Arc<CompiledAutomaton>]) {
        (&self.passed().program, &self.passed().automata)
    }

    /// The operations that must not go wrong, and those that end runs.
    pub(crate) fn operations(&self) -> Vec<Operation> {
        let mut operations = self.wanted.operations();
        operations.extend(&self.ends.operations);
        operations.sort_unstable();
        operations.dedup();
        operations
    }

    fn passed(&self) -> &Passed {
        self.passed.get_or_init(|| Passed::new(self))
    }
}

/// What passes over a program make of it for the properties that are asked. It is the same for every configuration, so that
/// points-to, the partition of memory and the program without what does not matter are found out once.
#[derive(Debug)]
struct Passed {
    /// The program with what the properties add to it.
    program: Arc<Program>,
    /// How its memory is cut into cells.
    layout: SharedLayout,
    /// Which edges of the user's program its edges are.
    edges: EdgeMap,
    /// The automata of the properties.
    automata: Vec<Arc<CompiledAutomaton>>,
    /// The program that evidence executes, and its memory.
    executed: OnceLock<(Arc<Program>, SharedLayout)>,
    /// The program without what does not matter; none where that is not worked out.
    reduced: OnceLock<Option<Arc<Reduced>>>,
}

impl Passed {
    fn new(task: &Task) -> Self {
        let operations = task.operations();
        let (mut program, _) = with_checks(&task.program, &operations);
        end_paths(&mut program, &task.ends);
        // What a run tests on its way is none of the user's steps.
        let edges = if operations.is_empty() && task.ends.asserted.is_empty() {
            EdgeMap::identity(&program)
        } else {
            EdgeMap::grown(&task.program, &program)
        };
        let automata = task.wanted.compile(&mut program);
        Self {
            program: Arc::new(program),
            layout: SharedLayout::default(),
            edges,
            automata,
            executed: OnceLock::new(),
            reduced: OnceLock::new(),
        }
    }

    /// The program that evidence executes: edge by edge the user's own, with the expressions of the other one.
    fn executed(&self, users: &Program) -> &(Arc<Program>, SharedLayout) {
        self.executed.get_or_init(|| {
            if self.edges.is_identity() {
                (Arc::clone(&self.program), self.layout.clone())
            } else {
                (Arc::new(users.with_expressions_of(&self.program)), SharedLayout::default())
            }
        })
    }

    fn reduced(&self, wanted: &Wanted) -> Option<Arc<Reduced>> {
        // What a path of a program with checks and without the rest demands of the user's program is not worked out.
        let worked_out = self.edges.is_identity();
        let reduce = || without_the_rest(&self.program, wanted, &self.automata);
        self.reduced.get_or_init(|| worked_out.then(reduce).flatten().map(Arc::new)).clone()
    }
}

/// Ends runs where they end without a violation that is asked for.
fn end_paths(program: &mut Program, ends: &Ends) {
    for loc in ended(program, ends) {
        end_paths_at(program, loc);
    }
    if ends.asserted.is_empty() {
        return;
    }
    let failing = check_function(program, "failing assertion");
    for &(call, argument) in &ends.asserted {
        let Edge { from, span, .. } = program.edges[call];
        let fails = insert_check(program, from, &Condition::Is(argument, false), span, failing);
        let there = program.edges[fails].from;
        end_paths_at(program, there);
    }
}

/// Where runs end without a violation that is asked for. The operations of an edge that ends them come before it.
fn ended(program: &Program, ends: &Ends) -> BTreeSet<LocId> {
    let is_ended = |edge: &Edge| {
        let Op::Extern(call) = edge.op else { return false };
        let called = program.func_name(program.extern_calls[call].callee);
        let Some(operation) = Operation::ALL.into_iter().find(|&operation| callee(operation) == called)
        else {
            return false;
        };
        let func = program.locs[edge.from].func;
        match program.functions[func].origin {
            Origin::Library => ends.models.contains(&(operation, func)),
            Origin::User | Origin::Startup => ends.places.contains(&(operation, edge.span)),
        }
    };
    let operations = program.edges.iter().filter(|edge| is_ended(edge));
    let others = ends.edges.iter().map(|&edge| &program.edges[edge]);
    operations.chain(others).map(|edge| edge.from).collect()
}

/// A task made ready for one verification: the passes over the program are done.
pub(crate) struct Prepared<'t> {
    /// The program with what the properties add to it, and perhaps without what does not matter.
    pub program: Arc<Program>,
    /// How its memory is cut into cells.
    pub layout: SharedLayout,
    /// The automata of the properties.
    pub automata: Vec<Arc<CompiledAutomaton>>,
    /// Properties that nobody decides.
    pub undecided: Vec<PropertyKind>,
    /// What was left out, if anything was.
    pub reduced: Option<Arc<Reduced>>,
    /// Conditions that proofs may need, where arrays are followed in cells.
    pub cells: Option<Vec<Seed>>,
    /// The user's program.
    users: &'t Program,
    /// What passes made of it.
    passed: &'t Passed,
}

/// How a program is changed before it is analysed, besides what its properties need.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Passes {
    /// Whether what does not matter is left out.
    pub reduce: bool,
    /// In how many cells each array is followed; 0 for arrays as they are.
    pub cells: u32,
}

/// What was left out of a program.
#[derive(Debug)]
pub(crate) struct Reduced {
    /// The program with all of it.
    whole: Arc<Program>,
    /// The program without it.
    program: Arc<Program>,
    /// How memory is cut into cells there.
    layout: SharedLayout,
    /// What is still there.
    slice: Slice,
}

impl Reduced {
    /// For each edge whether it was left out.
    pub fn beside(&self) -> Rc<[bool]> {
        let left_out = |edge: EdgeId| {
            !matches!(self.whole.edges[edge].op, Op::Halt(_)) && !self.slice.contains(&self.whole, edge)
        };
        self.whole.edges.indices().map(left_out).collect()
    }

    /// What is assumed of calls that were left out, and that no analysis saw.
    pub fn assumed(&self) -> Vec<Assumption> {
        let whole = &self.whole;
        let assumed = |edge: EdgeId| {
            let Op::Extern(call) = whole.edges[edge].op else { return None };
            let kinds = [
                (LibFn::Foreign, AssumptionKind::ForeignCall),
                (LibFn::NullCall, AssumptionKind::InvalidAccess),
            ];
            let (_, kind) = kinds.into_iter().find(|&(model, _)| model == whole.extern_model(call))?;
            Some(Assumption { kind, place: whole.edges[edge].span, subject: String::new() })
        };
        let left_out = whole.edges.indices().filter(|&edge| !self.slice.contains(whole, edge));
        // Who would note invalid accesses did not see those.
        let accesses = Assumption::general(AssumptionKind::InvalidAccess);
        left_out.filter_map(assumed).chain([accesses]).collect()
    }
}

/// Leaves out what the automata cannot see and nothing that they see depends on. What nobody supports is there to stay:
/// it may do anything. `None` if a property is about more than what automata see, or about where objects lie.
fn without_the_rest(
    program: &Arc<Program>,
    wanted: &Wanted,
    automata: &[Arc<CompiledAutomaton>],
) -> Option<Reduced> {
    let reactions: Vec<Reactions> = automata.iter().map(|automaton| automaton.reactions()).collect();
    let reachability = wanted.properties.iter().all(|property| property.kind.is_reachability());
    if !reachability || reactions.iter().any(|automaton| automaton.asks) {
        return None;
    }
    let asked = reactions.iter().flat_map(|automaton| automaton.edges.values().flatten());
    if asked.copied().any(|expr| dependence::may_show(program, expr)) {
        return None;
    }
    let graph = Dependences::new(program, &dependence::Options::VERIFICATION);
    let reached = |edge: EdgeId| graph.calls.is_reachable(program.locs[program.edges[edge].from].func);
    let seen = reactions.iter().flat_map(|automaton| automaton.edges.keys().copied());
    let anything = program.edges.indices().filter(|&edge| may_do_anything(program, edge));
    let edges = seen.chain(anything).filter(|&edge| reached(edge));
    let mut criterion = Criterion::of_edges(program, edges);
    for (edge, exprs) in reactions.iter().flat_map(|automaton| &automaton.edges) {
        for &expr in exprs.iter().filter(|_| reached(*edge)) {
            criterion.add_reads(&graph, program.edges[*edge].to, expr);
        }
    }
    let slice = Slice::of(&graph, &criterion);
    let reduced = Arc::new(reduce(&graph, &slice).program);
    Some(Reduced { whole: Arc::clone(program), program: reduced, layout: SharedLayout::default(), slice })
}

/// Follows the arrays in cells. A violation must depend on nothing but the step that it is seen on: that of a property of
/// reachability does, that of an automaton of the user's may not.
fn in_cells(
    program: &Arc<Program>,
    wanted: &Wanted,
    automata: &[Arc<CompiledAutomaton>],
    cells: u32,
) -> Option<(Arc<Program>, Vec<Seed>)> {
    let reachability = wanted.properties.iter().all(|property| property.kind.is_reachability());
    if cells == 0 || !reachability || !wanted.automata.is_empty() {
        return None;
    }
    let violations: Vec<EdgeId> = automata.iter().flat_map(|automaton| automaton.relevant_edges()).collect();
    let morphed = with_cells(program, cells, &violations)?;
    Some((Arc::new(morphed.program), morphed.seeds))
}

impl<'t> Prepared<'t> {
    /// Makes a task ready. `decided` says which properties an analysis decides itself.
    pub fn new(task: &'t Task, passes: Passes, decided: impl Fn(&PropertyKind) -> bool) -> Self {
        let passed = task.passed();
        let reduced = passes.reduce.then(|| passed.reduced(&task.wanted)).flatten();
        let (program, layout) = match &reduced {
            Some(reduced) => (&reduced.program, &reduced.layout),
            None => (&passed.program, &passed.layout),
        };
        let (program, layout, cells) = match in_cells(program, &task.wanted, &passed.automata, passes.cells) {
            Some((program, seeds)) => (program, SharedLayout::default(), Some(seeds)),
            None => (Arc::clone(program), layout.clone(), None),
        };
        Self {
            program,
            layout,
            automata: passed.automata.clone(),
            undecided: task.wanted.undecided(decided),
            reduced,
            cells,
            users: &task.program,
            passed,
        }
    }

    /// The program with what the properties add to it, and nothing left out.
    pub fn whole(&self) -> &'t Arc<Program> {
        &self.passed.program
    }

    /// The program that evidence executes: edge by edge the user's own.
    pub fn executed(&self) -> &'t Arc<Program> {
        &self.passed.executed(self.users).0
    }

    /// The memory of the program that evidence executes.
    pub fn executed_layout(&self) -> &'t SharedLayout {
        &self.passed.executed(self.users).1
    }

    /// The program in which logic looks for the inputs of a path, with its memory: the one that evidence executes, without
    /// what does not matter.
    pub fn solved(&self) -> (&Program, &SharedLayout) {
        if self.passed.edges.is_identity() {
            (&self.program, &self.layout)
        } else {
            (self.executed(), self.executed_layout())
        }
    }

    /// A path that an algorithm found, in the user's own program.
    pub fn in_users_program(&self, path: &[PathStep]) -> Vec<PathStep> {
        self.passed.edges.path_back(&self.passed.program, path)
    }

    /// The edges on which a property may be violated, or come closer to that.
    pub fn watched_edges(&self) -> Vec<EdgeId> {
        self.automata.iter().flat_map(|automaton| automaton.relevant_edges()).collect()
    }
}
