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
use argand_cpa::{ArgPath, Component, Composite, ConfigError, Refiner};
use argand_cpas::automaton::{self, Prints};
use argand_cpas::value::refiner::ValueRefiner;
use argand_cpas::value::{Base, Tracked, ValueCpa};
use argand_evidence::{Confirmed, Goal, PathStep, Replay, Search, SearchLimits, SearchResult};
use argand_exec::ErrorKind;
use argand_spec::CompiledAutomaton;
use argand_support::Limits;
use properties::Wanted;
use std::rc::Rc;
use verdict::Verdict;

/// How many inputs a search begins with where it begins with something else than zeros.
const START_INPUTS: usize = 16;

/// The analysis that decides the properties of memory.
pub const MEMORY_ANALYSIS: &str = "smg";

/// Violations that could not be confirmed before the search for others is given up.
const MAX_UNCONFIRMED: usize = 20;

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
    /// The reached graph: as text for DOT and as JSON, if asked for.
    pub graphs: Option<Graphs>,
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
                            let property = self
                                .executed_property(&confirmed)
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
        let graphs = self.export.then(|| {
            let view = cegar.exploration.view();
            Graphs { dot: view.dot(), json: view.json().to_string() }
        });
        Ok(Report { verdict, violation, stats: cegar.run_stats(), unconfirmed, graphs })
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
            let mut options = self.configuration.cpa.get(name).cloned().unwrap_or_default();
            if name == MEMORY_ANALYSIS {
                let asked = self.wanted.memory_properties().into_iter().map(toml::Value::from).collect();
                options.insert("check".to_owned(), toml::Value::Array(asked));
            }
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
        let mut starts = vec![Vec::new()];
        if !self.wanted.memory_properties().is_empty() {
            // No branch leads from a wrong size or index to the access that fails: extreme inputs do.
            for number in [1, -1, 100, i128::from(i32::MAX), i128::from(i32::MIN)] {
                starts.push(vec![argand_cfa::arith::Scalar::Int(number); START_INPUTS]);
            }
        }
        Search::new(self.program, replay, self.limits.clone(), SearchLimits::default()).run(&starts)
    }

    /// The property that a run violated, where the run itself tells. It need not be the one whose path led to it.
    fn executed_property(&self, confirmed: &Confirmed) -> Option<&'static str> {
        let memory = self.wanted.memory_properties();
        match &confirmed.outcome.end {
            argand_exec::End::Error(finding) => match finding.kind {
                ErrorKind::ReachError => Some("unreach-call"),
                ErrorKind::Assertion => Some("asserts"),
                kind => {
                    let named = memory.iter().find(|property| errors_of(property).contains(&kind));
                    named.copied().or((kind == ErrorKind::Leak).then_some("valid-memcleanup"))
                }
            },
            argand_exec::End::Exit(_) | argand_exec::End::Abort if memory.contains(&"valid-memcleanup") => {
                Some("valid-memcleanup")
            }
            _ => None,
        }
    }

    /// What a run must do to be a violation.
    #[must_use]
    pub fn goal(&self) -> Goal {
        let mut errors = if self.wanted.asserts() { vec![ErrorKind::Assertion] } else { Vec::new() };
        let memory = self.wanted.memory_properties();
        for property in &memory {
            errors.extend_from_slice(errors_of(property));
        }
        // An automaton of the user watches the whole path, so only the whole path is evidence.
        let path_end = !self.wanted.automata.is_empty()
            || self
                .wanted
                .properties
                .iter()
                .any(|p| matches!(p.kind, argand_spec::PropertyKind::UnreachLabel(_)));
        let cleanup = memory.contains(&"valid-memcleanup");
        Goal { functions: self.wanted.error_functions(), errors, path_end, cleanup }
    }
}

/// The errors that violate a property of memory.
fn errors_of(property: &str) -> &'static [ErrorKind] {
    match property {
        "valid-deref" => {
            &[ErrorKind::NullDeref, ErrorKind::OutOfBounds, ErrorKind::UseAfterFree, ErrorKind::UseAfterScope]
        }
        "valid-free" => &[ErrorKind::InvalidFree, ErrorKind::DoubleFree],
        "valid-memtrack" => &[ErrorKind::Leak],
        _ => &[],
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
