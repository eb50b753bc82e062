//! Checks invariants that somebody else found: are they inductive, and do they rule out every violation?
//!
//! The analysis computes nothing. It starts blocks from given invariants, follows every path to the next place that
//! has one, and asks a solver of its own whether the invariant there holds. It shares the encoder with the
//! analyses whose results it checks, and nothing else. A place in a loop that has no invariant, an invariant that
//! does not follow, and a violation that can be reached are failures, so a run that ends without any is a proof.

use argand_cfa::{CallSiteId, LocId, Program};
use argand_cpa::{
    Adjusted, Change, Component, ComponentOptions, Cpa, CpaError, Interned, Loops, MergeMode,
    RecursiveFunctions, Siblings, Successors, TransferCx,
};
use argand_encode::{Encoder, SymState};
use argand_logic::{BitSolver, SatResult, Solver as _, TermId};
use argand_support::{FxHashMap, Limits};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// Where an invariant holds.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Place {
    /// The location.
    pub location: LocId,
    /// The calls that have not returned, the outermost first.
    pub calls: Vec<CallSiteId>,
    /// The states of the specification automata.
    pub watched: Vec<String>,
}

/// Invariants, as terms of an encoder over the canonical symbols of cells.
#[derive(Debug)]
pub struct Certificate {
    /// The terms, and what turns edges into terms.
    pub encoder: Encoder,
    /// What holds where.
    pub invariants: Vec<(Place, TermId)>,
}

/// A state of the check.
#[derive(Clone, Debug)]
pub struct Followed {
    /// The number of the invariant the block started from; `None` at the program's entry.
    origin: Option<u32>,
    block: Rc<SymState>,
    /// Tells states of one block apart; 0 where a block starts.
    id: u32,
}

impl PartialEq for Followed {
    fn eq(&self, other: &Self) -> bool {
        (self.origin, self.id) == (other.origin, other.id) && (self.id != 0 || self.block == other.block)
    }
}

impl Eq for Followed {}

impl Hash for Followed {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        (self.origin, self.id).hash(hasher);
    }
}

impl fmt::Display for Followed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.origin {
            Some(number) => write!(f, "from invariant {number}"),
            None => f.write_str("from the entry"),
        }
    }
}

/// See the module documentation.
#[derive(Debug)]
pub struct CertificateCpa {
    encoder: Encoder,
    invariants: Vec<(Place, TermId)>,
    places: FxHashMap<Place, u32>,
    loops: Loops,
    recursive: RecursiveFunctions,
    /// States with the merged state that stands for them.
    merged: FxHashMap<u32, u32>,
    next: u32,
}

impl CertificateCpa {
    /// The check of a certificate.
    #[must_use]
    pub fn new(program: &Program, certificate: Certificate) -> Self {
        let places =
            certificate.invariants.iter().enumerate().map(|(i, (place, _))| (place.clone(), i as u32));
        Self {
            places: places.collect(),
            encoder: certificate.encoder,
            invariants: certificate.invariants,
            loops: Loops::of(program),
            recursive: RecursiveFunctions::of(program),
            merged: FxHashMap::default(),
            next: 0,
        }
    }

    fn fresh_id(&mut self) -> u32 {
        self.next += 1;
        self.next
    }

    fn known(&self, origin: Option<u32>) -> TermId {
        origin.map_or_else(|| self.encoder.pool.tt(), |number| self.invariants[number as usize].1)
    }

    /// Whether what is known at the start of a block allows some terms at once. Each question has a new solver:
    /// nothing that an earlier one left behind can hide an error.
    fn possible(&mut self, origin: Option<u32>, terms: &[TermId], limits: &Limits) -> Result<bool, CpaError> {
        let mut solver = BitSolver::new(limits.clone());
        let known = self.known(origin);
        for &term in terms.iter().chain(&[known]) {
            solver.assert(&mut self.encoder.pool, term);
        }
        match solver.check(&mut self.encoder.pool, &[]) {
            SatResult::Sat => Ok(true),
            SatResult::Unsat => Ok(false),
            SatResult::Unknown(stop) => Err(CpaError::Stop(stop)),
        }
    }
}

fn place_of(location: LocId, after: &Siblings<'_>) -> Place {
    Place { location, calls: after.call_stack().unwrap_or_default(), watched: after.watched() }
}

fn failed(program: &Program, cx: &TransferCx<'_>, what: &str) -> CpaError {
    let place = program.sources.describe(cx.edge.span);
    CpaError::Failed { message: format!("certification: {what} ({place})") }
}

/// The component that checks a certificate.
#[must_use]
pub fn component(program: &Program, certificate: Certificate) -> Box<dyn Component> {
    let options = ComponentOptions { merge: MergeMode::Agree, ..ComponentOptions::default() };
    Box::new(Interned::new("certificate", CertificateCpa::new(program, certificate), options))
}

impl Cpa for CertificateCpa {
    type State = Followed;
    type Precision = ();

    fn initial(&mut self, program: &Program, _: LocId) -> Result<Followed, CpaError> {
        Ok(Followed { origin: None, block: Rc::new(self.encoder.start(program)), id: 0 })
    }

    fn transfer(
        &mut self,
        cx: &TransferCx<'_>,
        state: &Followed,
        (): &(),
        out: &mut Successors<Followed>,
    ) -> Result<(), CpaError> {
        let next = match self.encoder.post(cx.program, &state.block, cx.edge_id) {
            Ok(next) => next,
            Err(error) => {
                let condition = state.block.condition(&self.encoder.pool);
                if !self.possible(state.origin, &[condition], cx.limits)? {
                    return Ok(());
                }
                return Err(CpaError::unsupported(error.construct));
            }
        };
        if next.is_false(&self.encoder.pool) {
            return Ok(());
        }
        if next.doubt() != state.block.doubt() && self.possible(state.origin, &[next.doubt()], cx.limits)? {
            return Err(failed(cx.program, cx, "the encoding may not be faithful"));
        }
        let id = self.fresh_id();
        out.push(Followed { origin: state.origin, block: Rc::new(next), id });
        Ok(())
    }

    fn is_covered_by(&mut self, a: &Followed, b: &Followed) -> Result<bool, CpaError> {
        let merged = self.merged.get(&a.id) == Some(&b.id) && a.id != 0;
        Ok(a.origin == b.origin && (a.id == 0) == (b.id == 0) && (merged || a.block == b.block))
    }

    fn join(&mut self, a: &Followed, b: &Followed) -> Result<Followed, CpaError> {
        self.merge(a, b, &())?.ok_or_else(|| CpaError::unsupported("a join of different blocks"))
    }

    fn merge(&mut self, new: &Followed, old: &Followed, (): &()) -> Result<Option<Followed>, CpaError> {
        if new.id == 0 || old.id == 0 || new.origin != old.origin {
            return Ok(None);
        }
        let merged = self.encoder.join(&old.block, &new.block);
        let whole = if merged == *old.block {
            old.clone()
        } else {
            Followed { origin: old.origin, block: Rc::new(merged), id: self.fresh_id() }
        };
        self.merged.insert(new.id, whole.id);
        Ok(Some(whole))
    }

    fn strengthen(
        &mut self,
        cx: &TransferCx<'_>,
        state: &Followed,
        (): &(),
        after: &Siblings<'_>,
    ) -> Result<Change<Followed>, CpaError> {
        let assumes = after.assumes();
        if assumes.is_empty() {
            return Ok(Change::Keep);
        }
        let mut block = (*state.block).clone();
        for (expr, truth) in assumes {
            let holds = self.encoder.condition(cx.program, &block, expr, truth);
            let holds = holds.map_err(|error| CpaError::unsupported(error.construct))?;
            block.assume(&mut self.encoder.pool, holds);
        }
        if block.is_false(&self.encoder.pool) {
            return Ok(Change::Bottom);
        }
        Ok(Change::To(Followed { origin: state.origin, block: Rc::new(block), id: self.fresh_id() }))
    }

    fn adjust(
        &mut self,
        cx: &TransferCx<'_>,
        state: &Followed,
        (): &(),
        after: &Siblings<'_>,
    ) -> Result<Adjusted<Followed, ()>, CpaError> {
        let condition = state.block.condition(&self.encoder.pool);
        if after.is_target() {
            return match self.possible(state.origin, &[condition], cx.limits)? {
                true => Err(failed(cx.program, cx, "the invariants do not rule out the violation")),
                false => Ok(Adjusted::Bottom),
            };
        }
        let place = place_of(cx.edge.to, after);
        let Some(&number) = self.places.get(&place) else {
            let callee = |site| cx.program.call_sites[site].callee;
            let enters =
                matches!(*cx.op(), argand_cfa::Op::Call(site) if self.recursive.contains(callee(site)));
            if !self.loops.is_head(cx.edge.to) && !enters {
                return Ok(Adjusted::Keep);
            }
            return match self.possible(state.origin, &[condition], cx.limits)? {
                true => Err(failed(cx.program, cx, "no invariant is given")),
                false => Ok(Adjusted::Bottom),
            };
        };
        let invariant = self.encoder.instantiate(self.invariants[number as usize].1, &state.block);
        let broken = self.encoder.pool.not(invariant);
        if self.possible(state.origin, &[condition, broken], cx.limits)? {
            return Err(failed(cx.program, cx, "the invariant is not inductive"));
        }
        let block = state.block.fresh_block(&self.encoder.pool);
        Ok(Adjusted::State(Followed { origin: Some(number), block: Rc::new(block), id: 0 }))
    }
}
