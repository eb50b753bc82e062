//! The abstract reachability graph of a solution.
//!
//! A solution has one node for a place in a context, whoever calls. Here the body of a function is put in the place of its
//! calls, as in Saan, "Witness generation for data-flow analysis" (2020), section 3.4: a node of the graph is a node of the solution
//! with the calls that have not returned (its *string*), so that no path enters a function at one call and comes back at
//! another. This happens after the analysis and costs it nothing.
//!
//! * **Recursion is folded.** A call into a context that is active already leads back to that activation, and what comes out of
//!   it goes on behind every such call. Strings so have no context twice, the graph is finite, and it has every run.
//! * **Inlining is a choice** ([`Inline`]). A call that is not inlined is one `Summary` edge to where it comes back. No
//!   violation gets lost: a call that hides one is itself shown as one.
//! * A graph that would be larger than wanted inlines less, first only what has violations, then nothing.

use super::path::Trace;
use super::solution::{NodeId, Parent, Solution};
use super::system::{ContextId, ProgramSystem};
use argand_cfa::{EdgeId, Op, Program};
use argand_cpa::{ArgId, Gap, Reached};
use argand_support::{FxHashMap, FxHashSet, IndexVec, define_index};
use std::collections::VecDeque;

argand_cpa::option_enum! {
    /// Which calls are replaced by the function in the graph of a solution.
    pub enum Inline {
        /// All of them.
        All = "all",
        /// Those in which something is violated.
        Violations = "violations",
        /// None.
        Nothing = "nothing",
    }
}

argand_cpa::option_enum! {
    /// Whether calls of a function in one context are kept apart in the graph of a solution.
    pub enum CallSites {
        /// Each call has nodes of its own.
        Apart = "apart",
        /// They have the same nodes.
        Together = "together",
    }
}

define_index! {
    /// Calls that have not returned.
    struct StringId, "s";
}

/// The graph of a solution.
pub struct SolutionGraph {
    /// The graph.
    pub reached: Reached,
    /// What its nodes are in the solution.
    pub nodes: IndexVec<ArgId, NodeId>,
}

/// A call that comes back.
#[derive(Clone, Copy, Debug)]
struct Back {
    caller: NodeId,
    exit: NodeId,
    edge: EdgeId,
    to: NodeId,
}

/// The ways through a solution, forwards.
struct Ways {
    plain: IndexVec<NodeId, Vec<(EdgeId, NodeId)>>,
    /// From calls into functions.
    calls: IndexVec<NodeId, Vec<(EdgeId, NodeId)>>,
    /// From exits, and over calls.
    back: IndexVec<NodeId, Vec<Back>>,
    /// Contexts in which something is violated, callees included.
    violated: FxHashSet<ContextId>,
}

impl Ways {
    fn of(solution: &Solution) -> Self {
        let count = solution.node_count();
        let mut ways = Self {
            plain: IndexVec::filled(Vec::new(), count),
            calls: IndexVec::filled(Vec::new(), count),
            back: IndexVec::filled(Vec::new(), count),
            violated: FxHashSet::default(),
        };
        let mut callers: FxHashMap<ContextId, Vec<ContextId>> = FxHashMap::default();
        for to in solution.nodes() {
            for &parent in solution.parents(to) {
                match parent {
                    Parent::Start => {}
                    Parent::Step { from, edge } => ways.plain[from].push((edge, to)),
                    Parent::Call { from, edge } => {
                        ways.calls[from].push((edge, to));
                        let inside = solution.place(to).context;
                        callers.entry(inside).or_default().push(solution.place(from).context);
                    }
                    Parent::Return { from, exit, edge, .. } => {
                        let back = Back { caller: from, exit, edge, to };
                        ways.back[exit].push(back);
                        ways.back[from].push(back);
                    }
                }
            }
        }
        let mut work: Vec<ContextId> =
            solution.targets().iter().map(|&node| solution.place(node).context).collect();
        while let Some(context) = work.pop() {
            if ways.violated.insert(context) {
                work.extend(callers.get(&context).into_iter().flatten());
            }
        }
        ways
    }
}

/// Makes a graph.
struct Maker<'a> {
    program: &'a Program,
    system: &'a ProgramSystem<'a>,
    solution: &'a Solution,
    ways: &'a Ways,
    inline: Inline,
    sites: CallSites,
    out: SolutionGraph,
    known: FxHashMap<(StringId, NodeId), ArgId>,
    /// Strings: all but the last call, and the last call.
    strings: IndexVec<StringId, Option<(StringId, NodeId)>>,
    string_ids: FxHashMap<(StringId, NodeId), StringId>,
    /// Calls that lead back to an activation.
    folded: FxHashMap<(StringId, ContextId), Vec<(StringId, NodeId)>>,
    /// The exits of an activation that were seen.
    exits: FxHashMap<(StringId, ContextId), Vec<NodeId>>,
    waiting: VecDeque<(StringId, NodeId)>,
}

/// The graph of a solution with at most so many nodes, if that can be.
pub fn graph_of(
    system: &ProgramSystem<'_>,
    solution: &Solution,
    (inline, sites): (Inline, CallSites),
    most: usize,
) -> Option<SolutionGraph> {
    let ways = Ways::of(solution);
    let less = match inline {
        Inline::All => &[Inline::All, Inline::Violations, Inline::Nothing][..],
        Inline::Violations => &[Inline::Violations, Inline::Nothing],
        Inline::Nothing => &[Inline::Nothing],
    };
    less.iter().find_map(|&inline| Maker::new(system, solution, &ways, inline, sites).make(most))
}

impl<'a> Maker<'a> {
    fn new(
        system: &'a ProgramSystem<'_>,
        solution: &'a Solution,
        ways: &'a Ways,
        inline: Inline,
        sites: CallSites,
    ) -> Self {
        let out = SolutionGraph { reached: system.composite.new_reached(), nodes: IndexVec::new() };
        Self {
            program: system.program,
            system,
            solution,
            ways,
            inline,
            sites,
            out,
            known: FxHashMap::default(),
            strings: IndexVec::from_iter([None]),
            string_ids: FxHashMap::default(),
            folded: FxHashMap::default(),
            exits: FxHashMap::default(),
            waiting: VecDeque::new(),
        }
    }

    /// The graph; `None` when it has too many nodes.
    fn make(mut self, most: usize) -> Option<SolutionGraph> {
        if let Some(start) = self.solution.nodes().next() {
            self.reach(None, (StringId::new(0), start));
        }
        while let Some(at) = self.waiting.pop_front() {
            self.expand(at);
            if self.out.nodes.len() > most {
                return None;
            }
        }
        let mut gaps: FxHashMap<NodeId, Vec<usize>> = FxHashMap::default();
        for (index, &(node, ..)) in self.solution.gaps().iter().enumerate() {
            gaps.entry(node).or_default().push(index);
        }
        for (arg, node) in self.out.nodes.iter_enumerated() {
            for &index in gaps.get(node).into_iter().flatten() {
                let (_, edge, failure) = self.solution.gaps()[index].clone();
                self.out.reached.add_gap(Gap { node: arg, edge, failure });
            }
        }
        Some(self.out)
    }

    fn is_inlined(&self, entry: NodeId) -> bool {
        match self.inline {
            Inline::All => true,
            Inline::Violations => self.ways.violated.contains(&self.context(entry)),
            Inline::Nothing => false,
        }
    }

    fn context(&self, node: NodeId) -> ContextId {
        self.solution.place(node).context
    }

    /// Whether a node is a violation, or hides one in a call.
    fn is_target(&self, node: NodeId) -> bool {
        let hides = |&(_, entry): &(EdgeId, NodeId)| {
            !self.is_inlined(entry) && self.ways.violated.contains(&self.context(entry))
        };
        self.system.composite.is_target(self.solution.row(node)) || self.ways.calls[node].iter().any(hides)
    }

    fn reach(&mut self, parent: Option<(ArgId, EdgeId)>, at: (StringId, NodeId)) {
        let parent = parent.map(|(node, edge)| argand_cpa::Parent { node, edge });
        let (row, precisions) = (self.solution.row(at.1), self.system.precisions());
        if let (Some(&known), Some(parent)) = (self.known.get(&at), parent) {
            self.out.reached.merge_into(known, parent, row, precisions);
            return;
        }
        let target = self.is_target(at.1);
        let arg = self.out.reached.add(parent, row, precisions, target);
        self.out.nodes.push(at.1);
        self.known.insert(at, arg);
        self.waiting.push_back(at);
    }

    fn expand(&mut self, at: (StringId, NodeId)) {
        let (string, node) = at;
        let (Some(&arg), ways) = (self.known.get(&at), self.ways) else { return };
        for &(edge, to) in &ways.plain[node] {
            self.reach(Some((arg, edge)), (string, to));
        }
        for &(edge, entry) in &ways.calls[node] {
            if self.is_inlined(entry) {
                let inside = self.enter(string, node, entry);
                self.reach(Some((arg, edge)), (inside, entry));
            } else {
                self.pass(arg, at, edge, self.context(entry));
            }
        }
        let func = self.system.contexts()[self.context(node)].func;
        if self.system.exit(func) == Some(self.solution.place(node).location) {
            self.come_back(arg, at);
        }
    }

    /// The string of an activation that a call starts, or of the one that it leads back to.
    fn enter(&mut self, string: StringId, caller: NodeId, entry: NodeId) -> StringId {
        let context = self.context(entry);
        if self.sites == CallSites::Together {
            return string;
        }
        let (mut active, mut of) = (string, self.context(caller));
        loop {
            if of == context {
                self.folded.entry((active, context)).or_default().push((string, caller));
                for exit in self.exits.get(&(active, context)).cloned().unwrap_or_default() {
                    if let Some(&arg) = self.known.get(&(active, exit)) {
                        self.leave(arg, exit, string, caller);
                    }
                }
                return active;
            }
            match self.strings[active] {
                None => break,
                Some((outer, call)) => (active, of) = (outer, self.context(call)),
            }
        }
        let strings = &mut self.strings;
        *self.string_ids.entry((string, caller)).or_insert_with(|| strings.push(Some((string, caller))))
    }

    /// Steps over a call.
    fn pass(&mut self, arg: ArgId, (string, node): (StringId, NodeId), call: EdgeId, context: ContextId) {
        let out = &self.program.locs[self.program.edges[call].from].out;
        let over = out.iter().copied().find(|&edge| matches!(self.program.edges[edge].op, Op::Summary(_)));
        for &back in &self.ways.back[node] {
            if back.caller == node && self.context(back.exit) == context {
                self.reach(Some((arg, over.unwrap_or(call))), (string, back.to));
            }
        }
    }

    /// Goes on behind the call that started an activation, and those that lead back to it.
    fn come_back(&mut self, arg: ArgId, (string, exit): (StringId, NodeId)) {
        if self.sites == CallSites::Together {
            for &back in &self.ways.back[exit] {
                if back.exit == exit {
                    self.reach(Some((arg, back.edge)), (string, back.to));
                }
            }
            return;
        }
        let activation = (string, self.context(exit));
        self.exits.entry(activation).or_default().push(exit);
        let outer = self.strings[string];
        for (string, caller) in
            outer.into_iter().chain(self.folded.get(&activation).cloned().unwrap_or_default())
        {
            self.leave(arg, exit, string, caller);
        }
    }

    fn leave(&mut self, arg: ArgId, exit: NodeId, string: StringId, caller: NodeId) {
        for &back in &self.ways.back[exit] {
            if back.exit == exit && back.caller == caller {
                self.reach(Some((arg, back.edge)), (string, back.to));
            }
        }
    }
}

impl SolutionGraph {
    /// The nodes along a path of the solution, as far as the graph has it: a path may end inside a call that is not inlined.
    #[must_use]
    pub fn nodes_along(&self, program: &Program, trace: &Trace) -> Vec<ArgId> {
        let mut path: Vec<ArgId> = self.reached.root().into_iter().collect();
        let mut steps = trace.steps.iter();
        while let Some(&(edge, node)) = steps.next() {
            let Some(&from) = path.last() else { break };
            let parent = argand_cpa::Parent { node: from, edge };
            let along = |&child: &ArgId| self.reached.is_child(child, parent) && self.nodes[child] == node;
            let children = self.reached.children(from);
            let next = children.iter().copied().find(along).or_else(|| {
                let back = after_call(program, edge, &mut steps)?;
                children.iter().copied().find(|&child| self.nodes[child] == back)
            });
            let Some(next) = next else { break };
            path.push(next);
        }
        path
    }
}

/// Where a path is behind a call that begins with an edge.
fn after_call<'s>(
    program: &Program,
    edge: EdgeId,
    steps: &mut impl Iterator<Item = &'s (EdgeId, NodeId)>,
) -> Option<NodeId> {
    let is_call = |edge: EdgeId| matches!(program.edges[edge].op, Op::Call(_));
    let mut active = usize::from(is_call(edge));
    while active > 0 {
        let &(edge, node) = steps.next()?;
        active += usize::from(is_call(edge));
        active -= usize::from(matches!(program.edges[edge].op, Op::Return(_)));
        if active == 0 {
            return Some(node);
        }
    }
    None
}
