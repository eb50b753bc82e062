//! Exhaustive checks at small widths: every concrete result lies in the abstract one, and backward
//! refinement loses no concrete combination. The concrete semantics here is written independently, on bits.

use super::*;
use crate::lattice_laws;
use argand_cfa::{BinaryOp, Intrinsic, OverflowOp, UnaryOp};
use proptest::prelude::*;

fn any_interval() -> impl Strategy<Value = Interval> {
    prop_oneof![
        (-9i128..9, 0i128..9).prop_map(|(lo, length)| Interval::new(lo, lo + length)),
        (any::<i64>(), any::<i64>()).prop_map(|(a, b)| Interval::new(a.into(), b.into())),
        Just(Interval::TOP),
    ]
}

lattice_laws!(interval, any_interval(), meet, widen);

const BINARY: [BinaryOp; 16] = [
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::Div,
    BinaryOp::Rem,
    BinaryOp::Shl,
    BinaryOp::Shr,
    BinaryOp::And,
    BinaryOp::Or,
    BinaryOp::Xor,
    BinaryOp::Eq,
    BinaryOp::Ne,
    BinaryOp::Lt,
    BinaryOp::Le,
    BinaryOp::Gt,
    BinaryOp::Ge,
];

/// The canonical number of a bit pattern.
fn number(signed: bool, width: u32, pattern: i64) -> i128 {
    let modulus = 1i64 << width;
    let pattern = pattern.rem_euclid(modulus);
    i128::from(if signed && pattern >= modulus / 2 { pattern - modulus } else { pattern })
}

/// What C computes, on numbers of a small type; `None` for a division by zero.
fn concrete(op: BinaryOp, shape: IntShape, a: i128, b: i128) -> Option<i128> {
    let (x, y) = (a as i64, b as i64);
    let count = y.rem_euclid(i64::from(shape.width));
    let raw = match op {
        BinaryOp::Add => x + y,
        BinaryOp::Sub => x - y,
        BinaryOp::Mul => x * y,
        BinaryOp::Div if y == 0 => return None,
        BinaryOp::Rem if y == 0 => return None,
        BinaryOp::Div => x / y,
        BinaryOp::Rem => x % y,
        BinaryOp::Shl => x << count,
        BinaryOp::Shr => x >> count,
        BinaryOp::And => x & y,
        BinaryOp::Or => x | y,
        BinaryOp::Xor => x ^ y,
        BinaryOp::Eq => return Some((x == y).into()),
        BinaryOp::Ne => return Some((x != y).into()),
        BinaryOp::Lt => return Some((x < y).into()),
        BinaryOp::Le => return Some((x <= y).into()),
        BinaryOp::Gt => return Some((x > y).into()),
        _ => return Some((x >= y).into()),
    };
    Some(number(shape.signed, shape.width, raw))
}

fn shapes(width: u32) -> [IntShape; 2] {
    [IntShape::new(false, width), IntShape::new(true, width)]
}

fn intervals(shape: IntShape) -> Vec<Interval> {
    let all = shape.min()..=shape.max();
    all.clone().flat_map(|lo| (lo..=shape.max()).map(move |hi| Interval::new(lo, hi))).collect()
}

fn numbers(interval: Interval) -> impl Iterator<Item = i128> {
    interval.lo()..=interval.hi()
}

#[test]
fn every_four_bit_binary_result_lies_in_the_abstract_result() {
    for shape in shapes(4) {
        for op in BINARY {
            for &a in &intervals(shape) {
                for &b in &intervals(shape) {
                    let result = Interval::binary(op, shape, a, b);
                    let mut ends = None::<Interval>;
                    for x in numbers(a) {
                        for y in numbers(b) {
                            if let Some(value) = concrete(op, shape, x, y) {
                                let value = Interval::single(value);
                                ends = Some(ends.map_or(value, |e| e.join(&value)));
                            }
                        }
                    }
                    let Some(ends) = ends else { continue };
                    assert!(ends.leq(&result), "{a} {op:?} {b} = {ends}, not {result} ({shape:?})");
                    let exact_op =
                        matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor) || op.is_comparison();
                    assert!(!exact_op || ends == result, "{a} {op:?} {b} is {ends}, not just {result}");
                }
            }
        }
    }
}

#[test]
fn every_shift_by_any_count_lies_in_the_abstract_result() {
    for shape in shapes(4) {
        for op in [BinaryOp::Shl, BinaryOp::Shr] {
            for &a in &intervals(shape) {
                for (lo, hi) in (-6..9).flat_map(|lo| (lo..9).map(move |hi| (lo, hi))) {
                    let result = Interval::binary(op, shape, a, Interval::new(lo, hi));
                    for x in numbers(a) {
                        for n in lo..=hi {
                            let value = concrete(op, shape, x, n).unwrap();
                            assert!(result.contains(value), "{x} {op:?} {n} = {value} not in {result}");
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn every_four_bit_unary_result_lies_in_the_abstract_result_and_back() {
    for shape in shapes(4) {
        for op in [UnaryOp::Neg, UnaryOp::BitNot, UnaryOp::Not] {
            let apply = |x: i128| match op {
                UnaryOp::Neg => number(shape.signed, 4, -(x as i64)),
                UnaryOp::BitNot => number(shape.signed, 4, !(x as i64)),
                UnaryOp::Not => i128::from(x == 0),
            };
            for &a in &intervals(shape) {
                let result = Interval::unary(op, shape, a);
                assert!(numbers(a).all(|x| result.contains(apply(x))), "{op:?} {a} is not {result}");
                for &wanted in &intervals(shape) {
                    let kept = Interval::unary_backward(op, shape, wanted, a);
                    assert!(kept.is_none_or(|k| k.leq(&a)));
                    for x in numbers(a).filter(|&x| wanted.contains(apply(x))) {
                        assert!(kept.is_some_and(|k| k.contains(x)), "{op:?} {a} in {wanted} loses {x}");
                    }
                }
            }
        }
    }
}

#[test]
fn every_conversion_between_small_types_lies_in_the_abstract_result_and_back() {
    let targets = [3, 4, 5].into_iter().flat_map(shapes).chain([IntShape::BOOL]);
    for to in targets {
        let apply =
            |x: i128| if to.boolean { i128::from(x != 0) } else { number(to.signed, to.width, x as i64) };
        for from in shapes(4) {
            for &a in &intervals(from) {
                let result = a.cast(to);
                assert!(numbers(a).all(|x| result.contains(apply(x))), "{a} to {to:?} is not {result}");
                for &wanted in &intervals(to) {
                    let kept = Interval::cast_backward(to, wanted, a);
                    for x in numbers(a).filter(|&x| wanted.contains(apply(x))) {
                        assert!(kept.is_some_and(|k| k.contains(x)), "{a} to {to:?} in {wanted} loses {x}");
                    }
                }
            }
        }
    }
}

#[test]
fn backward_refinement_keeps_every_combination_with_a_possible_result() {
    for shape in shapes(3) {
        let all = intervals(shape);
        for op in BINARY {
            for &a in &all {
                for &b in &all {
                    for &wanted in &all {
                        let kept = Interval::binary_backward(op, shape, wanted, a, b);
                        assert!(kept.is_none_or(|(l, r)| l.leq(&a) && r.leq(&b)));
                        for x in numbers(a) {
                            for y in numbers(b) {
                                if concrete(op, shape, x, y).is_some_and(|v| wanted.contains(v)) {
                                    let ok = kept.is_some_and(|(l, r)| l.contains(x) && r.contains(y));
                                    assert!(ok, "{a} {op:?} {b} in {wanted} loses {x}, {y} ({shape:?})");
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn assumed_comparisons_refine_both_sides_to_the_smallest_intervals() {
    for shape in shapes(4) {
        for op in BINARY.into_iter().filter(|op| op.is_comparison()) {
            for truth in [false, true] {
                for &a in &intervals(shape) {
                    for &b in &intervals(shape) {
                        let kept = Interval::assume(op, truth, shape, a, b);
                        let mut best: Option<(Interval, Interval)> = None;
                        for x in numbers(a) {
                            for y in numbers(b) {
                                if concrete(op, shape, x, y) == Some(truth.into()) {
                                    let (x, y) = (Interval::single(x), Interval::single(y));
                                    best = Some(best.map_or((x, y), |(l, r)| (l.join(&x), r.join(&y))));
                                }
                            }
                        }
                        assert_eq!(kept, best, "{a} {op:?} {b} is {truth}");
                    }
                }
            }
        }
    }
}

#[test]
fn every_intrinsic_result_lies_in_the_abstract_result() {
    let ops = [
        Intrinsic::PopCount,
        Intrinsic::Parity,
        Intrinsic::LeadingZeros,
        Intrinsic::TrailingZeros,
        Intrinsic::FindFirstSet,
        Intrinsic::RedundantSignBits,
        Intrinsic::IntAbs,
    ];
    for shape in shapes(4) {
        for op in ops {
            let apply = |x: i128| -> i128 {
                let bits: Vec<bool> = (0..4).map(|i| x >> i & 1 == 1).collect();
                let count = |n: usize| n as i128;
                match op {
                    Intrinsic::PopCount => count(bits.iter().filter(|b| **b).count()),
                    Intrinsic::Parity => count(bits.iter().filter(|b| **b).count() % 2),
                    Intrinsic::LeadingZeros => count(bits.iter().rev().take_while(|b| !**b).count()),
                    Intrinsic::TrailingZeros => count(bits.iter().take_while(|b| !**b).count()),
                    Intrinsic::FindFirstSet => bits.iter().position(|b| *b).map_or(0, |i| count(i + 1)),
                    Intrinsic::RedundantSignBits => {
                        count(bits.iter().rev().skip(1).take_while(|b| **b == bits[3]).count())
                    }
                    _ => number(shape.signed, 4, (x as i64).abs()),
                }
            };
            let result_shape = if op == Intrinsic::IntAbs { shape } else { IntShape::INT };
            for &a in &intervals(shape) {
                let result = Interval::intrinsic(op, shape, result_shape, a).unwrap();
                for x in numbers(a) {
                    assert!(result.contains(apply(x)), "{op:?} {x} = {} not in {result}", apply(x));
                }
            }
        }
    }
    let byte_pair = IntShape::new(false, 16);
    let swapped = Interval::intrinsic(Intrinsic::ByteSwap, byte_pair, byte_pair, Interval::single(0x1234));
    assert_eq!(swapped, Some(Interval::single(0x3412)));
    assert_eq!(Interval::intrinsic(Intrinsic::Sqrt, byte_pair, byte_pair, Interval::single(4)), None);
}

#[test]
fn overflow_checks_compare_the_exact_result_with_the_type() {
    for at in shapes(4) {
        for op in [OverflowOp::Add, OverflowOp::Sub, OverflowOp::Mul] {
            for left in shapes(4) {
                for &a in &intervals(left) {
                    for &b in &intervals(shapes(4)[1]) {
                        let overflow = Interval::overflows(op, at, (left, a), (shapes(4)[1], b));
                        let wrapped = Interval::wrapping(op, at, a, b);
                        for x in numbers(a) {
                            for y in numbers(b) {
                                let result = match op {
                                    OverflowOp::Add => x + y,
                                    OverflowOp::Sub => x - y,
                                    OverflowOp::Mul => x * y,
                                };
                                let outside = result < at.min() || at.max() < result;
                                assert!(overflow.interval().contains(outside.into()), "{x} {op:?} {y}");
                                assert!(wrapped.contains(number(at.signed, 4, result as i64)));
                            }
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn unsigned_128_bit_values_are_never_ordered_by_their_canonical_numbers() {
    let wide = IntShape::new(false, 128);
    let (huge, one) = (Interval::single(-1), Interval::single(1));
    assert_eq!(Interval::compare(BinaryOp::Lt, wide, huge, one), Truth::Unknown);
    assert_eq!(Interval::compare(BinaryOp::Eq, wide, huge, one), Truth::False);
    assert_eq!(Interval::binary(BinaryOp::Div, wide, huge, one), Interval::TOP);
    assert_eq!(Interval::assume(BinaryOp::Lt, true, wide, huge, one), Some((huge, one)));
    assert_eq!(Interval::binary(BinaryOp::Add, wide, huge, one), Interval::single(0));
    let signed = IntShape::new(true, 128);
    let most = Interval::single(i128::MAX);
    assert_eq!(Interval::binary(BinaryOp::Add, signed, most, one), Interval::TOP);
}

proptest! {
    #[test]
    fn wide_operations_contain_the_concrete_result(
        a in any::<i64>(), b in any::<i64>(), before in 0u32..1000, after in 0u32..1000, op in 0usize..16,
    ) {
        let op = BINARY[op];
        for shape in [IntShape::new(true, 64), IntShape::new(false, 64), IntShape::INT] {
            let (x, y) = (shape.wrap(a.into()), shape.wrap(b.into()));
            let around = |v: i128| Interval::new((v - i128::from(before)).max(shape.min()), (v + i128::from(after)).min(shape.max()));
            let (u, v) = (x.cast_unsigned(), y.cast_unsigned());
            let value = match op {
                BinaryOp::Add => shape.wrap(x.wrapping_add(y)),
                BinaryOp::Sub => shape.wrap(x.wrapping_sub(y)),
                BinaryOp::Mul => shape.wrap(x.wrapping_mul(y)),
                BinaryOp::Div | BinaryOp::Rem if y == 0 => continue,
                BinaryOp::Div => shape.wrap(x / y),
                BinaryOp::Rem => shape.wrap(x % y),
                BinaryOp::Shl => shape.wrap(x.wrapping_shl((y & i128::from(shape.width - 1)) as u32)),
                BinaryOp::Shr => x >> (y & i128::from(shape.width - 1)) as u32,
                BinaryOp::And => (u & v).cast_signed(),
                BinaryOp::Or => (u | v).cast_signed(),
                BinaryOp::Xor => (u ^ v).cast_signed(),
                BinaryOp::Eq => (x == y).into(),
                BinaryOp::Ne => (x != y).into(),
                BinaryOp::Lt => (x < y).into(),
                BinaryOp::Le => (x <= y).into(),
                BinaryOp::Gt => (x > y).into(),
                _ => (x >= y).into(),
            };
            let result = Interval::binary(op, shape, around(x), around(y));
            prop_assert!(result.contains(value), "{x} {op:?} {y} = {value} not in {result}");
        }
    }

    #[test]
    fn widening_with_thresholds_ends_after_as_many_steps_as_there_are_thresholds(
        start in -20i128..20, steps in proptest::collection::vec(-300i128..300, 1..60),
    ) {
        let bounds = Interval::of_shape(IntShape::new(true, 8));
        let thresholds = [-100, -1, 0, 10, 50];
        let (mut current, mut changes) = (Interval::single(start), 0);
        for step in steps {
            let newer = current.join(&Interval::single(step.clamp(-128, 127)));
            let wider = current.widen_to(newer, &thresholds, bounds);
            prop_assert!(newer.leq(&wider) && wider.leq(&bounds));
            changes += usize::from(wider != current);
            current = wider;
        }
        prop_assert!(changes <= 2 * (thresholds.len() + 1));
    }
}

#[test]
fn narrowing_takes_back_only_what_widening_gave_away() {
    let bounds = Interval::of_shape(IntShape::INT);
    let widened = Interval::new(0, bounds.hi());
    assert_eq!(widened.narrow(Interval::new(0, 10), bounds), Interval::new(0, 10));
    assert_eq!(Interval::new(0, 50).narrow(Interval::new(5, 10), bounds), Interval::new(0, 50));
    assert_eq!(widened.narrow(Interval::new(-9, -3), bounds), widened);
}

#[test]
fn intervals_print_like_ranges() {
    let texts = [Interval::single(3), Interval::new(0, 9), Interval::TOP, Interval::new(1, i128::MAX)];
    assert_eq!(texts.map(|i| i.to_string()).join(" | "), "3 | [0, 9] | any | 1..");
}
