//! Termination: no run goes around for ever.
//!
//! A run that does not end passes loop heads for ever, and from some point on only takes [`segments`](super::segments) of one
//! cycle of heads that it takes again and again. A *measure* is a number made of cells. One that grows on none of these
//! segments cannot shrink for ever either, because cells have finitely many values: at some point it stays the same. So the
//! segments may be taken under the condition that it does, and other measures be looked for; when no cycle is left under
//! all these conditions, every run ends. This is a lexicographic ranking function (A. R. Bradley, Z. Manna,
//! H. B. Sipma, "Linear ranking with reachability", 2005) whose parts are found one after the other, over machine
//! integers: measures are computed in more bits than their cells have, so that nothing wraps in them.
//!
//! **Invariant:** what is proved holds for every run: segments that cannot be followed, or calls that nest too deep to be
//! followed, end the attempt.

use super::segments::{Asker, Failed, Segment, Segments};
use super::unroll::{Node, UnrollCx};
use argand_encode::{CellId, CellKind};
use argand_logic::{Evaluator, Sort, TermId, TermPool, Value};
use argand_support::Stop;
use std::time::Duration;

/// Cells that measures are made of, those that change first.
const MAX_CELLS: usize = 12;
/// Cells wider than this are no part of measures.
const WIDEST: u32 = 64;
/// Conditions of the program that are taken for measures of two values.
const MAX_CONDITIONS: usize = 32;

/// An attempt to show that every run ends.
#[derive(Default)]
pub(super) struct Ranking {
    graph: Segments,
}

impl Ranking {
    /// Whether every run ends that starts at `start`. Takes at most `time`.
    ///
    /// # Errors
    /// The limit of the run that was reached.
    pub fn prove(&mut self, tools: &mut UnrollCx<'_>, start: Node, time: Duration) -> Result<bool, Stop> {
        Asker::attempt(tools, "ranking", time, |tools, asker| self.attempt(tools, start, asker))
    }

    fn attempt(&mut self, tools: &mut UnrollCx<'_>, start: Node, asker: &mut Asker) -> Result<(), Failed> {
        self.graph.prepare(tools, start, true, asker)?;
        self.check_gaps(tools, asker)?;
        let mut relations = self.relations(tools);
        loop {
            let mut possible = Vec::new();
            for (index, &relation) in relations.iter().enumerate() {
                possible.push(self.graph.segments[index].from.is_some() && asker.possible(tools, relation)?);
            }
            let cycles = self.cycles(&possible);
            if cycles.is_empty() {
                return Ok(());
            }
            let mut smaller = false;
            for cycle in cycles {
                smaller |= self.shrink(tools, &cycle, &mut relations, asker)?;
            }
            if !smaller {
                return Err(Failed::NotProved);
            }
        }
    }

    /// Fails where runs do what cannot be followed.
    fn check_gaps(&self, tools: &mut UnrollCx<'_>, asker: &mut Asker) -> Result<(), Failed> {
        for head in &self.graph.heads {
            let pool = &mut tools.encoder.pool;
            let (known, gap) = (pool.and_all(&head.facts), pool.or_all(&head.gaps));
            let question = pool.and(known, gap);
            if asker.possible(tools, question)? {
                return Err(Failed::NotProved);
            }
        }
        Ok(())
    }

    /// For each segment the condition under which a run takes it.
    fn relations(&self, tools: &mut UnrollCx<'_>) -> Vec<TermId> {
        let pool = &mut tools.encoder.pool;
        let of = |segment: &Segment| {
            let known = segment.from.map_or_else(Vec::new, |from| self.graph.heads[from].facts.clone());
            let known = pool.and_all(&known);
            let taken = segment.sym.condition(pool);
            pool.and(known, taken)
        };
        self.graph.segments.iter().map(of).collect()
    }

    /// The segments that a run can take again and again, together with those they lie on cycles with.
    fn cycles(&self, possible: &[bool]) -> Vec<Vec<usize>> {
        let count = self.graph.heads.len();
        let ends = |index: usize| {
            let segment = &self.graph.segments[index];
            segment.from.map(|from| (from, segment.to))
        };
        let edges: Vec<(usize, (usize, usize))> =
            (0..possible.len()).filter(|&i| possible[i]).filter_map(|i| Some((i, ends(i)?))).collect();
        // For each head a set of those that it leads to.
        let mut reaches = vec![0u64; count];
        for &(_, (from, to)) in &edges {
            reaches[from] |= 1 << to;
        }
        for middle in 0..count {
            let further = reaches[middle];
            for set in &mut reaches {
                if *set >> middle & 1 == 1 {
                    *set |= further;
                }
            }
        }
        let leads = |from: usize, to: usize| reaches[from] >> to & 1 == 1;
        let mut cycles: Vec<Vec<usize>> = Vec::new();
        let mut done = 0u64;
        for head in 0..count {
            if done >> head & 1 == 1 || !leads(head, head) {
                continue;
            }
            let inside = |other: usize| leads(head, other) && leads(other, head);
            done |= (0..count).filter(|&other| inside(other)).fold(0, |set, other| set | 1 << other);
            let around = edges.iter().filter(|(_, (from, to))| inside(*from) && inside(*to));
            cycles.push(around.map(|&(index, _)| index).collect());
        }
        cycles
    }

    /// Finds measures that grow on no segment of a cycle, and takes for granted that they stay the same there. Whether
    /// that says anything new.
    fn shrink(
        &mut self,
        tools: &mut UnrollCx<'_>,
        cycle: &[usize],
        relations: &mut [TermId],
        asker: &mut Asker,
    ) -> Result<bool, Failed> {
        let mut measures = self.measures(tools, cycle);
        for &index in cycle {
            self.keep_what_never_grows(tools, index, relations[index], &mut measures, asker)?;
        }
        let mut smaller = false;
        for &index in cycle {
            let sym = &self.graph.segments[index].sym;
            let mut same = Vec::new();
            for &measure in &measures {
                let after = tools.encoder.instantiate(measure, sym);
                same.push(tools.encoder.pool.eq(measure, after));
            }
            let pool = &mut tools.encoder.pool;
            let same = pool.and_all(&same);
            let changes = pool.not(same);
            let changes = pool.and(relations[index], changes);
            relations[index] = pool.and(relations[index], same);
            self.graph.steps += 1;
            smaller |= asker.possible(tools, changes)?;
        }
        Ok(smaller)
    }

    /// Throws out measures that a segment can make larger.
    fn keep_what_never_grows(
        &mut self,
        tools: &mut UnrollCx<'_>,
        segment: usize,
        relation: TermId,
        measures: &mut Vec<TermId>,
        asker: &mut Asker,
    ) -> Result<(), Failed> {
        let sym = &self.graph.segments[segment].sym;
        let mut grows: Vec<TermId> = Vec::new();
        for &measure in &*measures {
            let after = tools.encoder.instantiate(measure, sym);
            grows.push(tools.encoder.pool.slt(measure, after));
        }
        loop {
            self.graph.steps += 1;
            let pool = &mut tools.encoder.pool;
            let some = pool.or_all(&grows);
            let question = pool.and(relation, some);
            if !asker.possible(tools, question)? {
                return Ok(());
            }
            let pool = &mut tools.encoder.pool;
            let mut roots = grows.clone();
            roots.push(question);
            let model = asker.solver.model(pool, &roots);
            let mut evaluator = Evaluator::new(pool, &model);
            let keep: Vec<bool> = grows.iter().map(|&t| evaluator.eval(t) != Value::Bool(true)).collect();
            if keep.iter().all(|&k| k) {
                // The question was decided without search; nothing tells which measure grows.
                measures.clear();
                return Ok(());
            }
            for list in [&mut *measures, &mut grows] {
                let mut keep = keep.iter();
                list.retain(|_| keep.next().copied().unwrap_or(false));
            }
        }
    }

    /// Measures that a cycle may make smaller: cells, sums and differences of two, and conditions, all of them both ways.
    fn measures(&self, tools: &mut UnrollCx<'_>, cycle: &[usize]) -> Vec<TermId> {
        let (cells, changing) = self.cells(tools, cycle);
        let symbols: Vec<TermId> = cells.iter().map(|&cell| tools.encoder.symbol(cell)).collect();
        let pool = &mut tools.encoder.pool;
        let widest = symbols.iter().map(|&symbol| pool.width(symbol)).max().unwrap_or(1);
        // A sum of two needs one bit more, and so does the sign.
        let width = widest + 2;
        let mut found = Vec::new();
        for signed in [true, false] {
            let widen = |pool: &mut TermPool, symbol: TermId| {
                if signed { pool.sign_extend(symbol, width) } else { pool.zero_extend(symbol, width) }
            };
            let wide: Vec<TermId> = symbols.iter().map(|&symbol| widen(pool, symbol)).collect();
            for (k, &one) in wide.iter().enumerate().take(changing) {
                found.push(one);
                for &other in &wide[k + 1..] {
                    found.push(pool.add(one, other));
                    found.push(pool.sub(one, other));
                }
            }
        }
        let (no, yes) = (pool.bv(width, 0), pool.bv(width, 1));
        for condition in self.conditions(tools, cycle) {
            found.push(tools.encoder.pool.ite(condition, yes, no));
        }
        let pool = &mut tools.encoder.pool;
        let reversed: Vec<TermId> = found.iter().map(|&measure| pool.neg(measure)).collect();
        found.extend(reversed);
        found
    }

    /// The numbers that segments change or look at, and how many of them they change: those come first.
    fn cells(&self, tools: &UnrollCx<'_>, cycle: &[usize]) -> (Vec<CellId>, usize) {
        let mut found: Vec<CellId> = Vec::new();
        let mut add = |cell: CellId| {
            let number =
                matches!(tools.encoder.pool.sort(tools.encoder.symbol(cell)), Sort::Bv(w) if w <= WIDEST);
            let scalar = matches!(tools.encoder.cell(cell).kind, CellKind::Scalar { .. });
            if number && scalar && found.len() < MAX_CELLS && !found.contains(&cell) {
                found.push(cell);
            }
            found.len()
        };
        let mut changing = 0;
        for &index in cycle {
            let sym = &self.graph.segments[index].sym;
            for (cell, _) in sym.changed().filter(|&(cell, term)| term != tools.encoder.symbol(cell)) {
                changing = add(cell);
            }
        }
        for &index in cycle {
            let sym = &self.graph.segments[index].sym;
            let terms: Vec<TermId> = sym.guard().iter().copied().collect();
            for symbol in tools.encoder.pool.free_vars(&terms) {
                if let Some(cell) = tools.encoder.cell_of(symbol) {
                    add(cell);
                }
            }
        }
        (found, changing)
    }

    /// Conditions of branches that are about cells alone.
    fn conditions(&self, tools: &UnrollCx<'_>, cycle: &[usize]) -> Vec<TermId> {
        let encoder = &tools.encoder;
        let mut found: Vec<TermId> = Vec::new();
        for &index in cycle {
            for &guard in self.graph.segments[index].sym.guard() {
                for atom in encoder.pool.atoms(guard) {
                    let about_cells =
                        encoder.pool.free_vars(&[atom]).iter().all(|&v| encoder.cell_of(v).is_some());
                    if about_cells && found.len() < MAX_CONDITIONS && !found.contains(&atom) {
                        found.push(atom);
                    }
                }
            }
        }
        found
    }
}
