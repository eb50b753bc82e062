//! How the program's memory is cut into cells, the things that have a term each.
//!
//! * A variable whose address is not taken, and that is only read and written at constant places, is one cell for
//!   each scalar in it.
//! * Everything else is an object at an address. Objects that one pointer may reach form a class, and memory of a
//!   class is cut into arrays by the offsets of the accesses ([`argand_flow::pointsto`]), indexed by address: writing
//!   `p->next` leaves what is known of `p->value` alone (R. Burstall, "Some techniques for proving correctness of
//!   programs which alter data structures", 1972).
//!
//! **Invariant:** two accesses that may touch a common byte use a common array.

use argand_cfa::expr::{ExprKind, PlaceKind};
use argand_cfa::{Program, VarId};
use argand_flow::callgraph::CallGraph;
use argand_flow::leaves::leaves;
use argand_flow::pointsto::{Class, Partition, PointsTo};
use argand_support::{FxHashMap, FxHashSet, IndexVec};
use std::sync::{Arc, OnceLock};

/// Aggregates with more scalars than this are objects.
const MAX_LEAVES: usize = 32;

/// Where a variable lives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    /// In a cell for each scalar in it.
    Cells,
    /// At an address.
    Object,
}

/// What is known of the objects of a class.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Region {
    /// Whether all of them exist from the start of the program, filled with zeros.
    pub starts_zero: bool,
    /// The variable that is the only one, and of which there is one at a time.
    pub single: Option<VarId>,
}

/// The memory of a program.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Where pointers point to.
    pub points_to: PointsTo,
    /// The arrays.
    pub partition: Partition,
    storage: IndexVec<VarId, Storage>,
    regions: FxHashMap<Class, Region>,
}

impl Layout {
    /// The memory of a program.
    #[must_use]
    pub fn new(program: &Program) -> Self {
        let (points_to, partition) = PointsTo::new(program);
        let storage = storage(program);
        let regions = regions(program, &points_to, &storage);
        Self { points_to, partition, storage, regions }
    }

    /// Where a variable lives.
    #[must_use]
    pub fn storage(&self, var: VarId) -> Storage {
        self.storage[var]
    }

    /// What is known of the objects of a class.
    #[must_use]
    pub fn region(&self, class: Class) -> Region {
        self.regions.get(&class).copied().unwrap_or_default()
    }
}

/// The memory of one program, found out when it is first asked for, and once for all who share it.
#[derive(Clone, Debug, Default)]
pub struct SharedLayout(Arc<OnceLock<Arc<Layout>>>);

impl SharedLayout {
    /// The memory of the program, which must be the same each time.
    #[must_use]
    pub fn of(&self, program: &Program) -> Arc<Layout> {
        Arc::clone(self.0.get_or_init(|| Arc::new(Layout::new(program))))
    }
}

/// Which variables can be cells.
fn storage(program: &Program) -> IndexVec<VarId, Storage> {
    let mut dynamic: FxHashSet<VarId> = FxHashSet::default();
    for (_, place) in program.pool.iter_places() {
        if let PlaceKind::Index { base, index } = place.kind
            && !matches!(program.expr(index).kind, ExprKind::Int(_))
            && let Some(var) = program.pool.root_var(base)
        {
            dynamic.insert(var);
        }
    }
    program
        .vars
        .iter_enumerated()
        .map(|(id, var)| {
            let plain = !var.addressed
                && var.extent.is_none()
                && !dynamic.contains(&id)
                && leaves(&program.types, var.ty, MAX_LEAVES).is_some();
            if plain { Storage::Cells } else { Storage::Object }
        })
        .collect()
}

/// The objects of each class.
fn regions(
    program: &Program,
    points_to: &PointsTo,
    storage: &IndexVec<VarId, Storage>,
) -> FxHashMap<Class, Region> {
    let calls = CallGraph::new(program);
    let mut vars: FxHashMap<Class, Vec<VarId>> = FxHashMap::default();
    for (var, &kind) in storage.iter_enumerated() {
        if kind == Storage::Object {
            vars.entry(points_to.var(var)).or_default().push(var);
        }
    }
    // Classes with objects that are no variables: nothing is known of those.
    let mut open: FxHashSet<Class> = FxHashSet::default();
    open.extend(program.extern_calls.indices().filter_map(|id| points_to.allocation(id)));
    open.insert(points_to.outside());
    let known = |(class, vars): (Class, Vec<VarId>)| {
        let single = match vars[..] {
            [var] => {
                let recursive = program.vars[var].func.is_some_and(|f| calls.is_recursive(f));
                (program.vars[var].is_static() || !recursive).then_some(var)
            }
            _ => None,
        };
        let is_zero = |&v: &VarId| program.vars[v].is_static() && !program.vars[v].undefined;
        (class, Region { starts_zero: vars.iter().all(is_zero), single })
    };
    vars.into_iter().filter(|(class, _)| !open.contains(class)).map(known).collect()
}
