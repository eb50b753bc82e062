//! The files that `argand verify` writes.

use argand_cpa::fact::write_facts;
use argand_report::{arg, memory};
use argand_verifier::certify::{Certification, line_of};
use argand_verifier::{Report, assumed};
use std::path::Path;

/// Writes everything that `--out` asks for.
pub(super) fn write_results(folder: &Path, report: &Report, story: Option<&str>) -> std::io::Result<()> {
    let program = &*report.program;
    std::fs::create_dir_all(folder)?;
    let write = |name: &str, text: &str| crate::disk::write_atomically(&folder.join(name), text.as_bytes());
    write("statistics.json", &serde_json::to_string_pretty(&report.stats)?)?;
    write("statistics.txt", &report.stats.table())?;
    write("cfa.dot", &argand_cfa::dot::dot(program, None, &argand_flow::wto::Wto::of_functions(program)))?;
    if let Some(graph) = &report.graph {
        if graph.nodes.len() <= arg::MAX_DOT_NODES {
            write("arg.dot", &arg::dot(graph))?;
        }
        write("arg.json", &serde_json::to_string(graph)?)?;
    }
    if let Some(story) = &report.strategy {
        write("strategy.json", &serde_json::to_string_pretty(story)?)?;
    }
    write("precision.txt", &write_facts(program, &report.facts))?;
    write("tracked.txt", &tracked_text(report))?;
    if !report.invariants.is_empty() {
        let line =
            |(loc, text): &(argand_cfa::LocId, String)| format!("{}: {text}\n", line_of(program, *loc));
        write("invariants.txt", &report.invariants.iter().map(line).collect::<String>())?;
    }
    if report.certification != Certification::NotAsked {
        write("certificate.json", &format!("{:#}\n", report.certification.json()))?;
    }
    let assumptions = assumed::json(&report.assumptions, &program.sources);
    write("assumptions.json", &serde_json::to_string_pretty(&assumptions)?)?;
    if let Some(story) = story {
        write("counterexample.txt", story)?;
    }
    if let Some(picture) = &report.picture {
        write("memory.dot", &memory::dot(picture))?;
        write("memory.svg", &memory::svg(picture))?;
    }
    Ok(())
}

/// What every analysis tracked at the end, one line for each precision that states had.
fn tracked_text(report: &Report) -> String {
    let lines = report.precisions.iter().flat_map(|(name, precisions)| {
        precisions.iter().filter(|p| *p != "()").map(move |precision| format!("{name}: {precision}\n"))
    });
    lines.collect()
}
