//! The state of the analysis: a graph, the running functions, and what went wrong.

use argand_cfa::{EdgeId, FuncId, LocId, MemoryProperty, Program, VarId};
use argand_cpa::Words;
use argand_domains::smg::picture::{Card, Side};
use argand_domains::smg::{ObjectId, Root, Smg};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// A violation of a memory property.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Violation {
    /// The property by its name in verdicts.
    pub property: MemoryProperty,
    /// What happened, in one sentence.
    pub message: String,
    /// The object concerned, where there is one.
    pub object: Option<ObjectId>,
}

/// Why a path ends without a violation.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// A property is violated.
    Violated(Violation),
    /// The analysis cannot say what happens next.
    Gap(String),
}

/// What the analysis remembers of a loop head on the path.
#[derive(Clone, Debug)]
pub struct Visit {
    /// How often the loop went around with a branch in it that could have gone both ways.
    pub undecided: u32,
    /// How often it went around at all.
    pub total: u32,
    /// The graph of the last visit.
    pub graph: Smg,
}

/// The depth of a frame and a loop head in it, with what is remembered.
pub type LoopVisit = ((u32, LocId), Rc<Visit>);

/// A state of the analysis.
///
/// Of the visits of loops only the counts take part in equality: they guide abstraction and say nothing about the
/// program, but two states that are abstracted differently must not be taken for one.
#[derive(Clone)]
pub struct SmgState {
    /// The memory.
    pub graph: Smg,
    /// The running functions, the start-up function first.
    pub frames: Rc<Vec<FuncId>>,
    /// Set when the path ends here.
    pub ending: Option<Rc<Ending>>,
    /// Visits of the loops of each frame, sorted by frame and location.
    pub visits: Rc<Vec<LoopVisit>>,
    /// Whether a branch since the last loop head could have gone both ways.
    pub undecided: bool,
    /// Whether paths meet at the location, so that it is worth looking for a state that covers this one.
    pub meets: bool,
}

impl PartialEq for SmgState {
    fn eq(&self, other: &Self) -> bool {
        let counts = |visits: &[LoopVisit], others: &[LoopVisit]| {
            visits.len() == others.len()
                && visits
                    .iter()
                    .zip(others)
                    .all(|(a, b)| a.0 == b.0 && a.1.undecided == b.1.undecided && a.1.total == b.1.total)
        };
        self.ending == other.ending
            && self.undecided == other.undecided
            && self.meets == other.meets
            && self.frames == other.frames
            && (Rc::ptr_eq(&self.visits, &other.visits) || counts(&self.visits, &other.visits))
            && self.graph == other.graph
    }
}

impl Eq for SmgState {}

impl Hash for SmgState {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.graph.hash(state);
        self.ending.hash(state);
        (self.undecided, self.meets).hash(state);
        for (key, visit) in self.visits.iter() {
            (key, visit.undecided, visit.total).hash(state);
        }
    }
}

/// The first root of a frame that is not a variable.
const FIRST_EXTRA: u64 = 1 << 31;
/// The root of the arguments behind a `...`.
const ARGUMENTS: u64 = (1 << 32) - 1;

impl SmgState {
    /// The root of what is known outside of the program.
    pub const OUTSIDE: Root = ARGUMENTS;

    /// Nothing is known and only the start-up function runs.
    #[must_use]
    pub fn initial(program: &Program) -> Self {
        Self {
            graph: Smg::default(),
            frames: Rc::new(vec![program.start]),
            ending: None,
            visits: Rc::default(),
            undecided: false,
            meets: false,
        }
    }

    /// The number of running functions.
    #[must_use]
    pub fn depth(&self) -> u64 {
        self.frames.len() as u64
    }

    /// The name of a variable in the running function.
    #[must_use]
    pub fn root_of(&self, program: &Program, var: VarId) -> Root {
        if program.vars[var].is_static() { u64::from(var.raw()) } else { Self::root_at(self.depth(), var) }
    }

    /// The name of a variable of the function that runs at a depth.
    #[must_use]
    pub fn root_at(depth: u64, var: VarId) -> Root {
        depth << 32 | u64::from(var.raw())
    }

    /// A free name in the running function for memory that lives as long as it.
    #[must_use]
    pub fn extra_root(&self) -> Root {
        let first = self.depth() << 32 | FIRST_EXTRA;
        let used = self.graph.roots_from(first).filter(|&(root, _)| root < (first | ARGUMENTS));
        used.last().map_or(first, |(root, _)| root + 1)
    }

    /// The name of the arguments behind the `...` of the running function.
    #[must_use]
    pub fn arguments_root(&self) -> Root {
        self.depth() << 32 | ARGUMENTS
    }

    /// The variable that a root names.
    #[must_use]
    pub fn var_of(root: Root) -> Option<VarId> {
        let low = root & 0xffff_ffff;
        (low < FIRST_EXTRA).then(|| VarId::new(low as u32))
    }

    /// The state where the path ends.
    #[must_use]
    pub fn ended(&self, ending: Ending) -> Self {
        Self { ending: Some(Rc::new(ending)), ..self.clone() }
    }

    /// What is remembered of a loop head in the running function.
    #[must_use]
    pub fn visit(&self, loc: LocId) -> Option<&Rc<Visit>> {
        let key = (self.frames.len() as u32, loc);
        self.visits.binary_search_by_key(&key, |entry| entry.0).ok().map(|at| &self.visits[at].1)
    }

    /// Remembers a visit of a loop head.
    pub fn set_visit(&mut self, loc: LocId, visit: Visit) {
        let key = (self.frames.len() as u32, loc);
        let visits = Rc::make_mut(&mut self.visits);
        match visits.binary_search_by_key(&key, |entry| entry.0) {
            Ok(at) => visits[at].1 = Rc::new(visit),
            Err(at) => visits.insert(at, (key, Rc::new(visit))),
        }
    }

    /// Forgets the loops of functions that do not run any more.
    pub fn forget_inner_visits(&mut self) {
        let depth = self.frames.len() as u32;
        if self.visits.last().is_some_and(|entry| entry.0.0 > depth) {
            Rc::make_mut(&mut self.visits).retain(|entry| entry.0.0 <= depth);
        }
    }
}

impl SmgState {
    /// What is known, in the words of the source: what a picture of memory would show.
    pub(super) fn describe(&self, words: &Words<'_>, lines: &mut Vec<String>) {
        match self.ending.as_deref() {
            Some(Ending::Violated(violation)) => {
                lines.push(format!("{}: {}", violation.property, violation.message));
            }
            Some(Ending::Gap(reason)) => lines.push(reason.clone()),
            None => {}
        }
        let picture = self.graph.picture(words.program, "", None);
        let names: Vec<String> = picture.cards.iter().map(card_name).collect();
        for (card, name) in picture.cards.iter().zip(&names) {
            if card.dead {
                lines.push(format!("{name} is gone"));
            }
            for row in &card.rows {
                let value = match row.target.and_then(|target| names.get(target)) {
                    Some(target) if row.text.is_empty() => target.clone(),
                    Some(target) => format!("{} of {target}", row.text),
                    None if row.text == "?" => continue,
                    None => row.text.clone(),
                };
                let dot = if row.label.starts_with('[') { "" } else { "." };
                lines.push(match (card.side, row.label.as_str()) {
                    (_, "") => format!("{name} = {value}"),
                    (Side::Variable, label) => format!("{name}{dot}{label} = {value}"),
                    (Side::Heap, label) => format!("{label} of {name} = {value}"),
                });
            }
        }
        if picture.left_out > 0 {
            lines.push(format!("and {} more objects", picture.left_out));
        }
    }
}

/// An object as it is called in a sentence: a variable by its name, memory by where it was allocated.
fn card_name(card: &Card) -> String {
    match card.side {
        Side::Variable => card.title.clone(),
        Side::Heap => {
            // `struct node, 16 bytes` and `allocated at list.c:6:22` are for pictures, where there is space.
            let what = card.title.split(',').next().unwrap_or(&card.title);
            let what = what.strip_prefix("struct ").unwrap_or(what);
            match card.notes.iter().find(|note| note.starts_with("allocated")) {
                Some(born) => format!("the {what} {}", line_of(born).unwrap_or_else(|| born.clone())),
                None => format!("the {what}"),
            }
        }
    }
}

/// `allocated at list.c:6:22` with the line alone.
fn line_of(born: &str) -> Option<String> {
    let mut parts = born.rsplit(':');
    let (_column, line) = (parts.next()?.parse::<u32>().ok()?, parts.next()?.parse::<u32>().ok()?);
    Some(format!("allocated at line {line}"))
}

impl fmt::Display for SmgState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.ending.as_deref() {
            Some(Ending::Violated(violation)) => write!(f, "{}: {} ", violation.property, violation.message)?,
            Some(Ending::Gap(reason)) => write!(f, "gap: {reason} ")?,
            None => {}
        }
        write!(f, "{}", self.graph)
    }
}

impl fmt::Debug for SmgState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// An edge as the user knows it, for messages.
pub(super) fn place_of(program: &Program, edge: EdgeId) -> String {
    program.sources.describe(program.edges[edge].span)
}
