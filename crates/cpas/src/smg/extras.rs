//! What the memory analysis has besides the operations of an analysis: keys for coverage, pictures, assumptions, and
//! abstraction that can be turned down.

use super::step::Checked;
use super::{Ending, Heads, SmgCpa, SmgState};
use argand_cfa::{Assumption, AssumptionKind, Program};
use argand_cpa::{Abstraction, Assumptions, CoverKeys, Pictures, Regard};
use argand_domains::smg::picture::Picture;

impl CoverKeys<SmgState> for SmgCpa {
    fn shape(&self, state: &SmgState) -> u64 {
        // Where paths do not meet or end, only equal states cover each other.
        if state.ending.is_none() && state.meets { state.graph.outline().shape() } else { 0 }
    }

    fn key(&self, state: &SmgState, onto: &SmgState) -> Option<u64> {
        if !state.meets || !onto.meets {
            return (state.meets == onto.meets).then(|| state.graph.fingerprint());
        }
        state.graph.outline().key_for(onto.graph.outline())
    }
}

impl Pictures<SmgState> for SmgCpa {
    fn picture(&self, program: &Program, state: &SmgState) -> Picture {
        let (title, object) = match state.ending.as_deref() {
            Some(Ending::Violated(violation)) => {
                (format!("{}: {}", violation.property, violation.message), violation.object)
            }
            Some(Ending::Gap(reason)) => (reason.clone(), None),
            None => ("memory".to_owned(), None),
        };
        state.graph.picture(program, &title, object)
    }
}

impl Assumptions for SmgCpa {
    fn assumptions(&self, program: &Program) -> Vec<Assumption> {
        let left_out = self.left_out().into_iter().map(|edge| program.edges[edge].span);
        let kind = AssumptionKind::InvalidAccess;
        left_out.map(|place| Assumption { kind, place, subject: String::new() }).collect()
    }

    fn regard(&self, kind: AssumptionKind) -> Regard {
        match kind {
            AssumptionKind::ExhaustedMemory if self.options.failing_malloc => Regard::Considers,
            AssumptionKind::InvalidAccess if self.checked != Checked::default() => Regard::Considers,
            AssumptionKind::InvalidAccess => Regard::Notes,
            AssumptionKind::ExhaustedMemory
            | AssumptionKind::ExternPure
            | AssumptionKind::ExternWrite
            | AssumptionKind::ForeignCall
            | AssumptionKind::Interrupts
            | AssumptionKind::FunctionArguments
            | AssumptionKind::IeeeFloats
            | AssumptionKind::EvaluationOrder
            | AssumptionKind::Assembly
            | AssumptionKind::AssemblyMemory
            | AssumptionKind::MainArguments
            | AssumptionKind::VolatileMemory => Regard::Ignores,
        }
    }
}

impl Abstraction for SmgCpa {
    fn sharpen(&mut self) -> bool {
        if self.retried >= self.options.retries {
            return false;
        }
        self.retried += 1;
        true
    }

    fn stop(&mut self) -> bool {
        self.heads = Heads::Kept;
        true
    }
}
