//! The paths from one origin, as far as the proof needs them.

use super::{Checker, Doubt, MAX_CALLS, Method, Obligation, Origin, ProofPoint, certification};
use crate::outcome::{Reason, Uncertified};
use argand_cfa::{EdgeId, Op};
use argand_cpa::{CpaError, Failure, PrecisionId, Rows, StateId};
use argand_encode::{InputKind, SymState};
use argand_logic::{TermId, TermPool};
use argand_support::Stop;
use std::collections::BTreeMap;

/// Where a path is: how many places that cut paths it passed, the positions of its calls and its own, and the
/// composite state. Paths with equal keys are merged; everything that leads to a key has a smaller one.
type Key = (u32, Vec<u32>, Vec<StateId>);

/// A path, or several that were merged.
struct Followed {
    precisions: Vec<PrecisionId>,
    sym: SymState,
}

/// Paths under way.
pub(super) struct Segments {
    /// Whether they start at the program's entry.
    from_entry: bool,
    /// What holds where they start.
    known: TermId,
    waiting: BTreeMap<Key, Followed>,
    /// What must be impossible.
    pub obligations: Vec<Obligation>,
}

impl Segments {
    pub fn new(checker: &Checker<'_>, origin: Origin, known: TermId) -> Self {
        let from_entry = origin.fact.is_none();
        let mut this = Self { from_entry, known, waiting: BTreeMap::new(), obligations: Vec::new() };
        let position =
            match ProofPoint::of(checker.program, &checker.composite, origin.location, &origin.states) {
                Some(place) => checker.position(&place),
                None => Vec::new(),
            };
        let followed = Followed { precisions: origin.precisions, sym: origin.sym };
        this.waiting.insert((0, position, origin.states), followed);
        this
    }

    /// Follows all paths that passed as many places as the one that passed fewest. How many those are that wait
    /// then passed at least; `None` if nothing waits.
    pub fn run(&mut self, checker: &mut Checker<'_>) -> Result<Option<u32>, Stop> {
        let Some(level) = self.waiting.keys().next().map(|key| key.0) else { return Ok(None) };
        while let Some(entry) = self.waiting.first_entry()
            && entry.key().0 == level
        {
            checker.limits.check()?;
            let ((passed, _, states), followed) = entry.remove_entry();
            self.step(checker, passed, &states, &followed)?;
        }
        Ok(self.waiting.keys().next().map(|key| key.0))
    }

    /// The condition under which a run gets to where paths wait.
    pub fn ahead(&self, checker: &mut Checker<'_>) -> TermId {
        let pool = &mut checker.encoder.pool;
        let conditions: Vec<TermId> = self.waiting.values().map(|f| f.sym.condition(pool)).collect();
        pool.or_all(&conditions)
    }

    fn must_be_impossible(&mut self, condition: TermId, broken: Reason) {
        self.obligations.push(Obligation { condition, broken: broken.into() });
    }

    /// Like [`Self::must_be_impossible`], for what contradicts the proof when a run can do it.
    ///
    /// Memory and numbers of addresses are arbitrary where logic knows nothing of them, and inputs may be: no run need
    /// be behind what they allow.
    fn must_not_happen(&mut self, pool: &TermPool, sym: &SymState, condition: TermId, broken: Reason) {
        let known = sym.inputs().iter().all(|input| input.kind != InputKind::Unknown);
        let known = known && !pool.has_array(condition);
        let broken = Doubt { reason: broken, refutes: self.from_entry && known };
        self.obligations.push(Obligation { condition, broken });
    }

    fn step(
        &mut self,
        checker: &mut Checker<'_>,
        passed: u32,
        states: &[StateId],
        followed: &Followed,
    ) -> Result<(), Stop> {
        let program = checker.program;
        let here = followed.sym.condition(&checker.encoder.pool);
        let (mut rows, mut edges) = (Rows::default(), Vec::new());
        checker.composite.edges(program, states, &mut edges);
        for edge in edges {
            rows.clear();
            let limits = checker.limits.clone();
            let found =
                checker.composite.successors(program, &limits, states, &followed.precisions, edge, &mut rows);
            match found {
                Ok(()) => {}
                Err(Failure { error: CpaError::Stop(stop), .. }) => return Err(stop),
                Err(failure) => self.must_be_impossible(here, Reason::failure(&failure, Some(edge))),
            }
            if rows.is_empty() {
                continue;
            }
            match checker.encoder.post(program, &followed.sym, edge) {
                Ok(sym) => {
                    if sym.doubt() != followed.sym.doubt() {
                        let broken = certification(Uncertified::Unfaithful, Some(edge));
                        self.must_be_impossible(sym.doubt(), broken);
                    }
                    for (states, precisions) in rows.iter() {
                        self.arrive(checker, (passed, edge), sym.clone(), states, precisions)?;
                    }
                }
                Err(error) => self.must_be_impossible(here, Reason::unsupported(error.construct, edge)),
            }
        }
        Ok(())
    }

    /// A path comes to the end of an edge.
    fn arrive(
        &mut self,
        checker: &mut Checker<'_>,
        (passed, edge): (u32, EdgeId),
        mut sym: SymState,
        states: &[StateId],
        precisions: &[PrecisionId],
    ) -> Result<(), Stop> {
        let program = checker.program;
        for (expr, truth) in checker.composite.assumes(program, states) {
            match checker.encoder.condition(program, &sym, expr, truth) {
                Ok(holds) => sym.assume(&mut checker.encoder.pool, holds),
                Err(error) => {
                    let here = sym.condition(&checker.encoder.pool);
                    self.must_be_impossible(here, Reason::unsupported(error.construct, edge));
                    return Ok(());
                }
            }
        }
        if sym.is_false(&checker.encoder.pool) {
            return Ok(());
        }
        let here = sym.condition(&checker.encoder.pool);
        let steps = match checker.method {
            Method::Induction { steps } => steps,
            Method::Unrolling => u32::MAX,
        };
        if checker.composite.is_target(states) {
            // From anywhere but the entry, a violation that comes earlier is excluded by hypothesis.
            if self.from_entry || passed == steps {
                let broken = certification(Uncertified::Weak, Some(edge));
                self.must_not_happen(&checker.encoder.pool, &sym, here, broken);
            }
            return Ok(());
        }
        let location = program.edges[edge].to;
        let Some(place) = ProofPoint::of(program, &checker.composite, location, states) else {
            self.must_be_impossible(here, certification(Uncertified::NoCallStack, Some(edge)));
            return Ok(());
        };
        if place.calls.len() > MAX_CALLS {
            self.must_be_impossible(here, certification(Uncertified::DeepCalls, Some(edge)));
            return Ok(());
        }
        // Only the values end a recursion, so it is followed no further than they allow.
        if checker.calls_itself(&place, edge) && !checker.possible(self.known, here)? {
            return Ok(());
        }
        let fact = checker.places.get(&place).copied();
        let cut = fact.is_some() || checker.wto.is_head(location);
        if cut && passed == 0 && checker.method != Method::Unrolling {
            match fact {
                None => self.must_be_impossible(here, certification(Uncertified::NoInvariant, Some(edge))),
                Some(fact) => {
                    let holds = checker.encoder.instantiate(checker.facts[fact].1, &sym);
                    let pool = &mut checker.encoder.pool;
                    let fails = pool.not(holds);
                    let broken = pool.and(here, fails);
                    let reason = certification(Uncertified::NotInductive, Some(edge));
                    self.must_not_happen(&checker.encoder.pool, &sym, broken, reason);
                    checker.start_from(fact, states, precisions, &sym);
                }
            }
        }
        if cut && passed >= steps {
            return Ok(());
        }
        let key = (passed + u32::from(cut), checker.position(&place), states.to_vec());
        match self.waiting.get_mut(&key) {
            Some(there) => there.sym = checker.encoder.join(&there.sym, &sym),
            None => {
                self.waiting.insert(key, Followed { precisions: precisions.to_vec(), sym });
            }
        }
        Ok(())
    }
}

impl Checker<'_> {
    /// Whether an edge calls a function that is active already.
    fn calls_itself(&self, place: &ProofPoint, edge: EdgeId) -> bool {
        let Op::Call(site) = self.program.edges[edge].op else { return false };
        let callee = |site| self.program.call_sites[site].callee;
        place.calls.iter().filter(|&&active| callee(active) == callee(site)).count() > 1
    }

    /// The positions of the calls of a place and its own, in the order in which paths without loops take them.
    fn position(&self, place: &ProofPoint) -> Vec<u32> {
        let calls = place.calls.iter().map(|&site| self.program.call_sites[site].call);
        let locations = calls.chain([place.location]);
        locations.map(|loc| self.wto.position(loc).map_or(u32::MAX, |p| p as u32)).collect()
    }
}
