//! The questions that are measured, as SMT-LIB scripts: what the analyses of a verifier ask.
//!
//! They are made by a fixed random sequence, so every run and every solver gets the same text.

use std::fmt::Write;
use std::ops::ControlFlow;

use argand_logic::{AllSat, BitSolver, SatResult, Sort, TermPool};

use super::Script;

struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (self.0 >> 33) % n
    }
}

fn word(value: i64) -> String {
    format!("#x{:08x}", value as u32)
}

fn long(value: u64) -> String {
    format!("#x{value:016x}")
}

/// All workloads by name.
pub fn all() -> Vec<(&'static str, String)> {
    vec![
        ("path-queries", path_queries(200)),
        ("byte-memory", byte_memory(30)),
        ("doubles", doubles()),
        ("all-sat", all_sat()),
        ("cores", cores()),
    ]
}

/// An expression over the variables of a path.
fn expression(r: &mut Random) -> String {
    let v = |r: &mut Random| format!("v{}", r.below(8));
    match r.below(5) {
        0 => format!("(bvsub {} {})", v(r), word(r.below(1000) as i64)),
        1 | 2 => format!("(bvadd {} {})", v(r), v(r)),
        3 => format!("(bvadd (bvmul {} {}) {})", v(r), word(2 + r.below(14) as i64), v(r)),
        _ => format!("(bvmul {} {})", v(r), word(3 + r.below(60) as i64)),
    }
}

/// The feasibility of growing paths: conditions over bounded integers, indices into an array, divisions. A
/// condition that makes the path infeasible is taken back.
fn path_queries(count: usize) -> String {
    let mut r = Random(7);
    let mut out = String::from("(set-logic QF_BV)\n");
    for i in 0..8 {
        let _ = writeln!(out, "(declare-const v{i} (_ BitVec 32))");
    }
    out.push_str("(declare-const base (_ BitVec 64))\n");
    let _ = writeln!(out, "(assert (bvugt base {}))", long(0x1000));
    let _ = writeln!(out, "(assert (bvult base {}))", long(0x7fff_ffff_0000));
    for i in 0..8 {
        let _ = writeln!(out, "(assert (bvsge v{i} {}))", word(-0x1_0000));
        let _ = writeln!(out, "(assert (bvsle v{i} {}))", word(0x1_0000));
    }
    let mut script = Script::new(true, false);
    let (mut depth, mut read) = (0, 0);
    for _ in 0..count {
        let (a, b) = (expression(&mut r), expression(&mut r));
        let condition = match r.below(10) {
            0 | 1 => format!("(distinct {a} {b})"),
            2 | 3 => format!("(bvslt {a} {b})"),
            4 => format!("(bvsle {a} {})", word(r.below(20_000) as i64 - 10_000)),
            5 => {
                let m = 1 << (1 + r.below(3));
                format!("(= (bvsrem {a} {}) {})", word(m), word(r.below(m as u64) as i64))
            }
            6 => format!("(bvsge (bvsdiv {a} {}) {b})", word(2 + r.below(9) as i64)),
            7 => format!("(= (bvsrem {a} {}) {})", word(3 + 2 * r.below(5) as i64), word(r.below(3) as i64)),
            _ => {
                let at = format!("((_ sign_extend 32) (bvmul {a} {}))", word(4));
                format!("(bvult (bvadd base {at}) (bvadd base {}))", long(4000))
            }
        };
        let _ = writeln!(out, "(push 1)\n(assert {condition})\n(check-sat)");
        depth += 1;
        let known = script.feed(&out[read..]).is_ok();
        read = out.len();
        let feasible = known && script.answers.last() == Some(&SatResult::Sat);
        let back = if feasible && depth < 24 {
            0
        } else if feasible {
            12
        } else {
            1
        };
        if back > 0 {
            let _ = writeln!(out, "(pop {back})");
            depth -= back;
        }
    }
    out.push_str("(exit)\n");
    out
}

/// Bytes written at computed places of three objects, and what reading them gives.
fn byte_memory(count: usize) -> String {
    let mut out = String::from("(set-logic QF_ABV)\n");
    for i in 0..3 {
        let _ = writeln!(out, "(declare-const p{i} (_ BitVec 64))");
        let _ = writeln!(out, "(assert (= ((_ extract 3 0) p{i}) #x0))");
        let _ = writeln!(out, "(assert (bvugt p{i} {}))", long(0x1000));
        let _ = writeln!(out, "(assert (bvult p{i} {}))", long(0x7000_0000_0000));
    }
    for i in 0..2 {
        let _ = writeln!(out, "(assert (bvult (bvadd p{i} {}) p{}))", long(0x100), i + 1);
    }
    let array = "(Array (_ BitVec 64) (_ BitVec 8))";
    let place = |i: usize| format!("(bvadd p{} ((_ zero_extend 32) i{i}))", i % 3);
    let byte = |i: usize| format!("((_ extract 7 0) w{i})");
    let _ = writeln!(out, "(declare-const m0 {array})");
    for i in 0..count {
        let _ = writeln!(out, "(declare-const i{i} (_ BitVec 32))\n(declare-const w{i} (_ BitVec 32))");
        let _ = writeln!(out, "(assert (bvult i{i} {}))", word(0x40));
        let _ = writeln!(out, "(declare-const m{} {array})", i + 1);
        let _ = writeln!(out, "(assert (= m{} (store m{i} {} {})))", i + 1, place(i), byte(i));
    }
    let read = |at: &str| format!("(select m{count} {at})");
    let lost = |i: usize| format!("(distinct {} {})", read(&place(i)), byte(i));
    let untouched = |at: &str| format!("(distinct {} (select m0 {at}))", read(at));
    let (last, before, first) = (count - 1, count - 4, count - 3);
    let apart: Vec<String> = (3..count).step_by(3).map(|j| format!("(distinct i0 i{j})")).collect();
    let outside = format!("(bvadd p2 {})", long(0x200));
    for condition in [
        lost(last),
        lost(count - 2),
        format!("(and (distinct i{last} i{before}) {})", lost(before)),
        lost(before),
        format!("(and (= i{first} i0) (bvult {} #x05) (bvugt {} #x07))", byte(first), read(&place(0))),
        untouched(&outside),
        untouched(&format!("(bvadd p2 {})", long(0x10))),
        format!("(= {} (bvadd {} {}))", read(&place(15)), byte(0), byte(last)),
        format!("(and (= i{last} i{before}) (distinct {} {}))", read(&place(before)), byte(last)),
        format!("(and {} {})", apart.join(" "), lost(0)),
    ] {
        let _ = writeln!(out, "(push 1)\n(assert {condition})\n(check-sat)\n(pop 1)");
    }
    out.push_str("(exit)\n");
    out
}

/// Bounds, order and associativity of sums of doubles.
fn doubles() -> String {
    let number = |v: f64| {
        let bits = v.to_bits();
        format!("(fp #b{} #b{:011b} #b{:052b})", bits >> 63, bits >> 52 & 0x7ff, bits & ((1 << 52) - 1))
    };
    let mut out = String::from("(set-logic QF_BVFP)\n");
    for v in ["x", "y", "z"] {
        let _ = writeln!(out, "(declare-const {v} (_ FloatingPoint 11 53))");
        let _ =
            writeln!(out, "(assert (fp.leq {} {v}))\n(assert (fp.leq {v} {}))", number(0.0), number(10.0));
    }
    let add = |a: &str, b: &str| format!("(fp.add RNE {a} {b})");
    let (xy, yx, yz) = (add("x", "y"), add("y", "x"), add("y", "z"));
    for condition in [
        format!("(fp.lt {xy} {})", number(0.0)),
        format!("(fp.gt {xy} {})", number(20.0)),
        format!("(fp.gt {xy} {})", number(19.5)),
        format!("(not (fp.eq {} {}))", add(&xy, "z"), add("x", &yz)),
        format!("(not (fp.eq {xy} {yx}))"),
    ] {
        let _ = writeln!(out, "(push 1)\n(assert {condition})\n(check-sat)\n(pop 1)");
    }
    out.push_str("(exit)\n");
    out
}

/// The Boolean abstraction of a block of 25 assignments under 12 predicates, model by model. Every solver
/// is asked for the same models, in the order this back end found them.
fn all_sat() -> String {
    let mut r = Random(11);
    let mut out = String::from("(set-option :produce-models true)\n(set-logic QF_BV)\n");
    let mut version = [0u32; 5];
    for i in 0..5 {
        let _ = writeln!(out, "(declare-const u{i}_0 (_ BitVec 32))");
        let _ = writeln!(out, "(assert (and (bvsge u{i}_0 {}) (bvsle u{i}_0 {})))", word(0), word(100));
    }
    let _ = writeln!(out, "(assert (= u0_0 (bvmul {} u1_0)))\n(assert (bvslt u1_0 u2_0))", word(2));
    for step in 0..25 {
        let name = |version: &[u32; 5], i: usize| format!("u{i}_{}", version[i]);
        let (i, j, k) = (r.below(5) as usize, r.below(5) as usize, r.below(5) as usize);
        let (x, y, z) = (name(&version, i), name(&version, j), name(&version, k));
        let value = match step % 5 {
            0 => format!("(bvadd {y} {})", word(1 + r.below(4) as i64)),
            1 => format!("(ite (bvslt {y} {z}) {x} (bvsub {y} {}))", word(1)),
            2 => format!("(ite (= ((_ extract 0 0) {y}) #b1) (bvadd {z} {}) {x})", word(2)),
            3 => format!("(bvsdiv (bvadd {y} {z}) {})", word(2)),
            _ => format!("(ite (bvsgt {y} {}) (bvsub {y} {}) (bvadd {y} {}))", word(60), word(20), word(1)),
        };
        version[i] += 1;
        let x = name(&version, i);
        let _ = writeln!(out, "(declare-const {x} (_ BitVec 32))\n(assert (= {x} {value}))");
    }
    let last: Vec<String> = (0..5).map(|i| format!("u{i}_{}", version[i])).collect();
    let mut predicates = Vec::new();
    for i in 0..5 {
        predicates.push(format!("(bvslt {} {})", last[i], last[(i + 1) % 5]));
        predicates.push(format!("(bvsgt {} {})", last[i], word(10 + 15 * i as i64)));
    }
    predicates.push(format!("(= {} (bvmul {} {}))", last[0], word(2), last[1]));
    predicates.push(format!("(= ((_ extract 0 0) {}) #b0)", last[2]));
    let names: Vec<String> = (0..predicates.len()).map(|i| format!("b{i}")).collect();
    for (b, p) in names.iter().zip(&predicates) {
        let _ = writeln!(out, "(declare-const {b} Bool)\n(assert (= {b} {p}))");
    }
    for model in enumerate(&out, &names) {
        let literals: Vec<String> = names
            .iter()
            .zip(&model)
            .map(|(b, &v)| if v { format!("(not {b})") } else { b.clone() })
            .collect();
        let _ = writeln!(
            out,
            "(check-sat)\n(get-value ({}))\n(assert (or {}))",
            names.join(" "),
            literals.join(" ")
        );
    }
    out.push_str("(check-sat)\n(exit)\n");
    out
}

fn enumerate(text: &str, names: &[String]) -> Vec<Vec<bool>> {
    let mut models = Vec::new();
    let mut script = Script::new(true, false);
    if script.feed(text).is_ok() {
        let (pool, solver): (&mut TermPool, &mut BitSolver) = (&mut script.pool, &mut script.solver);
        let over: Vec<_> = names.iter().map(|n| pool.var(n, Sort::Bool)).collect();
        let mut each = |values: &[bool]| {
            models.push(values.to_vec());
            ControlFlow::Continue(())
        };
        if solver.all_sat(pool, &[], &over, &mut each).is_err() {
            models.clear();
        }
    }
    models
}

/// Chains of steps under assumptions, of which a few contradict each other.
fn cores() -> String {
    let mut r = Random(3);
    let mut out = String::from("(set-option :produce-unsat-assumptions true)\n(set-logic QF_BV)\n");
    let steps = 60;
    for i in 0..=steps {
        let _ = writeln!(out, "(declare-const x{i} (_ BitVec 32))");
    }
    for i in 0..steps {
        let _ = writeln!(out, "(declare-const a{i} Bool)");
        let effect = match r.below(4) {
            0 => format!("(= x{} (bvadd x{i} {}))", i + 1, word(1 + r.below(9) as i64)),
            1 => format!("(= x{} (ite (bvslt x{i} {}) (bvadd x{i} {}) x{i}))", i + 1, word(50), word(1)),
            2 => format!("(bvsge x{} x{i})", i + 1),
            _ => format!("(= x{} x{i})", i + 1),
        };
        let _ = writeln!(out, "(assert (=> a{i} (and {effect} (bvsle x{i} {}))))", word(1000));
    }
    for round in 0..40 {
        let (from, to) = (round, round + 4 + r.below(16) as usize);
        let _ = writeln!(out, "(push 1)\n(assert (bvsgt x{from} {}))", word(10));
        let _ = writeln!(out, "(assert (bvslt x{to} {}))", word(8));
        let all: Vec<String> = (0..steps).map(|i| format!("a{i}")).collect();
        let _ = writeln!(out, "(check-sat-assuming ({}))\n(get-unsat-assumptions)\n(pop 1)", all.join(" "));
    }
    out.push_str("(exit)\n");
    out
}
