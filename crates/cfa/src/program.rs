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

mod edge;
mod extent;
mod library;
mod registers;

pub use edge::{Branch, BranchKind, BranchRef, Edge, HaltKind, InitEntry, NondetSource, Op};
pub use extent::{PlaceBase, PlaceExtent};
pub use library::LibFn;
pub use registers::{AddressRange, AddressRangeError};

use crate::expr::{Expr, ExprId, ExprKind, ExprPool, Place, PlaceId};
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
    /// Where the machine has registers instead of memory: no object lies there, and what is read and written there is said
    /// by the edges. Not part of the text form.
    pub registers: Vec<AddressRange>,
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
            registers: Vec::new(),
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

    /// Whether it allocates memory, which may be exhausted.
    #[must_use]
    pub fn allocates(&self) -> bool {
        self.extern_calls.iter_enumerated().any(|(id, call)| {
            let model = self.extern_model(id);
            // Where allocation may fail, a model has decided that it does not before it calls a function of its own.
            let decided = || self.func_name(call.callee).starts_with("__argand_");
            model == LibFn::Alloca || matches!(model, LibFn::Malloc | LibFn::Calloc) && !decided()
        })
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
}
