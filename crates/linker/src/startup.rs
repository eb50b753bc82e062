//! The start-up code: everything that happens before and after the entry function.
//!
//! 1. Objects of static storage get their initial values. Objects that are declared and nowhere defined get
//!    arbitrary ones.
//! 2. The arguments of the entry function are made. `argc` is any number that Linux can pass: at least 1,
//!    and bounded because all arguments together have at most 6 MB there. `argv` is an array of `argc + 1`
//!    pointers that ends with a null pointer; each of the others points to a string of its own, of any length
//!    and content. Array and strings live in the frame of the start-up function, so they are no leak. When
//!    the program never mentions `argv`, no array is made and its value is arbitrary, which spares every
//!    analysis the loop that fills it.
//! 3. Constructors run in the order of their priorities, then the entry function, then destructors in the
//!    opposite order.
//! 4. The program ends with the result of the entry function.
//!
//! A function that is verified on its own gets arguments from a [`Harness`] instead.

mod harness;

pub use harness::Harness;

use crate::linkage::Owner;
use crate::links::Links;
use crate::{build, functions};
use argand_cfa::{
    ArrayLen, BinaryOp, Body, CallSite, ExprId, ExprKind, ExternCall, FuncId, FunctionType, HaltKind,
    IntKind, LibFn, LocId, NondetSource, Op, Origin, PlaceId, PlaceKind, Program, TypeId, TypeKind, VarId,
    VarKind,
};
use argand_support::{Diagnostic, Span};

/// No more arguments than this fit into the 6 MB that Linux gives them.
const MAX_ARGUMENTS: i128 = 0x10_0000;
/// The longest argument that Linux passes, its terminator included.
const MAX_ARGUMENT_BYTES: i128 = 0x2_0000;

/// The entry function, and which of its parameters it mentions.
pub struct Entry {
    /// The function.
    pub func: FuncId,
    /// For each parameter, whether the function mentions it. Parameters that are not listed are taken to be mentioned.
    pub used: Vec<bool>,
    /// How its arguments are made, where it is verified on its own.
    pub harness: Option<Harness>,
}

impl<D: Copy + PartialEq> Links<D> {
    /// Finds the entry function and makes it the program's main function. A missing one is an error, at the beginning
    /// of `file`.
    pub fn find_entry(
        &mut self,
        program: &mut Program,
        name: &str,
        file: &str,
    ) -> Option<(Owner<D>, FuncId)> {
        let symbol = program.names.intern(name);
        let found = self.owner(symbol).zip(self.functions.get(&symbol).copied());
        let found = found.filter(|&(_, func)| program.functions[func].entry().is_some());
        if let Some((_, func)) = found {
            program.main = func;
        } else {
            let file = program.sources.file(file);
            let span = Span { file, line: 1, column: 0, end_line: 1, end_column: 0 };
            self.errors.push(
                Diagnostic::error(format!("there is no function '{name}' to start with"), span)
                    .with_note("--entry names another function"),
            );
        }
        found
    }
}

/// Writes the start-up code.
pub fn build<D>(program: &mut Program, links: &mut Links<D>, entry: &Entry) {
    let Some(first) = program.functions[program.start].entry() else { return };
    let mut out = Startup { program, at: first };
    for init in std::mem::take(&mut links.static_inits) {
        out.edge(Op::Init { var: init.var, entries: init.entries }, init.span);
        if let Some(reason) = init.unsupported {
            out.edge(Op::Unsupported(reason), init.span);
        }
    }
    for &var in &links.undefined_objects {
        let ty = out.program.vars[var].ty;
        if out.program.types.size_of(ty).is_some_and(|size| size > 0) {
            out.havoc(var, NondetSource::UndefinedVar);
        }
    }
    let args = match &entry.harness {
        Some(harness) => out.valid_arguments(links, entry.func, harness),
        None => out.arguments(links, entry),
    };
    let mut constructors = links.constructors.clone();
    constructors.sort_by_key(|c| c.0);
    for (_, func) in constructors {
        out.call(func, &[], None);
    }
    let span = out.program.functions[entry.func].span;
    let ret = out.program.functions[entry.func].ret.map(|ret| out.program.vars[ret].ty);
    let result = ret.map(|ty| out.variable("result", ty, VarKind::Temp));
    out.call(entry.func, &args, result);
    let mut destructors = links.destructors.clone();
    destructors.reverse();
    destructors.sort_by_key(|d| std::cmp::Reverse(d.0));
    for (_, func) in destructors {
        out.call(func, &[], None);
    }
    let int = out.program.types.int(IntKind::Int);
    let code = match result.filter(|&r| out.program.types.is_scalar(out.program.vars[r].ty)) {
        Some(result) => {
            let value = out.load(result);
            out.cast(value, int)
        }
        None => out.int(0, int),
    };
    let halt = out.program.halt;
    out.program.add_edge(out.at, halt, Op::Halt(HaltKind::Exit(code)), span);
}

/// Appends edges to the start-up function.
struct Startup<'a> {
    program: &'a mut Program,
    at: LocId,
}

impl Startup<'_> {
    fn loc(&mut self) -> LocId {
        self.program.add_loc(self.program.start)
    }

    fn edge(&mut self, op: Op, span: Span) {
        let next = self.loc();
        self.program.add_edge(self.at, next, op, span);
        self.at = next;
    }

    fn variable(&mut self, name: &str, ty: TypeId, kind: VarKind) -> VarId {
        let start = self.program.start;
        build::variable(self.program, name, ty, kind, Some(start), Span::NONE)
    }

    fn place(&mut self, var: VarId) -> PlaceId {
        let ty = self.program.vars[var].ty;
        self.program.pool.place(PlaceKind::Var(var), ty)
    }

    fn load(&mut self, var: VarId) -> ExprId {
        let place = self.place(var);
        self.program.pool.expr(ExprKind::Load(place), self.program.vars[var].ty)
    }

    fn int(&mut self, value: i128, ty: TypeId) -> ExprId {
        self.program.pool.expr(ExprKind::Int(value), ty)
    }

    fn cast(&mut self, value: ExprId, ty: TypeId) -> ExprId {
        if self.program.expr(value).ty == ty {
            value
        } else {
            self.program.pool.expr(ExprKind::Cast(value), ty)
        }
    }

    fn binary(&mut self, op: BinaryOp, a: ExprId, b: ExprId) -> ExprId {
        let ty =
            if op.is_comparison() { self.program.types.int(IntKind::Int) } else { self.program.expr(a).ty };
        self.program.pool.expr(ExprKind::Binary(op, a, b), ty)
    }

    fn assign(&mut self, dst: PlaceId, src: ExprId) {
        self.edge(Op::Assign { dst, src }, Span::NONE);
    }

    fn havoc(&mut self, var: VarId, source: NondetSource) {
        let (dst, span) = (self.place(var), self.program.vars[var].span);
        self.edge(Op::Havoc { dst, source }, span);
    }

    fn assume(&mut self, cond: ExprId) {
        self.edge(Op::Assume { cond, truth: true }, Span::NONE);
    }

    fn call(&mut self, callee: FuncId, args: &[ExprId], dst: Option<VarId>) {
        let (span, after) = (self.program.functions[callee].span, self.loc());
        let site = CallSite { callee, args: args.into(), dst, call: self.at, after };
        if self.program.add_call(site, span).is_some() {
            self.at = after;
        }
    }

    /// The arguments of the entry function: those of `main`, or any values for another function.
    fn arguments<D>(&mut self, links: &Links<D>, entry: &Entry) -> Vec<ExprId> {
        let function = &self.program.functions[entry.func];
        let is_main = self.program.names.resolve(function.name) == "main";
        let types: Vec<TypeId> = function.params.iter().map(|&p| self.program.vars[p].ty).collect();
        let takes_argv = is_main
            && types.len() >= 2
            && self.program.types.is_integer(types[0])
            && self.program.types.is_pointer(types[1]);
        let mut out = Vec::new();
        let mut argc = None;
        for (index, &ty) in types.iter().enumerate() {
            let used = entry.used.get(index).copied().unwrap_or(true);
            match index {
                0 if is_main && self.program.types.is_integer(ty) => {
                    let count = self.argument_count();
                    argc = Some(count);
                    let value = self.load(count);
                    out.push(self.cast(value, ty));
                }
                1 if takes_argv && used => {
                    let Some(argc) = argc else { continue };
                    let value = self.argument_array(links, argc);
                    out.push(self.cast(value, ty));
                }
                _ => {
                    if is_main && used && index == 2 {
                        let reason = self.program.names.intern("the environment argument of main");
                        self.edge(Op::Unsupported(reason), Span::NONE);
                    }
                    let param = &self.program.vars[self.program.functions[entry.func].params[index]];
                    let (name, span) = (self.program.names.resolve(param.name).to_owned(), param.span);
                    let var = self.variable(&name, ty, VarKind::Temp);
                    self.program.vars[var].span = span;
                    self.havoc(var, NondetSource::MainArgs);
                    out.push(self.load(var));
                }
            }
        }
        out
    }

    fn argument_count(&mut self) -> VarId {
        let int = self.program.types.int(IntKind::Int);
        let argc = self.variable("argc", int, VarKind::Temp);
        self.havoc(argc, NondetSource::MainArgs);
        let (value, low, high) = (self.load(argc), self.int(1, int), self.int(MAX_ARGUMENTS, int));
        let (low, high) = (self.binary(BinaryOp::Ge, value, low), self.binary(BinaryOp::Le, value, high));
        self.assume(low);
        self.assume(high);
        argc
    }

    /// Makes the array and the strings; the address of the first element.
    fn argument_array<D>(&mut self, links: &Links<D>, argc: VarId) -> ExprId {
        let (int, size_t) = (self.program.types.int(IntKind::Int), self.program.types.size_t());
        let char_ty = self.program.types.int(IntKind::Char);
        let string_ty = self.program.types.pointer_to(char_ty);
        let array_ty = self.program.types.array_of(string_ty, ArrayLen::Variable);
        let argv = self.variable("argv", array_ty, VarKind::Local);
        let count = self.load(argc);
        let wide = self.cast(count, size_t);
        let one = self.int(1, size_t);
        let entries = self.binary(BinaryOp::Add, wide, one);
        let width = self.int(i128::from(self.program.types.model().pointer_bytes()), size_t);
        let size = self.binary(BinaryOp::Mul, entries, width);
        self.edge(Op::Declare { var: argv, size: Some(size) }, Span::NONE);

        let index = self.variable("index", int, VarKind::Temp);
        let length = self.variable("length", size_t, VarKind::Temp);
        let string = self.variable("string", string_ty, VarKind::Temp);
        let (zero, next) = (self.int(0, int), self.int(1, int));
        let index_place = self.place(index);
        self.assign(index_place, zero);
        let head = self.at;
        let i = self.load(index);
        let more = self.binary(BinaryOp::Lt, i, count);
        let (inside, done) = (self.loc(), self.loc());
        self.program.add_edge(head, inside, Op::Assume { cond: more, truth: true }, Span::NONE);
        self.program.add_edge(head, done, Op::Assume { cond: more, truth: false }, Span::NONE);

        self.at = inside;
        self.havoc(length, NondetSource::MainArgs);
        let (n, high) = (self.load(length), self.int(MAX_ARGUMENT_BYTES, size_t));
        let (low, high) = (self.binary(BinaryOp::Ge, n, one), self.binary(BinaryOp::Le, n, high));
        self.assume(low);
        self.assume(high);
        let block = self.any_memory(links, n);
        let text = self.cast(block, string_ty);
        let string_place = self.place(string);
        self.assign(string_place, text);
        let text = self.load(string);
        let last = self.binary(BinaryOp::Sub, n, one);
        let end = self.binary(BinaryOp::PtrAdd, text, last);
        let end = self.program.pool.place(PlaceKind::Deref(end), char_ty);
        let nul = self.int(0, char_ty);
        self.assign(end, nul);
        let argv_place = self.place(argv);
        let element = self.program.pool.place(PlaceKind::Index { base: argv_place, index: i }, string_ty);
        self.assign(element, text);
        let successor = self.binary(BinaryOp::Add, i, next);
        self.program.add_edge(self.at, head, Op::Assign { dst: index_place, src: successor }, Span::NONE);

        self.at = done;
        let last = self.program.pool.place(PlaceKind::Index { base: argv_place, index: count }, string_ty);
        let null = self.int(0, string_ty);
        self.assign(last, null);
        let first = self.program.pool.place(PlaceKind::Index { base: argv_place, index: zero }, string_ty);
        let argv_ty = self.program.types.pointer_to(string_ty);
        self.program.pool.expr(ExprKind::AddrOf(first), argv_ty)
    }

    /// A library function for the start-up code itself, whatever the program means by its name.
    fn library_function<D>(
        &mut self,
        links: &Links<D>,
        name: &str,
        model: LibFn,
        params: &[TypeId],
        ret: TypeId,
    ) -> FuncId {
        let name = self.program.names.intern(name);
        let known = links.functions.get(&name).copied();
        if let Some(func) = known.filter(|&f| self.program.functions[f].body == Body::Extern(model)) {
            return func;
        }
        let ty = self.program.types.intern(TypeKind::Function(FunctionType {
            ret,
            params: params.into(),
            variadic: false,
            prototyped: true,
        }));
        functions::declare(self.program, name, ty, model, Origin::Startup, Span::NONE)
    }

    fn extern_call(&mut self, callee: FuncId, args: &[ExprId], dst: Option<VarId>) {
        let call = self.program.extern_calls.push(ExternCall { callee, args: args.into(), dst });
        self.edge(Op::Extern(call), Span::NONE);
    }
}
