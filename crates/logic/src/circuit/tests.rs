//! Circuits against the reference arithmetic, by simulation.

use super::gates::{Gates, Lit};
use super::simulate::Simulator;
use crate::sort::{FloatFormat, Rounding};
use crate::value::{Bv, Float};

/// A fixed generator, so that failures repeat.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn wide(&mut self) -> u128 {
        u128::from(self.next()) << 64 | u128::from(self.next())
    }

    /// An encoding with interesting exponents and fractions more often than chance has them.
    fn float(&mut self, format: FloatFormat, near: Option<u128>) -> Float {
        let f = format.fraction();
        let mut field = self.wide() & ((1 << format.exponent) - 1);
        let mut fraction = self.wide() & ((1 << f) - 1);
        match self.next() % 8 {
            0 => field = 0,
            1 => field = (1 << format.exponent) - 1 - u128::from(self.next() % 3),
            2 => field = u128::from(self.next() % 3),
            3 | 4 => {
                // Close to the other operand, where cancellation and carries happen.
                let base = near.map_or(format.bias() as u128, |n| n >> f & ((1 << format.exponent) - 1));
                field = base.wrapping_add(u128::from(self.next() % 8)).wrapping_sub(4)
                    & ((1 << format.exponent) - 1);
            }
            5 => {
                let span = u128::from(format.significand) + 6;
                let bias = format.bias() as u128;
                field = (bias + self.wide() % (2 * span)).saturating_sub(span) & ((1 << format.exponent) - 1);
            }
            _ => {}
        }
        match self.next() % 6 {
            0 => fraction = 0,
            1 => fraction = (1 << f) - 1,
            2 => fraction = 1 << (self.next() % u64::from(f)),
            3 => fraction &= !0 << (self.next() % u64::from(f)),
            _ => {}
        }
        if format.explicit {
            let integer = 1 << (f - 1);
            fraction = if field == 0 { fraction & !integer } else { fraction | integer };
        }
        let sign = u128::from(self.next() & 1) << (format.width() - 1);
        Float::from_bits(format, sign | field << f | fraction)
    }
}

type Operands = Vec<Vec<Lit>>;

/// Runs a circuit over rows of operand values and compares every result.
fn compare(
    name: &str,
    widths: &[u32],
    build: impl Fn(&mut Gates, &Operands) -> Vec<Lit>,
    rows: &mut dyn Iterator<Item = (Vec<u128>, Bv)>,
) {
    let mut gates = Gates::default();
    gates.relational = false;
    let operands: Operands = widths.iter().map(|&w| gates.inputs(w)).collect();
    let out = build(&mut gates, &operands);
    let first = operands[0][0].node();
    loop {
        let batch: Vec<(Vec<u128>, Bv)> = rows.take(64).collect();
        if batch.is_empty() {
            return;
        }
        let mut patterns = Vec::new();
        for (k, &w) in widths.iter().enumerate() {
            for i in 0..w {
                let bit = |r: &(Vec<u128>, Bv)| u64::from(r.0[k] >> i & 1 == 1);
                patterns.push(batch.iter().enumerate().fold(0, |acc, (n, r)| acc | bit(r) << n));
            }
        }
        let sim = Simulator::run(&gates, |node| patterns[(node - first) as usize]);
        for (n, (args, want)) in batch.iter().enumerate() {
            let bits: Vec<bool> = out.iter().map(|&l| sim.get(l) >> n & 1 == 1).collect();
            let got = Bv::from_bits(&bits);
            assert_eq!(got, *want, "{name} on {args:x?}");
        }
    }
}

type BitCircuit = fn(&mut Gates, &[Lit], &[Lit]) -> Vec<Lit>;
type BitReference = fn(&Bv, &Bv) -> Bv;

fn flag(b: bool) -> Bv {
    Bv::new(1, u64::from(b))
}

const OPERATORS: [(&str, BitCircuit, BitReference); 12] = [
    ("add", |g, a, b| g.add(a, b), |a, b| a.add(b)),
    ("sub", |g, a, b| g.sub(a, b), |a, b| a.sub(b)),
    ("mul", |g, a, b| g.mul(a, b), |a, b| a.mul(b)),
    ("udiv", |g, a, b| g.udivrem(a, b).0, |a, b| a.udiv(b)),
    ("urem", |g, a, b| g.udivrem(a, b).1, |a, b| a.urem(b)),
    ("sdiv", |g, a, b| g.sdivrem(a, b).0, |a, b| a.sdiv(b)),
    ("srem", |g, a, b| g.sdivrem(a, b).1, |a, b| a.srem(b)),
    ("shl", |g, a, b| g.shl(a, b), |a, b| a.shl(b)),
    ("lshr", |g, a, b| g.shr(a, b, Lit::FALSE), |a, b| a.lshr(b)),
    ("ashr", |g, a, b| g.shr(a, b, a[a.len() - 1]), |a, b| a.ashr(b)),
    ("ult", |g, a, b| vec![g.ult(a, b)], |a, b| flag(a.ult(b))),
    ("slt", |g, a, b| vec![g.slt(a, b)], |a, b| flag(a.slt(b))),
];

#[test]
fn bit_vector_circuits_agree_with_the_evaluator_at_up_to_six_bits() {
    for (name, circuit, reference) in OPERATORS {
        for width in 1..=6u32 {
            let all = 0..1u128 << width;
            let mut rows = all
                .clone()
                .flat_map(|a| all.clone().map(move |b| (a, b)))
                .map(|(a, b)| (vec![a, b], reference(&Bv::from_u128(width, a), &Bv::from_u128(width, b))));
            compare(name, &[width, width], |g, o| circuit(g, &o[0], &o[1]), &mut rows);
        }
    }
}

#[test]
fn bit_vector_circuits_agree_with_the_evaluator_on_random_words() {
    let mut random = Random(1);
    for (name, circuit, reference) in OPERATORS {
        for width in [8, 13, 16, 32, 64] {
            let mut rows = (0..20_480).map(|_| {
                let small = Bv::new(width, 255).to_u128().unwrap();
                let (mut a, mut b) = (random.wide(), random.wide());
                match random.next() % 4 {
                    0 => b &= small,
                    1 => a &= small,
                    _ => {}
                }
                let (a, b) = (Bv::from_u128(width, a), Bv::from_u128(width, b));
                (vec![a.to_u128().unwrap(), b.to_u128().unwrap()], reference(&a, &b))
            });
            compare(name, &[width, width], |g, o| circuit(g, &o[0], &o[1]), &mut rows);
        }
    }
}

#[test]
fn constant_multiplication_uses_the_right_digits() {
    for width in [1u32, 4, 6] {
        for c in 0..1u64 << width {
            let c = Bv::new(width, c);
            let mut rows = (0..1u128 << width).map(|a| (vec![a], Bv::from_u128(width, a).mul(&c)));
            compare("mul_const", &[width], |g, o| g.mul_const(&o[0], &c), &mut rows);
        }
    }
}

type FloatCircuit = fn(&mut Gates, FloatFormat, Rounding, &Operands) -> Vec<Lit>;
type FloatReference = fn(FloatFormat, Rounding, &[Float]) -> Bv;

fn encoded(f: Float) -> Bv {
    Bv::from_u128(f.format().width(), f.bits())
}

const FLOAT_OPERATORS: [(&str, usize, bool, FloatCircuit, FloatReference); 21] = [
    ("add", 2, true, |g, f, m, o| g.fp_add(f, m, &o[0], &o[1]), |_, m, a| encoded(a[0].add(a[1], m))),
    ("mul", 2, true, |g, f, m, o| g.fp_mul(f, m, &o[0], &o[1]), |_, m, a| encoded(a[0].mul(a[1], m))),
    ("div", 2, true, |g, f, m, o| g.fp_div(f, m, &o[0], &o[1]), |_, m, a| encoded(a[0].div(a[1], m))),
    ("sqrt", 1, true, |g, f, m, o| g.fp_sqrt(f, m, &o[0]), |_, m, a| encoded(a[0].sqrt(m))),
    (
        "fma",
        3,
        true,
        |g, f, m, o| g.fp_fma(f, m, &o[0], &o[1], &o[2]),
        |_, m, a| encoded(a[0].fma(a[1], a[2], m)),
    ),
    ("rem", 2, false, |g, f, _, o| g.fp_rem(f, &o[0], &o[1], true), |_, _, a| encoded(a[0].rem(a[1], true))),
    (
        "fmod",
        2,
        false,
        |g, f, _, o| g.fp_rem(f, &o[0], &o[1], false),
        |_, _, a| encoded(a[0].rem(a[1], false)),
    ),
    ("rint", 1, true, |g, f, m, o| g.fp_round_int(f, m, &o[0]), |_, m, a| encoded(a[0].round_to_integral(m))),
    ("min", 2, false, |g, f, _, o| g.fp_extreme(f, &o[0], &o[1], false), |_, _, a| encoded(a[0].min(a[1]))),
    ("max", 2, false, |g, f, _, o| g.fp_extreme(f, &o[0], &o[1], true), |_, _, a| encoded(a[0].max(a[1]))),
    ("neg", 1, false, |g, f, _, o| g.fp_neg(f, &o[0]), |_, _, a| encoded(a[0].neg())),
    ("abs", 1, false, |g, _, _, o| g.fp_abs(&o[0]), |_, _, a| encoded(a[0].abs())),
    (
        "eq",
        2,
        false,
        |g, f, _, o| vec![g.fp_eq(f, &o[0], &o[1])],
        |_, _, a| flag(a[0].compare(a[1]) == Some(std::cmp::Ordering::Equal)),
    ),
    (
        "lt",
        2,
        false,
        |g, f, _, o| vec![g.fp_less(f, &o[0], &o[1], false)],
        |_, _, a| flag(a[0].compare(a[1]) == Some(std::cmp::Ordering::Less)),
    ),
    (
        "le",
        2,
        false,
        |g, f, _, o| vec![g.fp_less(f, &o[0], &o[1], true)],
        |_, _, a| flag(a[0].compare(a[1]).is_some_and(std::cmp::Ordering::is_le)),
    ),
    (
        "class",
        1,
        false,
        |g, f, _, o| g.fp_class(f, &o[0]).to_vec(),
        |_, _, a| {
            Bv::from_bits(&[
                a[0].is_nan(),
                a[0].is_infinite(),
                a[0].is_zero(),
                a[0].is_normal(),
                a[0].is_subnormal(),
            ])
        },
    ),
    (
        "to_f32",
        1,
        true,
        |g, f, m, o| g.fp_to_fp(f, FloatFormat::F32, m, &o[0]),
        |_, m, a| encoded(a[0].convert(FloatFormat::F32, m)),
    ),
    (
        "to_f64",
        1,
        true,
        |g, f, m, o| g.fp_to_fp(f, FloatFormat::F64, m, &o[0]),
        |_, m, a| encoded(a[0].convert(FloatFormat::F64, m)),
    ),
    (
        "to_x87",
        1,
        true,
        |g, f, m, o| g.fp_to_fp(f, FloatFormat::X87, m, &o[0]),
        |_, m, a| encoded(a[0].convert(FloatFormat::X87, m)),
    ),
    (
        "to_tiny",
        1,
        true,
        |g, f, m, o| g.fp_to_fp(f, TINY, m, &o[0]),
        |_, m, a| encoded(a[0].convert(TINY, m)),
    ),
    (
        "to_i17",
        1,
        true,
        |g, f, m, o| g.fp_to_int(f, m, &o[0], 17, true),
        |_, m, a| a[0].to_integer(m, 17, true).unwrap_or_else(|| Bv::min_signed(17)),
    ),
];

/// Small enough to try all operands.
const TINY: FloatFormat = FloatFormat { exponent: 3, significand: 4, explicit: false };
/// Its largest numbers have fractions.
const TINY_FINE: FloatFormat = FloatFormat { exponent: 3, significand: 5, explicit: false };
const TINY_EXPLICIT: FloatFormat = FloatFormat { exponent: 3, significand: 3, explicit: true };

#[test]
fn float_circuits_agree_with_the_evaluator_on_all_operands_of_tiny_formats() {
    for format in [TINY, TINY_FINE, TINY_EXPLICIT] {
        let all: Vec<Float> = {
            let mut v: Vec<Float> =
                (0..1u128 << format.width()).map(|b| Float::from_bits(format, b)).collect();
            v.sort_unstable_by_key(|f| f.bits());
            v.dedup();
            v
        };
        for (name, arity, rounds, circuit, reference) in FLOAT_OPERATORS {
            for mode in Rounding::ALL.into_iter().take(if rounds { 5 } else { 1 }) {
                // Three operands would be millions: a part of the combinations is enough.
                let count = all.len().pow(arity as u32);
                let step = if arity == 3 { (count / 200_000) | 1 } else { 1 };
                let mut rows = (0..count).step_by(step).map(|n| {
                    let mut n = n;
                    let args: Vec<Float> = (0..arity)
                        .map(|_| {
                            let f = all[n % all.len()];
                            n /= all.len();
                            f
                        })
                        .collect();
                    (args.iter().map(|a| a.bits()).collect(), reference(format, mode, &args))
                });
                let widths = vec![format.width(); arity];
                compare(name, &widths, |g, o| circuit(g, format, mode, o), &mut rows);
            }
        }
    }
}

#[test]
fn float_circuits_agree_with_the_evaluator_on_random_operands() {
    let mut random = Random(2);
    for format in [FloatFormat::F32, FloatFormat::F64, FloatFormat::X87] {
        for (name, arity, rounds, circuit, reference) in FLOAT_OPERATORS {
            // Remainders have hundreds of thousands of gates.
            let count = if name == "rem" || name == "fmod" { 512 } else { 16_384 };
            for mode in Rounding::ALL.into_iter().take(if rounds { 5 } else { 1 }) {
                let mut rows = (0..count).map(|_| {
                    let mut args: Vec<Float> = Vec::new();
                    for _ in 0..arity {
                        let near = args.last().map(|f| f.bits());
                        args.push(random.float(format, near));
                    }
                    (args.iter().map(|a| a.bits()).collect(), reference(format, mode, &args))
                });
                let widths = vec![format.width(); arity];
                compare(name, &widths, |g, o| circuit(g, format, mode, o), &mut rows);
            }
        }
    }
}

#[test]
fn integer_conversions_agree_with_the_evaluator() {
    let mut random = Random(3);
    for format in [TINY, FloatFormat::F32, FloatFormat::F64, FloatFormat::X87] {
        for width in [1u32, 5, 8, 32, 33, 64, 100] {
            for signed in [false, true] {
                for mode in Rounding::ALL {
                    let other = if signed { Bv::min_signed(width) } else { Bv::ones(width) };
                    let mut rows = (0..1024).map(|_| {
                        let a = random.float(format, None);
                        (vec![a.bits()], a.to_integer(mode, width, signed).unwrap_or_else(|| other.clone()))
                    });
                    let to = |g: &mut Gates, o: &Operands| {
                        g.fp_to_int(format, mode, &o[0], width as usize, signed)
                    };
                    compare("to_int", &[format.width()], to, &mut rows);
                    let mut rows = (0..1024).map(|_| {
                        let shift = random.next() % u64::from(width);
                        let a = Bv::from_u128(width, random.wide()).lshr(&Bv::new(width.max(8), shift));
                        let a = if random.next() & 1 == 0 { a } else { a.neg() };
                        (vec![a.to_u128().unwrap()], encoded(Float::from_integer(format, mode, &a, signed)))
                    });
                    let from = |g: &mut Gates, o: &Operands| g.fp_from_int(format, mode, &o[0], signed);
                    compare("from_int", &[width], from, &mut rows);
                }
            }
        }
    }
}

#[test]
fn any_encoding_becomes_the_number_it_stands_for() {
    let mut random = Random(4);
    for format in [TINY, TINY_EXPLICIT, FloatFormat::F32, FloatFormat::F64, FloatFormat::X87] {
        let mut rows = (0..20_000).map(|_| {
            let mut bits = random.wide() & ((1 << format.width()) - 1);
            let field = ((1 << format.exponent) - 1) << format.fraction();
            match random.next() % 4 {
                0 => bits |= field,
                1 => bits &= !field,
                _ => {}
            }
            (vec![bits], encoded(Float::from_bits(format, bits)))
        });
        compare("canonical", &[format.width()], |g, o| g.canonical(format, &o[0]), &mut rows);
    }
}
