//! From a configuration to analyses that can run: plan.

use crate::certify::Proof;
use crate::config::{Algorithm, Configuration};
use crate::verification::Verification;
use argand_algorithms::cegar::Believe;
use argand_cfa::PropertyKind;
use argand_cpa::{Component, Composite, ConfigError, Context, Direction, Fact, InOrder, Refiner};
use argand_cpas::automaton::{self, Prints};
use std::sync::Arc;

/// The analyses of a configuration, composed, with what belongs to them.
pub(crate) struct Plan {
    /// The composition.
    pub composite: Composite,
    /// What decides whether a path is real.
    pub refiner: Box<dyn Refiner>,
    /// Whose states are formulas, if anybody's are.
    pub proof: Option<Proof>,
}

impl Verification<'_> {
    /// The components of the configuration and of the properties, and the refiners.
    pub(crate) fn plan(&self) -> Result<Plan, ConfigError> {
        let refined = match self.configuration.algorithm {
            Algorithm::Explore | Algorithm::Bmc | Algorithm::Execute | Algorithm::Strategy => &[][..],
            Algorithm::Cegar | Algorithm::Dataflow => &self.configuration.refiners,
        };
        self.check_directions()?;
        let kinds = self.task.wanted.kinds();
        let (mut components, mut refiners, mut proof) = (Vec::new(), Vec::new(), None);
        for name in &self.configuration.cpas {
            let position = components.len();
            let cx = self.context(&kinds, &self.facts, position);
            let analysis = argand_cpa::config::find(argand_cpas::ANALYSES, name)?;
            let built = analysis.build(self.options_of(name), &cx, refined.contains(name))?;
            components.push(built.component);
            refiners.extend(built.refiner.map(|refiner| (name.clone(), refiner)));
            proof = proof.or_else(|| built.invariants.map(|invariants| Proof { position, invariants }));
        }
        components.extend(self.automata(&self.prints));
        // The configuration says who is asked first.
        refiners.sort_by_key(|(name, _)| refined.iter().position(|wanted| wanted == name));
        let refiner: Box<dyn Refiner> =
            if refiners.is_empty() { Box::new(Believe) } else { Box::new(InOrder::new(refiners)) };
        Ok(Plan { composite: Composite::new(components)?, refiner, proof })
    }

    /// Runs are followed by exactly one analysis: without it no path would be looked at, and everything would look
    /// proven.
    fn check_directions(&self) -> Result<(), ConfigError> {
        let mut directions = Vec::new();
        for name in &self.configuration.cpas {
            let analysis = argand_cpa::config::find(argand_cpas::ANALYSES, name)?;
            directions.extend(analysis.direction);
        }
        if directions == [Direction::Forwards] {
            return Ok(());
        }
        let forwards = argand_cpas::ANALYSES.iter().filter(|a| a.direction == Some(Direction::Forwards));
        let names: Vec<String> = forwards.map(|a| format!("`{}`", a.name)).collect();
        Err(ConfigError::Conflict(format!(
            "the configuration `{}` needs exactly one analysis that follows runs from the entry: {}",
            self.configuration.name,
            names.join(" or ")
        )))
    }

    /// The analyses that say where control is, and the automata: what proofs are checked with.
    pub(crate) fn control(&self) -> Result<Composite, ConfigError> {
        let mut components: Vec<Box<dyn Component>> = Vec::new();
        for name in &self.configuration.cpas {
            let analysis = argand_cpa::config::find(argand_cpas::ANALYSES, name)?;
            let cx = self.context(&[], &[], components.len());
            let component = analysis.build(self.options_of(name), &cx, false)?.component;
            if component.is_control() {
                components.push(component);
            }
        }
        components.extend(self.automata(&Prints::default()));
        Composite::new(components)
    }

    fn automata(&self, prints: &Prints) -> impl Iterator<Item = Box<dyn Component>> {
        let automata = self.prepared.automata.iter();
        automata.map(|compiled| automaton::component(Arc::clone(compiled), prints.clone()))
    }

    fn context<'a>(
        &'a self,
        properties: &'a [PropertyKind],
        facts: &'a [Fact],
        position: usize,
    ) -> Context<'a> {
        Context {
            program: &self.prepared.program,
            layout: self.prepared.layout.clone(),
            properties,
            solvers: self.solvers.clone(),
            facts,
            unlimited_memory: self.options.unlimited_memory,
            position,
        }
    }

    fn options_of(&self, name: &str) -> toml::Table {
        self.configuration.cpa.get(name).cloned().unwrap_or_default()
    }
}

/// Whether an analysis of a configuration decides a property by its own states.
pub(crate) fn decides(configuration: &Configuration, property: &PropertyKind) -> bool {
    if configuration.algorithm == Algorithm::Execute {
        return is_seen_in_a_run(property);
    }
    if *property == PropertyKind::Termination {
        return configuration.is_about_termination();
    }
    let analyses = argand_cpas::ANALYSES.iter().filter(|a| configuration.cpas.iter().any(|c| c == a.name));
    analyses.into_iter().any(|analysis| (analysis.decides)(property))
}

/// Whether a run that was executed to its end shows if it violates a property.
const fn is_seen_in_a_run(property: &PropertyKind) -> bool {
    match property {
        PropertyKind::UnreachCall(_)
        | PropertyKind::Asserts
        | PropertyKind::Memory(_)
        | PropertyKind::NoOverflow
        | PropertyKind::Operation(_)
        | PropertyKind::Termination => true,
        PropertyKind::UnreachLabel(_) | PropertyKind::NoDataRace => false,
    }
}
