//! Properties as automata.

use crate::automaton::{Automaton, AutomatonKind, Condition, Next, State, Transition, Trigger};
use argand_cfa::instrument::callee;
use argand_cfa::{Operation, PropertyKind};
use argand_support::Span;

/// The automaton that watches for a violation of a property. Memory safety, termination and data races are not a
/// matter of edges and have none: the analyses that check them say themselves what violates them. Operations that go wrong are
/// one once [`instrument`](argand_cfa::instrument) has written them into the program.
#[must_use]
pub fn property_automaton(property: &PropertyKind) -> Option<Automaton> {
    let wrong = |operation| Trigger::FunctionCall(callee(operation).to_owned());
    let told = |operation: Operation| format!("{} at $location", operation.text());
    let (name, trigger, message) = match property {
        PropertyKind::UnreachCall(function) => (
            "UnreachCall",
            Trigger::FunctionCall(function.clone()),
            format!("{function}() is called at $location"),
        ),
        PropertyKind::UnreachLabel(label) => {
            ("UnreachLabel", Trigger::Label(label.clone()), format!("label {label} is reached at $location"))
        }
        PropertyKind::Asserts => ("Asserts", Trigger::Assert, "the assertion fails at $location".to_owned()),
        PropertyKind::NoOverflow => {
            ("NoOverflow", wrong(Operation::SignedOverflow), told(Operation::SignedOverflow))
        }
        PropertyKind::Operation(operation) => ("Operation", wrong(*operation), told(*operation)),
        PropertyKind::Memory(_) | PropertyKind::Termination | PropertyKind::NoDataRace => return None,
    };
    let transition = Transition {
        trigger: Condition::Match(trigger),
        assertions: Vec::new(),
        assume: None,
        actions: Vec::new(),
        next: Next::Error(Some(message)),
        span: Span::NONE,
    };
    let state = State {
        name: "Init".to_owned(),
        target: false,
        use_first: true,
        transitions: vec![transition],
        span: Span::NONE,
    };
    Some(Automaton {
        name: name.to_owned(),
        kind: AutomatonKind::Observer,
        variables: Vec::new(),
        states: vec![state],
        initial: 0,
        span: Span::NONE,
    })
}
