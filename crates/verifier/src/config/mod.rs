//! Configurations: which analyses run together, and how.
//!
//! A configuration is a TOML file. It may build on one other (`extends`), whose keys it can replace. Names without
//! a path mean the configurations that are shipped inside the binary ([`shipped`]). Unknown keys are errors with
//! a suggestion, wherever they stand.

pub mod policy;
pub mod reference;
pub mod sections;
pub mod shipped;
pub mod strategy;

use self::policy::{parse_externs, parse_strict, range_named, volatile_named};
use self::strategy::Strategy;
use argand_algorithms::{BmcOptions, CegarOptions, DataflowOptions, ExplorationOptions};
use argand_cfa::AssumptionKind;
use argand_cpa::OptionSet;
use argand_linker::firmware::Firmware;
use argand_linker::{ExternPolicy, Volatile};
use argand_logic::Backend;
use argand_support::spelling::nearest;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use toml::{Table, Value};

/// How states are explored.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Algorithm {
    /// Once, with the precision the analyses start with.
    Explore,
    /// Again and again, with the precision refined from infeasible paths.
    Cegar,
    /// As a system of constraints, function by function.
    Dataflow,
    /// Unrolled with growing bounds, as formulas for a solver.
    Bmc,
    /// Not at all: the program is executed.
    Execute,
    /// By other configurations, which share the time.
    Strategy,
}

/// Reads a file, or says why it cannot.
pub type Files<'a> = dyn Fn(&Path) -> Result<String, String> + 'a;

/// How deep helpers may have helpers of their own.
const MAX_HELP: u32 = 4;

/// A configuration with every key resolved.
#[derive(Clone, Debug)]
pub struct Configuration {
    /// The name or path it was asked for by.
    pub name: String,
    /// One line about it.
    pub description: String,
    /// How states are explored.
    pub algorithm: Algorithm,
    /// The analyses, in the order in which they strengthen each other.
    pub cpas: Vec<String>,
    /// The analyses that are refined, the first to ask first; only for [`Algorithm::Cegar`] and [`Algorithm::Dataflow`].
    pub refiners: Vec<String>,
    /// Configurations that run first for a short time and suggest facts to induction.
    pub helpers: Vec<Self>,
    /// Whether what the properties do not depend on is left out of the program.
    pub reduce: bool,
    /// How many elements of each array are followed in its place; 0 for arrays as they are.
    pub cells: u32,
    /// The solver that answers questions of logic.
    pub solver: Backend,
    /// The order of exploration.
    pub exploration: ExplorationOptions,
    /// How refinement works.
    pub cegar: CegarOptions,
    /// How constraints are solved, for [`Algorithm::Dataflow`].
    pub dataflow: DataflowOptions,
    /// How far programs are unrolled, for [`Algorithm::Bmc`].
    pub bmc: BmcOptions,
    /// Who shares the time, for [`Algorithm::Strategy`].
    pub strategy: Option<Strategy>,
    /// What functions that are defined nowhere are taken to do.
    pub externs: ExternPolicy,
    /// What reads of volatile objects give.
    pub volatile: Volatile,
    /// The registers of the machine and the functions that interrupts call.
    pub firmware: Firmware,
    /// The assumptions that no verdict may depend on.
    pub strict: Vec<AssumptionKind>,
    /// The options of each analysis.
    pub cpa: BTreeMap<String, Table>,
    /// All of it as it was resolved.
    pub table: Table,
}

/// The top level of a configuration file, after `extends` is resolved.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TopLevel {
    #[serde(default)]
    description: String,
    algorithm: Algorithm,
    #[serde(default)]
    cpas: Vec<String>,
    refiner: Option<OneOrMore>,
    #[serde(default)]
    helpers: Vec<String>,
    #[serde(default)]
    reduce: bool,
    #[serde(default)]
    cells: u32,
    solver: Option<String>,
    #[serde(default)]
    externs: BTreeMap<String, String>,
    volatile: Option<String>,
    #[serde(default)]
    registers: Vec<String>,
    #[serde(default)]
    interrupts: Vec<String>,
    strict: Option<Value>,
    #[serde(default)]
    exploration: Table,
    #[serde(default)]
    cegar: Table,
    #[serde(default)]
    dataflow: Table,
    #[serde(default)]
    bmc: Table,
    #[serde(default)]
    cpa: BTreeMap<String, Table>,
    #[serde(default)]
    strategy: Option<Value>,
}

/// `"a"` or `["a", "b"]`.
#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMore {
    One(String),
    More(Vec<String>),
}

impl OneOrMore {
    fn all(self) -> Vec<String> {
        match self {
            Self::One(one) => vec![one],
            Self::More(all) => all,
        }
    }
}

/// Whether an analysis can be refined.
fn check_refiner(name: &str) -> Result<(), String> {
    let known = argand_cpa::config::find(argand_cpas::ANALYSES, name).map_err(|e| e.to_string())?;
    if known.refines {
        return Ok(());
    }
    let others = argand_cpas::ANALYSES.iter().filter(|a| a.refines).map(|a| format!("`{}`", a.name));
    let others: Vec<String> = others.collect();
    Err(format!("the analysis `{name}` has no refiner; {} have one", others.join(", ")))
}

impl Configuration {
    /// Whether it asks if every run ends, and cannot answer anything else.
    #[must_use]
    pub fn is_about_termination(&self) -> bool {
        self.algorithm == Algorithm::Bmc && self.bmc.termination
    }

    /// Whether automata of the user's watch what it looks at.
    #[must_use]
    pub fn watches_automata(&self) -> bool {
        self.algorithm != Algorithm::Execute && !self.is_about_termination()
    }

    /// A configuration that is shipped.
    ///
    /// # Errors
    /// A message for the user.
    pub fn shipped(name: &str) -> Result<Self, String> {
        Self::load(name, &[], &|path| Err(format!("there is no file '{}' here", path.display())))
    }

    /// Resolves a configuration by name or path, with `key=value` settings on top. `files` reads a file, or says why
    /// it cannot.
    ///
    /// # Errors
    /// A message for the user.
    pub fn load(name: &str, settings: &[String], files: &Files<'_>) -> Result<Self, String> {
        let mut table = resolve(name, &mut Vec::new(), files)?;
        for setting in settings {
            apply_setting(&mut table, setting)?;
        }
        Self::from_table(name, table, files, MAX_HELP)
    }

    fn from_table(name: &str, table: Table, files: &Files<'_>, help: u32) -> Result<Self, String> {
        let at = |message: String| format!("in configuration `{name}`: {message}");
        check_keys(&table, &sections::top_level(), "").map_err(at)?;
        for (cpa, _) in table.get("cpa").and_then(Value::as_table).into_iter().flatten() {
            argand_cpa::config::find(argand_cpas::ANALYSES, cpa).map_err(|e| at(e.to_string()))?;
        }
        let top: TopLevel =
            table.clone().try_into().map_err(|e: toml::de::Error| at(e.message().to_owned()))?;
        for cpa in &top.cpas {
            argand_cpa::config::find(argand_cpas::ANALYSES, cpa).map_err(|e| at(e.to_string()))?;
        }
        if top.algorithm == Algorithm::Cegar && top.refiner.is_none() {
            return Err(at("`algorithm = \"cegar\"` needs a `refiner`".to_owned()));
        }
        let is_strategy = top.algorithm == Algorithm::Strategy;
        let is_executed = top.algorithm == Algorithm::Execute;
        if top.cpas.is_empty() && !is_strategy && !is_executed {
            return Err(at("there are no analyses in `cpas`".to_owned()));
        }
        if !top.cpas.is_empty() && is_executed {
            return Err(at("`algorithm = \"execute\"` needs no analyses in `cpas`".to_owned()));
        }
        if top.strategy.is_some() && !is_strategy {
            return Err(at("[strategy] needs `algorithm = \"strategy\"`".to_owned()));
        }
        let strategy = is_strategy.then(|| strategy::read(name, &table, files)).transpose().map_err(at)?;
        let refiners = top.refiner.map_or_else(Vec::new, OneOrMore::all);
        for refiner in &refiners {
            if !top.cpas.contains(refiner) {
                return Err(at(format!("the refiner `{refiner}` is not among the analyses in `cpas`")));
            }
            check_refiner(refiner).map_err(at)?;
        }
        if help == 0 && !top.helpers.is_empty() {
            return Err(at("helpers help each other in a circle".to_owned()));
        }
        let helper = |helper: &String| {
            let table = resolve(helper, &mut Vec::new(), files)?;
            Self::from_table(helper, table, files, help - 1)
        };
        let (cpas, sees_slice) = without_lenses(top.algorithm, top.cpas);
        let helpers = top.helpers.iter().map(helper).collect::<Result<_, _>>().map_err(at)?;
        let solver = top.solver.as_deref().map_or(Ok(Backend::default()), Backend::named);
        Ok(Self {
            name: name.to_owned(),
            description: top.description,
            algorithm: top.algorithm,
            cpas,
            refiners,
            helpers,
            reduce: top.reduce || sees_slice,
            cells: top.cells,
            solver: solver.map_err(|e| at(e.to_string()))?,
            exploration: section("exploration", top.exploration).map_err(at)?,
            cegar: section("cegar", top.cegar).map_err(at)?,
            dataflow: section("dataflow", top.dataflow).map_err(at)?,
            bmc: section("bmc", top.bmc).map_err(at)?,
            strategy,
            externs: parse_externs(&top.externs).map_err(at)?,
            volatile: top.volatile.as_deref().map_or(Ok(Volatile::default()), volatile_named).map_err(at)?,
            firmware: Firmware {
                registers: top
                    .registers
                    .iter()
                    .map(|text| range_named(text))
                    .collect::<Result<_, _>>()
                    .map_err(at)?,
                interrupts: top.interrupts,
            },
            strict: top.strict.as_ref().map_or(Ok(Vec::new()), parse_strict).map_err(at)?,
            cpa: top.cpa,
            table,
        })
    }
}

/// The analyses that an algorithm runs, and whether it sees a slice of the program from the start.
///
/// A lens lets its slice grow with the paths that are found and ruled out. Unrolling finds a path only when it is one, so
/// that there is nothing to grow from: what it sees through a lens is what the places of violations depend on.
fn without_lenses(algorithm: Algorithm, mut cpas: Vec<String>) -> (Vec<String>, bool) {
    if algorithm != Algorithm::Bmc {
        return (cpas, false);
    }
    let all = cpas.len();
    cpas.retain(|name| !argand_cpa::config::find(argand_cpas::ANALYSES, name).is_ok_and(|found| found.lens));
    let sees_slice = cpas.len() < all;
    (cpas, sees_slice)
}

/// Reads one section of options.
fn section<O: OptionSet>(name: &str, table: Table) -> Result<O, String> {
    let keys: Vec<String> = O::documentation().into_iter().map(|o| o.key).collect();
    check_keys(&table, &keys.iter().map(String::as_str).collect::<Vec<_>>(), &format!("[{name}] "))?;
    table.try_into().map_err(|e: toml::de::Error| format!("[{name}] {}", e.message()))
}

fn check_keys(table: &Table, known: &[&str], place: &str) -> Result<(), String> {
    match table.keys().find(|key| !known.contains(&key.as_str())) {
        None => Ok(()),
        Some(key) => {
            let hint = nearest(key, known.iter().copied())
                .map(|n| format!("; did you mean `{n}`?"))
                .unwrap_or_default();
            Err(format!("{place}unknown key `{key}`{hint}"))
        }
    }
}

/// Reads a configuration and what it builds on. `chain` holds the names on the way here.
fn resolve(name: &str, chain: &mut Vec<String>, files: &Files<'_>) -> Result<Table, String> {
    let (text, folder) = read(name, chain.last().map(String::as_str), files)?;
    let mut table: Table = text
        .parse()
        .map_err(|e: toml::de::Error| format!("in configuration `{name}`: {}", e.to_string().trim_end()))?;
    chain.push(name.to_owned());
    let Some(parent) = table.remove("extends") else { return Ok(table) };
    let Some(parent) = parent.as_str() else {
        return Err(format!("in configuration `{name}`: `extends` takes the name of one configuration"));
    };
    let parent = match folder {
        Some(folder) if shipped::find(parent).is_none() => folder.join(parent).to_string_lossy().into_owned(),
        _ => parent.to_owned(),
    };
    if chain.contains(&parent) {
        return Err(format!(
            "configurations extend each other in a circle: {} -> {parent}",
            chain.join(" -> ")
        ));
    }
    let mut base = resolve(&parent, chain, files)?;
    overlay(&mut base, table);
    Ok(base)
}

/// The text of a configuration, and its folder if it is a file.
fn read(name: &str, asked_by: Option<&str>, files: &Files<'_>) -> Result<(String, Option<PathBuf>), String> {
    if let Some(shipped) = shipped::find(name) {
        return Ok((shipped.text.to_owned(), None));
    }
    let path = Path::new(name);
    if name.ends_with(".toml") || path.components().count() > 1 {
        let text = files(path).map_err(|why| format!("in configuration `{name}`: {why}"))?;
        return Ok((text, Some(path.parent().unwrap_or(Path::new("")).to_path_buf())));
    }
    let hint = nearest(name, shipped::CONFIGURATIONS.iter().map(|c| c.name))
        .map(|n| format!("; did you mean `{n}`?"))
        .unwrap_or_else(|| "; `argand configs` lists them".to_owned());
    let asked_by = asked_by.map(|by| format!(" (which `{by}` extends)")).unwrap_or_default();
    Err(format!("there is no configuration `{name}`{asked_by}{hint}"))
}

/// Lets the keys of `top` replace those of `base`; tables are merged key by key.
fn overlay(base: &mut Table, top: Table) {
    for (key, value) in top {
        match (base.get_mut(&key), value) {
            (Some(Value::Table(below)), Value::Table(above)) => overlay(below, above),
            (_, value) => {
                base.insert(key, value);
            }
        }
    }
}

/// `cpa.value.track-all=true` on top of a configuration.
fn apply_setting(table: &mut Table, setting: &str) -> Result<(), String> {
    let Some((key, value)) = setting.split_once('=') else {
        return Err(format!("`--set {setting}` is not of the form key=value"));
    };
    let value = value.trim();
    // A bare word is a string, as on every command line.
    let value = format!("v = {value}")
        .parse::<Table>()
        .ok()
        .and_then(|mut t| t.remove("v"))
        .unwrap_or_else(|| Value::String(value.to_owned()));
    let mut path: Vec<&str> = key.trim().split('.').collect();
    let Some(last) = path.pop().filter(|l| !l.is_empty()) else {
        return Err(format!("`--set {setting}` has no key"));
    };
    let mut here = table;
    for part in path {
        here = here
            .entry(part)
            .or_insert_with(|| Value::Table(Table::new()))
            .as_table_mut()
            .ok_or_else(|| format!("`--set {setting}`: `{part}` is not a section"))?;
    }
    here.insert(last.to_owned(), value);
    Ok(())
}

#[cfg(test)]
mod tests;
