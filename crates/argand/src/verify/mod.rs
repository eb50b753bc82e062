//! From a program and its properties to a verdict with evidence.
//!
//! The analyses of a configuration and the automata of the properties are composed and explored. TRUE is answered
//! only when everything was explored; FALSE only when the interpreter executed the violation; everything else is
//! UNKNOWN with its reasons.

pub mod assumed;
pub mod certify;
pub mod counterexample;
pub mod finder;
pub mod properties;
mod suggest;
pub mod verdict;
pub mod watchdog;

use crate::config::{Algorithm, Configuration};
use argand_algorithms::{Bmc, Cegar, Exploration, Progress, Reason, ReasonKind, RunStats};
use argand_cfa::arith::Scalar;
use argand_cfa::classify::{Classes, DomainType};
use argand_cfa::instrument::OVERFLOW;
use argand_cfa::{Assumption, Op, Program};
use argand_cpa::{Component, Composite, ConfigError, PrecisionId, Refiner};
use argand_cpas::automaton::{self, Prints};
use argand_cpas::predicate::PredicateCpa;
use argand_cpas::predicate::refiner::PredicateRefiner;
use argand_cpas::smg::SmgCpa;
use argand_cpas::smg::refiner::SmgRefiner;
use argand_cpas::value::refiner::ValueRefiner;
use argand_cpas::value::{Base, Tracked, ValueCpa};
use argand_domains::smg::picture::Picture;
use argand_evidence::prediction::{self, memory_errors};
use argand_evidence::{
    Confirmed, Goal, Instead, PathAnswer, PathStep, Prediction, Replay, Search, SearchLimits, SearchResult,
    Solving,
};
use argand_exec::{ErrorKind, InputKind};
use argand_logic::Solvers;
use argand_spec::CompiledAutomaton;
use argand_support::{Limits, Stop};
use certify::{Certification, Predicates};
use finder::{Finder, Found};
use properties::Wanted;
use std::collections::BTreeSet;
use std::rc::Rc;
use verdict::Verdict;

/// How many inputs a search begins with where it begins with something else than zeros.
const START_INPUTS: usize = 16;

/// The analysis that decides the properties of memory.
pub const MEMORY_ANALYSIS: &str = "smg";

/// How many runs go around the loops of a path that no run takes, and how many for all such paths together.
const WANDERING_RUNS: u32 = 1000;
const ALL_WANDERING_RUNS: u32 = 5000;

/// How many runs try a path that logic calls infeasible.
const REFUTED_RUNS: u32 = 50;

/// Violations that could not be confirmed before the search for others is given up.
const MAX_UNCONFIRMED: usize = 20;

/// Larger graphs are not exported: nobody can read them, and writing them would overrun the time limit.
const MAX_EXPORTED_NODES: usize = 20_000;
/// After a limit there is hardly any time left.
const MAX_EXPORTED_AFTER_LIMIT: usize = 2_000;

/// What a verification found out.
pub struct Report {
    /// The answer.
    pub verdict: Verdict,
    /// The run that violates a property.
    pub violation: Option<Confirmed>,
    /// What it cost.
    pub stats: RunStats,
    /// How many violations of the abstraction could not be confirmed.
    pub unconfirmed: usize,
    /// The reached graph: as text for DOT and as JSON, if asked for and not too large.
    pub graphs: Option<Graphs>,
    /// What was shown to hold at loop heads, for TRUE.
    pub invariants: Vec<(argand_cfa::LocId, String)>,
    /// Whether the proof was checked, for TRUE.
    pub certification: Certification,
    /// The predicates that were learnt, as another run can read them.
    pub precision: Option<String>,
    /// Memory at the violation, as the analysis sees it.
    pub picture: Option<Picture>,
    /// What the verdict depends on besides the program.
    pub assumptions: Vec<Assumption>,
    /// For each analysis the precisions that states had at the end.
    pub precisions: Vec<(String, Vec<String>)>,
}

/// The reached graph in its exported forms.
pub struct Graphs {
    /// For Graphviz.
    pub dot: String,
    /// For programs.
    pub json: String,
}

/// An analysis together with what refines it.
type Refining = (Box<dyn Component>, Box<dyn Refiner>, Option<Predicates>);

/// The analyses of a configuration.
struct Composed {
    composite: Composite,
    refiner: Box<dyn Refiner>,
    predicates: Option<Predicates>,
}

/// One verification.
pub struct Verification<'p> {
    /// The program, with the expressions of the automata in it.
    pub program: &'p Program,
    /// The analyses.
    pub configuration: &'p Configuration,
    /// The automata of the properties.
    pub automata: Vec<Rc<CompiledAutomaton>>,
    /// The properties.
    pub wanted: &'p Wanted,
    /// Where solvers come from.
    pub solvers: Solvers,
    /// Limits of time and memory.
    pub limits: Limits,
    /// Whether the graph is exported.
    pub export: bool,
    /// Whether a proof is checked.
    pub certify: bool,
    /// Predicates to start with.
    pub precision: Option<String>,
    /// What the front end assumed of the program.
    pub assumptions: Vec<Assumption>,
    /// Takes what the automata print.
    pub prints: Prints,
}

impl<'p> Verification<'p> {
    /// A verification that exports nothing, certifies nothing and starts without predicates.
    #[must_use]
    pub fn new(
        program: &'p Program,
        configuration: &'p Configuration,
        automata: Vec<Rc<CompiledAutomaton>>,
        wanted: &'p Wanted,
        limits: Limits,
    ) -> Self {
        Self {
            program,
            configuration,
            automata,
            wanted,
            solvers: Solvers::of(configuration.solver),
            limits,
            export: false,
            certify: false,
            precision: None,
            assumptions: Vec::new(),
            prints: Prints::default(),
        }
    }
}

impl Verification<'_> {
    /// Runs it.
    ///
    /// # Errors
    /// A configuration that cannot be used.
    pub fn run(&self, progress: Option<Box<dyn FnMut(Progress)>>) -> Result<Report, ConfigError> {
        let Composed { composite, refiner, predicates } = self.compose()?;
        if self.configuration.algorithm == Algorithm::Bmc {
            let options = self.configuration.bmc.clone();
            let mut bmc =
                Bmc::new(self.program, composite, options, self.solvers.clone(), self.limits.clone());
            if self.configuration.bmc.induction
                && let Some(suggest) = self.suggestions()?
            {
                bmc.set_suggestions(suggest);
            }
            let mut report = self.decide(&mut bmc);
            if report.verdict == Verdict::True && (self.certify || self.export) {
                self.account_for(&mut report, bmc.certificate())?;
            }
            let assumed = bmc.assumptions();
            self.leave(bmc);
            self.settle(&mut report, assumed);
            return Ok(report);
        }
        let mut exploration =
            Exploration::new(self.program, composite, &self.configuration.exploration, self.limits.clone());
        if let Some(observer) = progress {
            exploration.set_observer(observer);
        }
        let mut cegar = Cegar::new(exploration, refiner, self.configuration.cegar.clone());
        let mut report = self.decide(&mut cegar);
        if let Some(predicates) = &predicates {
            report.precision = Some(predicates.engine.borrow().export(self.program));
        }
        if report.verdict == Verdict::True && (self.certify || self.export) {
            self.account_for_states(&mut report, &mut cegar.exploration, predicates.as_ref())?;
        }
        let stopped = self.limits.check_now().is_err();
        let most = if stopped { MAX_EXPORTED_AFTER_LIMIT } else { MAX_EXPORTED_NODES };
        let exported = self.export && cegar.exploration.reached.counts().live <= most;
        report.graphs = exported.then(|| {
            let view = cegar.exploration.view();
            Graphs { dot: view.dot(), json: view.json().to_string() }
        });
        report.precisions = self.final_precisions(&cegar.exploration);
        let assumed = cegar.exploration.composite.assumptions(self.program);
        self.leave(cegar);
        self.settle(&mut report, assumed);
        Ok(report)
    }

    /// Says what a verdict depends on, and takes it back if it must not.
    fn settle(&self, report: &mut Report, analyses: Vec<Assumption>) {
        report.assumptions = self.assumed(&report.verdict, report.violation.as_ref(), analyses);
        self.hold_strictly(&mut report.verdict, &report.assumptions);
        if matches!(report.verdict, Verdict::Unknown(_)) {
            report.violation = None;
            report.assumptions.clear();
        }
    }

    /// Frees what a run needed. What grew up to a limit stays: freeing it can take longer than the limit allows, and
    /// the process ends anyway.
    fn leave<T>(&self, work: T) {
        if self.limits.check_now().is_err() {
            std::mem::forget(work);
        }
    }

    /// Takes what a finder finds to a verdict: believes nothing that was not executed.
    ///
    /// Violations that no run shows may come from abstraction. When nothing else is left to find, everything is
    /// looked at again with less of it, as often as the analyses can and the limits allow.
    fn decide(&self, finder: &mut dyn Finder) -> Report {
        let mut solving = None;
        let (mut unconfirmed, mut before) = (0, 0);
        let mut doubts = Vec::new();
        // What was in doubt with more abstraction, for those who ask after a limit was reached.
        let mut earlier = Vec::new();
        // Inputs whose runs violated something else than what was predicted: another path will predict it.
        let mut hints: Vec<Vec<Scalar>> = Vec::new();
        let mut wandering = ALL_WANDERING_RUNS;
        let mut picture = None;
        let (verdict, violation) = loop {
            let found = match finder.next(self.program) {
                Ok(found) => found,
                Err(failure) => break (Verdict::Unknown(vec![failure.error.to_string()]), None),
            };
            let mut abstracted = !doubts.is_empty();
            match found {
                Found::Safe if doubts.is_empty() => break (Verdict::True, None),
                Found::Safe => {}
                Found::Incomplete(reasons) => {
                    abstracted |= reasons.iter().any(|r| r.kind == ReasonKind::Refinement);
                    doubts.extend(reasons.iter().map(|r| self.describe(r)));
                }
                Found::Path { steps, violated, picture: seen } => {
                    let solving = solving.get_or_insert_with(|| {
                        Solving::new(self.program, self.solvers.clone(), self.limits.clone())
                    });
                    let predicted = violated.first().map_or("violation", |target| &*target.property);
                    match self.confirm(solving, &steps, predicted, &hints, &mut wandering) {
                        Ok(SearchResult::Found(confirmed)) => {
                            let property = self.executed_property(&confirmed).unwrap_or(predicted).to_owned();
                            picture = seen;
                            break (Verdict::False(property), Some(*confirmed));
                        }
                        Ok(SearchResult::NotFound { runs, followed, instead }) => {
                            unconfirmed += 1;
                            doubts.push(match &instead {
                                Some(instead) => self.disagreement(&steps, predicted, instead),
                                None => self.doubt(&steps, runs, followed),
                            });
                            doubts.dedup();
                            if let Some(Instead::Other { inputs, .. }) = instead.map(|found| *found) {
                                hints.push(inputs);
                            }
                            if unconfirmed - before < MAX_UNCONFIRMED {
                                continue;
                            }
                            abstracted = true;
                        }
                        Err(stop) => doubts.push(Reason::limit(stop).describe(self.program)),
                    }
                }
            }
            let stopped = self.limits.check_now().is_err();
            let again = if abstracted && !stopped { finder.sharpen() } else { Ok(false) };
            match again {
                Ok(true) => {
                    before = unconfirmed;
                    earlier = std::mem::take(&mut doubts);
                }
                Ok(false) if stopped => {
                    earlier.extend(doubts);
                    break (Verdict::Unknown(earlier), None);
                }
                Ok(false) => break (Verdict::Unknown(doubts), None),
                Err(failure) => break (Verdict::Unknown(vec![failure.error.to_string()]), None),
            }
        };
        Report {
            verdict,
            violation,
            stats: finder.stats(),
            unconfirmed,
            graphs: None,
            invariants: Vec::new(),
            certification: Certification::NotAsked,
            precision: None,
            picture,
            assumptions: Vec::new(),
            precisions: Vec::new(),
        }
    }

    /// The precisions in use at the end, for each analysis that has any.
    fn final_precisions(&self, exploration: &Exploration<'_>) -> Vec<(String, Vec<String>)> {
        let mut used: Vec<BTreeSet<PrecisionId>> = vec![BTreeSet::new(); exploration.composite.width()];
        let mut last: &[PrecisionId] = &[];
        for node in exploration.reached.iter() {
            let row = exploration.reached.precisions(node);
            // There are many nodes and few precisions, and neighbours mostly have the same.
            if row != last {
                for (set, &precision) in used.iter_mut().zip(row) {
                    set.insert(precision);
                }
                last = row;
            }
        }
        let components = exploration.composite.components().iter().zip(used);
        components
            .map(|(component, ids)| {
                let texts = ids.into_iter().map(|id| {
                    let mut text = String::new();
                    component.write_precision(self.program, id, &mut text);
                    text
                });
                (component.name().to_owned(), texts.collect())
            })
            .collect()
    }

    /// A reason in the user's words, with what can be done about it.
    fn describe(&self, reason: &Reason) -> String {
        reason.describe(self.program)
    }

    /// Why a run that went wrong is no evidence for what was predicted.
    fn disagreement(&self, path: &[PathStep], predicted: &str, instead: &Instead) -> String {
        let sources = &self.program.sources;
        match instead {
            Instead::Other { finding, .. } => {
                let place = Prediction::new(self.program, path, predicted);
                let place = place.map_or(argand_support::Span::NONE, |p| p.place);
                let (there, what) = (sources.describe(finding.span), &finding.message);
                format!(
                    "{}: {predicted} looks violated here, but the run has another error at {there}: {what}",
                    sources.describe(place)
                )
            }
            Instead::Guess(input) => {
                let source = match input.kind {
                    InputKind::Result { .. } => format!("the result of `{}`", input.name),
                    _ => format!("what assembly code gives `{}`", input.name),
                };
                let end = path.last().map_or(argand_support::Span::NONE, |s| self.program.edges[s.edge].span);
                format!(
                    "{}: a violation looks possible here, but depends on {source}, which is not computed",
                    sources.describe(end)
                )
            }
        }
    }

    fn doubt(&self, path: &[PathStep], runs: u32, followed: usize) -> String {
        let edge = path.last().map(|step| step.edge);
        let place = edge.map_or_else(String::new, |e| {
            format!("{}: ", self.program.sources.describe(self.program.edges[e].span))
        });
        let stuck =
            path.get(followed).map(|step| self.program.sources.describe(self.program.edges[step.edge].span));
        let stuck = stuck.map_or_else(String::new, |s| format!("; the best one left the path at {s}"));
        match runs {
            0 => format!(
                "{place}the analysis cannot rule out a violation here, but no run takes the path it found"
            ),
            _ => format!("{place}a violation looks possible here, but none of {runs} runs reached it{stuck}"),
        }
    }

    /// The components of the configuration and of the properties, and the refiner.
    fn compose(&self) -> Result<Composed, ConfigError> {
        let mut components: Vec<Box<dyn Component>> = Vec::new();
        let mut refiner: Option<Box<dyn Refiner>> = None;
        let mut predicates = None;
        let wanted = match self.configuration.algorithm {
            Algorithm::Explore | Algorithm::Bmc => None,
            Algorithm::Cegar => self.configuration.refiner.as_deref(),
        };
        for name in &self.configuration.cpas {
            if wanted == Some(name) {
                let options = self.options_of(name);
                let (component, refines, readable) = self.refining(name, components.len(), options)?;
                predicates = readable;
                components.push(component);
                refiner = Some(refines);
            } else {
                components.push(self.component(name)?);
            }
        }
        for compiled in &self.automata {
            components.push(automaton::component(Rc::clone(compiled), self.prints.clone()));
        }
        Ok(Composed {
            composite: Composite::new(components)?,
            refiner: refiner.unwrap_or_else(|| Box::new(argand_algorithms::cegar::Believe)),
            predicates,
        })
    }

    /// The options of an analysis, with what the properties ask of it.
    fn options_of(&self, name: &str) -> toml::Table {
        let mut options = self.configuration.cpa.get(name).cloned().unwrap_or_default();
        if name == MEMORY_ANALYSIS {
            let asked = self.wanted.memory_properties().into_iter().map(toml::Value::from).collect();
            options.insert("check".to_owned(), toml::Value::Array(asked));
        }
        options
    }

    /// An analysis of the configuration.
    fn component(&self, name: &str) -> Result<Box<dyn Component>, ConfigError> {
        argand_cpa::config::find(argand_cpas::ANALYSES, name)?.build(self.options_of(name), self.program)
    }

    /// An analysis together with its refiner.
    fn refining(&self, name: &str, position: usize, options: toml::Table) -> Result<Refining, ConfigError> {
        if name == "predicate" {
            let component = argand_cpa::config::build::<PredicateCpa>(options, self.program)?;
            let cpa = component.cpa();
            let (engine, states, precisions) = (cpa.engine(), component.states(), component.precisions());
            engine.borrow_mut().set_solvers(self.solvers.clone());
            if let Some(text) = &self.precision {
                let bad = engine.borrow_mut().import(self.program, text);
                if let Some(line) = bad.first() {
                    return Err(suggest::no_predicate(*line));
                }
            }
            let readable =
                Predicates { engine: Rc::clone(&engine), states: states.clone(), component: position };
            let refiner = PredicateRefiner::new(position, engine, states, precisions, cpa.options());
            return Ok((Box::new(component), Box::new(refiner), Some(readable)));
        }
        if name == MEMORY_ANALYSIS {
            let component = argand_cpa::config::build::<SmgCpa>(options, self.program)?;
            let classes = Classes::new(self.program);
            let refiner = SmgRefiner::new(
                position,
                component.states(),
                component.precisions(),
                self.program,
                component.cpa().options(),
                Box::new(move |var| classes.domain_type(var)),
            )?;
            return Ok((Box::new(component), Box::new(refiner), None));
        }
        if name != "value" {
            return Err(ConfigError::Conflict(format!(
                "the analysis `{name}` has no refiner; `predicate`, `smg` and `value` have one"
            )));
        }
        let component = argand_cpa::config::build::<ValueCpa>(options, self.program)?;
        let refiner = ValueRefiner::new(
            position,
            component.precisions(),
            self.program,
            component.cpa().options(),
            domain_types(self.program),
        );
        Ok((Box::new(component), Box::new(refiner), None))
    }

    /// Looks for inputs that make the violation happen: those that logic gives for the path, those near them, and, for
    /// violations of memory, those of runs that go around the loops of the path more or less often.
    fn confirm(
        &self,
        solving: &mut Solving<'_>,
        steps: &[PathStep],
        property: &str,
        hints: &[Vec<Scalar>],
        wandering: &mut u32,
    ) -> Result<SearchResult, Stop> {
        let memory = self.wanted.memory_properties().contains(&property);
        let prediction = if memory { Prediction::new(self.program, steps, property) } else { None };
        let goal = Goal { prediction, ..self.goal() };
        let replay = || Replay::new(self.program, steps.to_vec(), goal.clone());
        let mut starts = hints.to_vec();
        // An access that fails ends the run before its edge is taken: the edge demands nothing.
        let demanding = match steps {
            [before @ .., _] if !self.wanted.memory_properties().is_empty() => before,
            all => all,
        };
        let mut refuted = None;
        match solving.path(demanding)? {
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
        if !self.wanted.memory_properties().is_empty() {
            // No branch leads from a wrong size or index to the access that fails: extreme inputs do.
            for number in [1, -1, 100, i128::from(i32::MAX), i128::from(i32::MIN)] {
                starts.push(vec![Scalar::Int(number); START_INPUTS]);
            }
        }
        let search =
            |replay, budget| Search::new(self.program, replay, self.limits.clone(), budget).run(&starts);
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
        if matches!(exact, SearchResult::Found(_)) || !memory || *wandering == 0 {
            return Ok(exact);
        }
        let around = replay().around_loops();
        if !around.goes_around_loops() {
            return Ok(exact);
        }
        let budget = SearchLimits { runs: WANDERING_RUNS.min(*wandering), ..SearchLimits::default() };
        match (exact, search(around, budget)?) {
            (_, found @ SearchResult::Found(_)) => Ok(found),
            (
                SearchResult::NotFound { runs, followed, instead },
                SearchResult::NotFound { runs: more, instead: other, .. },
            ) => {
                *wandering = wandering.saturating_sub(more);
                Ok(SearchResult::NotFound { runs, followed, instead: instead.or(other) })
            }
            (exact, _) => Ok(exact),
        }
    }

    /// The property that a run violated, where the run itself tells. It need not be the one whose path led to it,
    /// except for memory, where the run was held against the prediction.
    fn executed_property(&self, confirmed: &Confirmed) -> Option<&'static str> {
        let argand_exec::End::Error(finding) = &confirmed.outcome.end else { return None };
        match finding.kind {
            ErrorKind::ReachError if called(self.program, confirmed) == Some(OVERFLOW) => Some("no-overflow"),
            ErrorKind::ReachError => Some("unreach-call"),
            ErrorKind::Assertion => Some("asserts"),
            _ => None,
        }
    }

    /// What a run must do to be a violation.
    #[must_use]
    pub fn goal(&self) -> Goal {
        let mut errors = if self.wanted.asserts() { vec![ErrorKind::Assertion] } else { Vec::new() };
        let memory = self.wanted.memory_properties();
        for property in &memory {
            errors.extend_from_slice(memory_errors(property));
        }
        // An automaton of the user watches the whole path, so only the whole path is evidence.
        let path_end = !self.wanted.automata.is_empty()
            || self
                .wanted
                .properties
                .iter()
                .any(|p| matches!(p.kind, argand_spec::PropertyKind::UnreachLabel(_)));
        let cleanup = memory.contains(&prediction::CLEANUP);
        Goal { functions: self.wanted.error_functions(), errors, prediction: None, path_end, cleanup }
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

/// How cheap it is to track a cell, from how its variable is used.
fn domain_types(program: &Program) -> Box<dyn Fn(Tracked) -> DomainType> {
    let classes = Classes::new(program);
    Box::new(move |cell| match cell.base {
        Base::Var(var) => classes.domain_type(var),
        Base::Heap(_) => DomainType::Other,
    })
}
