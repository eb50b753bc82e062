//! The solver's capabilities: levels, assumptions, cores, enumeration, models, limits.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use argand_logic::{
    AllSat, BitSolver, Bv, FloatFormat, Rounding, SatResult, Solver, Sort, TermId, TermPool, UnsatCore, Value,
};
use argand_support::{Limits, Stop};

fn setup() -> (TermPool, BitSolver) {
    (TermPool::new(), BitSolver::default())
}

fn word(p: &mut TermPool, name: &str) -> TermId {
    p.var(name, Sort::Bv(32))
}

#[test]
fn a_level_is_forgotten_when_it_is_closed() {
    let (mut p, mut s) = setup();
    let (x, y) = (word(&mut p, "x"), word(&mut p, "y"));
    let (one, two) = (p.bv(32, 1), p.bv(32, 2));
    let is_one = p.eq(x, one);
    s.push();
    s.assert(&mut p, is_one);
    assert_eq!(s.check(&mut p, &[]), SatResult::Sat);
    assert_eq!(s.value(&mut p, x), Value::Bv(Bv::new(32, 1)));
    s.push();
    let (is_two, same) = (p.eq(y, two), p.eq(x, y));
    s.assert(&mut p, is_two);
    s.assert(&mut p, same);
    assert_eq!(s.check(&mut p, &[]), SatResult::Unsat);
    s.pop(1);
    assert_eq!(s.check(&mut p, &[same]), SatResult::Sat);
    assert_eq!(s.value(&mut p, y), Value::Bv(Bv::new(32, 1)));
    s.pop(1);
    assert_eq!(s.level(), 0);
    let x_is_two = p.eq(x, two);
    assert_eq!(s.check(&mut p, &[x_is_two]), SatResult::Sat);
    assert_eq!(s.value(&mut p, x), Value::Bv(Bv::new(32, 2)));
}

#[test]
fn a_definition_of_an_inner_level_does_not_outlive_it() {
    let (mut p, mut s) = setup();
    let (x, y, z) = (word(&mut p, "x"), word(&mut p, "y"), word(&mut p, "z"));
    let (one, ten) = (p.bv(32, 1), p.bv(32, 10));
    let x1 = p.add(x, one);
    let defines = p.eq(y, x1);
    let small = p.ult(x, ten);
    for round in 0..3 {
        s.push();
        s.assert(&mut p, small);
        s.push();
        s.assert(&mut p, defines);
        let eleven = p.bv(32, 11);
        let big = p.ult(eleven, y);
        assert_eq!(s.check(&mut p, &[big]), SatResult::Unsat, "round {round}");
        assert_eq!(s.core(), [big]);
        let uses = p.eq(z, y);
        s.assert(&mut p, uses);
        assert_eq!(s.check(&mut p, &[]), SatResult::Sat);
        let model = s.model(&mut p, &[defines, small, uses]);
        assert!([defines, small, uses].iter().all(|&t| model.holds(&p, t)));
        s.pop(1);
        assert_eq!(s.check(&mut p, &[big]), SatResult::Sat);
        s.pop(1);
        let not_small = p.not(small);
        assert_eq!(s.check(&mut p, &[not_small, big]), SatResult::Sat);
    }
}

#[test]
fn cores_are_sufficient_and_minimal() {
    let (mut p, mut s) = setup();
    let vars: Vec<TermId> = (0..8).map(|i| word(&mut p, &format!("x{i}"))).collect();
    let mut steps: Vec<TermId> = vars.windows(2).map(|w| p.slt(w[0], w[1])).collect();
    let unrelated = p.slt(vars[0], vars[3]);
    steps.push(unrelated);
    let back = p.sle(vars[5], vars[2]);
    steps.push(back);
    assert_eq!(s.check(&mut p, &steps), SatResult::Unsat);
    let core = s.core().to_vec();
    assert!(core.iter().all(|t| steps.contains(t)));
    let least = s.minimised_core(&mut p);
    let want = [steps[2], steps[3], steps[4], back];
    assert_eq!(least, want);
    assert_eq!(s.check(&mut p, &least), SatResult::Unsat);
    for i in 0..least.len() {
        let mut fewer = least.clone();
        fewer.remove(i);
        assert_eq!(s.check(&mut p, &fewer), SatResult::Sat);
    }
}

#[test]
fn every_combination_of_predicates_is_found_once() {
    let (mut p, mut s) = setup();
    let (x, y) = (p.var("x", Sort::Bv(4)), p.var("y", Sort::Bv(4)));
    let seven = p.bv(4, 7);
    let bound = p.ult(x, seven);
    s.assert(&mut p, bound);
    let sum = p.add(x, y);
    let over = [p.ult(x, y), p.slt(sum, x), p.eq(sum, seven), p.ult(y, seven)];
    let mut want: Vec<Vec<bool>> = Vec::new();
    for a in 0..7u64 {
        for b in 0..16u64 {
            let mut m = argand_logic::Assignment::default();
            m.set(x, Value::Bv(Bv::new(4, a)));
            m.set(y, Value::Bv(Bv::new(4, b)));
            want.push(over.iter().map(|&t| m.holds(&p, t)).collect());
        }
    }
    want.sort();
    want.dedup();
    for _ in 0..2 {
        let mut found: Vec<Vec<bool>> = Vec::new();
        let each = &mut |v: &[bool]| {
            found.push(v.to_vec());
            ControlFlow::Continue(())
        };
        s.all_sat(&mut p, &[], &over, each).unwrap();
        found.sort();
        assert_eq!(found, want);
    }
    let mut count = 0;
    let each = &mut |_: &[bool]| {
        count += 1;
        if count == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    s.all_sat(&mut p, &[], &over, each).unwrap();
    assert_eq!(count, 3);
    assert_eq!(s.check(&mut p, &[over[0]]), SatResult::Sat);
}

#[test]
fn reads_see_the_last_write_and_models_have_arrays() {
    let (mut p, mut s) = setup();
    let m = p.var("m", Sort::Array { index: 32, element: 8 });
    let (i, j, v) = (word(&mut p, "i"), word(&mut p, "j"), p.var("v", Sort::Bv(8)));
    let m1 = p.store(m, i, v);
    let (at_j, before) = (p.select(m1, j), p.select(m, j));
    let (changed, same, apart) = (p.ne(at_j, before), p.eq(i, j), p.ne(i, j));
    assert_eq!(s.check(&mut p, &[changed, apart]), SatResult::Unsat);
    assert_eq!(s.check(&mut p, &[changed, same]), SatResult::Sat);
    let model = s.model(&mut p, &[changed, same]);
    assert!(model.holds(&p, changed) && model.holds(&p, same));
    // Two orders of the same writes to different places are the same array.
    let w = p.var("w", Sort::Bv(8));
    let (a, b) = (p.store(m1, j, w), p.store(m, j, w));
    let b = p.store(b, i, v);
    let differ = p.ne(a, b);
    assert_eq!(s.check(&mut p, &[differ, apart]), SatResult::Unsat);
    assert_eq!(s.check(&mut p, &[differ]), SatResult::Sat);
    let model = s.model(&mut p, &[differ]);
    assert!(model.holds(&p, differ));
}

#[test]
fn small_index_sorts_are_covered_completely() {
    let (mut p, mut s) = setup();
    let m = p.var("m", Sort::Array { index: 1, element: 4 });
    let (zero, one, v) = (p.bv(1, 0), p.bv(1, 1), p.bv(4, 9));
    let full = p.store(m, zero, v);
    let full = p.store(full, one, v);
    let constant = p.const_array(1, v);
    let differ = p.ne(full, constant);
    assert_eq!(s.check(&mut p, &[differ]), SatResult::Unsat);
}

#[test]
fn equal_arguments_give_equal_values() {
    let (mut p, mut s) = setup();
    let sort = Sort::Bv(32);
    let f = p.func("f", &[sort, sort], sort);
    let (x, y, z) = (word(&mut p, "x"), word(&mut p, "y"), word(&mut p, "z"));
    let (fxz, fyz) = (p.apply(f, &[x, z]), p.apply(f, &[y, z]));
    let (differ, same) = (p.ne(fxz, fyz), p.eq(x, y));
    assert_eq!(s.check(&mut p, &[differ, same]), SatResult::Unsat);
    assert_eq!(s.check(&mut p, &[differ]), SatResult::Sat);
    let model = s.model(&mut p, &[differ]);
    assert!(model.holds(&p, differ));
}

#[test]
fn float_addition_commutes_but_does_not_associate() {
    let (mut p, mut s) = setup();
    let sort = Sort::Float(FloatFormat::F32);
    let (x, y, z) = (p.var("x", sort), p.var("y", sort), p.var("z", sort));
    let m = Rounding::NearestEven;
    let xy = p.fp_add(m, x, y);
    let left = p.fp_add(m, xy, z);
    let yz = p.fp_add(m, y, z);
    let right = p.fp_add(m, x, yz);
    let same = p.eq(left, right);
    let differ = p.not(same);
    assert_eq!(s.check(&mut p, &[differ]), SatResult::Sat);
    let model = s.model(&mut p, &[differ]);
    assert!(model.holds(&p, differ));
    let (half, two) = (p.f32(0.5), p.f32(2.0));
    let (a, b) = (p.fp_mul(m, x, half), p.fp_div(m, x, two));
    let differ = p.ne(a, b);
    assert_eq!(s.check(&mut p, &[differ]), SatResult::Unsat);
}

/// A question no solver answers soon: factors of the product of two primes.
fn hard(p: &mut TermPool) -> TermId {
    let (x, y) = (p.var("p", Sort::Bv(80)), p.var("q", Sort::Bv(80)));
    let product = p.mul(x, y);
    let number = p.constant(Bv::from_u128(80, 549_755_813_881 * 549_755_813_869));
    let (limit, one) = (p.bv(80, 1 << 40), p.bv(80, 1));
    let parts = [p.eq(product, number), p.ult(x, limit), p.ult(y, limit), p.ult(one, x), p.ult(one, y)];
    p.and_all(&parts)
}

#[test]
fn time_limits_and_cancellation_end_a_search() {
    let (mut p, mut s) = setup();
    let question = hard(&mut p);
    let start = Instant::now();
    s.set_limits(Limits::new(Some(Duration::from_millis(300)), None));
    assert_eq!(s.check(&mut p, &[question]), SatResult::Unknown(Stop::Time));
    let limits = Limits::default();
    let token = limits.cancel_token();
    s.set_limits(limits);
    let canceller = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(300));
        token.cancel();
    });
    assert_eq!(s.check(&mut p, &[question]), SatResult::Unknown(Stop::Interrupted));
    canceller.join().unwrap();
    s.set_limits(Limits::new(None, Some(1)));
    assert_eq!(s.check(&mut p, &[question]), SatResult::Unknown(Stop::Memory));
    assert!(start.elapsed() < Duration::from_secs(60));
    s.set_limits(Limits::default());
    assert_eq!(s.check(&mut p, &[]), SatResult::Sat);
}

#[test]
fn deep_terms_do_not_overflow_the_stack() {
    let (mut p, mut s) = setup();
    let mut t = word(&mut p, "x");
    let (y, mut c) = (word(&mut p, "y"), p.var("c", Sort::Bool));
    for i in 0..50_000u64 {
        let k = p.bv(32, i);
        let sum = p.add(t, k);
        t = p.bvxor(sum, y);
        let d = p.ult(t, k);
        c = p.or(c, d);
        if i % 100 == 0 {
            t = p.ite(c, t, y);
        }
    }
    s.assert(&mut p, c);
    assert_eq!(s.check(&mut p, &[]), SatResult::Sat);
    assert!(p.to_smtlib(&[c]).len() > 1000);
    assert!(!p.display(c).is_empty());
}
