//! What a strategy did and why, as values; the words for each step are made here so that all who tell it tell the same.

use serde::Serialize;
use std::fmt;
use std::sync::Arc;

/// Is told what a strategy does, as it happens.
pub type Narrator = Arc<dyn Fn(&Event<'_>) + Send + Sync>;

/// Something that happened.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// The program was looked at; what it is like.
    Looked(&'a str),
    /// A member is to take part.
    Planned(&'a Planned),
    /// A step is over.
    Ended(&'a Step),
}

/// All that a strategy did.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Story {
    /// What the program is like.
    pub program: String,
    /// Who was to take part.
    pub plan: Vec<Planned>,
    /// Who did, in the order in which they ended.
    pub steps: Vec<Step>,
}

/// A member of the plan.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Planned {
    /// The name of its configuration.
    pub member: String,
    /// What it is asked.
    pub asked: String,
    /// Its part of the time, compared with the others.
    pub share: u32,
    /// Why it is chosen.
    pub why: String,
}

/// What came of a member.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Step {
    /// The name of its configuration, or what else was done.
    pub member: String,
    /// What it was asked.
    pub asked: String,
    /// Its verdict.
    pub outcome: String,
    /// Why it has no verdict, in the user's words.
    pub met: Vec<String>,
    /// How many facts it left for others.
    pub facts: usize,
    /// How long it ran, without its pauses.
    pub seconds: f64,
}

impl fmt::Display for Event<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Looked(program) => write!(f, "the program: {program}"),
            Self::Planned(Planned { member, asked, share, why }) => {
                write!(f, "plan: {member} (share {share}) for {asked}: {why}")
            }
            Self::Ended(Step { member, asked, outcome, met, facts, seconds }) => {
                write!(f, "{member} for {asked}: {outcome} after {seconds:.2} s")?;
                if *facts > 0 {
                    write!(f, ", leaves {facts} facts")?;
                }
                met.iter().try_for_each(|why| write!(f, "\n  {why}"))
            }
        }
    }
}
