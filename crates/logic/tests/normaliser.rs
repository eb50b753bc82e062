//! The normaliser keeps meaning: the same random term, built with and without it, has the same value.

#[allow(dead_code, reason = "every user of this module needs a part of it")]
mod generate;

use argand_logic::{Sort, TermPool};
use generate::{Generator, Theory};

fn check(theory: Theory, seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let mut plain = TermPool::new();
        plain.set_simplify(false);
        let mut normal = TermPool::new();
        let mut g = Generator::new(seed, theory);
        let depth = 3 + (seed % 4) as u32;
        let a = g.term(&mut plain, Sort::Bool, depth);
        let mut g = Generator::new(seed, theory);
        let b = g.term(&mut normal, Sort::Bool, depth);
        // A third way to the same term: normalise what was built without.
        plain.set_simplify(true);
        let c = plain.simplified(a);
        for _ in 0..20 {
            let values = g.assignment(&plain, &[a]);
            let mut renamed = argand_logic::Assignment::default();
            for v in normal.free_vars(&[b]) {
                let argand_logic::Op::Var(id) = normal.op(v) else { continue };
                if let Some(value) = plain.find_var(normal.var_name(id)).and_then(|v| values.get(v)) {
                    renamed.set(v, value.clone());
                }
            }
            for f in normal.free_funcs(&[b]) {
                let decl = normal.func_decl(f).clone();
                let other = plain.func(&decl.name, &decl.params, decl.result);
                if let Some(graph) = values.func(other) {
                    renamed.set_func(f, graph.clone());
                }
            }
            let want = values.eval(&plain, a);
            assert_eq!(want, renamed.eval(&normal, b), "{theory:?} {seed}: {}", normal.display(b));
            assert_eq!(want, values.eval(&plain, c), "{theory:?} {seed}: {}", plain.display(c));
        }
    }
}

#[test]
fn words_keep_their_meaning() {
    check(Theory::Words, 0..6000);
}

#[test]
fn words_wider_than_a_machine_word_keep_their_meaning() {
    check(Theory::WideWords, 0..4000);
}

#[test]
fn arrays_keep_their_meaning() {
    check(Theory::Arrays, 0..1500);
    check(Theory::Equalities, 0..1500);
}

#[test]
fn functions_keep_their_meaning() {
    check(Theory::Functions, 0..1500);
}

#[test]
fn floats_keep_their_meaning() {
    check(Theory::Floats, 0..2500);
}

#[test]
fn linear_sums_cancel_and_addresses_differ_by_constants() {
    let mut p = TermPool::new();
    let (base, i) = (p.var("base", Sort::Bv(64)), p.var("i", Sort::Bv(64)));
    let four = p.bv(64, 4);
    let scaled = p.mul(i, four);
    let a = p.add(base, scaled);
    let one = p.bv(64, 1);
    let next = p.add(i, one);
    let scaled = p.mul(four, next);
    let b = p.add(scaled, base);
    assert_eq!(p.constant_difference(b, a), Some(argand_logic::Bv::new(64, 4)));
    let m = p.var("m", Sort::Array { index: 64, element: 8 });
    let v = p.var("v", Sort::Bv(8));
    let m1 = p.store(m, a, v);
    assert_eq!(p.select(m1, a), v);
    let through = p.select(m1, b);
    assert_eq!(through, p.select(m, b));
}

#[test]
fn a_word_stored_in_bytes_and_read_back_is_the_word() {
    let mut p = TermPool::new();
    let mut m = p.var("m", Sort::Array { index: 32, element: 8 });
    let (at, w) = (p.var("p", Sort::Bv(32)), p.var("w", Sort::Bv(32)));
    let mut places = Vec::new();
    for k in 0..4 {
        let k_const = p.bv(32, u64::from(k));
        let place = p.add(at, k_const);
        let byte = p.extract(w, 8 * k + 7, 8 * k);
        m = p.store(m, place, byte);
        places.push(place);
    }
    let mut read = p.select(m, places[3]);
    for k in (0..3).rev() {
        let byte = p.select(m, places[k]);
        read = p.concat(read, byte);
    }
    assert_eq!(read, w);
    // And so it is when the bytes are put together the way C does it.
    let mut by_or = p.bv(32, 0);
    for (k, &place) in places.iter().enumerate() {
        let byte = p.select(m, place);
        let wide = p.zero_extend(byte, 32);
        let by = p.bv(32, 8 * k as u64);
        let shifted = p.shl(wide, by);
        by_or = p.bvor(by_or, shifted);
    }
    assert_eq!(by_or, w);
}
