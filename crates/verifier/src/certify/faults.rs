//! Analyses of values and of memory that are broken on purpose: what they prove is not certified.

use super::tests::{with, with_check};
use super::{Certification, CheckedBy};
use crate::{Check, Verification};
use argand_algorithms::certificate::{Certificate, Doubt, States, closure_doubts};
use argand_algorithms::{Cause, Exploration, Outcome, Uncertified};
use argand_cfa::{EdgeId, LocId, MemoryProperty, Op, Program, PropertyKind};
use argand_cpa::{
    Adjusted, Change, Component, Composite, Configurable, Context, Cpa, CpaError, Extras, Interned, Profile,
    Query, Siblings, Successors, TransferCx,
};
use argand_cpas::automaton::{self, Prints};
use argand_cpas::interval::IntervalCpa;
use argand_cpas::smg::SmgCpa;
use argand_cpas::value::ValueCpa;
use std::sync::Arc;

/// An analysis that does not see some edges.
struct Blind<C> {
    inner: C,
    unseen: Vec<EdgeId>,
}

impl<C: Cpa> Cpa for Blind<C> {
    type State = C::State;
    type Precision = C::Precision;

    fn initial(&mut self, program: &Program, location: LocId) -> Result<C::State, CpaError> {
        self.inner.initial(program, location)
    }

    fn initial_precision(&mut self, program: &Program) -> C::Precision {
        self.inner.initial_precision(program)
    }

    fn transfer(
        &mut self,
        cx: &TransferCx<'_>,
        state: &C::State,
        precision: &C::Precision,
        out: &mut Successors<C::State>,
    ) -> Result<(), CpaError> {
        if self.unseen.contains(&cx.edge_id) {
            out.unchanged();
            return Ok(());
        }
        self.inner.transfer(cx, state, precision, out)
    }

    fn is_covered_by(&mut self, a: &C::State, b: &C::State) -> Result<bool, CpaError> {
        self.inner.is_covered_by(a, b)
    }

    fn join(&mut self, a: &C::State, b: &C::State) -> Result<C::State, CpaError> {
        self.inner.join(a, b)
    }

    fn merge(
        &mut self,
        new: &C::State,
        old: &C::State,
        precision: &C::Precision,
    ) -> Result<Option<C::State>, CpaError> {
        self.inner.merge(new, old, precision)
    }

    fn strengthen(
        &mut self,
        cx: &TransferCx<'_>,
        state: &C::State,
        precision: &C::Precision,
        after: &Siblings<'_>,
    ) -> Result<Change<C::State>, CpaError> {
        self.inner.strengthen(cx, state, precision, after)
    }

    fn adjust(
        &mut self,
        cx: &TransferCx<'_>,
        state: &C::State,
        precision: &C::Precision,
        after: &Siblings<'_>,
    ) -> Result<Adjusted<C::State, C::Precision>, CpaError> {
        self.inner.adjust(cx, state, precision, after)
    }

    fn answer(&self, program: &Program, state: &C::State, query: &mut Query) {
        self.inner.answer(program, state, query);
    }

    fn profile(&self) -> Profile {
        self.inner.profile()
    }

    fn extras(&self) -> Extras<'_, Self> {
        Extras { coverage: self.inner.extras().coverage, ..Extras::default() }
    }
}

/// `value` that tracks everything.
fn value(program: &Program) -> ValueCpa {
    let options = argand_cpas::value::Options { track_all: true, ..Default::default() };
    ValueCpa::from_options(options, &Context::alone(program)).unwrap()
}

fn interval(program: &Program) -> IntervalCpa {
    IntervalCpa::from_options(Default::default(), &Context::alone(program)).unwrap()
}

/// The edges that write to this line of the program, counted from 1.
fn writes_in(program: &Program, line: u32) -> Vec<EdgeId> {
    let place = format!(":{line}:");
    let edges = program.edges.iter_enumerated();
    edges
        .filter(|(_, e)| matches!(e.op, Op::Assign { .. }))
        .filter(|(_, e)| program.sources.describe(e.span).contains(&place))
        .map(|(id, _)| id)
        .collect()
}

/// Explores with the control analyses, one more, and the automata.
fn explore<'p>(
    verification: &Verification<'_>,
    program: &'p Program,
    analysis: Box<dyn Component>,
) -> (bool, Exploration<'p>) {
    let control = |name| {
        let analysis = argand_cpa::config::find(argand_cpas::ANALYSES, name).unwrap();
        analysis.build(toml::Table::new(), &Context::alone(program), false).unwrap().component
    };
    let mut components: Vec<Box<dyn Component>> = vec![control("location"), control("callstack"), analysis];
    for compiled in &verification.prepared.automata {
        components.push(automaton::component(Arc::clone(compiled), Prints::default()));
    }
    let composite = Composite::new(components).unwrap();
    let options = &verification.configuration.exploration;
    let mut exploration = Exploration::new(program, composite, options, verification.options.limits.clone());
    let safe = matches!(exploration.verify(), Ok(Outcome::Safe));
    (safe, exploration)
}

/// What a broken analysis says about a program, and the doubts about what its states say.
fn blind<C: Cpa + Configurable>(
    text: &str,
    analysis: impl Fn(&Program) -> C,
    line: Option<u32>,
    change: &dyn Fn(&mut Certificate),
) -> (bool, Vec<Doubt>) {
    with(text, "value", |verification, program| {
        let unseen = line.map_or_else(Vec::new, |line| writes_in(program, line));
        assert_eq!(unseen.is_empty(), line.is_none(), "no write in line {line:?}");
        let cpa = Blind { inner: analysis(program), unseen };
        let options = C::default_component_options();
        let (safe, exploration) =
            explore(verification, program, Box::new(Interned::new(C::NAME, cpa, options)));
        let mut states = States::new(program, verification.options.limits.clone());
        let mut certificate = states.certificate(&exploration).unwrap();
        change(&mut certificate);
        (safe, verification.certify(certificate).unwrap())
    })
}

/// A flag that some round sets.
const FLAG: &str = "void reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
    int flag = 0, rounds = 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int())
            flag = 1;
        if (flag < 0 || flag > 1) reach_error();
    }
    if (flag != 0 && flag != 1) reach_error();
    return 0;
}";

/// The same with a value that the property does not allow.
fn wrong_flag() -> String {
    FLAG.replace("flag = 1;", "flag = 2;")
}

#[test]
fn states_of_values_and_ranges_are_certificates() {
    assert_eq!(blind(FLAG, value, None, &|_| {}), (true, Vec::new()));
    assert_eq!(blind(FLAG, interval, None, &|_| {}), (true, Vec::new()));
}

#[test]
fn analyses_that_miss_a_write_are_caught() {
    let wrong = wrong_flag();
    for (safe, doubts) in [blind(&wrong, value, Some(7), &|_| {}), blind(&wrong, interval, Some(7), &|_| {})]
    {
        assert!(safe, "the broken analysis believes the program");
        assert!(!doubts.is_empty());
    }
}

#[test]
fn a_run_from_the_entry_refutes_the_proof_and_not_only_the_certificate() {
    let text = "void reach_error(void);
int main(void) {
    int x = 0;
    x = 5;
    if (x == 5) reach_error();
    return 0;
}";
    let (safe, doubts) = blind(text, value, Some(4), &|_| {});
    assert!(safe, "the broken analysis believes the program");
    assert!(doubts.iter().any(|d| d.refutes), "{doubts:?}");
}

#[test]
fn states_that_are_missing_too_weak_or_too_strong_are_caught() {
    let (_, missing) = blind(FLAG, value, None, &|c| c.facts.clear());
    assert!(
        missing.iter().any(|d| d.reason.cause == Cause::Certification(Uncertified::NoInvariant)),
        "{missing:?}"
    );
    let holds = |c: &mut Certificate| {
        let holds = c.encoder.pool.tt();
        c.facts.iter_mut().for_each(|(_, term)| *term = holds);
    };
    let (_, weak) = blind(FLAG, interval, None, &holds);
    assert!(weak.iter().any(|d| d.reason.cause == Cause::Certification(Uncertified::Weak)), "{weak:?}");
    let never = |c: &mut Certificate| {
        let never = c.encoder.pool.ff();
        c.facts.iter_mut().for_each(|(_, term)| *term = never);
    };
    let (_, strong) = blind(FLAG, interval, None, &never);
    assert!(
        strong.iter().any(|d| d.reason.cause == Cause::Certification(Uncertified::NotInductive)),
        "{strong:?}"
    );
}

/// A list that grows and is freed.
const LIST: &str = "void *malloc(unsigned long);
void free(void *);
int __VERIFIER_nondet_int(void);
struct node { struct node *next; };
int main(void) {
    struct node *list = 0;
    while (__VERIFIER_nondet_int()) {
        struct node *first = malloc(sizeof(struct node));
        first->next = list;
        list = first;
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}";

/// Frees again in the second round.
const TWICE_FREED: &str = "void *malloc(unsigned long);
void free(void *);
int __VERIFIER_nondet_int(void);
int main(void) {
    int *p = malloc(sizeof(int));
    while (__VERIFIER_nondet_int()) free(p);
    return 0;
}";

/// What the memory analysis, broken or not, says about a program, and the doubts about its states: the first half of them
/// if `part` is 2, and so on.
fn memory(text: &str, fault: bool, part: usize) -> (bool, Vec<Doubt>) {
    with_check(text, "memsafety", Check::Memsafety, |verification, program| {
        let properties = [MemoryProperty::Free, MemoryProperty::Deref].map(PropertyKind::Memory);
        let options = argand_cpas::smg::Options { track_all: true, ..Default::default() };
        let cx = Context { properties: &properties, ..Context::alone(program) };
        let mut cpa = SmgCpa::from_options(options, &cx).unwrap();
        if fault {
            cpa.inject_fault();
        }
        let component = Interned::new(SmgCpa::NAME, cpa, SmgCpa::default_component_options());
        let (safe, mut exploration) = explore(verification, program, Box::new(component));
        let nodes: Vec<_> = exploration.reached.iter().collect();
        let kept = nodes[..nodes.len() / part].to_vec();
        (safe, closure_doubts(&mut exploration, &|node| kept.contains(&node)).unwrap())
    })
}

#[test]
fn states_of_memory_are_closed_without_folding() {
    assert_eq!(memory(LIST, false, 1), (true, Vec::new()));
}

#[test]
fn a_broken_abstraction_of_memory_is_caught() {
    assert!(!memory(TWICE_FREED, false, 1).0);
    let (safe, doubts) = memory(TWICE_FREED, true, 1);
    assert!(safe, "the broken analysis believes the program");
    assert!(!doubts.is_empty());
}

#[test]
fn states_of_memory_that_are_missing_are_caught() {
    let (_, doubts) = memory(LIST, false, 2);
    assert!(
        doubts.iter().any(|d| matches!(
            d.reason.cause,
            Cause::Certification(Uncertified::NotClosed | Uncertified::Start)
        )),
        "{doubts:?}"
    );
}

#[test]
fn every_true_is_certified_or_says_why_not() {
    let certification = |text: &str, config: &str, check: Check| {
        with_check(text, config, check, |verification, _| verification.run(None).unwrap().certification)
    };
    let facts = Certification::Certified(CheckedBy::Facts);
    for config in ["value", "interval", "value-interval", "predicate", "k-induction"] {
        assert_eq!(certification(FLAG, config, Check::Unreach), facts, "{config}");
    }
    let states = Certification::Certified(CheckedBy::States);
    assert_eq!(certification(LIST, "memsafety", Check::Memsafety), states);
    // Only `value` can compute this, and it says so.
    let many = FLAG
        .replace("__VERIFIER_nondet_int()) {", "rounds < 5000) { rounds++;")
        .replace("if (flag !=", "if (rounds != 5000) reach_error(); if (flag !=");
    let not = certification(&many, "value-nocegar", Check::Unreach);
    assert!(matches!(not, Certification::NotCertified(_)), "{not:?}");
}
