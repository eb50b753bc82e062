//! Inline assembly: outputs get any value. Instructions that are not known are assumed to write nothing else, also where
//! they declare to write memory, and a verdict that depends on it says so.

use super::Lowerer;
use argand_cfa::{Assumption, AssumptionKind, NondetSource, Op};
use argand_support::Span;
use rucc_sema::{AsmId, AsmOperand, StrId};

/// Instructions that write no memory of the program and no register that the operands do not name.
const HARMLESS: [&str; 8] = ["nop", "pause", "mfence", "lfence", "sfence", "cpuid", "rdtsc", "rdtscp"];

/// Instructions that write nothing but one of their operands, without the suffix for the width.
const SIMPLE: [&str; 18] = [
    "mov", "xchg", "xadd", "cmpxchg", "inc", "dec", "add", "sub", "and", "or", "xor", "neg", "not", "sete",
    "setne", "sets", "setz", "bswap",
];

/// Directives that record where locks are and emit no code.
const LOCK_RECORD: [&str; 6] = [".pushsection", ".section", ".popsection", ".previous", ".balign", ".long"];

/// What a template may write.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Reach {
    Nothing,
    Operands,
    Anything,
}

impl Lowerer<'_, '_> {
    pub(super) fn asm(&mut self, id: AsmId, span: Span) {
        let asm = self.tast[id];
        let void = self.cx.program.types.void();
        if !self.tast[asm.labels].is_empty() {
            self.unsupported("asm goto", void, span);
            return;
        }
        let template = self.asm_text(asm.template);
        let is_empty = template.trim().is_empty();
        let clobbers = self.tast[asm.clobbers].iter().any(|&clobber| self.asm_text(clobber) == "memory");
        let reach = reach(&template);
        if reach == Reach::Anything {
            let kind = if clobbers { AssumptionKind::AssemblyMemory } else { AssumptionKind::Assembly };
            self.cx.links.assumptions.push(Assumption { kind, place: span, subject: String::new() });
        }
        let (inputs, outputs) = (&self.tast[asm.inputs], &self.tast[asm.outputs]);
        for input in inputs {
            if !input.memory {
                self.effect(input.value);
            } else {
                let place = self.place(input.value);
                if clobbers && reach != Reach::Nothing {
                    self.emit(Op::Havoc { dst: place, source: NondetSource::Asm }, span);
                }
            }
        }
        for (number, output) in outputs.iter().enumerate() {
            let constraint = self.asm_text(output.constraint);
            if is_empty && constraint.starts_with('+') {
                continue;
            }
            let place = self.place(output.value);
            if is_empty && let Some(input) = self.tied_input(inputs, number) {
                let value = self.value(input.value);
                self.set(place, value, span);
                continue;
            }
            self.emit(Op::Havoc { dst: place, source: NondetSource::Asm }, span);
        }
        if outputs.is_empty() {
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

/// What the instructions of a template may write.
fn reach(template: &str) -> Reach {
    template.split([';', '\n']).map(str::trim).map(instruction_reach).max().unwrap_or(Reach::Nothing)
}

fn instruction_reach(line: &str) -> Reach {
    // A local label in front of the instruction, and the prefix that makes it atomic.
    let line = match line.split_once(':') {
        Some((label, rest)) if label.bytes().all(|b| b.is_ascii_digit()) => rest.trim(),
        _ => line,
    };
    let line = line.strip_prefix("lock").map_or(line, str::trim);
    let Some(name) = line.split_whitespace().next() else { return Reach::Nothing };
    if name.starts_with('.') {
        let other_section = matches!(name, ".pushsection" | ".section") && !line.contains(".smp_locks");
        let known = LOCK_RECORD.contains(&name) && !other_section;
        return if known { Reach::Nothing } else { Reach::Anything };
    }
    if HARMLESS.contains(&name) || line == "rep" || line == "rep nop" {
        return Reach::Nothing;
    }
    let without_width = name.strip_suffix(['b', 'w', 'l', 'q']).unwrap_or(name);
    let simple = SIMPLE.contains(&name) || SIMPLE.contains(&without_width);
    // An address in parentheses is none of the operands.
    if simple && !line.contains('(') { Reach::Operands } else { Reach::Anything }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fences_write_nothing() {
        for template in ["", "mfence", "rep; nop\n", "\tpause", "rep nop"] {
            assert_eq!(reach(template), Reach::Nothing, "{template}");
        }
    }

    #[test]
    fn simple_instructions_write_their_operands() {
        let locked = ".pushsection .smp_locks,\"a\"\n.balign 4\n.long 671f - .\n.popsection\n671:\n\tlock; decl %0; sete %1";
        for template in ["movl %0,%1", "xchgq %q0, %1\n", "lock; addl %1,%0", "lock xaddl %0, %1", locked] {
            assert_eq!(reach(template), Reach::Operands, "{template}");
        }
    }

    #[test]
    fn everything_else_may_write_anything() {
        for template in
            ["rep stosb", "movl $1, (%0)", "call *%c", "bts %1,%0", ".section .fixup", "int $0x80"]
        {
            assert_eq!(reach(template), Reach::Anything, "{template}");
        }
    }
}
