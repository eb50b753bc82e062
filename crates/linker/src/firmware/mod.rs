//! What a machine does to a program without an operating system: registers in place of memory, and interrupts.
//!
//! Both become part of the program when it is complete, before anybody looks at it: what is read of a register is an
//! input (an `Op::Havoc` edge), what is written there goes nowhere, and an interrupt is a call that an input decides. So
//! the interpreter, every analysis, evidence and replay know of neither, and a violation that needs a certain value in a
//! register or an interrupt at a certain place is a run with these inputs.
//!
//! - `registers` decides of each access whether it is one to a register; where the program decides that, it becomes a
//!   branch on the address. `pointers` says which pointers may be such addresses.
//! - `interrupts` lets handlers run wherever the rest of the program can tell.
//! - `reads` takes reads out of expressions, so that each is a step of its own; `splice` puts steps into automata.

mod interrupts;
mod pointers;
mod reads;
mod registers;
mod splice;

use argand_cfa::{AddressRange, Assumption, LibFn, PlaceId, Program};
use argand_support::{Diagnostic, FxHashSet, Span};

/// The machine under a program that has it to itself.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Firmware {
    /// Where it has registers.
    pub registers: Vec<AddressRange>,
    /// The names of the functions that interrupts call.
    pub interrupts: Vec<String>,
}

/// What became of a program.
#[derive(Debug, Default)]
pub struct Applied {
    /// What is taken for granted now.
    pub assumptions: Vec<Assumption>,
    /// The places, as they were before, that are registers whenever they are accessed.
    pub registers: FxHashSet<PlaceId>,
}

impl Firmware {
    /// Puts the machine into a finished program.
    ///
    /// # Errors
    /// Ranges and handlers that cannot be used.
    pub fn apply(&self, program: &mut Program) -> Result<Applied, Vec<Diagnostic>> {
        let mut errors = self.problems(program);
        let handlers = interrupts::find(program, &self.interrupts, &mut errors);
        if !errors.is_empty() {
            return Err(errors);
        }
        program.registers.clone_from(&self.registers);
        program.registers.sort();
        let registers = registers::lower(program);
        interrupts::insert(program, &handlers);
        Ok(Applied { assumptions: interrupts::assumptions(program, &handlers), registers })
    }

    /// What is wrong with the ranges.
    fn problems(&self, program: &Program) -> Vec<Diagnostic> {
        let error = |message| Diagnostic::error(message, Span::NONE);
        let model = program.types.model();
        let last = pointers::last_address(model);
        let beyond = self.registers.iter().filter(|range| range.last() > last);
        let mut errors: Vec<Diagnostic> = beyond
            .map(|range| {
                error(format!("the registers {range} are beyond the address space of {}", model.name()))
            })
            .collect();
        for (at, one) in self.registers.iter().enumerate() {
            let met = self.registers[..at].iter().find(|other| one.meets(**other));
            errors.extend(met.map(|other| error(format!("the registers {other} and {one} overlap"))));
        }
        errors
    }
}

/// Whether a function without a body reads or writes memory that its arguments lead to.
const fn follows_arguments(model: LibFn) -> bool {
    match model {
        LibFn::Outside
        | LibFn::NondetMemory
        | LibFn::OpenMemory
        | LibFn::Free
        | LibFn::Memcpy
        | LibFn::Memmove
        | LibFn::Memset
        | LibFn::Printf
        | LibFn::Fprintf
        | LibFn::Sprintf
        | LibFn::Snprintf
        | LibFn::Vprintf
        | LibFn::Vfprintf
        | LibFn::Vsprintf
        | LibFn::Vsnprintf
        | LibFn::Puts
        | LibFn::Fputs
        | LibFn::VaStart
        | LibFn::VaArg
        | LibFn::VaEnd
        | LibFn::VaCopy => true,
        LibFn::Undefined
        | LibFn::Nondet
        | LibFn::Open
        | LibFn::Malloc
        | LibFn::Calloc
        | LibFn::Alloca
        | LibFn::Exit
        | LibFn::Abort
        | LibFn::AssertFail
        | LibFn::Unreachable
        | LibFn::Putchar
        | LibFn::UnknownCallee
        | LibFn::NullCall
        | LibFn::Foreign => false,
    }
}
