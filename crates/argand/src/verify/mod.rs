//! From a program and its properties to a verdict with evidence.
//!
//! The analyses of a configuration and the automata of the properties are composed and explored. TRUE is answered
//! only when everything was explored; FALSE only when the interpreter executed the violation; everything else is
//! UNKNOWN with its reasons.

pub mod counterexample;
pub mod properties;
pub mod verdict;
pub mod watchdog;

use crate::config::{Algorithm, Configuration};
use argand_algorithms::{Cegar, Exploration, Outcome, Progress, Reason, RunStats};
use argand_cfa::Program;
use argand_cfa::classify::{Classes, DomainType};
use argand_cpa::{ArgPath, Component, Composite, ConfigError, PrecisionId, Refiner};
use argand_cpas::automaton::{self, Prints};
use argand_cpas::value::refiner::ValueRefiner;
use argand_cpas::value::{Base, Tracked, ValueCpa};
use argand_evidence::{Confirmed, Goal, PathStep, Replay, Search, SearchLimits, SearchResult};
use argand_exec::ErrorKind;
use argand_spec::CompiledAutomaton;
use argand_support::Limits;
use properties::Wanted;
use std::collections::BTreeSet;
use std::rc::Rc;
use verdict::Verdict;

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
type Refining = (Box<dyn Component>, Box<dyn Refiner>);

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
    /// Limits of time and memory.
    pub limits: Limits,
    /// Whether the graph is exported.
    pub export: bool,
    /// Takes what the automata print.
    pub prints: Prints,
}

impl Verification<'_> {
    /// Runs it.
    ///
    /// # Errors
    /// A configuration that cannot be used.
    pub fn run(&self, progress: Option<Box<dyn FnMut(Progress)>>) -> Result<Report, ConfigError> {
        let (composite, refiner) = self.compose()?;
        let mut exploration =
            Exploration::new(self.program, composite, &self.configuration.exploration, self.limits.clone());
        if let Some(observer) = progress {
            exploration.set_observer(observer);
        }
        let mut cegar = Cegar::new(exploration, refiner, self.configuration.cegar.clone());
        let (mut unconfirmed, mut doubts) = (0, Vec::new());
        let (verdict, violation) = loop {
            let outcome = match cegar.verify() {
                Ok(outcome) => outcome,
                Err(failure) => break (Verdict::Unknown(vec![failure.error.to_string()]), None),
            };
            match outcome {
                Outcome::Safe if doubts.is_empty() => break (Verdict::True, None),
                Outcome::Safe => break (Verdict::Unknown(doubts), None),
                Outcome::Incomplete(reasons) => {
                    let reasons = reasons.iter().map(|r| self.describe(r));
                    break (Verdict::Unknown(doubts.into_iter().chain(reasons).collect()), None);
                }
                Outcome::Target { path, violated } => {
                    let steps = self.path_steps(&cegar.exploration, &path);
                    match self.confirm(steps) {
                        Ok(SearchResult::Found(confirmed)) => {
                            let property = executed_property(&confirmed)
                                .unwrap_or_else(|| violated.first().map_or("violation", |t| &t.property))
                                .to_owned();
                            break (Verdict::False(property), Some(*confirmed));
                        }
                        Ok(SearchResult::NotFound { runs, followed }) => {
                            unconfirmed += 1;
                            doubts.push(self.doubt(&path, runs, followed));
                            doubts.dedup();
                        }
                        Err(stop) => {
                            doubts.push(Reason::limit(stop).describe(self.program));
                            break (Verdict::Unknown(doubts), None);
                        }
                    }
                    if unconfirmed >= MAX_UNCONFIRMED {
                        break (Verdict::Unknown(doubts), None);
                    }
                }
            }
        };
        let stopped = self.limits.check_now().is_err();
        let most = if stopped { MAX_EXPORTED_AFTER_LIMIT } else { MAX_EXPORTED_NODES };
        let exported = self.export && cegar.exploration.reached.counts().live <= most;
        let graphs = exported.then(|| {
            let view = cegar.exploration.view();
            Graphs { dot: view.dot(), json: view.json().to_string() }
        });
        let precisions = self.final_precisions(&cegar.exploration);
        let stats = cegar.run_stats();
        if stopped {
            // Freeing what grew up to a limit can take longer than the limit allows; the process ends anyway.
            std::mem::forget(cegar);
        }
        Ok(Report { verdict, violation, stats, unconfirmed, graphs, precisions })
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

    fn doubt(&self, path: &ArgPath, runs: u32, followed: usize) -> String {
        let edge = path.edges().next_back();
        let place = edge.map_or_else(String::new, |e| {
            format!("{}: ", self.program.sources.describe(self.program.edges[e].span))
        });
        let stuck =
            path.edges().nth(followed).map(|e| self.program.sources.describe(self.program.edges[e].span));
        let stuck = stuck.map_or_else(String::new, |s| format!("; the best one left the path at {s}"));
        format!("{place}a violation looks possible here, but none of {runs} runs reached it{stuck}")
    }

    /// The components of the configuration and of the properties, and the refiner.
    fn compose(&self) -> Result<(Composite, Box<dyn Refiner>), ConfigError> {
        let mut components: Vec<Box<dyn Component>> = Vec::new();
        let mut refiner: Option<Box<dyn Refiner>> = None;
        let wanted = match self.configuration.algorithm {
            Algorithm::Explore => None,
            Algorithm::Cegar => self.configuration.refiner.as_deref(),
        };
        for name in &self.configuration.cpas {
            let options = self.configuration.cpa.get(name).cloned().unwrap_or_default();
            if wanted == Some(name) {
                let (component, refines) = self.refining(name, components.len(), options)?;
                components.push(component);
                refiner = Some(refines);
            } else {
                components.push(
                    argand_cpa::config::find(argand_cpas::ANALYSES, name)?.build(options, self.program)?,
                );
            }
        }
        for compiled in &self.automata {
            components.push(automaton::component(Rc::clone(compiled), self.prints.clone()));
        }
        Ok((
            Composite::new(components)?,
            refiner.unwrap_or_else(|| Box::new(argand_algorithms::cegar::Believe)),
        ))
    }

    /// An analysis together with its refiner.
    fn refining(&self, name: &str, position: usize, options: toml::Table) -> Result<Refining, ConfigError> {
        if name != "value" {
            return Err(ConfigError::Conflict(format!(
                "the analysis `{name}` has no refiner; `value` has one"
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
        Ok((Box::new(component), Box::new(refiner)))
    }

    fn path_steps(&self, exploration: &Exploration<'_>, path: &ArgPath) -> Vec<PathStep> {
        path.edges()
            .zip(path.nodes().skip(1))
            .map(|(edge, node)| {
                let demands = exploration.composite.assumes(self.program, exploration.reached.states(node));
                PathStep { edge, demands }
            })
            .collect()
    }

    /// Looks for inputs that make the violation happen.
    fn confirm(&self, steps: Vec<PathStep>) -> Result<SearchResult, argand_support::Stop> {
        let goal = self.goal();
        let replay = Replay::new(self.program, steps, goal);
        let starts = [Vec::new()];
        Search::new(self.program, replay, self.limits.clone(), SearchLimits::default()).run(&starts)
    }

    /// What a run must do to be a violation.
    #[must_use]
    pub fn goal(&self) -> Goal {
        let errors = if self.wanted.asserts() { vec![ErrorKind::Assertion] } else { Vec::new() };
        // An automaton of the user watches the whole path, so only the whole path is evidence.
        let path_end = !self.wanted.automata.is_empty()
            || self
                .wanted
                .properties
                .iter()
                .any(|p| matches!(p.kind, argand_spec::PropertyKind::UnreachLabel(_)));
        Goal { functions: self.wanted.error_functions(), errors, path_end }
    }
}

/// The property that a run violated, where the run itself tells. It need not be the one whose path led to it.
fn executed_property(confirmed: &Confirmed) -> Option<&'static str> {
    let argand_exec::End::Error(finding) = &confirmed.outcome.end else { return None };
    match finding.kind {
        ErrorKind::ReachError => Some("unreach-call"),
        ErrorKind::Assertion => Some("asserts"),
        _ => None,
    }
}

/// How cheap it is to track a cell, from how its variable is used.
fn domain_types(program: &Program) -> Box<dyn Fn(Tracked) -> DomainType> {
    let classes = Classes::new(program);
    Box::new(move |cell| match cell.base {
        Base::Var(var) => classes.domain_type(var),
        Base::Heap(_) => DomainType::Other,
    })
}
