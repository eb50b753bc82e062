//! Slices written as C are right: a program and what is left of its text compute the same where the criterion is.

#![allow(clippy::unwrap_used, reason = "what goes wrong here fails the test")]

#[path = "slices/generate.rs"]
mod generate;
#[path = "slices/observe.rs"]
mod observe;

use argand_cfa::{EdgeId, ExprId, Op, Program};
use argand_flow::dependence::{Dependences, Options};
use argand_flow::slice::{Criterion, source};
use argand_frontend_c::{Loaded, load_str, outline_str};
use generate::Dice;
use observe::{assignments, values};

const PROGRAMS: u64 = 200;
const CRITERIA: usize = 3;
const INPUTS: u64 = 4;

fn load(text: &str) -> Loaded {
    load_str(text, &argand_frontend_c::Options::default())
        .unwrap_or_else(|failure| panic!("{failure}\n{text}"))
}

/// The part of a text that matters for an edge of its program.
fn exported(text: &str, program: &Program, graph: &Dependences<'_>, edge: EdgeId) -> String {
    let outline = outline_str(text, &argand_frontend_c::Options::default(), &program.sources).unwrap();
    source::source(graph, &outline, &Criterion::of_edges(program, [edge])).files.remove(0).1
}

/// The edge of another program that was made of the same words at the same place.
fn same_edge(program: &Program, edge: EdgeId, other: &Program) -> Option<(EdgeId, ExprId)> {
    let alike = |program: &Program, id: EdgeId| {
        let edge = &program.edges[id];
        let func = program.func_name(program.locs[edge.from].func).to_owned();
        matches!(edge.op, Op::Assign { .. }).then_some((edge.span.line, edge.span.column, func))
    };
    let wanted = alike(program, edge);
    let number =
        program.edges.indices().filter(|&id| alike(program, id) == wanted).position(|id| id == edge)?;
    let found = other.edges.indices().filter(|&id| alike(other, id) == wanted).nth(number)?;
    match other.edges[found].op {
        Op::Assign { src, .. } => Some((found, src)),
        _ => None,
    }
}

#[test]
fn programs_and_their_exported_slices_compute_the_same_where_the_criterion_is() {
    let (mut compared, mut smaller) = (0, 0);
    for number in 0..PROGRAMS {
        let mut dice = Dice::new(number);
        let (text, main) = generate::program(&mut dice);
        let loaded = load(&text);
        let program = &loaded.program;
        let graph = Dependences::new(program, &Options::READING);
        let all = assignments(program);
        for _ in 0..CRITERIA {
            let at = all[dice.roll(all.len() as u64) as usize];
            let left = exported(&text, program, &graph, at.0);
            let sliced = load(&left).program;
            let line = program.edges[at.0].span.line;
            let there = same_edge(program, at.0, &sliced)
                .unwrap_or_else(|| panic!("program {number}, line {line} is gone\n{text}\n{left}"));
            for inputs in 0..INPUTS {
                let (whole, ended) = values(program, at, inputs, main);
                let (part, _) = values(&sliced, there, inputs, main);
                let same = part.len() >= whole.len() && part[..whole.len()] == whole[..];
                assert!(
                    same && (!ended || part.len() == whole.len()),
                    "program {number}, line {line}, inputs {inputs}: {whole:?} {part:?}\n{text}\n{left}"
                );
                compared += whole.len();
            }
            smaller += usize::from(words(&left) * 2 < words(&text));
        }
    }
    assert!(compared > 1500 && smaller > 50, "{compared} values were compared, {smaller} texts were small");
}

fn words(text: &str) -> usize {
    text.split_whitespace().count()
}
