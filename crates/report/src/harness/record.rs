//! A violating run executed once more, to see which call, variable or stretch of memory took each of its inputs.

use argand_cfa::arith::Scalar;
use argand_cfa::walk::{self, Node};
use argand_cfa::{
    EdgeId, ExprKind, FuncId, LibFn, Op, Origin, PlaceId, PlaceKind, Program, TypeId, VarId, VarKind,
};
use argand_evidence::Confirmed;
use argand_exec::{InputKind, InputSource, Observer, Request, StateView};
use argand_support::{FxHashMap, Span};
use argand_verifier::counterexample::again;
use std::cell::RefCell;
use std::rc::Rc;

/// An input with what took it.
#[derive(Clone, Debug)]
pub(super) struct Ask {
    pub(super) kind: InputKind,
    pub(super) name: String,
    pub(super) ty: TypeId,
    pub(super) value: Scalar,
    pub(super) span: Span,
    /// The function of the library that the user's code called and that asked.
    pub(super) library: Option<FuncId>,
    pub(super) taker: Taker,
}

/// What took an input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Taker {
    /// The call with this number of a function without a body.
    Call { func: FuncId, number: usize },
    /// A local variable in the life with this number, at a distance from its start.
    Local { var: VarId, life: usize, offset: u64 },
    /// An object that is only declared, at a distance from its start.
    Object { var: VarId, offset: u64 },
    /// What a call had got a pointer to, at a distance from there.
    Given { func: FuncId, number: usize, param: usize, offset: u64 },
    /// The memory of the call of `malloc` with this number, among those of the user's code, at a distance from its start.
    Heap { number: usize, offset: u64 },
    /// Memory of the world outside.
    Address(i128),
    /// Something else.
    Other,
}

/// What a run asked for and called.
pub(super) struct Recording {
    pub(super) asks: Vec<Ask>,
    /// The functions of the library that the user's code called, each once.
    pub(super) library_calls: Vec<FuncId>,
}

/// Executes the run again.
pub(super) fn record(program: &Program, confirmed: &Confirmed, targets: &[String]) -> Recording {
    let values: Vec<Scalar> = confirmed.outcome.inputs_used.iter().map(|input| input.value).collect();
    let kinds = confirmed.outcome.inputs_used.iter().map(|input| input.kind);
    let memory = kinds.clone().any(|kind| matches!(kind, InputKind::Uninitialised | InputKind::Outside));
    let shared = Rc::new(RefCell::new(Shared::default()));
    let source = Source { values: values.into_iter(), shared: Rc::clone(&shared) };
    let mut watcher = Watcher {
        program,
        shared: Rc::clone(&shared),
        stack: Vec::new(),
        memory,
        lives: FxHashMap::default(),
        given: Vec::new(),
        allocated: Vec::new(),
    };
    // The run was cut where the violation was seen, which is what its own outcome tells.
    let _ = again(program, confirmed, targets, Box::new(source), &mut watcher);
    drop(watcher);
    let shared = shared.take();
    Recording { asks: shared.asks, library_calls: shared.library_calls }
}

/// What the watcher knows when an input is asked for.
#[derive(Default)]
struct Shared {
    asks: Vec<Ask>,
    library_calls: Vec<FuncId>,
    library: Option<FuncId>,
    /// The call of a function without a body that is at work.
    call: Option<(FuncId, usize)>,
    calls: FxHashMap<FuncId, usize>,
    /// What the edge at work reads, by the text of its places.
    reads: Vec<(String, Taker)>,
}

struct Source {
    values: std::vec::IntoIter<Scalar>,
    shared: Rc<RefCell<Shared>>,
}

impl InputSource for Source {
    fn next(&mut self, request: &Request<'_>) -> Scalar {
        let value = self.values.next().unwrap_or_else(|| request.default_value());
        let mut shared = self.shared.borrow_mut();
        let read = || shared.reads.iter().find(|(text, _)| text == request.name).map(|(_, taker)| *taker);
        let taker = match (request.kind, shared.call) {
            (InputKind::Uninitialised | InputKind::Outside, _) => read().unwrap_or(Taker::Other),
            (_, Some((func, number))) => Taker::Call { func, number },
            (_, None) => Taker::Other,
        };
        let (name, library) = (request.name.to_owned(), shared.library);
        let ask = Ask { kind: request.kind, name, ty: request.ty, value, span: request.span, library, taker };
        shared.asks.push(ask);
        value
    }
}

/// Memory that a call got a pointer to and may have written.
struct Given {
    object: u32,
    offset: u64,
    size: u64,
    func: FuncId,
    number: usize,
    param: usize,
}

struct Watcher<'p> {
    program: &'p Program,
    shared: Rc<RefCell<Shared>>,
    /// The running functions, outermost first.
    stack: Vec<FuncId>,
    /// Whether it matters what memory is read.
    memory: bool,
    /// How often each variable came to life.
    lives: FxHashMap<VarId, usize>,
    given: Vec<Given>,
    /// The address and the size that each call of `malloc` gave.
    allocated: Vec<(i128, i128)>,
}

impl Watcher<'_> {
    fn origin(&self, func: FuncId) -> Origin {
        self.program.functions[func].origin
    }

    /// The places that an edge may read, each with what would take an input there.
    fn reads(&self, view: &mut StateView<'_, '_>, op: &Op) -> Vec<(String, Taker)> {
        let program = self.program;
        let mut places: Vec<PlaceId> = Vec::new();
        walk::operands(program, op, |root| {
            walk::for_each_node(program, root, |node| match node {
                Node::Place(place) => places.push(place),
                Node::Expr(expr) => {
                    if let ExprKind::Load(place) = program.expr(expr).kind {
                        places.push(place);
                    }
                }
            });
        });
        places.sort_unstable();
        places.dedup();
        places.into_iter().map(|place| (program.place_text(place), self.taker(view, place))).collect()
    }

    fn taker(&self, view: &mut StateView<'_, '_>, place: PlaceId) -> Taker {
        let program = self.program;
        let object = view.place_object(place);
        if let Some((id, offset)) = object {
            let holds = |g: &&Given| g.object == id && (g.offset..g.offset + g.size).contains(&offset);
            if let Some(g) = self.given.iter().rev().find(holds) {
                let (func, number, param) = (g.func, g.number, g.param);
                return Taker::Given { func, number, param, offset: offset - g.offset };
            }
        }
        let (var, address) = match program.pool.deref_pointer(place) {
            None => (program.pool.root_var(place), None),
            Some(pointer) => {
                let var = view.points_to(pointer).and_then(|pointee| pointee.object.var);
                let address = match view.eval(pointer) {
                    Some(Scalar::Int(address)) => {
                        program.place_extent(place).bit_offset.map(|bits| address + bits / 8)
                    }
                    _ => None,
                };
                (var, address)
            }
        };
        match (var, address) {
            (Some(var), _) if program.vars[var].kind == VarKind::Local => {
                let life = self.lives.get(&var).copied().unwrap_or(0);
                let whole = matches!(program.place(place).kind, PlaceKind::Var(_));
                match object.map(|(_, offset)| offset).or(whole.then_some(0)) {
                    Some(offset) if life > 0 => Taker::Local { var, life: life - 1, offset },
                    _ => Taker::Other,
                }
            }
            (Some(var), _) if program.vars[var].undefined => {
                object.map_or(Taker::Other, |(_, offset)| Taker::Object { var, offset })
            }
            (None, Some(address)) => {
                let holds = |(start, size): &(i128, i128)| (*start..start + size).contains(&address);
                match self.allocated.iter().rposition(holds) {
                    Some(number) => {
                        let offset = u64::try_from(address - self.allocated[number].0).unwrap_or(0);
                        Taker::Heap { number, offset }
                    }
                    None => Taker::Address(address),
                }
            }
            _ => Taker::Other,
        }
    }

    /// Remembers what a call of a function outside may have written.
    fn remember_given(&mut self, view: &mut StateView<'_, '_>, op: &Op) {
        let Op::Extern(call) = *op else { return };
        let program = self.program;
        let call = &program.extern_calls[call];
        let number = self.shared.borrow().calls.get(&call.callee).map_or(0, |count| count - 1);
        for &(_, param) in program.written_params.iter().filter(|(func, _)| *func == call.callee) {
            let Some(&arg) = call.args.get(param) else { continue };
            let pointee = program.types.pointee(program.expr(arg).ty);
            let size = pointee.and_then(|to| program.types.size_of(to)).unwrap_or(0);
            if let Some(to) = view.points_to(arg)
                && let Ok(offset) = u64::try_from(to.offset)
            {
                let (object, func) = (to.id, call.callee);
                self.given.push(Given { object, offset, size, func, number, param });
            }
        }
    }
}

impl Observer for Watcher<'_> {
    fn before(&mut self, view: &mut StateView<'_, '_>, edge: EdgeId) {
        let program = self.program;
        let op = &program.edges[edge].op;
        self.look_ahead(view, op);
        let mut shared = self.shared.borrow_mut();
        shared.call = match *op {
            Op::Extern(call) => {
                let func = program.extern_calls[call].callee;
                let count = shared.calls.entry(func).or_insert(0);
                *count += 1;
                Some((func, *count - 1))
            }
            _ => None,
        };
        drop(shared);
        if let Op::Extern(call) = *op
            && program.extern_model(call) == LibFn::Outside
        {
            self.remember_given(view, op);
        }
    }

    fn edge(&mut self, view: &mut StateView<'_, '_>, edge: EdgeId) {
        self.follow(view, edge);
        // A condition is evaluated before it is known which edge is taken.
        let next = self.program.locs[self.program.edges[edge].to].out.first();
        if let Some(&next) = next {
            self.look_ahead(view, &self.program.edges[next].op);
        }
    }
}

impl Watcher<'_> {
    /// Makes known what is at work when an operation asks for inputs.
    fn look_ahead(&self, view: &mut StateView<'_, '_>, op: &Op) {
        let library = self.stack.iter().copied().find(|&func| self.origin(func) == Origin::Library);
        let reads = if self.memory { self.reads(view, op) } else { Vec::new() };
        let mut shared = self.shared.borrow_mut();
        shared.library = library;
        shared.reads = reads;
        shared.call = None;
    }

    /// Keeps account of calls, lives and allocations.
    fn follow(&mut self, view: &mut StateView<'_, '_>, edge: EdgeId) {
        match self.program.edges[edge].op {
            Op::Extern(call) if self.program.extern_model(call) == LibFn::Malloc => {
                let call = &self.program.extern_calls[call];
                let in_library = self.stack.iter().any(|&func| self.origin(func) == Origin::Library);
                let address = call.dst.and_then(|dst| view.read_var(dst));
                let size = call.args.first().and_then(|&size| view.eval(size));
                let (Some(Scalar::Int(address)), Some(Scalar::Int(size))) = (address, size) else {
                    // Nobody can read what nothing points to; the call still counts.
                    self.allocated.extend((!in_library).then_some((0, 0)));
                    return;
                };
                self.allocated.extend((!in_library).then_some((address, size)));
            }
            Op::Call(site) => {
                let callee = self.program.call_sites[site].callee;
                let from_user = self.stack.last().is_none_or(|&func| self.origin(func) != Origin::Library);
                if from_user && self.origin(callee) == Origin::Library {
                    let mut shared = self.shared.borrow_mut();
                    if !shared.library_calls.contains(&callee) {
                        shared.library_calls.push(callee);
                    }
                }
                self.stack.push(callee);
            }
            Op::Return(_) => drop(self.stack.pop()),
            Op::Declare { var, .. } => *self.lives.entry(var).or_insert(0) += 1,
            _ => {}
        }
    }
}
