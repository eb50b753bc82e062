//! What the calls of a function may read and write, callees included: additional parameters of the function.

use super::cells::{Cell, Cells};
use crate::callgraph::CallGraph;
use argand_cfa::{FuncId, LocId, Op, Program};
use argand_support::{Idx as _, IndexVec};

/// A set of cells.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct CellSet {
    words: Vec<u64>,
}

impl CellSet {
    /// Whether a cell is in it.
    pub(crate) fn contains(&self, cell: Cell) -> bool {
        self.words.get(cell.index() / 64).is_some_and(|word| word >> (cell.index() % 64) & 1 == 1)
    }

    fn insert(&mut self, cell: Cell) {
        let at = cell.index() / 64;
        if at >= self.words.len() {
            self.words.resize(at + 1, 0);
        }
        self.words[at] |= 1 << (cell.index() % 64);
    }

    fn add(&mut self, other: &Self) {
        if other.words.len() > self.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (mine, theirs) in self.words.iter_mut().zip(&other.words) {
            *mine |= theirs;
        }
    }

    fn retain(&mut self, keep: impl Fn(Cell) -> bool) {
        for (word, first) in self.words.iter_mut().zip((0..).step_by(64)) {
            let mut left = *word;
            while left != 0 {
                let bit = left.trailing_zeros();
                left &= left - 1;
                if !keep(Cell::from_usize(first + bit as usize)) {
                    *word &= !(1 << bit);
                }
            }
        }
    }
}

/// The cells that calls of each function read and write, those of its own variables aside.
#[derive(Clone, Debug)]
pub struct ModRef {
    reads: IndexVec<FuncId, CellSet>,
    writes: IndexVec<FuncId, CellSet>,
}

impl ModRef {
    /// What the functions of a program read and write.
    #[must_use]
    pub fn new(program: &Program, cells: &Cells, calls: &CallGraph) -> Self {
        let count = program.functions.len();
        let mut this = Self {
            reads: IndexVec::filled(CellSet::default(), count),
            writes: IndexVec::filled(CellSet::default(), count),
        };
        for (loc, data) in program.locs.iter_enumerated() {
            cells.reads(loc).iter().for_each(|&cell| this.reads[data.func].insert(cell));
            cells.writes(loc).iter().for_each(|written| this.writes[data.func].insert(written.cell));
            if is_unsupported(program, loc) {
                (0..cells.len()).map(Cell::from_usize).filter(|&cell| cells.is_exposed(cell)).for_each(
                    |cell| {
                        this.writes[data.func].insert(cell);
                    },
                );
            }
        }
        for (id, site) in program.call_sites.iter_enumerated() {
            let func = program.locs[site.call].func;
            cells
                .arguments(id)
                .iter()
                .flat_map(|arg| arg.iter())
                .for_each(|&cell| this.reads[func].insert(cell));
            site.dst
                .iter()
                .flat_map(|&dst| cells.of_var(dst))
                .for_each(|&cell| this.writes[func].insert(cell));
        }
        for component in calls.components() {
            this.close(cells, calls, component);
        }
        this
    }

    /// Adds what callees do to the functions of a group that call each other. Callees outside are done.
    fn close(&mut self, cells: &Cells, calls: &CallGraph, group: &[FuncId]) {
        let (mut reads, mut writes) = (CellSet::default(), CellSet::default());
        for &func in group {
            reads.add(&self.reads[func]);
            writes.add(&self.writes[func]);
            for &callee in calls.callees(func) {
                reads.add(&self.reads[callee]);
                writes.add(&self.writes[callee]);
            }
        }
        let seen_outside = |cell: Cell| !cells.private_to(cell).is_some_and(|owner| group.contains(&owner));
        reads.retain(seen_outside);
        writes.retain(seen_outside);
        for &func in group {
            self.reads[func] = reads.clone();
            self.writes[func] = writes.clone();
        }
    }

    /// Whether a call of a function may read a cell that its caller can see.
    #[must_use]
    pub fn may_read(&self, func: FuncId, cell: Cell) -> bool {
        self.reads[func].contains(cell)
    }

    /// Whether a call of a function may write a cell that its caller can see.
    #[must_use]
    pub fn may_write(&self, func: FuncId, cell: Cell) -> bool {
        self.writes[func].contains(cell)
    }
}

/// Whether the step at a location is one that nobody knows the effects of.
pub(crate) fn is_unsupported(program: &Program, loc: LocId) -> bool {
    program.locs[loc].out.iter().any(|&edge| matches!(program.edges[edge].op, Op::Unsupported(_)))
}
