//! What to explore next.
//!
//! The order is a list of [`WaitKey`]s from the configuration: the first decides, the others break ties, and
//! nodes that are equal in all of them come in the order in which they were added. `["bfs"]` and `["dfs"]`
//! are a queue and a stack, everything else a heap.

use crate::reached::ArgId;
use argand_cfa::LocId;
use argand_flow::order::LocOrder;
use argand_support::{FxHashMap, Idx as _, IndexVec};
use smallvec::SmallVec;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

crate::option_enum! {
    /// One criterion of the exploration order.
    pub enum WaitKey {
        /// Oldest first.
        Bfs = "bfs",
        /// Newest first.
        Dfs = "dfs",
        /// Earlier in reverse post-order first, so that branches meet before they are explored further.
        Rpo = "rpo",
        /// Deeper call stacks first, so that a call is finished before its caller goes on.
        Callstack = "callstack",
        /// Inner loops first, so that a loop is finished before what follows it.
        Loop = "loop",
        /// Places that were explored least often first, so that new ones are not kept waiting by loops.
        Coverage = "coverage",
        /// Nearest to where a property can be violated first, counted in edges.
        Distance = "distance",
        /// In random order; the seed makes it repeatable.
        Random = "random",
    }
}

/// Where a node is, as far as the criteria ask.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NodePosition {
    /// Its location.
    pub location: Option<LocId>,
    /// The depth of its call stack.
    pub call_depth: u32,
}

type Key = SmallVec<[u64; 3]>;

#[derive(Debug)]
enum Store {
    Queue(VecDeque<ArgId>),
    Stack(Vec<ArgId>),
    Heap(BinaryHeap<Reverse<(Key, u64, ArgId)>>),
}

/// The nodes that wait to be explored.
#[derive(Debug)]
pub struct Waitlist {
    keys: Vec<WaitKey>,
    order: Option<LocOrder>,
    /// How far each location is from a violation.
    distances: IndexVec<LocId, u32>,
    /// How often each location was explored.
    visits: FxHashMap<LocId, u64>,
    /// Where nodes are, if their keys change while they wait.
    places: Vec<NodePosition>,
    seed: u64,
    store: Store,
    /// Whether a node waits. Entries of the store that do not are skipped when they come up.
    waiting: Vec<bool>,
    count: usize,
    pushed: u64,
}

impl Waitlist {
    /// An empty list. `order` is only asked for when a criterion needs it.
    pub fn new(keys: &[WaitKey], seed: u64, order: impl FnOnce() -> LocOrder) -> Self {
        let needs_order = keys.iter().any(|k| matches!(k, WaitKey::Rpo | WaitKey::Loop));
        Self {
            keys: keys.to_vec(),
            order: needs_order.then(order),
            distances: IndexVec::new(),
            visits: FxHashMap::default(),
            places: Vec::new(),
            seed,
            store: match keys.first() {
                None | Some(WaitKey::Bfs) => Store::Queue(VecDeque::new()),
                Some(WaitKey::Dfs) => Store::Stack(Vec::new()),
                Some(_) => Store::Heap(BinaryHeap::new()),
            },
            waiting: Vec::new(),
            count: 0,
            pushed: 0,
        }
    }

    /// Whether [`NodePosition::location`] matters.
    #[must_use]
    pub fn needs_location(&self) -> bool {
        self.order.is_some() || self.needs_distances() || self.counts_visits()
    }

    /// Whether [`set_distances`](Self::set_distances) matters.
    #[must_use]
    pub fn needs_distances(&self) -> bool {
        self.keys.contains(&WaitKey::Distance)
    }

    /// Says how far each location is from a violation. To be called before nodes wait.
    pub fn set_distances(&mut self, distances: IndexVec<LocId, u32>) {
        self.distances = distances;
    }

    fn counts_visits(&self) -> bool {
        self.keys.contains(&WaitKey::Coverage)
    }

    /// Whether [`NodePosition::call_depth`] matters.
    #[must_use]
    pub fn needs_call_depth(&self) -> bool {
        self.keys.contains(&WaitKey::Callstack)
    }

    /// The key of a node that was the `pushed`-th to be added.
    fn key(&self, place: NodePosition, pushed: u64) -> Key {
        let numbers = |pick: fn(&LocOrder) -> &IndexVec<LocId, u32>| {
            let order = self.order.as_ref()?;
            pick(order).get(place.location?).copied()
        };
        self.keys
            .iter()
            .map(|key| match key {
                WaitKey::Bfs => pushed,
                WaitKey::Dfs => u64::MAX - pushed,
                WaitKey::Rpo => u64::from(numbers(|o| &o.reverse_post).unwrap_or(u32::MAX)),
                WaitKey::Callstack => u64::MAX - u64::from(place.call_depth),
                WaitKey::Loop => u64::MAX - u64::from(numbers(|o| &o.loop_depth).unwrap_or(0)),
                WaitKey::Coverage => {
                    place.location.and_then(|loc| self.visits.get(&loc)).copied().unwrap_or(0)
                }
                WaitKey::Distance => {
                    let distance = place.location.and_then(|loc| self.distances.get(loc));
                    u64::from(distance.copied().unwrap_or(u32::MAX))
                }
                WaitKey::Random => mix(self.seed, pushed),
            })
            .collect()
    }

    /// Adds a node. One that waits already keeps its position.
    pub fn push(&mut self, node: ArgId, place: NodePosition) {
        if self.waiting.len() <= node.index() {
            self.waiting.resize(node.index() + 1, false);
        }
        if std::mem::replace(&mut self.waiting[node.index()], true) {
            return;
        }
        self.count += 1;
        self.pushed += 1;
        let key =
            if matches!(self.store, Store::Heap(_)) { self.key(place, self.pushed) } else { Key::new() };
        if self.counts_visits() {
            self.places.resize(self.waiting.len(), NodePosition::default());
            self.places[node.index()] = place;
        }
        match &mut self.store {
            Store::Queue(queue) => queue.push_back(node),
            Store::Stack(stack) => stack.push(node),
            Store::Heap(heap) => heap.push(Reverse((key, self.pushed, node))),
        }
    }

    /// Takes the next node.
    pub fn pop(&mut self) -> Option<ArgId> {
        loop {
            let node = match &mut self.store {
                Store::Queue(queue) => queue.pop_front(),
                Store::Stack(stack) => stack.pop(),
                Store::Heap(heap) => match heap.pop() {
                    Some(Reverse((key, pushed, node))) if self.has_later_key(&key, pushed, node) => {
                        let key = self.key(self.places[node.index()], pushed);
                        if let Store::Heap(heap) = &mut self.store {
                            heap.push(Reverse((key, pushed, node)));
                        }
                        continue;
                    }
                    popped => popped.map(|Reverse((_, _, node))| node),
                },
            }?;
            if self.remove(node) {
                self.visit(node);
                return Some(node);
            }
        }
    }

    /// Whether the place of a waiting node was explored since it was added, so that others come first.
    fn has_later_key(&self, key: &Key, pushed: u64, node: ArgId) -> bool {
        self.counts_visits() && self.contains(node) && self.key(self.places[node.index()], pushed) > *key
    }

    /// Counts that a node is explored.
    fn visit(&mut self, node: ArgId) {
        let location = self.places.get(node.index()).and_then(|place| place.location);
        if let Some(location) = location.filter(|_| self.counts_visits()) {
            *self.visits.entry(location).or_default() += 1;
        }
    }

    /// Takes a node out of the list. Whether it was in it.
    pub fn remove(&mut self, node: ArgId) -> bool {
        let waited = self.contains(node);
        if waited {
            self.waiting[node.index()] = false;
            self.count -= 1;
        }
        waited
    }

    /// Whether a node waits.
    #[must_use]
    pub fn contains(&self, node: ArgId) -> bool {
        self.waiting.get(node.index()).copied().unwrap_or(false)
    }

    /// The nodes that wait, by their ids.
    pub fn iter(&self) -> impl Iterator<Item = ArgId> + '_ {
        self.waiting.iter().enumerate().filter(|(_, w)| **w).map(|(i, _)| ArgId::from_usize(i))
    }

    /// How many nodes wait.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.count
    }

    /// Whether no node waits.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Takes out every node.
    pub fn clear(&mut self) {
        self.waiting.clear();
        self.places.clear();
        self.count = 0;
        match &mut self.store {
            Store::Queue(queue) => queue.clear(),
            Store::Stack(stack) => stack.clear(),
            Store::Heap(heap) => heap.clear(),
        }
    }
}

/// A well-spread number for each pair (the finaliser of SplitMix64).
const fn mix(seed: u64, count: u64) -> u64 {
    let mut z = seed.wrapping_add(count.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order() -> LocOrder {
        LocOrder {
            reverse_post: [2, 0, 1, 0].into_iter().collect::<IndexVec<LocId, u32>>(),
            loop_depth: [0, 2, 1, 0].into_iter().collect::<IndexVec<LocId, u32>>(),
        }
    }

    /// The order in which nodes n0, n1, … come out that were added at these (location, call depth).
    fn popped(keys: &[WaitKey], seed: u64, places: &[(u32, u32)]) -> Vec<u32> {
        let mut list = Waitlist::new(keys, seed, order);
        for (i, &(loc, call_depth)) in places.iter().enumerate() {
            list.push(ArgId::from_usize(i), NodePosition { location: Some(LocId::new(loc)), call_depth });
        }
        std::iter::from_fn(|| list.pop()).map(ArgId::raw).collect()
    }

    const PLACES: [(u32, u32); 4] = [(0, 0), (1, 1), (2, 0), (3, 1)];

    #[test]
    fn each_criterion_orders_as_it_says() {
        assert_eq!(popped(&[], 0, &PLACES), [0, 1, 2, 3]);
        assert_eq!(popped(&[WaitKey::Bfs], 0, &PLACES), [0, 1, 2, 3]);
        assert_eq!(popped(&[WaitKey::Dfs], 0, &PLACES), [3, 2, 1, 0]);
        assert_eq!(popped(&[WaitKey::Rpo], 0, &PLACES), [1, 3, 2, 0]);
        assert_eq!(popped(&[WaitKey::Callstack], 0, &PLACES), [1, 3, 0, 2]);
        assert_eq!(popped(&[WaitKey::Loop], 0, &PLACES), [1, 2, 0, 3]);
    }

    #[test]
    fn later_criteria_break_ties_of_earlier_ones() {
        assert_eq!(popped(&[WaitKey::Callstack, WaitKey::Rpo], 0, &PLACES), [1, 3, 2, 0]);
        assert_eq!(popped(&[WaitKey::Callstack, WaitKey::Dfs], 0, &PLACES), [3, 1, 2, 0]);
    }

    #[test]
    fn random_order_is_a_permutation_that_only_the_seed_decides() {
        let places = vec![(0, 0); 50];
        let first = popped(&[WaitKey::Random], 7, &places);
        assert_eq!(first, popped(&[WaitKey::Random], 7, &places));
        assert_ne!(first, popped(&[WaitKey::Random], 8, &places));
        let mut sorted = first;
        sorted.sort_unstable();
        assert!(sorted.into_iter().eq(0..50));
    }

    #[test]
    fn places_that_were_explored_come_after_new_ones() {
        // Three nodes at one place, then one at another that comes up as soon as the first was explored.
        assert_eq!(popped(&[WaitKey::Coverage], 0, &[(0, 0), (0, 0), (0, 0), (1, 0)]), [0, 3, 1, 2]);
        assert_eq!(popped(&[WaitKey::Coverage, WaitKey::Dfs], 0, &[(0, 0), (0, 0), (1, 0)]), [2, 1, 0]);
    }

    #[test]
    fn the_nearest_to_a_violation_comes_first() {
        let mut list = Waitlist::new(&[WaitKey::Distance], 0, order);
        list.set_distances([9, 0, 4].into_iter().collect());
        for loc in 0..4 {
            let place = NodePosition { location: Some(LocId::new(loc)), call_depth: 0 };
            list.push(ArgId::new(loc), place);
        }
        let popped: Vec<u32> = std::iter::from_fn(|| list.pop()).map(ArgId::raw).collect();
        assert_eq!(popped, [1, 2, 0, 3]);
    }

    #[test]
    fn removed_nodes_do_not_come_up_and_can_be_added_again() {
        let mut list = Waitlist::new(&[WaitKey::Rpo], 0, order);
        let (a, b) = (ArgId::new(0), ArgId::new(1));
        let place = NodePosition { location: Some(LocId::new(0)), call_depth: 0 };
        list.push(a, place);
        list.push(b, place);
        list.push(a, place);
        assert_eq!(list.len(), 2);
        assert!(list.remove(a));
        assert!(!list.remove(a));
        list.push(a, place);
        assert_eq!([list.pop(), list.pop(), list.pop()], [Some(a), Some(b), None]);
    }
}
