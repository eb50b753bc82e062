//! A local solver for side-effecting systems of constraints.
//!
//! A [`System`] has one right-hand side for each unknown, which reads other unknowns ([`Values::get`]) and adds to some of
//! them ([`Values::add`]). The unknowns may be endlessly many: only those are looked at that others need, or that
//! something is added to.
//!
//! The solver works top-down, as the family of TD solvers does (Seidl & Vogler, doi:10.1017/S0960129521000499; side effects:
//! Apinis, Seidl & Vojdani, doi:10.1007/978-3-642-35182-2_12): an unknown that is read is solved first; one that is read
//! while it is being solved closes a cycle and is widened from then on; when a value changes, those who read it are not stable
//! any more, and nobody else. What differs:
//!
//! * **No recursion.** A right-hand side that reads an unknown which must be solved first is interrupted, and evaluated again
//!   when that is done. Programs are deeper than stacks.
//! * **Nothing is evaluated twice for the same values.** An unknown whose readings did not change, though something behind
//!   them did, is stable again without an evaluation.
//! * **Contributions are kept apart by who makes them**, so that what is added to an unknown can become less again.
//!
//! A value may shrink when what it was computed from does, at unknowns that are widened only a few times, so that solving
//! ends. Whatever the order, at the end every value is at least what its right-hand side and its contributions say.

use super::constraints::{Interrupt, System};
use argand_support::FxHashMap;
use smallvec::SmallVec;
use std::collections::BTreeSet;

/// How systems of constraints are solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolverOptions {
    /// How often the value of an unknown on a cycle, or of one that others add to, may grow before it is widened.
    pub widen_after: u32,
    /// How often it is widened by steps before it jumps.
    pub steps: u32,
    /// How often such a value may shrink again.
    pub narrow: u32,
}

/// What a solver counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize)]
pub struct SolverStats {
    /// Unknowns that were looked at.
    pub unknowns: usize,
    /// Right-hand sides that were evaluated to their end.
    pub evaluations: u64,
    /// Evaluations that were interrupted.
    pub interrupted: u64,
    /// Unknowns that were stable again without an evaluation.
    pub skipped: u64,
    /// Values that were widened.
    pub widenings: u64,
    /// Values that were widened and became smaller again.
    pub narrowings: u64,
}

type Position = u32;
type Positions = SmallVec<[Position; 2]>;

/// An unknown with all that is known of it.
struct Cell<V> {
    value: V,
    /// How often the value changed.
    version: u32,
    stable: bool,
    /// Whether it is being solved.
    called: bool,
    /// Whether it closes a cycle.
    widened: bool,
    grown: u32,
    shrunk: u32,
    /// Who read the value since it last changed. Sorted.
    readers: Positions,
    /// What the last evaluation read, with the versions of the values.
    read: SmallVec<[(Position, u32); 2]>,
    /// Whether it was evaluated before.
    evaluated: bool,
    /// Whether its right-hand side ever gave more than the bottom.
    derived: bool,
    /// What others add, by who does. Sorted.
    added: Vec<(Position, V)>,
    /// What it adds to. Sorted.
    adds_to: Positions,
}

impl<V> Cell<V> {
    fn new(value: V) -> Self {
        Self {
            value,
            version: 0,
            stable: false,
            called: false,
            widened: false,
            grown: 0,
            shrunk: 0,
            readers: Positions::new(),
            read: SmallVec::new(),
            evaluated: false,
            derived: false,
            added: Vec::new(),
            adds_to: Positions::new(),
        }
    }
}

fn insert_sorted(list: &mut Positions, position: Position) -> bool {
    match list.binary_search(&position) {
        Ok(_) => false,
        Err(at) => {
            list.insert(at, position);
            true
        }
    }
}

/// Who contributes what is given from outside of the system.
const OUTSIDE: Position = Position::MAX;

/// The solver.
pub struct Solver<S: System + ?Sized> {
    positions: FxHashMap<S::Unknown, Position>,
    unknowns: Vec<S::Unknown>,
    cells: Vec<Cell<S::Value>>,
    /// Unstable unknowns to solve, by rank.
    waiting: BTreeSet<(u64, Position)>,
    options: SolverOptions,
    stats: SolverStats,
}

/// The values of unknowns, as the right-hand side of one of them sees them.
pub struct Values<'s, S: System + ?Sized> {
    solver: &'s mut Solver<S>,
    /// Who reads.
    at: Position,
    /// What was solved for this evaluation already, stable or not.
    solved: &'s [Position],
    /// What must be solved first.
    pending: Option<Position>,
    read: SmallVec<[(Position, u32); 2]>,
    /// What was added to, by now.
    adds_to: Positions,
}

/// An unknown that is being solved.
struct Frame {
    at: Position,
    /// What was solved for this evaluation.
    solved: Vec<Position>,
}

impl<S: System + ?Sized> Values<'_, S> {
    /// The value of an unknown.
    ///
    /// # Errors
    /// It must be solved first.
    pub fn get(&mut self, system: &S, unknown: S::Unknown) -> Result<S::Value, Interrupt<S::Error>> {
        let position = self.solver.position(system, unknown);
        if !self.solver.is_ready(position, self.solved) {
            self.pending = Some(position);
            return Err(Interrupt::Pending);
        }
        let cell = &mut self.solver.cells[position as usize];
        cell.widened |= cell.called;
        insert_sorted(&mut cell.readers, self.at);
        self.read.push((position, cell.version));
        Ok(cell.value.clone())
    }

    /// Adds to the value of an unknown.
    ///
    /// # Errors
    /// When values cannot be joined.
    pub fn add(
        &mut self,
        system: &mut S,
        unknown: S::Unknown,
        value: &S::Value,
    ) -> Result<(), Interrupt<S::Error>> {
        let position = self.solver.position(system, unknown);
        let again = !insert_sorted(&mut self.adds_to, position);
        self.solver.contribute(system, self.at, position, value, again)?;
        Ok(())
    }
}

impl<S: System + ?Sized> Solver<S> {
    /// A solver that has not begun.
    #[must_use]
    pub fn new(options: SolverOptions) -> Self {
        Self {
            positions: FxHashMap::default(),
            unknowns: Vec::new(),
            cells: Vec::new(),
            waiting: BTreeSet::new(),
            options,
            stats: SolverStats::default(),
        }
    }

    /// What it cost so far.
    #[must_use]
    pub fn stats(&self) -> SolverStats {
        SolverStats { unknowns: self.unknowns.len(), ..self.stats }
    }

    /// The value of an unknown, if anybody needed it.
    #[must_use]
    pub fn value(&self, unknown: S::Unknown) -> Option<&S::Value> {
        self.positions.get(&unknown).map(|&position| &self.cells[position as usize].value)
    }

    /// All unknowns that were looked at, with their values, in the order in which they came up.
    pub fn iter(&self) -> impl Iterator<Item = (S::Unknown, &S::Value)> + '_ {
        self.unknowns.iter().copied().zip(self.cells.iter().map(|cell| &cell.value))
    }

    fn position(&mut self, system: &S, unknown: S::Unknown) -> Position {
        if let Some(&known) = self.positions.get(&unknown) {
            return known;
        }
        let position = self.unknowns.len() as Position;
        self.positions.insert(unknown, position);
        self.unknowns.push(unknown);
        self.cells.push(Cell::new(system.bottom()));
        position
    }

    /// Whether a value can be read now: it is stable, or it was solved for this evaluation, or it is being solved.
    fn is_ready(&self, position: Position, solved: &[Position]) -> bool {
        let cell = &self.cells[position as usize];
        cell.stable || cell.called || solved.contains(&position)
    }

    fn wait(&mut self, system: &S, position: Position) {
        self.waiting.insert((system.rank(self.unknowns[position as usize]), position));
    }

    /// Gives a value from outside to an unknown, and solves everything that is awakened by it.
    ///
    /// # Errors
    /// A reason of the system to end early.
    pub fn solve(&mut self, system: &mut S, start: S::Unknown, value: &S::Value) -> Result<(), S::Error> {
        let position = self.position(system, start);
        self.contribute(system, OUTSIDE, position, value, false)?;
        while let Some((_, next)) = self.waiting.pop_first() {
            if !self.cells[next as usize].stable {
                self.solve_one(system, next)?;
            }
        }
        Ok(())
    }

    /// Solves one unknown, and what it reads.
    fn solve_one(&mut self, system: &mut S, position: Position) -> Result<(), S::Error> {
        let mut stack = vec![self.call(position)];
        while let Some(frame) = stack.last_mut() {
            let at = frame.at;
            match self.advance(system, frame) {
                Ok(None) if self.cells[at as usize].stable => {
                    self.cells[at as usize].called = false;
                    stack.pop();
                }
                Ok(None) => {
                    // Something changed that it had read: all over again.
                    frame.solved.clear();
                    self.cells[at as usize].stable = true;
                }
                Ok(Some(pending)) => {
                    frame.solved.push(pending);
                    let called = self.call(pending);
                    stack.push(called);
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    fn call(&mut self, position: Position) -> Frame {
        let cell = &mut self.cells[position as usize];
        cell.called = true;
        cell.stable = true;
        Frame { at: position, solved: Vec::new() }
    }

    /// Evaluates an unknown, or says what must be solved first.
    fn advance(&mut self, system: &mut S, frame: &Frame) -> Result<Option<Position>, S::Error> {
        let at = frame.at;
        match self.readings(at, &frame.solved) {
            Readings::Unsolved(pending) => return Ok(Some(pending)),
            Readings::Same => {
                self.stats.skipped += 1;
                for index in 0..self.cells[at as usize].read.len() {
                    let (position, _) = self.cells[at as usize].read[index];
                    let cell = &mut self.cells[position as usize];
                    cell.widened |= cell.called;
                    insert_sorted(&mut cell.readers, at);
                }
                return Ok(None);
            }
            Readings::Different => {}
        }
        let unknown = self.unknowns[at as usize];
        let mut values = Values {
            solver: &mut *self,
            at,
            solved: &frame.solved,
            pending: None,
            read: SmallVec::new(),
            adds_to: Positions::new(),
        };
        let result = system.evaluate(unknown, &mut values);
        let Values { pending, read, adds_to, .. } = values;
        match result {
            Ok(value) => {
                self.stats.evaluations += 1;
                let cell = &mut self.cells[at as usize];
                (cell.read, cell.evaluated) = (read, true);
                let before = std::mem::replace(&mut cell.adds_to, adds_to);
                self.withdraw(system, at, &before)?;
                self.update(system, at, value)?;
                Ok(None)
            }
            Err(Interrupt::Failed(error)) => Err(error),
            Err(Interrupt::Pending) => {
                self.stats.interrupted += 1;
                // What was added before the interruption is withdrawn only by an evaluation that ends.
                for position in adds_to {
                    insert_sorted(&mut self.cells[at as usize].adds_to, position);
                }
                // Nothing but a reading interrupts; an unknown that reads itself is being solved.
                Ok(Some(pending.unwrap_or(at)))
            }
        }
    }

    /// Whether what the last evaluation read is what it would read now.
    fn readings(&self, at: Position, solved: &[Position]) -> Readings {
        let cell = &self.cells[at as usize];
        if !cell.evaluated {
            return Readings::Different;
        }
        for &(position, version) in &cell.read {
            if !self.is_ready(position, solved) {
                return Readings::Unsolved(position);
            }
            if self.cells[position as usize].version != version {
                return Readings::Different;
            }
        }
        Readings::Same
    }

    /// Takes over what a right-hand side gave.
    fn update(&mut self, system: &mut S, at: Position, value: S::Value) -> Result<(), S::Error> {
        let cell = &mut self.cells[at as usize];
        cell.derived |= value != system.bottom();
        let below = value == cell.value || system.is_below(&value, &cell.value)?;
        match (cell.added.is_empty(), cell.widened) {
            (true, false) => {
                if value != cell.value {
                    self.change(system, at, value);
                }
            }
            (true, true) if below => {
                if value != cell.value {
                    self.shrink(system, at, value);
                }
            }
            // What others add keeps it from shrinking here.
            (false, _) if below => {}
            _ => self.grow(system, at, &value)?,
        }
        Ok(())
    }

    /// A value that is widened becomes smaller, if it may.
    fn shrink(&mut self, system: &S, at: Position, value: S::Value) {
        let cell = &mut self.cells[at as usize];
        if cell.shrunk < self.options.narrow {
            cell.shrunk += 1;
            self.stats.narrowings += 1;
            self.change(system, at, value);
        }
    }

    /// A value becomes larger, in the end by widening.
    fn grow(&mut self, system: &mut S, at: Position, value: &S::Value) -> Result<(), S::Error> {
        let old = self.cells[at as usize].value.clone();
        let mut new = system.join(&old, value)?;
        let cell = &mut self.cells[at as usize];
        cell.grown += 1;
        if cell.grown > self.options.widen_after {
            let jump = cell.grown - self.options.widen_after > self.options.steps;
            self.stats.widenings += 1;
            new = system.widen(&old, &new, jump);
        }
        if new != old {
            self.change(system, at, new);
        }
        Ok(())
    }

    fn change(&mut self, system: &S, at: Position, value: S::Value) {
        let cell = &mut self.cells[at as usize];
        cell.value = value;
        cell.version += 1;
        self.destabilise(system, at);
    }

    /// Those who read a value, and those who read theirs, are not stable any more.
    fn destabilise(&mut self, system: &S, at: Position) {
        let mut work = std::mem::take(&mut self.cells[at as usize].readers);
        while let Some(reader) = work.pop() {
            let cell = &mut self.cells[reader as usize];
            if std::mem::take(&mut cell.stable) {
                work.extend(std::mem::take(&mut cell.readers));
                if !self.cells[reader as usize].called {
                    self.wait(system, reader);
                }
            }
        }
    }

    /// One unknown, or the outside, adds to another; `again` when it did before in the same evaluation.
    fn contribute(
        &mut self,
        system: &mut S,
        from: Position,
        to: Position,
        value: &S::Value,
        again: bool,
    ) -> Result<(), S::Error> {
        let cell = &mut self.cells[to as usize];
        let first = cell.added.is_empty();
        let mut less = None;
        match cell.added.binary_search_by_key(&from, |(source, _)| *source) {
            Ok(at) if again => {
                let before = cell.added[at].1.clone();
                let joined = system.join(&before, value)?;
                self.cells[to as usize].added[at].1 = joined;
            }
            Ok(at) => less = Some(std::mem::replace(&mut cell.added[at].1, value.clone())),
            Err(at) => cell.added.insert(at, (from, value.clone())),
        }
        if first {
            for awakened in system.awakened(self.unknowns[to as usize]) {
                let position = self.position(system, awakened);
                self.wait(system, position);
            }
        }
        if !system.is_below(value, &self.cells[to as usize].value)? {
            return self.grow(system, to, value);
        }
        match less {
            Some(before) if before != *value => self.contribute_less(system, to),
            _ => Ok(()),
        }
    }

    /// Takes back what an unknown added to others before and does not add any more.
    fn withdraw(&mut self, system: &mut S, from: Position, before: &[Position]) -> Result<(), S::Error> {
        for &to in before {
            if self.cells[from as usize].adds_to.binary_search(&to).is_err() {
                self.cells[to as usize].added.retain(|(source, _)| *source != from);
                self.contribute_less(system, to)?;
            }
        }
        Ok(())
    }

    /// The contributions to an unknown became less. Where it has no other source, its value may do so, too.
    fn contribute_less(&mut self, system: &mut S, to: Position) -> Result<(), S::Error> {
        let cell = &self.cells[to as usize];
        if cell.derived || cell.shrunk >= self.options.narrow {
            return Ok(());
        }
        let mut sum = system.bottom();
        for index in 0..self.cells[to as usize].added.len() {
            let added = self.cells[to as usize].added[index].1.clone();
            sum = system.join(&sum, &added)?;
        }
        if sum != self.cells[to as usize].value && system.is_below(&sum, &self.cells[to as usize].value)? {
            self.shrink(system, to, sum);
        }
        Ok(())
    }
}

/// What an unknown would read now, held against what it read before.
enum Readings {
    /// The same values: there is nothing to evaluate.
    Same,
    /// Another value, or it was never evaluated.
    Different,
    /// Something that must be solved to tell.
    Unsolved(Position),
}
