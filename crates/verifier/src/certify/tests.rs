//! Proofs are checked, and broken analyses are caught.

use crate::plan::Plan;
use crate::{Check, Configuration, Options, Task, Verification, Wanted, load_text};
use argand_algorithms::certificate::{Certificate, Method, certificate_of};
use argand_algorithms::{Bmc, Cegar, Exploration, Found, Outcome};
use argand_cfa::Program;

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

/// Three values in a circle: no guess about one round is enough, but three rounds without a violation are.
const CIRCLE: &str = "
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
    int a = 1, b = 2, c = 3;
    while (__VERIFIER_nondet_int()) {
        int old = a;
        a = b; b = c; c = old;
        if (a == 7) reach_error();
    }
    return 0;
}";

const BOUNDED: &str = "
void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int(), i = 0;
    if (n > 5) return 0;
    while (i < n) i++;
    if (i > 5) reach_error();
    return 0;
}";

pub(super) fn with<T>(text: &str, config: &str, work: impl FnOnce(&Verification<'_>, &Program) -> T) -> T {
    with_check(text, config, Check::Unreach, work)
}

pub(super) fn with_check<T>(
    text: &str,
    config: &str,
    check: Check,
    work: impl FnOnce(&Verification<'_>, &Program) -> T,
) -> T {
    let task = Task::new(load_text(text).unwrap(), Wanted::checks(&[check]));
    let configuration = Configuration::shipped(config).unwrap();
    let options = Options { certify: true, ..Options::default() };
    let verification = Verification::new(&task, &configuration, options).unwrap();
    work(&verification, &verification.prepared.program)
}

fn words(verification: &Verification<'_>, certificate: Certificate) -> Vec<String> {
    let doubts = verification.certify(certificate).unwrap();
    doubts.iter().map(|doubt| doubt.reason.describe(&verification.prepared.program)).collect()
}

/// What the predicate analysis, broken or not, says about a program; and what the checker says about a proof of it.
fn outcome(text: &str, fault: bool, change: &dyn Fn(&mut Certificate)) -> (bool, Vec<String>) {
    with(text, "predicate", |verification, program| {
        let Plan { composite, refiner, proof } = verification.plan().unwrap();
        let proof = proof.unwrap();
        if fault {
            proof.invariants.inject_fault();
        }
        let options = &verification.configuration.exploration;
        let exploration = Exploration::new(program, composite, options, verification.options.limits.clone());
        let mut cegar = Cegar::new(exploration, refiner, verification.configuration.cegar.clone());
        let safe = matches!(cegar.verify(), Ok(Outcome::Safe));
        let mut certificate = certificate_of(&cegar.exploration, proof.position, &*proof.invariants, false);
        change(&mut certificate);
        (safe, words(verification, certificate))
    })
}

/// The same for induction.
fn induction(text: &str, fault: bool, change: &dyn Fn(&mut Certificate)) -> (bool, Vec<String>) {
    unrolling(text, "k-induction", fault, change)
}

fn unrolling(
    text: &str,
    config: &str,
    fault: bool,
    change: &dyn Fn(&mut Certificate),
) -> (bool, Vec<String>) {
    with(text, config, |verification, program| {
        let composite = verification.plan().unwrap().composite;
        let options = verification.configuration.bmc.clone();
        let (solvers, limits) = (verification.solvers.clone(), verification.options.limits.clone());
        let encoder = argand_encode::Encoder::new(program);
        let mut bmc = Bmc::new(program, composite, encoder, options, solvers, limits);
        if fault {
            bmc.inject_fault();
        }
        let safe = matches!(bmc.verify(), Ok(Found::Safe));
        let mut certificate = bmc.certificate().expect("a proof by facts");
        change(&mut certificate);
        (safe, words(verification, certificate))
    })
}

fn without_facts(certificate: &mut Certificate) {
    let holds = certificate.encoder.pool.tt();
    certificate.facts.iter_mut().for_each(|(_, term)| *term = holds);
}

fn with_impossible_facts(certificate: &mut Certificate) {
    let never = certificate.encoder.pool.ff();
    certificate.facts.iter_mut().for_each(|(_, term)| *term = never);
}

#[test]
fn a_proof_is_a_certificate() {
    assert_eq!(outcome(TWICE, false, &|_| {}), (true, Vec::new()));
    assert_eq!(induction(TWICE, false, &|_| {}), (true, Vec::new()));
}

#[test]
fn a_broken_abstraction_is_caught() {
    let (safe, doubts) = outcome(WRONG, true, &|_| {});
    assert!(safe, "the broken analysis believes the program");
    assert!(doubts.iter().any(|d| d.contains("not inductive")), "{doubts:?}");
}

#[test]
fn induction_that_believes_its_guesses_is_caught() {
    let (safe, doubts) = induction(WRONG, true, &|_| {});
    assert!(safe, "the broken induction believes the program");
    assert!(doubts.iter().any(|d| d.contains("not inductive")), "{doubts:?}");
}

#[test]
fn invariants_that_are_missing_too_weak_or_too_strong_are_caught() {
    for check in [outcome, induction] {
        let (_, missing) = check(TWICE, false, &|c| c.facts.clear());
        assert!(missing.iter().any(|d| d.contains("no invariant")), "{missing:?}");
        let (_, weak) = check(TWICE, false, &without_facts);
        assert!(weak.iter().any(|d| d.contains("do not rule out")), "{weak:?}");
        let (_, strong) = check(TWICE, false, &with_impossible_facts);
        assert!(strong.iter().any(|d| d.contains("not inductive")), "{strong:?}");
    }
}

#[test]
fn a_proof_with_several_steps_needs_them_all() {
    let after = |steps| {
        let change = |c: &mut Certificate| {
            without_facts(c);
            c.method = Method::Induction { steps };
        };
        let (safe, doubts) = induction(CIRCLE, false, &change);
        assert!(safe);
        doubts
    };
    assert_eq!(after(3), Vec::<String>::new());
    for steps in 0..3 {
        let doubts = after(steps);
        assert!(doubts.iter().any(|d| d.contains("do not rule out")), "{steps} steps: {doubts:?}");
    }
}

#[test]
fn the_first_steps_are_checked_too() {
    // Five values in a circle: a violation in the fourth round, none in a round that follows five without one.
    let text = CIRCLE.replace("c = 3", "c = 3, d = 4, e = 7").replace("c = old", "c = d; d = e; e = old");
    let (safe, doubts) = induction(&text, true, &|c| {
        without_facts(c);
        c.method = Method::Induction { steps: 5 };
    });
    assert!(safe, "the broken induction believes the program");
    assert!(doubts.iter().any(|d| d.contains("do not rule out")), "{doubts:?}");
}

#[test]
fn an_unrolling_is_followed_to_its_end() {
    let method = |c: &mut Certificate| assert_eq!(c.method, Method::Unrolling);
    assert_eq!(unrolling(BOUNDED, "bmc", false, &method), (true, Vec::new()));
    let wrong = BOUNDED.replace("i > 5", "i > 4");
    let (_, doubts) = unrolling(&wrong, "bmc", false, &method);
    assert!(doubts.iter().any(|d| d.contains("do not rule out")), "{doubts:?}");
}

#[test]
fn what_siblings_of_the_predicates_know_is_part_of_the_proof() {
    let text = "
void reach_error(void);
int __VERIFIER_nondet_int(void);
int one(void) { return 1; }
int two(void) { return 2; }
int main(void) {
    int (*p)(void) = __VERIFIER_nondet_int() ? one : two;
    while (__VERIFIER_nondet_int()) if (p() == 3) reach_error();
    return 0;
}";
    assert_eq!(outcome(text, false, &|_| {}), (true, Vec::new()));
}
