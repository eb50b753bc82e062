//! Checks a proof that somebody else found.
//!
//! A [`Certificate`] says what holds at places of a program: at every loop head at least. The check starts from each
//! of these facts, and from the program's entry, follows every path to the next such place, and asks a solver
//! whether the fact there holds and whether a violation is possible on the way. It shares the encoder with those
//! whose proofs it checks, and nothing else; it guesses nothing and searches for nothing. The composition that it
//! follows has control analyses and automata alone ([`argand_cpa::Control`]).
//!
//! A proof by k-induction has a number of `steps` too. Its facts are inductive by themselves; they need not
//! rule out a violation in the next segment, only in the segment that follows `steps` segments without one. Every
//! run is then safe: a violation in its first `steps` + 1 segments is ruled out from the entry, a later one from
//! the place that lies `steps` segments before it (M. Sheeran, S. Singh, G. Stålmarck, "Checking safety properties
//! using induction and a SAT-solver", 2000).
//!
//! A proof by unrolling claims no facts: every run ends, and none violates anything.
//!
//! **Invariant:** a place in a loop without a fact, a fact that does not follow, a violation that can be reached and
//! anything that cannot be followed are doubts. Only a check without doubts is a proof.

mod closure;
mod invariants;
mod partition;
mod segment;
mod states;

pub use closure::closure_doubts;
pub use invariants::certificate_of;
pub use partition::partition_doubts;
pub use states::{NoCertificate, States};

use crate::outcome::{Cause, Reason, Uncertified};
use argand_cfa::{CallSiteId, EdgeId, LocId, Program};
use argand_cpa::{Composite, PrecisionId, Query, StateId};
use argand_encode::{Encoder, SymState};
use argand_flow::wto::Wto;
use argand_logic::{SatResult, Solvers, TermId};
use argand_support::{FxHashMap, FxHashSet, Limits, Stop};
use segment::Segments;

/// Where a fact holds.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ProofPoint {
    /// The location.
    pub location: LocId,
    /// The calls that have not returned, the outermost first.
    pub calls: Vec<CallSiteId>,
    /// The states of the specification automata.
    pub watched: Vec<String>,
}

impl ProofPoint {
    /// The place of a composite state; `None` if the composition does not know its call stack.
    #[must_use]
    pub fn of(program: &Program, composite: &Composite, location: LocId, states: &[StateId]) -> Option<Self> {
        let (mut calls, mut watched) = (Query::CallStack(None), Query::Watched(Vec::new()));
        composite.ask(program, states, &mut calls);
        composite.ask(program, states, &mut watched);
        let (Query::CallStack(Some(calls)), Query::Watched(watched)) = (calls, watched) else { return None };
        Some(Self { location, calls, watched })
    }
}

/// How a proof works.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// By facts that are inductive and rule out violations after this many segments without one.
    Induction {
        /// Segments without a violation; 0 where the facts are enough.
        steps: u32,
    },
    /// By following every run to its end.
    Unrolling,
}

/// A proof, in terms of an encoder over the canonical symbols of cells.
#[derive(Debug)]
pub struct Certificate {
    /// The terms, and what turns edges into terms.
    pub encoder: Encoder,
    /// How the proof works.
    pub method: Method,
    /// What holds where.
    pub facts: Vec<(ProofPoint, TermId)>,
    /// Whether the proof may rest on more than the facts say, so that facts that are not inductive do not show that
    /// it is wrong.
    pub partial: bool,
}

/// Why a certificate is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Doubt {
    /// What is wrong.
    pub reason: Reason,
    /// Whether a run from the entry does what the proof rules out, as far as logic can tell: not only the certificate
    /// but what it certifies is in doubt.
    pub refutes: bool,
}

impl From<Reason> for Doubt {
    fn from(reason: Reason) -> Self {
        Self { reason, refutes: false }
    }
}

impl Certificate {
    /// The facts as C expressions, without those about nothing but the model of memory.
    #[must_use]
    pub fn shown(&self, program: &Program) -> Vec<(LocId, String)> {
        let mut out = Vec::new();
        for &(ref place, fact) in &self.facts {
            for &part in
                self.encoder.pool.conjuncts(fact).iter().filter(|&&t| self.encoder.is_about_program(t))
            {
                let line = (place.location, self.encoder.to_c(program, part));
                if !out.contains(&line) {
                    out.push(line);
                }
            }
        }
        out
    }
}

/// Nested calls beyond which nothing is followed.
const MAX_CALLS: usize = 200;

/// Something that must be impossible, and what is wrong if it is not.
struct Obligation {
    condition: TermId,
    broken: Doubt,
}

/// The start of paths: the entry, or a place with what holds there.
struct Origin {
    fact: Option<usize>,
    states: Vec<StateId>,
    precisions: Vec<PrecisionId>,
    sym: SymState,
    location: LocId,
}

/// Checks a certificate.
pub struct Checker<'p> {
    program: &'p Program,
    composite: Composite,
    solvers: Solvers,
    limits: Limits,
    wto: Wto,
    encoder: Encoder,
    method: Method,
    facts: Vec<(ProofPoint, TermId)>,
    places: FxHashMap<ProofPoint, usize>,
    origins: Vec<Origin>,
    /// Facts and composite states that paths were started from.
    started: FxHashSet<(usize, Vec<StateId>)>,
}

impl<'p> Checker<'p> {
    /// Prepares a check. The analyses say which edges can be taken and what is a violation.
    #[must_use]
    pub fn new(
        program: &'p Program,
        composite: Composite,
        certificate: Certificate,
        solvers: Solvers,
        limits: Limits,
    ) -> Self {
        let Certificate { encoder, method, facts, .. } = certificate;
        Self {
            program,
            composite,
            solvers,
            limits,
            wto: Wto::of_functions(program),
            places: facts.iter().enumerate().map(|(k, (place, _))| (place.clone(), k)).collect(),
            encoder,
            method,
            facts,
            origins: Vec::new(),
            started: FxHashSet::default(),
        }
    }

    /// Why the certificate is none; nothing if it is one.
    #[must_use]
    pub fn check(mut self) -> Vec<Doubt> {
        let doubts = partition_doubts(self.program, &self.encoder);
        if !doubts.is_empty() {
            return doubts.into_iter().map(Doubt::from).collect();
        }
        let entry = self.program.entry();
        let (states, precisions) = match self.composite.initial(self.program, entry) {
            Ok((states, precisions)) => (states.to_vec(), precisions.to_vec()),
            Err(failure) => return vec![Reason::failure(&failure, None).into()],
        };
        let sym = self.encoder.start(self.program);
        self.origins.push(Origin { fact: None, states, precisions, sym, location: entry });
        while let Some(origin) = self.origins.pop() {
            match self.follow(origin) {
                Ok(None) => {}
                Ok(Some(doubt)) => return vec![doubt],
                Err(stop) => return vec![Reason::limit(stop).into()],
            }
        }
        Vec::new()
    }

    /// Follows every path from an origin; what is wrong, if something is.
    fn follow(&mut self, origin: Origin) -> Result<Option<Doubt>, Stop> {
        let known = origin.fact.map_or_else(|| self.encoder.pool.tt(), |k| self.facts[k].1);
        let mut segments = Segments::new(self, origin, known);
        let mut ask_at = 1;
        while let Some(passed) = segments.run(self)? {
            // Only an unrolling goes on until nothing is left. Asking each time would cost more than it saves.
            if self.method == Method::Unrolling && passed >= ask_at {
                let ahead = segments.ahead(self);
                if !self.possible(known, ahead)? {
                    break;
                }
                ask_at = passed + 1 + passed / 4;
            }
        }
        let obligations = segments.obligations;
        let conditions: Vec<TermId> = obligations.iter().map(|o| o.condition).collect();
        let any = self.encoder.pool.or_all(&conditions);
        if !self.possible(known, any)? {
            return Ok(None);
        }
        for obligation in obligations {
            if self.possible(known, obligation.condition)? {
                return Ok(Some(obligation.broken));
            }
        }
        Ok(Some(certification(Uncertified::Contradiction, None).into()))
    }

    /// Whether a condition is possible where something is known. Each question has a new solver: nothing that an
    /// earlier one left behind can hide an error.
    fn possible(&mut self, known: TermId, condition: TermId) -> Result<bool, Stop> {
        self.limits.check_now()?;
        let pool = &mut self.encoder.pool;
        if condition == pool.ff() {
            return Ok(false);
        }
        let mut solver = self.solvers.make("certificate", self.limits.clone());
        solver.assert(pool, known);
        solver.assert(pool, condition);
        match solver.check(pool, &[]) {
            SatResult::Sat => Ok(true),
            SatResult::Unsat => Ok(false),
            SatResult::Unknown(stop) => Err(stop),
        }
    }

    /// Has paths start where a fact holds, once for each composite state.
    fn start_from(&mut self, fact: usize, states: &[StateId], precisions: &[PrecisionId], sym: &SymState) {
        if self.started.insert((fact, states.to_vec())) {
            self.origins.push(Origin {
                fact: Some(fact),
                states: states.to_vec(),
                precisions: precisions.to_vec(),
                sym: sym.fresh_block(&self.encoder.pool),
                location: self.facts[fact].0.location,
            });
        }
    }
}

const fn certification(what: Uncertified, edge: Option<EdgeId>) -> Reason {
    Reason::new(Cause::Certification(what), edge)
}
