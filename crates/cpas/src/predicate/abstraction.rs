//! Predicate abstraction: the strongest combination of predicates that holds at the end of a block.
//!
//! Boolean abstraction enumerates the combinations with the solver (all-SAT) into a decision diagram; Cartesian
//! abstraction decides each predicate for itself. The default does the second first and enumerates only what is
//! left open, so that the expensive part has few predicates.

use super::engine::{CacheKey, Engine, PredId};
use argand_cpa::CpaError;
use argand_encode::SymState;
use argand_logic::{Bdd, TermId};
use argand_support::{FxHashMap, FxHashSet, Idx as _, Limits};
use std::ops::ControlFlow;

argand_cpa::option_enum! {
    /// How abstractions are computed.
    pub enum Method {
        /// All combinations of predicates.
        Boolean = "boolean",
        /// Each predicate for itself: fast, and blind to disjunctions.
        Cartesian = "cartesian",
        /// Each predicate for itself, then all combinations of those that are open.
        Combined = "combined",
    }
}

/// With more combinations than this the abstraction keeps only what single predicates say.
const MAX_MODELS: usize = 1 << 12;

impl Engine {
    /// The abstraction of the end of a block that started in `from`; `None` if no state is left.
    ///
    /// # Errors
    /// When a limit is reached.
    pub fn abstraction(
        &mut self,
        from: Bdd,
        end: &SymState,
        predicates: &[PredId],
        method: Method,
        limits: &Limits,
    ) -> Result<Option<Bdd>, CpaError> {
        self.counts.abstractions += 1;
        let mut inputs = self.canonical_inputs(end);
        let guard = end.condition(&self.encoder.pool);
        let guard = self.encoder.pool.substitute_cached(guard, &mut inputs);
        let terms: Vec<TermId> = predicates.iter().map(|&p| self.term(p)).collect();
        let values: Vec<(PredId, TermId)> = predicates
            .iter()
            .copied()
            .zip(self.instantiate_all(terms, end))
            .map(|(p, value)| (p, self.encoder.pool.substitute_cached(value, &mut inputs)))
            .collect();
        let key: CacheKey = (from, guard, values.into());
        if let Some(&known) = self.cache.get(&key) {
            self.counts.cache_hits += 1;
            return Ok(known);
        }
        let result = self.compute(&key, method, limits)?;
        self.counts.infeasible_blocks += u64::from(result.is_none());
        self.cache.insert(key, result);
        Ok(result)
    }

    /// Numbers the inputs of a block, so that the same block has the same formula wherever it is computed.
    fn canonical_inputs(&mut self, end: &SymState) -> FxHashMap<TermId, TermId> {
        let mut map = FxHashMap::default();
        for (number, input) in end.inputs().iter().enumerate() {
            let sort = self.encoder.pool.sort(input.term);
            let name = format!("input {number} of a block, {sort:?}");
            map.insert(input.term, self.encoder.pool.var(&name, sort));
        }
        map
    }

    fn compute(
        &mut self,
        (from, guard, values): &CacheKey,
        method: Method,
        limits: &Limits,
    ) -> Result<Option<Bdd>, CpaError> {
        let before = self.formula(*from);
        self.ready(limits);
        self.assume_all(&[before, *guard]);
        if !self.check(&[])? {
            return Ok(None);
        }
        let pool = &self.encoder.pool;
        let mut connected: FxHashSet<TermId> = pool.free_vars(&[before, *guard]).into_iter().collect();
        // What the predicates themselves have in common connects them as well.
        let mut vars_seen: FxHashMap<TermId, u32> = FxHashMap::default();
        for &(_, value) in values {
            for var in pool.free_vars(&[value]) {
                *vars_seen.entry(var).or_default() += 1;
            }
        }
        connected.extend(vars_seen.iter().filter(|(_, n)| **n > 1).map(|(v, _)| *v));
        let mut literals: Vec<(u32, bool)> = Vec::new();
        let mut open: Vec<(PredId, TermId)> = Vec::new();
        for &(predicate, value) in values {
            match pool.as_bool(value) {
                Some(truth) => literals.push((predicate.index() as u32, truth)),
                None if pool.free_vars(&[value]).iter().any(|v| connected.contains(v)) => {
                    open.push((predicate, value));
                }
                // Nothing speaks of it, so both truths are possible.
                None => {}
            }
        }
        let mut models = Vec::new();
        let complete = match method {
            Method::Boolean => self.enumerate(&open, MAX_MODELS, &mut models)?,
            // Few combinations cost less than a question for each predicate.
            Method::Combined => self.enumerate(&open, open.len() + 2, &mut models)?,
            Method::Cartesian => false,
        };
        if !complete && method != Method::Boolean {
            self.decide_single(&mut open, &mut literals, &mut models)?;
        }
        let enumerated = match method {
            _ if complete => true,
            Method::Combined => {
                models.clear();
                self.enumerate(&open, MAX_MODELS, &mut models)?
            }
            Method::Boolean | Method::Cartesian => false,
        };
        self.counts.coarsened += u64::from(!enumerated && method != Method::Cartesian);
        if !enumerated {
            open.clear();
        }
        if self.fault {
            literals = values.iter().map(|(p, _)| (p.index() as u32, true)).collect();
            open.clear();
        }
        let fixed = self.cube(&literals)?;
        let combinations = if open.is_empty() { Bdd::TRUE } else { self.combinations(&open, &models)? };
        self.bdds.and(fixed, combinations).map(Some).map_err(full)
    }

    fn cube(&mut self, literals: &[(u32, bool)]) -> Result<Bdd, CpaError> {
        self.bdds.cube(literals).map_err(full)
    }

    /// Moves the predicates that have one truth only from `open` to `literals`. Some combinations are known.
    fn decide_single(
        &mut self,
        open: &mut Vec<(PredId, TermId)>,
        literals: &mut Vec<(u32, bool)>,
        models: &mut Vec<Vec<bool>>,
    ) -> Result<(), CpaError> {
        if models.is_empty() && self.check(&[])? {
            models.push(open.iter().map(|&(_, value)| self.truth(value)).collect());
        }
        let Some(first) = models.first().cloned() else { return Ok(()) };
        let mut both: Vec<bool> = (0..open.len()).map(|i| models.iter().any(|m| m[i] != first[i])).collect();
        for i in 0..open.len() {
            if both[i] {
                continue;
            }
            let value = open[i].1;
            let other = if first[i] { self.encoder.pool.not(value) } else { value };
            if self.check(&[other])? {
                for (j, &(_, value)) in open.iter().enumerate().skip(i) {
                    both[j] |= self.truth(value) != first[j];
                }
            } else {
                literals.push((open[i].0.index() as u32, first[i]));
                let fact = if first[i] { value } else { self.encoder.pool.not(value) };
                self.solver.assert(&mut self.encoder.pool, fact);
            }
        }
        let mut index = 0;
        open.retain(|_| {
            index += 1;
            both[index - 1]
        });
        Ok(())
    }

    /// The truth of a term in the model of the last check.
    pub(super) fn truth(&mut self, term: TermId) -> bool {
        self.solver.value(&mut self.encoder.pool, term).as_bool().unwrap_or(false)
    }

    /// Adds the possible combinations of the predicates; false if there are more than `limit`.
    fn enumerate(
        &mut self,
        open: &[(PredId, TermId)],
        limit: usize,
        models: &mut Vec<Vec<bool>>,
    ) -> Result<bool, CpaError> {
        if open.is_empty() {
            return Ok(true);
        }
        let over: Vec<TermId> = open.iter().map(|&(_, value)| value).collect();
        let mut too_many = false;
        let mut each = |values: &[bool]| {
            models.push(values.to_vec());
            too_many = models.len() > limit;
            if too_many { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        self.solver.all_sat(&mut self.encoder.pool, &[], &over, &mut each).map_err(CpaError::Stop)?;
        self.counts.models += models.len() as u64;
        Ok(!too_many)
    }

    /// The combinations as one formula.
    fn combinations(&mut self, open: &[(PredId, TermId)], models: &[Vec<bool>]) -> Result<Bdd, CpaError> {
        let mut result = Bdd::FALSE;
        for model in models {
            let literals: Vec<(u32, bool)> =
                open.iter().zip(model).map(|(&(p, _), &value)| (p.index() as u32, value)).collect();
            let cube = self.cube(&literals)?;
            result = self.bdds.or(result, cube).map_err(full)?;
        }
        Ok(result)
    }
}

/// A diagram that is too large is a failure of the analysis on this path.
fn full(error: argand_logic::bdd::Full) -> CpaError {
    CpaError::Failed { message: error.to_string() }
}
