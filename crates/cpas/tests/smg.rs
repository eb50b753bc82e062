//! Steps of the memory analysis on small automata.

use argand_cfa::testing::program;
use argand_cfa::{LocId, MemoryProperty, Program, PropertyKind};
use argand_cpa::{Configurable, Context, Cpa, Successors, TransferCx};
use argand_cpas::smg::precision::SmgPrecision;
use argand_cpas::smg::{Ending, Options, SmgCpa, SmgState};
use argand_support::Limits;

const LIBRARY: &str = "cfa LP64
extern malloc: void*(unsigned long) = Malloc
extern free: void(void*) = Free
extern outside: void*(int**, int) = Outside
";

/// All states of a program without loops, each with its location.
fn states(program: &Program, check: &[MemoryProperty]) -> (SmgCpa, Vec<(LocId, SmgState)>) {
    let properties: Vec<PropertyKind> = check.iter().copied().map(PropertyKind::Memory).collect();
    let options = Options { track_all: true, ..Options::default() };
    let cx = Context { properties: &properties, ..Context::alone(program) };
    let mut cpa = SmgCpa::from_options(options, &cx).expect("good options");
    let limits = Limits::default();
    let first = cpa.initial(program, program.entry()).expect("it has an initial state");
    let (mut todo, mut found) = (vec![(program.entry(), first)], Vec::new());
    while let Some((loc, state)) = todo.pop() {
        found.push((loc, state.clone()));
        for &edge in &program.locs[loc].out {
            let cx = TransferCx::alone(program, edge, &limits);
            let mut out = Successors::default();
            if state.ending.is_none() && cpa.transfer(&cx, &state, &SmgPrecision::All, &mut out).is_ok() {
                let to = program.edges[edge].to;
                todo.extend(out.drain(&state).into_iter().map(|next| (to, next)));
            }
        }
    }
    (cpa, found)
}

/// Whether a state of a program without loops comes to a location of `main`, numbered as in its text.
fn reaches(found: &[(LocId, SmgState)], program: &Program, target: &str) -> bool {
    found.iter().any(|(loc, state)| {
        state.ending.is_none() && program.locs[*loc].out.iter().any(|&e| program.op_text(e).contains(target))
    })
}

fn endings(found: &[(LocId, SmgState)]) -> Vec<String> {
    let endings = found.iter().filter_map(|(_, state)| state.ending.as_deref());
    endings
        .map(|ending| match ending {
            Ending::Violated(violation) => violation.property.to_string(),
            Ending::Gap(reason) => format!("gap: {reason}"),
        })
        .collect()
}

#[test]
fn a_function_from_outside_changes_what_its_arguments_reach_and_nothing_else() {
    let program = program(&format!(
        "{LIBRARY}static int seen\nstatic int* link\nstatic int unseen\nfunc main: int(void) {{
         entry L0 exit L1\nreturn int r\ntemp void* t\n
         L0 -> L2: seen = 1\nL2 -> L3: unseen = 1\nL3 -> L4: link = &seen\nL4 -> L5: t = call outside(&link, 1)
         L5 -> L6: [seen == 2]\nL5 -> L7: ![seen == 2]\nL6 -> L1: r = 61
         L7 -> L8: [unseen == 2]\nL7 -> L9: ![unseen == 2]\nL8 -> L1: r = 81\nL9 -> L1: r = 91\n}}\n"
    ));
    let (_, found) = states(&program, &[]);
    assert!(reaches(&found, &program, "r = 61") && reaches(&found, &program, "r = 91"));
    assert!(!reaches(&found, &program, "r = 81"), "nobody gave its address away");
}

#[test]
fn memory_that_was_seen_from_outside_is_not_lost() {
    let text = |call: &str| {
        format!(
            "{LIBRARY}static int* link\nfunc main: int(void) {{\nentry L0 exit L1\nreturn int r\ntemp void* t\n
             L0 -> L2: t = call malloc(4ul)\nL2 -> L3: link = (int*)t\nL3 -> L4: {call}
             L4 -> L5: link = (int*)0ul\nL5 -> L1: r = 0\n}}\n"
        )
    };
    let seen = program(&text("t = call outside(&link, 1)"));
    assert_eq!(endings(&states(&seen, &[MemoryProperty::Memtrack]).1), [""; 0]);
    let unseen = program(&text("t = call outside((int**)0ul, 1)"));
    assert_eq!(endings(&states(&unseen, &[MemoryProperty::Memtrack]).1), ["valid-memtrack"]);
}

#[test]
fn an_invalid_access_that_nobody_asks_about_is_a_gap_and_a_possible_one_is_told() {
    let freed = program(&format!(
        "{LIBRARY}func main: int(void) {{\nentry L0 exit L1\nreturn int r\nlocal void* p\n
         L0 -> L2: p = call malloc(4ul)\nL2 -> L3: call free(p)\nL3 -> L1: r = *(int*)p\n}}\n"
    ));
    let (_, found) = states(&freed, &[MemoryProperty::Memtrack]);
    assert!(matches!(&endings(&found)[..], [gap] if gap.starts_with("gap: going on where")), "{found:?}");
    let (_, found) = states(&freed, &[MemoryProperty::Deref]);
    assert_eq!(endings(&found), ["valid-deref"]);
    let indexed = program(&format!(
        "{LIBRARY}static int[4] a\nfunc main: int(void) {{\nentry L0 exit L1\nreturn int r\nlocal unsigned int i\n
         L0 -> L2: i = havoc Asm\nL2 -> L3: r = a[i]\nL3 -> L1: r = 7\n}}\n"
    ));
    let (cpa, found) = states(&indexed, &[]);
    assert!(reaches(&found, &indexed, "r = 7"));
    assert_eq!(cpa.left_out().len(), 1);
    let (cpa, found) = states(&indexed, &[MemoryProperty::Deref]);
    assert_eq!((endings(&found), cpa.left_out()), (vec!["valid-deref".to_owned()], Vec::new()));
}
