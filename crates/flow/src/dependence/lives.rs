//! Lives: on whose end it depends where objects lie.
//!
//! Memory is used again: the address of an object that is gone may be that of a new one. What a comparison of pointers, or
//! a pointer seen as a number, says then depends on which lives ended before the objects in question began. No cell of
//! memory tells that, so there are more of them: a *life*, of all objects whose addresses the program can hold against each
//! other.
//!
//! * A step **shows** addresses if it compares two pointers, takes their difference, sees the bits of one as a number,
//!   prints it, or makes a pointer of a number. Comparing with null shows nothing, nor does a comparison with a constant in
//!   the first bytes or the last page, where no object lies (`IS_ERR`), nor pointers to functions, which never go.
//! * **Groups**: the classes of two pointers that are compared belong together, and so do all classes whose addresses
//!   are numbers, however the numbers are compared.
//! * A step **ends** a group if it frees an object of it, or is the `Dead` of one of its variables. A group of which
//!   nothing ends has no life: the addresses of objects that are all there differ. The `Dead` of a variable counts only if
//!   something may happen between it and the end of its function: an activation that is there at all ends as it did.
//! * A step **begins** a group if it declares or allocates an object of it, or calls a function that has parameters
//!   in it. `realloc` may leave an object where it is: its model ends the old one after the new one began, so that
//!   there the step begins it that returns it.
//!
//! Ends write the life of their group, and never all of it. Beginnings read it in every slice that also has a step which
//! shows the group ([`crate::slice::Slice::of`]); showing alone reads nothing, because an address is settled when
//! its object begins.
//!
//! **Why that is enough.** Take a run of a program, and give each object that the slice still has the address it has
//! there, moved by one distance for each group, so that groups lie apart. What the slice shows is then what the program
//! showed. It is a run of the slice: when an object begins, no other object of its group lies there. For one that did and
//! is gone in the program was ended before by a step that is in the slice, because the beginning reads the life; or with
//! its activation, which the slice has, because it has the object. Objects that a slice does not have leave more room,
//! not less. Where a pointer leads that is made of a number which outlived its object is no question of lives: to any
//! object whose address is a number ([`PointsTo::over_lives`]). Following others that outlive their objects is an error
//! of the program.

use super::Cell;
use super::shown::Shown;
use crate::callgraph::CallGraph;
use crate::edges::Call;
use crate::effects::{Effects, Returned};
use crate::pointsto::{Class, PointsTo};
use argand_cfa::{Edge, ExternId, FuncId, LocId, Op, Origin, Program, VarId};
use argand_support::{FxHashMap, FxHashSet, Idx as _};
use std::collections::BTreeMap;

/// Where addresses are shown and where objects begin, in terms of the lives of groups.
#[derive(Clone, Default, Debug)]
pub struct Lives {
    shown: FxHashMap<LocId, Box<[Cell]>>,
    begun: FxHashMap<LocId, Box<[Cell]>>,
}

impl Lives {
    /// The lives whose objects' addresses the step at a location shows, in order.
    #[must_use]
    pub fn shown(&self, loc: LocId) -> &[Cell] {
        self.shown.get(&loc).map_or(&[], |lives| lives)
    }

    /// The lives of which an object begins at a location, in order.
    #[must_use]
    pub fn begun(&self, loc: LocId) -> &[Cell] {
        self.begun.get(&loc).map_or(&[], |lives| lives)
    }
}

/// The lives of a program before they are used.
pub(super) struct Found {
    pub lives: Lives,
    /// How many there are.
    pub count: usize,
    /// What each location ends.
    pub ended: FxHashMap<LocId, Box<[Cell]>>,
}

/// The classes that a property of locations is about.
type Places = BTreeMap<LocId, Vec<Class>>;

/// The lives of a program, which are cells from `first` on.
pub(super) fn find(program: &Program, calls: &CallGraph, points_to: &PointsTo, first: Cell) -> Found {
    let search = Search { program, points_to, last: lasts(program), renewing: renewing(program) };
    let (mut shown, mut ended, mut begun) = (Places::new(), Places::new(), Places::new());
    let mut showing = Shown::new(program, points_to);
    for edge in &program.edges {
        if calls.is_reachable(program.locs[edge.from].func) {
            let note = |places: &mut Places, classes: Vec<Class>| {
                if !classes.is_empty() {
                    places.entry(edge.from).or_default().extend(classes);
                }
            };
            note(&mut shown, showing.by(&edge.op));
            note(&mut ended, search.ended(edge.from, &edge.op));
            note(&mut begun, search.begun(&edge.op));
            note(&mut begun, search.renewed(edge));
        }
    }
    let groups = showing.groups;
    let is_shown: FxHashSet<Class> = shown.values().flatten().map(|&class| groups.find(class)).collect();
    let mut mortal: Vec<Class> = ended.values().flatten().map(|&class| groups.find(class)).collect();
    mortal.retain(|group| is_shown.contains(group));
    mortal.sort_unstable();
    mortal.dedup();
    let cells = |classes: Vec<Class>| -> Box<[Cell]> {
        let at = classes.into_iter().filter_map(|class| mortal.binary_search(&groups.find(class)).ok());
        let mut all: Vec<Cell> = at.map(|at| Cell::from_usize(first.index() + at)).collect();
        all.sort_unstable();
        all.dedup();
        all.into_boxed_slice()
    };
    let lives = |places: Places| -> FxHashMap<LocId, Box<[Cell]>> {
        let all = places.into_iter().map(|(loc, classes)| (loc, cells(classes)));
        all.filter(|(_, cells)| !cells.is_empty()).collect()
    };
    let (shown, begun, ended) = (lives(shown), lives(begun), lives(ended));
    Found { lives: Lives { shown, begun }, count: mortal.len(), ended }
}

struct Search<'a> {
    program: &'a Program,
    points_to: &'a PointsTo,
    /// The locations behind which nothing happens in their function but the ends of lives.
    last: FxHashSet<LocId>,
    /// The functions of the library that put new objects in the place of old ones, with what they allocate.
    renewing: FxHashMap<FuncId, Vec<ExternId>>,
}

impl Search<'_> {
    fn ended(&self, loc: LocId, op: &Op) -> Vec<Class> {
        match *op {
            Op::Dead { var } if !self.last.contains(&loc) => self.seen(var).into_iter().collect(),
            Op::Extern(id) => {
                let call = Call::of(self.program, id);
                let freed = call.effects.frees.and_then(|number| call.arg(number));
                let at = freed.and_then(|freed| self.points_to.value(self.program, freed));
                at.into_iter().map(|at| at.class).collect()
            }
            Op::Noop
            | Op::Assume { .. }
            | Op::Assign { .. }
            | Op::Havoc { .. }
            | Op::Init { .. }
            | Op::Declare { .. }
            | Op::Dead { .. }
            | Op::Call(_)
            | Op::Return(_)
            | Op::Summary(_)
            | Op::Halt(_)
            | Op::Unsupported(_) => Vec::new(),
        }
    }

    fn begun(&self, op: &Op) -> Vec<Class> {
        match *op {
            Op::Declare { var, .. } => self.seen(var).into_iter().collect(),
            Op::Extern(id) => self.points_to.allocation(id).into_iter().collect(),
            Op::Summary(site) => {
                let callee = &self.program.functions[self.program.call_sites[site].callee];
                let params = callee.params.iter().chain(&callee.ret);
                params.filter_map(|&var| self.seen(var)).collect()
            }
            Op::Noop
            | Op::Assume { .. }
            | Op::Assign { .. }
            | Op::Havoc { .. }
            | Op::Init { .. }
            | Op::Dead { .. }
            | Op::Call(_)
            | Op::Return(_)
            | Op::Halt(_)
            | Op::Unsupported(_) => Vec::new(),
        }
    }

    /// The classes of the new objects that a function returns in place of old ones, where it does.
    fn renewed(&self, edge: &Edge) -> Vec<Class> {
        let (program, func) = (self.program, self.program.locs[edge.from].func);
        let Op::Assign { dst, .. } = edge.op else { return Vec::new() };
        let returned = program.functions[func].ret;
        if returned.is_none() || program.pool.root_var(dst) != returned {
            return Vec::new();
        }
        let made = self.renewing.get(&func).into_iter().flatten();
        made.filter_map(|&id| self.points_to.allocation(id)).collect()
    }

    /// The class of a variable whose address somebody takes.
    fn seen(&self, var: VarId) -> Option<Class> {
        self.program.vars[var].addressed.then(|| self.points_to.var(var))
    }
}

/// The functions of the library that both allocate and free, with what they allocate.
fn renewing(program: &Program) -> FxHashMap<FuncId, Vec<ExternId>> {
    let (mut made, mut freeing) = (FxHashMap::<FuncId, Vec<ExternId>>::default(), FxHashSet::default());
    for edge in &program.edges {
        let (Op::Extern(id), func) = (&edge.op, program.locs[edge.from].func) else { continue };
        let effects = Effects::of(program.extern_model(*id));
        if effects.frees.is_some() {
            freeing.insert(func);
        } else if matches!(effects.returns, Returned::Object { .. }) {
            made.entry(func).or_default().push(*id);
        }
    }
    made.retain(|func, _| freeing.contains(func) && program.functions[*func].origin == Origin::Library);
    made
}

/// The locations from which nothing but the ends of lives leads to the exit of a function.
fn lasts(program: &Program) -> FxHashSet<LocId> {
    let mut work: Vec<LocId> = program.functions.iter().filter_map(argand_cfa::Function::exit).collect();
    let mut found = FxHashSet::default();
    while let Some(loc) = work.pop() {
        for &edge in &program.locs[loc].into {
            let edge = &program.edges[edge];
            let ends = matches!(edge.op, Op::Dead { .. } | Op::Noop);
            if ends && program.locs[edge.from].out.len() == 1 && found.insert(edge.from) {
                work.push(edge.from);
            }
        }
    }
    found
}
