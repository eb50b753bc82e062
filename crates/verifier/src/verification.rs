//! One verification: plan, run, confirm, certify, report.

use crate::certify::Certification;
use crate::config::{Algorithm, Configuration};
use crate::confirm::{Confirmation, Judged};
use crate::known::seeded;
use crate::plan::{Plan, decides};
use crate::reason::Why;
use crate::report::Report;
use crate::strategy::step::Narrator;
use crate::task::{Passes, Prepared, Task};
use crate::verdict::Verdict;
use argand_algorithms::{
    self as algorithms, Bmc, Cause, Cegar, Dataflow, Exploration, Found, Progress, Reason, ReasonKind,
    RunStats,
};
use argand_cfa::arith::Scalar;
use argand_cfa::{Assumption, Origin, PathStep, Program, PropertyKind, Violated};
use argand_cpa::{ArgId, ArgView, ConfigError, Fact, Graph, PrecisionId};
use argand_cpas::automaton::Prints;
use argand_domains::smg::picture::Picture;
use argand_encode::Encoder;
use argand_evidence::prediction::user_place;
use argand_logic::Solvers;
use argand_logic::provider::Listener;
use argand_support::Limits;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Violations that could not be confirmed before the search for others is given up.
const MAX_UNCONFIRMED: usize = 20;

/// Larger graphs are not exported: writing them would take longer than it took to explore them.
const MAX_EXPORTED_NODES: usize = 250_000;
/// After a limit there is hardly any time left.
const MAX_EXPORTED_AFTER_LIMIT: usize = 10_000;
/// How many pictures of memory are kept along a violation: those at its end.
const MAX_PICTURES: usize = 40;

/// How one verification is done, besides its configuration.
#[derive(Clone, Default)]
pub struct Options {
    /// Limits of time and memory.
    pub limits: Limits,
    /// Whether the graph is exported.
    pub export: bool,
    /// Whether a proof is checked.
    pub certify: bool,
    /// Whether a proof says what holds at loops, for a witness.
    pub invariants: bool,
    /// What an earlier run learnt, as it wrote it.
    pub facts: Option<String>,
    /// Whether `malloc` never fails, whatever the configuration says.
    pub unlimited_memory: bool,
    /// Is told every question to a solver.
    pub listener: Option<Listener>,
    /// What others found out or guess about the program as it is analysed; those who take facts take these, too.
    pub known: Vec<Fact>,
    /// Inputs with which runs went wrong: where the search for a run that goes along a path begins.
    pub hints: Vec<Vec<Scalar>>,
    /// How many members of a strategy run at the same time; 0 for as many as there are processors.
    pub jobs: usize,
    /// Is told what a strategy does.
    pub narrator: Option<Narrator>,
}

/// One verification.
pub struct Verification<'v> {
    /// What is verified.
    pub task: &'v Task,
    /// The analyses.
    pub configuration: &'v Configuration,
    /// The rest.
    pub options: Options,
    pub(crate) prepared: Prepared<'v>,
    pub(crate) facts: Vec<Fact>,
    /// Where solvers come from.
    pub(crate) solvers: Solvers,
    /// Takes what the automata print.
    pub(crate) prints: Prints,
}

/// How the program is changed first. A proof that is to be checked or written down is one about the whole program.
fn passes(configuration: &Configuration, options: &Options) -> Passes {
    if options.certify || options.export || options.invariants {
        return Passes { reduce: false, cells: 0 };
    }
    // Members of strategies have passes of their own, and what is executed is the program itself.
    let cells = match configuration.algorithm {
        Algorithm::Explore | Algorithm::Cegar | Algorithm::Bmc | Algorithm::Dataflow => configuration.cells,
        Algorithm::Execute | Algorithm::Strategy => 0,
    };
    Passes { reduce: configuration.reduce, cells }
}

impl<'v> Verification<'v> {
    /// Makes a verification ready.
    ///
    /// # Errors
    /// Facts that cannot be read, or that nobody in the configuration takes.
    pub fn new(
        task: &'v Task,
        configuration: &'v Configuration,
        options: Options,
    ) -> Result<Self, ConfigError> {
        let prepared = Prepared::new(task, passes(configuration, &options), |p| decides(configuration, p));
        let mut facts = match &options.facts {
            Some(text) => argand_cpa::fact::read_facts(&prepared.program, text)
                .map_err(|bad| ConfigError::Conflict(format!("in the precision, {bad}")))?,
            None => Vec::new(),
        };
        facts.extend(options.known.iter().cloned());
        if let Some(cells) = &prepared.cells {
            facts.extend(seeded(&prepared.program, &prepared.layout, cells));
        }
        let mut solvers = Solvers::of(configuration.solver);
        if let Some(listener) = &options.listener {
            solvers = solvers.heard_by(Arc::clone(listener));
        }
        let prints = Prints::default();
        Ok(Self { task, configuration, options, prepared, facts, solvers, prints })
    }

    /// The program that evidence is about: the one that was asked about, whatever was left out for the analyses.
    pub(crate) fn whole(&self) -> &Program {
        self.prepared.whole()
    }

    /// Runs it. What is only found in the program without what does not matter, or with cells in place of arrays, and no
    /// run of the whole program shows, is looked for again in the whole program.
    ///
    /// # Errors
    /// A configuration that cannot be used.
    pub fn run(&self, progress: Option<Box<dyn FnMut(Progress)>>) -> Result<Report, ConfigError> {
        if let Some(strategy) = &self.configuration.strategy {
            return self.run_strategy(strategy);
        }
        let report = self.run_prepared(progress)?;
        let doubtful = matches!(report.verdict, Verdict::Unknown(_)) && report.unconfirmed > 0;
        let changed = self.prepared.reduced.is_some() || self.prepared.cells.is_some();
        if !changed || !doubtful || self.options.limits.check_now().is_err() {
            return Ok(report);
        }
        let whole = Configuration { reduce: false, cells: 0, ..self.configuration.clone() };
        let again = Verification::new(self.task, &whole, self.options.clone())?;
        again.run_prepared(None)
    }

    /// Runs it on the program as the passes made it.
    pub(crate) fn run_prepared(
        &self,
        progress: Option<Box<dyn FnMut(Progress)>>,
    ) -> Result<Report, ConfigError> {
        if self.configuration.algorithm == Algorithm::Execute {
            return self.execute();
        }
        let Plan { composite, refiner, proof } = self.plan()?;
        if self.configuration.algorithm != Algorithm::Bmc && proof.is_none() && self.options.facts.is_some() {
            return Err(self.takes_no_predicates());
        }
        self.check_automata()?;
        let (program, limits) = (&*self.prepared.program, &self.options.limits);
        let properties = self.undecided();
        if !properties.is_empty() {
            let why = Why::NobodyDecides { properties, configuration: self.configuration.name.clone() };
            return Ok(self.report(Verdict::Unknown(vec![why]), RunStats::default()));
        }
        if self.configuration.algorithm == Algorithm::Dataflow {
            let options = self.configuration.dataflow.clone();
            let dataflow = Dataflow::new(program, composite, options, limits.clone())?;
            let mut dataflow = dataflow.refined_by(refiner);
            let (mut report, _) = self.decide(&mut dataflow);
            if report.verdict == Verdict::True {
                self.account_for_solution(&mut report, &dataflow);
            }
            report.graph = self.solution_graph(&dataflow, report.violation.is_some());
            self.settle(&mut report, algorithms::Algorithm::assumptions(&dataflow));
            self.leave(dataflow);
            return Ok(report);
        }
        if self.configuration.algorithm == Algorithm::Bmc {
            let options = self.configuration.bmc.clone();
            let encoder = Encoder::sharing(program, &self.prepared.layout);
            let mut bmc =
                Bmc::new(program, composite, encoder, options, self.solvers.clone(), limits.clone());
            if self.configuration.bmc.induction
                && let Some(suggest) = self.suggestions()?
            {
                bmc.set_suggestions(suggest);
            }
            let (mut report, _) = self.decide(&mut bmc);
            if report.verdict == Verdict::True && self.is_accounted_for() {
                match bmc.certificate() {
                    Some(certificate) => self.account_for(&mut report, certificate)?,
                    None if self.options.certify => {
                        let why = "measures that show that loops end are not checked again".to_owned();
                        report.certification = Certification::NotCertified(why);
                    }
                    None => {}
                }
            }
            self.settle(&mut report, algorithms::Algorithm::assumptions(&bmc));
            self.leave(bmc);
            return Ok(report);
        }
        let mut exploration =
            Exploration::new(program, composite, &self.configuration.exploration, limits.clone())
                .towards(&self.prepared.watched_edges());
        if let Some(observer) = progress {
            exploration.set_observer(observer);
        }
        let mut cegar = Cegar::new(exploration, refiner, self.configuration.cegar.clone());
        let (mut report, path) = self.decide(&mut cegar);
        if let Some(proof) = &proof {
            report.facts = proof.invariants.facts(program);
        }
        if report.verdict == Verdict::True && self.is_accounted_for() {
            self.account_for_states(&mut report, &mut cegar.exploration, proof.as_ref())?;
        }
        report.graph = self.graph(&cegar.exploration, &path);
        if report.graph.is_some() {
            report.memory = pictures(&cegar.exploration, &path);
        }
        report.precisions = self.final_precisions(&cegar.exploration);
        self.settle(&mut report, algorithms::Algorithm::assumptions(&cegar));
        self.leave(cegar);
        Ok(report)
    }

    /// Facts of an earlier run need somebody who takes them.
    pub(crate) fn takes_no_predicates(&self) -> ConfigError {
        let name = &self.configuration.name;
        ConfigError::Conflict(format!("no analysis of the configuration `{name}` takes predicates"))
    }

    /// Automata need somebody who watches them.
    pub(crate) fn check_automata(&self) -> Result<(), ConfigError> {
        if self.configuration.watches_automata() || self.task.wanted.automata.is_empty() {
            return Ok(());
        }
        let name = &self.configuration.name;
        Err(ConfigError::Conflict(format!("the configuration `{name}` watches no automata")))
    }

    /// Whether somebody wants to know why a proof is one.
    const fn is_accounted_for(&self) -> bool {
        self.options.certify || self.options.export || self.options.invariants
    }

    /// The properties that the configuration does not decide.
    pub(crate) fn undecided(&self) -> Vec<PropertyKind> {
        let mut undecided = self.prepared.undecided.clone();
        if self.configuration.is_about_termination() {
            let others =
                self.task.wanted.kinds().into_iter().filter(|kind| *kind != PropertyKind::Termination);
            undecided.extend(others);
        }
        undecided
    }

    pub(crate) fn report(&self, verdict: Verdict, stats: RunStats) -> Report {
        Report {
            verdict,
            targets: self.goal().functions,
            // What is said of steps that a pass added can only be said of the program that has them.
            program: Arc::clone(match self.prepared.cells {
                Some(_) => &self.prepared.program,
                None => self.prepared.whole(),
            }),
            violation: None,
            stats,
            unconfirmed: 0,
            graph: None,
            invariants: Vec::new(),
            loop_invariants: Vec::new(),
            certification: Certification::NotAsked,
            facts: Vec::new(),
            picture: None,
            memory: Vec::new(),
            assumptions: Vec::new(),
            precisions: Vec::new(),
            prints: self.prints.take(),
            strategy: None,
            everywhere: None,
        }
    }

    /// Says what a verdict depends on, and takes it back if it must not.
    pub(crate) fn settle(&self, report: &mut Report, analyses: Vec<Assumption>) {
        report.assumptions = self.assumed(&report.verdict, report.violation.as_ref(), analyses);
        self.hold_strictly(&mut report.verdict, &report.assumptions);
        if matches!(report.verdict, Verdict::Unknown(_)) {
            report.violation = None;
            report.assumptions.clear();
        }
    }

    /// Frees what a run needed. What grew up to a limit of the whole work stays: freeing it can take longer than the
    /// limit allows, and the process ends anyway.
    pub(crate) fn leave<T>(&self, work: T) {
        if self.options.limits.whole().check_now().is_err() {
            std::mem::forget(work);
        }
    }

    /// Takes what an algorithm finds to a verdict: believes nothing that was not executed.
    ///
    /// Violations that no run shows may come from abstraction. When nothing else is left to find, everything is
    /// looked at again with less of it, as often as the analyses can and the limits allow.
    ///
    /// With the report come the nodes of the graph along the violation that was executed.
    fn decide(&self, algorithm: &mut dyn algorithms::Algorithm) -> (Report, Vec<ArgId>) {
        let mut confirmation = Confirmation::new(self);
        let mut doubts = Doubts::default();
        let mut shown = None;
        let mut path = Vec::new();
        let verdict = loop {
            let found = match algorithm.next() {
                Ok(found) => found,
                Err(failure) => break Verdict::Unknown(vec![Why::NoStart(failure.error.to_string())]),
            };
            let mut abstracted = !doubts.now.is_empty();
            match found {
                Found::Safe if doubts.now.is_empty() => break Verdict::True,
                Found::Safe => {}
                Found::Incomplete(reasons) => {
                    abstracted |= reasons.iter().any(|r| r.kind() == ReasonKind::Refinement);
                    doubts.now.extend(reasons.into_iter().map(Why::from));
                }
                Found::Path { steps, violated, picture, nodes } => {
                    let Some(predicted) = violated.first() else { continue };
                    if self.prepared.cells.is_some() {
                        // A path of this program is none of the user's, and others would be no more.
                        let end = steps.last().map(|step| self.prepared.program.edges[step.edge].span);
                        doubts.add(Why::FewElements { end });
                        break Verdict::Unknown(doubts.all(false));
                    }
                    if self.is_known(&steps, &predicted.property) {
                        let end = steps.last().map(|step| step.edge);
                        doubts.now.push(Reason::new(Cause::Undecided, end).into());
                        doubts.now.dedup();
                        continue;
                    }
                    match confirmation.judge(&steps, &predicted.property) {
                        Judged::Executed(violated, confirmed) => {
                            shown = Some((*confirmed, picture));
                            path = nodes;
                            break Verdict::False(violated);
                        }
                        Judged::Doubt(doubt) => {
                            if doubts.add(doubt) < MAX_UNCONFIRMED {
                                continue;
                            }
                            abstracted = true;
                        }
                        Judged::Stopped(why) => doubts.now.push(why),
                    }
                }
            }
            let stopped = self.options.limits.check_now().is_err();
            let again = if abstracted && !stopped { algorithm.sharpen() } else { Ok(false) };
            match again {
                Ok(true) => doubts.begin_again(),
                Ok(false) => break Verdict::Unknown(doubts.all(stopped)),
                Err(failure) => break Verdict::Unknown(vec![Why::NoStart(failure.error.to_string())]),
            }
        };
        let mut report = self.report(verdict, algorithm.stats());
        report.unconfirmed = doubts.unconfirmed;
        if let Some((confirmed, picture)) = shown {
            report.violation = Some(confirmed);
            report.picture = picture;
        }
        (report, path)
    }

    /// Whether a path ends in a violation that is known already. It is one of many then: others at the same place are not
    /// told apart from it, so that nothing is proven there.
    fn is_known(&self, steps: &[PathStep], predicted: &Violated) -> bool {
        let (Violated::Property(kind), Some(last)) = (predicted, steps.last()) else { return false };
        let program = &self.prepared.program;
        let func = program.locs[program.edges[last.edge].from].func;
        let is_told = kind.operation().is_none() || program.functions[func].origin == Origin::Library;
        let place = || user_place(program, steps.iter().map(|step| step.edge));
        is_told && !self.task.ends.known.is_empty() && self.task.ends.knows(kind, place())
    }

    /// How many nodes a graph may have to be exported, if graphs are asked for.
    fn most_exported(&self) -> Option<usize> {
        let stopped = self.options.limits.check_now().is_err();
        let most = if stopped { MAX_EXPORTED_AFTER_LIMIT } else { MAX_EXPORTED_NODES };
        self.options.export.then_some(most)
    }

    /// The reached graph, if it is asked for and not too large.
    fn graph(&self, exploration: &Exploration<'_>, path: &[ArgId]) -> Option<Graph> {
        let exported = exploration.reached.counts().live <= self.most_exported()?;
        exported.then(|| exploration.view().graph(path))
    }

    /// The graph of a solution, if it is asked for, with the violation that was executed, if one was.
    fn solution_graph(&self, dataflow: &Dataflow<'_>, executed: bool) -> Option<Graph> {
        let (composite, graph, path) = dataflow.graph(self.most_exported()?)?;
        let view = ArgView { reached: &graph.reached, composite, program: &self.prepared.program };
        Some(view.graph(if executed { &path } else { &[] }))
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
                    component.write_precision(&self.prepared.program, id, &mut text);
                    text
                });
                (component.name().to_owned(), texts.collect())
            })
            .collect()
    }
}

/// Memory along a path: a picture wherever it is another one than before, the last ones if there are many.
fn pictures(exploration: &Exploration<'_>, path: &[ArgId]) -> Vec<(usize, Picture)> {
    let (program, composite) = (exploration.program, &exploration.composite);
    let mut pictures: Vec<(usize, Picture)> = Vec::new();
    let mut later: Option<Picture> = None;
    for (position, &node) in path.iter().enumerate().rev() {
        let Some(picture) = composite.picture(program, exploration.reached.states(node)) else { break };
        if let Some(known) = pictures.last_mut().filter(|_| later.as_ref() == Some(&picture)) {
            known.0 = position;
        } else if pictures.len() == MAX_PICTURES {
            break;
        } else {
            pictures.push((position, picture.clone()));
        }
        later = Some(picture);
    }
    pictures.reverse();
    pictures
}

/// What was found and not decided.
#[derive(Default)]
struct Doubts {
    now: Vec<Why>,
    /// What was in doubt with more abstraction, for those who ask after a limit was reached.
    earlier: Vec<Why>,
    unconfirmed: usize,
    unconfirmed_before: usize,
}

impl Doubts {
    /// Adds a violation that no run shows; how many there are with this much abstraction.
    fn add(&mut self, doubt: Why) -> usize {
        self.unconfirmed += 1;
        self.now.push(doubt);
        self.now.dedup();
        self.unconfirmed - self.unconfirmed_before
    }

    fn begin_again(&mut self) {
        self.unconfirmed_before = self.unconfirmed;
        self.earlier = std::mem::take(&mut self.now);
    }

    fn all(&mut self, stopped: bool) -> Vec<Why> {
        let mut all = if stopped { std::mem::take(&mut self.earlier) } else { Vec::new() };
        all.append(&mut self.now);
        all
    }
}
