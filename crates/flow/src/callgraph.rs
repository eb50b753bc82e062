//! Who calls whom.
//!
//! Calls through pointers are already branches over direct calls, so the edges of the automata say it all.

use crate::digraph::{Digraph, Scratch};
use argand_cfa::{CallSiteId, EdgeId, FuncId, Op, Program};
use argand_support::IndexVec;

/// The calls of a program, computed on demand.
#[derive(Clone, Debug)]
pub struct CallGraph {
    callees: IndexVec<FuncId, Vec<FuncId>>,
    callers: IndexVec<FuncId, Vec<FuncId>>,
    sites_in: IndexVec<FuncId, Vec<CallSiteId>>,
    sites_of: IndexVec<FuncId, Vec<CallSiteId>>,
    externs_in: IndexVec<FuncId, Vec<EdgeId>>,
    components: Vec<Vec<FuncId>>,
    component_of: IndexVec<FuncId, u32>,
    recursive: IndexVec<FuncId, bool>,
    reachable: IndexVec<FuncId, bool>,
}

impl CallGraph {
    /// The call graph of a program.
    #[must_use]
    pub fn new(program: &Program) -> Self {
        let count = program.functions.len();
        let mut edges = Vec::new();
        let mut sites_in = IndexVec::filled(Vec::new(), count);
        let mut sites_of = IndexVec::filled(Vec::new(), count);
        let mut externs_in = IndexVec::filled(Vec::new(), count);
        for (id, site) in program.call_sites.iter_enumerated() {
            let caller = program.locs[site.call].func;
            edges.push((caller.raw(), site.callee.raw()));
            sites_in[caller].push(id);
            sites_of[site.callee].push(id);
        }
        for (id, edge) in program.edges.iter_enumerated() {
            if let Op::Extern(call) = edge.op {
                let caller = program.locs[edge.from].func;
                edges.push((caller.raw(), program.extern_calls[call].callee.raw()));
                externs_in[caller].push(id);
            }
        }
        edges.sort_unstable();
        edges.dedup();
        let graph = Digraph::new(count, &edges);
        let all: Vec<u32> = (0..count as u32).collect();
        let mut components = graph.components(&all, &vec![0; count], 0, &mut Scratch::new(count));
        components.reverse();
        let ids = |list: &[u32]| list.iter().map(|&f| FuncId::new(f)).collect::<Vec<_>>();
        let mut component_of = IndexVec::filled(0, count);
        let mut recursive = IndexVec::filled(false, count);
        let mut reachable = IndexVec::filled(false, count);
        for (number, component) in components.iter().enumerate() {
            for &member in component {
                let func = FuncId::new(member);
                component_of[func] = number as u32;
                recursive[func] = component.len() > 1 || graph.successors(member).contains(&member);
            }
        }
        for func in graph.reverse_post_order(&[program.start.raw()]) {
            reachable[FuncId::new(func)] = true;
        }
        let back = graph.reversed();
        Self {
            callees: all.iter().map(|&f| ids(graph.successors(f))).collect(),
            callers: all.iter().map(|&f| ids(back.successors(f))).collect(),
            sites_in,
            sites_of,
            externs_in,
            components: components.iter().map(|c| ids(c)).collect(),
            component_of,
            recursive,
            reachable,
        }
    }

    /// The functions that a function calls, each once, in the order of their numbers.
    #[must_use]
    pub fn callees(&self, func: FuncId) -> &[FuncId] {
        &self.callees[func]
    }

    /// The functions that call a function, each once.
    #[must_use]
    pub fn callers(&self, func: FuncId) -> &[FuncId] {
        &self.callers[func]
    }

    /// The calls inside a function of functions with a body.
    #[must_use]
    pub fn sites_in(&self, func: FuncId) -> &[CallSiteId] {
        &self.sites_in[func]
    }

    /// The calls of a function with a body.
    #[must_use]
    pub fn sites_of(&self, func: FuncId) -> &[CallSiteId] {
        &self.sites_of[func]
    }

    /// The edges inside a function that call functions without a body.
    #[must_use]
    pub fn externs_in(&self, func: FuncId) -> &[EdgeId] {
        &self.externs_in[func]
    }

    /// Groups of functions that call each other, callees before their callers.
    #[must_use]
    pub fn components(&self) -> &[Vec<FuncId>] {
        &self.components
    }

    /// The position of a function's group in [`components`](Self::components).
    #[must_use]
    pub fn component_of(&self, func: FuncId) -> usize {
        self.component_of[func] as usize
    }

    /// All functions, callees before their callers, except where recursion makes that impossible.
    pub fn bottom_up(&self) -> impl DoubleEndedIterator<Item = FuncId> + '_ {
        self.components.iter().flatten().copied()
    }

    /// Whether a function can call itself, perhaps through others.
    #[must_use]
    pub fn is_recursive(&self, func: FuncId) -> bool {
        self.recursive[func]
    }

    /// Whether any function that the program can reach is recursive.
    #[must_use]
    pub fn has_reachable_recursion(&self) -> bool {
        self.recursive.iter().zip(&self.reachable).any(|(&recursive, &reachable)| recursive && reachable)
    }

    /// Whether calls lead from the start-up function to this one.
    #[must_use]
    pub fn is_reachable(&self, func: FuncId) -> bool {
        self.reachable[func]
    }

    /// The functions that calls lead to from the start-up function, in the order of their numbers.
    pub fn reachable(&self) -> impl Iterator<Item = FuncId> + '_ {
        self.reachable.iter_enumerated().filter(|(_, reachable)| **reachable).map(|(func, _)| func)
    }

    /// How many functions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.callees.len()
    }

    /// Whether there is no function.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.callees.is_empty()
    }
}

/// Which functions can be active more than once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecursiveFunctions {
    recursive: IndexVec<FuncId, bool>,
}

impl RecursiveFunctions {
    /// Finds the functions that lie on a cycle of the call graph.
    #[must_use]
    pub fn of(program: &Program) -> Self {
        let calls = CallGraph::new(program);
        let recursive = program.functions.indices().map(|func| calls.is_recursive(func)).collect();
        Self { recursive }
    }

    /// Whether a function can call itself, directly or through others.
    #[must_use]
    pub fn contains(&self, func: FuncId) -> bool {
        self.recursive.get(func).copied().unwrap_or(false)
    }

    /// Whether there is any.
    #[must_use]
    pub fn any(&self) -> bool {
        self.recursive.iter().any(|&r| r)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use argand_cfa::testing::program;

    const CALLS: &str = r"
cfa LP64
extern nondet: int(void) = Nondet
func even: void(void) {
  entry L0 exit L1
  L0 -> L1: call odd()
}
func odd: void(void) {
  entry L2 exit L3
  L2 -> L4: call even()
  L4 -> L3: call leaf()
}
func leaf: void(void) {
  entry L5 exit L6
  temp int t
  L5 -> L6: t = call nondet()
}
func alone: void(void) {
  entry L7 exit L8
  L7 -> L8: call alone()
}
func main: void(void) {
  entry L9 exit L10
  L9 -> L11: call even()
  L11 -> L10: call even()
}
";

    #[test]
    fn callers_and_callees_are_listed_once_and_sites_all() {
        let program = program(CALLS);
        let calls = CallGraph::new(&program);
        let f = |name: &str| program.find_function(name).unwrap();
        assert_eq!(calls.callees(f("odd")), [f("even"), f("leaf")]);
        assert_eq!(calls.callers(f("even")), [f("odd"), f("main")]);
        assert_eq!(calls.callees(f("leaf")), [f("nondet")]);
        assert_eq!(calls.sites_of(f("even")).len(), 3);
        assert_eq!(calls.sites_in(f("main")).len(), 2);
        assert_eq!(calls.externs_in(f("leaf")).len(), 1);
    }

    #[test]
    fn recursion_is_found_directly_and_through_others() {
        let program = program(CALLS);
        let calls = CallGraph::new(&program);
        let f = |name: &str| program.find_function(name).unwrap();
        let recursive = |name: &str| calls.is_recursive(f(name));
        assert!(recursive("even") && recursive("odd") && recursive("alone"));
        assert!(!recursive("leaf") && !recursive("main"));
        assert!(calls.has_reachable_recursion());
        assert_eq!(calls.component_of(f("even")), calls.component_of(f("odd")));
    }

    #[test]
    fn callees_come_before_callers_and_unreached_functions_are_known() {
        let program = program(CALLS);
        let calls = CallGraph::new(&program);
        let f = |name: &str| program.find_function(name).unwrap();
        let order: Vec<FuncId> = calls.bottom_up().collect();
        let at = |name: &str| order.iter().position(|&x| x == f(name)).unwrap();
        assert!(at("leaf") < at("odd") && at("even") < at("main") && order.len() == calls.len());
        assert!(calls.is_reachable(f("leaf")) && !calls.is_reachable(f("alone")));
        assert_eq!(calls.reachable().count(), calls.len() - 1);
    }
}
