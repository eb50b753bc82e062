//! Z3 behind the traits: it answers like the default solver, with models, cores and enumerations that fit.
#![cfg(feature = "z3")]

#[allow(dead_code, reason = "every user of this module needs a part of it")]
mod generate;

use std::ops::ControlFlow;
use std::time::Duration;

use argand_logic::{AnySolver, Backend, SatResult, Solvers, Sort, TermPool, Value};
use argand_support::Limits;
use generate::{Generator, Theory};

fn solvers(limits: &Limits) -> [AnySolver; 2] {
    [Backend::Z3, Backend::Bits].map(|backend| Solvers::of(backend).make("test", limits.clone()))
}

fn agree(theory: Theory, seeds: std::ops::Range<u64>) {
    let mut pool = TermPool::new();
    let (mut sat, mut unsat, mut models) = (0, 0, 0);
    for seed in seeds {
        let mut g = Generator::new(seed, theory);
        let terms: Vec<_> = (0..3).map(|_| g.term(&mut pool, Sort::Bool, 2 + (seed % 2) as u32)).collect();
        let limits = Limits::default().sub_limit(Duration::from_secs(1));
        let [mut z3, mut bits] = solvers(&limits);
        let answers = [&mut z3, &mut bits].map(|solver| {
            solver.push();
            solver.assert(&mut pool, terms[0]);
            solver.check(&mut pool, &terms[1..])
        });
        match answers {
            [SatResult::Unknown(_), _] | [_, SatResult::Unknown(_)] => continue,
            [a, b] => assert_eq!(a, b, "{theory:?} {seed}"),
        }
        if answers[0] == SatResult::Sat {
            sat += 1;
            let model = z3.model(&mut pool, &terms);
            models += u32::from(terms.iter().all(|&t| model.holds(&pool, t)));
        } else {
            unsat += 1;
            let core = z3.core().to_vec();
            assert!(core.iter().all(|t| terms[1..].contains(t)), "{theory:?} {seed}");
            assert_eq!(bits.check(&mut pool, &core), SatResult::Unsat, "{theory:?} {seed}: no core");
            assert!(z3.minimised_core(&mut pool).len() <= core.len());
        }
    }
    assert!(sat > 10 && unsat > 3, "{theory:?}: {sat} satisfiable, {unsat} unsatisfiable");
    // Arrays that Z3 describes as functions are not read.
    assert!(models * 10 >= sat * 8, "{theory:?}: {models} of {sat} models hold");
}

#[test]
fn words_are_answered_alike() {
    agree(Theory::Words, 0..120);
}

#[test]
fn arrays_are_answered_alike() {
    agree(Theory::Arrays, 0..120);
}

#[test]
fn floats_are_answered_alike() {
    agree(Theory::Floats, 0..60);
}

#[test]
fn all_combinations_are_found() {
    let mut pool = TermPool::new();
    let x = pool.var("x", Sort::Bv(8));
    let (three, ten) = (pool.bv(8, 3), pool.bv(8, 10));
    let (small, tiny) = (pool.ult(x, ten), pool.ult(x, three));
    for mut solver in solvers(&Limits::default()) {
        let mut found = Vec::new();
        let mut each = |values: &[bool]| {
            found.push(values.to_vec());
            ControlFlow::Continue(())
        };
        solver.all_sat(&mut pool, &[], &[small, tiny], &mut each).unwrap();
        found.sort();
        assert_eq!(found, [vec![false, false], vec![true, false], vec![true, true]]);
        assert_eq!(solver.level(), 0);
    }
}

#[test]
fn a_model_has_the_value_that_is_asked_for() {
    let mut pool = TermPool::new();
    let [mut z3, _] = solvers(&Limits::default());
    let x = pool.var("a name with | and spaces", Sort::Bv(16));
    let c = pool.bv(16, 40_000);
    let is = pool.eq(x, c);
    z3.assert(&mut pool, is);
    assert_eq!(z3.check(&mut pool, &[]), SatResult::Sat);
    assert_eq!(z3.value(&mut pool, x), Value::Bv(argand_logic::Bv::new(16, 40_000)));
}

#[test]
fn limits_end_a_search() {
    let mut pool = TermPool::new();
    let limits = Limits::default().sub_limit(Duration::from_millis(300));
    let [mut z3, _] = solvers(&limits);
    // Large factors of a large number. Those of numbers close to a power of two are found by luck now and then.
    let (x, y) = (pool.var("x", Sort::Bv(128)), pool.var("y", Sort::Bv(128)));
    let product = pool.mul(x, y);
    let number =
        pool.constant(argand_logic::Bv::from_u128(128, 0xd134_2543_de82_ef95 * 0xaf25_1af3_b0f0_25b5));
    let least = pool.constant(argand_logic::Bv::from_u128(128, 1 << 63));
    let half = pool.constant(argand_logic::Bv::from_u128(128, 1 << 64));
    let terms = [
        pool.eq(product, number),
        pool.ult(least, x),
        pool.ult(x, half),
        pool.ult(least, y),
        pool.ult(y, half),
    ];
    let answer = z3.check(&mut pool, &terms);
    assert!(matches!(answer, SatResult::Unknown(_)), "{answer:?}");
}
