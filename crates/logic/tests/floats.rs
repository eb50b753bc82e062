//! Floating-point constants against the machine: `float` and `double` against Rust's, all formats and
//! rounding modes against a C program, if there is a compiler.

#[allow(dead_code, reason = "every user of this module needs a part of it")]
mod generate;

use std::io::Write;
use std::process::{Command, Stdio};

use argand_logic::{Bv, Float, FloatFormat, Rounding};
use generate::Random;

const CASES: usize = 600_000;
const NEAREST: Rounding = Rounding::NearestEven;

fn f32_of(x: Float) -> f32 {
    f32::from_bits(x.bits() as u32)
}

fn f64_of(x: Float) -> f64 {
    f64::from_bits(x.bits() as u64)
}

/// Two operands; half of the time with exponents close to each other.
fn pair(random: &mut Random, format: FloatFormat) -> (Float, Float) {
    let a = random.float(format);
    if random.below(2) == 0 {
        return (a, random.float(format));
    }
    let f = format.fraction();
    let shift = u128::from(random.below(1 << 4)) << f;
    let noise = u128::from(random.next()) & ((1 << f) - 1);
    (a, Float::from_bits(format, a.bits().wrapping_add(shift) ^ noise))
}

type Binary<T> = fn(T, T) -> T;

#[test]
fn binary_operations_agree_with_the_machine() {
    type Ours = fn(Float, Float) -> Float;
    let operations: [(&str, Ours, Binary<f32>, Binary<f64>); 5] = [
        ("add", |a, b| a.add(b, NEAREST), |a, b| a + b, |a, b| a + b),
        ("sub", |a, b| a.sub(b, NEAREST), |a, b| a - b, |a, b| a - b),
        ("mul", |a, b| a.mul(b, NEAREST), |a, b| a * b, |a, b| a * b),
        ("div", |a, b| a.div(b, NEAREST), |a, b| a / b, |a, b| a / b),
        ("fmod", |a, b| a.rem(b, false), |a, b| a % b, |a, b| a % b),
    ];
    let mut random = Random::new(1);
    for (name, ours, single, double) in operations {
        for _ in 0..CASES {
            let (a, b) = pair(&mut random, FloatFormat::F32);
            let want = Float::from_f32(single(f32_of(a), f32_of(b)));
            assert_eq!(ours(a, b), want, "{name} {a:?} {b:?}");
            let (a, b) = pair(&mut random, FloatFormat::F64);
            let want = Float::from_f64(double(f64_of(a), f64_of(b)));
            assert_eq!(ours(a, b), want, "{name} {a:?} {b:?}");
        }
    }
}

#[test]
fn unary_operations_agree_with_the_machine() {
    type Row = (&'static str, fn(Float) -> Float, fn(f32) -> f32, fn(f64) -> f64);
    let operations: [Row; 8] = [
        ("sqrt", |a| a.sqrt(NEAREST), f32::sqrt, f64::sqrt),
        ("trunc", |a| a.round_to_integral(Rounding::Zero), f32::trunc, f64::trunc),
        ("floor", |a| a.round_to_integral(Rounding::Down), f32::floor, f64::floor),
        ("ceil", |a| a.round_to_integral(Rounding::Up), f32::ceil, f64::ceil),
        ("round", |a| a.round_to_integral(Rounding::NearestAway), f32::round, f64::round),
        ("rint", |a| a.round_to_integral(NEAREST), f32::round_ties_even, f64::round_ties_even),
        ("neg", Float::neg, |a| -a, |a| -a),
        ("abs", Float::abs, f32::abs, f64::abs),
    ];
    let mut random = Random::new(2);
    for (name, ours, single, double) in operations {
        for _ in 0..CASES {
            let a = random.float(FloatFormat::F32);
            assert_eq!(ours(a), Float::from_f32(single(f32_of(a))), "{name} {a:?}");
            let a = random.float(FloatFormat::F64);
            assert_eq!(ours(a), Float::from_f64(double(f64_of(a))), "{name} {a:?}");
        }
    }
}

#[test]
fn fused_multiply_add_agrees_with_the_machine() {
    let mut random = Random::new(3);
    for n in 0..CASES {
        for format in [FloatFormat::F32, FloatFormat::F64] {
            let (a, b) = (random.float(format), random.float(format));
            // Half of the time the addend nearly cancels the product.
            let c = if n % 2 == 0 { random.float(format) } else { a.mul(b, NEAREST).neg() };
            let want = if format == FloatFormat::F32 {
                Float::from_f32(f32_of(a).mul_add(f32_of(b), f32_of(c)))
            } else {
                Float::from_f64(f64_of(a).mul_add(f64_of(b), f64_of(c)))
            };
            assert_eq!(a.fma(b, c, NEAREST), want, "{a:?} {b:?} {c:?}");
        }
    }
}

#[test]
fn comparisons_and_conversions_agree_with_the_machine() {
    let mut random = Random::new(4);
    for _ in 0..CASES {
        let (a, b) = pair(&mut random, FloatFormat::F32);
        assert_eq!(a.compare(b), f32_of(a).partial_cmp(&f32_of(b)), "{a:?} {b:?}");
        assert_eq!(a.convert(FloatFormat::F64, NEAREST), Float::from_f64(f64::from(f32_of(a))), "{a:?}");
        let (a, b) = pair(&mut random, FloatFormat::F64);
        assert_eq!(a.compare(b), f64_of(a).partial_cmp(&f64_of(b)), "{a:?} {b:?}");
        assert_eq!(a.convert(FloatFormat::F32, NEAREST), Float::from_f32(f64_of(a) as f32), "{a:?}");
        let v = f64_of(a);
        let t = v.trunc();
        if (-2_147_483_648.0..=2_147_483_647.0).contains(&t) {
            let want = Bv::from_i128(32, i128::from(v as i32));
            assert_eq!(a.to_integer(Rounding::Zero, 32, true), Some(want), "{a:?}");
        } else {
            assert_eq!(a.to_integer(Rounding::Zero, 32, true), None, "{a:?}");
        }
        if (0.0..18_446_744_073_709_551_616.0).contains(&t) {
            assert_eq!(a.to_integer(Rounding::Zero, 64, false), Some(Bv::new(64, v as u64)), "{a:?}");
        }
        let n = random.next() >> random.below(64);
        let word = Bv::new(64, n);
        assert_eq!(Float::from_integer(FloatFormat::F64, NEAREST, &word, false), Float::from_f64(n as f64));
        assert_eq!(
            Float::from_integer(FloatFormat::F32, NEAREST, &word, true),
            Float::from_f32(n as i64 as f32)
        );
    }
}

const REFERENCE: &str = r#"
#include <fenv.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
struct row { unsigned char op, mode, format, pad[13]; unsigned char v[3][16]; };
static const int modes[4] = { FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO };
#define BODY(T, SUFFIX) { \
    volatile T a, b, c, r; memcpy((void *)&a, q.v[0], sizeof a); memcpy((void *)&b, q.v[1], sizeof b); \
    memcpy((void *)&c, q.v[2], sizeof c); \
    switch (q.op) { \
    case 0: r = a + b; break; case 1: r = a - b; break; case 2: r = a * b; break; case 3: r = a / b; break; \
    case 4: r = sqrt##SUFFIX(a); break; case 5: r = fma##SUFFIX(a, b, c); break; \
    case 6: r = remainder##SUFFIX(a, b); break; case 7: r = fmod##SUFFIX(a, b); break; \
    default: r = rint##SUFFIX(a); } \
    memcpy(out, (void *)&r, sizeof(T) == 16 ? 10 : sizeof(T)); }
int main(void) {
    struct row q;
    while (fread(&q, sizeof q, 1, stdin) == 1) {
        unsigned char out[16] = { 0 };
        fesetround(modes[q.mode]);
        if (q.op >= 10) {
            volatile long double x; memcpy((void *)&x, q.v[0], 10);
            if (q.op == 10) { volatile float r = x; memcpy(out, (void *)&r, 4); }
            else if (q.op == 11) { volatile double r = x; memcpy(out, (void *)&r, 8); }
            else if (q.op == 12) { long long n; memcpy(&n, q.v[0], 8); volatile long double r = n; memcpy(out, (void *)&r, 10); }
            else { volatile double d; memcpy((void *)&d, q.v[0], 8); volatile long double r = d; memcpy(out, (void *)&r, 10); }
        } else if (q.format == 0) BODY(float, f) else if (q.format == 1) BODY(double, ) else BODY(long double, l)
        fesetround(FE_TONEAREST);
        fwrite(out, 16, 1, stdout);
    }
    return 0;
}
"#;

/// Compiles the reference, if there is a C compiler for a machine with 80-bit `long double`.
fn reference(dir: &std::path::Path) -> Option<std::path::PathBuf> {
    if !cfg!(target_arch = "x86_64") {
        return None;
    }
    let (source, binary) = (dir.join("reference.c"), dir.join("reference"));
    std::fs::write(&source, REFERENCE).ok()?;
    let flags = ["-O1", "-frounding-math", "-fno-builtin", "-ffp-contract=off", "-w", "-o"];
    let status = Command::new("cc").args(flags).arg(&binary).arg(&source).arg("-lm").status().ok()?;
    status.success().then_some(binary)
}

#[test]
fn all_formats_and_modes_agree_with_compiled_c() {
    let dir = std::env::temp_dir().join(format!("argand-floats-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let Some(binary) = reference(&dir) else {
        println!("skipped: no C compiler for x86-64");
        return;
    };
    let modes = [NEAREST, Rounding::Up, Rounding::Down, Rounding::Zero];
    let formats = [FloatFormat::F32, FloatFormat::F64, FloatFormat::X87];
    let mut random = Random::new(5);
    let mut rows: Vec<(u8, usize, usize, [Float; 3], u64)> = Vec::new();
    for op in 0..14u8 {
        for (m, _) in modes.iter().enumerate() {
            for (k, &format) in formats.iter().enumerate() {
                let count = if op < 10 && k < 2 { 20_000 } else { 60_000 };
                if op >= 10 && k < 2 || op == 9 {
                    continue;
                }
                for _ in 0..count {
                    let (a, mut b) = pair(&mut random, format);
                    let c = if random.below(2) == 0 { random.float(format) } else { a.mul(b, NEAREST).neg() };
                    let (mut a, word) = (a, random.next() >> random.below(64));
                    // Remainders of far exponents take the C library thousands of steps.
                    if (6..=7).contains(&op) && k == 2 && random.below(4) != 0 {
                        (a, b) = (a.round_to_integral(NEAREST).min(Float::zero(format, true)), b);
                    }
                    if op == 13 {
                        a = random.float(FloatFormat::F64);
                    }
                    rows.push((op, m, k, [a, b, c], word));
                }
            }
        }
    }
    let mut child = Command::new(&binary).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let bytes: Vec<u8> = rows
        .iter()
        .flat_map(|(op, m, k, v, word)| {
            let mut row = vec![0u8; 64];
            row[..3].copy_from_slice(&[*op, *m as u8, *k as u8]);
            for (i, x) in v.iter().enumerate() {
                row[16 + 16 * i..][..16].copy_from_slice(&x.bits().to_le_bytes());
            }
            if *op == 12 {
                row[16..24].copy_from_slice(&word.to_le_bytes());
            }
            row
        })
        .collect();
    let writer = std::thread::spawn(move || input.write_all(&bytes));
    let output = child.wait_with_output().unwrap().stdout;
    writer.join().unwrap().unwrap();
    std::fs::remove_dir_all(&dir).unwrap();
    assert_eq!(output.len(), rows.len() * 16);
    for ((op, m, k, [a, b, c], word), out) in rows.into_iter().zip(output.chunks(16)) {
        let (mode, format) = (modes[m], formats[k]);
        let (got, format) = match op {
            0 => (a.add(b, mode), format),
            1 => (a.sub(b, mode), format),
            2 => (a.mul(b, mode), format),
            3 => (a.div(b, mode), format),
            4 => (a.sqrt(mode), format),
            5 => (a.fma(b, c, mode), format),
            6 => (a.rem(b, true), format),
            7 => (a.rem(b, false), format),
            8 => (a.round_to_integral(mode), format),
            10 => (a.convert(FloatFormat::F32, mode), FloatFormat::F32),
            11 => (a.convert(FloatFormat::F64, mode), FloatFormat::F64),
            12 => (Float::from_integer(FloatFormat::X87, mode, &Bv::new(64, word), true), FloatFormat::X87),
            _ => (a.convert(FloatFormat::X87, mode), FloatFormat::X87),
        };
        let want = Float::from_bits(format, u128::from_le_bytes(out.try_into().unwrap()));
        // IEEE 754 gives a zero remainder the dividend's sign; the C library's `remainder` on `float` and
        // `double` does not always, the x87 instruction behind `remainderl` does.
        if op == 6 && k < 2 && got.is_zero() && want.is_zero() {
            continue;
        }
        assert_eq!(got, want, "operation {op} {mode:?} {a:?} {b:?} {c:?} {word}");
    }
}
