//! What is to be verified: a program that nobody changes any more, and what is asked of it.

use crate::properties::Wanted;
use argand_cfa::instrument::{EdgeMap, with_overflow_checks};
use argand_cfa::{Assumption, Program, PropertyKind};
use argand_flow::handover::end_paths;
use argand_frontend_c::Loaded;
use argand_spec::CompiledAutomaton;
use std::sync::Arc;

/// A program with what is asked of it. Any number of configurations can look at one task at the same time.
#[derive(Clone, Debug)]
pub struct Task {
    /// The user's program.
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
        Self { program: Arc::new(loaded.program), wanted: Arc::new(wanted), assumptions: loaded.assumptions }
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
    /// Which edges of the user's program its edges are.
    pub edges: EdgeMap,
    /// The automata of the properties.
    pub automata: Vec<Arc<CompiledAutomaton>>,
    /// Properties that nobody decides.
    pub undecided: Vec<PropertyKind>,
}

impl Prepared {
    /// Makes a task ready. `decided` says which properties an analysis decides itself.
    pub fn new(task: &Task, decided: impl Fn(&PropertyKind) -> bool) -> Self {
        let overflow = task.wanted.properties.iter().any(|p| p.kind == PropertyKind::NoOverflow);
        let (mut program, edges) = if overflow {
            with_overflow_checks(&task.program)
        } else {
            ((*task.program).clone(), EdgeMap::identity(&task.program))
        };
        end_paths(&mut program);
        let (automata, undecided) = task.wanted.compile(&mut program, decided);
        Self { program: Arc::new(program), edges, automata, undecided }
    }
}
