//! Analyses that a configuration can name.
//!
//! The list of all of them is a plain table of [`Registration`]s in the crate that has them; nothing registers
//! itself.

use crate::analysis::Cpa;
use crate::component::{Component, ComponentOptions, Interned, MergeMode, StateId, StopMode};
use crate::fact::Fact;
use crate::options::{OptionDoc, OptionSet};
use crate::refine::Refiner;
use argand_cfa::{LocId, MemoryProperty, Program, PropertyKind};
use argand_encode::Encoder;
use argand_encode::layout::SharedLayout;
use argand_logic::{Solvers, TermId};
use argand_support::spelling::nearest;
use std::cell::RefMut;

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

/// What an analysis is made for.
#[derive(Clone, Debug)]
pub struct Context<'a> {
    /// The program.
    pub program: &'a Program,
    /// How its memory is cut into cells, for all who want to know.
    pub layout: SharedLayout,
    /// What is asked of it.
    pub properties: &'a [PropertyKind],
    /// Where solvers come from.
    pub solvers: Solvers,
    /// What is known or guessed already.
    pub facts: &'a [Fact],
    /// Whether there is always enough memory, whatever the options of an analysis say.
    pub unlimited_memory: bool,
    /// The position of the analysis in the composition.
    pub position: usize,
}

impl<'a> Context<'a> {
    /// A context in which nothing is asked and nothing is known.
    #[must_use]
    pub fn alone(program: &'a Program) -> Self {
        Self {
            program,
            layout: SharedLayout::default(),
            properties: &[],
            solvers: Solvers::default(),
            facts: &[],
            unlimited_memory: false,
            position: 0,
        }
    }

    /// The properties of memory that are asked for.
    #[must_use]
    pub fn memory_properties(&self) -> Vec<MemoryProperty> {
        let memory = self.properties.iter().filter_map(|property| match property {
            PropertyKind::Memory(memory) => Some(*memory),
            _ => None,
        });
        memory.collect()
    }
}

/// Which way an analysis leads along the edges of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// From the entry on, as runs go.
    Forwards,
    /// From the end back.
    Backwards,
}

/// What the states of an analysis say in logic, where they are formulas.
pub trait Invariants {
    /// Where the terms are.
    fn encoder(&self) -> RefMut<'_, Encoder>;

    /// What a state says, and where; `None` for states that say nothing by themselves.
    fn formula(&self, state: StateId) -> Option<(LocId, TermId)>;

    /// What was learnt so far, for other runs.
    fn facts(&self, program: &Program) -> Vec<Fact>;

    /// Fault injection for tests of what checks the results: states say more from now on than they should.
    #[doc(hidden)]
    fn inject_fault(&self);
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

    /// Whether it can be refined: then it has a [`refiner`](Self::refiner).
    const REFINES: bool = false;
    /// Which way it leads along the edges of the program, if it is one of those that do.
    const DIRECTION: Option<Direction> = None;

    /// Whether it is a [`Lens`](crate::extras::Lens): the others see through it what matters for the paths that are found.
    const LENS: bool = false;

    /// Makes the analysis.
    ///
    /// # Errors
    /// When options exclude each other or do not fit the program.
    fn from_options(options: Self::Options, cx: &Context<'_>) -> Result<Self, ConfigError>;

    /// What refines it, sharing its tables.
    ///
    /// # Errors
    /// When options exclude each other.
    fn refiner(
        _component: &Interned<Self>,
        _cx: &Context<'_>,
    ) -> Result<Option<Box<dyn Refiner>>, ConfigError> {
        Ok(None)
    }

    /// What its states say in logic, if they are formulas.
    fn invariants(_component: &Interned<Self>) -> Option<Box<dyn Invariants>> {
        None
    }

    /// Whether its own states show violations of a property, so that no automaton needs to watch for them.
    fn decides(_property: &PropertyKind) -> bool {
        false
    }
}

/// An analysis as part of a composition.
pub struct Built {
    /// The analysis.
    pub component: Box<dyn Component>,
    /// What refines it, if that was asked for.
    pub refiner: Option<Box<dyn Refiner>>,
    /// What its states say in logic.
    pub invariants: Option<Box<dyn Invariants>>,
}

type Builder = fn(toml::Table, &Context<'_>, bool) -> Result<Built, ConfigError>;

/// An entry of a table of analyses.
#[derive(Clone, Copy, Debug)]
pub struct Registration {
    /// The name in configurations.
    pub name: &'static str,
    /// One line about it.
    pub summary: &'static str,
    /// Whether it can be refined.
    pub refines: bool,
    /// Which way it leads along the edges of the program, if it does.
    pub direction: Option<Direction>,
    /// Whether the others see the program through it.
    pub lens: bool,
    /// Whether its own states show violations of a property.
    pub decides: fn(&PropertyKind) -> bool,
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
            refines: C::REFINES,
            direction: C::DIRECTION,
            lens: C::LENS,
            decides: C::decides,
            documentation: documentation::<C>,
            build: built::<C>,
        }
    }

    /// All options it takes, those of every analysis included.
    #[must_use]
    pub fn documentation(&self) -> Vec<OptionDoc> {
        (self.documentation)()
    }

    /// Makes the analysis from the keys of its configuration section, with what refines it if that is wanted.
    ///
    /// # Errors
    /// When the section cannot be used.
    pub fn build(&self, table: toml::Table, cx: &Context<'_>, refined: bool) -> Result<Built, ConfigError> {
        (self.build)(table, cx, refined)
    }
}

fn built<C: Configurable>(table: toml::Table, cx: &Context<'_>, refined: bool) -> Result<Built, ConfigError> {
    let component = build::<C>(table, cx)?;
    let refiner = if refined { C::refiner(&component, cx)? } else { None };
    let invariants = C::invariants(&component);
    Ok(Built { component: Box::new(component), refiner, invariants })
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

/// Makes a component with its types still known, for callers that need its tables.
///
/// # Errors
/// When the section cannot be used.
pub fn build<C: Configurable>(mut table: toml::Table, cx: &Context<'_>) -> Result<Interned<C>, ConfigError> {
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
    let cpa = C::from_options(options, cx)?;
    if common.stop == StopMode::Join && common.merge != MergeMode::Join && !cpa.profile().exact_join {
        return Err(ConfigError::Conflict(format!(
            "`{}` cannot use stop = \"join\" without merge = \"join\": a join of its states stands for more than \
             the states",
            C::NAME
        )));
    }
    Ok(Interned::new(C::NAME, cpa, common))
}

/// Finds an analysis in a table by its name.
///
/// # Errors
/// When no analysis has this name; the error suggests one that is close.
pub fn find<'a>(table: &'a [Registration], name: &str) -> Result<&'a Registration, ConfigError> {
    table.iter().find(|entry| entry.name == name).ok_or_else(|| ConfigError::UnknownAnalysis {
        name: name.to_owned(),
        nearest: nearest(name, table.iter().map(|entry| entry.name)).map(str::to_owned),
    })
}
