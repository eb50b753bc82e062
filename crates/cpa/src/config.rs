//! Analyses that a configuration can name.
//!
//! The list of all of them is a plain table of [`Registration`]s in the crate that has them; nothing registers
//! itself.

use crate::analysis::Cpa;
use crate::component::{Component, ComponentOptions, Interned, MergeMode, StopMode};
use crate::options::{OptionDoc, OptionSet};
use argand_cfa::Program;

/// A configuration that cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ConfigError {
    /// A key is unknown or a value is of the wrong kind.
    #[error("in [cpa.{analysis}]: {message}")]
    Options {
        /// The analysis whose options were read.
        analysis: String,
        /// What is wrong.
        message: String,
    },
    /// Two choices exclude each other, or one is not possible for this analysis.
    #[error("{0}")]
    Conflict(String),
    /// No analysis has this name.
    #[error("no analysis is called `{name}`{}", did_you_mean(.nearest.as_deref()))]
    UnknownAnalysis {
        /// The name.
        name: String,
        /// A known name that is close to it.
        nearest: Option<String>,
    },
}

fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map(|n| format!("; did you mean `{n}`?")).unwrap_or_default()
}

/// A [`Cpa`] that can be named in a configuration file.
pub trait Configurable: Cpa {
    /// Its name: one word, the same as its folder.
    const NAME: &'static str;
    /// What it does, in one line.
    const SUMMARY: &'static str;
    /// Its own options, declared with [`options!`](crate::options!).
    type Options: OptionSet;

    /// How it merges and stops when the configuration does not say.
    fn default_component_options() -> ComponentOptions {
        ComponentOptions::default()
    }

    /// Makes the analysis for a program.
    ///
    /// # Errors
    /// When options exclude each other or do not fit the program.
    fn from_options(options: Self::Options, program: &Program) -> Result<Self, ConfigError>;
}

type Builder = fn(toml::Table, &Program) -> Result<Box<dyn Component>, ConfigError>;

/// An entry of a table of analyses.
#[derive(Clone, Copy, Debug)]
pub struct Registration {
    /// The name in configurations.
    pub name: &'static str,
    /// One line about it.
    pub summary: &'static str,
    documentation: fn() -> Vec<OptionDoc>,
    build: Builder,
}

impl Registration {
    /// The entry of an analysis.
    #[must_use]
    pub const fn of<C: Configurable>() -> Self {
        Self {
            name: C::NAME,
            summary: C::SUMMARY,
            documentation: documentation::<C>,
            build: |table, program| Ok(Box::new(build::<C>(table, program)?)),
        }
    }

    /// All options it takes, those of every analysis included.
    #[must_use]
    pub fn documentation(&self) -> Vec<OptionDoc> {
        (self.documentation)()
    }

    /// Makes the component from the keys of its configuration section.
    ///
    /// # Errors
    /// When the section cannot be used.
    pub fn build(&self, table: toml::Table, program: &Program) -> Result<Box<dyn Component>, ConfigError> {
        (self.build)(table, program)
    }
}

fn documentation<C: Configurable>() -> Vec<OptionDoc> {
    let chosen = C::default_component_options();
    let mut common = ComponentOptions::documentation();
    for option in &mut common {
        option.default = match option.key.as_str() {
            "merge" => format!("{:?}", chosen.merge.word()),
            "stop" => format!("{:?}", chosen.stop.word()),
            "memo" => chosen.memo.to_string(),
            _ => continue,
        };
    }
    C::Options::documentation().into_iter().chain(common).collect()
}

/// Makes a component with its types still known, for callers that need its tables (refiners).
///
/// # Errors
/// When the section cannot be used.
pub fn build<C: Configurable>(mut table: toml::Table, program: &Program) -> Result<Interned<C>, ConfigError> {
    let wrap = |error: &toml::de::Error, known: &[OptionDoc]| {
        let message = error.message().to_owned();
        let hint = message
            .strip_prefix("unknown field `")
            .and_then(|rest| rest.split('`').next())
            .and_then(|word| nearest(word, known.iter().map(|o| o.key.as_str())))
            .map(|near| format!("; did you mean `{near}`?"))
            .unwrap_or_default();
        let message = message.split(", expected").next().unwrap_or(&message).to_owned();
        ConfigError::Options { analysis: C::NAME.to_owned(), message: message + &hint }
    };
    let known = documentation::<C>();
    let mut common = C::default_component_options();
    // These keys are offered for every analysis, so no analysis declares them.
    if let Some(value) = table.remove("merge") {
        common.merge = value.try_into::<MergeMode>().map_err(|e| wrap(&e, &known))?;
    }
    if let Some(value) = table.remove("stop") {
        common.stop = value.try_into::<StopMode>().map_err(|e| wrap(&e, &known))?;
    }
    if let Some(value) = table.remove("memo") {
        common.memo = value.try_into::<bool>().map_err(|e| wrap(&e, &known))?;
    }
    let options = table.try_into::<C::Options>().map_err(|e| wrap(&e, &known))?;
    let cpa = C::from_options(options, program)?;
    if common.stop == StopMode::Join && common.merge != MergeMode::Join && !cpa.join_is_exact() {
        return Err(ConfigError::Conflict(format!(
            "`{}` cannot use stop = \"join\" without merge = \"join\": a join of its states stands for more than \
             the states",
            C::NAME
        )));
    }
    Ok(Interned::new(C::NAME, cpa, common))
}

/// The candidate with the smallest edit distance to `word`, if it is close enough to be a misspelling.
#[must_use]
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    candidates
        .into_iter()
        .map(|candidate| (edit_distance(word, candidate), candidate))
        .min()
        .filter(|&(distance, candidate)| distance <= 1 + candidate.len() / 4)
        .map(|(_, candidate)| candidate.to_owned())
}

fn edit_distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.iter().enumerate() {
            let change = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

/// Finds an analysis in a table by its name.
///
/// # Errors
/// When no analysis has this name; the error suggests one that is close.
pub fn find<'a>(table: &'a [Registration], name: &str) -> Result<&'a Registration, ConfigError> {
    table.iter().find(|entry| entry.name == name).ok_or_else(|| ConfigError::UnknownAnalysis {
        name: name.to_owned(),
        nearest: nearest(name, table.iter().map(|entry| entry.name)),
    })
}
