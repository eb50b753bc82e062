//! Lists of lists, folded, compared and taken apart.

use super::super::fold::{Folding, Keep};
use super::super::inclusion::is_included;
use super::super::{EdgeId, Storage};
use super::*;

const WORD: u64 = 64;
/// An element: a link, and a pointer to what it has for itself.
const NEXT: i64 = 0;
const OWN: i64 = 64;

fn object(graph: &mut Smg, bytes: i128) -> ObjectId {
    graph.add(Object::region(Form::constant(bytes), Storage::Heap, EdgeId::new(0)))
}

fn point(graph: &mut Smg, from: ObjectId, bit: i64, to: Option<ObjectId>) {
    let value = to.map_or(Value::ZERO, |to| Value::Address(Address::at(to, 0)));
    graph.write(from, bit, WORD, Some(value));
}

/// A graph with one variable.
fn rooted() -> (Smg, ObjectId) {
    let mut graph = Smg::default();
    let var = argand_cfa::VarId::new(1);
    let root = graph.add(Object::region(Form::constant(8), Storage::Local(var), EdgeId::new(0)));
    graph.set_root(1, root);
    (graph, root)
}

fn element(graph: &mut Smg, next: Option<ObjectId>, own: Option<ObjectId>) -> ObjectId {
    let element = object(graph, 16);
    point(graph, element, NEXT, next);
    point(graph, element, OWN, own);
    element
}

/// A list whose elements have inner lists of these lengths.
fn lists(lengths: &[usize]) -> Smg {
    let (mut graph, root) = rooted();
    let mut first = None;
    for &length in lengths.iter().rev() {
        let mut inner = None;
        for _ in 0..length {
            let node = object(&mut graph, 8);
            point(&mut graph, node, NEXT, inner);
            inner = Some(node);
        }
        first = Some(element(&mut graph, first, inner));
    }
    point(&mut graph, root, 0, first);
    graph
}

fn folded(lengths: &[usize]) -> Smg {
    let mut graph = lists(lengths);
    graph.fold(Folding { threshold: 2, keep: Keep::Nothing });
    graph
}

/// The objects of the heap as level, shape and least length.
fn outline(graph: &Smg) -> Vec<(u8, &'static str, i128)> {
    let heap = graph.objects().filter(|(_, object)| object.is_live_heap());
    let mut list: Vec<_> = heap
        .map(|(_, object)| {
            let kind = match object.shape {
                Shape::Region => "region",
                Shape::Optional => "0/1",
                Shape::Segment { .. } => "list",
            };
            (object.level, kind, graph.lengths(object).lo())
        })
        .collect();
    list.sort_unstable();
    list
}

#[test]
fn a_list_of_lists_is_one_list_with_one_list_below_each_element() {
    assert_eq!(outline(&folded(&[2, 3, 2])), [(0, "list", 3), (1, "list", 2)]);
    assert_eq!(outline(&folded(&[1, 3, 2])), [(0, "list", 3), (1, "list", 1)]);
    assert_eq!(outline(&folded(&[3, 0, 2])), [(0, "list", 3), (1, "list", 0)]);
}

#[test]
fn what_only_some_elements_have_is_optional() {
    assert_eq!(outline(&folded(&[1, 1])), [(0, "list", 2), (1, "region", 1)]);
    assert_eq!(outline(&folded(&[1, 0, 1])), [(0, "list", 3), (1, "0/1", 0)]);
}

#[test]
fn who_has_what_below_is_compared_for_each_element() {
    let big = folded(&[1, 3, 0]);
    assert!(is_included(&lists(&[3, 3, 3]), &big) && is_included(&lists(&[0, 0, 0]), &big));
    assert!(!is_included(&lists(&[3, 4, 3]), &big), "no inner list has more than three nodes");
    assert!(!is_included(&lists(&[3, 3]), &big), "there are three elements");
    assert!(!is_included(&lists(&[1, 0]), &folded(&[1, 1])), "each element has its own");
}

/// A list of so many elements that all point to one object.
fn sharing(elements: usize) -> Smg {
    let mut graph = lists(&vec![0; elements]);
    let shared = object(&mut graph, 8);
    point(&mut graph, shared, NEXT, None);
    let elements: Vec<ObjectId> =
        graph.objects().filter(|(_, o)| o.size == Form::constant(16)).map(|(id, _)| id).collect();
    for id in elements {
        point(&mut graph, id, OWN, Some(shared));
    }
    graph
}

#[test]
fn one_object_for_all_elements_is_not_one_for_each() {
    let each = folded(&[1, 1]);
    let inner = folded(&[1, 2]);
    let mut shared = sharing(2);
    assert!(!is_included(&shared, &each) && !is_included(&each, &shared));
    shared.fold(Folding { threshold: 2, keep: Keep::Nothing });
    assert_eq!(outline(&shared), [(0, "list", 2), (0, "region", 1)]);
    assert!(!is_included(&shared, &each) && !is_included(&each, &shared));
    assert!(!is_included(&shared, &inner) && !is_included(&inner, &shared));
}

/// A list of two elements with inner lists of two nodes. Nodes point to an object each, or to one for their element.
fn payloads(one_each: bool) -> Smg {
    let (mut graph, root) = rooted();
    let mut first = None;
    for _ in 0..2 {
        let mut payload = object(&mut graph, 4);
        let mut inner = None;
        for number in 0..2 {
            if one_each && number > 0 {
                payload = object(&mut graph, 4);
            }
            let node = object(&mut graph, 24);
            point(&mut graph, node, NEXT, inner);
            point(&mut graph, node, OWN, Some(payload));
            inner = Some(node);
        }
        first = Some(element(&mut graph, first, inner));
    }
    point(&mut graph, root, 0, first);
    graph
}

#[test]
fn one_object_for_a_list_is_not_one_for_each_of_its_nodes() {
    let fold = |one_each| {
        let mut graph = payloads(one_each);
        graph.fold(Folding { threshold: 2, keep: Keep::Nothing });
        graph
    };
    let (each, shared) = (fold(true), fold(false));
    assert_eq!(outline(&each), [(0, "list", 2), (1, "list", 2), (2, "region", 1)]);
    assert_eq!(outline(&shared), [(0, "list", 2), (1, "list", 2), (1, "region", 1)]);
    for (small, big, is_in) in [
        (&each, &shared, false),
        (&shared, &each, false),
        (&payloads(true), &shared, false),
        (&payloads(false), &each, false),
        (&payloads(true), &each, true),
        (&payloads(false), &shared, true),
    ] {
        assert_eq!(is_included(small, big), is_in, "{small}\n{big}");
    }
}

#[test]
fn elements_that_share_an_object_do_not_have_it_below_them() {
    let mut graph = lists(&[1, 1, 0]);
    let elements: Vec<ObjectId> =
        graph.objects().filter(|(_, o)| o.size == Form::constant(16)).map(|(id, _)| id).collect();
    let own = |graph: &Smg, id| graph.object(id).and_then(|o| o.cell(OWN)?.value.target());
    let shared = elements.iter().find_map(|&id| own(&graph, id));
    for &id in &elements {
        if own(&graph, id).is_none() {
            point(&mut graph, id, OWN, shared);
        }
    }
    graph.fold(Folding { threshold: 2, keep: Keep::Nothing });
    assert!(outline(&graph).iter().all(|&(level, _, _)| level == 0), "{graph}");
}

/// A list whose elements point, besides the next one, to the element with this number.
fn pointing(to: &[usize]) -> Smg {
    let mut graph = lists(&vec![0; to.len()]);
    let mut ids = Vec::new();
    let mut at = graph.root(1).and_then(|root| graph.targets(root).next());
    while let Some(id) = at {
        ids.push(id);
        at = graph.object(id).and_then(|o| o.cell(NEXT)?.value.target());
    }
    for (&id, &to) in ids.iter().zip(to) {
        point(&mut graph, id, OWN, Some(ids[to]));
    }
    graph
}

#[test]
fn to_point_to_the_first_element_is_not_to_point_to_oneself() {
    for plan in [&[0, 1, 2, 2][..], &[0, 0, 2, 3], &[0, 1, 1, 1], &[0, 0, 0, 3], &[0, 1, 2, 3], &[0, 0, 0, 0]]
    {
        for split in 1..plan.len() {
            // Folded in two steps, as loops do: the first elements are a segment before the others are looked at.
            let concrete = pointing(plan);
            let mut graph = concrete.clone();
            let demands = Demands { folding: Folding { threshold: 2, keep: Keep::Nothing }, nests: false };
            let order: Vec<ObjectId> = graph.objects().map(|(id, _)| id).collect();
            for &id in order[split..].iter().chain(&order[..split]) {
                graph.fold_around(id, demands);
            }
            assert!(is_included(&concrete, &graph), "{concrete}\n{graph}");
        }
    }
    let own = pointed(&[0, 1, 2]);
    let first = pointed(&[0, 0, 0]);
    assert!(!is_included(&own, &first) && !is_included(&first, &own));
    assert!(!is_included(&pointing(&[0, 0, 0]), &own) && !is_included(&pointing(&[0, 1, 2]), &first));
}

fn pointed(to: &[usize]) -> Smg {
    let mut graph = pointing(to);
    graph.fold(Folding { threshold: 2, keep: Keep::Nothing });
    graph
}

#[test]
fn an_element_that_is_taken_out_has_its_own_inner_list() {
    let graph = folded(&[2, 3]);
    let segment = graph.root(1).and_then(|root| graph.targets(root).next());
    let cases = segment.map_or_else(Vec::new, |id| graph.unfold(id, End::First));
    assert_eq!(cases.len(), 1, "a list of two elements is not empty");
    let case = &cases[0];
    assert_eq!(outline(case), [(0, "list", 1), (0, "list", 2), (0, "region", 1), (1, "list", 2)], "{case}");
    assert!(is_included(&lists(&[2, 3]), case) && is_included(case, &graph));
    assert!(case.lost().is_empty());
}
