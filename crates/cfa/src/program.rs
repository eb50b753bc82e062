//! A whole program as control-flow automata.
//!
//! Every function with a body has one entry and one exit location; edges carry the operations. Calls are
//! three edges that share a [`CallSiteId`]: `Call` leads from the call to the callee's entry, `Return` from
//! the callee's exit back, and `Summary` jumps over the call for analyses that stay inside one function.
//! Calls of functions without a body are a single `Extern` edge whose meaning is the callee's [`LibFn`].
//!
//! The program starts at the entry of [`Program::start`], a function made by the front end: it initialises
//! the objects of static storage, makes the arguments of `main`, runs constructors, calls `main`, runs
//! destructors and halts with its result.
//!
//! **Invariant:** a location has either one outgoing edge that is not an assume, or two assume edges on one
//! condition with opposite truth, or a single assume edge (a path on which the condition fails ends there
//! and is no error), or is an exit with its `Return` edges, or is a call location with `Call` and `Summary`,
//! or is [`Program::halt`], which has none.

use crate::expr::{Expr, ExprId, ExprKind, ExprPool, Place, PlaceId, PlaceKind};
use crate::types::{TypeId, TypeTable};
use argand_support::{IndexVec, Interner, SourceMap, Span, Symbol, define_index};
use smallvec::SmallVec;

define_index! {
    /// A program location.
    pub struct LocId, "L";
    /// A control-flow edge.
    pub struct EdgeId, "E";
    /// A variable.
    pub struct VarId, "v";
    /// A function.
    pub struct FuncId, "f";
    /// A call of a function that has a body.
    pub struct CallSiteId, "c";
    /// A call of a function that has none.
    pub struct ExternId, "e";
    /// A branching construct of the source.
    pub struct BranchId, "b";
}

/// Where a variable lives and who made it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum VarKind {
    /// File scope, or `static` inside a function.
    Static,
    /// A parameter of its function.
    Param,
    /// A local variable of its function, alive from its `Declare` edge to its `Dead` edge or the return.
    Local,
    /// A variable the lowering made to hold an intermediate value. Its address is never taken.
    Temp,
    /// The value its function returns.
    Return,
    /// The characters of a string literal: static storage that must not be written.
    StringLiteral,
    /// A label whose address the program takes. Only its address means anything.
    Label,
}

/// A variable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Var {
    /// Its name in the source; temporaries and literals have made-up ones.
    pub name: Symbol,
    /// Its type.
    pub ty: TypeId,
    /// Where it lives.
    pub kind: VarKind,
    /// The function it belongs to; `None` for file scope. Static locals name their function here too.
    pub func: Option<FuncId>,
    /// Where it was declared.
    pub span: Span,
    /// Whether its address is taken anywhere. [`Program::finish`] computes it.
    pub addressed: bool,
    /// Its size in bytes where the initialiser of a flexible array member makes it larger than its type.
    pub extent: Option<u64>,
    /// Its alignment in bytes where the program asks for more than its type does.
    pub align: Option<u64>,
    /// Whether it is only declared `extern` and defined nowhere: its initial value is arbitrary.
    pub undefined: bool,
}

impl Var {
    /// Whether the variable exists during the whole run.
    #[must_use]
    pub const fn is_static(&self) -> bool {
        matches!(self.kind, VarKind::Static | VarKind::StringLiteral | VarKind::Label)
    }
}

/// What a call of a function without a body does. `dst` is the variable that takes the result.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LibFn {
    /// A function of the user's that is defined nowhere and taken to change nothing: returns any value.
    Undefined,
    /// A function of the user's that is defined nowhere: returns any value, and may write whatever its arguments
    /// reach through pointers that are not `const`.
    Outside,
    /// `__VERIFIER_nondet_*`: any value of the result type (`_Bool`: 0 or 1).
    Nondet,
    /// `__VERIFIER_nondet_memory(p, n)`: any bytes in `n` bytes from `p`.
    NondetMemory,
    /// A result that the model of a library function leaves open: any value, and no evidence of anything.
    Open,
    /// `(p, n)`: content of `n` bytes from `p` that the model of a library function leaves open, likewise.
    OpenMemory,
    /// `malloc(n)`: a new object with arbitrary content.
    Malloc,
    /// `calloc(n, m)`: a new object of zero bytes.
    Calloc,
    /// `free(p)`.
    Free,
    /// `alloca(n)`: a new object that lives until the function returns.
    Alloca,
    /// `memcpy(d, s, n)`: returns `d`; the stretches must not overlap.
    Memcpy,
    /// `memmove(d, s, n)`: returns `d`.
    Memmove,
    /// `memset(d, c, n)`: returns `d`.
    Memset,
    /// `exit(n)`, `_Exit`, `_exit`: ends the program; a `Halt` edge follows.
    Exit,
    /// `abort()` and `__builtin_trap()`: ends the program; a `Halt` edge follows.
    Abort,
    /// `__assert_fail(...)`: a failed `assert`; a `Halt` edge follows.
    AssertFail,
    /// `__builtin_unreachable()`: reaching it is undefined; a `Halt` edge follows.
    Unreachable,
    /// `printf(fmt, ...)`.
    Printf,
    /// `fprintf(file, fmt, ...)`.
    Fprintf,
    /// `sprintf(buf, fmt, ...)`.
    Sprintf,
    /// `snprintf(buf, n, fmt, ...)`.
    Snprintf,
    /// `vprintf(fmt, ap)`.
    Vprintf,
    /// `vfprintf(file, fmt, ap)`.
    Vfprintf,
    /// `vsprintf(buf, fmt, ap)`.
    Vsprintf,
    /// `vsnprintf(buf, n, fmt, ap)`.
    Vsnprintf,
    /// `puts(s)`.
    Puts,
    /// `fputs(s, file)`.
    Fputs,
    /// `putchar(c)`, `putc(c, file)`, `fputc(c, file)`: only the first argument matters.
    Putchar,
    /// `va_start(ap)`: the argument is the address of the list.
    VaStart,
    /// `va_arg(ap, T)`: the argument is the address of the list, `dst` has type `T`.
    VaArg,
    /// `va_end(ap)`.
    VaEnd,
    /// `va_copy(dst, src)`: two addresses of lists.
    VaCopy,
    /// A call through a pointer that is none of the functions it could be. Undefined when reached.
    UnknownCallee,
    /// `(p, ...)`: a call through a pointer `p` that is neither null nor any of the functions it could be: of a function
    /// of the world outside that changes nothing, where `p` came from there, and undefined otherwise.
    Foreign,
}

/// Who wrote a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    /// The user.
    User,
    /// A model of a library function, written in C and lowered like the user's code. Errors inside it are
    /// reported at the user's call.
    Library,
    /// The start-up code.
    Startup,
}

/// What is known of a function's inside.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Body {
    /// An automaton between two locations.
    Defined {
        /// Where it starts.
        entry: LocId,
        /// Where it ends.
        exit: LocId,
    },
    /// A meaning that every analysis knows.
    Extern(LibFn),
}

/// A function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    /// Its name.
    pub name: Symbol,
    /// Its type, a [`crate::types::TypeKind::Function`].
    pub ty: TypeId,
    /// Its parameters, if it has a body.
    pub params: Vec<VarId>,
    /// The variable that holds the value it returns; `None` for `void` and for functions without a body.
    pub ret: Option<VarId>,
    /// Its body or meaning.
    pub body: Body,
    /// Who wrote it.
    pub origin: Origin,
    /// Where it was defined or first declared.
    pub span: Span,
    /// Whether its address is taken, so that a call through a pointer may reach it.
    pub addressed: bool,
}

impl Function {
    /// The entry location, if it has a body.
    #[must_use]
    pub const fn entry(&self) -> Option<LocId> {
        match self.body {
            Body::Defined { entry, .. } => Some(entry),
            Body::Extern(_) => None,
        }
    }

    /// The exit location, if it has a body.
    #[must_use]
    pub const fn exit(&self) -> Option<LocId> {
        match self.body {
            Body::Defined { exit, .. } => Some(exit),
            Body::Extern(_) => None,
        }
    }
}

/// A location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loc {
    /// The function it belongs to.
    pub func: FuncId,
    /// The edges that leave it.
    pub out: SmallVec<[EdgeId; 2]>,
    /// The edges that enter it.
    pub into: SmallVec<[EdgeId; 2]>,
}

/// A call of a function that has a body. Arguments are evaluated in the caller and assigned to the
/// parameters; those beyond the parameters are what `va_arg` reads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CallSite {
    /// The function that is called.
    pub callee: FuncId,
    /// The arguments, converted to the parameters' types.
    pub args: Box<[ExprId]>,
    /// The caller's variable that takes the result; it has the callee's return type.
    pub dst: Option<VarId>,
    /// The location of the call.
    pub call: LocId,
    /// The location after the call.
    pub after: LocId,
}

/// A call of a function that has no body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExternCall {
    /// The function that is called; its [`Body::Extern`] says what that means.
    pub callee: FuncId,
    /// The arguments.
    pub args: Box<[ExprId]>,
    /// The variable that takes the result.
    pub dst: Option<VarId>,
}

/// One value of an initialiser.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InitEntry {
    /// Where it goes: a place inside the initialised variable.
    pub place: PlaceId,
    /// The value.
    pub value: ExprId,
}

/// Where a value comes from that the program does not compute.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum NondetSource {
    /// An output of an `asm` statement.
    Asm,
    /// The arguments of `main`.
    MainArgs,
    /// A variable that is declared `extern` and defined nowhere.
    UndefinedVar,
    /// The result of a library function of which only the range is modelled.
    Library,
    /// A read of a volatile object, where such reads are inputs.
    Volatile,
}

/// How a path ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum HaltKind {
    /// The program ends with this exit code.
    Exit(ExprId),
    /// The program is aborted.
    Abort,
    /// A failed `assert` aborted it.
    AssertFail,
    /// The path reached what the program promised never to reach.
    Unreachable,
}

/// What an edge does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Op {
    /// Nothing.
    Noop,
    /// Can be taken only when `cond` is nonzero (`truth`) or zero (not `truth`).
    Assume {
        /// The condition, a scalar.
        cond: ExprId,
        /// Which way it must turn out.
        truth: bool,
    },
    /// `dst = src`; the types are equal. Records are copied whole.
    Assign {
        /// What is written.
        dst: PlaceId,
        /// What is written there.
        src: ExprId,
    },
    /// Sets every byte of the variable to zero, then assigns the entries in order.
    Init {
        /// The variable.
        var: VarId,
        /// The values of the initialiser.
        entries: Box<[InitEntry]>,
    },
    /// Gives a place an arbitrary value of its type.
    Havoc {
        /// What is written.
        dst: PlaceId,
        /// Why the value is not known.
        source: NondetSource,
    },
    /// A local variable comes to life, with indeterminate content.
    Declare {
        /// The variable.
        var: VarId,
        /// The size in bytes of a variable-length array, of type `size_t`.
        size: Option<ExprId>,
    },
    /// A local variable's life ends before its function returns.
    Dead {
        /// The variable.
        var: VarId,
    },
    /// Enters a function.
    Call(CallSiteId),
    /// Leaves a function for the location after the call.
    Return(CallSiteId),
    /// Jumps over a call.
    Summary(CallSiteId),
    /// Calls a function that has no body.
    Extern(ExternId),
    /// Ends the program. Leads to [`Program::halt`].
    Halt(HaltKind),
    /// Something the front end cannot express. An analysis that reaches it must answer UNKNOWN.
    Unsupported(Symbol),
}

/// The kind of a branching construct.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BranchKind {
    /// `if`.
    If,
    /// `while`.
    While,
    /// `do … while`.
    DoWhile,
    /// `for`.
    For,
    /// `switch`.
    Switch,
    /// `c ? a : b`.
    Conditional,
    /// `a && b` or `a || b` used as a value.
    Logical,
    /// A call through a function pointer, a computed `goto`.
    Dispatch,
    /// The argument of an assumption function.
    Assumption,
}

/// A branching construct of the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Branch {
    /// Its kind.
    pub kind: BranchKind,
    /// The keyword, or the `?`.
    pub keyword: Span,
    /// The whole controlling expression.
    pub condition: Span,
}

/// Which construct an assume edge belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BranchRef {
    /// The construct.
    pub branch: BranchId,
    /// What taking the edge decides the whole controlling expression to be; `None` while `&&` or `||` leave it open.
    pub outcome: Option<bool>,
}

/// An edge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    /// Where it starts.
    pub from: LocId,
    /// Where it leads.
    pub to: LocId,
    /// What it does.
    pub op: Op,
    /// The source it came from.
    pub span: Span,
    /// For assume edges that come from a branching construct: which one.
    pub branch: Option<BranchRef>,
}

/// A label of the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Label {
    /// Its name.
    pub name: Symbol,
    /// The location it names.
    pub loc: LocId,
}

/// A loop statement of the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LoopStatement {
    /// The location that every iteration begins at.
    pub head: LocId,
    /// The keyword.
    pub keyword: Span,
}

/// A program. Nobody changes one after it was loaded: passes make new ones.
#[derive(Clone, Debug)]
pub struct Program {
    /// Names.
    pub names: Interner,
    /// Source files.
    pub sources: SourceMap,
    /// Types.
    pub types: TypeTable,
    /// Expressions and places.
    pub pool: ExprPool,
    /// Variables.
    pub vars: IndexVec<VarId, Var>,
    /// Functions.
    pub functions: IndexVec<FuncId, Function>,
    /// Locations.
    pub locs: IndexVec<LocId, Loc>,
    /// Edges.
    pub edges: IndexVec<EdgeId, Edge>,
    /// Calls of functions with a body.
    pub call_sites: IndexVec<CallSiteId, CallSite>,
    /// Calls of functions without a body.
    pub extern_calls: IndexVec<ExternId, ExternCall>,
    /// Branching constructs.
    pub branches: IndexVec<BranchId, Branch>,
    /// Labels.
    pub labels: Vec<Label>,
    /// The start-up function, where every run begins.
    pub start: FuncId,
    /// The function the user calls the program's entry, usually `main`.
    pub main: FuncId,
    /// Where runs end.
    pub halt: LocId,
    /// Variables of static storage that the source declares `const`: writing to them after their
    /// initialisation is undefined. In the order of their numbers.
    pub read_only: Vec<VarId>,
    /// The parameters, from 0, through which functions that are defined nowhere may write. Not part of the text form.
    pub written_params: Vec<(FuncId, usize)>,
    /// The loop statements of the source that have a head. Not part of the text form.
    pub loops: Vec<LoopStatement>,
}

impl Program {
    /// A program with nothing but its start-up function, whose body is entry and exit without an edge.
    /// [`Program::main`] is the start-up function until the front end says otherwise.
    #[must_use]
    pub fn new(types: TypeTable) -> Self {
        let mut types = types;
        let mut names = Interner::default();
        let start = FuncId::new(0);
        let (entry, exit, halt) = (LocId::new(0), LocId::new(1), LocId::new(2));
        let ty = types.intern(crate::types::TypeKind::Function(crate::types::FunctionType {
            ret: types.void(),
            params: Box::default(),
            variadic: false,
            prototyped: true,
        }));
        let function = Function {
            name: names.intern("_start"),
            ty,
            params: Vec::new(),
            ret: None,
            body: Body::Defined { entry, exit },
            origin: Origin::Startup,
            span: Span::NONE,
            addressed: false,
        };
        let loc = Loc { func: start, out: SmallVec::new(), into: SmallVec::new() };
        Self {
            names,
            sources: SourceMap::default(),
            types,
            pool: ExprPool::default(),
            vars: IndexVec::new(),
            functions: std::iter::once(function).collect(),
            locs: IndexVec::filled(loc, 3),
            edges: IndexVec::new(),
            call_sites: IndexVec::new(),
            extern_calls: IndexVec::new(),
            branches: IndexVec::new(),
            labels: Vec::new(),
            start,
            main: start,
            halt,
            read_only: Vec::new(),
            written_params: Vec::new(),
            loops: Vec::new(),
        }
    }

    /// Adds a location to a function.
    pub fn add_loc(&mut self, func: FuncId) -> LocId {
        self.locs.push(Loc { func, out: SmallVec::new(), into: SmallVec::new() })
    }

    /// Adds an edge.
    pub fn add_edge(&mut self, from: LocId, to: LocId, op: Op, span: Span) -> EdgeId {
        let edge = self.edges.push(Edge { from, to, op, span, branch: None });
        self.locs[from].out.push(edge);
        self.locs[to].into.push(edge);
        edge
    }

    /// Adds the three edges of a call of a function with a body, from `call` to `after`.
    ///
    /// Returns `None` and adds nothing when the callee has no body.
    pub fn add_call(&mut self, site: CallSite, span: Span) -> Option<CallSiteId> {
        let Body::Defined { entry, exit } = self.functions[site.callee].body else { return None };
        let (call, after) = (site.call, site.after);
        let id = self.call_sites.push(site);
        self.add_edge(call, entry, Op::Call(id), span);
        self.add_edge(exit, after, Op::Return(id), span);
        self.add_edge(call, after, Op::Summary(id), span);
        Some(id)
    }

    /// An expression.
    #[must_use]
    #[inline]
    pub fn expr(&self, id: ExprId) -> Expr {
        self.pool.get(id)
    }

    /// A place.
    #[must_use]
    #[inline]
    pub fn place(&self, id: PlaceId) -> Place {
        self.pool.get_place(id)
    }

    /// The name of a variable.
    #[must_use]
    pub fn var_name(&self, var: VarId) -> &str {
        self.names.resolve(self.vars[var].name)
    }

    /// The name of a function.
    #[must_use]
    pub fn func_name(&self, func: FuncId) -> &str {
        self.names.resolve(self.functions[func].name)
    }

    /// The function called `name`, if there is one.
    #[must_use]
    pub fn find_function(&self, name: &str) -> Option<FuncId> {
        let symbol = self.names.find(name)?;
        self.functions.iter_enumerated().find(|(_, f)| f.name == symbol).map(|(id, _)| id)
    }

    /// The location where every run begins.
    #[must_use]
    pub fn entry(&self) -> LocId {
        self.functions[self.start].entry().unwrap_or(self.halt)
    }

    /// What a call of a function without a body means.
    #[must_use]
    pub fn extern_model(&self, call: ExternId) -> LibFn {
        match self.functions[self.extern_calls[call].callee].body {
            Body::Extern(model) => model,
            Body::Defined { .. } => LibFn::Undefined,
        }
    }

    /// The size of a variable in bytes, if it is known before the program runs.
    #[must_use]
    pub fn var_size(&self, var: VarId) -> Option<u64> {
        let var = &self.vars[var];
        var.extent.or_else(|| self.types.size_of(var.ty))
    }

    /// Computes what depends on the whole program: which variables and functions have their address taken.
    /// The front end calls it once, at the end.
    pub fn finish(&mut self) {
        for (_, expr) in self.pool.iter() {
            match expr.kind {
                ExprKind::AddrOf(place) => {
                    if let Some(var) = self.pool.root_var(place) {
                        self.vars[var].addressed = true;
                    }
                }
                ExprKind::FuncAddr(func) => self.functions[func].addressed = true,
                _ => {}
            }
        }
        self.pool.shrink_to_fit();
        self.edges.shrink_to_fit();
        self.locs.shrink_to_fit();
    }

    /// The width of a place in bits, if its type has a size: that of the field for a bit-field.
    #[must_use]
    pub fn place_width(&self, place: PlaceId) -> Option<u64> {
        let field = self.field_of(place).and_then(|field| field.bit_width).map(u64::from);
        field.or_else(|| self.types.size_of(self.place(place).ty).map(|bytes| bytes * 8))
    }

    /// The bit range of a place inside the object it lies in: what the place is based on, the distance in
    /// bits from there if it is constant, and its width in bits if its type has a size.
    #[must_use]
    pub fn place_extent(&self, place: PlaceId) -> PlaceExtent {
        let node = self.place(place);
        let width = self.types.size_of(node.ty).map(|bytes| bytes * 8);
        match node.kind {
            PlaceKind::Var(var) => {
                PlaceExtent { base: PlaceBase::Var(var), bit_offset: Some(0), bit_width: width }
            }
            PlaceKind::Deref(pointer) => {
                PlaceExtent { base: PlaceBase::Deref(pointer), bit_offset: Some(0), bit_width: width }
            }
            PlaceKind::Field { base, field } => {
                let outer = self.place_extent(base);
                let crate::types::TypeKind::Record(record) = self.types.kind(self.place(base).ty) else {
                    return PlaceExtent { bit_offset: None, ..outer };
                };
                let member = &self.types.record(*record).fields[field as usize];
                PlaceExtent {
                    base: outer.base,
                    bit_offset: outer.bit_offset.map(|o| o + i128::from(member.bit_offset)),
                    bit_width: member.bit_width.map(u64::from).or(width),
                }
            }
            PlaceKind::Index { base, index } => {
                let outer = self.place_extent(base);
                let offset = match (self.expr(index).kind, outer.bit_offset, width) {
                    (ExprKind::Int(i), Some(o), Some(w)) => {
                        i.checked_mul(i128::from(w)).and_then(|d| d.checked_add(o))
                    }
                    _ => None,
                };
                PlaceExtent { base: outer.base, bit_offset: offset, bit_width: width }
            }
        }
    }

    /// The member a place names, if it names one.
    #[must_use]
    pub fn field_of(&self, place: PlaceId) -> Option<&crate::types::Field> {
        let PlaceKind::Field { base, field } = self.place(place).kind else { return None };
        match self.types.kind(self.place(base).ty) {
            crate::types::TypeKind::Record(record) => self.types.record(*record).fields.get(field as usize),
            _ => None,
        }
    }
}

/// What a place is based on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PlaceBase {
    /// A variable.
    Var(VarId),
    /// What a pointer points to.
    Deref(ExprId),
}

/// Where a place lies. See [`Program::place_extent`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlaceExtent {
    /// What the place is based on.
    pub base: PlaceBase,
    /// The distance from the base in bits, if no index on the way is computed at run time.
    pub bit_offset: Option<i128>,
    /// The width in bits, if the type has a size.
    pub bit_width: Option<u64>,
}
