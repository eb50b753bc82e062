//! `argand configs` and `argand explain-config`: what can be configured, and what is in force.

use crate::disk::read_text;
use argand_cpa::OptionDoc;
use argand_verifier::config::sections::{KEYS, SECTIONS};
use argand_verifier::config::{Configuration, reference, shipped};
use clap::Args;
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::ExitCode;

/// Options of `argand explain-config`.
#[derive(Args)]
pub struct ExplainArguments {
    /// A shipped configuration or a TOML file
    #[arg(value_name = "NAME|FILE.toml", default_value = shipped::DEFAULT)]
    config: String,

    /// Change one key of the configuration
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
}

/// Lists the shipped configurations.
pub fn list() -> ExitCode {
    let mut out = std::io::stdout().lock();
    for shipped in shipped::CONFIGURATIONS {
        let _ = writeln!(out, "{:<21} {}", shipped.name, reference::description(shipped.text));
    }
    ExitCode::SUCCESS
}

/// Prints a configuration with every key that is in force.
pub fn explain(arguments: &ExplainArguments) -> Result<ExitCode, String> {
    let configuration = Configuration::load(&arguments.config, &arguments.set, &read_text)?;
    crate::report::print(effective(&configuration).as_bytes());
    Ok(ExitCode::SUCCESS)
}

/// A configuration with everything that is in force, as TOML.
pub(super) fn effective(configuration: &Configuration) -> String {
    let table = &configuration.table;
    let mut out = String::new();
    for key in KEYS {
        if let Some(value) = table.get(key.name) {
            let _ = writeln!(out, "{} = {value}", key.name);
        }
    }
    let section = |name: &str| table.get(name).and_then(toml::Value::as_table).cloned().unwrap_or_default();
    out.push_str("\n[externs]\n");
    let externs = section("externs");
    if !externs.contains_key("default") {
        out.push_str("# default = \"write\"  # What functions that are defined nowhere may do.\n");
    }
    for (function, policy) in &externs {
        let _ = writeln!(out, "{function} = {policy}");
    }
    for part in SECTIONS.iter().filter(|part| (part.is_used)(configuration)) {
        write_section(&mut out, part.name, &section(part.name), &(part.documentation)());
    }
    for name in &configuration.cpas {
        if let Ok(analysis) = argand_cpa::config::find(argand_cpas::ANALYSES, name) {
            let own = configuration.cpa.get(name).cloned().unwrap_or_default();
            write_section(&mut out, &format!("cpa.{name}"), &own, &analysis.documentation());
        }
    }
    out
}

fn write_section(out: &mut String, name: &str, set: &toml::Table, options: &[OptionDoc]) {
    let _ = writeln!(out, "\n[{name}]");
    for option in options {
        match set.get(&option.key) {
            Some(value) => {
                let _ = writeln!(out, "{} = {value}  # {}", option.key, option.doc);
            }
            None => {
                let _ = writeln!(out, "# {} = {}  # {}", option.key, option.default, option.doc);
            }
        }
    }
}
