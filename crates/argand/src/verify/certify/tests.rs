//! Proofs of the predicate analysis are checked, and a broken analysis is caught.

use super::super::{Composed, Verification, properties::Check, properties::Wanted};
use crate::config::Configuration;
use argand_algorithms::{Cegar, Exploration, Outcome};
use argand_cpas::certificate::Certificate;
use argand_support::Limits;

const TWICE: &str = "
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int(), x = 0, i = 0;
    while (i < n) { x += 2; i++; }
    if (x != 2 * i) reach_error();
    return 0;
}";

/// Has three more in one round, which is found only by looking.
const WRONG: &str = "
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int(), x = 0, i = 0;
    while (i < n) { x += 2; i++; if (i == 3) x += 3; }
    if (x != 2 * i) reach_error();
    return 0;
}";

/// What the predicate analysis, broken or not, says about a program; and what the checker says about a proof of it.
fn outcome(text: &str, fault: bool, change: impl FnOnce(&mut Certificate)) -> (bool, Vec<String>) {
    let mut program =
        argand_frontend_c::load_str(text, &argand_frontend_c::Options::default()).ok().unwrap().program;
    let wanted = Wanted::read(&[], &[Check::Unreach], &[]).ok().unwrap();
    let (automata, _) = wanted.compile(&mut program, &[]);
    let configuration = Configuration::load("predicate", &[]).unwrap();
    let verification = Verification {
        certify: true,
        ..Verification::new(&program, &configuration, automata, &wanted, Limits::default())
    };
    let Composed { composite, refiner, predicates } = verification.compose().unwrap();
    let predicates = predicates.unwrap();
    predicates.engine.borrow_mut().fault = fault;
    let exploration =
        Exploration::new(&program, composite, &configuration.exploration, verification.limits.clone());
    let mut cegar = Cegar::new(exploration, refiner, configuration.cegar.clone());
    let safe = matches!(cegar.verify(), Ok(Outcome::Safe));
    let mut certificate = predicates.certificate(&cegar.exploration);
    change(&mut certificate);
    (safe, verification.certify(certificate).unwrap())
}

#[test]
fn a_proof_is_a_certificate() {
    assert_eq!(outcome(TWICE, false, |_| {}), (true, Vec::new()));
}

#[test]
fn a_broken_abstraction_is_caught() {
    let (safe, doubts) = outcome(WRONG, true, |_| {});
    assert!(safe, "the broken analysis believes the program");
    assert!(doubts.iter().any(|d| d.contains("not inductive")), "{doubts:?}");
}

#[test]
fn invariants_that_are_missing_too_weak_or_too_strong_are_caught() {
    let (_, missing) = outcome(TWICE, false, |c| c.invariants.clear());
    assert!(missing.iter().any(|d| d.contains("no invariant")), "{missing:?}");
    let (_, weak) = outcome(TWICE, false, |c| {
        let holds = c.encoder.pool.tt();
        c.invariants.iter_mut().for_each(|(_, term)| *term = holds);
    });
    assert!(weak.iter().any(|d| d.contains("do not rule out")), "{weak:?}");
    let (_, strong) = outcome(TWICE, false, |c| {
        let never = c.encoder.pool.ff();
        c.invariants.iter_mut().for_each(|(_, term)| *term = never);
    });
    assert!(strong.iter().any(|d| d.contains("not inductive")), "{strong:?}");
}
