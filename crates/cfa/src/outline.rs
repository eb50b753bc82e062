//! How the functions of a program lie in their source: statements as stretches of text.
//!
//! Automata say what a program does and forget how it was written. Who writes a program back as source (a slice as a C
//! file) must know where statements begin and end and which one contains which. A front end makes an outline when it is
//! asked for one; nothing else needs it. What cannot be taken apart in the text, because a macro wrote it, is one
//! statement.

use argand_support::{Span, define_index};
use std::collections::BTreeSet;

define_index! {
    /// A statement of an outline.
    pub struct StatementId, "statement";
}

/// The source files of a program.
#[derive(Clone, Debug, Default)]
pub struct Outline {
    /// The files that the user named, in order.
    pub files: Vec<OutlinedFile>,
}

/// A source file.
#[derive(Clone, Debug)]
pub struct OutlinedFile {
    /// Its name, as the user gave it.
    pub name: String,
    /// Its text.
    pub text: String,
    /// The functions that it defines.
    pub functions: Vec<OutlinedFunction>,
    /// Their statements.
    pub statements: argand_support::IndexVec<StatementId, Statement>,
    /// The words of the files that it includes: macros there may name what is defined here.
    pub included: BTreeSet<String>,
}

/// A function as it is written.
#[derive(Clone, Debug)]
pub struct OutlinedFunction {
    /// Its name.
    pub name: String,
    /// The whole definition.
    pub at: Stretch,
    /// Its body.
    pub body: StatementId,
}

/// A stretch of the text of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stretch {
    /// Its first byte.
    pub start: usize,
    /// One past its last byte.
    pub end: usize,
    /// The same as the edges of the program name it.
    pub span: Span,
}

/// A statement as it is written.
#[derive(Clone, Debug)]
pub struct Statement {
    /// Where it is.
    pub at: Stretch,
    /// What it is.
    pub kind: StatementKind,
    /// The statement that it is a part of.
    pub parent: Option<StatementId>,
    /// Its own parts, in order.
    pub parts: Vec<StatementId>,
    /// What is in it that is no part of its own: expressions and macros can hide statements.
    pub hidden: Hidden,
}

/// Statements that are inside another one without being parts of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Hidden {
    /// Whether control may leave it other than at its end.
    pub jumps: bool,
    /// Whether a `switch` around it leads into it.
    pub cases: bool,
    /// The labels in it.
    pub labels: Vec<String>,
}

/// What a statement is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StatementKind {
    /// Something without parts: an expression, assembly, or what a macro hides.
    Whole,
    /// A declaration.
    Declaration,
    /// `{ … }`.
    Block,
    /// `if (…) part else part`.
    If,
    /// `while (…) part`, `do part while (…);`, `for (…) part`.
    Loop,
    /// `switch (…) part`.
    Switch,
    /// `name: part`; without a name, `case …: part` or `default: part`.
    Label(Option<String>),
    /// `break;`
    Break,
    /// `continue;`
    Continue,
    /// `return …;`
    Return,
    /// `goto name;`
    Goto(String),
}

impl Stretch {
    /// Whether something at a place of the source is inside.
    #[must_use]
    pub fn holds(&self, place: Span) -> bool {
        let (span, at) = (self.span, (place.line, place.column));
        span.file == place.file && (span.line, span.column) <= at && at < (span.end_line, span.end_column)
    }
}

impl OutlinedFile {
    /// The innermost statements of a function at a place. There may be more than one: line markers can give two lines one
    /// number.
    #[must_use]
    pub fn at(&self, function: &OutlinedFunction, place: Span) -> Vec<StatementId> {
        let mut found = Vec::new();
        let mut work = vec![function.body];
        while let Some(id) = work.pop() {
            let statement = &self.statements[id];
            if !statement.at.holds(place) {
                continue;
            }
            let before = work.len();
            work.extend(statement.parts.iter().filter(|&&part| self.statements[part].at.holds(place)));
            if work.len() == before {
                found.push(id);
            }
        }
        found
    }
}
