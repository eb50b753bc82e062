//! `argand report`: the HTML report of a verification, from what `argand verify --out` wrote.

use crate::disk::{read_text, write_atomically};
use argand_cpa::Graph;
use argand_report::html::{Page, html};
use clap::Args;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The file of `--out` that has all of the page but the graph.
const PAGE: &str = "report.json";
/// The file of `--out` that has the graph.
const GRAPH: &str = "arg.json";
/// The page.
const HTML: &str = "report.html";

/// Options of `argand report`.
#[derive(Args)]
pub struct ReportArguments {
    /// A directory that `argand verify --out` wrote
    #[arg(value_name = "RESULTS_DIR")]
    results: PathBuf,

    /// Where the page goes [default: report.html in the directory]
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

/// Runs the command.
pub fn run(arguments: &ReportArguments) -> Result<ExitCode, String> {
    let file = arguments.results.join(PAGE);
    let page: Page = serde_json::from_str(&read_text(&file)?)
        .map_err(|error| format!("'{}' is no report of Argand: {error}", file.display()))?;
    let file = arguments.results.join(GRAPH);
    // A verdict need not come with a graph.
    let graph = if file.exists() {
        let read = argand_report::arg::read(&read_text(&file)?);
        Some(read.map_err(|why| format!("'{}' is no reachability graph: {why}", file.display()))?)
    } else {
        None
    };
    let target = arguments.html.clone().unwrap_or_else(|| arguments.results.join(HTML));
    write(&target, html(&page, graph.as_ref()).as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// Writes the page that `--report` asks for, and down what it needs where `--out` asks for results.
pub(super) fn write_pages(
    page: &Page,
    graph: Option<&Graph>,
    results: Option<&Path>,
    report: Option<&Path>,
) -> Result<(), String> {
    if let Some(folder) = results {
        let text = serde_json::to_string(page).map_err(|error| error.to_string())?;
        write(&folder.join(PAGE), text.as_bytes())?;
    }
    if let Some(folder) = report {
        std::fs::create_dir_all(folder)
            .map_err(|error| format!("cannot write to '{}': {error}", folder.display()))?;
        write(&folder.join(HTML), html(page, graph).as_bytes())?;
    }
    Ok(())
}

fn write(file: &Path, bytes: &[u8]) -> Result<(), String> {
    write_atomically(file, bytes).map_err(|error| format!("cannot write '{}': {error}", file.display()))
}
