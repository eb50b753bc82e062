//! The command line of Argand.
//!
//! One file per subcommand under `commands`; this file only chooses among them. Everything that reads or
//! writes files happens in this crate.
//!
//! Exit codes: 0 when the command did its work, 1 when Argand finds a fault of its own, 2 for bad input or usage; `run` has those of the program it runs.

mod commands;
mod disk;
mod input;
mod report;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Bad input or usage.
const BAD_INPUT: u8 = 2;

/// Proves or refutes properties of C programs
#[derive(Parser)]
#[command(name = "argand", version, about, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Shows the control-flow automata of a program
    Cfa(commands::cfa::CfaArguments),
    /// Runs a program once and reports what C forbids
    Run(commands::run::RunArguments),
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let outcome = match &arguments.command {
        Command::Cfa(arguments) => commands::cfa::run(arguments),
        Command::Run(arguments) => commands::run::run(arguments),
    };
    match outcome {
        Ok(code) => code,
        Err(message) => {
            report::print_error(&message);
            ExitCode::from(BAD_INPUT)
        }
    }
}
