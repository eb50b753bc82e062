//! Every operator against the host's own arithmetic: exhaustively on 8 bits, at random on wider types.

use super::float::{self, Rounding};
use super::*;
use crate::expr::{Intrinsic, OverflowOp};
use crate::types::DataModel;
use proptest::prelude::*;

const INT_OPS: [BinaryOp; 14] = [
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::Div,
    BinaryOp::Rem,
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

/// The host's result and whether it overflowed, for one host integer type.
macro_rules! host_int {
    ($name:ident, $ty:ty) => {
        fn $name(op: BinaryOp, a: $ty, b: $ty) -> Option<($ty, bool)> {
            let truth = |t: bool| Some((<$ty>::from(t), false));
            Some(match op {
                BinaryOp::Add => a.overflowing_add(b),
                BinaryOp::Sub => a.overflowing_sub(b),
                BinaryOp::Mul => a.overflowing_mul(b),
                BinaryOp::Div | BinaryOp::Rem if b == 0 => return None,
                BinaryOp::Div => a.overflowing_div(b),
                BinaryOp::Rem => a.overflowing_rem(b),
                BinaryOp::And => (a & b, false),
                BinaryOp::Or => (a | b, false),
                BinaryOp::Xor => (a ^ b, false),
                BinaryOp::Eq => return truth(a == b),
                BinaryOp::Ne => return truth(a != b),
                BinaryOp::Lt => return truth(a < b),
                BinaryOp::Le => return truth(a <= b),
                BinaryOp::Gt => return truth(a > b),
                _ => return truth(a >= b),
            })
        }
    };
}
host_int!(host_i8, i8);
host_int!(host_u8, u8);
host_int!(host_i32, i32);
host_int!(host_u32, u32);
host_int!(host_i64, i64);
host_int!(host_u64, u64);
host_int!(host_i128, i128);
host_int!(host_u128, u128);

fn check_int(types: &TypeTable, kind: IntKind, a: i128, b: i128) {
    let ty = types.int(kind);
    let signed = kind.is_signed();
    for op in INT_OPS {
        let host = match kind {
            IntKind::SChar => host_i8(op, a as i8, b as i8).map(|(v, o)| (i128::from(v), o)),
            IntKind::UChar => host_u8(op, a as u8, b as u8).map(|(v, o)| (i128::from(v), o)),
            IntKind::Int => host_i32(op, a as i32, b as i32).map(|(v, o)| (i128::from(v), o)),
            IntKind::UInt => host_u32(op, a as u32, b as u32).map(|(v, o)| (i128::from(v), o)),
            IntKind::LongLong => host_i64(op, a as i64, b as i64).map(|(v, o)| (i128::from(v), o)),
            IntKind::ULongLong => host_u64(op, a as u64, b as u64).map(|(v, o)| (i128::from(v), o)),
            IntKind::Int128 => host_i128(op, a, b),
            _ => host_u128(op, a.cast_unsigned(), b.cast_unsigned()).map(|(v, o)| (v.cast_signed(), o)),
        };
        let (a, b) = (types.wrap(ty, a), types.wrap(ty, b));
        let ours = binary(types, op, ty, Scalar::Int(a), ty, Scalar::Int(b));
        assert_eq!(ours, host.map(|(v, _)| Scalar::Int(v)), "{a} {op:?} {b} as {kind:?}");
        let expected = match host {
            None => Some(Problem::DivisionByZero),
            Some((_, true)) if signed => Some(Problem::SignedOverflow),
            _ => None,
        };
        let found = problem(types, op, ty, Scalar::Int(a), ty, Scalar::Int(b));
        assert_eq!(found, expected, "{a} {op:?} {b} as {kind:?}");
    }
}

#[test]
fn all_operators_on_8_bits_equal_the_hosts() {
    let types = TypeTable::new(DataModel::Lp64);
    for a in 0..=255 {
        for b in 0..=255 {
            check_int(&types, IntKind::SChar, a, b);
            check_int(&types, IntKind::UChar, a, b);
        }
    }
}

#[test]
fn shifts_on_8_bits_equal_exact_shifts() {
    let types = TypeTable::new(DataModel::Lp64);
    let (schar, uchar, int) = (types.int(IntKind::SChar), types.int(IntKind::UChar), types.int(IntKind::Int));
    for a in 0u8..=255 {
        for count in -9i128..17 {
            let modulo = count.rem_euclid(8) as u32;
            let signed = Scalar::Int(i128::from(a as i8));
            let unsigned = Scalar::Int(i128::from(a));
            let count = Scalar::Int(count);
            let shl = |ty, v| binary(&types, BinaryOp::Shl, ty, v, int, count);
            let shr = |ty, v| binary(&types, BinaryOp::Shr, ty, v, int, count);
            assert_eq!(shl(schar, signed), Some(Scalar::Int(i128::from((a as i8) << modulo))));
            assert_eq!(shl(uchar, unsigned), Some(Scalar::Int(i128::from(a << modulo))));
            assert_eq!(shr(schar, signed), Some(Scalar::Int(i128::from(a as i8 >> modulo))));
            assert_eq!(shr(uchar, unsigned), Some(Scalar::Int(i128::from(a >> modulo))));
            let in_range = count.as_int().is_some_and(|c| (0..8).contains(&c));
            let exact = i128::from(a as i8) << modulo;
            let expected = match () {
                () if !in_range => Some(Problem::ShiftOutOfRange),
                () if (a as i8) < 0 || exact > 127 => Some(Problem::SignedOverflow),
                () => None,
            };
            assert_eq!(problem(&types, BinaryOp::Shl, schar, signed, int, count), expected);
            let expected = (!in_range).then_some(Problem::ShiftOutOfRange);
            assert_eq!(problem(&types, BinaryOp::Shl, uchar, unsigned, int, count), expected);
            assert_eq!(problem(&types, BinaryOp::Shr, schar, signed, int, count), expected);
        }
    }
}

#[test]
fn unary_operators_on_8_bits_equal_the_hosts() {
    let types = TypeTable::new(DataModel::Lp64);
    let (schar, uchar) = (types.int(IntKind::SChar), types.int(IntKind::UChar));
    for a in 0u8..=255 {
        let signed = Scalar::Int(i128::from(a as i8));
        let unsigned = Scalar::Int(i128::from(a));
        let int = |v: i128| Some(Scalar::Int(v));
        assert_eq!(unary(&types, UnaryOp::Neg, schar, signed), int(i128::from((a as i8).wrapping_neg())));
        assert_eq!(unary(&types, UnaryOp::Neg, uchar, unsigned), int(i128::from(a.wrapping_neg())));
        assert_eq!(unary(&types, UnaryOp::BitNot, schar, signed), int(i128::from(!(a as i8))));
        assert_eq!(unary(&types, UnaryOp::BitNot, uchar, unsigned), int(i128::from(!a)));
        assert_eq!(unary(&types, UnaryOp::Not, uchar, unsigned), int(i128::from(a == 0)));
        let overflow = (a == 128).then_some(Problem::SignedOverflow);
        assert_eq!(unary_problem(&types, UnaryOp::Neg, schar, signed), overflow);
        assert_eq!(unary_problem(&types, UnaryOp::Neg, uchar, unsigned), None);
    }
}

#[test]
fn integer_intrinsics_on_8_bits_equal_the_hosts() {
    let types = TypeTable::new(DataModel::Lp64);
    let (schar, uchar, int) = (types.int(IntKind::SChar), types.int(IntKind::UChar), types.int(IntKind::Int));
    for a in 0u8..=255 {
        let one =
            |op, ty, v: i128| intrinsic(&types, op, &[(ty, Scalar::Int(v))], int).and_then(Scalar::as_int);
        let (u, s) = (i128::from(a), i128::from(a as i8));
        assert_eq!(one(Intrinsic::PopCount, uchar, u), Some(i128::from(a.count_ones())));
        assert_eq!(one(Intrinsic::PopCount, schar, s), Some(i128::from(a.count_ones())));
        assert_eq!(one(Intrinsic::LeadingZeros, uchar, u), Some(i128::from(a.leading_zeros())));
        assert_eq!(one(Intrinsic::TrailingZeros, schar, s), Some(i128::from(a.trailing_zeros())));
        let ffs = if a == 0 { 0 } else { a.trailing_zeros() + 1 };
        assert_eq!(one(Intrinsic::FindFirstSet, schar, s), Some(i128::from(ffs)));
        assert_eq!(one(Intrinsic::Parity, uchar, u), Some(i128::from(a.count_ones() % 2)));
        let leading = if (a as i8) < 0 { a.leading_ones() } else { a.leading_zeros() };
        assert_eq!(one(Intrinsic::RedundantSignBits, schar, s), Some(i128::from(leading) - 1));
        assert_eq!(one(Intrinsic::IntAbs, schar, s), Some(i128::from((a as i8).wrapping_abs())));
    }
    let swapped = intrinsic(
        &types,
        Intrinsic::ByteSwap,
        &[(types.int(IntKind::UInt), Scalar::Int(0x1234_5678))],
        types.int(IntKind::UInt),
    );
    assert_eq!(swapped, Some(Scalar::Int(0x7856_3412)));
}

#[test]
fn overflow_intrinsics_take_operands_of_mixed_signs_exactly() {
    let types = TypeTable::new(DataModel::Lp64);
    let (schar, uchar, int) = (types.int(IntKind::SChar), types.int(IntKind::UChar), types.int(IntKind::Int));
    for a in -128i128..128 {
        for b in 0i128..256 {
            for (op, exact) in [(OverflowOp::Add, a + b), (OverflowOp::Sub, a - b), (OverflowOp::Mul, a * b)]
            {
                let args = [(schar, Scalar::Int(a)), (uchar, Scalar::Int(b))];
                for (at, range) in [(schar, -128..=127), (uchar, 0..=255)] {
                    let over = intrinsic(&types, Intrinsic::Overflows { op, at }, &args, int);
                    assert_eq!(over, Some(Scalar::Int(i128::from(!range.contains(&exact)))));
                    let low = intrinsic(&types, Intrinsic::WrappingArith(op), &args, at);
                    assert_eq!(low, Some(Scalar::Int(types.wrap(at, exact))));
                }
            }
        }
    }
    let (i128_ty, u128_ty) = (types.int(IntKind::Int128), types.int(IntKind::UInt128));
    let huge = [(u128_ty, Scalar::Int(-1)), (u128_ty, Scalar::Int(-1))];
    for at in [i128_ty, u128_ty] {
        let over = Intrinsic::Overflows { op: OverflowOp::Mul, at };
        assert_eq!(intrinsic(&types, over, &huge, int), Some(Scalar::Int(1)));
    }
    let fits = [(i128_ty, Scalar::Int(i128::MIN)), (i128_ty, Scalar::Int(i128::MIN))];
    let over = Intrinsic::Overflows { op: OverflowOp::Sub, at: i128_ty };
    assert_eq!(intrinsic(&types, over, &fits, int), Some(Scalar::Int(0)));
}

/// Bit patterns that often meet the edges of the formats.
fn double_bits() -> impl Strategy<Value = u64> {
    prop_oneof![
        any::<u64>(),
        any::<i32>().prop_map(|v| f64::from(v).to_bits()),
        any::<(i16, u8)>().prop_map(|(v, s)| (f64::from(v) / f64::from(1u32 << (s % 20))).to_bits()),
        prop_oneof![
            Just(0u64),
            Just(1),
            Just(1 << 63),
            Just(0x7ff0_0000_0000_0000),
            Just(0x0010_0000_0000_0000)
        ],
    ]
}

/// The host's bits, unless both are NaN, whose bits the host does not promise.
fn assert_double(ours: u128, host: f64) {
    if host.is_nan() {
        assert!(float::is_nan(FloatKind::Double, ours));
    } else {
        assert_eq!(ours, u128::from(host.to_bits()), "{host}");
    }
}

fn assert_single(ours: u128, host: f32) {
    if host.is_nan() {
        assert!(float::is_nan(FloatKind::Float, ours));
    } else {
        assert_eq!(ours, u128::from(host.to_bits()), "{host}");
    }
}

fn extended_of(value: f64) -> u128 {
    float::convert(FloatKind::Double, FloatKind::LongDouble, u128::from(value.to_bits()))
}

fn double_of(bits: u128) -> u128 {
    float::convert(FloatKind::LongDouble, FloatKind::Double, bits)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn wide_integers_equal_the_hosts(a in any::<i128>(), b in any::<i128>(), shrink in 0u32..127) {
        let types = TypeTable::new(DataModel::Lp64);
        for kind in [IntKind::Int, IntKind::UInt, IntKind::LongLong, IntKind::ULongLong, IntKind::Int128, IntKind::UInt128] {
            check_int(&types, kind, a, b);
            check_int(&types, kind, a, b >> shrink);
            check_int(&types, kind, a >> shrink, b >> shrink);
            check_int(&types, kind, types.int_range(types.int(kind)).unwrap().0, b >> shrink);
        }
    }

    #[test]
    fn double_operations_equal_the_hosts(a in double_bits(), b in double_bits()) {
        const D: FloatKind = FloatKind::Double;
        let (x, y) = (f64::from_bits(a), f64::from_bits(b));
        let (a, b) = (u128::from(a), u128::from(b));
        for (op, host) in [(BinaryOp::Add, x + y), (BinaryOp::Sub, x - y), (BinaryOp::Mul, x * y), (BinaryOp::Div, x / y)] {
            assert_double(float::binary(D, op, a, b).unwrap(), host);
        }
        for (op, host) in [(BinaryOp::Eq, x == y), (BinaryOp::Ne, x != y), (BinaryOp::Lt, x < y), (BinaryOp::Le, x <= y), (BinaryOp::Gt, x > y), (BinaryOp::Ge, x >= y)] {
            prop_assert_eq!(float::compare(D, op, a, b), Some(host));
        }
        assert_double(float::sqrt(D, a), x.sqrt());
        assert_double(float::remainder(D, a, b, false), x % y);
        assert_single(float::convert(D, FloatKind::Float, a), x as f32);
        for (rounding, host) in [(Rounding::Down, x.floor()), (Rounding::Up, x.ceil()), (Rounding::Zero, x.trunc()), (Rounding::NearestAway, x.round()), (Rounding::NearestEven, x.round_ties_even())] {
            assert_double(float::round(D, a, rounding), host);
            if !x.is_nan() {
                assert_double(double_of(float::round(FloatKind::LongDouble, extended_of(x), rounding)), host);
            }
        }
    }

    #[test]
    fn the_ieee_remainder_is_the_nearest_multiple_away(a in double_bits(), b in double_bits()) {
        let (x, y) = (f64::from_bits(a), f64::from_bits(b));
        if !(x.is_finite() && y.is_finite() && y != 0.0) {
            return Ok(());
        }
        let r = float::remainder(FloatKind::Double, u128::from(a), u128::from(b), true);
        let r = f64::from_bits(r as u64);
        prop_assert!(r.abs() <= y.abs() / 2.0 || y.abs() < f64::MIN_POSITIVE * 4.0);
        // Both remainders differ by a whole multiple of y.
        let t = x % y;
        prop_assert!(r == t || r == t - y || r == t + y, "{} {} -> {} {}", x, y, r, t);
    }

    #[test]
    fn composing_the_parts_gives_the_number_back(a in double_bits(), b in any::<u64>(), e in any::<u16>()) {
        for (kind, bits) in [(FloatKind::Double, u128::from(a)), (FloatKind::Float, u128::from(a as u32)), (FloatKind::LongDouble, (u128::from(e | 1) << 64) | u128::from(b | 1 << 63))] {
            if let float::Parts::Finite { negative, mantissa, exponent } = float::parts(kind, bits) {
                prop_assert_eq!(float::compose(kind, negative, u128::from(mantissa), exponent, false), bits);
            }
        }
    }

    #[test]
    fn single_operations_equal_the_hosts(a in any::<u32>(), b in any::<u32>()) {
        const F: FloatKind = FloatKind::Float;
        let (x, y) = (f32::from_bits(a), f32::from_bits(b));
        let (a, b) = (u128::from(a), u128::from(b));
        for (op, host) in [(BinaryOp::Add, x + y), (BinaryOp::Sub, x - y), (BinaryOp::Mul, x * y), (BinaryOp::Div, x / y)] {
            assert_single(float::binary(F, op, a, b).unwrap(), host);
        }
        assert_single(float::sqrt(F, a), x.sqrt());
        assert_single(float::remainder(F, a, b, false), x % y);
        assert_double(float::convert(F, FloatKind::Double, a), f64::from(x));
        if x.is_nan() {
            return Ok(());
        }
        let through = float::convert(F, FloatKind::LongDouble, a);
        assert_single(float::convert(FloatKind::LongDouble, F, through), x);
    }

    #[test]
    fn extended_arithmetic_of_small_integers_is_exact(a in any::<i32>(), b in any::<i32>()) {
        const L: FloatKind = FloatKind::LongDouble;
        let (x, y) = (extended_of(f64::from(a)), extended_of(f64::from(b)));
        let int = Shape { signed: true, width: 64 };
        let back = |bits| float::to_int(DataModel::Lp64, L, bits, int);
        let (a, b) = (i128::from(a), i128::from(b));
        prop_assert_eq!(back(float::binary(L, BinaryOp::Add, x, y).unwrap()), a + b);
        prop_assert_eq!(back(float::binary(L, BinaryOp::Mul, x, y).unwrap()), a * b);
        let square = float::binary(L, BinaryOp::Mul, x, x).unwrap();
        prop_assert_eq!(float::sqrt(L, square), float::abs(L, x));
    }

    #[test]
    fn the_extended_root_rounds_to_the_doubles_root(a in double_bits()) {
        let x = f64::from_bits(a).abs();
        if x.is_nan() {
            return Ok(());
        }
        let root = double_of(float::sqrt(FloatKind::LongDouble, extended_of(x)));
        let host = u128::from(x.sqrt().to_bits());
        // Rounding twice may differ by one in the last place.
        prop_assert!(root.abs_diff(host) <= 1);
    }

    #[test]
    fn integers_become_the_nearest_floats(v in any::<i128>(), shrink in 0u32..127) {
        let v = v >> shrink;
        let (signed, unsigned) = (Shape { signed: true, width: 128 }, Shape { signed: false, width: 128 });
        prop_assert_eq!(float::from_int(FloatKind::Double, signed, v), u128::from((v as f64).to_bits()));
        prop_assert_eq!(float::from_int(FloatKind::Float, signed, v), u128::from((v as f32).to_bits()));
        let u = v.cast_unsigned();
        prop_assert_eq!(float::from_int(FloatKind::Double, unsigned, v), u128::from((u as f64).to_bits()));
        let (narrow, word) = (v as i64, Shape { signed: true, width: 64 });
        let wide = float::from_int(FloatKind::LongDouble, word, i128::from(narrow));
        prop_assert_eq!(float::to_int(DataModel::Lp64, FloatKind::LongDouble, wide, word), i128::from(narrow));
    }

    #[test]
    fn floats_in_range_become_their_integer_part(a in double_bits()) {
        let x = f64::from_bits(a);
        for (shape, low, high) in [
            (Shape { signed: true, width: 32 }, -2_147_483_648.0, 2_147_483_647.0),
            (Shape { signed: false, width: 32 }, 0.0, 4_294_967_295.0),
            (Shape { signed: true, width: 64 }, -9.2e18, 9.2e18),
            (Shape { signed: false, width: 64 }, 0.0, 1.8e19),
            (Shape { signed: true, width: 128 }, -1.7e38, 1.7e38),
            (Shape { signed: false, width: 128 }, 0.0, 3.4e38),
        ] {
            if x.trunc() >= low && x.trunc() <= high {
                for model in [DataModel::Ilp32, DataModel::Lp64] {
                    let ours = float::to_int(model, FloatKind::Double, u128::from(a), shape);
                    let host = if shape.signed { x as i128 } else { (x as u128).cast_signed() };
                    prop_assert_eq!(ours, host);
                }
            }
        }
    }
}

#[test]
fn floats_that_fit_no_integer_convert_as_x86_does() {
    let to = |model, kind, value: f64, signed, width| {
        let bits = float::convert(FloatKind::Double, kind, u128::from(value.to_bits()));
        float::to_int(model, kind, bits, Shape { signed, width })
    };
    let (d, l) = (FloatKind::Double, FloatKind::LongDouble);
    for model in [DataModel::Ilp32, DataModel::Lp64] {
        assert_eq!(to(model, d, 1e10, true, 32), i128::from(i32::MIN));
        assert_eq!(to(model, d, f64::NAN, true, 32), i128::from(i32::MIN));
        assert_eq!(to(model, d, 1e20, true, 64), i128::from(i64::MIN));
        assert_eq!(to(model, d, 1e20, false, 64), 0);
        assert_eq!(to(model, d, -1.0, false, 64), i128::from(u64::MAX));
        assert_eq!(to(model, d, 40_000.0, true, 16), -25_536);
        assert_eq!(to(model, d, -40_000.0, false, 8), 192);
        assert_eq!(to(model, l, 40_000.0, true, 16), -32_768);
        assert_eq!(to(model, l, 40_000.0, true, 8), 0);
        assert_eq!(to(model, l, -40_000.0, false, 16), 25_536);
        assert_eq!(to(model, l, -1e10, false, 32), 2_884_901_888);
    }
    assert_eq!(to(DataModel::Lp64, d, -1e10, false, 32), 2_884_901_888);
    assert_eq!(to(DataModel::Ilp32, d, -1e10, false, 32), 2_147_483_648);
    assert_eq!(to(DataModel::Ilp32, d, 1e10, false, 32), 0);
    assert_eq!(to(DataModel::Lp64, d, f64::NAN, false, 32), 0);
    assert_eq!(to(DataModel::Ilp32, d, f64::NAN, false, 32), 1 << 31);
}

#[test]
fn invalid_operations_give_the_negative_quiet_nan_and_nans_pass_through() {
    let zero_by_zero = float::binary(FloatKind::Double, BinaryOp::Div, 0, 0);
    assert_eq!(zero_by_zero, Some(0xfff8_0000_0000_0000));
    let payload = 0x7ff8_0000_0000_1234;
    assert_eq!(float::binary(FloatKind::Double, BinaryOp::Add, 0, payload), Some(payload));
    let signalling = 0x7ff0_0000_0000_0001;
    assert_eq!(float::binary(FloatKind::Double, BinaryOp::Add, signalling, 0), Some(0x7ff8_0000_0000_0001));
}

#[test]
fn casts_to_bool_compare_with_zero() {
    let types = TypeTable::new(DataModel::Lp64);
    let (bool_ty, int, double) =
        (types.int(IntKind::Bool), types.int(IntKind::Int), types.float(FloatKind::Double));
    assert_eq!(cast(&types, int, bool_ty, Scalar::Int(256)), Some(Scalar::Int(1)));
    let half = Scalar::Float(u128::from(0.5f64.to_bits()));
    assert_eq!(cast(&types, double, bool_ty, half), Some(Scalar::Int(1)));
    let minus_zero = Scalar::Float(u128::from((-0.0f64).to_bits()));
    assert_eq!(cast(&types, double, bool_ty, minus_zero), Some(Scalar::Int(0)));
    assert_eq!(cast(&types, double, int, half), Some(Scalar::Int(0)));
}

#[test]
fn pointers_move_by_their_pointee_and_differ_in_elements() {
    let mut types = TypeTable::new(DataModel::Ilp32);
    let int = types.int(IntKind::Int);
    let pointer = types.pointer_to(int);
    let at = |v: i128| Scalar::Int(v);
    let moved = binary(&types, BinaryOp::PtrAdd, pointer, at(100), int, at(-3));
    assert_eq!(moved, Some(at(88)));
    let around = binary(&types, BinaryOp::PtrSub, pointer, at(4), int, at(2));
    assert_eq!(around, Some(at((1 << 32) - 4)));
    assert_eq!(binary(&types, BinaryOp::PtrDiff, pointer, at(88), pointer, at(100)), Some(at(-3)));
}
