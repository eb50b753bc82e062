//! Finds out what steps read and write, from points-to information and the effects of library functions.

use super::cells::{Cell, Cells, Written, is_plain_input, read_places};
use crate::callgraph::CallGraph;
use crate::edges::{Call, Write, writes};
use crate::formats::Formats;
use crate::leaves::{leaves, value_bits};
use crate::pointsto::{ArrayId, Cell as Target, Class, Partition, PointsTo, Span};
use argand_cfa::walk::Node;
use argand_cfa::{ExprId, ExprKind, FuncId, LibFn, LocId, Op, PlaceId, Program, TypeId, VarId, VarKind};
use argand_support::{FxHashMap, Idx as _, IndexVec};

/// Who has objects in a class.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Owner {
    /// Nobody.
    Nobody,
    /// One variable.
    Var(VarId),
    /// Several variables of one function.
    Function(FuncId),
    /// Several functions, or memory that is allocated, or the world outside.
    Many,
}

/// What one access touches: bits from a start, or an unknown number of them.
const ENDLESS: u64 = u64::MAX >> 8;

/// Records with more scalars than this are touched as a whole.
const MAX_LEAVES: usize = crate::pointsto::MAX_LEAVES;

/// Collects what steps read and write.
pub(super) struct Gather<'a> {
    program: &'a Program,
    calls: &'a CallGraph,
    points_to: &'a PointsTo,
    partition: &'a Partition,
    formats: Formats,
    arguments_of_inputs: bool,
    owners: FxHashMap<Class, Owner>,
    rest: FxHashMap<Class, Cell>,
    variadic: FxHashMap<FuncId, Cell>,
    count: usize,
    /// Everything that a pointer can reach.
    reachable: Vec<Class>,
    classes: Vec<Class>,
    of_place: IndexVec<PlaceId, Box<[Cell]>>,
}

impl<'a> Gather<'a> {
    pub(super) fn new(
        program: &'a Program,
        calls: &'a CallGraph,
        points_to: &'a PointsTo,
        partition: &'a Partition,
        arguments_of_inputs: bool,
    ) -> Self {
        let mut this = Self {
            program,
            calls,
            points_to,
            partition,
            formats: Formats::of(program),
            arguments_of_inputs,
            owners: FxHashMap::default(),
            rest: FxHashMap::default(),
            variadic: FxHashMap::default(),
            count: partition.len(),
            reachable: Vec::new(),
            classes: Vec::new(),
            of_place: IndexVec::new(),
        };
        for var in program.vars.indices() {
            this.own(points_to.var(var), Owner::Var(var));
        }
        for (call, _) in program.extern_calls.iter_enumerated() {
            points_to.allocation(call).into_iter().for_each(|class| this.own(class, Owner::Many));
        }
        this.own(points_to.outside(), Owner::Many);
        let classes = partition.classes();
        classes.into_iter().for_each(|class| this.own(class, Owner::Nobody));
        let mut classes: Vec<Class> = this.owners.keys().copied().collect();
        classes.sort_unstable();
        for &class in &classes {
            this.rest.insert(class, Cell::from_usize(this.count));
            this.count += 1;
        }
        for func in program.functions.indices() {
            if program.functions[func].entry().is_some() && this.takes_more(func) {
                this.variadic.insert(func, Cell::from_usize(this.count));
                this.count += 1;
            }
        }
        let sees = |class: &Class| match this.owners[class] {
            Owner::Var(var) => program.vars[var].addressed,
            Owner::Nobody | Owner::Function(_) | Owner::Many => true,
        };
        this.reachable = classes.iter().copied().filter(sees).collect();
        this.classes = classes;
        this.of_place =
            program.pool.iter_places().map(|(id, _)| this.tidy(|out| this.place(id, out))).collect();
        this
    }

    /// Whether some call gives a function more arguments than it has parameters.
    fn takes_more(&self, func: FuncId) -> bool {
        let params = self.program.functions[func].params.len();
        self.calls.sites_of(func).iter().any(|&site| self.program.call_sites[site].args.len() > params)
    }

    fn own(&mut self, class: Class, by: Owner) {
        let program = self.program;
        let function = |var: VarId| program.vars[var].func.filter(|_| !program.vars[var].is_static());
        let owner = self.owners.entry(class).or_insert(Owner::Nobody);
        *owner = match (*owner, by) {
            (Owner::Nobody, by) => by,
            (owner, Owner::Nobody) => owner,
            (Owner::Var(a), Owner::Var(b)) if function(a).is_some() && function(a) == function(b) => {
                function(a).map_or(Owner::Many, Owner::Function)
            }
            (Owner::Function(f), Owner::Var(b)) if function(b) == Some(f) => Owner::Function(f),
            _ => Owner::Many,
        };
    }

    pub(super) fn all(self) -> Cells {
        let program = self.program;
        let reads = program.locs.indices().map(|loc| self.reads(loc)).collect();
        let writes = program.locs.indices().map(|loc| self.writes(loc)).collect();
        let arguments = program
            .call_sites
            .iter()
            .map(|site| site.args.iter().map(|&arg| self.tidy(|out| self.expr(arg, out))).collect())
            .collect();
        let mut names = IndexVec::filled(None, self.count);
        for class in self.partition.classes() {
            for &array in self.partition.arrays_of(class) {
                names[of_array(array)] = self.partition.array(array).named;
            }
        }
        let mut private = IndexVec::filled(None, self.count);
        for &class in &self.classes {
            let owner = self.private_owner(class);
            let arrays = self.partition.arrays_of(class).iter().map(|&array| of_array(array));
            arrays.chain(self.rest.get(&class).copied()).for_each(|cell| private[cell] = owner);
        }
        let mut exposed = IndexVec::filled(false, self.count);
        for &class in &self.reachable {
            self.tidy(|out| self.class(class, out)).iter().for_each(|&cell| exposed[cell] = true);
        }
        for func in program.functions.indices() {
            if let Some(&cell) = self.variadic.get(&func) {
                private[cell] = Some(func);
            }
        }
        Cells {
            of_var: program
                .vars
                .indices()
                .map(|var| self.tidy(|out| self.class(self.points_to.var(var), out)))
                .collect(),
            whole_vars: program
                .vars
                .indices()
                .map(|var| self.single(self.points_to.var(var)) == Some(var))
                .collect(),
            private,
            reads,
            writes,
            arguments,
            names,
            exposed,
            lives: super::lives::Lives::default(),
            of_place: self.of_place,
            variadic: self.variadic,
        }
    }

    /// The function whose activation all objects of a class belong to, if nobody else sees them. Pointers to variables
    /// of another activation of the same function are possible, unless it is active only once.
    fn private_owner(&self, class: Class) -> Option<FuncId> {
        let program = self.program;
        match self.owners.get(&class)? {
            Owner::Var(var) => {
                let data = &program.vars[*var];
                let func = data.func.filter(|_| !data.is_static())?;
                (!data.addressed || !self.calls.is_recursive(func)).then_some(func)
            }
            Owner::Function(func) => (!self.calls.is_recursive(*func)).then_some(*func),
            Owner::Nobody | Owner::Many => None,
        }
    }

    /// The only object of a class, if there is one of it at a time.
    fn single(&self, class: Class) -> Option<VarId> {
        let Some(Owner::Var(var)) = self.owners.get(&class) else { return None };
        let data = &self.program.vars[*var];
        let once = data.is_static()
            || !data.addressed
            || data.func.is_some_and(|func| !self.calls.is_recursive(func));
        once.then_some(*var)
    }

    fn tidy(&self, fill: impl FnOnce(&mut Vec<Cell>)) -> Box<[Cell]> {
        let mut out = Vec::new();
        fill(&mut out);
        out.sort_unstable();
        out.dedup();
        out.into_boxed_slice()
    }

    /// All cells of a class.
    fn class(&self, class: Class, out: &mut Vec<Cell>) {
        out.extend(self.partition.arrays_of(class).iter().map(|&array| of_array(array)));
        out.extend(self.rest.get(&self.points_to.find(class)));
    }

    /// The cells that so many bits touch, and the bytes that no scalar access does.
    fn stretch(&self, at: Target, bits: u64, out: &mut Vec<Cell>) {
        let span = Span { offsets: at.offsets, bit: 0, width: bits };
        out.extend(self.partition.touched(at.class, span).into_iter().map(of_array));
        out.extend(self.rest.get(&at.class));
    }

    /// The cells of a place.
    fn place(&self, place: PlaceId, out: &mut Vec<Cell>) {
        let (program, types) = (self.program, &self.program.types);
        let at = self.points_to.place(program, place);
        let ty = program.place(place).ty;
        let field = program.field_of(place);
        let bit = field.map_or(0, |f| (f.bit_offset % 8) as u32);
        let before = out.len();
        for span in
            self.spans(Span { offsets: at.offsets, bit, width: 0 }, ty, field.and_then(|f| f.bit_width))
        {
            out.extend(self.partition.touched(at.class, span).into_iter().map(of_array));
        }
        // What is copied as a whole, or is no scalar that anybody reads.
        if out.len() == before || !types.is_scalar(ty) {
            out.extend(self.rest.get(&at.class));
        }
    }

    /// The scalars of an access.
    fn spans(&self, start: Span, ty: TypeId, bit_width: Option<u32>) -> Vec<Span> {
        let types = &self.program.types;
        if let Some(width) = bit_width.or_else(|| value_bits(types, ty)) {
            return vec![Span { width: u64::from(width), ..start }];
        }
        match leaves(types, ty, MAX_LEAVES) {
            Some(all) => {
                all.into_iter().map(|leaf| start.part(leaf.bit_offset, u64::from(leaf.width))).collect()
            }
            None => vec![Span { width: types.size_of(ty).map_or(ENDLESS, |bytes| bytes * 8), ..start }],
        }
    }

    /// The cells that the value of an expression depends on.
    fn expr(&self, expr: ExprId, out: &mut Vec<Cell>) {
        self.nodes(Node::Expr(expr), true, out);
    }

    /// The cells that finding a place depends on, without what lies there.
    fn address(&self, place: PlaceId, out: &mut Vec<Cell>) {
        self.nodes(Node::Place(place), false, out);
    }

    fn nodes(&self, node: Node, read: bool, out: &mut Vec<Cell>) {
        read_places(self.program, vec![(node, read)], |place| out.extend(&self.of_place[place]));
    }

    fn is_scalar(&self, expr: ExprId) -> bool {
        self.program.types.is_scalar(self.program.expr(expr).ty)
    }

    fn op(&self, loc: LocId) -> Option<&'a Op> {
        let edges = self.program.locs[loc].out.iter().map(|&edge| &self.program.edges[edge].op);
        edges.into_iter().find(|op| !matches!(op, Op::Call(_) | Op::Return(_)))
    }

    fn reads(&self, loc: LocId) -> Box<[Cell]> {
        self.tidy(|out| match self.op(loc) {
            Some(Op::Assume { cond, .. }) => self.expr(*cond, out),
            Some(Op::Assign { dst, src }) => {
                self.address(*dst, out);
                self.expr(*src, out);
            }
            Some(Op::Init { entries, .. }) => {
                for entry in entries {
                    self.address(entry.place, out);
                    self.expr(entry.value, out);
                }
            }
            Some(Op::Havoc { dst, .. }) => self.address(*dst, out),
            Some(Op::Declare { size: Some(size), .. }) => self.expr(*size, out),
            Some(Op::Halt(argand_cfa::HaltKind::Exit(code))) => self.expr(*code, out),
            Some(Op::Extern(id)) => {
                let call = Call::of(self.program, *id);
                let all = self.arguments_of_inputs || !is_plain_input(call.model);
                let needed = |arg: &&ExprId| all || !self.is_scalar(**arg);
                call.args.iter().filter(needed).for_each(|&arg| self.expr(arg, out));
                call.reads(self.program, |memory| self.memory(&call, memory, false, out));
                if call.model == LibFn::VaStart {
                    out.extend(self.variadic.get(&self.program.locs[loc].func));
                }
            }
            // Scalars that nobody needs can be replaced, records cannot.
            Some(Op::Summary(site)) => {
                let args = self.program.call_sites[*site].args.iter();
                args.filter(|arg| !self.is_scalar(**arg)).for_each(|&arg| self.expr(arg, out));
            }
            Some(
                Op::Noop
                | Op::Declare { size: None, .. }
                | Op::Dead { .. }
                | Op::Call(_)
                | Op::Return(_)
                | Op::Halt(_)
                | Op::Unsupported(_),
            )
            | None => {}
        })
    }

    fn writes(&self, loc: LocId) -> Box<[Written]> {
        let mut all: Vec<Written> = Vec::new();
        let Some(op) = self.op(loc) else { return Box::default() };
        let mut weak = Vec::new();
        match op {
            Op::Extern(id) => {
                let call = Call::of(self.program, *id);
                call.writes(self.program, |memory| self.memory(&call, memory, true, &mut weak));
                call.dst.into_iter().for_each(|dst| self.whole_var(dst, &mut all));
            }
            Op::Unsupported(_)
            | Op::Noop
            | Op::Assume { .. }
            | Op::Assign { .. }
            | Op::Init { .. }
            | Op::Havoc { .. }
            | Op::Declare { .. }
            | Op::Dead { .. }
            | Op::Call(_)
            | Op::Return(_)
            | Op::Summary(_)
            | Op::Halt(_) => writes(self.program, op, |write| match write {
                Write::Var(var) => self.whole_var(var, &mut all),
                Write::Place(place) => self.written_place(place, &mut all),
                Write::Behind { .. }
                | Write::Count(_)
                | Write::List(_)
                | Write::Reachable(_)
                | Write::Freed(_)
                | Write::Frame(_)
                | Write::Anything => {}
            }),
        }
        all.extend(weak.into_iter().map(|cell| Written { cell, whole: false }));
        // Whole writes come first of their cell, and one is enough.
        all.sort_unstable_by_key(|written| (written.cell, !written.whole));
        all.dedup_by_key(|written| written.cell);
        all.into_boxed_slice()
    }

    /// Everything in a variable is new.
    fn whole_var(&self, var: VarId, all: &mut Vec<Written>) {
        let class = self.points_to.var(var);
        let whole = self.single(class) == Some(var);
        let mut cells = Vec::new();
        self.class(class, &mut cells);
        all.extend(cells.into_iter().map(|cell| Written { cell, whole }));
    }

    fn written_place(&self, place: PlaceId, all: &mut Vec<Written>) {
        let program = self.program;
        let at = self.points_to.place(program, place);
        let direct = program.pool.root_var(place).is_some() && self.single(at.class).is_some();
        let field = program.field_of(place);
        let bit = field.map_or(0, |f| (f.bit_offset % 8) as u32);
        let width = program.place_width(place);
        let region = width.filter(|_| direct && at.offsets.stride() == 0).map(|width| {
            let first = i128::from(at.offsets.base()) * 8 + i128::from(bit);
            (first, first + i128::from(width))
        });
        for &cell in &self.of_place[place] {
            let whole = region.is_some_and(|region| self.is_inside(cell, region));
            all.push(Written { cell, whole });
        }
    }

    /// Whether every access to a cell lies inside these bits.
    fn is_inside(&self, cell: Cell, (first, end): (i128, i128)) -> bool {
        if cell.index() >= self.partition.len() {
            return false;
        }
        self.partition.array(ArrayId::from_usize(cell.index())).spans.iter().all(|span| {
            let start = i128::from(span.offsets.base()) * 8 + i128::from(span.bit);
            span.offsets.stride() == 0 && first <= start && start + i128::from(span.width) <= end
        })
    }

    /// The cells of memory that a call of a function without a body touches.
    fn memory(&self, call: &Call<'_>, memory: Write<'_>, written: bool, out: &mut Vec<Cell>) {
        let (program, points_to) = (self.program, self.points_to);
        match memory {
            Write::Behind { pointer, bytes } => {
                let Some(at) = points_to.value(program, pointer) else { return };
                let bits = bytes.and_then(|bytes| match program.expr(bytes).kind {
                    ExprKind::Int(bytes) => u64::try_from(bytes).ok()?.checked_mul(8),
                    _ => None,
                });
                match bits {
                    Some(bits) if bits <= ENDLESS => self.stretch(at, bits, out),
                    _ => self.class(at.class, out),
                }
            }
            Write::Count(arg) => {
                if !written || self.may_count(call) {
                    points_to.value(program, arg).into_iter().for_each(|at| self.class(at.class, out));
                }
            }
            Write::List(list) => {
                points_to.value(program, list).into_iter().for_each(|at| self.class(at.class, out));
                if !written || self.may_count(call) {
                    points_to.behind_variadic().into_iter().for_each(|class| self.class(class, out));
                }
            }
            Write::Reachable(args) => {
                let from = args.iter().filter_map(|&arg| points_to.value(program, arg)).map(|at| at.class);
                points_to.reachable(from).into_iter().for_each(|class| self.class(class, out));
            }
            Write::Anything => self.reachable.iter().for_each(|&class| self.class(class, out)),
            Write::Var(_) | Write::Place(_) | Write::Freed(_) | Write::Frame(_) => {}
        }
    }

    /// Whether the format of a call may ask for a count.
    fn may_count(&self, call: &Call<'_>) -> bool {
        let Some(format) = call.format() else { return true };
        let mut format = format;
        while let ExprKind::Cast(inner) = self.program.expr(format).kind {
            format = inner;
        }
        let ExprKind::AddrOf(place) = self.program.expr(format).kind else { return true };
        let Some(var) = self.program.pool.root_var(place) else { return true };
        let literal = self.program.vars[var].kind == VarKind::StringLiteral;
        let offset = self.program.place_extent(place).bit_offset.map(|bits| bits / 8);
        !literal || self.formats.may_count(var, offset)
    }
}

fn of_array(array: ArrayId) -> Cell {
    Cell::from_usize(array.index())
}
