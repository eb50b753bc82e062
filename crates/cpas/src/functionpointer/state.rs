//! The lattice: what pointer variables of every activation point to.

use argand_cfa::FuncId;
use argand_cpa::{FrameVar, Frames, Words};
use argand_domains::{Flat, Lattice, MapLattice};
use std::fmt;

/// What a tracked pointer points to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Callee {
    /// Nothing.
    Null,
    /// A function.
    Function(FuncId),
}

impl fmt::Display for Callee {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Function(func) => write!(f, "&{func}"),
        }
    }
}

/// What is known about function pointers.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct FunctionpointerState {
    /// Which activations the variables belong to.
    pub(super) frames: Frames,
    pub(super) callees: MapLattice<FrameVar, Flat<Callee>>,
}

impl Lattice for FunctionpointerState {
    fn leq(&self, other: &Self) -> bool {
        self.frames == other.frames && self.callees.leq(&other.callees)
    }

    /// Only for states with equal frames.
    fn join(&self, other: &Self) -> Self {
        Self { frames: self.frames.clone(), callees: self.callees.join(&other.callees) }
    }
}

impl FunctionpointerState {
    /// What is known, in the words of the source.
    pub(super) fn describe(&self, words: &Words<'_>, lines: &mut Vec<String>) {
        for (key, callee) in self.callees.iter().filter(|(key, _)| words.knows(key.var)) {
            let Some(callee) = callee.value() else { continue };
            let target = match callee {
                Callee::Null => "NULL".to_owned(),
                Callee::Function(func) => words.function(*func),
            };
            lines.push(format!("{} = {target}", words.variable(key.var, key.depth)));
        }
    }
}

impl fmt::Display for FunctionpointerState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = self.callees.iter().filter_map(|(var, callee)| Some((var, *callee.value()?)));
        let texts: Vec<_> = known.map(|(var, callee)| format!("{var}={callee}")).collect();
        f.write_str(&texts.join(" "))
    }
}
