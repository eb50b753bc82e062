//! Which objects of a program are arrays that can be followed in cells.
//!
//! An object qualifies if it is the only one of its class in the points-to partition, if there is one of it at a time,
//! and if everything that may touch its bytes is an access to a scalar at known indices. One access that is something
//! else is enough to leave it alone: copies of memory, other types, bit-fields, pointers that walk, library functions.

use super::access::{Access, access};
use super::shape::Shape;
use crate::callgraph::CallGraph;
use crate::edges::{Call, Write};
use crate::pointsto::{Class, PointsTo};
use crate::wto::Wto;
use argand_cfa::walk::{self, Node};
use argand_cfa::{
    EdgeId, ExprId, ExprKind, ExternId, FuncId, LocId, Op, PlaceId, PlaceKind, Program, VarId, VarKind,
};
use argand_support::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// An object that is followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Object {
    /// A variable.
    Var(VarId),
    /// What a call allocates.
    Allocation(ExternId),
}

/// An array that is followed.
#[derive(Clone, Debug)]
pub(super) struct Followed {
    /// The object.
    pub object: Object,
    /// Its shape.
    pub shape: Shape,
}

/// The arrays of a program that are followed, and the accesses to them.
#[derive(Debug, Default)]
pub(super) struct Chosen {
    /// The arrays by class.
    pub arrays: BTreeMap<Class, Followed>,
    /// The accesses by place.
    pub accesses: FxHashMap<PlaceId, Access>,
}

impl Chosen {
    /// Looks at a program.
    pub fn of(program: &Program) -> Self {
        // A number that was the address of an object may be that of a later one.
        let (points_to, _) = PointsTo::over_lives(program);
        let mut survey = Survey {
            program,
            points_to: &points_to,
            accesses: BTreeMap::new(),
            unfit: FxHashSet::default(),
            anything: false,
        };
        program.edges.indices().for_each(|edge| survey.edge(edge));
        survey.unfit.insert(points_to.outside());
        survey.unfit.extend(points_to.behind_variadic());
        if survey.anything { Self::default() } else { survey.choose() }
    }
}

struct Survey<'a> {
    program: &'a Program,
    points_to: &'a PointsTo,
    accesses: BTreeMap<PlaceId, Access>,
    /// Classes of which something else than an access to a scalar touches an object.
    unfit: FxHashSet<Class>,
    /// Whether something may touch everything.
    anything: bool,
}

impl Survey<'_> {
    fn edge(&mut self, edge: EdgeId) {
        let program = self.program;
        let op = &program.edges[edge].op;
        let mut loads = Vec::new();
        walk::operands(program, op, |node| {
            walk::for_each_node(program, node, |node| {
                if let Node::Expr(expr) = node
                    && let ExprKind::Load(place) = program.expr(expr).kind
                {
                    loads.push(place);
                }
            });
        });
        loads.into_iter().for_each(|place| self.place(place));
        match op {
            Op::Assign { dst, .. } => self.place(*dst),
            // A whole variable may be anything.
            Op::Havoc { dst, .. } if matches!(program.place(*dst).kind, PlaceKind::Var(_)) => {}
            Op::Havoc { dst, .. } => self.place(*dst),
            Op::Init { entries, .. } => entries.iter().for_each(|entry| self.place(entry.place)),
            Op::Extern(call) => self.library(*call),
            Op::Call(site) => {
                let callee = program.call_sites[*site].callee;
                program.functions[callee].params.iter().for_each(|&param| self.var(param));
            }
            Op::Return(site) => {
                let site = &program.call_sites[*site];
                let result = program.functions[site.callee].ret;
                result.into_iter().chain(site.dst).for_each(|var| self.var(var));
            }
            Op::Noop
            | Op::Assume { .. }
            | Op::Declare { .. }
            | Op::Dead { .. }
            | Op::Summary(_)
            | Op::Halt(_)
            | Op::Unsupported(_) => {}
        }
    }

    /// A place that is read or written.
    fn place(&mut self, place: PlaceId) {
        if self.accesses.contains_key(&place) {
            return;
        }
        match access(self.program, self.points_to, place) {
            Some(access) => {
                self.accesses.insert(place, access);
            }
            None => {
                self.unfit.insert(self.points_to.place(self.program, place).class);
            }
        }
    }

    /// A variable that is read or written whole.
    fn var(&mut self, var: VarId) {
        self.unfit.insert(self.points_to.var(var));
    }

    fn library(&mut self, call: ExternId) {
        let (program, call) = (self.program, Call::of(self.program, call));
        call.dst.into_iter().for_each(|dst| self.var(dst));
        let mut touched: Vec<Write<'_>> = Vec::new();
        call.reads(program, |read| touched.push(read));
        call.writes(program, |write| touched.push(write));
        for touched in touched {
            match touched {
                Write::Behind { pointer, .. } | Write::Count(pointer) | Write::List(pointer) => {
                    self.behind(&[pointer]);
                }
                Write::Reachable(pointers) => self.behind(pointers),
                Write::Place(place) => self.place(place),
                Write::Var(var) => self.var(var),
                Write::Anything => self.anything = true,
                // Nobody may look at it any more.
                Write::Freed(_) | Write::Frame(_) => {}
            }
        }
    }

    /// Whatever pointers lead to is touched.
    fn behind(&mut self, pointers: &[ExprId]) {
        let first = pointers.iter().filter_map(|&p| self.points_to.value(self.program, p));
        let first: Vec<Class> = first.map(|cell| cell.class).collect();
        self.unfit.extend(self.points_to.reachable(first));
    }

    fn choose(self) -> Chosen {
        let program = self.program;
        let calls = CallGraph::new(program);
        let mut of_class: BTreeMap<Class, Vec<&Access>> = BTreeMap::new();
        for access in self.accesses.values() {
            of_class.entry(access.class).or_default().push(access);
        }
        let mut arrays = BTreeMap::new();
        for (class, object) in self.objects() {
            let Some(object) = object.filter(|_| !self.unfit.contains(&class)) else { continue };
            let accesses = of_class.get(&class).map_or(&[][..], Vec::as_slice);
            let computed = accesses.iter().any(|access| {
                access.hops.iter().any(|hop| !matches!(program.expr(hop.index).kind, ExprKind::Int(_)))
            });
            if !computed || !is_single(program, &calls, object) {
                continue;
            }
            if let Some(shape) = Shape::of(program, accesses, declared_size(program, object)) {
                arrays.insert(class, Followed { object, shape });
            }
        }
        let accesses = self.accesses.into_iter().filter(|(_, access)| arrays.contains_key(&access.class));
        Chosen { accesses: accesses.collect(), arrays }
    }

    /// The object of each class that has exactly one.
    fn objects(&self) -> BTreeMap<Class, Option<Object>> {
        let vars = self.program.vars.indices().map(|var| (self.points_to.var(var), Object::Var(var)));
        let calls = self.program.extern_calls.indices();
        let made =
            calls.filter_map(|call| Some((self.points_to.allocation(call)?, Object::Allocation(call))));
        let mut objects: BTreeMap<Class, Option<Object>> = BTreeMap::new();
        for (class, object) in vars.chain(made) {
            let class = self.points_to.find(class);
            objects.entry(class).and_modify(|known| *known = None).or_insert(Some(object));
        }
        objects
    }
}

/// Whether there is at most one of an object at any time.
fn is_single(program: &Program, calls: &CallGraph, object: Object) -> bool {
    match object {
        Object::Var(var) => {
            let var = &program.vars[var];
            match var.kind {
                VarKind::Static => true,
                VarKind::Local => var.func.is_some_and(|func| !calls.is_recursive(func)),
                VarKind::Param
                | VarKind::Temp
                | VarKind::Return
                | VarKind::StringLiteral
                | VarKind::Label => false,
            }
        }
        Object::Allocation(call) => {
            let made = program.edges.iter().filter(|edge| edge.op == Op::Extern(call));
            let made: Vec<LocId> = made.map(|edge| edge.from).collect();
            matches!(made[..], [loc] if is_reached_once(program, calls, loc))
        }
    }
}

/// Whether no run is at a location twice.
fn is_reached_once(program: &Program, calls: &CallGraph, loc: LocId) -> bool {
    let mut at = loc;
    // Without recursion there are no more callers than functions.
    for _ in 0..program.functions.len() {
        let func: FuncId = program.locs[at].func;
        let looping = Wto::of_function(program, func).loop_of(at).is_some();
        if calls.is_recursive(func) || looping {
            return false;
        }
        if func == program.start {
            return true;
        }
        match *calls.sites_of(func) {
            [site] => at = program.call_sites[site].call,
            _ => return false,
        }
    }
    false
}

/// The size of a variable-length array, as its declaration computes it.
fn declared_size(program: &Program, object: Object) -> Option<ExprId> {
    let Object::Var(object) = object else { return None };
    let mut sizes = program.edges.iter().filter_map(|edge| match edge.op {
        Op::Declare { var, size } if var == object => Some(size),
        _ => None,
    });
    let first = sizes.next()??;
    sizes.all(|size| size == Some(first)).then_some(first)
}
