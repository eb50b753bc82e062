//! Finding inputs that take a path.
//!
//! The alternating variable method (Korel, doi:10.1109/32.57624): change one input at a time, first by one, then in
//! growing steps as long as the run gets further or closer. Numbers that the program compares with are tried
//! outright. Inputs near the end of the path are changed first, because those before it already lead this far. Where a
//! run may go around loops as often as it likes, it is also given the inputs of one round for many.

use crate::replay::{Confirmed, NearMiss, Replay, Trial};
use argand_cfa::Program;
use argand_cfa::arith::{self, Scalar};
use argand_support::{FxHashSet, Limits, Stop};

/// How long to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchLimits {
    /// How many runs.
    pub runs: u32,
    /// How many inputs are looked at, counted back from where the run leaves the path.
    pub inputs: usize,
}

impl Default for SearchLimits {
    fn default() -> Self {
        Self { runs: 4000, inputs: 24 }
    }
}

/// How a search ended.
#[derive(Clone, PartialEq, Debug)]
pub enum SearchResult {
    /// With a run that violates the property.
    Found(Box<Confirmed>),
    /// Without one. The run that came furthest followed this many steps of the path.
    NotFound {
        /// The number of steps.
        followed: usize,
        /// How many runs were tried.
        runs: u32,
        /// Another violation of memory that a run met on its way.
        instead: Option<Box<NearMiss>>,
    },
}

/// How many inputs are changed together with others, and by how much.
const PAIRED_INPUTS: usize = 3;
const PAIRED_STEPS: i128 = 8;

/// How many inputs make up a round of a loop at most, and how far from the last one it may start.
const REPEATED_INPUTS: usize = 6;
const REPEATED_FROM: usize = 8;

/// Whether a run came further along the path, or closer to the next step.
fn is_better(trial: &Trial, than: &Trial) -> bool {
    trial.followed > than.followed || (trial.followed == than.followed && trial.distance < than.distance)
}

/// A search for inputs.
pub struct Search<'p> {
    program: &'p Program,
    replay: Replay<'p>,
    limits: Limits,
    budget: SearchLimits,
    runs: u32,
    tried: FxHashSet<Vec<Scalar>>,
    instead: Option<Box<NearMiss>>,
}

/// What the search stopped for inside.
enum Halt {
    Found(Box<Confirmed>),
    OutOfRuns,
    Stopped(Stop),
}

impl<'p> Search<'p> {
    /// A search for inputs that make the replayed path happen.
    #[must_use]
    pub fn new(program: &'p Program, replay: Replay<'p>, limits: Limits, budget: SearchLimits) -> Self {
        Self { program, replay, limits, budget, runs: 0, tried: FxHashSet::default(), instead: None }
    }

    /// Searches from each of the given inputs in turn.
    ///
    /// # Errors
    /// When a limit of the whole run is reached.
    pub fn run(mut self, starts: &[Vec<Scalar>]) -> Result<SearchResult, Stop> {
        let mut followed = 0;
        for start in starts {
            match self.climb(start.clone(), &mut followed) {
                Err(Halt::Found(confirmed)) => return Ok(SearchResult::Found(confirmed)),
                Err(Halt::Stopped(stop)) => return Err(stop),
                Err(Halt::OutOfRuns) => break,
                Ok(()) => {}
            }
        }
        Ok(SearchResult::NotFound { followed, runs: self.runs, instead: self.instead })
    }

    /// Runs with these inputs, unless that was tried before.
    fn try_inputs(&mut self, inputs: &[Scalar]) -> Result<Option<Trial>, Halt> {
        if self.tried.insert(inputs.to_vec()) { self.run_with(inputs).map(Some) } else { Ok(None) }
    }

    fn run_with(&mut self, inputs: &[Scalar]) -> Result<Trial, Halt> {
        self.limits.check_now().map_err(Halt::Stopped)?;
        if self.runs >= self.budget.runs {
            return Err(Halt::OutOfRuns);
        }
        self.runs += 1;
        let mut trial = self.replay.run(inputs);
        self.instead = self.instead.take().or_else(|| trial.instead.take());
        match trial.confirmed {
            Some(confirmed) => Err(Halt::Found(Box::new(confirmed))),
            None => Ok(trial),
        }
    }

    /// Improves the inputs until nothing helps any more.
    fn climb(&mut self, mut inputs: Vec<Scalar>, followed: &mut usize) -> Result<(), Halt> {
        let Some(mut best) = self.try_inputs(&inputs)? else { return Ok(()) };
        loop {
            *followed = (*followed).max(best.followed);
            // Later inputs keep what they were; those asked for on the path are all known from the run itself.
            for (slot, input) in best.inputs.iter().enumerate() {
                if slot >= inputs.len() {
                    inputs.push(input.value);
                }
            }
            let improved = if self.replay.goes_around_loops() {
                self.improve_any(&mut inputs, REPEATED_FROM, &mut best)?
                    || self.repeat(&mut inputs, &mut best)?
                    || self.improve_together(&mut inputs, &mut best)?
                    || self.improve_any(&mut inputs, self.budget.inputs, &mut best)?
            } else {
                self.improve_any(&mut inputs, self.budget.inputs, &mut best)?
                    || self.improve_together(&mut inputs, &mut best)?
            };
            if !improved {
                return Ok(());
            }
        }
    }

    /// Changes one of the last inputs.
    fn improve_any(&mut self, inputs: &mut [Scalar], among: usize, best: &mut Trial) -> Result<bool, Halt> {
        for slot in (0..best.inputs.len()).rev().take(among) {
            if self.improve(inputs, slot, best)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Gives some inputs several times in a row, as for more rounds of a loop.
    fn repeat(&mut self, inputs: &mut Vec<Scalar>, best: &mut Trial) -> Result<bool, Halt> {
        let count = best.inputs.len();
        for length in 1..=REPEATED_INPUTS.min(count) {
            for first in (0..=count - length).rev().take(REPEATED_FROM) {
                let round = inputs[first..first + length].to_vec();
                let (mut times, mut improved) = (1, false);
                loop {
                    let mut longer = inputs.clone();
                    longer.splice(first..first, round.repeat(times));
                    if !self.accept(&longer, best)? {
                        break;
                    }
                    *inputs = longer;
                    improved = true;
                    times *= 2;
                }
                if improved {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Changes one input although that breaks what later inputs were chosen for, and chooses those again.
    fn improve_together(&mut self, inputs: &mut Vec<Scalar>, best: &mut Trial) -> Result<bool, Halt> {
        let count = best.inputs.len();
        // The last one, too: with another value of it, the run may ask for more.
        for slot in (0..count).rev().take(PAIRED_INPUTS) {
            let ty = best.inputs[slot].ty;
            for step in (1..=PAIRED_STEPS).flat_map(|s| [s, -s]) {
                let mut changed = inputs.clone();
                changed[slot] = self.moved(ty, inputs[slot], step);
                // It may have been tried before, and rejected for what it breaks.
                let mut trial = self.run_with(&changed)?;
                while trial.followed <= best.followed && trial.inputs.len() > slot + 1 {
                    changed.extend(trial.inputs.iter().skip(changed.len()).map(|input| input.value));
                    let later = (slot + 1..trial.inputs.len()).rev().take(PAIRED_INPUTS);
                    let improved = later.collect::<Vec<_>>().into_iter().try_fold(false, |done, s| {
                        if done { Ok(true) } else { self.improve(&mut changed, s, &mut trial) }
                    })?;
                    if !improved {
                        break;
                    }
                }
                if is_better(&trial, best) {
                    (*inputs, *best) = (changed, trial);
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Changes one input for the better, as far as it goes.
    fn improve(&mut self, inputs: &mut [Scalar], slot: usize, best: &mut Trial) -> Result<bool, Halt> {
        let original = inputs[slot];
        let ty = best.inputs[slot].ty;
        let mut candidates: Vec<Scalar> = Vec::new();
        for &number in &best.operands {
            candidates.extend([number, number.wrapping_add(1), number.wrapping_sub(1)].map(Scalar::Int));
        }
        for number in [0, 1, -1] {
            candidates.push(Scalar::Int(number));
        }
        // The best of them, not the first that helps: otherwise the search would creep by ones.
        let mut chosen = None;
        for candidate in candidates {
            inputs[slot] = self.fitted(ty, candidate);
            if self.accept(inputs, best)? {
                chosen = Some(inputs[slot]);
            }
        }
        inputs[slot] = chosen.unwrap_or(original);
        if chosen.is_some() {
            return Ok(true);
        }
        for direction in [1i128, -1] {
            let mut step = direction;
            let mut moved = false;
            loop {
                let before = if moved { inputs[slot] } else { original };
                inputs[slot] = self.moved(ty, before, step);
                if !self.accept(inputs, best)? {
                    inputs[slot] = before;
                    if step == direction {
                        break;
                    }
                    // Overshot: start again with small steps from the best value so far.
                    step = direction;
                    continue;
                }
                moved = true;
                step = step.saturating_mul(2);
            }
            if moved {
                return Ok(true);
            }
        }
        inputs[slot] = original;
        Ok(false)
    }

    /// Runs with changed inputs; keeps the result if it is better.
    fn accept(&mut self, inputs: &[Scalar], best: &mut Trial) -> Result<bool, Halt> {
        let Some(trial) = self.try_inputs(inputs)? else { return Ok(false) };
        let better = trial.followed > best.followed
            || (trial.followed == best.followed && trial.distance < best.distance);
        if better {
            *best = trial;
        }
        Ok(better)
    }

    fn fitted(&self, ty: argand_cfa::TypeId, value: Scalar) -> Scalar {
        match (value, arith::float_kind(&self.program.types, ty)) {
            (Scalar::Int(number), None) => Scalar::Int(self.program.types.wrap(ty, number)),
            (Scalar::Int(number), Some(_)) => {
                let wide = self.program.types.int(argand_cfa::IntKind::Int128);
                arith::cast(&self.program.types, wide, ty, Scalar::Int(number)).unwrap_or(value)
            }
            (float, _) => float,
        }
    }

    /// A value moved by a step; floats move by whole numbers.
    fn moved(&self, ty: argand_cfa::TypeId, value: Scalar, step: i128) -> Scalar {
        match value {
            Scalar::Int(number) => Scalar::Int(self.program.types.wrap(ty, number.wrapping_add(step))),
            Scalar::Float(_) => {
                let by = self.fitted(ty, Scalar::Int(step));
                arith::binary(&self.program.types, argand_cfa::BinaryOp::Add, ty, value, ty, by)
                    .unwrap_or(value)
            }
        }
    }
}
