//! What is to be verified: a program that nobody changes any more, and what is asked of it.

use crate::properties::Wanted;
use argand_cfa::instrument::with_overflow_checks;
use argand_cfa::{Assumption, EdgeMap, PathStep, Program, PropertyKind};
use argand_encode::layout::SharedLayout;
use argand_flow::handover::end_paths;
use argand_frontend_c::Loaded;
use argand_spec::CompiledAutomaton;
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
    /// The program with what the properties add to it.
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
}

impl Prepared {
    /// Makes a task ready. `decided` says which properties an analysis decides itself.
    pub fn new(task: &Task, decided: impl Fn(&PropertyKind) -> bool) -> Self {
        let (mut program, edges) = if task.wanted.overflow() {
            with_overflow_checks(&task.program)
        } else {
            ((*task.program).clone(), EdgeMap::identity(&task.program))
        };
        let (automata, undecided) = task.wanted.compile(&mut program, decided);
        let layout = SharedLayout::default();
        Self { program: Arc::new(program), layout, edges, executed: OnceLock::new(), automata, undecided }
    }

    /// The program that evidence executes: edge by edge the user's own.
    pub fn executed(&self, task: &Task) -> &Arc<Program> {
        self.executed.get_or_init(|| {
            if self.edges.is_identity() {
                Arc::clone(&self.program)
            } else {
                Arc::new(task.program.with_expressions_of(&self.program))
            }
        })
    }

    /// The memory of the program that evidence executes.
    pub fn layout_of_executed(&self) -> SharedLayout {
        if self.edges.is_identity() { self.layout.clone() } else { SharedLayout::default() }
    }

    /// A path that an algorithm found, in the user's own program.
    pub fn in_users_program(&self, path: &[PathStep]) -> Vec<PathStep> {
        self.edges.path_back(&self.program, path)
    }
}
