//! Facts that may hold at a loop head.
//!
//! Guesses come from what the program does, never from what it is called: numbers it compares with, how cells
//! change from one visit to the next, and the conditions of its own branches. All arithmetic wraps like the
//! machine's, so that a linear relation that holds is one that the program can rely on.

use super::unroll::UnrollCx;
use argand_cfa::LocId;
use argand_encode::{CellId, CellKind, SymState};
use argand_logic::{Bv, Op, Sort, TermId, TermPool};
use argand_support::FxHashSet;

/// Cells that facts are guessed about, those that change first.
const MAX_CELLS: usize = 24;
/// Numbers that cells are compared with.
const MAX_NUMBERS: usize = 16;
/// Conditions under which others are guessed to hold, and how many of those each has.
const MAX_PREMISES: usize = 8;
const MAX_CONCLUSIONS: usize = 32;
/// Guesses for one head.
const MAX_FACTS: usize = 1200;

/// A way in which runs get to a loop head.
pub struct Arrival<'a> {
    /// The state there.
    pub sym: &'a SymState,
    /// Whether it is another visit right after the last one.
    pub from_itself: bool,
    /// Whether it comes from the start of the program.
    pub first: bool,
}

struct Guess<'a, 'b> {
    tools: &'a mut UnrollCx<'b>,
    seen: FxHashSet<TermId>,
    facts: Vec<TermId>,
}

/// What happens around a loop head.
pub struct Surroundings<'a> {
    /// The ways there.
    pub arrivals: Vec<Arrival<'a>>,
    /// The ways on to a loop head.
    pub leaving: Vec<&'a SymState>,
    /// The conditions of violations before the next head.
    pub violations: Vec<TermId>,
    /// What somebody else believes.
    pub suggested: Vec<TermId>,
}

/// Guesses for one loop head.
pub fn guess(tools: &mut UnrollCx<'_>, loc: LocId, around: &Surroundings<'_>) -> Vec<TermId> {
    let (arrivals, leaving) = (&around.arrivals[..], &around.leaving[..]);
    let cells = interesting(tools, loc, arrivals, leaving);
    let numbers = numbers(tools, arrivals, leaving);
    let mut guess = Guess { tools, seen: FxHashSet::default(), facts: Vec::new() };
    for &fact in &around.suggested {
        if guess.is_about_cells(fact) {
            guess.add(fact);
        }
    }
    let guards = leaving.iter().flat_map(|s| s.guard().iter().copied());
    // What held at the last head holds here too, unless its cells changed on the way.
    let before = arrivals.iter().filter(|a| !a.from_itself && !a.first);
    let before = before.flat_map(|a| a.sym.guard().iter().copied());
    let conditions: Vec<TermId> = guards.chain(around.violations.iter().copied()).chain(before).collect();
    guess.conditions(&conditions);
    guess.first_values(&cells, arrivals);
    guess.linear(&cells, arrivals);
    guess.bounds(&cells, &numbers);
    guess.orders(&cells);
    guess.behind_orders(&around.suggested);
    guess.under_flags(&cells, arrivals, &conditions);
    guess.facts
}

/// Scalar cells of this function and of file scope that the segments change or look at.
fn interesting(
    tools: &mut UnrollCx<'_>,
    loc: LocId,
    arrivals: &[Arrival<'_>],
    leaving: &[&SymState],
) -> Vec<CellId> {
    let here = tools.program.locs[loc].func;
    let mut found: Vec<CellId> = Vec::new();
    let mut add = |tools: &UnrollCx<'_>, cell: CellId| {
        let number = matches!(tools.encoder.pool.sort(tools.encoder.symbol(cell)), Sort::Bv(_));
        let visible = match tools.encoder.cell(cell).kind {
            CellKind::Scalar { .. } => {
                tools.encoder.cell_function(tools.program, cell).is_none_or(|f| f == here)
            }
            CellKind::HeapTop => true,
            CellKind::Array { .. }
            | CellKind::Base { .. }
            | CellKind::Sizes
            | CellKind::Dead
            | CellKind::Epoch => false,
        };
        if number && visible && !found.contains(&cell) {
            found.push(cell);
        }
    };
    for sym in leaving {
        for (cell, _) in sym.changed() {
            add(tools, cell);
        }
    }
    for sym in leaving {
        let terms: Vec<TermId> = sym.guard().iter().copied().chain(sym.changed().map(|(_, t)| t)).collect();
        for symbol in tools.encoder.pool.free_vars(&terms) {
            if let Some(cell) = tools.encoder.cell_of(symbol) {
                add(tools, cell);
            }
        }
    }
    for arrival in arrivals {
        for (cell, _) in arrival.sym.changed() {
            add(tools, cell);
        }
    }
    found.truncate(MAX_CELLS);
    found
}

/// Constants in the conditions of the segments and in first values.
fn numbers(tools: &UnrollCx<'_>, arrivals: &[Arrival<'_>], leaving: &[&SymState]) -> Vec<Bv> {
    let pool = &tools.encoder.pool;
    let mut roots: Vec<TermId> = leaving.iter().flat_map(|s| s.guard().iter().copied()).collect();
    roots.extend(arrivals.iter().flat_map(|a| a.sym.guard().iter().copied()));
    roots.extend(arrivals.iter().filter(|a| a.first).flat_map(|a| a.sym.changed().map(|(_, t)| t)));
    let mut found: Vec<Bv> = Vec::new();
    for t in argand_logic::visit::post_order(pool, &roots, |_| false) {
        if let Some(value) = pool.as_const(t)
            && (8..=64).contains(&value.width())
            && !found.contains(value)
        {
            found.push(value.clone());
        }
    }
    found.truncate(MAX_NUMBERS);
    found
}

impl Guess<'_, '_> {
    fn pool(&mut self) -> &mut TermPool {
        &mut self.tools.encoder.pool
    }

    fn add(&mut self, fact: TermId) {
        let decided = self.tools.encoder.pool.as_bool(fact).is_some();
        if !decided && self.facts.len() < MAX_FACTS && self.seen.insert(fact) {
            self.facts.push(fact);
        }
    }

    fn symbol(&self, cell: CellId) -> TermId {
        self.tools.encoder.symbol(cell)
    }

    /// Whether a term says something about cells alone, not about inputs on the way.
    fn is_about_cells(&self, t: TermId) -> bool {
        let encoder = &self.tools.encoder;
        encoder.pool.free_vars(&[t]).iter().all(|&v| encoder.cell_of(v).is_some())
    }

    /// The conditions of branches, either way, and `<=` for each `<`.
    fn conditions(&mut self, guards: &[TermId]) {
        for &guard in guards {
            for atom in self.tools.encoder.pool.atoms(guard) {
                if !self.is_about_cells(atom) {
                    continue;
                }
                let negated = self.pool().not(atom);
                self.add(atom);
                self.add(negated);
                let op = self.tools.encoder.pool.op(atom);
                if matches!(op, Op::Slt | Op::Ult) {
                    let (a, b) = (self.pool().arg(atom, 0), self.pool().arg(atom, 1));
                    let pool = self.pool();
                    let (le, ge) = if op == Op::Slt {
                        (pool.sle(a, b), pool.sle(b, a))
                    } else {
                        (pool.ule(a, b), pool.ule(b, a))
                    };
                    self.add(le);
                    self.add(ge);
                }
            }
        }
    }

    /// Cells keep the value they had first, or stay on one side of it.
    fn first_values(&mut self, cells: &[CellId], arrivals: &[Arrival<'_>]) {
        for arrival in arrivals.iter().filter(|a| !a.from_itself) {
            for &cell in cells {
                let Some(value) = arrival.sym.get(cell) else { continue };
                if self.tools.encoder.pool.as_const(value).is_none() {
                    continue;
                }
                let x = self.symbol(cell);
                let pool = self.pool();
                let facts = [pool.eq(x, value), pool.sle(value, x), pool.sle(x, value), pool.ule(x, value)];
                facts.into_iter().for_each(|f| self.add(f));
            }
        }
    }

    /// `dx*y - dy*x` stays what it was when `x` grows by `dx` and `y` by `dy`; what of `x` the growth never
    /// reaches stays too.
    fn linear(&mut self, cells: &[CellId], arrivals: &[Arrival<'_>]) {
        let Some(again) = arrivals.iter().find(|a| a.from_itself) else { return };
        let Some(first) = arrivals.iter().find(|a| !a.from_itself) else { return };
        let mut growing: Vec<(CellId, Bv, TermId)> = Vec::new();
        for &cell in cells {
            let x = self.symbol(cell);
            let Some(next) = again.sym.get(cell) else { continue };
            let Some(step) = self.tools.encoder.pool.constant_difference(next, x) else { continue };
            let start = self.tools.encoder.read(first.sym, cell);
            growing.push((cell, step, start));
        }
        for (k, (cell, step, start)) in growing.clone().into_iter().enumerate() {
            let x = self.symbol(cell);
            let zeros = step.trailing_zeros();
            if zeros > 0 && !step.is_zero() && self.tools.encoder.pool.as_const(start).is_some() {
                let pool = self.pool();
                let (low, low_start) = (pool.extract(x, zeros - 1, 0), pool.extract(start, zeros - 1, 0));
                let fact = pool.eq(low, low_start);
                self.add(fact);
            }
            for (other, other_step, other_start) in growing[..k].iter().cloned() {
                let y = self.symbol(other);
                if self.tools.encoder.pool.sort(x) != self.tools.encoder.pool.sort(y) {
                    continue;
                }
                let pool = self.pool();
                let (dx, dy) = (pool.constant(step.clone()), pool.constant(other_step));
                let relation = |pool: &mut TermPool, x: TermId, y: TermId| {
                    let (a, b) = (pool.mul(dx, y), pool.mul(dy, x));
                    pool.sub(a, b)
                };
                let (now, then) = (relation(pool, x, y), relation(pool, start, other_start));
                if pool.as_const(then).is_some() {
                    let fact = pool.eq(now, then);
                    self.add(fact);
                } else {
                    self.relate_to_unchanged(cells, first, again, now, then);
                }
            }
        }
    }

    /// A relation that starts as the value of a cell that the loop does not change.
    fn relate_to_unchanged(
        &mut self,
        cells: &[CellId],
        first: &Arrival<'_>,
        again: &Arrival<'_>,
        now: TermId,
        then: TermId,
    ) {
        for &cell in cells {
            let x = self.symbol(cell);
            if again.sym.get(cell).is_some_and(|t| t != x) {
                continue;
            }
            let value = self.tools.encoder.read(first.sym, cell);
            if self.tools.encoder.pool.sort(value) != self.tools.encoder.pool.sort(then) {
                continue;
            }
            let Some(rest) = self.tools.encoder.pool.constant_difference(then, value) else { continue };
            let pool = self.pool();
            let rest = pool.constant(rest);
            let wanted = pool.add(x, rest);
            let fact = pool.eq(now, wanted);
            self.add(fact);
        }
    }

    /// What is suggested, where an order that is suggested too holds: a fact about what a counter has passed.
    fn behind_orders(&mut self, suggested: &[TermId]) {
        let is_order = |pool: &TermPool, t: TermId| {
            pool.op(t) == Op::Slt && (0..2).all(|k| pool.as_const(pool.arg(t, k)).is_none())
        };
        let orders = suggested.iter().copied().filter(|&t| is_order(&self.tools.encoder.pool, t));
        let orders: Vec<TermId> = orders.take(MAX_PREMISES).collect();
        for order in orders {
            let pool = self.pool();
            let passed = pool.arg(order, 0);
            let zero = pool.constant(Bv::zero(pool.width(passed)));
            let least = pool.sle(zero, passed);
            let premise = pool.and(order, least);
            for &conclusion in suggested.iter().filter(|&&t| t != order).take(MAX_CONCLUSIONS) {
                self.implication(premise, conclusion);
            }
        }
    }

    /// Conditions of branches that hold as long as a cell has its first value, or as soon as it has another.
    fn under_flags(&mut self, cells: &[CellId], arrivals: &[Arrival<'_>], conditions: &[TermId]) {
        let atoms = conditions.iter().flat_map(|&c| self.tools.encoder.pool.atoms(c));
        let mut atoms: Vec<TermId> = atoms.collect();
        atoms.retain(|&atom| self.is_about_cells(atom));
        atoms.truncate(MAX_CONCLUSIONS / 2);
        let mut premises = 0;
        for arrival in arrivals.iter().filter(|a| !a.from_itself) {
            for &cell in cells {
                let Some(value) = arrival.sym.get(cell) else { continue };
                if self.tools.encoder.pool.as_const(value).is_none() || premises == MAX_PREMISES {
                    continue;
                }
                premises += 1;
                let x = self.symbol(cell);
                let same = self.pool().eq(x, value);
                let other = self.pool().not(same);
                for &atom in &atoms {
                    let negated = self.pool().not(atom);
                    for conclusion in [atom, negated] {
                        self.implication(same, conclusion);
                        self.implication(other, conclusion);
                    }
                }
            }
        }
    }

    fn implication(&mut self, premise: TermId, conclusion: TermId) {
        if self.is_about_cells(premise) && self.is_about_cells(conclusion) {
            let pool = self.pool();
            let outside = pool.not(premise);
            let fact = pool.or(outside, conclusion);
            self.add(fact);
        }
    }

    /// Cells compared with numbers of the program.
    fn bounds(&mut self, cells: &[CellId], numbers: &[Bv]) {
        for &cell in cells {
            let x = self.symbol(cell);
            let width = self.tools.encoder.pool.width(x);
            let mut constants = vec![Bv::zero(width), Bv::one(width)];
            constants.extend(numbers.iter().filter(|n| n.width() == width).cloned());
            for number in constants {
                let pool = self.pool();
                let c = pool.constant(number);
                let facts = [pool.sle(x, c), pool.sle(c, x), pool.ule(x, c), pool.ne(x, c)];
                facts.into_iter().for_each(|f| self.add(f));
            }
        }
    }

    /// Cells compared with each other.
    fn orders(&mut self, cells: &[CellId]) {
        for (k, &a) in cells.iter().enumerate() {
            for &b in &cells[..k] {
                let (x, y) = (self.symbol(a), self.symbol(b));
                if self.tools.encoder.pool.sort(x) != self.tools.encoder.pool.sort(y) {
                    continue;
                }
                let pool = self.pool();
                let facts = [
                    pool.eq(x, y),
                    pool.sle(x, y),
                    pool.sle(y, x),
                    pool.ule(x, y),
                    pool.ule(y, x),
                    pool.ne(x, y),
                ];
                facts.into_iter().for_each(|f| self.add(f));
            }
        }
    }
}
