//! Who looks at a task: members that fit the program, for the properties that they decide.

use super::features::Features;
use crate::config::strategy::{Member, Strategy};
use crate::config::{Algorithm, Configuration};
use crate::plan::decides;
use crate::properties::Wanted;
use argand_algorithms::ExplorationOptions;
use argand_cfa::PropertyKind;
use argand_spec::property_automaton;

/// How often one path may come up for a member that tries again.
const PATIENT_REPETITIONS: u32 = 1_000;
/// How much deeper calls may nest for it.
const PATIENT_CALLS: u32 = 20;
/// How many more call sites tell contexts apart in a second try.
const PATIENT_CALL_STRING: u32 = 2;

/// What is asked of some members: a part of what the user wants to know, or all of it.
pub(crate) struct Question<'s> {
    /// What is asked.
    pub wanted: Wanted,
    /// Who can answer, the first to be tried first.
    pub members: Vec<&'s Member>,
    /// Whether it is all of several questions, asked together first.
    pub together: bool,
}

impl Question<'_> {
    /// The names of the properties, for the user.
    pub fn names(&self) -> String {
        names(&self.wanted)
    }
}

fn names(wanted: &Wanted) -> String {
    let mut names: Vec<&str> = wanted.properties.iter().map(|p| p.kind.name()).collect();
    names.extend(wanted.automata.iter().map(|(name, _)| name.as_str()));
    names.dedup();
    names.join(", ")
}

/// The members that fit the program: of several lines for one configuration the first that does.
pub(crate) fn choose<'s>(strategy: &'s Strategy, features: &Features) -> Vec<&'s Member> {
    let mut chosen: Vec<&Member> = Vec::new();
    for member in &strategy.members {
        let fits = member.when.iter().all(|c| features.has(c.feature) == c.wanted);
        if fits && chosen.iter().all(|other| other.configuration.name != member.configuration.name) {
            chosen.push(member);
        }
    }
    chosen
}

/// Whether a configuration can decide a property.
fn can_decide(configuration: &Configuration, property: &PropertyKind) -> bool {
    let watched = property_automaton(property).is_some() && configuration.watches_automata();
    watched || decides(configuration, property)
}

/// Splits what is wanted where not all members decide all of it. Those who do are asked everything together first.
pub(crate) fn questions<'s>(wanted: &Wanted, members: &[&'s Member]) -> Vec<Question<'s>> {
    let deciders = |property: &PropertyKind| -> Vec<usize> {
        let able = members.iter().enumerate().filter(|(_, m)| can_decide(&m.configuration, property));
        able.map(|(index, _)| index).collect()
    };
    let mut groups: Vec<(Vec<usize>, Wanted)> = Vec::new();
    for property in &wanted.properties {
        let able = deciders(&property.kind);
        match groups.iter_mut().find(|(others, _)| *others == able) {
            Some((_, group)) => group.properties.push(property.clone()),
            None => {
                let group = Wanted { properties: vec![property.clone()], automata: Vec::new() };
                groups.push((able, group));
            }
        }
    }
    if !wanted.automata.is_empty() {
        // Automata watch edges: whoever looks at edges sees them.
        let all: Vec<usize> =
            (0..members.len()).filter(|&m| members[m].configuration.watches_automata()).collect();
        match groups.iter_mut().find(|(able, _)| *able == all) {
            Some((_, group)) => group.automata.clone_from(&wanted.automata),
            None => {
                groups.push((all, Wanted { properties: Vec::new(), automata: wanted.automata.clone() }));
            }
        }
    }
    let question = |able: &[usize], wanted: Wanted, together| Question {
        wanted,
        members: able.iter().map(|&index| members[index]).collect(),
        together,
    };
    let mut questions = Vec::new();
    if groups.len() > 1 {
        let everything: Vec<usize> =
            (0..members.len()).filter(|index| groups.iter().all(|(able, _)| able.contains(index))).collect();
        if !everything.is_empty() {
            questions.push(question(&everything, wanted.clone(), true));
        }
    }
    questions.extend(groups.iter().map(|(able, group)| question(able, group.clone(), false)));
    questions
}

/// The same configuration for a second try: another order, more patience. `None` where that changes nothing.
pub(crate) fn patient(configuration: &Configuration) -> Option<Configuration> {
    let mut patient = configuration.clone();
    match configuration.algorithm {
        Algorithm::Cegar => {
            let usual = ExplorationOptions::default().order;
            if configuration.cegar.max_repetitions >= PATIENT_REPETITIONS
                && configuration.exploration.order == usual
            {
                return None;
            }
            patient.cegar.max_repetitions = configuration.cegar.max_repetitions.max(PATIENT_REPETITIONS);
            patient.exploration.order = usual;
        }
        Algorithm::Bmc => {
            let calls = configuration.bmc.max_calls.saturating_mul(PATIENT_CALLS);
            patient.bmc.max_calls = calls;
        }
        Algorithm::Dataflow => patient.dataflow.call_string += PATIENT_CALL_STRING,
        Algorithm::Explore | Algorithm::Execute | Algorithm::Strategy => return None,
    }
    Some(patient)
}
