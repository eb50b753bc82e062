//! `argand cfa`: the control-flow automata of a program.

use crate::input::{InputArguments, Terms};
use argand_cfa::difference::structural_difference;
use argand_cfa::{Program, dot, json, text, verify};
use argand_flow::wto::Wto;
use argand_frontend_c::Loaded;
use argand_support::{Diagnostic, Span};
use clap::{Args, ValueEnum};
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::ExitCode;

/// How automata are written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people; can be read back
    Text,
    /// For Graphviz
    Dot,
    /// For other tools
    Json,
}

/// Options of `argand cfa`.
#[derive(Args)]
pub struct CfaArguments {
    #[command(flatten)]
    input: InputArguments,

    /// Show only this function
    #[arg(long, value_name = "NAME")]
    function: Option<String>,

    /// How to write it
    #[arg(long, default_value = "text")]
    format: Format,

    /// Write nothing; check the invariants of the automata and that their text reads back
    #[arg(long, conflicts_with_all = ["function", "format"])]
    check: bool,

    /// Print sizes, times and memory to standard error
    #[arg(long)]
    stats: bool,
}

/// Runs the command.
pub fn run(arguments: &CfaArguments) -> Result<ExitCode, String> {
    let loaded = match arguments.input.load(&Terms::default())? {
        Ok(loaded) => loaded,
        Err(refused) => return Ok(refused.exit_code()),
    };
    let program = &loaded.program;
    // Before anything is written: the figures are those of loading.
    if arguments.stats {
        eprint!("{}", statistics(&loaded));
    }
    if arguments.check {
        let broken = check(program);
        crate::report::print_diagnostics(&broken, &program.sources);
        return Ok(if broken.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    let only = match &arguments.function {
        Some(name) => Some(
            program
                .find_function(name)
                .filter(|&f| program.functions[f].entry().is_some())
                .ok_or_else(|| format!("there is no function '{name}' with a body"))?,
        ),
        None => None,
    };
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let written = match (arguments.format, only) {
        (Format::Text, None) => out.write_all(text::print(program).as_bytes()),
        (Format::Text, Some(func)) => out.write_all(text::print_function(program, func).as_bytes()),
        (Format::Dot, only) => out.write_all(dot::dot(program, only, &Wto::of_functions(program)).as_bytes()),
        (Format::Json, only) => json::write_json(program, only, &Wto::of_functions(program), &mut out),
    };
    // A reader that closes the pipe has seen enough.
    let _ = written.and_then(|()| out.flush());
    Ok(ExitCode::SUCCESS)
}

/// What is wrong with automata that the front end made: a fault of Argand, not of the program.
fn check(program: &Program) -> Vec<Diagnostic> {
    let broken = verify::verify(program);
    if !broken.is_empty() {
        return broken.iter().map(|v| Diagnostic::error(format!("broken automaton: {v}"), v.span)).collect();
    }
    let printed = text::print(program);
    let again = match text::parse(&printed) {
        Ok(again) => again,
        Err(error) => return vec![Diagnostic { span: Span::NONE, ..error }.with_note("in the text form")],
    };
    let difference = structural_difference(program, &again)
        .or_else(|| (text::print(&again) != printed).then(|| "the text differs".to_owned()));
    let message = |d: String| Diagnostic::error(format!("the text form loses something: {d}"), Span::NONE);
    difference.into_iter().map(message).collect()
}

fn statistics(loaded: &Loaded) -> String {
    let (program, stats) = (&loaded.program, &loaded.stats);
    let mut out = String::new();
    let ms = |d: std::time::Duration| d.as_secs_f64() * 1000.0;
    let defined = program.functions.iter().filter(|f| f.entry().is_some()).count();
    let _ = writeln!(
        out,
        "{} bytes in {} file(s): {defined} functions, {} variables, {} locations, {} edges, {} expressions",
        stats.source_bytes,
        stats.units,
        program.vars.len(),
        program.locs.len(),
        program.edges.len(),
        program.pool.len()
    );
    let times = &stats.times;
    let _ = writeln!(
        out,
        "time: read {:.1} ms, preprocess {:.1} ms, parse {:.1} ms, check {:.1} ms, lower {:.1} ms, total {:.1} ms",
        ms(times.read),
        ms(times.preprocess),
        ms(times.parse),
        ms(times.check),
        ms(times.lower),
        ms(times.total)
    );
    if times.total.as_secs_f64() > 0.0 {
        let speed = stats.source_bytes as f64 / 1e6 / times.total.as_secs_f64();
        let _ = writeln!(out, "speed: {speed:.1} MB/s");
    }
    if let Some(peak) = argand_support::limits::peak_resident_bytes() {
        let _ = writeln!(out, "peak memory: {:.1} MB", peak as f64 / 1e6);
    }
    let names: Vec<_> = loaded.undefined_functions.iter().map(|f| f.name.as_str()).collect();
    if !names.is_empty() {
        let _ = writeln!(out, "defined nowhere: {}", names.join(", "));
    }
    out
}
