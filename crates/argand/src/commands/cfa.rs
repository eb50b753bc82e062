//! `argand cfa`: the control-flow automata of a program.

use crate::input::InputArguments;
use argand_frontend_c::Loaded;
use clap::{Args, ValueEnum};
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::ExitCode;

/// How automata are written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people
    Text,
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

    /// Print sizes, times and memory to standard error
    #[arg(long)]
    stats: bool,
}

/// Runs the command.
pub fn run(arguments: &CfaArguments) -> Result<ExitCode, String> {
    let loaded = match arguments.input.load()? {
        Ok(loaded) => loaded,
        Err(code) => return Ok(code),
    };
    let program = &loaded.program;
    let only = match &arguments.function {
        Some(name) => Some(
            program
                .find_function(name)
                .filter(|&f| program.functions[f].entry().is_some())
                .ok_or_else(|| format!("there is no function '{name}' with a body"))?,
        ),
        None => None,
    };
    let text = match arguments.format {
        Format::Text => only.map_or_else(
            || argand_cfa::text::print(program),
            |func| argand_cfa::text::print_function(program, func),
        ),
    };
    // A reader that closes the pipe has seen enough.
    let _ = std::io::stdout().lock().write_all(text.as_bytes());
    if arguments.stats {
        eprint!("{}", statistics(&loaded));
    }
    Ok(ExitCode::SUCCESS)
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
        let _ = writeln!(out, "assumed to return any value and change nothing: {}", names.join(", "));
    }
    out
}
