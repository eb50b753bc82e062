//! The options of `argand verify` and what they stand for.

use super::outputs::OutputArguments;
use crate::disk::read_text;
use crate::input::{HarnessArguments, InputArguments, Terms};
use argand_cfa::Operation;
use argand_support::limits::memory_of_machine;
use argand_verifier::config::policy::strict_named;
use argand_verifier::config::shipped;
use argand_verifier::{Check, Configuration};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

/// Options of `argand verify`.
#[derive(Args)]
pub struct VerifyArguments {
    #[command(flatten)]
    pub(super) input: InputArguments,

    #[command(flatten)]
    pub(super) function: HarnessArguments,

    /// A property file (.prp); may be given several times
    #[arg(long, value_name = "FILE.prp")]
    pub(super) property: Vec<PathBuf>,

    /// A property by its short name; may be given several times, or as a list with commas
    #[arg(long, value_name = "CHECK", value_delimiter = ',')]
    pub(super) check: Vec<CheckWord>,

    /// Look for every violation, and say of every place whether it can be violated
    #[arg(long, conflicts_with_all = ["certify", "precision"])]
    pub(super) all: bool,

    /// A specification automaton (.spc); may be given several times
    #[arg(long, value_name = "FILE.spc")]
    pub(super) spec: Vec<PathBuf>,

    /// A shipped configuration or a TOML file
    #[arg(long, value_name = "NAME|FILE.toml", default_value = shipped::DEFAULT)]
    pub(super) config: String,

    /// Change one key of the configuration
    #[arg(long, value_name = "KEY=VALUE")]
    pub(super) set: Vec<String>,

    /// Answer UNKNOWN where a verdict would depend on an assumption, or on one of those named
    #[arg(long, value_name = "NAME,…", num_args = 0..=1, require_equals = true, default_missing_value = "all")]
    pub(super) strict: Option<String>,

    /// Give up after this time: 500ms, 60s, 15min, 1h
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "15min")]
    pub(super) time: Duration,

    /// How many analyses of a strategy run at the same time [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=256))]
    pub(super) jobs: Option<u32>,

    /// Say on standard error what is done and why
    #[arg(short, long)]
    pub(super) verbose: bool,

    /// Give up when this much memory is used: 500MB, 4GB [default: three quarters of what the machine has]
    #[arg(long, value_name = "SIZE", value_parser = parse_memory)]
    pub(super) memory: Option<u64>,

    /// Have a proof checked before it is believed; one that cannot be checked says so
    #[arg(long)]
    pub(super) certify: bool,

    /// Predicates to start with: the file `precision.txt` of an earlier run
    #[arg(long, value_name = "FILE")]
    pub(super) precision: Option<PathBuf>,

    /// Write every question to a solver to this directory, as SMT-LIB 2 files
    #[arg(long, value_name = "DIR")]
    pub(super) dump_smt: Option<PathBuf>,

    /// Write a witness of the verdict to this file: YAML 2.x (.yml) or GraphML 1.0 (.graphml)
    #[arg(long, value_name = "FILE")]
    pub(super) witness: Option<PathBuf>,

    /// Write statistics, graphs and the counterexample to this directory
    #[arg(long, value_name = "DIR")]
    pub(super) out: Option<PathBuf>,

    /// Write the report as one HTML file, report.html, to this directory
    #[arg(long, value_name = "DIR")]
    pub(super) report: Option<PathBuf>,

    #[command(flatten)]
    pub(super) outputs: OutputArguments,
}

/// Properties by their short names.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(in crate::commands) enum CheckWord {
    /// reach_error() and __VERIFIER_error() are never called
    Unreach,
    /// No assert() fails
    Asserts,
    /// No invalid access, no invalid free, no leak
    Memsafety,
    /// No signed arithmetic overflows
    Overflow,
    /// No integer is divided by zero
    DivByZero,
    /// No shift is by a negative number, or by as many bits as there are or more
    Shift,
    /// No null pointer is followed
    Null,
    /// No index is outside of its array, even where that is part of something larger
    Bounds,
    /// No conversion to an integer type changes the value, be it written or implied
    Conversion,
    /// No unsigned arithmetic wraps around
    UnsignedOverflow,
    /// Every run ends
    Termination,
    /// All of unreach, asserts, memsafety, overflow, div-by-zero, shift and bounds: what no program should do
    All,
}

impl CheckWord {
    /// What it asks for.
    pub(in crate::commands) fn checks(self) -> Vec<Check> {
        match self {
            Self::Unreach => vec![Check::Unreach],
            Self::Asserts => vec![Check::Asserts],
            Self::Memsafety => vec![Check::Memsafety],
            Self::Overflow => vec![Check::Overflow],
            Self::DivByZero => vec![Check::Operation(Operation::DivisionByZero)],
            Self::Shift => vec![Check::Operation(Operation::Shift)],
            Self::Null => vec![Check::Operation(Operation::Null)],
            Self::Bounds => vec![Check::Operation(Operation::Index)],
            Self::Conversion => vec![Check::Operation(Operation::Conversion)],
            Self::UnsignedOverflow => vec![Check::Operation(Operation::UnsignedOverflow)],
            Self::Termination => vec![Check::Termination],
            Self::All => {
                let all = [
                    Self::Unreach,
                    Self::Asserts,
                    Self::Memsafety,
                    Self::Overflow,
                    Self::DivByZero,
                    Self::Shift,
                    Self::Bounds,
                ];
                all.into_iter().flat_map(Self::checks).collect()
            }
        }
    }
}

impl VerifyArguments {
    /// The configuration that the command line asks for.
    pub(super) fn configuration(&self) -> Result<Configuration, String> {
        let mut configuration = Configuration::load(&self.config, &self.set, &read_text)?;
        if let Some(names) = &self.strict {
            configuration.strict.extend(strict_named(names)?);
        }
        Ok(configuration)
    }

    /// On which terms the program is loaded.
    pub(super) fn terms<'a>(&'a self, entry: Option<&'a str>, configuration: &Configuration) -> Terms<'a> {
        Terms {
            entry,
            externs: configuration.externs.clone(),
            volatile: configuration.volatile,
            firmware: configuration.firmware.clone(),
            harness: Some(&self.function),
        }
    }
}

/// How much memory may be used where the user does not say.
pub(in crate::commands) fn default_memory() -> Option<u64> {
    memory_of_machine().map(|all| all / 4 * 3)
}

/// Too little to even load a program.
const SMALLEST_MEMORY: u64 = 16 << 20;

pub(in crate::commands) fn parse_time(text: &str) -> Result<Duration, String> {
    let split = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let number: f64 =
        text[..split].parse().map_err(|_| "expected a number and a unit, such as 60s".to_owned())?;
    let unit = match text[split..].trim() {
        "" | "s" => 1.0,
        "ms" => 0.001,
        "min" | "m" => 60.0,
        "h" => 3600.0,
        other => return Err(format!("unknown unit of time `{other}`; use ms, s, min or h")),
    };
    match Duration::try_from_secs_f64(number * unit) {
        Ok(time) if time.is_zero() => Err("there must be some time".to_owned()),
        Ok(time) => Ok(time),
        Err(_) => Err("too much time".to_owned()),
    }
}

pub(in crate::commands) fn parse_memory(text: &str) -> Result<u64, String> {
    let split = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let number: f64 =
        text[..split].parse().map_err(|_| "expected a number and a unit, such as 4GB".to_owned())?;
    let unit = match text[split..].trim().to_ascii_uppercase().as_str() {
        "" | "B" => 1.0,
        "KB" | "K" => 1e3,
        "MB" | "M" => 1e6,
        "GB" | "G" => 1e9,
        other => return Err(format!("unknown unit of memory `{other}`; use KB, MB or GB")),
    };
    let bytes = number * unit;
    if bytes < SMALLEST_MEMORY as f64 {
        return Err(format!("too little memory; at least {} MB are needed", SMALLEST_MEMORY >> 20));
    }
    Ok(bytes as u64)
}
