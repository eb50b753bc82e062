//! From edges and paths to terms.
//!
//! An [`Encoder`] turns what a program does into bit-precise logic, for everybody who uses logic: predicate
//! analysis, bounded model checking, induction and the check whether a path is feasible.
//!
//! The unit is the *symbolic state* ([`SymState`]): a guard, and a term for each cell of memory that says how its
//! value depends on the values at the start of the block and on inputs. [`Encoder::post`] takes a state along an
//! edge; [`Encoder::join`] merges two states of one location. There are no indexed symbols and no definitions:
//! terms are hash-consed, so that a term is as small as the set of definitions it stands for, and substitution is
//! enough for what static single assignment is used for elsewhere. A predicate is a term over the *canonical
//! symbols* of cells; [`Encoder::instantiate`] says what it means in a state, which is also how weakest
//! preconditions are found: take the path from a state in which nothing is known.
//!
//! **Invariant:** a state stands for every run of the program along its path in which the program's behaviour is
//! defined. Where an exact term would be too large or is not known, an input stands for it, which only adds runs.
//! A condition under which that would not be true is a *doubt* ([`SymState::doubt`]).

mod arith;
mod cells;
mod copy;
mod expr;
mod formula;
mod intrinsic;
pub mod layout;
mod library;
mod memory;
mod numbers;
mod pointer;
mod post;
mod show;
mod state;

pub use cells::{Cell, CellId, CellKind};
pub use formula::Formula;
pub use state::{Happened, InputKind, InputSymbol, SymState};

use argand_cfa::{EdgeId, ExprId, ExprKind, FuncId, Intrinsic, Op, PlaceId, Program, VarId};
use argand_flow::pointsto::{Cell as MemoryCell, Class};
use argand_logic::{FuncId as LogicFunc, Sort, TermId, TermPool};
use argand_support::{FxHashMap, FxHashSet, IndexVec};
use layout::{Layout, SharedLayout};
use std::sync::Arc;

/// Something that cannot be put into logic, not even by over-approximation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsupported {
    /// What it is, in the user's words.
    pub construct: String,
}

impl Unsupported {
    pub(crate) fn new(construct: impl Into<String>) -> Self {
        Self { construct: construct.into() }
    }
}

impl std::fmt::Display for Unsupported {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} is not supported in logic", self.construct)
    }
}

/// Turns a program into terms. Owns the terms and the layout of memory of one program, which is passed to each call.
#[derive(Clone, Debug)]
pub struct Encoder {
    /// All terms.
    pub pool: TermPool,
    layout: Arc<Layout>,
    cells: IndexVec<CellId, Cell>,
    cell_ids: FxHashMap<CellKind, CellId>,
    symbols: FxHashMap<TermId, CellId>,
    names: FxHashMap<String, u32>,
    /// The cells of each activation of a function.
    frame_cells: FxHashMap<(FuncId, u32), Vec<CellId>>,
    addresses: FxHashMap<(VarId, u32), u64>,
    next_address: u64,
    pointer_width: u32,
    address_of_pointer: LogicFunc,
    pointer_of_address: LogicFunc,
    /// Whether the program asks how large objects are.
    asks_sizes: bool,
    /// Where places lie.
    place_cells: FxHashMap<PlaceId, MemoryCell>,
    /// Classes in which pointers to objects that may be gone are compared.
    compared: FxHashSet<Class>,
    /// Which numbers are turned into pointers at once.
    numbers: numbers::Numbers,
    /// The variables of those classes whose lives end.
    remembered: Vec<VarId>,
    /// What else ends with functions.
    automatic: pointer::Automatic,
    /// Local variables whose addresses may become numbers.
    numbered: FxHashSet<VarId>,
    /// The functions that have such variables.
    numbered_functions: FxHashSet<FuncId>,
}

/// Below this address there is no object.
const FIRST_ADDRESS: u64 = 0x1_0000;
/// Where allocated objects begin.
const HEAP_START: u64 = 0x4000_0000;

impl Encoder {
    /// An encoder for a program.
    #[must_use]
    pub fn new(program: &Program) -> Self {
        Self::sharing(program, &SharedLayout::default())
    }

    /// An encoder for a program whose memory others look at too.
    #[must_use]
    pub fn sharing(program: &Program, layout: &SharedLayout) -> Self {
        let mut pool = TermPool::new();
        let pointer_width = program.types.model().pointer_bytes() as u32 * 8;
        let sort = Sort::Bv(pointer_width);
        let address_of_pointer = pool.func("address of pointer", &[sort, sort], sort);
        let pointer_of_address = pool.func("pointer of address", &[sort], sort);
        let layout = layout.of(program);
        let numbers = numbers::Numbers::new(program, &layout.points_to);
        let automatic = pointer::automatic(program, &layout);
        let compared = pointer::compared_after_death(program, &layout, &numbers, &automatic);
        let remembered = pointer::remembered(program, &layout, &compared);
        let numbered = pointer::numbered_locals(program, &layout);
        let numbered_functions = numbered.iter().filter_map(|&var| program.vars[var].func).collect();
        Self {
            pool,
            layout,
            numbers,
            compared,
            remembered,
            automatic,
            numbered,
            numbered_functions,
            cells: IndexVec::new(),
            cell_ids: FxHashMap::default(),
            symbols: FxHashMap::default(),
            names: FxHashMap::default(),
            frame_cells: FxHashMap::default(),
            addresses: FxHashMap::default(),
            next_address: FIRST_ADDRESS,
            pointer_width,
            address_of_pointer,
            pointer_of_address,
            asks_sizes: asks_sizes(program),
            place_cells: FxHashMap::default(),
        }
    }

    /// How memory is laid out.
    #[must_use]
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The state at the program's entry.
    pub fn start(&mut self, program: &Program) -> SymState {
        let mut state = SymState::new(self.pool.ff());
        let top = self.pool.bv(self.pointer_width, HEAP_START);
        let heap = self.heap_top();
        state.set(heap, top);
        let partition = &self.layout.partition;
        let classes = partition.classes().into_iter().filter(|&c| self.layout.region(c).starts_zero);
        let zeroed: Vec<_> = classes.flat_map(|class| partition.arrays_of(class).to_vec()).collect();
        if self.asks_sizes {
            let none = self.pool.bv(self.pointer_width, 0);
            let sizes = self.pool.const_array(self.pointer_width, none);
            let cell = self.sizes();
            state.set(cell, sizes);
        }
        if !self.numbered.is_empty() {
            let first = self.pool.bv(self.pointer_width, 0);
            let cell = self.epoch();
            state.set(cell, first);
        }
        if !self.compared.is_empty() {
            let alive = self.pool.bv(1, 0);
            let none = self.pool.const_array(self.pointer_width, alive);
            let cell = self.dead();
            state.set(cell, none);
        }
        for id in zeroed {
            let zero = self.pool.bv(self.layout.partition.array(id).width, 0);
            let array = self.pool.const_array(self.pointer_width, zero);
            let cell = self.array(program, id);
            state.set(cell, array);
        }
        state.enter(program.start);
        state
    }

    /// The state after an edge: the strongest postcondition. Its guard may be false.
    ///
    /// # Errors
    /// If the edge does something that cannot be expressed.
    pub fn post(
        &mut self,
        program: &Program,
        state: &SymState,
        edge: EdgeId,
    ) -> Result<SymState, Unsupported> {
        let mut next = state.clone();
        Step::new(self, program, &mut next, edge).take()?;
        Ok(next)
    }

    /// An expression of the program as a truth value in a state.
    ///
    /// # Errors
    /// If it cannot be expressed.
    pub fn condition(
        &mut self,
        program: &Program,
        state: &SymState,
        expr: ExprId,
        truth: bool,
    ) -> Result<TermId, Unsupported> {
        let mut scratch = state.clone();
        let mut step = Step::new(self, program, &mut scratch, EdgeId::new(0));
        let holds = step.truth(expr)?;
        Ok(if truth { holds } else { self.pool.not(holds) })
    }

    /// The value of an expression of the program in a state.
    ///
    /// # Errors
    /// If it cannot be expressed.
    pub fn value(
        &mut self,
        program: &Program,
        state: &SymState,
        expr: ExprId,
    ) -> Result<TermId, Unsupported> {
        let mut scratch = state.clone();
        Step::new(self, program, &mut scratch, EdgeId::new(0)).value(expr)
    }

    /// Merges two states of one location, call stack and block start. A cell that differs becomes an if-then-else
    /// on the part of the guards in which the states differ.
    pub fn join(&mut self, a: &SymState, b: &SymState) -> SymState {
        if a.is_false(&self.pool) {
            return b.clone();
        }
        if b.is_false(&self.pool) {
            return a.clone();
        }
        let common = a.guard.iter().zip(&b.guard).take_while(|(x, y)| x == y).count();
        let rest = |s: &SymState| s.guard.iter().skip(common).copied().collect::<Vec<_>>();
        let (rest_a, rest_b) = (rest(a), rest(b));
        let (cond_a, cond_b) = (self.pool.and_all(&rest_a), self.pool.and_all(&rest_b));
        let mut out = a.clone();
        out.truncate_guard(common);
        let either = self.pool.or(cond_a, cond_b);
        out.assume(&mut self.pool, either);
        for (cell, (ta, tb)) in self.differences(a, b) {
            let merged = self.pool.ite(cond_a, ta, tb);
            out.set(cell, merged);
        }
        let shared = a.inputs.iter().zip(&b.inputs).take_while(|(x, y)| x == y).count();
        out.inputs.extend(b.inputs.iter().skip(shared).cloned());
        out.doubt = self.pool.or(a.doubt, b.doubt);
        out.numbered = a.numbered.max(b.numbered);
        out
    }

    fn differences(&mut self, a: &SymState, b: &SymState) -> Vec<(CellId, (TermId, TermId))> {
        a.differing(b).into_iter().map(|cell| (cell, (self.read(a, cell), self.read(b, cell)))).collect()
    }

    /// The value of a cell in a state.
    pub fn read(&mut self, state: &SymState, cell: CellId) -> TermId {
        state.get(cell).unwrap_or(self.cells[cell].symbol)
    }

    /// A term over canonical symbols with the values that the cells have in a state.
    pub fn instantiate(&mut self, t: TermId, at: &SymState) -> TermId {
        let mut map = FxHashMap::default();
        for symbol in self.pool.free_vars(&[t]) {
            if let Some(&cell) = self.symbols.get(&symbol) {
                let value = self.read(at, cell);
                map.insert(symbol, value);
            }
        }
        self.pool.substitute(t, &map)
    }

    /// What a value that nothing is known of is called: by the function that it comes from.
    fn source<'a>(&self, program: &'a Program, edge: EdgeId, kind: InputKind) -> &'a str {
        match (&program.edges[edge].op, kind) {
            (Op::Extern(call), InputKind::Asked) => {
                let name = program.func_name(program.extern_calls[*call].callee);
                name.strip_prefix("__VERIFIER_").unwrap_or(name)
            }
            (_, InputKind::Asked) => "input",
            (_, InputKind::Uninitialised) => "uninitialised",
            (_, InputKind::Unknown) => "unknown",
        }
    }

    /// The cells of a local variable in the call of its function that is at work.
    #[must_use]
    pub fn local_cells(&self, program: &Program, state: &SymState, var: VarId) -> Vec<CellId> {
        let Some(func) = program.vars[var].func else { return Vec::new() };
        let cells = self.frame_cells.get(&(func, state.depth(func))).map_or(&[][..], Vec::as_slice);
        let belongs =
            |cell: &CellId| matches!(self.cells[*cell].kind, CellKind::Scalar { var: v, .. } if v == var);
        cells.iter().copied().filter(belongs).collect()
    }

    /// The cell whose canonical symbol this is; `None` for inputs.
    #[must_use]
    pub fn cell_of(&self, symbol: TermId) -> Option<CellId> {
        self.symbols.get(&symbol).copied()
    }

    /// The canonical symbol of a cell.
    #[must_use]
    pub fn symbol(&self, cell: CellId) -> TermId {
        self.cells[cell].symbol
    }

    /// A cell.
    #[must_use]
    pub fn cell(&self, cell: CellId) -> &Cell {
        &self.cells[cell]
    }

    /// The name of a cell, the same in every run.
    #[must_use]
    pub fn cell_name(&self, cell: CellId) -> &str {
        &self.cells[cell].name
    }

    /// The function that the variable of a cell belongs to; `None` for static variables and memory.
    #[must_use]
    pub fn cell_function(&self, program: &Program, cell: CellId) -> Option<FuncId> {
        match self.cells[cell].kind {
            CellKind::Scalar { var, .. } if !program.vars[var].is_static() => program.vars[var].func,
            _ => None,
        }
    }
}

/// Whether a program asks for the size of an object or for a place in it.
fn asks_sizes(program: &Program) -> bool {
    let asks = |kind| matches!(kind, ExprKind::Intrinsic(Intrinsic::ObjectSize | Intrinsic::ObjectOffset, _));
    program.pool.iter().any(|(_, expr)| asks(expr.kind))
}

/// One edge on its way into a state.
pub(crate) struct Step<'a> {
    enc: &'a mut Encoder,
    program: &'a Program,
    state: &'a mut SymState,
    edge: EdgeId,
    /// Values of expressions before the edge; an expression occurs more than once in a large one.
    values: FxHashMap<ExprId, TermId>,
}

impl<'a> Step<'a> {
    fn new(enc: &'a mut Encoder, program: &'a Program, state: &'a mut SymState, edge: EdgeId) -> Self {
        Self { enc, program, state, edge, values: FxHashMap::default() }
    }

    fn pool(&mut self) -> &mut TermPool {
        &mut self.enc.pool
    }

    /// A value that nothing is known of.
    fn input(&mut self, kind: InputKind, sort: Sort) -> TermId {
        let term = match &mut self.state.numbered {
            Some(count) => {
                let source = self.enc.source(self.program, self.edge, kind);
                let name = format!("{source}@{}#{count}", self.edge);
                *count += 1;
                self.enc.pool.var_of_sort(&name, sort)
            }
            None => self.enc.pool.fresh_var("in", sort),
        };
        self.state.inputs.push_back(InputSymbol { term, edge: self.edge, kind });
        term
    }
}
