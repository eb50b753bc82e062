//! Symbolic states.

use crate::cells::CellId;
use argand_cfa::{EdgeId, FuncId};
use argand_logic::{TermId, TermPool};
use imbl::ordmap::DiffItem;
use imbl::{OrdMap, Vector};

/// Why a value is an input.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum InputKind {
    /// The program asks for it: an input function, an undefined function, an argument of `main`.
    Asked,
    /// Memory that nobody wrote.
    Uninitialised,
    /// The encoding gave up knowing it. A run may not be able to have every value here.
    Unknown,
}

/// A symbol that stands for an input.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct InputSymbol {
    /// The symbol.
    pub term: TermId,
    /// Where the value is made.
    pub edge: EdgeId,
    /// Why.
    pub kind: InputKind,
}

/// What is known after a path or several: a guard, and the value of each cell in terms of the values at the start
/// of the block and of inputs. A cell without a term has the value it had there.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SymState {
    pub(crate) guard: Vector<TermId>,
    /// The conjunction of the guard up to each position.
    sums: Vector<TermId>,
    pub(crate) cells: OrdMap<CellId, TermId>,
    /// How many calls of each function are active.
    frames: OrdMap<FuncId, u32>,
    pub(crate) inputs: Vector<InputSymbol>,
    pub(crate) doubt: TermId,
    /// How many inputs were made, where they are named by that.
    pub(crate) numbered: Option<u32>,
}

/// What steps added to a state besides values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Happened {
    /// Conditions that hold.
    pub conditions: Vec<TermId>,
    /// Values that nothing is known of.
    pub inputs: Vec<InputSymbol>,
    /// See [`SymState::doubt`].
    pub doubt: TermId,
}

impl SymState {
    pub(crate) fn new(no: TermId) -> Self {
        Self {
            guard: Vector::new(),
            sums: Vector::new(),
            cells: OrdMap::new(),
            frames: OrdMap::new(),
            inputs: Vector::new(),
            doubt: no,
            numbered: None,
        }
    }

    /// Names inputs from now on by where they are made and by how many came before, so that a path that is taken
    /// again gives the same terms. Only for states that are followed from the entry and never start a new block.
    pub fn number_inputs(&mut self) {
        self.numbered = Some(0);
    }

    /// Gives no number to an input from now on that another state gave to one of its own.
    pub fn number_after(&mut self, other: &Self) {
        self.numbered = self.numbered.max(other.numbered);
    }

    /// Takes out what steps added besides values. The values stay.
    pub fn settle(&mut self, pool: &TermPool) -> Happened {
        self.sums.clear();
        Happened {
            conditions: std::mem::take(&mut self.guard).into_iter().collect(),
            inputs: std::mem::take(&mut self.inputs).into_iter().collect(),
            doubt: std::mem::replace(&mut self.doubt, pool.ff()),
        }
    }

    /// Forgets the value of a cell. It is the canonical symbol then, as if nothing had happened to it.
    pub fn forget(&mut self, cell: CellId) {
        self.cells.remove(&cell);
    }

    /// Whether the same calls are active in both.
    #[must_use]
    pub fn same_calls(&self, other: &Self) -> bool {
        self.frames == other.frames
    }

    /// The cells whose terms are not the same in both, or that only one of them has a term for.
    #[must_use]
    pub fn differing(&self, other: &Self) -> Vec<CellId> {
        let cell = |item| match item {
            DiffItem::Add(cell, _) | DiffItem::Remove(cell, _) => *cell,
            DiffItem::Update { old, .. } => *old.0,
        };
        self.cells.diff(&other.cells).map(cell).collect()
    }

    /// The conjuncts of the path condition since the start of the block, oldest first.
    #[must_use]
    pub fn guard(&self) -> &Vector<TermId> {
        &self.guard
    }

    /// Whether no run takes the path, seen without a solver.
    #[must_use]
    pub fn is_false(&self, pool: &TermPool) -> bool {
        self.guard.last() == Some(&pool.ff())
    }

    /// Adds a conjunct to the path condition.
    pub fn assume(&mut self, pool: &mut TermPool, condition: TermId) {
        if condition == pool.tt() || self.is_false(pool) {
            return;
        }
        let sum = self.condition(pool);
        let sum = pool.and(sum, condition);
        // A contradiction among conjuncts is one conjunct that is false.
        self.guard.push_back(if sum == pool.ff() { sum } else { condition });
        self.sums.push_back(sum);
    }

    /// The path condition as one term.
    #[must_use]
    pub fn condition(&self, pool: &TermPool) -> TermId {
        self.sums.last().copied().unwrap_or_else(|| pool.tt())
    }

    /// Forgets all but the first conjuncts.
    pub(crate) fn truncate_guard(&mut self, len: usize) {
        self.guard.truncate(len);
        self.sums.truncate(len);
    }

    /// The same calls, nothing known: the start of a new block.
    #[must_use]
    pub fn fresh_block(&self, pool: &TermPool) -> Self {
        Self { frames: self.frames.clone(), ..Self::new(pool.ff()) }
    }

    /// Nothing known, and besides the calls of this state those of other functions, the outermost first.
    #[must_use]
    pub fn fresh_within(&self, pool: &TermPool, calls: impl IntoIterator<Item = FuncId>) -> Self {
        let mut fresh = self.fresh_block(pool);
        calls.into_iter().for_each(|func| fresh.enter(func));
        fresh
    }

    /// The inputs since the start of the block.
    #[must_use]
    pub fn inputs(&self) -> &Vector<InputSymbol> {
        &self.inputs
    }

    /// A condition under which the state does not stand for all runs. It must be shown impossible before the
    /// state is part of a proof. Almost always false.
    #[must_use]
    pub fn doubt(&self) -> TermId {
        self.doubt
    }

    /// The term of a cell that changed since the start of the block.
    #[must_use]
    pub fn get(&self, cell: CellId) -> Option<TermId> {
        self.cells.get(&cell).copied()
    }

    /// Every cell that changed since the start of the block.
    pub fn changed(&self) -> impl Iterator<Item = (CellId, TermId)> + '_ {
        self.cells.iter().map(|(&cell, &term)| (cell, term))
    }

    /// Gives a cell a value.
    pub fn set(&mut self, cell: CellId, value: TermId) {
        self.cells.insert(cell, value);
    }

    pub(crate) fn enter(&mut self, func: FuncId) {
        let active = self.frames.get(&func).copied().unwrap_or(0);
        self.frames.insert(func, active + 1);
    }

    pub(crate) fn leave(&mut self, func: FuncId) {
        match self.frames.get(&func).copied() {
            Some(active) if active > 1 => {
                self.frames.insert(func, active - 1);
            }
            _ => {
                self.frames.remove(&func);
            }
        }
    }

    /// Which of the active calls of a function is at work; 0 is the outermost.
    #[must_use]
    pub fn depth(&self, func: FuncId) -> u32 {
        self.frames.get(&func).map_or(0, |active| active - 1)
    }
}
