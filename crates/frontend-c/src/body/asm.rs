//! Inline assembly: outputs get any value, and what writes memory behind the operands is not supported.

use super::Lowerer;
use argand_cfa::{NondetSource, Op};
use argand_support::Span;
use rucc_sema::{AsmId, AsmOperand, StrId};

/// Instructions that touch no memory of the program and no register that the operands do not name.
const HARMLESS: [&str; 9] = ["nop", "pause", "rep", "mfence", "lfence", "sfence", "cpuid", "rdtsc", "rdtscp"];

impl Lowerer<'_, '_> {
    pub(super) fn asm(&mut self, id: AsmId, span: Span) {
        let asm = self.tast[id];
        let void = self.cx.program.types.void();
        if !self.tast[asm.labels].is_empty() {
            self.unsupported("asm goto", void, span);
            return;
        }
        let template = self.asm_text(asm.template);
        let is_barrier = template.trim().is_empty();
        let clobbers_memory =
            self.tast[asm.clobbers].iter().any(|&clobber| self.asm_text(clobber) == "memory");
        if clobbers_memory && !is_barrier && !is_harmless(&template) {
            self.unsupported("inline assembly that writes memory", void, span);
        }
        let (inputs, outputs) = (&self.tast[asm.inputs], &self.tast[asm.outputs]);
        for input in inputs {
            if input.memory {
                self.place(input.value);
            } else {
                self.effect(input.value);
            }
        }
        for (number, output) in outputs.iter().enumerate() {
            let constraint = self.asm_text(output.constraint);
            if is_barrier && constraint.starts_with('+') {
                continue;
            }
            let place = self.place(output.value);
            if is_barrier && let Some(input) = self.tied_input(inputs, number) {
                let value = self.value(input.value);
                self.set(place, value, span);
                continue;
            }
            self.emit(Op::Havoc { dst: place, source: NondetSource::Asm }, span);
        }
        if outputs.is_empty() && !self.cursor.is_dead() {
            self.emit(Op::Noop, span);
        }
    }

    /// The input that shares the register of an output: its constraint is the output's number.
    fn tied_input<'o>(&self, inputs: &'o [AsmOperand], number: usize) -> Option<&'o AsmOperand> {
        inputs
            .iter()
            .find(|input| !input.memory && self.asm_text(input.constraint).trim().parse() == Ok(number))
    }

    fn asm_text(&self, id: StrId) -> String {
        self.tast[id].elements.iter().filter_map(|&unit| char::from_u32(unit)).collect()
    }
}

fn is_harmless(template: &str) -> bool {
    template
        .split([';', '\n'])
        .map(|line| line.split_whitespace().next().unwrap_or(""))
        .all(|instruction| instruction.is_empty() || HARMLESS.contains(&instruction))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fences_are_harmless_and_stores_are_not() {
        assert!(is_harmless("mfence"));
        assert!(is_harmless("rep; nop\n"));
        assert!(!is_harmless("movl $1, (%0)"));
        assert!(!is_harmless("lock; addl $1, %0"));
    }
}
