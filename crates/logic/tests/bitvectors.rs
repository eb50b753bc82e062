//! Bit-vector operators against Rust's arithmetic: the evaluator on constants, and the solver on symbols.

#[allow(dead_code, reason = "every user of this module needs a part of it")]
mod generate;

use argand_logic::{BitSolver, Bv, SatResult, Solver, Sort, TermId, TermPool};
use generate::Random;

/// What an operator means on numbers below 2^width.
type Meaning = fn(u32, u64, u64) -> u64;
type Build = fn(&mut TermPool, TermId, TermId) -> TermId;

fn signed(width: u32, v: u64) -> i128 {
    i128::from((v << (64 - width)) as i64 >> (64 - width))
}

fn word(c: bool) -> u64 {
    u64::from(c)
}

fn bit(f: fn(&mut TermPool, TermId, TermId) -> TermId, p: &mut TermPool, a: TermId, b: TermId) -> TermId {
    let c = f(p, a, b);
    let width = p.width(a);
    p.bool_to_bv(c, width)
}

const OPERATORS: [(&str, Build, Meaning); 19] = [
    ("add", TermPool::add, |_, a, b| a.wrapping_add(b)),
    ("sub", TermPool::sub, |_, a, b| a.wrapping_sub(b)),
    ("mul", TermPool::mul, |_, a, b| a.wrapping_mul(b)),
    ("udiv", TermPool::udiv, |_, a, b| a.checked_div(b).unwrap_or(u64::MAX)),
    ("urem", TermPool::urem, |_, a, b| a.checked_rem(b).unwrap_or(a)),
    ("sdiv", TermPool::sdiv, |w, a, b| {
        let (x, y) = (signed(w, a), signed(w, b));
        if y == 0 { if x < 0 { 1 } else { u64::MAX } } else { (x / y) as u64 }
    }),
    ("srem", TermPool::srem, |w, a, b| {
        let (x, y) = (signed(w, a), signed(w, b));
        if y == 0 { a } else { (x % y) as u64 }
    }),
    ("smod", TermPool::smod, |w, a, b| {
        let (x, y) = (signed(w, a), signed(w, b));
        if y == 0 { a } else { (((x % y) + y) % y) as u64 }
    }),
    ("and", TermPool::bvand, |_, a, b| a & b),
    ("or", TermPool::bvor, |_, a, b| a | b),
    ("xor", TermPool::bvxor, |_, a, b| a ^ b),
    ("not", |p, a, _| p.bvnot(a), |_, a, _| !a),
    ("neg", |p, a, _| p.neg(a), |_, a, _| a.wrapping_neg()),
    ("shl", TermPool::shl, |w, a, b| if b >= u64::from(w) { 0 } else { a << b }),
    ("lshr", TermPool::lshr, |w, a, b| if b >= u64::from(w) { 0 } else { a >> b }),
    ("ashr", TermPool::ashr, |w, a, b| (signed(w, a) >> b.min(63)) as u64),
    ("ult", |p, a, b| bit(TermPool::ult, p, a, b), |_, a, b| word(a < b)),
    ("slt", |p, a, b| bit(TermPool::slt, p, a, b), |w, a, b| word(signed(w, a) < signed(w, b))),
    ("eq", |p, a, b| bit(TermPool::eq, p, a, b), |_, a, b| word(a == b)),
];

fn expected(meaning: Meaning, width: u32, a: u64, b: u64) -> Bv {
    Bv::new(width, meaning(width, a, b))
}

#[test]
fn constants_fold_to_what_rust_computes_at_up_to_six_bits() {
    let mut p = TermPool::new();
    for (name, build, meaning) in OPERATORS {
        for width in 1..=6 {
            for a in 0..1u64 << width {
                for b in 0..1u64 << width {
                    let (x, y) = (p.bv(width, a), p.bv(width, b));
                    let t = build(&mut p, x, y);
                    assert_eq!(
                        p.as_const(t),
                        Some(&expected(meaning, width, a, b)),
                        "{name} {a} {b} at {width}"
                    );
                }
            }
        }
    }
}

#[test]
fn constants_fold_to_what_rust_computes_on_random_words() {
    let mut random = Random::new(1);
    for (name, build, meaning) in OPERATORS {
        let mut p = TermPool::new();
        for _ in 0..100_000 {
            let width = random.pick(&[8, 13, 16, 31, 32, 63, 64]);
            let (a, b) = (random.bv(width), random.bv(width));
            let (m, n) = (a.to_u64().unwrap(), b.to_u64().unwrap());
            let (x, y) = (p.constant(a), p.constant(b));
            let t = build(&mut p, x, y);
            assert_eq!(p.as_const(t), Some(&expected(meaning, width, m, n)), "{name} {m} {n} at {width}");
        }
    }
}

/// Asks for a row of the table where the circuit says something else.
fn no_row_differs(name: &str, build: Build, width: u32, rows: &[(u64, u64, Bv)]) {
    let mut p = TermPool::new();
    let (x, y) = (p.var("x", Sort::Bv(width)), p.var("y", Sort::Bv(width)));
    let t = build(&mut p, x, y);
    let mut wrong = Vec::new();
    for (a, b, want) in rows {
        let (a, b, want) = (p.bv(width, *a), p.bv(width, *b), p.constant(want.clone()));
        let parts = [p.eq(x, a), p.eq(y, b), p.ne(t, want)];
        wrong.push(p.and_all(&parts));
    }
    let any = p.or_all(&wrong);
    let mut solver = BitSolver::default();
    solver.assert(&mut p, any);
    assert_eq!(solver.check(&mut p, &[]), SatResult::Unsat, "{name} at {width}");
}

#[test]
fn the_solver_agrees_with_rust_on_all_words_of_up_to_five_bits() {
    for (name, build, meaning) in OPERATORS {
        for width in [1, 2, 4, 5] {
            let all = 0..1u64 << width;
            let rows: Vec<_> = all
                .clone()
                .flat_map(|a| all.clone().map(move |b| (a, b)))
                .map(|(a, b)| (a, b, expected(meaning, width, a, b)))
                .collect();
            no_row_differs(name, build, width, &rows);
        }
    }
}

#[test]
fn the_solver_agrees_with_rust_on_random_words() {
    let mut random = Random::new(2);
    for (name, build, meaning) in OPERATORS {
        for width in [8, 16, 32] {
            let rows: Vec<_> = (0..60)
                .map(|_| {
                    let (a, b) = (random.bv(width).to_u64().unwrap(), random.bv(width).to_u64().unwrap());
                    (a, b, expected(meaning, width, a, b))
                })
                .collect();
            no_row_differs(name, build, width, &rows);
        }
    }
}

#[test]
fn division_by_constants_is_total_and_unique() {
    // Quotients by constants are relations between free signals: every dividend must have its result, and
    // no other.
    let operators = OPERATORS.into_iter().filter(|o| ["udiv", "urem", "sdiv", "srem"].contains(&o.0));
    for (name, build, meaning) in operators {
        for width in [4, 5] {
            for c in 0..1u64 << width {
                let mut p = TermPool::new();
                let mut solver = BitSolver::default();
                let x = p.var("x", Sort::Bv(width));
                let divisor = p.bv(width, c);
                let t = build(&mut p, x, divisor);
                for a in 0..1u64 << width {
                    let (value, want) = (p.bv(width, a), p.constant(expected(meaning, width, a, c)));
                    let (here, right) = (p.eq(x, value), p.eq(t, want));
                    let wrong = p.not(right);
                    assert_eq!(
                        solver.check(&mut p, &[here, right]),
                        SatResult::Sat,
                        "{name} {a} {c} at {width}"
                    );
                    assert_eq!(
                        solver.check(&mut p, &[here, wrong]),
                        SatResult::Unsat,
                        "{name} {a} {c} at {width}"
                    );
                }
            }
        }
    }
}
