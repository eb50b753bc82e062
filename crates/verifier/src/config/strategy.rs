//! The section `[strategy]`: a configuration that is made of others.
//!
//! A strategy names its members in the order in which they are tried. A member can ask for features of the program; of
//! several lines for one configuration the first that fits counts, so that the order can depend on the program, too.
//! What a strategy sets besides (`solver`, `strict`, `[cpa.…]`, …) holds for every member.

use super::{Configuration, Files, MAX_HELP, check_keys, overlay, resolve, shipped};
use crate::strategy::features::Feature;
use argand_cpa::{OptionDoc, OptionSet};
use argand_support::spelling::nearest;
use std::path::Path;
use toml::{Table, Value};

argand_cpa::options! {
    /// How a strategy runs.
    pub struct StrategyOptions {
        /// Runs with simple and random inputs before the members; 0 for none.
        runs: u32 = 300,
        /// Steps that each of these runs may take.
        run_steps: u64 = 20_000,
        /// How many steps a run may take where others were stopped before their end; such runs are few.
        long_run_steps: u64 = 8_000_000,
        /// Milliseconds that a member of share 1 gets in the first round. Each round takes twice as long as the one before.
        slice: u64 = 400,
    }
}

/// The key that lists members.
const MEMBERS: &str = "members";
/// The keys of a member.
const MEMBER_KEYS: [&str; 4] = ["config", "share", "when", "why"];
/// What belongs to a strategy alone and not to its members.
const OWN_KEYS: [&str; 6] = ["description", "algorithm", "cpas", "refiner", "helpers", "strategy"];
/// The largest share of a member.
const MAX_SHARE: i64 = 1000;

/// A configuration that is made of others.
#[derive(Clone, Debug)]
pub struct Strategy {
    /// How it runs.
    pub options: StrategyOptions,
    /// Who may take part, the first to be tried first.
    pub members: Vec<Member>,
}

/// One line of a strategy.
#[derive(Clone, Debug)]
pub struct Member {
    /// What runs.
    pub configuration: Configuration,
    /// How much of the time it gets, compared with the others.
    pub share: u32,
    /// What the program must have.
    pub when: Vec<Condition>,
    /// Why it is chosen, in the user's words.
    pub why: String,
}

/// A feature that a program must have, or must not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Condition {
    /// The feature.
    pub feature: Feature,
    /// Whether it must be there.
    pub wanted: bool,
}

impl Condition {
    fn named(text: &str) -> Result<Self, String> {
        let (name, wanted) = text.strip_prefix('!').map_or((text, true), |name| (name, false));
        let names = || Feature::ALL.iter().map(|feature| feature.name());
        match Feature::ALL.into_iter().find(|feature| feature.name() == name) {
            Some(feature) => Ok(Self { feature, wanted }),
            None => {
                let hint = nearest(name, names()).map_or_else(
                    || format!("programs have: {}", names().collect::<Vec<_>>().join(", ")),
                    |n| format!("did you mean `{n}`?"),
                );
                Err(format!("there is no feature `{name}`; {hint}"))
            }
        }
    }
}

/// The options of the section with the list of members, for the reference.
pub(super) fn documentation() -> Vec<OptionDoc> {
    let members = OptionDoc {
        key: MEMBERS.to_owned(),
        kind: "list".to_owned(),
        default: "[]".to_owned(),
        doc: "Names of configurations, or tables with `config`, `share`, `when` and `why`.".to_owned(),
    };
    std::iter::once(members).chain(StrategyOptions::documentation()).collect()
}

/// Reads the section of a strategy. `table` is the whole configuration, `name` its name or path.
pub(super) fn read(name: &str, table: &Table, files: &Files<'_>) -> Result<Strategy, String> {
    let mut section = match table.get("strategy") {
        Some(Value::Table(section)) => section.clone(),
        Some(_) => return Err("`strategy` is a section: [strategy]".to_owned()),
        None => Table::new(),
    };
    let known: Vec<String> = documentation().into_iter().map(|option| option.key).collect();
    check_keys(&section, &known.iter().map(String::as_str).collect::<Vec<_>>(), "[strategy] ")?;
    let lines = match section.remove(MEMBERS) {
        Some(Value::Array(lines)) if !lines.is_empty() => lines,
        Some(Value::Array(_)) | None => return Err("[strategy] needs at least one of `members`".to_owned()),
        Some(_) => return Err("[strategy] `members` is a list".to_owned()),
    };
    let mut shared = table.clone();
    for key in OWN_KEYS {
        shared.remove(key);
    }
    check_analyses(&shared)?;
    let options = section.try_into().map_err(|e: toml::de::Error| format!("[strategy] {}", e.message()))?;
    let members = lines.iter().map(|line| member(name, line, &shared, files)).collect::<Result<_, _>>()?;
    Ok(Strategy { options, members })
}

/// Members are built when their turn comes, which may be never: what is misspelt is to be said before.
fn check_analyses(shared: &Table) -> Result<(), String> {
    for (name, options) in shared.get("cpa").and_then(Value::as_table).into_iter().flatten() {
        let analysis = argand_cpa::config::find(argand_cpas::ANALYSES, name).map_err(|e| e.to_string())?;
        let Some(options) = options.as_table() else { return Err(format!("[cpa.{name}] is a section")) };
        let known: Vec<String> = analysis.documentation().into_iter().map(|option| option.key).collect();
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        check_keys(options, &known, &format!("[cpa.{name}] "))?;
    }
    Ok(())
}

fn member(strategy: &str, line: &Value, shared: &Table, files: &Files<'_>) -> Result<Member, String> {
    let table = match line {
        Value::String(name) => Table::from_iter([("config".to_owned(), Value::String(name.clone()))]),
        Value::Table(table) => table.clone(),
        _ => return Err("a member is the name of a configuration, or a table with `config`".to_owned()),
    };
    check_keys(&table, &MEMBER_KEYS, "in a member: ")?;
    let Some(name) = table.get("config").and_then(Value::as_str) else {
        return Err("a member needs `config`, the name of a configuration".to_owned());
    };
    let at = |message: String| format!("in the member `{name}`: {message}");
    let share = match table.get("share") {
        None => 1,
        Some(Value::Integer(share @ 1..=MAX_SHARE)) => u32::try_from(*share).unwrap_or(1),
        Some(other) => {
            return Err(at(format!("`share` is a whole number from 1 to {MAX_SHARE}, not {other}")));
        }
    };
    let when = match table.get("when") {
        None => Vec::new(),
        Some(Value::Array(words)) => words
            .iter()
            .map(|word| {
                let word = word.as_str().ok_or_else(|| "`when` is a list of features".to_owned());
                word.and_then(Condition::named).map_err(at)
            })
            .collect::<Result<_, _>>()?,
        Some(_) => return Err(at("`when` is a list of features".to_owned())),
    };
    let why = match table.get("why") {
        None => "the strategy names it".to_owned(),
        Some(Value::String(why)) => why.clone(),
        Some(_) => return Err(at("`why` is a sentence".to_owned())),
    };
    // A file is looked for beside the file that names it.
    let beside = Path::new(strategy).parent().map(|folder| folder.join(name));
    let path = beside.filter(|_| shipped::find(name).is_none() && name.ends_with(".toml"));
    let path = path.map_or_else(|| name.to_owned(), |path| path.to_string_lossy().into_owned());
    let mut own = resolve(&path, &mut Vec::new(), files)?;
    if own.get("algorithm").and_then(Value::as_str) == Some("strategy") {
        return Err(at("a strategy cannot be a member of a strategy".to_owned()));
    }
    overlay(&mut own, shared.clone());
    let configuration = Configuration::from_table(name, own, files, MAX_HELP)?;
    Ok(Member { configuration, share, when, why })
}
