//! The solver's capabilities: levels, assumptions, cores, enumeration, models, limits.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use argand_logic::{
    AllSat, Backend, BitSolver, Bv, FloatFormat, NoBackend, Question, Rounding, SatResult, Solver, Solvers,
    Sort, TermId, TermPool, UnsatCore, Value,
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
    assert!(start.elapsed() < Duration::from_secs(30));
    let limits = Limits::default();
    let token = limits.cancel_token();
    s.set_limits(limits);
    let canceller = std::thread::spawn(move || token.cancel());
    assert_eq!(s.check(&mut p, &[question]), SatResult::Unknown(Stop::Interrupted));
    canceller.join().unwrap();
    s.set_limits(Limits::new(None, Some(1)));
    assert_eq!(s.check(&mut p, &[question]), SatResult::Unknown(Stop::Memory));
    s.set_limits(Limits::default());
    assert_eq!(s.check(&mut p, &[]), SatResult::Sat);
}

#[test]
fn a_cancelled_run_answers_nothing_and_loses_nothing() {
    let (mut p, mut s) = setup();
    let m = p.var("m", Sort::Array { index: 32, element: 32 });
    let mut contradiction = Vec::new();
    let (mut array, mut sum) = (m, p.bv(32, 0));
    for i in 0..40 {
        let at = word(&mut p, &format!("i{i}"));
        let value = word(&mut p, &format!("v{i}"));
        array = p.store(array, at, value);
        let read = p.select(array, sum);
        let product = p.mul(read, value);
        sum = p.add(sum, product);
        let k = p.bv(32, i);
        contradiction.push(p.ult(k, at));
    }
    let (first, zero) = (word(&mut p, "i0"), p.bv(32, 0));
    let last = p.mul(sum, first);
    contradiction.push(p.ne(last, sum));
    contradiction.push(p.eq(first, zero));
    let limits = Limits::default();
    limits.cancel_token().cancel();
    s.set_limits(limits);
    for &t in &contradiction {
        s.assert(&mut p, t);
        assert_eq!(s.check(&mut p, &[]), SatResult::Unknown(Stop::Interrupted));
        let found = s.all_sat(&mut p, &[], &[t], &mut |_| ControlFlow::Continue(()));
        assert_eq!(found, Err(Stop::Interrupted));
    }
    s.set_limits(Limits::default());
    assert_eq!(s.check(&mut p, &[]), SatResult::Unsat);
}

#[test]
fn a_deadline_in_the_middle_of_a_question_leaves_later_answers_right() {
    let (mut p, mut s) = setup();
    let (x, y) = (p.var("x", Sort::Bv(64)), p.var("y", Sort::Bv(64)));
    let mut parts = Vec::new();
    let mut t = x;
    for i in 0..8u64 {
        t = p.udiv(t, y);
        let k = p.bv(64, i);
        t = p.bvxor(t, k);
        parts.push(p.ne(t, k));
    }
    let (zero, one) = (p.bv(64, 0), p.bv(64, 1));
    parts.push(p.eq(x, zero));
    parts.push(p.ult(one, y));
    for &t in &parts {
        s.assert(&mut p, t);
    }
    // Each try gets a little further; x = 0 contradicts the first part however far they got.
    for millis in [0, 1, 2, 5, 10, 20] {
        s.set_limits(Limits::new(Some(Duration::from_millis(millis)), None));
        assert_ne!(s.check(&mut p, &[]), SatResult::Sat);
    }
    s.set_limits(Limits::default());
    assert_eq!(s.check(&mut p, &[]), SatResult::Unsat);
}

#[test]
fn all_combinations_are_found_under_assumptions_and_with_arrays() {
    let (mut p, mut s) = setup();
    let m = p.var("m", Sort::Array { index: 8, element: 8 });
    let (i, j) = (p.var("i", Sort::Bv(8)), p.var("j", Sort::Bv(8)));
    let (at_i, at_j) = (p.select(m, i), p.select(m, j));
    let over = [p.eq(i, j), p.eq(at_i, at_j), p.ult(at_i, at_j)];
    let apart = p.ne(i, j);
    let mut collect = |assumptions: &[TermId]| {
        let mut found: Vec<Vec<bool>> = Vec::new();
        s.all_sat(&mut p, assumptions, &over, &mut |v| {
            found.push(v.to_vec());
            ControlFlow::Continue(())
        })
        .unwrap();
        found.sort();
        found
    };
    let different = vec![vec![false, false, false], vec![false, false, true], vec![false, true, false]];
    assert_eq!(collect(&[apart]), different);
    let all: Vec<Vec<bool>> = different.iter().cloned().chain([vec![true, true, false]]).collect();
    assert_eq!(collect(&[]), all);
    let everything = s.statistics();
    assert!(everything.checks >= 9 && everything.searches >= everything.checks - everything.trivial);
    assert!(everything.gates > 0 && everything.clauses > 0 && everything.cache_hits > 0);
}

#[test]
fn every_index_can_be_named_where_there_are_few() {
    // With all 32 indices written, the arrays are equal; with one left out, they need not be. The answer
    // to the second question must not depend on the first having been asked.
    let (mut p, mut s) = setup();
    let sort = Sort::Array { index: 5, element: 2 };
    let (m, k) = (p.var("m", sort), p.bv(2, 1));
    let zeros = p.const_array(5, k);
    let (mut a, mut short) = (m, m);
    for i in 0..32 {
        let at = p.bv(5, i);
        short = a;
        a = p.store(a, at, k);
    }
    let (same, almost) = (p.eq(a, zeros), p.eq(short, zeros));
    let (differ, almost_differ) = (p.not(same), p.not(almost));
    assert_eq!(s.check(&mut p, &[almost]), SatResult::Sat);
    assert_eq!(s.check(&mut p, &[almost_differ]), SatResult::Sat);
    assert_eq!(s.check(&mut p, &[same]), SatResult::Sat);
    assert_eq!(s.check(&mut p, &[differ]), SatResult::Unsat);
    assert_eq!(s.core(), [differ]);
}

#[test]
fn questions_are_told_to_an_observer() {
    let (mut p, mut s) = setup();
    let (x, one) = (word(&mut p, "x"), p.bv(32, 1));
    let (small, big) = (p.ult(x, one), p.ult(one, x));
    let told = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let log = told.clone();
    s.observe(move |pool, question, answer| log.lock().unwrap().push((pool.to_smtlib(question), answer)));
    s.assert(&mut p, small);
    s.check(&mut p, &[]);
    s.check(&mut p, &[big]);
    let told = told.lock().unwrap();
    assert_eq!(told.len(), 2);
    assert_eq!((told[0].1, told[1].1), (SatResult::Sat, SatResult::Unsat));
    assert!(told[1].0.contains("(check-sat)") && told[1].0.contains("bvult"));
}

#[test]
fn every_step_of_an_enumeration_is_a_question() {
    let mut p = TermPool::new();
    let told = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let log = told.clone();
    let listener = move |question: &Question<'_>| {
        log.lock().expect("nobody panics").push((question.terms.to_vec(), question.answer, question.asker));
    };
    let mut s = Solvers::default().heard_by(std::sync::Arc::new(listener)).make("test", Limits::default());
    let (x, three, ten) = (word(&mut p, "x"), p.bv(32, 3), p.bv(32, 10));
    let (tiny, small) = (p.ult(x, three), p.ult(x, ten));
    let mut found = 0;
    let mut each = |_: &[bool]| {
        found += 1;
        ControlFlow::Continue(())
    };
    s.all_sat(&mut p, &[], &[tiny, small], &mut each).unwrap();
    let told = told.lock().unwrap();
    assert_eq!((found, told.len()), (3, 4));
    for (terms, answer, asker) in told.iter() {
        assert_eq!(BitSolver::default().check(&mut p, terms), *answer);
        assert_eq!(*asker, "test");
    }
    assert_eq!(told[3].1, SatResult::Unsat);
}

#[test]
fn a_script_records_the_answer() {
    let mut p = TermPool::new();
    let x = word(&mut p, "x");
    let zero = p.bv(32, 0);
    let is_zero = p.eq(x, zero);
    for (answer, status) in
        [(SatResult::Sat, "sat"), (SatResult::Unsat, "unsat"), (SatResult::Unknown(Stop::Time), "unknown")]
    {
        let question = Question { asker: "test", pool: &p, terms: &[is_zero], answer };
        assert!(question.to_smtlib().starts_with(&format!("(set-info :status {status})\n(set-logic ALL)")));
    }
}

#[test]
fn back_ends_are_known_by_name() {
    assert_eq!(Backend::named("bits"), Ok(Backend::Bits));
    assert!(matches!(Backend::named("yices"), Err(NoBackend::Unknown(name)) if name == "yices"));
    assert_eq!(Backend::named("z3").is_ok(), cfg!(feature = "z3"));
}

#[test]
fn deep_terms_do_not_overflow_the_stack() {
    let (mut p, mut s) = setup();
    let (mut t, y) = (p.var("x", Sort::Bv(8)), p.var("y", Sort::Bv(8)));
    let mut c = p.var("c", Sort::Bool);
    for i in 0..30_000u64 {
        let k = p.bv(8, i);
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
