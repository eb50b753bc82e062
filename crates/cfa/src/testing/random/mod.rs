//! Small random programs that keep every invariant and use every part of the language.
//!
//! A program is a function of a list of numbers, so that any property-testing tool can make and shrink
//! them: where the list ends, every further choice is the first one, which is always a simple one.

mod exprs;

use crate::expr::ExprId;
use crate::program::{
    Body, Branch, BranchId, BranchKind, BranchRef, CallSite, ExternCall, FuncId, Function, HaltKind,
    InitEntry, Label, LibFn, LocId, NondetSource, Op, Origin, Program, Var, VarId, VarKind,
};
use crate::types::{
    ArrayLen, DataModel, Field, FloatKind, FunctionType, IntKind, RecordKind, TypeId, TypeKind, TypeTable,
};
use argand_support::{FileId, Span, Symbol};

/// Names that test quoting: keywords, ids, spaces, quotes and letters beyond ASCII.
const NAMES: [&str; 14] =
    ["x", "y", "i", "x", "int", "L4", "a b", "tick`\\\"", "\u{e4}\n", "", "Add", "v3", "halt", "Overflows"];

const BRANCHES: [BranchKind; 9] = [
    BranchKind::If,
    BranchKind::While,
    BranchKind::DoWhile,
    BranchKind::For,
    BranchKind::Switch,
    BranchKind::Conditional,
    BranchKind::Logical,
    BranchKind::Dispatch,
    BranchKind::Assumption,
];

/// A program that `choices` decide.
#[must_use]
pub fn random_program(choices: &[u16]) -> Program {
    let mut generator = Generator::new(choices);
    generator.types();
    generator.vars(None, &[VarKind::Static, VarKind::StringLiteral, VarKind::Label]);
    generator.functions();
    for func in generator.defined.clone() {
        generator.body(func);
    }
    generator.program.finish();
    generator.program
}

struct Generator<'c> {
    choices: std::slice::Iter<'c, u16>,
    program: Program,
    /// Types that variables can have.
    objects: Vec<TypeId>,
    /// Types that expressions can have and that are no records.
    scalars: Vec<TypeId>,
    defined: Vec<FuncId>,
    externs: Vec<FuncId>,
    func: Option<FuncId>,
}

impl<'c> Generator<'c> {
    fn new(choices: &'c [u16]) -> Self {
        let mut choices = choices.iter();
        let ilp32 = choices.next().is_some_and(|c| c % 2 == 1);
        let model = if ilp32 { DataModel::Ilp32 } else { DataModel::Lp64 };
        let mut program = Program::new(TypeTable::new(model));
        program.sources.file("dir/a b.c");
        program.sources.file("\"q\".h");
        let (objects, scalars, defined, externs) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { choices, program, objects, scalars, defined, externs, func: None }
    }

    /// A number below `below`.
    fn pick(&mut self, below: usize) -> usize {
        self.choices.next().map_or(0, |&c| usize::from(c) % below.max(1))
    }

    fn pick_of<T: Copy>(&mut self, list: &[T]) -> Option<T> {
        let at = self.pick(list.len());
        list.get(at).copied()
    }

    fn name(&mut self) -> Symbol {
        let name = self.pick_of(&NAMES).unwrap_or("x");
        self.program.names.intern(name)
    }

    fn span(&mut self) -> Span {
        let file = FileId::new(self.pick(2) as u32);
        let (line, column) = (1 + self.pick(90) as u32, self.pick(80) as u32);
        match self.pick(4) {
            0 => Span::NONE,
            1 => Span::point(file, line, column),
            2 => Span { file, line, column, end_line: line, end_column: column + 7 },
            _ => Span { file, line, column, end_line: line + 2, end_column: 3 },
        }
    }

    fn types(&mut self) {
        let types = &mut self.program.types;
        self.scalars = IntKind::ALL.iter().map(|&k| types.int(k)).collect();
        for kind in [FloatKind::Float, FloatKind::Double, FloatKind::LongDouble] {
            self.scalars.push(types.float(kind));
        }
        self.scalars.push(types.intern(TypeKind::BitInt { signed: true, width: 37 }));
        self.scalars.push(types.intern(TypeKind::BitInt { signed: false, width: 128 }));
        for _ in 0..3 {
            let to = self.pick_of(&self.scalars.clone()).unwrap_or(self.program.types.void());
            let pointer = self.program.types.pointer_to(to);
            self.scalars.push(pointer);
        }
        let void = self.program.types.void();
        let bytes = self.program.types.pointer_to(void);
        self.scalars.push(bytes);
        self.objects = self.scalars.clone();
        let name = self.program.names.intern("_Complex double");
        self.objects.push(self.program.types.intern(TypeKind::Opaque { name, size: 16, align: 8 }));
        for _ in 0..1 + self.pick(3) {
            self.record();
        }
        for len in [ArrayLen::Fixed(4), ArrayLen::Fixed(2)] {
            let elem = self.pick_of(&self.objects.clone()).unwrap_or(void);
            let array = self.program.types.array_of(elem, len);
            self.objects.push(array);
        }
    }

    /// Members side by side in 16-byte slots: what matters here is that offsets survive, not that gcc agrees.
    fn record(&mut self) {
        let kind = if self.pick(3) == 1 { RecordKind::Union } else { RecordKind::Struct };
        let tag = if self.pick(3) == 0 { None } else { Some(self.name()) };
        let id = self.program.types.declare_record(kind, tag);
        let own = self.program.types.intern(TypeKind::Record(id));
        let own_pointer = self.program.types.pointer_to(own);
        self.scalars.push(own_pointer);
        self.objects.push(own_pointer);
        if self.pick(5) == 4 {
            return;
        }
        let mut fields = Vec::new();
        let mut at = 0;
        for _ in 0..1 + self.pick(4) {
            let ty = self.pick_of(&self.objects.clone()).unwrap_or(own_pointer);
            let name = if self.pick(5) == 4 { None } else { Some(self.name()) };
            let bits = self.program.types.is_integer(ty) && self.pick(3) == 2;
            let bit_width = bits.then(|| 1 + self.pick(7) as u32);
            let bit_offset = at + if bits { self.pick(8) as u64 } else { 0 };
            fields.push(Field { name, ty, bit_offset, bit_width });
            if kind == RecordKind::Struct {
                at += (self.program.types.size_of(ty).unwrap_or(0) * 8).next_multiple_of(128);
            }
        }
        let largest = fields.iter().map(|f| self.program.types.size_of(f.ty).unwrap_or(0)).max();
        let size = (at / 8).max(largest.unwrap_or(0).next_multiple_of(16));
        if kind == RecordKind::Struct && self.pick(4) == 3 {
            let flexible = self.program.types.array_of(own_pointer, ArrayLen::Unknown);
            fields.push(Field { name: None, ty: flexible, bit_offset: at, bit_width: None });
        }
        self.program.types.complete_record(id, fields, size, 16);
        self.objects.push(own);
    }

    fn add_var(&mut self, ty: TypeId, kind: VarKind, func: Option<FuncId>) -> VarId {
        let (name, span) = (self.name(), self.span());
        let is_static = kind == VarKind::Static;
        let (extent, align, undefined) = match self.pick(6) {
            3 if is_static => (Some(4096), None, false),
            4 if is_static => (None, Some(64), false),
            5 if is_static => (None, None, true),
            _ => (None, None, false),
        };
        let addressed = self.pick(5) == 4 && kind != VarKind::Temp;
        if is_static && self.pick(4) == 3 {
            self.program.read_only.push(self.program.vars.next_index());
        }
        self.program.vars.push(Var { name, ty, kind, func, span, addressed, extent, align, undefined })
    }

    fn vars(&mut self, func: Option<FuncId>, kinds: &[VarKind]) {
        for _ in 0..2 + self.pick(4) {
            let kind = self.pick_of(kinds).unwrap_or(VarKind::Static);
            let ty = match kind {
                VarKind::Label => self.program.types.void(),
                VarKind::StringLiteral => {
                    let char = self.program.types.int(IntKind::Char);
                    self.program.types.array_of(char, ArrayLen::Fixed(3))
                }
                _ => self.pick_of(&self.objects.clone()).unwrap_or(self.program.types.void()),
            };
            self.add_var(ty, kind, func);
        }
        if let Some(func) = func
            && self.pick(3) == 2
        {
            let elem = self.pick_of(&self.scalars.clone()).unwrap_or(self.program.types.void());
            let ty = self.program.types.array_of(elem, ArrayLen::Variable);
            self.add_var(ty, VarKind::Local, Some(func));
        }
    }

    fn functions(&mut self) {
        for _ in 0..1 + self.pick(3) {
            let func = self.program.functions.next_index();
            let ret = if self.pick(3) == 0 { None } else { self.pick_of(&self.objects.clone()) };
            let ret = ret.filter(|&t| !matches!(self.program.types.kind(t), TypeKind::Array { .. }));
            let mut params = Vec::new();
            for _ in 0..self.pick(3) {
                params.extend(self.pick_of(&self.scalars.clone()));
            }
            let ty = self.function_type(ret, &params);
            let (name, span) = (self.name(), self.span());
            let (entry, exit) = (self.program.add_loc(func), self.program.add_loc(func));
            let origin = if self.pick(4) == 3 { Origin::Library } else { Origin::User };
            let body = Body::Defined { entry, exit };
            let (vars, addressed) = (Vec::new(), self.pick(5) == 4);
            let function = Function { name, ty, params: vars, ret: None, body, origin, span, addressed };
            self.program.functions.push(function);
            for param in params {
                let var = self.add_var(param, VarKind::Param, Some(func));
                self.program.functions[func].params.push(var);
            }
            if let Some(ret) = ret {
                self.program.functions[func].ret = Some(self.add_var(ret, VarKind::Return, Some(func)));
            }
            self.vars(Some(func), &[VarKind::Local, VarKind::Temp, VarKind::Static]);
            self.defined.push(func);
        }
        self.program.main = self.defined.first().copied().unwrap_or(self.program.start);
        self.defined.push(self.program.start);
        for _ in 0..2 + self.pick(3) {
            let ret = self.pick_of(&self.scalars.clone());
            let ty = self.function_type(ret, &[]);
            let (name, span) = (self.name(), self.span());
            let body = Body::Extern(self.pick_of(super::LIBRARY).unwrap_or(LibFn::Nondet));
            let function = Function {
                name,
                ty,
                params: Vec::new(),
                ret: None,
                body,
                origin: Origin::User,
                span,
                addressed: false,
            };
            let func = self.program.functions.push(function);
            self.externs.push(func);
        }
    }

    fn function_type(&mut self, ret: Option<TypeId>, params: &[TypeId]) -> TypeId {
        let ret = ret.unwrap_or(self.program.types.void());
        let (variadic, prototyped) = (self.pick(4) == 3, self.pick(4) != 3);
        let kind = FunctionType { ret, params: params.into(), variadic, prototyped };
        self.program.types.intern(TypeKind::Function(kind))
    }

    fn body(&mut self, func: FuncId) {
        let Body::Defined { entry, exit } = self.program.functions[func].body else { return };
        self.func = Some(func);
        let mut here = entry;
        let mut made = vec![exit];
        for _ in 0..1 + self.pick(8) {
            let next = self.program.add_loc(func);
            made.push(next);
            if self.pick(8) == 7 {
                let name = self.name();
                self.program.labels.push(Label { name, loc: next });
            }
            self.step(func, here, next, &made);
            here = next;
        }
        let span = self.span();
        if func == self.program.start {
            let code = self.int_expr();
            let end = [HaltKind::Exit(code), HaltKind::Abort, HaltKind::AssertFail, HaltKind::Unreachable];
            let end = self.pick_of(&end).unwrap_or(HaltKind::Abort);
            self.program.add_edge(here, self.program.halt, Op::Halt(end), span);
        } else {
            let back = self.pick_of(&made[..made.len() - 1]).unwrap_or(exit);
            self.program.add_edge(here, back, Op::Noop, span);
        }
    }

    fn int_expr(&mut self) -> ExprId {
        let int = self.program.types.int(IntKind::Int);
        self.expr(int, 2)
    }

    /// One or more edges from `here`, of which at least one leads to `next`.
    fn step(&mut self, func: FuncId, here: LocId, next: LocId, made: &[LocId]) {
        let span = self.span();
        let op = match self.pick(12) {
            0 => Op::Noop,
            1 => return self.branch(here, next, made, span),
            2 => match self.assignable() {
                Some((dst, ty)) => Op::Assign { dst, src: self.expr(ty, 3) },
                None => Op::Noop,
            },
            3 => self.init(),
            4 => match self.assignable() {
                Some((dst, _)) => {
                    let sources = [
                        NondetSource::Asm,
                        NondetSource::MainArgs,
                        NondetSource::UndefinedVar,
                        NondetSource::Library,
                        NondetSource::Volatile,
                        NondetSource::Register,
                        NondetSource::Interrupt,
                    ];
                    Op::Havoc { dst, source: self.pick_of(&sources).unwrap_or(NondetSource::Asm) }
                }
                None => Op::Noop,
            },
            5 => self.lifetime(func),
            6 | 7 => return self.call(func, here, next, span),
            8 | 9 => return self.library(func, here, next, span),
            10 => Op::Assume { cond: self.int_expr(), truth: self.pick(2) == 0 },
            _ => Op::Unsupported(self.name()),
        };
        self.program.add_edge(here, next, op, span);
    }

    fn branch(&mut self, here: LocId, next: LocId, made: &[LocId], span: Span) {
        let ty = self.pick_of(&self.scalars.clone()).unwrap_or(self.program.types.int(IntKind::Int));
        let cond = self.expr(ty, 3);
        let kind = self.pick_of(&BRANCHES).unwrap_or(BranchKind::If);
        let (keyword, condition) = (self.span(), self.span());
        let branch: BranchId = self.program.branches.push(Branch { kind, keyword, condition });
        let other = self.pick_of(made).unwrap_or(next);
        for (to, truth) in [(next, true), (other, false)] {
            let edge = self.program.add_edge(here, to, Op::Assume { cond, truth }, span);
            let outcome = [Some(truth), None][self.pick(2)];
            self.program.edges[edge].branch = Some(BranchRef { branch, outcome });
        }
    }

    fn init(&mut self) -> Op {
        let vars: Vec<VarId> = self.visible(|v| v.kind != VarKind::Label);
        let Some(var) = self.pick_of(&vars) else { return Op::Noop };
        let mut entries = Vec::new();
        for _ in 0..self.pick(7) {
            let (place, ty) = self.inside(var);
            if self.has_values(ty) {
                entries.push(InitEntry { place, value: self.expr(ty, 2) });
            }
        }
        Op::Init { var, entries: entries.into() }
    }

    fn lifetime(&mut self, func: FuncId) -> Op {
        let vars = self.visible(|v| v.kind == VarKind::Local && v.func == Some(func));
        let Some(var) = self.pick_of(&vars) else { return Op::Noop };
        if self.pick(2) == 1 {
            return Op::Dead { var };
        }
        let fixed = self.program.types.size_of(self.program.vars[var].ty).is_some();
        let size_t = self.program.types.size_t();
        Op::Declare { var, size: if fixed { None } else { Some(self.expr(size_t, 2)) } }
    }

    fn call(&mut self, func: FuncId, here: LocId, next: LocId, span: Span) {
        let callee = self.pick_of(&self.defined.clone()).filter(|&f| f != self.program.start);
        let Some(callee) = callee else {
            self.program.add_edge(here, next, Op::Noop, span);
            return;
        };
        let params = self.program.functions[callee].params.clone();
        let args = params.iter().map(|&p| self.expr(self.program.vars[p].ty, 2)).collect();
        let dst = self.program.functions[callee].ret.and_then(|ret| {
            let ty = self.program.vars[ret].ty;
            let vars = self.visible(|v| v.func == Some(func) && v.ty == ty);
            self.pick_of(&vars)
        });
        self.program.add_call(CallSite { callee, args, dst, call: here, after: next }, span);
    }

    /// A call of a function without a body. One that does not come back stands in a branch of its own.
    fn library(&mut self, func: FuncId, here: LocId, next: LocId, span: Span) {
        let op = self.extern_call(func);
        let end = match op {
            Op::Extern(call) => match self.program.extern_model(call) {
                LibFn::Exit => Some(HaltKind::Exit(self.int_expr())),
                LibFn::Abort => Some(HaltKind::Abort),
                LibFn::AssertFail => Some(HaltKind::AssertFail),
                LibFn::Unreachable => Some(HaltKind::Unreachable),
                _ => None,
            },
            _ => None,
        };
        let Some(end) = end else {
            self.program.add_edge(here, next, op, span);
            return;
        };
        let cond = self.int_expr();
        let (inside, last) = (self.program.add_loc(func), self.program.add_loc(func));
        self.program.add_edge(here, inside, Op::Assume { cond, truth: true }, span);
        self.program.add_edge(here, next, Op::Assume { cond, truth: false }, span);
        self.program.add_edge(inside, last, op, span);
        self.program.add_edge(last, self.program.halt, Op::Halt(end), span);
    }

    fn extern_call(&mut self, func: FuncId) -> Op {
        let Some(callee) = self.pick_of(&self.externs.clone()) else { return Op::Noop };
        let mut args = Vec::new();
        for _ in 0..self.pick(4) {
            let ty = self.pick_of(&self.scalars.clone()).unwrap_or(self.program.types.int(IntKind::Int));
            args.push(self.expr(ty, 2));
        }
        let TypeKind::Function(ty) = self.program.types.kind(self.program.functions[callee].ty) else {
            return Op::Noop;
        };
        let ret = ty.ret;
        let vars = self.visible(|v| v.func == Some(func) && v.ty == ret);
        let dst = self.pick_of(&vars);
        Op::Extern(self.program.extern_calls.push(ExternCall { callee, args: args.into(), dst }))
    }
}
