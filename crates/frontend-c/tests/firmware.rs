//! What loading makes of registers and interrupts.

#![allow(clippy::unwrap_used, reason = "what goes wrong here fails the test")]

use argand_cfa::{AddressRange, AssumptionKind, NondetSource, Op, Program};
use argand_frontend_c::{Loaded, Options, load_str};
use argand_linker::firmware::Firmware;

fn loaded(text: &str, registers: &[(u64, u64)], interrupts: &[&str]) -> Loaded {
    let range = |&(first, last): &(u64, u64)| AddressRange::new(first, last).unwrap();
    let firmware = Firmware {
        registers: registers.iter().map(range).collect(),
        interrupts: interrupts.iter().map(|&name| name.to_owned()).collect(),
    };
    load_str(text, &Options { firmware, ..Options::default() }).unwrap()
}

fn with_registers(text: &str) -> Loaded {
    loaded(text, &[(0x4000_0000, 0x5fff_ffff)], &[])
}

/// How often a register is read, and how often the program decides whether something is one.
fn reads_and_decisions(program: &Program) -> (usize, usize) {
    let read = |op: &Op| matches!(op, Op::Havoc { source: NondetSource::Register, .. });
    let decided = program.edges.iter().filter(|edge| {
        matches!(edge.op, Op::Assume { cond, truth: true } if program.expr_text(cond).contains("1610612"))
    });
    (program.edges.iter().filter(|edge| read(&edge.op)).count(), decided.count())
}

/// How often the program is interrupted.
fn interruptions(program: &Program, handler: &str) -> usize {
    let handler = program.find_function(handler).unwrap();
    let calls = |callee| {
        let sites = program.call_sites.iter().filter(move |site| site.callee == callee);
        sites.collect::<Vec<_>>()
    };
    let dispatcher = program.locs[calls(handler)[0].call].func;
    calls(dispatcher).len()
}

const PERIPHERAL: &str = "struct p { volatile unsigned cr, sr; };\n#define P ((struct p *)0x40020000)\n";

#[test]
fn each_read_of_a_register_is_an_input() {
    let text = format!("{PERIPHERAL}int main(void) {{ P->cr = 1; P->cr |= 2; return P->sr == P->sr; }}");
    let loaded = with_registers(&text);
    assert_eq!(reads_and_decisions(&loaded.program), (3, 0));
    assert!(loaded.assumptions.iter().all(|a| a.kind != AssumptionKind::VolatileMemory));
}

#[test]
fn a_parameter_that_is_only_given_registers_is_one() {
    let text = format!(
        "{PERIPHERAL}static struct p *const Q = (struct p *)0x50000000;\n\
         static int get(struct p *p) {{ return p->cr; }}\n\
         int main(void) {{ return get(P) + get(P + 1) + get(Q); }}"
    );
    assert_eq!(reads_and_decisions(&with_registers(&text).program), (1, 0));
}

#[test]
fn the_program_decides_where_a_pointer_may_lead_to_memory() {
    for given in ["&own", "(struct p *)0x60000000", "0", "(struct p *)(0x40000000ul + 8ul * n)"] {
        let text = format!(
            "{PERIPHERAL}struct p own; static int get(struct p *p) {{ return p->cr; }}\n\
             int main(int n, char **v) {{ return get(P) + get({given}); }}"
        );
        assert_eq!(reads_and_decisions(&with_registers(&text).program), (1, 1), "{given}");
    }
    let stored = format!(
        "{PERIPHERAL}struct h {{ struct p *regs; }} h; struct p own;\n\
         int main(void) {{ h.regs = P; int *x = &(int){{ 1 }}; return h.regs->sr + *x; }}"
    );
    assert_eq!(reads_and_decisions(&with_registers(&stored).program), (1, 1));
}

#[test]
fn an_access_that_is_only_in_part_inside_is_none_to_a_register() {
    let text = "int main(void) { return *(volatile int *)0x5ffffffe + *(volatile char *)0x5fffffff; }";
    assert_eq!(reads_and_decisions(&with_registers(text).program), (1, 0));
}

#[test]
fn programs_without_such_addresses_stay_as_they_are() {
    let text = "#define N 4\nint a[N]; int main(void) { int s = 0; for (int *p = a; p < a + N; p++) s += *p; return s; }";
    let (plain, with) = (loaded(text, &[], &[]), with_registers(text));
    assert_eq!(plain.program.edges.len(), with.program.edges.len());
}

#[test]
fn interrupts_come_where_a_handler_can_tell() {
    let handler = "int shared, other; void tick(void) { shared = shared + 1; }\n";
    let cases = [
        ("int x = 1; x++; other = x; return x;", 1),
        ("return shared;", 2),
        ("shared = 3; return 0;", 2),
        // The read and the write of one statement.
        ("shared++; return 0;", 3),
        ("return shared == shared;", 3),
        ("if (shared && other) return 1; return 0;", 2),
    ];
    for (body, count) in cases {
        let text = format!("{handler}int main(void) {{ {body} }}");
        assert_eq!(interruptions(&loaded(&text, &[], &["tick"]).program, "tick"), count, "{body}");
    }
}

#[test]
fn pointers_lead_to_variables_whose_address_is_taken() {
    let text = "int shared, apart; int *p = &shared; void tick(void) { *p = 1; }\n\
                int main(void) { apart = 1; return shared; }";
    assert_eq!(interruptions(&loaded(text, &[], &["tick"]).program, "tick"), 2);
}

#[test]
fn handlers_are_assumed_not_to_interrupt_each_other() {
    let text = "void one(void) {} void two(void) {} int main(void) { return 0; }";
    let of_kind = |loaded: &Loaded| {
        let all = loaded.assumptions.iter().filter(|a| a.kind == AssumptionKind::Interrupts);
        all.map(|a| a.subject.clone()).collect::<Vec<_>>()
    };
    assert_eq!(of_kind(&loaded(text, &[], &["two", "one", "two"])), ["one", "two"]);
    assert!(of_kind(&loaded(text, &[], &[])).is_empty());
}
