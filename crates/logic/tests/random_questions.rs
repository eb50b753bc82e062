//! Random questions of every theory: a solver that answered many others before agrees with a fresh one.
//!
//! Debug builds of the solver evaluate every question under its model, so models are checked here too.

#[allow(dead_code, reason = "every user of this module needs a part of it")]
mod generate;

use std::time::Duration;

use argand_logic::{BitSolver, SatResult, Solver, Sort, TermPool, UnsatCore};
use argand_support::Limits;
use generate::{Generator, Theory};

fn agree(theory: Theory, seeds: std::ops::Range<u64>) {
    let mut pool = TermPool::new();
    let mut kept = BitSolver::default();
    let (mut sat, mut unsat) = (0, 0);
    for seed in seeds {
        let mut g = Generator::new(seed, theory);
        let depth = 2 + (seed % 3) as u32;
        let terms: Vec<_> = (0..3).map(|_| g.term(&mut pool, Sort::Bool, depth)).collect();
        let limits = Limits::default().sub_limit(Duration::from_secs(2));
        let mut fresh = BitSolver::new(limits.clone());
        for &t in &terms {
            fresh.assert(&mut pool, t);
        }
        let want = fresh.check(&mut pool, &[]);
        kept.set_limits(limits);
        kept.push();
        kept.assert(&mut pool, terms[0]);
        kept.check(&mut pool, &[terms[1]]);
        kept.push();
        kept.assert(&mut pool, terms[1]);
        let got = kept.check(&mut pool, &[terms[2]]);
        if let (SatResult::Unknown(_), _) | (_, SatResult::Unknown(_)) = (want, got) {
            kept.pop(2);
            continue;
        }
        assert_eq!(got, want, "{theory:?} {seed}: {}", pool.display(terms[2]));
        if got == SatResult::Sat {
            sat += 1;
            for solver in [&mut fresh, &mut kept] {
                let model = solver.model(&mut pool, &terms);
                assert!(terms.iter().all(|&t| model.holds(&pool, t)), "{theory:?} {seed}");
            }
        } else {
            unsat += 1;
            assert!(kept.core().is_empty() || kept.core() == [terms[2]], "{theory:?} {seed}");
        }
        kept.pop(2);
    }
    assert!(sat > 10 && unsat > 10, "{sat} satisfiable, {unsat} unsatisfiable");
}

#[test]
fn old_and_fresh_solvers_agree_on_words() {
    agree(Theory::Words, 0..200);
}

#[test]
fn old_and_fresh_solvers_agree_on_arrays() {
    agree(Theory::Arrays, 0..400);
}

#[test]
fn old_and_fresh_solvers_agree_on_equal_arrays() {
    agree(Theory::Equalities, 0..200);
}

#[test]
fn old_and_fresh_solvers_agree_on_functions() {
    agree(Theory::Functions, 0..200);
}

#[test]
fn old_and_fresh_solvers_agree_on_floats() {
    agree(Theory::Floats, 0..100);
}
