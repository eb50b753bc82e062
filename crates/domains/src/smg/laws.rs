//! The laws of the domain on random graphs: several lists of both kinds, circular ones, nested ones and trees, with
//! variables that point into them, folded and widened to all degrees.

use super::fold::{Demands, Folding, Keep};
use super::inclusion::is_included;
use super::*;
use crate::interval::Interval;
use proptest::prelude::*;

const EDGE: EdgeId = EdgeId::new(0);
const WORD: u64 = 64;
/// Layout of a node: data, next, prev, and a pointer to what belongs to the node.
const DATA: i64 = 0;
const NEXT: i64 = 64;
const PREV: i64 = 128;
const BELOW: i64 = 192;

/// What one list looks like.
#[derive(Clone, Debug)]
struct Plan {
    data: Vec<u128>,
    doubly: bool,
    circular: bool,
    /// What each element has below it: an inner list of so many nodes.
    below: Vec<usize>,
    /// Whether all elements share what is below the last one.
    common: bool,
    /// Whether what is below points back to its element.
    owned: bool,
    /// In lists without back links: the number of the element that each one points to. Where there is no such element,
    /// it points to itself.
    shared: Option<Vec<usize>>,
    /// An element that a second variable points to.
    named: Option<usize>,
}

/// How far a graph is abstracted.
#[derive(Clone, Copy, Debug)]
struct Degree {
    threshold: usize,
    relaxed: Option<i128>,
    /// Whether elements with different data are kept apart.
    apart: bool,
}

impl Degree {
    const fn folding(self) -> Folding<'static> {
        Folding { threshold: self.threshold, keep: if self.apart { Keep::Constants } else { Keep::Nothing } }
    }
}

fn plan() -> impl Strategy<Value = Plan> {
    plan_of(6, 4)
}

/// A list of fewer than `elements`, with fewer than `nodes` below each.
fn plan_of(elements: usize, nodes: usize) -> impl Strategy<Value = Plan> {
    let data = prop::collection::vec(0u128..2, 0..elements);
    let below = prop_oneof![Just(vec![0; 6]), Just(vec![1; 6]), prop::collection::vec(0..nodes, 6)];
    let shared = prop::option::of(prop_oneof![
        Just(vec![0; 6]),
        Just((0..6).collect::<Vec<usize>>()),
        prop::collection::vec(0usize..6, 6),
    ]);
    let flags = (any::<[bool; 3]>(), prop::bool::weighted(0.2));
    (data, flags, prop::option::of(0usize..6), below, shared).prop_map(
        |(data, ([doubly, circular, owned], common), named, below, shared)| {
            let named = named.filter(|&at| at < data.len());
            Plan { data, doubly, circular, below, common, owned, shared, named }
        },
    )
}

/// A list and another one that differs from it in one respect.
fn relatives() -> impl Strategy<Value = [Plan; 2]> {
    (plan_of(5, 3), plan_of(5, 3), 0u8..6).prop_map(|(one, other, respect)| {
        let named = other.named.filter(|&at| at < one.data.len());
        let second = match respect {
            0 => Plan { below: other.below, ..one.clone() },
            1 => Plan { shared: other.shared, ..one.clone() },
            2 => Plan { common: !one.common, owned: other.owned, ..one.clone() },
            3 => Plan { named, ..one.clone() },
            4 => Plan { circular: !one.circular, ..one.clone() },
            _ => Plan { data: other.data, named: None, ..one.clone() },
        };
        [one, second]
    })
}

fn degree() -> impl Strategy<Value = Degree> {
    (2usize..5, prop::option::of(0i128..4), any::<bool>()).prop_map(|(threshold, relaxed, apart)| Degree {
        threshold,
        relaxed,
        apart,
    })
}

fn variable(graph: &mut Smg, root: Root) -> ObjectId {
    let var = argand_cfa::VarId::new(root as u32);
    let id = graph.add(Object::region(Form::constant(8), Storage::Local(var), EDGE));
    graph.set_root(root, id);
    graph.write(id, 0, WORD, Some(Value::ZERO));
    id
}

fn pointer(object: ObjectId) -> Option<Value> {
    Some(Value::Address(Address::at(object, 0)))
}

fn build(plans: &[Plan]) -> Smg {
    let mut graph = Smg::default();
    for (number, plan) in plans.iter().enumerate() {
        let first = variable(&mut graph, 2 * number as Root);
        let named = variable(&mut graph, 2 * number as Root + 1);
        let ids: Vec<ObjectId> = plan
            .data
            .iter()
            .map(|_| graph.add(Object::region(Form::constant(32), Storage::Heap, EDGE)))
            .collect();
        for (at, (&id, &data)) in ids.iter().zip(&plan.data).enumerate() {
            let next = ids.get(at + 1).copied().or(ids.first().copied().filter(|_| plan.circular));
            let prev = match at.checked_sub(1) {
                Some(before) => ids.get(before).copied(),
                None => ids.last().copied().filter(|_| plan.circular),
            };
            graph.write(id, DATA, WORD, Some(Value::Bits(data)));
            graph.write(id, NEXT, WORD, next.map_or(Some(Value::ZERO), pointer));
            let shared = plan.shared.as_ref().map(|to| *ids.get(to[at]).unwrap_or(&id));
            let prev = if plan.doubly { prev } else { shared };
            graph.write(id, PREV, WORD, prev.map_or(Some(Value::ZERO), pointer));
            graph.write(id, BELOW, WORD, Some(Value::ZERO));
            for _ in 0..plan.below[at] {
                let below = graph.add(Object::region(Form::constant(24), Storage::Heap, EDGE));
                let Read::Value(next) = graph.read(id, BELOW, WORD) else { continue };
                graph.write(below, DATA, WORD, Some(Value::Bits(data)));
                graph.write(below, NEXT, WORD, Some(next));
                graph.write(below, PREV, WORD, if plan.owned { pointer(id) } else { Some(Value::ZERO) });
                graph.write(id, BELOW, WORD, pointer(below));
            }
        }
        if let Some(Read::Value(common)) =
            ids.last().filter(|_| plan.common).map(|&id| graph.read(id, BELOW, WORD))
        {
            for &id in &ids {
                graph.write(id, BELOW, WORD, Some(common));
            }
        }
        if let Some(&id) = ids.first() {
            graph.write(first, 0, WORD, pointer(id));
        }
        if let Some(at) = plan.named {
            graph.write(named, 0, WORD, pointer(ids[at]));
        }
    }
    graph.collect();
    graph
}

fn abstracted(graph: &Smg, degree: Degree) -> Smg {
    let mut graph = graph.clone();
    graph.fold(degree.folding());
    if let Some(least) = degree.relaxed {
        graph.relax_lengths(least);
    }
    graph
}

/// All graphs without segments that a graph can be, as far as they have no more regions than `most`.
fn unfoldings(graph: &Smg, end: End, most: usize) -> Vec<Smg> {
    let mut done = Vec::new();
    let mut todo = vec![graph.clone()];
    while let Some(graph) = todo.pop() {
        let regions = graph.objects().filter(|(_, o)| o.level == 0 && o.shape == Shape::Region).count();
        if regions > most {
            continue;
        }
        let outer = graph.objects().filter(|(id, o)| o.level == 0 && graph.is_segment(*id));
        let segment = outer.map(|(id, o)| (id, o.links())).next();
        match segment {
            Some((id, links)) => {
                let end = if links.is_some_and(|links| links.prev.is_some()) { end } else { End::First };
                todo.extend(graph.unfold(id, end));
            }
            // A list that alone leads to an object is not empty: no run has lost memory and goes on.
            None if !graph.lost().is_empty() => {}
            None => done.push(graph),
        }
    }
    done
}

proptest! {
    #[test]
    fn inclusion_is_reflexive_on_abstracted_graphs(
        plans in prop::collection::vec(plan(), 1..4),
        degree in degree(),
    ) {
        let graph = abstracted(&build(&plans), degree);
        prop_assert!(is_included(&graph, &graph), "{}", graph);
    }

    #[test]
    fn abstraction_only_forgets(plans in prop::collection::vec(plan(), 1..4), degree in degree()) {
        let concrete = build(&plans);
        let coarse = abstracted(&concrete, degree);
        prop_assert!(is_included(&concrete, &coarse), "{}\n{}", concrete, coarse);
        let keys = (concrete.outline().key_for(coarse.outline()), coarse.outline().key_for(coarse.outline()));
        prop_assert_eq!(keys.0, keys.1, "{}\n{}", concrete, coarse);
        prop_assert!(coarse.lost().is_empty(), "{}", coarse);
    }

    #[test]
    fn inclusion_is_transitive(
        list in plan(),
        other in plan(),
        degrees in prop::collection::vec(degree(), 3),
    ) {
        let concrete = [build(std::slice::from_ref(&list)), build(&[other])];
        let mut pool: Vec<Smg> = concrete.to_vec();
        for degree in degrees {
            pool.extend(concrete.iter().map(|graph| abstracted(graph, degree)));
        }
        let below: Vec<Vec<bool>> =
            pool.iter().map(|a| pool.iter().map(|b| is_included(a, b)).collect()).collect();
        for a in 0..pool.len() {
            for b in (0..pool.len()).filter(|&b| below[a][b]) {
                for c in (0..pool.len()).filter(|&c| below[b][c]) {
                    prop_assert!(below[a][c], "{}\n{}\n{}", pool[a], pool[b], pool[c]);
                }
            }
        }
    }

    #[test]
    fn materialisation_covers_what_was_abstracted(
        plans in prop_oneof![prop::collection::vec(plan_of(6, 1), 1..3), prop::collection::vec(plan_of(4, 3), 1)],
        degree in degree(),
        backwards in any::<bool>(),
    ) {
        let concrete = build(&plans);
        let coarse = abstracted(&concrete, degree);
        let end = if backwards { End::Last } else { End::First };
        // Elements are taken out before it is known what below them is missing.
        let cases = unfoldings(&coarse, end, concrete.len() + 4);
        prop_assert!(
            cases.iter().any(|case| is_included(&concrete, case)),
            "{}\n{}\n{} cases", concrete, coarse, cases.len()
        );
        for case in &cases {
            prop_assert!(is_included(case, &coarse), "{}\nis not in\n{}", case, coarse);
        }
    }

    #[test]
    fn what_is_included_is_included_in_every_case(
        plans in relatives(),
        degrees in [degree(), degree()],
        backwards in any::<bool>(),
    ) {
        let [small, big] = [0, 1].map(|i| abstracted(&build(std::slice::from_ref(&plans[i])), degrees[i]));
        if is_included(&small, &big) {
            let end = if backwards { End::Last } else { End::First };
            for case in unfoldings(&small, end, small.len() + 10) {
                prop_assert!(is_included(&case, &big), "{}\nis in\n{}\nbut not\n{}", small, big, case);
            }
        }
    }

    #[test]
    fn a_read_gives_what_was_written_last(
        writes in prop::collection::vec((0i64..24, 0usize..4, 0u8..4, any::<u64>()), 1..16),
    ) {
        let mut graph = Smg::default();
        let target = graph.add(Object::region(Form::constant(8), Storage::Heap, EDGE));
        let symbol = Form::of(graph.numbers.fresh(Interval::new(0, 200)));
        let object = graph.add(Object::region(Form::constant(32), Storage::Heap, EDGE));
        let mut expected: Vec<(i64, u64, Option<Value>)> = Vec::new();
        for (byte, size, kind, bits) in writes {
            let (bit, width) = (byte * 8, 8u64 << size);
            let mask = if width == 64 { u64::MAX } else { (1 << width) - 1 };
            let value = match kind {
                0 if width == 64 => pointer(target),
                1 => Some(Value::Number(symbol)),
                2 => None,
                _ => Some(Value::Bits(u128::from(bits & mask))),
            };
            graph.write(object, bit, width, value);
            expected.retain(|&(at, w, _)| at + w as i64 <= bit || bit + width as i64 <= at);
            expected.push((bit, width, value));
            for &(at, w, value) in &expected {
                let read = graph.read(object, at, w);
                match value {
                    Some(value) => prop_assert_eq!(read, Read::Value(value)),
                    None => prop_assert_eq!(read, Read::Unknown),
                }
            }
            let mut cells: Vec<(i64, u64)> =
                graph.object(object).map(|o| o.cells().map(|(b, c)| (b, c.width)).collect()).unwrap_or_default();
            cells.sort_unstable();
            prop_assert!(cells.windows(2).all(|w| w[0].0 + w[0].1 as i64 <= w[1].0), "cells are disjoint");
        }
    }
}

/// Objects and pointers between them, changed at random: what is known of each change is what a fresh look finds.
/// That lists could be folded with what hangs below them need not be noticed: the change may be deep below.
#[derive(Clone, Copy, Debug)]
enum Edit {
    /// A new object that the link of another one, or a variable, leads to.
    Add(usize),
    /// A link comes to lead to another object.
    Point(usize, usize),
    /// An object comes to point back to the one that links to it.
    Back(usize),
    /// A link comes to hold null.
    Drop(usize),
    /// Folds chains.
    Fold(usize),
    /// Removes what is lost.
    Collect,
}

fn edit() -> impl Strategy<Value = Edit> {
    let pick = 0usize..24;
    prop_oneof![
        3 => pick.clone().prop_map(Edit::Add),
        3 => (pick.clone(), pick.clone()).prop_map(|(from, to)| Edit::Point(from, to)),
        3 => pick.clone().prop_map(Edit::Back),
        2 => pick.prop_map(Edit::Drop),
        1 => (2usize..4).prop_map(Edit::Fold),
        1 => Just(Edit::Collect),
    ]
}

/// The objects that no root reaches, found by looking at all of them.
fn unreached_by_search(graph: &Smg) -> Vec<ObjectId> {
    let mut todo: Vec<ObjectId> = graph.roots().map(|(_, id)| id).collect();
    let mut seen: std::collections::BTreeSet<ObjectId> = todo.iter().copied().collect();
    while let Some(id) = todo.pop() {
        let cells = graph.object(id).into_iter().flat_map(Object::cells);
        todo.extend(cells.filter_map(|(_, cell)| cell.value.target()).filter(|&to| seen.insert(to)));
    }
    graph.objects().map(|(id, _)| id).filter(|id| !seen.contains(id)).collect()
}

proptest! {
    #[test]
    fn what_is_kept_up_to_date_is_what_a_search_finds(edits in prop::collection::vec(edit(), 1..60)) {
        let mut graph = Smg::default();
        for root in 0..3 {
            variable(&mut graph, root);
        }
        for edit in edits {
            let ids: Vec<ObjectId> = graph.objects().filter(|(_, o)| o.links().is_none()).map(|(id, _)| id).collect();
            let some = |pick: usize| ids[pick % ids.len()];
            let is_variable = |id: ObjectId| graph.roots().any(|(_, named)| named == id);
            let link = |id: ObjectId| if is_variable(id) { 0 } else { NEXT };
            match edit {
                Edit::Add(from) => {
                    let (from, bit) = (some(from), link(some(from)));
                    let id = graph.add(Object::region(Form::constant(32), Storage::Heap, EDGE));
                    for bit in [NEXT, PREV] {
                        graph.write(id, bit, WORD, Some(Value::ZERO));
                    }
                    graph.write(from, bit, WORD, pointer(id));
                }
                Edit::Point(from, to) => graph.write(some(from), link(some(from)), WORD, pointer(some(to))),
                Edit::Back(from) => {
                    let from = some(from);
                    let next = graph.object(from).and_then(|o| o.cell(NEXT)?.value.target());
                    if let Some(next) = next.filter(|next| ids.contains(next) && !is_variable(*next)) {
                        graph.write(next, PREV, WORD, pointer(from));
                    }
                }
                Edit::Drop(from) => graph.write(some(from), link(some(from)), WORD, Some(Value::ZERO)),
                Edit::Fold(threshold) => {
                    graph.collect();
                    graph.fold(Folding { threshold, keep: Keep::Nothing });
                    let demands =
                        Demands { folding: Folding { threshold, keep: Keep::Nothing }, nests: false };
                    for (id, _) in graph.objects() {
                        let mut again = graph.clone();
                        prop_assert!(!again.fold_around(id, demands), "{}\n{}", graph, again);
                    }
                }
                Edit::Collect => graph.collect(),
            }
            prop_assert_eq!(graph.unreached(), unreached_by_search(&graph), "{}", graph);
            for (id, _) in graph.objects() {
                let known = graph.references_to(id).count();
                let cells = graph.objects().flat_map(|(_, o)| o.cells());
                prop_assert_eq!(known, cells.filter(|(_, cell)| cell.value.target() == Some(id)).count());
            }
        }
    }
}
