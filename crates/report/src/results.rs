//! The result of a verification as one value, which every format for machines is made of.
//!
//! Its JSON is the format `argand-results`; docs/results.md describes it. **Invariant:** a change that could break a
//! reader of the JSON raises the first number of [`VERSION`], one that adds something raises the second.

use argand_verifier::counterexample::Event;
use serde::Serialize;
use serde_json::Value;

/// The name of the JSON format.
pub const FORMAT: &str = "argand-results";
/// Its version.
pub const VERSION: &str = "1.1";

/// What a verification found out, for other tools.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Results {
    /// [`FORMAT`].
    pub format: &'static str,
    /// [`VERSION`].
    pub version: &'static str,
    /// Who says so.
    pub tool: Tool,
    /// The verdict as the competition reads it.
    pub verdict: String,
    /// The exit code of the command.
    pub exit_code: u8,
    /// What was verified.
    pub program: Subject,
    /// How.
    pub configuration: HowAsked,
    /// What was asked, with an answer for each.
    pub properties: Vec<PropertyResult>,
    /// The violation that was executed; the first one, where there are several.
    pub violation: Option<Violation>,
    /// All violations that were executed, in the order of their places: more than one only where all were asked for.
    pub violations: Vec<Violation>,
    /// Whether the violation happened natively, where that was asked for.
    pub reproduction: Option<Reproduction>,
    /// What the verdict takes for granted.
    pub assumptions: Vec<Assumed>,
    /// Why there is no verdict, the most important reason first.
    pub reasons: Vec<Reason>,
    /// Whether the proof was checked.
    pub certification: Value,
    /// What holds at loop heads.
    pub invariants: Vec<Invariant>,
    /// What the automata of the user printed.
    pub prints: Vec<String>,
    /// What a strategy did.
    pub strategy: Value,
    /// What it cost; the only part that differs from run to run.
    pub statistics: Value,
}

/// The program that made the results.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Tool {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// What was verified.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Subject {
    /// The files as they were named.
    pub files: Vec<String>,
    /// `LP64` or `ILP32`.
    pub data_model: String,
    /// The function that runs begin with.
    pub entry: String,
}

/// How it was verified.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct HowAsked {
    /// The configuration.
    pub name: String,
    /// What was changed of it.
    pub settings: Vec<String>,
    /// Assumptions that no verdict may depend on.
    pub strict: Vec<String>,
    /// The limit of time.
    pub time_limit_seconds: Option<u64>,
    /// The limit of memory.
    pub memory_limit_bytes: Option<u64>,
}

/// An answer about a property or a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// It holds.
    True,
    /// It is violated.
    False,
    /// It was not decided.
    Unknown,
}

/// The answer about one property.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PropertyResult {
    /// The name in verdicts; the name of the file of an automaton.
    pub property: String,
    /// The formula of a property.
    pub formula: Option<String>,
    /// The answer.
    pub verdict: Answer,
    /// The places that the property speaks of, as far as they are few: calls of error functions and assertions; of other
    /// properties the place of the violation alone.
    pub places: Vec<PlaceResult>,
    /// How many places there are with which answer, where all were asked for.
    pub tally: Option<Counted>,
}

/// How many places have which answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Counted {
    /// Where runs violate the property.
    pub violated: usize,
    /// Where it is proven.
    pub proven: usize,
    /// Where nothing was shown.
    pub undecided: usize,
}

/// The answer about one place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PlaceResult {
    /// The place.
    pub place: SourcePlace,
    /// The answer.
    pub verdict: Answer,
}

/// A place in the source.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct SourcePlace {
    /// The file as the user knows it.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1, in characters; `None` where it is not known.
    pub column: Option<u32>,
    /// The line of the last character.
    pub end_line: u32,
    /// The column one past the last character.
    pub end_column: Option<u32>,
    /// The function, where there is one.
    pub function: Option<String>,
    /// The line itself.
    pub text: Option<String>,
}

/// A violation that was executed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Violation {
    /// What is violated.
    pub property: String,
    /// What went wrong, in one word.
    pub kind: Option<String>,
    /// The same in a sentence.
    pub message: String,
    /// Where.
    pub place: Option<SourcePlace>,
    /// More about it.
    pub notes: Vec<String>,
    /// The functions that were running, innermost first.
    pub stack: Vec<SourcePlace>,
    /// The values that the program did not compute, in the order in which it asked for them.
    pub inputs: Vec<InputValue>,
    /// The command that makes the same run.
    pub replay: String,
    /// The run, line by line.
    pub steps: Vec<StepTaken>,
    /// How many steps were left out in the middle of `steps`.
    pub steps_left_out: usize,
    /// The same for every version of the program in which the violating statement is the same one.
    pub fingerprint: String,
}

/// What happened when the violation was tried natively.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Reproduction {
    /// Whether it happened.
    pub reproduced: bool,
    /// The line that tells it, or why it did not happen.
    pub text: String,
}

/// A value that the program did not compute.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct InputValue {
    /// The function or the place that took it.
    pub name: String,
    /// Why it was asked for.
    pub source: &'static str,
    /// Its type.
    #[serde(rename = "type")]
    pub ty: String,
    /// Its value, as C text.
    pub value: String,
    /// Where it was asked for.
    pub place: Option<SourcePlace>,
}

/// One line of the user's source as it was executed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct StepTaken {
    /// The place.
    pub place: SourcePlace,
    /// How many calls are open.
    pub depth: usize,
    /// What it did.
    pub events: Vec<Event>,
}

/// What a verdict takes for granted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Assumed {
    /// Its name, as `--strict` takes it.
    pub kind: String,
    /// What it is about.
    pub subject: String,
    /// In words.
    pub text: String,
    /// Where.
    pub place: Option<SourcePlace>,
}

/// A reason for UNKNOWN.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Reason {
    /// The kind of it.
    pub kind: &'static str,
    /// In words, with the place.
    pub text: String,
    /// Where.
    pub place: Option<SourcePlace>,
}

/// Something that holds whenever a loop head is reached.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Invariant {
    /// Where.
    pub place: String,
    /// What.
    pub text: String,
}

impl Results {
    /// The JSON text, with a line break at its end.
    #[must_use]
    pub fn json(&self) -> String {
        // Nothing in it can fail to be written: there are no maps with other keys than texts.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}
