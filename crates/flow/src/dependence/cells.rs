//! What steps read and write, in terms of cells of memory.
//!
//! A cell is an array of the partition of memory ([`crate::pointsto`]), so that two accesses that may touch a common
//! byte name a common cell; variables whose address nobody takes are their own class and their own cells. Bytes that no
//! access of a scalar touches (lists of arguments, texts that only library functions see) are one more cell for each
//! class, and the arguments beyond the parameters of a function are one more cell for each function.
//!
//! On whose end it depends where objects lie is told by cells, too ([`lives`]).
//!
//! A write is *whole* if it overwrites all that its cell can hold: the object is the only one of its class, there is only
//! one of it at a time, and every access to the cell lies inside the bytes that are written.

use super::gather::Gather;
use super::lives::{self, Lives};
use crate::callgraph::CallGraph;
use crate::pointsto::PointsTo;
use argand_cfa::walk::{self, Node};
use argand_cfa::{ExprId, ExprKind, FuncId, LibFn, LocId, PlaceId, Program, VarId};
use argand_support::{FxHashMap, Idx as _, IndexVec, define_index};

define_index! {
    /// A cell of memory: what a step reads or writes.
    pub struct Cell, "cell";
}

/// A cell that a step writes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Written {
    /// The cell.
    pub cell: Cell,
    /// Whether nothing of what was there before is left.
    pub whole: bool,
}

/// The cells of a program, and what its steps do with them.
#[derive(Clone, Debug)]
pub struct Cells {
    pub(super) variadic: FxHashMap<FuncId, Cell>,
    pub(super) of_var: IndexVec<VarId, Box<[Cell]>>,
    pub(super) whole_vars: IndexVec<VarId, bool>,
    /// The function whose activation a cell belongs to, if no other function and no caller sees it.
    pub(super) private: IndexVec<Cell, Option<FuncId>>,
    pub(super) reads: IndexVec<LocId, Box<[Cell]>>,
    pub(super) writes: IndexVec<LocId, Box<[Written]>>,
    pub(super) arguments: Vec<Box<[Box<[Cell]>]>>,
    pub(super) names: IndexVec<Cell, Option<PlaceId>>,
    pub(super) of_place: IndexVec<PlaceId, Box<[Cell]>>,
    /// Whether a pointer can reach it.
    pub(super) exposed: IndexVec<Cell, bool>,
    pub(super) lives: Lives,
}

impl Cells {
    /// The cells of a program. `arguments_of_inputs` says whether the result of a function that is defined nowhere and
    /// changes nothing depends on its arguments.
    #[must_use]
    pub fn new(program: &Program, calls: &CallGraph, arguments_of_inputs: bool) -> Self {
        let (points_to, partition) = PointsTo::over_lives(program);
        let mut cells = Gather::new(program, calls, &points_to, &partition, arguments_of_inputs).all();
        let found = lives::find(program, calls, &points_to, Cell::from_usize(cells.len()));
        cells.lives = found.lives;
        for _ in 0..found.count {
            cells.names.push(None);
            cells.private.push(None);
            cells.exposed.push(false);
        }
        for (loc, ended) in found.ended {
            // Lives are the last cells of all.
            let ends = ended.iter().map(|&cell| Written { cell, whole: false });
            cells.writes[loc] = cells.writes[loc].iter().copied().chain(ends).collect();
        }
        cells
    }

    /// Where addresses are shown, and where objects begin.
    #[must_use]
    pub const fn lives(&self) -> &Lives {
        &self.lives
    }

    /// How many cells there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// What the step at a location reads, in order. The scalar arguments of a call of a function with a body are not read
    /// by the call, but by who needs the parameters.
    #[must_use]
    pub fn reads(&self, loc: LocId) -> &[Cell] {
        &self.reads[loc]
    }

    /// What the step at a location writes, in order. Calls of functions with a body write what their callees do, and
    /// what is not supported may write everything that is [exposed](Self::is_exposed).
    #[must_use]
    pub fn writes(&self, loc: LocId) -> &[Written] {
        &self.writes[loc]
    }

    /// What the arguments of a call read, each in order.
    #[must_use]
    pub fn arguments(&self, site: argand_cfa::CallSiteId) -> &[Box<[Cell]>] {
        &self.arguments[site.index()]
    }

    /// The cells of a variable.
    #[must_use]
    pub fn of_var(&self, var: VarId) -> &[Cell] {
        &self.of_var[var]
    }

    /// The cells that the value of an expression depends on, in order.
    #[must_use]
    pub fn of_expr(&self, program: &Program, expr: ExprId) -> Vec<Cell> {
        let mut out = Vec::new();
        read_places(program, vec![(Node::Expr(expr), true)], |place| out.extend(&self.of_place[place]));
        out.sort_unstable();
        out.dedup();
        out
    }

    /// Whether writing a variable leaves nothing of what its cells held.
    #[must_use]
    pub fn is_whole(&self, var: VarId) -> bool {
        self.whole_vars[var]
    }

    /// The cell of the arguments beyond the parameters of a function.
    #[must_use]
    pub fn variadic(&self, func: FuncId) -> Option<Cell> {
        self.variadic.get(&func).copied()
    }

    /// The function whose activation a cell belongs to, if nobody else sees it.
    #[must_use]
    pub fn private_to(&self, cell: Cell) -> Option<FuncId> {
        self.private[cell]
    }

    /// Whether a pointer can reach the cell: then what is not supported may write it.
    #[must_use]
    pub fn is_exposed(&self, cell: Cell) -> bool {
        self.exposed[cell]
    }

    /// A place that lies in the cell, for those who want to name it.
    #[must_use]
    pub fn place(&self, cell: Cell) -> Option<PlaceId> {
        self.names[cell]
    }
}

/// Calls `visit` for every place that is read. A place that is only found reads its indices and pointers.
pub(super) fn read_places(program: &Program, mut work: Vec<(Node, bool)>, mut visit: impl FnMut(PlaceId)) {
    while let Some((node, read)) = work.pop() {
        match node {
            Node::Expr(id) => match program.expr(id).kind {
                ExprKind::AddrOf(place) => work.push((Node::Place(place), false)),
                ExprKind::Load(place) => work.push((Node::Place(place), true)),
                _ => walk::parts(program, node, |part| work.push((part, true))),
            },
            Node::Place(id) => {
                if read {
                    visit(id);
                }
                walk::parts(program, node, |part| work.push((part, false)));
            }
        }
    }
}

/// Whether a function is an input whatever its arguments are.
pub(crate) fn is_plain_input(model: LibFn) -> bool {
    matches!(model, LibFn::Undefined | LibFn::Nondet | LibFn::Foreign | LibFn::Open)
}
