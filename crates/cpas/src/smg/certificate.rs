//! Loop heads when a finished proof is looked at again: states arrive as they are.
//!
//! Folding of lists, widening of numbers and the choice of when to do either are the part of the analysis that
//! finds invariants. Who checks a proof does without: what arrives at a loop head is only rid of what no
//! later step can read, and must be included in what the proof says about the head.

use super::SmgCpa;
use super::state::SmgState;
use super::step::StepCx;
use argand_domains::smg::Form;
use argand_domains::smg::fold::length_of;

/// No list is longer: each of its elements holds an address, and there are not more addresses than this times eight.
const MOST_ELEMENTS: i128 = 1 << 61;

/// What happens to states at loop heads.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Heads {
    /// Lists are folded and numbers widened.
    #[default]
    Abstracted,
    /// They are kept.
    Kept,
    /// A fault for tests: a loop that went around once is believed to change nothing.
    Forgotten,
}

impl SmgCpa {
    /// Makes the abstraction of loops wrong, to see whether anybody notices.
    pub fn inject_fault(&mut self) {
        self.heads = Heads::Forgotten;
    }

    /// A state that arrives at a loop head, without what is dead there. The graphs of a proof do not have that either,
    /// and inclusion compares all that there is.
    pub(super) fn kept_at_head(&mut self, around: StepCx<'_>, state: &SmgState) -> SmgState {
        let mut next = state.clone();
        self.forget_dead(around.program, around.program.edges[around.edge].to, &mut next);
        next.graph.collect();
        next.graph.settle_marks();
        // The lengths of folded lists end at a number that no memory has room for, and so must those of lists that
        // are still longer by some elements.
        let lengths: Vec<Form> = next.graph.objects().map(|(_, object)| length_of(object)).collect();
        let mut numbers = next.graph.numbers.clone();
        if lengths.into_iter().all(|length| numbers.assume_le(length, Form::constant(MOST_ELEMENTS), 0)) {
            next.graph.numbers = numbers;
        }
        next.graph.collect_symbols();
        next.undecided = false;
        next
    }

    pub(super) fn forgotten_at_head(&mut self, around: StepCx<'_>, state: &SmgState) -> SmgState {
        let head = around.program.edges[around.edge].to;
        let last = state.visit(head).map(|visit| visit.graph.clone());
        let mut next = self.at_head(around, state);
        if let Some(graph) = last {
            next.graph = graph;
        }
        next
    }
}
