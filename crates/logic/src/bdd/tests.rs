//! Every operation against truth tables of four variables.

use super::{Bdd, BddTable, Full};
use crate::{Assignment, Sort, TermPool, Value};
use proptest::prelude::*;

const VARS: u32 = 4;
const ROWS: u32 = 1 << VARS;

fn bit(row: u32, var: u32) -> bool {
    row >> var & 1 == 1
}

/// The diagram of a truth table, built from its rows.
fn of_table(bdds: &mut BddTable, table: u16) -> Bdd {
    let mut result = Bdd::FALSE;
    for row in (0..ROWS).filter(|&row| table >> row & 1 == 1) {
        let literals: Vec<_> = (0..VARS).map(|v| (v, bit(row, v))).collect();
        let cube = bdds.cube(&literals).unwrap();
        result = bdds.or(result, cube).unwrap();
    }
    result
}

fn table_of(bdds: &BddTable, f: Bdd) -> u16 {
    (0..ROWS).filter(|&row| bdds.eval(f, |v| bit(row, v))).fold(0, |table, row| table | 1 << row)
}

fn rows(holds: impl Fn(u32) -> bool) -> u16 {
    (0..ROWS).filter(|&row| holds(row)).fold(0, |table, row| table | 1 << row)
}

proptest! {
    #[test]
    fn operations_agree_with_truth_tables(a: u16, b: u16, c: u16, var in 0..VARS, value: bool) {
        let mut bdds = BddTable::default();
        let (fa, fb, fc) = (of_table(&mut bdds, a), of_table(&mut bdds, b), of_table(&mut bdds, c));
        prop_assert_eq!(table_of(&bdds, fa), a);
        let and = bdds.and(fa, fb).unwrap();
        prop_assert_eq!(table_of(&bdds, and), a & b);
        let or = bdds.or(fa, fb).unwrap();
        prop_assert_eq!(table_of(&bdds, or), a | b);
        let not = bdds.not(fa).unwrap();
        prop_assert_eq!(table_of(&bdds, not), !a);
        let ite = bdds.ite(fa, fb, fc).unwrap();
        prop_assert_eq!(table_of(&bdds, ite), a & b | !a & c);
        prop_assert_eq!(bdds.implies(fa, fb), a & !b == 0);
        let set = |row: u32, value: bool| if value { row | 1 << var } else { row & !(1 << var) };
        let restricted = bdds.restrict(fa, &|v| (v == var).then_some(value)).unwrap();
        prop_assert_eq!(table_of(&bdds, restricted), rows(|row| a >> set(row, value) & 1 == 1));
        let exists = bdds.exists(fa, &|v| v == var).unwrap();
        let either = rows(|row| a >> set(row, false) & 1 == 1 || a >> set(row, true) & 1 == 1);
        prop_assert_eq!(table_of(&bdds, exists), either);
        prop_assert!(!bdds.support(exists).contains(&var));
    }

    #[test]
    fn equal_functions_are_one_diagram(a: u16, b: u16) {
        let mut bdds = BddTable::default();
        let (fa, fb) = (of_table(&mut bdds, a), of_table(&mut bdds, b));
        prop_assert_eq!(fa == fb, a == b);
        let (na, nb) = (bdds.not(fa).unwrap(), bdds.not(fb).unwrap());
        let nor = bdds.and(na, nb).unwrap();
        let or = bdds.not(nor).unwrap();
        prop_assert_eq!(or, bdds.or(fa, fb).unwrap());
    }

    #[test]
    fn cubes_are_disjoint_and_make_up_the_function(a: u16) {
        let mut bdds = BddTable::default();
        let f = of_table(&mut bdds, a);
        let cubes: Vec<_> = bdds.cubes(f).collect();
        for row in 0..ROWS {
            let matching = cubes.iter().filter(|c| c.iter().all(|&(v, value)| bit(row, v) == value));
            prop_assert_eq!(matching.count(), usize::from(a >> row & 1 == 1));
        }
    }

    #[test]
    fn the_term_has_the_same_values(a: u16) {
        let (mut bdds, mut pool) = (BddTable::default(), TermPool::new());
        let f = of_table(&mut bdds, a);
        let vars: Vec<_> = (0..VARS).map(|v| pool.var(&format!("p{v}"), Sort::Bool)).collect();
        let term = bdds.to_term(f, &mut pool, |v| vars[v as usize]);
        for row in 0..ROWS {
            let mut assignment = Assignment::default();
            for v in 0..VARS {
                assignment.set(vars[v as usize], Value::Bool(bit(row, v)));
            }
            prop_assert_eq!(assignment.eval(&pool, term).as_bool(), Some(a >> row & 1 == 1));
        }
    }
}

#[test]
fn a_full_table_says_so_and_keeps_what_it_has() {
    let mut bdds = BddTable::with_limit(4);
    let (a, b) = (bdds.var(0).unwrap(), bdds.var(1).unwrap());
    assert_eq!(bdds.and(a, b), Err(Full));
    assert_eq!(bdds.ite(a, a, Bdd::FALSE), Ok(a));
    assert!(bdds.implies(a, a) && !bdds.implies(a, b) && bdds.implies(Bdd::FALSE, b));
}

#[test]
fn entailment_of_long_conjunctions_needs_no_exponential_time() {
    let mut bdds = BddTable::default();
    let literals: Vec<_> = (0..200).map(|v| (v, v % 3 == 0)).collect();
    let all = bdds.cube(&literals).unwrap();
    let half = bdds.cube(&literals[..100]).unwrap();
    assert!(bdds.implies(all, half) && !bdds.implies(half, all));
    assert_eq!((bdds.support(half).len(), bdds.size(half), bdds.cubes(all).count()), (100, 102, 1));
}
