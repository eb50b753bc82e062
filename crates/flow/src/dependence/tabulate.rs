//! Slices that respect calls: what is entered through one call is left through the same.
//!
//! A slice has two phases (Horwitz, Reps, Binkley 1990, §4). The first goes from the criterion up into callers and skips
//! what callees do, by their summaries: which of a callee's outer nodes a node at its other side depends on. The second
//! goes down into callees and never back up. Summaries are found for those nodes alone that somebody asks for, as
//! reachable pairs of a node where a callee is entered and a node in it (T. Reps, S. Horwitz, M. Sagiv, "Precise
//! interprocedural dataflow analysis via graph reachability", 1995).

use super::{Dependence, Dependences, Direction, Node, Way};
use argand_cfa::CallSiteId;
use argand_support::{FxHashMap, FxHashSet, IndexVec, define_index};

define_index! {
    /// A node where a callee is entered.
    struct Door, "door";
}

/// The nodes of a slice.
#[derive(Clone, Debug, Default)]
pub struct Reached {
    nodes: Vec<Node>,
    /// For each node the one whose dependence led to it, and that dependence.
    reasons: FxHashMap<Node, (Node, Dependence)>,
    seen: FxHashSet<Node>,
}

impl Reached {
    /// The nodes, in the order in which they were found.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Whether a node is in the slice.
    #[must_use]
    pub fn contains(&self, node: Node) -> bool {
        self.seen.contains(&node)
    }

    /// Which node led to this one; none did to those of the criterion.
    #[must_use]
    pub fn reason(&self, node: Node) -> Option<(Node, Dependence)> {
        self.reasons.get(&node).copied()
    }
}

/// Everything that the criterion depends on, or that depends on it.
#[must_use]
pub fn slice(graph: &Dependences<'_>, direction: Direction, criterion: &[Node]) -> Reached {
    let mut search = Search {
        graph,
        direction,
        doors: IndexVec::new(),
        door_of: FxHashMap::default(),
        work: Vec::new(),
        pairs: FxHashSet::default(),
    };
    search.run(criterion)
}

/// A node where a callee is entered, and what is known of it.
struct Entered {
    /// Nodes of the callee that callers go on from.
    summary: Vec<Node>,
    /// Calls through which it was entered, with the door of the caller, if there is one.
    callers: Vec<(CallSiteId, Door)>,
}

struct Search<'a, 'p> {
    graph: &'a Dependences<'p>,
    direction: Direction,
    doors: IndexVec<Door, Entered>,
    door_of: FxHashMap<Node, Door>,
    work: Vec<(Door, Node)>,
    pairs: FxHashSet<(Door, Node)>,
}

impl Search<'_, '_> {
    fn run(&mut self, criterion: &[Node]) -> Reached {
        let mut reached = Reached::default();
        let mut below = Vec::new();
        let mut work: Vec<Node> = criterion.to_vec();
        for &node in criterion {
            reached.add(node, None);
        }
        while let Some(node) = work.pop() {
            self.for_each(node, |search, dependence| {
                let mut go = |to: Dependence| {
                    if reached.add(to.node, Some((node, to))) {
                        work.push(to.node);
                    }
                };
                match dependence.way {
                    Way::Same | Way::Up(_) => go(dependence),
                    Way::Down(site) => {
                        below.push((node, dependence));
                        search.beyond(site, dependence, go);
                    }
                }
            });
        }
        // Second phase: nodes that were reached above are done.
        let mut work: Vec<Node> = Vec::new();
        for (from, dependence) in below {
            if reached.add(dependence.node, Some((from, dependence))) {
                work.push(dependence.node);
            }
        }
        while let Some(node) = work.pop() {
            self.for_each(node, |search, dependence| {
                let mut go = |to: Dependence| {
                    if reached.add(to.node, Some((node, to))) {
                        work.push(to.node);
                    }
                };
                match dependence.way {
                    Way::Up(_) => {}
                    Way::Same => go(dependence),
                    Way::Down(site) => {
                        go(dependence);
                        search.beyond(site, dependence, go);
                    }
                }
            });
        }
        reached
    }

    fn for_each(&mut self, node: Node, mut visit: impl FnMut(&mut Self, Dependence)) {
        let mut all = Vec::new();
        self.graph.for_each(self.direction, node, |dependence| all.push(dependence));
        all.into_iter().for_each(|dependence| visit(self, dependence));
    }

    /// Where a caller goes on that enters a callee through a call.
    fn beyond(&mut self, site: CallSiteId, entered: Dependence, mut go: impl FnMut(Dependence)) {
        let door = self.door(entered.node);
        self.solve();
        for outer in self.doors[door].summary.clone() {
            self.back(outer, site, &mut go);
        }
    }

    /// What a node of a callee leads to in a caller, through one call.
    fn back(&self, outer: Node, site: CallSiteId, go: &mut impl FnMut(Dependence)) {
        self.graph.for_each(self.direction, outer, |dependence| {
            if dependence.way == Way::Up(site) {
                go(Dependence { way: Way::Same, ..dependence });
            }
        });
    }

    fn door(&mut self, node: Node) -> Door {
        if let Some(&door) = self.door_of.get(&node) {
            return door;
        }
        let door = self.doors.push(Entered { summary: Vec::new(), callers: Vec::new() });
        self.door_of.insert(node, door);
        self.push(door, node);
        door
    }

    fn push(&mut self, door: Door, node: Node) {
        if self.pairs.insert((door, node)) {
            self.work.push((door, node));
        }
    }

    /// Finds the summaries of all doors that are known.
    fn solve(&mut self) {
        while let Some((door, node)) = self.work.pop() {
            let mut outer = false;
            self.for_each(node, |search, dependence| match dependence.way {
                Way::Same => search.push(door, dependence.node),
                Way::Up(_) => outer = true,
                Way::Down(site) => {
                    let inner = search.door(dependence.node);
                    if !search.doors[inner].callers.contains(&(site, door)) {
                        search.doors[inner].callers.push((site, door));
                        for known in search.doors[inner].summary.clone() {
                            search.go_on(known, site, door);
                        }
                    }
                }
            });
            if outer {
                self.doors[door].summary.push(node);
                for (site, caller) in self.doors[door].callers.clone() {
                    self.go_on(node, site, caller);
                }
            }
        }
    }

    fn go_on(&mut self, outer: Node, site: CallSiteId, caller: Door) {
        let mut found = Vec::new();
        self.back(outer, site, &mut |dependence| found.push(dependence.node));
        found.into_iter().for_each(|node| self.push(caller, node));
    }
}

impl Reached {
    fn add(&mut self, node: Node, reason: Option<(Node, Dependence)>) -> bool {
        if !self.seen.insert(node) {
            return false;
        }
        self.nodes.push(node);
        if let Some(reason) = reason {
            self.reasons.insert(node, reason);
        }
        true
    }
}
