//! Figures 7 to 9 of the thesis on value analysis with SMGs, and the laws of the domain on random graphs.

use super::fold::{Folding, Keep};
use super::inclusion::is_included;
use super::join::join;
use super::*;
use crate::interval::Interval;
use proptest::prelude::*;

const EDGE: EdgeId = EdgeId::new(0);
const FOLDING: Folding<'static> = Folding { threshold: 3, keep: Keep::Nothing };
/// A node of Figure 7: 32 bits of data, then a pointer of 32 bits.
const DATA: i64 = 0;
const NEXT: i64 = 32;
const PREV: i64 = 64;

fn variable(graph: &mut Smg, root: Root) -> ObjectId {
    let id = graph.add(Object::region(
        Form::constant(4),
        Storage::Local(argand_cfa::VarId::new(root as u32)),
        EDGE,
    ));
    graph.set_root(root, id);
    id
}

fn node(graph: &mut Smg, data: u128) -> ObjectId {
    let id = graph.add(Object::region(Form::constant(12), Storage::Heap, EDGE));
    graph.write(id, DATA, 32, Some(Value::Bits(data)));
    id
}

fn pointer(object: ObjectId) -> Option<Value> {
    Some(Value::Address(Address::at(object, 0)))
}

/// A list with this data, named by root 1; its last element is named by root 2 if asked for.
fn list(data: &[u128], doubly: bool, last_named: bool) -> Smg {
    let mut graph = Smg::default();
    let first = variable(&mut graph, 1);
    let last = variable(&mut graph, 2);
    graph.write(first, 0, 32, Some(Value::ZERO));
    graph.write(last, 0, 32, Some(Value::ZERO));
    let mut before: Option<ObjectId> = None;
    for &value in data {
        let id = node(&mut graph, value);
        graph.write(id, NEXT, 32, Some(Value::ZERO));
        if doubly {
            graph.write(id, PREV, 32, before.map_or(Some(Value::ZERO), pointer));
        }
        match before {
            Some(before) => graph.write(before, NEXT, 32, pointer(id)),
            None => graph.write(first, 0, 32, pointer(id)),
        }
        before = Some(id);
    }
    if let (true, Some(id)) = (last_named, before) {
        graph.write(last, 0, 32, pointer(id));
    }
    graph
}

fn segments(graph: &Smg) -> Vec<i128> {
    graph
        .objects()
        .filter_map(|(_, o)| match o.shape {
            Shape::Segment { length, .. } => Some(graph.numbers.range(length).lo()),
            Shape::Region | Shape::Optional => None,
        })
        .collect()
}

#[test]
fn figure_7_writes_cut_zero_edges_and_reads_put_them_together() {
    let mut graph = list(&[1], false, true);
    let object = node(&mut graph, 0);
    graph.write(object, 0, 64, Some(Value::ZERO));
    assert_eq!(graph.read(object, DATA, 32), Read::Value(Value::ZERO));
    // (c): the new object is zero all over; (d): its data becomes 2 and the zero edge is cut.
    graph.write(object, DATA, 32, Some(Value::Bits(2)));
    let cells: Vec<_> = graph.object(object).map(|o| o.cells().collect()).unwrap_or_default();
    assert_eq!(
        cells,
        [(0, Cell { width: 32, value: Value::Bits(2) }), (32, Cell { width: 32, value: Value::ZERO }),]
    );
    assert_eq!(graph.read(object, 0, 64), Read::Value(Value::Bits(2)));
    assert_eq!(graph.read(object, 16, 32), Read::Value(Value::ZERO));
    graph.write(object, 3, 0, None);
    assert_eq!(graph.read(object, 0, 64), Read::Value(Value::Bits(2)), "nothing was overwritten");
}

#[test]
fn a_number_that_fills_less_than_its_cell_is_known_in_parts() {
    let mut graph = list(&[1], false, true);
    let object = node(&mut graph, 0);
    let byte = Form::of(graph.numbers.fresh(Interval::new(0, 255)));
    graph.write(object, 0, 32, Some(Value::Number(byte)));
    assert_eq!(graph.read(object, 0, 8), Read::Value(Value::Number(byte)));
    assert_eq!(graph.read(object, 8, 16), Read::Value(Value::ZERO));
    assert_eq!(graph.read(object, 4, 8), Read::Mixed);
    graph.write(object, 16, 8, Some(Value::Bits(3)));
    let whole = Form { add: 3 << 16, ..byte };
    assert_eq!(graph.read(object, 0, 32), Read::Value(Value::Number(whole)));
    graph.write(object, 4, 8, Some(Value::ZERO));
    assert_eq!(graph.read(object, 0, 32), Read::Mixed, "half of the byte is gone");
    assert!(graph.numbers.assume_eq(byte, Form::constant(0x5a)));
    graph.write(object, 0, 32, Some(Value::Number(byte)));
    assert_eq!(graph.read(object, 4, 8), Read::Value(Value::Bits(5)));
}

#[test]
fn figure_8_a_chain_becomes_a_segment_and_its_named_end_stays() {
    let mut graph = list(&[7, 7, 7, 7], false, true);
    let concrete = graph.clone();
    assert!(graph.fold(FOLDING));
    assert_eq!(segments(&graph), [3]);
    assert_eq!(graph.objects().filter(|(_, o)| o.is_live_heap()).count(), 2);
    assert!(is_included(&concrete, &graph));
    assert!(!is_included(&graph, &list(&[7, 7, 7, 8], false, true)));
}

#[test]
fn figure_9_an_element_is_taken_out_of_a_segment_and_links_stay_whole() {
    let mut graph = list(&[7, 7, 7, 7], true, true);
    assert!(graph.fold(FOLDING));
    let id = graph.objects().find(|(_, o)| o.links().is_some()).map(|(id, _)| id).expect("a segment");
    for end in [End::First, End::Last] {
        let cases = graph.unfold(id, end);
        assert_eq!(cases.len(), 1, "a segment of known length is not empty");
        let regions = cases[0].objects().filter(|(_, o)| o.is_live_heap() && o.shape == Shape::Region);
        assert_eq!(regions.count(), 1);
        let mut again = cases[0].clone();
        again.fold(FOLDING);
        assert!(is_included(&again, &graph), "{again}\n{graph}");
    }
}

#[test]
fn a_segment_that_may_be_empty_is_looked_at_in_two_ways() {
    let mut graph = list(&[7, 7, 7], false, false);
    graph.fold(FOLDING);
    graph.relax_lengths(0);
    let id = graph.objects().find(|(_, o)| o.links().is_some()).map(|(id, _)| id).expect("a segment");
    let cases = graph.unfold(id, End::First);
    assert_eq!(cases.len(), 2);
    let first = cases[0].root(1).expect("a variable");
    assert_eq!(cases[0].read(first, 0, 32), Read::Value(Value::ZERO), "the empty list is null");
}

#[test]
fn five_or_more_elements_are_covered_by_four_or_more_and_not_the_other_way_round() {
    let at_least = |n: usize| {
        let mut graph = list(&vec![7; n], true, false);
        graph.fold(FOLDING);
        graph.relax_lengths(n as i128);
        graph
    };
    assert!(is_included(&at_least(5), &at_least(4)));
    assert!(!is_included(&at_least(4), &at_least(5)));
    assert!(is_included(&list(&[7; 6], true, false), &at_least(4)));
    assert!(!is_included(&list(&[7; 3], true, false), &at_least(4)));
}

#[test]
fn a_back_link_to_the_first_element_is_not_one_to_the_last() {
    let folded = |skips: bool| {
        let mut graph = list(&[1, 1, 1, 2], true, true);
        let last = graph.root(2).and_then(|root| graph.object(root)?.cell(0)?.value.target());
        let first = graph.root(1).and_then(|root| graph.object(root)?.cell(0)?.value.target());
        if let (true, Some(last), Some(first)) = (skips, last, first) {
            graph.write(last, PREV, 32, pointer(first));
        }
        graph.fold(Folding { threshold: 3, keep: Keep::Constants });
        graph
    };
    let (right, wrong) = (folded(false), folded(true));
    let mut whole = list(&[1, 1, 1, 2], true, true);
    whole.fold(Folding { threshold: 3, keep: Keep::Nothing });
    assert!(is_included(&right, &whole), "{right}\n{whole}");
    assert!(!is_included(&wrong, &whole), "{wrong}\n{whole}");
}

#[test]
fn lost_memory_is_what_no_root_reaches() {
    let mut graph = list(&[1, 2], false, false);
    assert!(graph.lost().is_empty());
    let first = graph.root(1).expect("a variable");
    graph.write(first, 0, 32, Some(Value::ZERO));
    assert_eq!(graph.lost().len(), 2);
    graph.collect();
    assert!(graph.lost().is_empty());
}

#[test]
fn widening_keeps_the_difference_of_two_counters() {
    let counters = |a: u128, b: u128| {
        let mut graph = Smg::default();
        for (root, value) in [(1, a), (2, b)] {
            let id = variable(&mut graph, root);
            graph.write(id, 0, 32, Some(Value::Bits(value)));
        }
        graph
    };
    let (older, mut newer) = (counters(1, 2), counters(2, 3));
    assert!(newer.generalise(&older, &[0]));
    assert!(is_included(&counters(100, 101), &newer));
    assert!(!is_included(&counters(100, 100), &newer));
}

#[test]
fn numbers_know_what_follows_from_differences() {
    let mut numbers = Numbers::default();
    let [i, n] = [0, 1].map(|_| Form::of(numbers.fresh(Interval::new(0, 1000))));
    assert!(numbers.assume_le(i, n, -1));
    let (last, size) = (i.times(4).and_then(|f| f.plus(4)), n.times(4));
    assert!(numbers.upper(last.expect("a form"), size.expect("a form")) <= 0);
    assert!(!numbers.assume_le(n, i, 0), "i < n and n <= i");
}

#[test]
fn the_join_of_lists_of_different_length_is_a_segment_that_covers_both() {
    let folded = |n: usize| {
        let mut graph = list(&vec![7; n], true, true);
        graph.fold(FOLDING);
        graph
    };
    let (short, long) = (list(&[7], true, true), folded(5));
    let both = join(&short, &long).expect("equal shapes");
    assert_eq!(segments(&both), [1]);
    assert!(is_included(&short, &both) && is_included(&long, &both), "{both}");
    assert!(!is_included(&list(&[8], true, true), &both));
    assert_eq!(join(&list(&[], true, true), &long), None, "null and a list are no equal shapes");
}

#[test]
fn the_join_keeps_the_difference_of_numbers() {
    let counters = |a: u128, b: u128| {
        let mut graph = Smg::default();
        for (root, value) in [(1, a), (2, b)] {
            let id = variable(&mut graph, root);
            graph.write(id, 0, 32, Some(Value::Bits(value)));
        }
        graph
    };
    let both = join(&counters(1, 2), &counters(10, 11)).expect("equal shapes");
    assert!(is_included(&counters(5, 6), &both));
    assert!(!is_included(&counters(5, 5), &both));
}

fn random_list() -> impl Strategy<Value = (Vec<u128>, bool, bool)> {
    (prop::collection::vec(0u128..3, 0..7), any::<bool>(), any::<bool>())
}

proptest! {
    #[test]
    fn a_read_gives_what_was_written(writes in prop::collection::vec((0i64..96, 1u64..40, any::<u32>()), 1..12)) {
        let mut graph = Smg::default();
        let object = graph.add(Object::region(Form::constant(16), Storage::Heap, EDGE));
        let mut bits = [None; 136];
        for (bit, width, value) in writes {
            let value = u128::from(value) & ((1 << width) - 1);
            graph.write(object, bit, width, Some(Value::Bits(value)));
            prop_assert_eq!(graph.read(object, bit, width), Read::Value(Value::Bits(value)));
            for i in 0..width {
                bits[bit as usize + i as usize] = Some((value >> i) & 1);
            }
            for (i, known) in bits.iter().enumerate() {
                if let Some(known) = known {
                    prop_assert_eq!(graph.read(object, i as i64, 1), Read::Value(Value::Bits(*known)));
                }
            }
        }
    }

    #[test]
    fn inclusion_is_reflexive_and_folding_only_forgets((data, doubly, named) in random_list()) {
        let concrete = list(&data, doubly, named);
        prop_assert!(is_included(&concrete, &concrete));
        let mut folded = concrete.clone();
        folded.fold(FOLDING);
        prop_assert!(is_included(&folded, &folded));
        prop_assert!(is_included(&concrete, &folded), "{}\n{}", concrete, folded);
        let mut relaxed = folded.clone();
        relaxed.relax_lengths(1);
        prop_assert!(is_included(&folded, &relaxed));
        prop_assert!(is_included(&concrete, &relaxed), "inclusion is transitive");
    }

    #[test]
    fn a_join_is_an_upper_bound(
        (data, doubly, named) in random_list(),
        others in prop::collection::vec(0u128..3, 0..7),
        fold in any::<(bool, bool)>(),
    ) {
        let make = |data: &[u128], fold: bool| {
            let mut graph = list(data, doubly, named);
            if fold {
                graph.fold(FOLDING);
            }
            graph
        };
        let (a, b) = (make(&data, fold.0), make(&others, fold.1));
        if let Some(both) = join(&a, &b) {
            prop_assert!(is_included(&a, &both), "{}\n{}", a, both);
            prop_assert!(is_included(&b, &both), "{}\n{}", b, both);
        } else {
            prop_assert!(data.len() != others.len() || fold.0 != fold.1 || fold.0, "equal shapes have a join");
        }
    }

    #[test]
    fn unfolding_covers_what_was_folded((data, doubly, named) in random_list()) {
        let concrete = list(&data, doubly, named);
        let mut folded = concrete.clone();
        folded.fold(FOLDING);
        let segment = folded.objects().find(|(_, o)| o.links().is_some()).map(|(id, _)| id);
        if let Some(id) = segment {
            let cases = folded.unfold(id, End::First);
            prop_assert!(cases.iter().any(|case| is_included(&concrete, case)), "{}\n{:?}", concrete, cases);
        }
    }
}
