//! Explorations of text programs with analyses by name.

#![allow(dead_code, reason = "each test file uses a part of it")]

pub mod random;

use argand_algorithms::{Exploration, ExplorationOptions, RunEnd};
use argand_cfa::{MemoryProperty, Program, PropertyKind};
use argand_cpa::{Composite, Context, config};
use argand_cpas::ANALYSES;
use argand_support::Limits;

/// A composition of analyses, each with its options as TOML: `[("sign", "merge = 'join'")]`.
pub fn composite(program: &Program, analyses: &[(&str, &str)]) -> Composite {
    let properties = MemoryProperty::ALL.map(PropertyKind::Memory);
    let cx = Context { properties: &properties, ..Context::alone(program) };
    let components = analyses.iter().map(|(name, options)| {
        let table = toml::from_str(options).expect("options are TOML");
        let entry = config::find(ANALYSES, name).expect("the analysis exists");
        entry.build(table, &cx, false).expect("the options are allowed").component
    });
    Composite::new(components.collect()).expect("the composition is allowed")
}

pub fn explore<'p>(program: &'p Program, analyses: &[(&str, &str)]) -> Exploration<'p> {
    let options = ExplorationOptions::default();
    Exploration::new(program, composite(program, analyses), &options, Limits::default())
}

/// Explores to the end and checks the graph.
pub fn finished<'p>(program: &'p Program, analyses: &[(&str, &str)]) -> Exploration<'p> {
    let mut exploration = explore(program, analyses);
    assert_eq!(exploration.run(), Ok(RunEnd::Exhausted));
    exploration.reached.check().expect("the graph keeps its invariants");
    exploration
}

/// The texts of one analysis at the targets of all edges that do `operation`, sorted.
pub fn states_after(exploration: &Exploration<'_>, analysis: &str, operation: &str) -> Vec<String> {
    let (reached, program) = (&exploration.reached, exploration.program);
    let mut found: Vec<_> = reached
        .iter()
        .filter(|&node| reached.parents(node).iter().any(|p| program.op_text(p.edge) == operation))
        .map(|node| {
            let texts = exploration.view().state_texts(node);
            texts.into_iter().find(|(name, _)| name == analysis).map(|(_, text)| text).unwrap_or_default()
        })
        .collect();
    found.sort();
    found
}
