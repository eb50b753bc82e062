//! Interrupts: functions that the machine calls wherever it likes.
//!
//! The functions that interrupts call are called by one function that is added to the program. As long as an input says
//! so, it calls one of them, so that any number of interrupts may come at one place. It is called when the entry function
//! begins, and behind every step that a handler can tell: one that writes what a handler reads or writes, or reads what
//! one writes. An interrupt that comes elsewhere changes places with the steps before it without a difference to anybody.
//!
//! A step is one access to memory: where an expression reads what handlers write, each read is taken out of it
//! ([`super::reads`]), so that an interrupt may come between the two sides of `x = x + 1`. An access is taken to be whole:
//! no interrupt comes in the middle of one, not of a record that is copied nor of a library function without a body.
//! Handlers do not interrupt each other: a function that handlers and the rest of the program share asks a variable that
//! says whether one is running. All this is the assumption `interrupts`.

use super::reads::Reads;
use super::{follows_arguments, splice};
use crate::cursor::Cursor;
use crate::{build, functions};
use argand_cfa::walk::{Node, for_each_node, operands};
use argand_cfa::{
    Assumption, AssumptionKind, BinaryOp, Body, CallSite, CallSiteId, EdgeId, ExprKind, FuncId, IntKind,
    LibFn, LocId, NondetSource, Op, Origin, PlaceBase, PlaceId, Program, TypeKind, Var, VarId, VarKind,
};
use argand_support::{Diagnostic, FxHashSet, Span};

/// The name of the function that calls handlers.
const DISPATCHER: &str = "<interrupt>";

/// The functions of these names, if interrupts can call them.
pub(super) fn find(program: &Program, names: &[String], errors: &mut Vec<Diagnostic>) -> Vec<FuncId> {
    let mut found = Vec::new();
    for name in names {
        match named(program, name) {
            Ok(func) if found.contains(&func) => {}
            Ok(func) => found.push(func),
            Err(error) => errors.push(error),
        }
    }
    found
}

fn named(program: &Program, name: &str) -> Result<FuncId, Diagnostic> {
    let of_name = |func: &FuncId| program.func_name(*func) == name;
    let all: Vec<FuncId> = program.functions.indices().filter(of_name).collect();
    let user = |func: &FuncId| {
        program.functions[*func].origin == Origin::User && program.functions[*func].entry().is_some()
    };
    let mut defined = all.iter().copied().filter(user);
    let Some(func) = defined.next() else {
        return Err(Diagnostic::error(format!("there is no function '{name}' for interrupts"), Span::NONE)
            .with_note("it must be defined in one of the files"));
    };
    let span = program.functions[func].span;
    if let Some(other) = defined.next() {
        let message = format!("interrupts cannot tell which function '{name}' they call");
        let other = program.sources.describe(program.functions[other].span);
        return Err(Diagnostic::error(message, span).with_note(format!("there is another at {other}")));
    }
    if func == program.main {
        return Err(Diagnostic::error(format!("'{name}' is the function that runs begin with"), span));
    }
    let takes_nothing = match program.types.kind(program.functions[func].ty) {
        TypeKind::Function(ty) => ty.params.is_empty() && !ty.variadic && ty.ret == program.types.void(),
        _ => false,
    };
    if takes_nothing {
        Ok(func)
    } else {
        let message = format!("interrupts cannot call '{name}': it has parameters or a result");
        Err(Diagnostic::error(message, span).with_note("a handler is of type `void (void)`"))
    }
}

/// What is taken for granted of handlers.
pub(super) fn assumptions(program: &Program, handlers: &[FuncId]) -> Vec<Assumption> {
    let about = |&handler: &FuncId| Assumption {
        kind: AssumptionKind::Interrupts,
        place: program.functions[handler].span,
        subject: program.func_name(handler).to_owned(),
    };
    handlers.iter().map(about).collect()
}

/// Lets handlers run.
pub(super) fn insert(program: &mut Program, handlers: &[FuncId]) {
    if handlers.is_empty() {
        return;
    }
    let in_handlers = called_by(program, handlers);
    let in_program = called_by(program, &[program.start]);
    let footprint = Footprint::of(program, &in_handlers);
    let shared = in_handlers.intersection(&in_program).next().is_some();
    let dispatcher = write_dispatcher(program, handlers, shared);
    let mut locs: Vec<LocId> = program.locs.indices().collect();
    locs.retain(|&loc| {
        let func = program.locs[loc].func;
        func != program.start && in_program.contains(&func)
    });
    for loc in locs {
        location(program, &footprint, dispatcher, loc);
    }
    if let Some(entry) = program.functions[program.main].entry() {
        let after = splice::after_location(program, entry);
        let span = program.functions[program.main].span;
        call(program, dispatcher, (entry, after), span);
    }
}

/// Everything that these functions may call, themselves included.
fn called_by(program: &Program, roots: &[FuncId]) -> FxHashSet<FuncId> {
    let mut callees: Vec<Vec<FuncId>> = vec![Vec::new(); program.functions.len()];
    for edge in &program.edges {
        if let Op::Call(site) = edge.op {
            callees[program.locs[edge.from].func.raw() as usize].push(program.call_sites[site].callee);
        }
    }
    let mut found = FxHashSet::default();
    let mut work = roots.to_vec();
    while let Some(func) = work.pop() {
        if found.insert(func) {
            work.extend(&callees[func.raw() as usize]);
        }
    }
    found
}

/// What handlers do with memory that others can see.
#[derive(Default)]
struct Footprint {
    reads: FxHashSet<VarId>,
    writes: FxHashSet<VarId>,
    /// Whether they read through pointers, or variables that pointers may lead to.
    reads_memory: bool,
    /// Whether they write so.
    writes_memory: bool,
}

impl Footprint {
    fn of(program: &Program, functions: &FxHashSet<FuncId>) -> Self {
        let mut this = Self::default();
        for edge in &program.edges {
            if !functions.contains(&program.locs[edge.from].func) {
                continue;
            }
            for place in places_read(program, &edge.op) {
                this.reads_memory |= note(program, place, &mut this.reads);
            }
            for place in places_written(&edge.op) {
                this.writes_memory |= note(program, place, &mut this.writes);
            }
            if let Some(var) = var_written(program, &edge.op) {
                this.writes.insert(var);
                this.writes_memory |= program.vars[var].addressed;
            }
            if matches!(edge.op, Op::Extern(call) if follows_arguments(program.extern_model(call))) {
                (this.reads_memory, this.writes_memory) = (true, true);
            }
        }
        this
    }

    /// Whether a read at a place may find what a handler wrote.
    fn changes(&self, program: &Program, place: PlaceId) -> bool {
        match program.place_extent(place).base {
            PlaceBase::Var(var) => self.changes_var(program, var),
            PlaceBase::Deref(_) => self.writes_memory,
        }
    }

    fn changes_var(&self, program: &Program, var: VarId) -> bool {
        self.writes.contains(&var) || program.vars[var].addressed && self.writes_memory
    }

    /// Whether a handler may tell that a variable is written.
    fn tells_var(&self, program: &Program, var: VarId) -> bool {
        let addressed = program.vars[var].addressed && (self.reads_memory || self.writes_memory);
        self.reads.contains(&var) || self.writes.contains(&var) || addressed
    }

    fn tells(&self, program: &Program, place: PlaceId) -> bool {
        match program.place_extent(place).base {
            PlaceBase::Var(var) => self.tells_var(program, var),
            PlaceBase::Deref(_) => self.reads_memory || self.writes_memory,
        }
    }

    /// Whether a handler and a step of the rest of the program may see each other.
    fn meets(&self, program: &Program, op: &Op) -> bool {
        places_read(program, op).into_iter().any(|place| self.changes(program, place))
            || places_written(op).into_iter().any(|place| self.tells(program, place))
            || var_written(program, op).is_some_and(|var| self.tells_var(program, var))
            || matches!(op, Op::Dead { var } if self.tells_var(program, *var))
            || matches!(op, Op::Extern(call) if follows_arguments(program.extern_model(*call)))
                && (self.reads_memory || self.writes_memory)
    }
}

/// Notes a place; whether pointers may lead there.
fn note(program: &Program, place: PlaceId, vars: &mut FxHashSet<VarId>) -> bool {
    match program.place_extent(place).base {
        PlaceBase::Var(var) => {
            vars.insert(var);
            program.vars[var].addressed
        }
        PlaceBase::Deref(_) => true,
    }
}

fn places_read(program: &Program, op: &Op) -> Vec<PlaceId> {
    let mut found = Vec::new();
    // What a call reads stands in its summary, too.
    if matches!(op, Op::Summary(_)) {
        return found;
    }
    operands(program, op, |operand| {
        for_each_node(program, operand, |node| {
            if let Node::Expr(expr) = node
                && let ExprKind::Load(place) = program.expr(expr).kind
            {
                found.push(place);
            }
        });
    });
    found
}

fn places_written(op: &Op) -> Vec<PlaceId> {
    match op {
        Op::Assign { dst, .. } | Op::Havoc { dst, .. } => vec![*dst],
        Op::Noop
        | Op::Assume { .. }
        | Op::Init { .. }
        | Op::Declare { .. }
        | Op::Dead { .. }
        | Op::Call(_)
        | Op::Return(_)
        | Op::Summary(_)
        | Op::Extern(_)
        | Op::Halt(_)
        | Op::Unsupported(_) => Vec::new(),
    }
}

/// The variable that an operation writes by name.
fn var_written(program: &Program, op: &Op) -> Option<VarId> {
    match op {
        Op::Init { var, .. } => Some(*var),
        Op::Return(site) => program.call_sites[*site].dst,
        Op::Extern(call) => program.extern_calls[*call].dst,
        Op::Noop
        | Op::Assume { .. }
        | Op::Assign { .. }
        | Op::Havoc { .. }
        | Op::Declare { .. }
        | Op::Dead { .. }
        | Op::Call(_)
        | Op::Summary(_)
        | Op::Halt(_)
        | Op::Unsupported(_) => None,
    }
}

/// Makes steps of the accesses on the edges of a location, and lets interrupts come behind each that a handler can tell.
fn location(program: &mut Program, footprint: &Footprint, dispatcher: FuncId, loc: LocId) {
    let edges = program.locs[loc].out.clone();
    let Some(&first) = edges.first() else { return };
    if matches!(program.edges[first].op, Op::Return(_)) {
        return;
    }
    let (func, span) = (program.locs[loc].func, program.edges[first].span);
    if !is_single_read(program, footprint, &program.edges[first].op) {
        let wanted = |program: &Program, place: PlaceId| footprint.changes(program, place);
        let mut reads = Reads::new(&wanted, func, span);
        for &edge in &edges {
            reads.edge(program, edge);
        }
        let found = reads.found;
        if !found.is_empty() {
            let mut at = loc;
            let end = splice::after_location(program, loc);
            for read in found {
                let dst = build::var_place(program, read.into);
                let src = build::load(program, read.place);
                let (middle, next) = (program.add_loc(func), program.add_loc(func));
                program.add_edge(at, middle, Op::Assign { dst, src }, span);
                call(program, dispatcher, (middle, next), span);
                at = next;
            }
            program.add_edge(at, end, Op::Noop, Span::NONE);
        }
    }
    for edge in edges {
        behind(program, footprint, dispatcher, edge);
    }
}

/// Whether an operation is one read of what a handler writes, and no more.
fn is_single_read(program: &Program, footprint: &Footprint, op: &Op) -> bool {
    let Op::Assign { dst, src } = *op else { return false };
    let read =
        places_read(program, op).into_iter().filter(|&place| footprint.changes(program, place)).count();
    matches!(program.expr(src).kind, ExprKind::Load(place) if footprint.changes(program, place))
        && read == 1
        && !footprint.tells(program, dst)
}

/// Lets interrupts come behind an edge, if a handler can tell it.
fn behind(program: &mut Program, footprint: &Footprint, dispatcher: FuncId, edge: EdgeId) {
    let span = program.edges[edge].span;
    let op = &program.edges[edge].op;
    if let Op::Call(site) = *op {
        if ends_visibly(program, footprint, site) {
            let between = splice::after_call(program, site);
            call(program, dispatcher, between, span);
        }
    } else if !matches!(op, Op::Summary(_) | Op::Halt(_) | Op::Return(_))
        && program.edges[edge].to != program.halt
        && footprint.meets(program, op)
    {
        let between = splice::after_edge(program, edge);
        call(program, dispatcher, between, span);
    }
}

/// Whether a handler can tell that a call is over: by its result, or by variables that are gone.
fn ends_visibly(program: &Program, footprint: &Footprint, site: CallSiteId) -> bool {
    let CallSite { callee, dst, .. } = program.call_sites[site];
    let gone = |(var, info): (VarId, &Var)| {
        info.func == Some(callee) && !info.is_static() && footprint.tells_var(program, var)
    };
    dst.is_some_and(|dst| footprint.tells_var(program, dst)) || program.vars.iter_enumerated().any(gone)
}

/// Calls the function that calls handlers.
fn call(program: &mut Program, dispatcher: FuncId, (from, to): (LocId, LocId), span: Span) {
    let site = CallSite { callee: dispatcher, args: Box::default(), dst: None, call: from, after: to };
    program.add_call(site, span);
}

/// Writes the function that calls handlers. One that is `shared` with handlers does nothing while one is running.
fn write_dispatcher(program: &mut Program, handlers: &[FuncId], shared: bool) -> FuncId {
    let name = program.names.intern(DISPATCHER);
    let ty = program.functions[program.start].ty;
    let func = functions::declare(program, name, ty, LibFn::Undefined, Origin::Startup, Span::NONE);
    functions::define(program, func, Vec::new());
    let Body::Defined { entry, exit } = program.functions[func].body else { return func };
    let int = program.types.int(IntKind::Int);
    let choice = build::variable(program, "interrupt", int, VarKind::Temp, Some(func), Span::NONE);
    let mut cursor = Cursor::at(entry);
    let mut ends = Cursor::default();
    let running = shared.then(|| {
        build::variable(program, "interrupt_is_running", int, VarKind::Static, Some(func), Span::NONE)
    });
    let set = |program: &mut Program, cursor: &mut Cursor, value: i128| {
        if let Some(running) = running {
            let dst = build::var_place(program, running);
            let src = build::plain_int(program, value);
            cursor.emit(program, func, Op::Assign { dst, src }, Span::NONE);
        }
    };
    if let Some(running) = running {
        let is_running = build::load_var(program, running);
        let (nested, outer) = cursor.split(program, func, is_running, [None, None], Span::NONE);
        ends.join(program, nested);
        cursor = outer;
        set(program, &mut cursor, 1);
        initialise(program, running);
    }
    let Some(head) = cursor.here(program, func) else { return func };
    let dst = build::var_place(program, choice);
    cursor.emit(program, func, Op::Havoc { dst, source: NondetSource::Interrupt }, Span::NONE);
    for (number, &handler) in (1..).zip(handlers) {
        let chosen = build::load_var(program, choice);
        let number = build::plain_int(program, number);
        let is_chosen = build::binary(program, BinaryOp::Eq, chosen, number);
        let (mut taken, other) = cursor.split(program, func, is_chosen, [None, None], Span::NONE);
        let span = program.functions[handler].span;
        taken.call(program, func, (handler, Box::default(), None), span);
        taken.lead_to(program, head);
        cursor = other;
    }
    set(program, &mut cursor, 0);
    cursor.join(program, ends);
    cursor.lead_to(program, exit);
    func
}

/// Has a variable be zero when the program starts.
fn initialise(program: &mut Program, var: VarId) {
    let entry = program.entry();
    let after = splice::after_location(program, entry);
    program.add_edge(entry, after, Op::Init { var, entries: Box::default() }, Span::NONE);
}
