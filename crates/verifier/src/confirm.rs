//! From a path to a run that violates something: confirm.

use crate::reason::Why;
use crate::verification::Verification;
use argand_algorithms::Reason;
use argand_cfa::arith::Scalar;
use argand_cfa::{MemoryProperty, Op, Operation, PathStep, Program, PropertyKind, Violated};
use argand_evidence::prediction::{memory_errors, operation_error, user_place};
use argand_evidence::{
    Confirmed, Ends, Goal, NearMiss, PathAnswer, Prediction, Replay, Search, SearchLimits, SearchResult,
    Solving,
};
use argand_exec::ErrorKind;
use argand_support::{Span, Stop};

/// How many inputs a search begins with where it begins with something else than zeros.
const START_INPUTS: usize = 16;

/// How many runs go around the loops of a path that no run takes, and how many for all such paths together.
const WANDERING_RUNS: u32 = 1000;
const ALL_WANDERING_RUNS: u32 = 5000;

/// How many runs try a path that logic calls infeasible.
const REFUTED_RUNS: u32 = 50;

/// Looks for runs along one path after another.
pub(crate) struct Confirmation<'v> {
    verification: &'v Verification<'v>,
    /// The program that is executed.
    program: &'v Program,
    solving: Option<Solving<'v>>,
    /// Inputs whose runs violated something else than what was predicted: another path will predict it.
    hints: Vec<Vec<Scalar>>,
    /// Runs around loops that are left.
    wandering: u32,
}

/// What came of a path.
pub(crate) enum Judged {
    /// A run violates this.
    Executed(Violated, Box<Confirmed>),
    /// No run was found; why.
    Doubt(Why),
    /// A limit was reached.
    Stopped(Why),
}

impl<'v> Confirmation<'v> {
    /// Begins with the hints of the verification.
    pub fn new(verification: &'v Verification<'v>) -> Self {
        let program = verification.prepared.executed();
        let hints = verification.options.hints.clone();
        Self { verification, program, solving: None, hints, wandering: ALL_WANDERING_RUNS }
    }

    /// Looks for a run along a path that is predicted to violate a property.
    pub fn judge(&mut self, steps: &[PathStep], predicted: &Violated) -> Judged {
        match self.search(steps, predicted) {
            Ok(SearchResult::Found(confirmed)) => {
                let violated = self.verification.executed(&confirmed).unwrap_or_else(|| predicted.clone());
                Judged::Executed(violated, confirmed)
            }
            Ok(SearchResult::NotFound { runs, followed, instead }) => {
                let prepared = &self.verification.prepared;
                let doubt = match &instead {
                    Some(instead) => self.disagreement(steps, predicted, instead),
                    None => Why::NoRun {
                        end: steps.last().map(|step| prepared.program.edges[step.edge].span),
                        runs,
                        left_at: prepared
                            .in_users_program(steps)
                            .get(followed)
                            .map(|step| self.program.edges[step.edge].span),
                    },
                };
                if let Some(NearMiss::Other { inputs, .. }) = instead.map(|found| *found) {
                    self.hints.push(inputs);
                }
                Judged::Doubt(doubt)
            }
            Err(stop) => Judged::Stopped(Reason::limit(stop).into()),
        }
    }

    /// Looks for inputs of the user's own program that make the violation happen: those that logic gives for the path,
    /// those near them, and, for violations of memory, those of runs that go around the loops of the path more or less
    /// often.
    fn search(&mut self, found: &[PathStep], predicted: &Violated) -> Result<SearchResult, Stop> {
        let (program, verification) = (self.program, self.verification);
        let (prepared, limits) = (&verification.prepared, &verification.options.limits);
        let checks_memory = !verification.task.wanted.memory_properties().is_empty();
        let memory = predicted.memory();
        let steps = prepared.in_users_program(found);
        let prediction = memory.zip(steps.last()).map(|(property, last)| {
            let place = user_place(&prepared.program, found.iter().map(|step| step.edge));
            Prediction { property, place, edge: last.edge }
        });
        let mut goal = Goal { prediction, ..verification.goal() };
        // An operation that goes wrong is seen by the interpreter, whatever else is asked.
        let seen = matches!(predicted, Violated::Property(kind) if kind.operation().is_some());
        goal.path_end &= !seen;
        let replay = || {
            let replay = Replay::new(program, steps.clone(), goal.clone())
                .with_memory(prepared.executed_layout().clone());
            match &prepared.reduced {
                Some(reduced) => replay.with_edges_beside(reduced.beside()),
                None => replay,
            }
        };
        let mut starts = self.hints.clone();
        // An access that fails ends the run before its edge is taken: the edge demands nothing.
        let demanding = match found {
            [before @ .., _] if memory.is_some() => prepared.in_users_program(before),
            _ => steps.clone(),
        };
        let solving = self.solving.get_or_insert_with(|| {
            let (solved, layout) = prepared.solved();
            Solving::new(solved, layout, verification.solvers.clone(), limits.clone())
        });
        let mut refuted = None;
        match solving.path(&demanding)? {
            PathAnswer::Infeasible(guilty) => refuted = Some(guilty.last().copied().unwrap_or(0)),
            PathAnswer::Feasible(mut model) => {
                let trial = replay().run_asking(&mut |step, request| model.answer(step, request));
                if let Some(confirmed) = trial.confirmed {
                    return Ok(SearchResult::Found(Box::new(confirmed)));
                }
                starts.push(trial.inputs.iter().map(|input| input.value).collect());
            }
            PathAnswer::Unsupported { .. } => {}
        }
        starts.push(Vec::new());
        if checks_memory {
            // No branch leads from a wrong size or index to the access that fails: extreme inputs do.
            for number in [1, -1, 100, i128::from(i32::MAX), i128::from(i32::MIN)] {
                starts.push(vec![Scalar::Int(number); START_INPUTS]);
            }
        }
        let search = |replay, budget| Search::new(program, replay, limits.clone(), budget).run(&starts);
        let exact = match refuted {
            // Logic may be wrong about memory that it does not follow: a few runs are worth trying.
            Some(followed) => {
                match search(replay(), SearchLimits { runs: REFUTED_RUNS, ..SearchLimits::default() })? {
                    found @ SearchResult::Found(_) => found,
                    SearchResult::NotFound { instead, .. } => {
                        SearchResult::NotFound { runs: 0, followed, instead }
                    }
                }
            }
            None => search(replay(), SearchLimits::default())?,
        };
        if matches!(exact, SearchResult::Found(_)) || memory.is_none() || self.wandering == 0 {
            return Ok(exact);
        }
        let around = replay().around_loops();
        if !around.goes_around_loops() {
            return Ok(exact);
        }
        let budget = SearchLimits { runs: WANDERING_RUNS.min(self.wandering), ..SearchLimits::default() };
        match (exact, search(around, budget)?) {
            (_, found @ SearchResult::Found(_)) => Ok(found),
            (
                SearchResult::NotFound { runs, followed, instead },
                SearchResult::NotFound { runs: more, instead: other, .. },
            ) => {
                self.wandering = self.wandering.saturating_sub(more);
                Ok(SearchResult::NotFound { runs, followed, instead: instead.or(other) })
            }
            (exact, _) => Ok(exact),
        }
    }

    /// Why a run that went wrong is no evidence for what was predicted.
    fn disagreement(&self, path: &[PathStep], predicted: &Violated, instead: &NearMiss) -> Why {
        let program = self.verification.whole();
        match instead {
            NearMiss::Other { finding, .. } => Why::OtherError {
                place: user_place(program, path.iter().map(|step| step.edge)),
                predicted: predicted.clone(),
                there: finding.span,
                message: finding.message.clone(),
            },
            NearMiss::Guess(input) => Why::Guess {
                end: path.last().map_or(Span::NONE, |step| program.edges[step.edge].span),
                input: input.clone(),
            },
        }
    }
}

impl Verification<'_> {
    /// What a run violated, where the run itself tells. It need not be what its path predicted, except for memory,
    /// where the run was held against the prediction.
    pub(crate) fn executed(&self, confirmed: &Confirmed) -> Option<Violated> {
        let program = self.prepared.executed();
        let argand_exec::End::Error(finding) = &confirmed.outcome.end else { return None };
        let kind = match finding.kind {
            ErrorKind::ReachError => PropertyKind::UnreachCall(called(program, confirmed)?.to_owned()),
            kind if self.operation_of(kind).is_some() => PropertyKind::of_operation(self.operation_of(kind)?),
            ErrorKind::Assertion => PropertyKind::Asserts,
            ErrorKind::Endless => PropertyKind::Termination,
            _ => return None,
        };
        Some(Violated::Property(kind))
    }

    /// The operation that must not go wrong and that an error is.
    fn operation_of(&self, kind: ErrorKind) -> Option<Operation> {
        self.task.wanted.operations().into_iter().find(|&operation| operation_error(operation) == kind)
    }

    /// What a run must do to be a violation.
    #[must_use]
    pub fn goal(&self) -> Goal {
        let wanted = &self.task.wanted;
        let mut errors = if wanted.asserts() { vec![ErrorKind::Assertion] } else { Vec::new() };
        if wanted.termination() {
            errors.push(ErrorKind::Endless);
        }
        let memory = wanted.memory_properties();
        for &property in &memory {
            errors.extend_from_slice(memory_errors(property));
        }
        // An automaton of the user watches the whole path, so only the whole path is evidence.
        let path_end = !wanted.automata.is_empty()
            || wanted.properties.iter().any(|p| matches!(p.kind, PropertyKind::UnreachLabel(_)));
        let cleanup = memory.contains(&MemoryProperty::Memcleanup);
        let (mut functions, operations) = (wanted.error_functions(), wanted.operations());
        let ends = Ends::clone(&self.task.ends);
        functions
            .extend(ends.functions.iter().filter(|f| !functions.contains(*f)).cloned().collect::<Vec<_>>());
        Goal { functions, errors, operations, prediction: None, path_end, cleanup, ends }
    }
}

/// The function whose call ended a run.
fn called<'p>(program: &'p Program, confirmed: &Confirmed) -> Option<&'p str> {
    let callee = match program.edges[*confirmed.edges.last()?].op {
        Op::Extern(call) => program.extern_calls[call].callee,
        Op::Call(site) => program.call_sites[site].callee,
        _ => return None,
    };
    Some(program.func_name(callee))
}
