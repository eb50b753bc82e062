//! What a program is like, as far as that matters for the choice of analyses.
//!
//! Features are hints: they choose who begins and who gets more time. No verdict rests on them, and names of files,
//! functions and variables are no features.

use crate::properties::Wanted;
use argand_cfa::walk::{self, Node};
use argand_cfa::{Body, BranchKind, EdgeId, ExprKind, LibFn, LocId, Op, PlaceKind, Program, PropertyKind};
use argand_flow::callgraph::CallGraph;
use argand_flow::classify::Classes;
use argand_flow::wto::Wto;
use argand_support::FxHashSet;

/// Programs with more edges than this hold more than a property is about.
const SIZABLE: usize = 400;
/// Programs with more edges than this are large.
const LARGE: usize = 8_000;
/// Loops that go around less often than this can be unrolled to their end.
const FEW_ROUNDS: i128 = 60;

/// Something that a program has or has not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Feature {
    /// A loop.
    Loops,
    /// A loop that no constant bounds, or a large one does.
    LongLoops,
    /// More than one loop.
    ManyLoops,
    /// A function that calls itself, perhaps through others.
    Recursion,
    /// Arithmetic on floating-point numbers.
    Floats,
    /// Elements of arrays whose index is computed.
    Arrays,
    /// Memory from `malloc` and the like.
    Heap,
    /// Accesses through pointers.
    Pointers,
    /// Calls through pointers.
    FunctionPointers,
    /// Values that the program does not compute.
    Inputs,
    /// More edges than one question is about.
    Sizable,
    /// Many edges.
    Large,
    /// Overflow is to be checked.
    Overflow,
    /// A property of memory is to be checked.
    MemorySafety,
    /// It is asked whether every run ends.
    Termination,
}

impl Feature {
    /// Every feature.
    pub const ALL: [Self; 15] = [
        Self::Loops,
        Self::LongLoops,
        Self::ManyLoops,
        Self::Recursion,
        Self::Floats,
        Self::Arrays,
        Self::Heap,
        Self::Pointers,
        Self::FunctionPointers,
        Self::Inputs,
        Self::Sizable,
        Self::Large,
        Self::Overflow,
        Self::MemorySafety,
        Self::Termination,
    ];

    /// Its name in a strategy.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Loops => "loops",
            Self::LongLoops => "long-loops",
            Self::ManyLoops => "many-loops",
            Self::Recursion => "recursion",
            Self::Floats => "floats",
            Self::Arrays => "arrays",
            Self::Heap => "heap",
            Self::Pointers => "pointers",
            Self::FunctionPointers => "function-pointers",
            Self::Inputs => "inputs",
            Self::Sizable => "sizable",
            Self::Large => "large",
            Self::Overflow => "overflow",
            Self::MemorySafety => "memory-safety",
            Self::Termination => "termination",
        }
    }

    /// What it means, for the reference.
    #[must_use]
    pub const fn doc(self) -> &'static str {
        match self {
            Self::Loops => "there is a loop",
            Self::LongLoops => "there is a loop that no constant bounds, or a large one",
            Self::ManyLoops => "there is more than one loop",
            Self::Recursion => "a function calls itself, perhaps through others",
            Self::Floats => "it computes with floating-point numbers",
            Self::Arrays => "it uses elements of arrays at computed indices",
            Self::Heap => "it allocates memory",
            Self::Pointers => "it accesses memory through pointers",
            Self::FunctionPointers => "it calls functions through pointers",
            Self::Inputs => "it takes values that it does not compute",
            Self::Sizable => "it has more than 400 edges",
            Self::Large => "it has more than 8000 edges",
            Self::Overflow => "overflow is to be checked",
            Self::MemorySafety => "a property of memory is to be checked",
            Self::Termination => "it is asked whether every run ends",
        }
    }
}

/// What a program is like.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Features {
    /// Edges of functions that can be called.
    pub edges: usize,
    /// Loops of these functions.
    pub loops: usize,
    /// Those of them that no small constant bounds.
    pub long_loops: usize,
    /// What it has, in the order of [`Feature::ALL`].
    pub present: Vec<Feature>,
}

impl Features {
    /// Looks at a program and at what is asked of it.
    #[must_use]
    pub fn of(program: &Program, wanted: &Wanted) -> Self {
        let calls = CallGraph::new(program);
        let reachable = |loc: LocId| calls.is_reachable(program.locs[loc].func);
        let edges: Vec<EdgeId> =
            program.edges.iter_enumerated().filter(|(_, e)| reachable(e.from)).map(|(id, _)| id).collect();
        let wto = Wto::of_functions(program);
        let classes = Classes::new(program);
        let (mut loops, mut long_loops) = (0, 0);
        for (id, looping) in wto.loops().filter(|(_, l)| reachable(l.head)) {
            loops += 1;
            let few = |edge: EdgeId| ends_after_few_rounds(program, &classes, edge);
            if looping.irreducible || !wto.exits(program, id).any(few) {
                long_loops += 1;
            }
        }
        let mut seen = Seen::default();
        for &edge in edges.iter().filter(|&&edge| !is_violation(program, wanted, edge)) {
            seen.edge(program, edge);
        }
        let has = |feature: Feature| match feature {
            Feature::Loops => loops > 0,
            Feature::LongLoops => long_loops > 0,
            Feature::ManyLoops => loops > 1,
            Feature::Recursion => calls.has_reachable_recursion(),
            Feature::Floats => seen.floats,
            Feature::Arrays => seen.arrays,
            Feature::Heap => seen.heap,
            Feature::Pointers => seen.pointers,
            Feature::FunctionPointers => seen.function_pointers,
            Feature::Inputs => seen.inputs,
            Feature::Sizable => edges.len() > SIZABLE,
            Feature::Large => edges.len() > LARGE,
            Feature::Overflow => !wanted.operations().is_empty(),
            Feature::MemorySafety => !wanted.memory_properties().is_empty(),
            Feature::Termination => wanted.termination(),
        };
        let present = Feature::ALL.into_iter().filter(|&feature| has(feature)).collect();
        Self { edges: edges.len(), loops, long_loops, present }
    }

    /// Whether the program has a feature.
    #[must_use]
    pub fn has(&self, feature: Feature) -> bool {
        self.present.contains(&feature)
    }

    /// In a line for the user.
    #[must_use]
    pub fn describe(&self) -> String {
        let loops = match (self.loops, self.long_loops) {
            (0, _) => "no loop".to_owned(),
            (1, 0) => "1 loop, which goes around a few times".to_owned(),
            (1, _) => "1 loop".to_owned(),
            (all, long) => format!("{all} loops, {long} of them without a small bound"),
        };
        let told = [Feature::Loops, Feature::LongLoops, Feature::ManyLoops, Feature::Sizable];
        let asked = [Feature::Overflow, Feature::MemorySafety, Feature::Termination];
        let others = self.present.iter().filter(|f| !told.contains(f) && !asked.contains(f));
        let others = others.map(|f| format!(", {}", f.name())).collect::<String>();
        format!("{} edges, {loops}{others}", self.edges)
    }
}

/// Whether an edge calls what must not be called: what that function returns is no input of any run that counts.
fn is_violation(program: &Program, wanted: &Wanted, edge: EdgeId) -> bool {
    let Op::Extern(call) = program.edges[edge].op else { return false };
    let callee = program.func_name(program.extern_calls[call].callee);
    wanted.properties.iter().any(|p| matches!(&p.kind, PropertyKind::UnreachCall(name) if name == callee))
}

/// Whether an exit of a loop compares a counter with a small constant.
fn ends_after_few_rounds(program: &Program, classes: &Classes, exit: EdgeId) -> bool {
    let Op::Assume { cond, .. } = program.edges[exit].op else { return false };
    let (mut counter, mut bound, mut memory) = (false, None, false);
    walk::for_each_node(program, Node::Expr(cond), |node| match node {
        Node::Expr(expr) => {
            if let ExprKind::Int(number) = program.expr(expr).kind {
                bound = bound.max(Some(number.saturating_abs()));
            }
        }
        Node::Place(place) => match program.place(place).kind {
            PlaceKind::Var(var) => counter |= classes.get(var).loop_counter,
            PlaceKind::Deref(_) | PlaceKind::Field { .. } | PlaceKind::Index { .. } => memory = true,
        },
    });
    counter && !memory && bound.is_some_and(|bound| bound <= FEW_ROUNDS)
}

/// What the edges of a program use.
#[derive(Default)]
struct Seen {
    nodes: FxHashSet<Node>,
    floats: bool,
    arrays: bool,
    heap: bool,
    pointers: bool,
    function_pointers: bool,
    inputs: bool,
}

impl Seen {
    fn edge(&mut self, program: &Program, edge: EdgeId) {
        let edge = &program.edges[edge];
        let kind = edge.branch.map(|branch| program.branches[branch.branch].kind);
        self.function_pointers |= kind == Some(BranchKind::Dispatch);
        if let Op::Extern(call) = edge.op {
            let callee = program.extern_calls[call].callee;
            if let Body::Extern(meaning) = program.functions[callee].body {
                self.library(meaning);
            }
        }
        self.inputs |= matches!(edge.op, Op::Havoc { .. });
        let mut roots = Vec::new();
        walk::operands(program, &edge.op, |node| roots.push(node));
        for root in roots {
            if self.nodes.insert(root) {
                walk::for_each_node(program, root, |node| self.node(program, node));
            }
        }
    }

    fn library(&mut self, meaning: LibFn) {
        self.heap |= matches!(meaning, LibFn::Malloc | LibFn::Calloc);
        self.inputs |= matches!(
            meaning,
            LibFn::Nondet | LibFn::NondetMemory | LibFn::Undefined | LibFn::Outside | LibFn::Open
        );
    }

    fn node(&mut self, program: &Program, node: Node) {
        match node {
            Node::Expr(expr) => self.floats |= program.types.is_float(program.expr(expr).ty),
            Node::Place(place) => match program.place(place).kind {
                PlaceKind::Var(_) | PlaceKind::Field { .. } => {}
                PlaceKind::Deref(pointer) => {
                    self.pointers = true;
                    // An element of an array that was passed by its address.
                    self.arrays |= matches!(program.expr(pointer).kind, ExprKind::Binary(..));
                }
                PlaceKind::Index { index, .. } => {
                    self.arrays |= !matches!(program.expr(index).kind, ExprKind::Int(_));
                }
            },
        }
    }
}
