//! What is to be verified: a program that nobody changes any more, and what is asked of it.

use crate::properties::Wanted;
use argand_cfa::instrument::with_checks;
use argand_cfa::{Assumption, EdgeId, EdgeMap, Op, PathStep, Program, PropertyKind};
use argand_encode::layout::SharedLayout;
use argand_flow::dependence::{self, Dependences};
use argand_flow::handover::end_paths;
use argand_flow::slice::{Criterion, Slice, may_do_anything, reduce};
use argand_frontend_c::Loaded;
use argand_spec::{CompiledAutomaton, Reactions};
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
}

impl Task {
    /// A program that a front end made, and what is asked of it.
    #[must_use]
    pub fn new(loaded: Loaded, wanted: Wanted) -> Self {
        let mut program = loaded.program;
        end_paths(&mut program);
        Self { program: Arc::new(program), wanted: Arc::new(wanted), assumptions: loaded.assumptions }
    }

    /// The same program with something else asked of it.
    #[must_use]
    pub fn asking(&self, wanted: Wanted) -> Self {
        Self { wanted: Arc::new(wanted), ..self.clone() }
    }
}

/// A task made ready for one verification: the passes over the program are done.
pub(crate) struct Prepared {
    /// The program with what the properties add to it, and perhaps without what does not matter.
    pub program: Arc<Program>,
    /// How its memory is cut into cells.
    pub layout: SharedLayout,
    /// Which edges of the user's program its edges are.
    edges: EdgeMap,
    /// The user's program with the expressions of the other one, once somebody asks.
    executed: OnceLock<Arc<Program>>,
    /// The automata of the properties.
    pub automata: Vec<Arc<CompiledAutomaton>>,
    /// Properties that nobody decides.
    pub undecided: Vec<PropertyKind>,
    /// What was left out, if anything was.
    pub reduced: Option<Reduced>,
}

/// What was left out of a program.
pub(crate) struct Reduced {
    /// The program with all of it.
    pub whole: Arc<Program>,
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
}

/// Leaves out what the automata cannot see and nothing that they see depends on. What nobody supports is there to stay:
/// it may do anything. `None` if a property is about more than what automata see, or about where objects lie.
fn without_the_rest(
    program: &Program,
    wanted: &Wanted,
    automata: &[Arc<CompiledAutomaton>],
) -> Option<(Program, Slice)> {
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
    let reduced = reduce(&graph, &slice).program;
    Some((reduced, slice))
}

impl Prepared {
    /// Makes a task ready. `decided` says which properties an analysis decides itself, `reduces` whether what does not
    /// matter is left out.
    pub fn new(task: &Task, reduces: bool, decided: impl Fn(&PropertyKind) -> bool) -> Self {
        let operations = task.wanted.operations();
        let (mut program, edges) = if operations.is_empty() {
            ((*task.program).clone(), EdgeMap::identity(&task.program))
        } else {
            with_checks(&task.program, &operations)
        };
        let (automata, undecided) = task.wanted.compile(&mut program, decided);
        let program = Arc::new(program);
        // What a path of a program with checks and without the rest demands of the user's program is not worked out.
        let reduces = reduces && edges.is_identity();
        let reduced = reduces.then(|| without_the_rest(&program, &task.wanted, &automata)).flatten();
        let (program, reduced) = match reduced {
            Some((reduced, slice)) => (Arc::new(reduced), Some(Reduced { whole: program, slice })),
            None => (program, None),
        };
        let (layout, executed) = (SharedLayout::default(), OnceLock::new());
        Self { program, layout, edges, executed, automata, undecided, reduced }
    }

    /// The program with what the properties add to it, and nothing left out.
    pub fn whole(&self) -> &Arc<Program> {
        self.reduced.as_ref().map_or(&self.program, |reduced| &reduced.whole)
    }

    /// The program that evidence executes: edge by edge the user's own.
    pub fn executed(&self, task: &Task) -> &Arc<Program> {
        self.executed.get_or_init(|| {
            if self.edges.is_identity() {
                Arc::clone(self.whole())
            } else {
                Arc::new(task.program.with_expressions_of(&self.program))
            }
        })
    }

    /// The program in which logic looks for the inputs of a path, with its memory: the one that evidence executes, without
    /// what does not matter.
    pub fn solved(&self, task: &Task) -> (&Program, SharedLayout) {
        if self.edges.is_identity() {
            (&self.program, self.layout.clone())
        } else {
            (self.executed(task), SharedLayout::default())
        }
    }

    /// A path that an algorithm found, in the user's own program.
    pub fn in_users_program(&self, path: &[PathStep]) -> Vec<PathStep> {
        self.edges.path_back(self.whole(), path)
    }

    /// The edges on which a property may be violated, or come closer to that.
    pub fn watched_edges(&self) -> Vec<EdgeId> {
        self.automata.iter().flat_map(|automaton| automaton.relevant_edges()).collect()
    }
}
