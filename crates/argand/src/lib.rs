//! The command line of Argand.
//!
//! One file per subcommand under `commands`; this file only chooses among them. Everything that reads or
//! writes files happens in this crate. It is a library so that tests can look inside; the binary only calls it.
//!
//! Exit codes: 0 when the command did its work, 2 for bad input or usage; `verify` and `validate` answer 0 for
//! TRUE, 10 for FALSE and 20 for UNKNOWN; `run` has those of the program it runs; `bench` answers 1 where verdicts are wrong.

// `println!` panics where the reader has closed the pipe; `report::print` does not.
#![deny(clippy::print_stdout)]

mod commands;
mod disk;
mod dump;
mod input;
mod native;
mod report;
mod watchdog;

use clap::{CommandFactory as _, Parser, Subcommand};
use std::process::ExitCode;

/// Bad input or usage.
const BAD_INPUT: u8 = 2;
/// UNKNOWN.
const UNKNOWN_EXIT: u8 = 20;

/// Proves or refutes properties of C programs
#[derive(Parser)]
#[command(name = "argand", version, about, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Decides whether a program has a property
    Verify(Box<commands::verify::VerifyArguments>),
    /// Decides whether a witness of a verdict is true
    Validate(commands::validate::ValidateArguments),
    /// Shows the control-flow automata of a program
    Cfa(commands::cfa::CfaArguments),
    /// Runs a program once and reports what C forbids
    Run(commands::run::RunArguments),
    /// Shows which lines a line depends on, or which depend on it
    Slice(commands::slice::SliceArguments),
    /// Writes inputs that take the program through its branches
    TestGen(commands::test_gen::TestGenArguments),
    /// Makes the HTML report of what `verify --out` wrote
    Report(commands::report::ReportArguments),
    /// Verifies many tasks, compares the answers with the right ones, and shows tables and plots
    Bench(Box<commands::bench::BenchArguments>),
    /// Draws the shape of a search space, of a program or of its dependences
    Pixels(commands::pixels::PixelsArguments),
    /// Lists the shipped configurations
    Configs,
    /// Prints a configuration with everything that is in force
    ExplainConfig(commands::configs::ExplainArguments),
    /// Prints a script that lets a shell complete the options of argand
    Completions(commands::manual::CompletionArguments),
    /// Prints the manual page of argand, or of one of its commands
    Man(commands::manual::ManArguments),
}

/// The whole command line, for what is generated from it.
fn command_line() -> clap::Command {
    Arguments::command()
}

/// Runs the command line of this process.
#[must_use]
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let outcome = match &arguments.command {
        Command::Verify(arguments) => commands::verify::run(arguments),
        Command::Validate(arguments) => commands::validate::run(arguments),
        Command::Cfa(arguments) => commands::cfa::run(arguments),
        Command::Run(arguments) => commands::run::run(arguments),
        Command::Slice(arguments) => commands::slice::run(arguments),
        Command::TestGen(arguments) => commands::test_gen::run(arguments),
        Command::Report(arguments) => commands::report::run(arguments),
        Command::Bench(arguments) => commands::bench::run(arguments),
        Command::Pixels(arguments) => commands::pixels::run(arguments),
        Command::Configs => Ok(commands::configs::list()),
        Command::ExplainConfig(arguments) => commands::configs::explain(arguments),
        Command::Completions(arguments) => commands::manual::completions(arguments),
        Command::Man(arguments) => commands::manual::man(arguments),
    };
    match outcome {
        Ok(code) => code,
        Err(message) => {
            report::print_error(&message);
            ExitCode::from(BAD_INPUT)
        }
    }
}
