//! What analyses ask each other.
//!
//! A [`Query`] is a question with room for its answer. Every sibling narrows the answer with what it knows;
//! an analysis that knows nothing leaves it alone. The enum is closed on purpose: an analysis never needs to
//! know which sibling answers, and never looks at a sibling's state.
//!
//! Expressions are meant in the innermost activation of their function in the state that is asked.

use crate::component::{Component, StateId};
use crate::frames::FrameVar;
use argand_cfa::{CallSiteId, EdgeId, ExprId, FuncId, LocId, Program};
use std::cell::Cell;
use std::fmt;

/// A scalar constant. Pointers are answered by [`Query::PointsTo`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Constant {
    /// An integer in the canonical form of its type.
    Int(i128),
    /// The bits of a floating value.
    Float(u128),
}

/// An object a pointer can point into.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum MemoryObject {
    /// A variable of one activation.
    Var(FrameVar),
    /// An object allocated at an edge, and which one of that edge.
    Heap {
        /// The allocating edge.
        site: EdgeId,
        /// Counts the objects of the site where the analysis tells them apart, else 0.
        instance: u32,
    },
}

/// What a pointer can point to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Pointee {
    /// Null.
    Null,
    /// A function.
    Function(FuncId),
    /// A place inside, or one past, an object.
    Object {
        /// The object.
        object: MemoryObject,
        /// The distance from its start in bytes, if it is known.
        offset: Option<i128>,
        /// Whether the object stands for several concrete ones, so that a write must keep the old content too.
        summary: bool,
    },
}

/// A question, with its answer as far as it is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Query {
    /// At which location is the state?
    Location(Option<LocId>),
    /// How many activations are on the call stack, the start-up function not counted?
    CallDepth(Option<u32>),
    /// Which calls have not returned, the outermost first?
    CallStack(Option<Vec<CallSiteId>>),
    /// How many activations of this function are on the call stack?
    Activations {
        /// The function.
        func: FuncId,
        /// The number of its activations.
        count: Option<u32>,
    },
    /// Between which numbers is the value of an integer expression? Not for unsigned 128-bit types.
    /// `lo > hi` means that no value is left.
    IntRange {
        /// The expression.
        expr: ExprId,
        /// The smallest value it can have.
        lo: i128,
        /// The largest value it can have.
        hi: i128,
    },
    /// Which constant is the value of a scalar expression?
    Value {
        /// The expression.
        expr: ExprId,
        /// The constant.
        value: Option<Constant>,
    },
    /// Where can a pointer expression point? Sorted; `None` means anywhere.
    PointsTo {
        /// The expression.
        expr: ExprId,
        /// Everything it can point to.
        targets: Option<Vec<Pointee>>,
    },
    /// Which function does a pointer expression point to?
    Callee {
        /// The expression.
        expr: ExprId,
        /// The function.
        func: Option<FuncId>,
    },
    /// Which conditions, with the truth they must have, does a specification add to the state?
    Assumes(Vec<(ExprId, bool)>),
    /// Is the state a violation?
    IsTarget(bool),
    /// In which states are the specification automata? One text for each, in the order of the composition.
    Watched(Vec<String>),
    /// Does a property that is written in an analysis' own words hold? Answered by the analysis of that name.
    Check {
        /// The name of the analysis that is asked.
        analysis: Box<str>,
        /// The property.
        property: Box<str>,
        /// Whether it holds.
        holds: Option<bool>,
    },
    /// What is the value of an expression that is written in an analysis' own words?
    Eval {
        /// The name of the analysis that is asked.
        analysis: Box<str>,
        /// The expression.
        expression: Box<str>,
        /// Its value.
        value: Option<i128>,
    },
}

impl Query {
    /// For [`Query::IntRange`]: the value is also between `from` and `to`.
    pub fn narrow_range(&mut self, from: i128, to: i128) {
        if let Self::IntRange { lo, hi, .. } = self {
            (*lo, *hi) = ((*lo).max(from), (*hi).min(to));
        }
    }

    /// For [`Query::PointsTo`]: the pointer also points to one of these.
    pub fn narrow_pointees(&mut self, mut known: Vec<Pointee>) {
        if let Self::PointsTo { targets, .. } = self {
            known.sort_unstable();
            known.dedup();
            match targets {
                // Offsets and instances of different analyses need not match, so a smaller set is the better
                // answer and an intersection would be unsound.
                Some(old) if old.len() <= known.len() => {}
                _ => *targets = Some(known),
            }
        }
    }
}

/// The sibling analyses of the one at work, in one state of the composition.
pub struct Siblings<'a> {
    source: Source<'a>,
    asked: Cell<bool>,
}

enum Source<'a> {
    None,
    Function(&'a dyn Fn(&mut Query)),
    Row {
        program: &'a Program,
        left: &'a [Box<dyn Component>],
        right: &'a [Box<dyn Component>],
        /// The positions of the components that add assumes.
        assumers: &'a [usize],
        states: &'a [StateId],
    },
}

impl fmt::Debug for Siblings<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Siblings")
    }
}

impl<'a> Siblings<'a> {
    /// No siblings: every question stays open.
    #[must_use]
    pub const fn none() -> Self {
        Self { source: Source::None, asked: Cell::new(false) }
    }

    /// Siblings played by a function, for tests and for analyses that are run alone.
    #[must_use]
    pub const fn played_by(answer: &'a dyn Fn(&mut Query)) -> Self {
        Self { source: Source::Function(answer), asked: Cell::new(false) }
    }

    /// The components left and right of the one at position `left.len()`, in the given composite state.
    pub(crate) const fn of_row(
        program: &'a Program,
        left: &'a [Box<dyn Component>],
        right: &'a [Box<dyn Component>],
        assumers: &'a [usize],
        states: &'a [StateId],
    ) -> Self {
        Self { source: Source::Row { program, left, right, assumers, states }, asked: Cell::new(false) }
    }

    /// Whether anything was asked, which makes the result depend on more than the own state.
    #[must_use]
    pub fn was_asked(&self) -> bool {
        self.asked.get()
    }

    /// Lets every sibling narrow the answer, in the order of the composition.
    pub fn ask(&self, query: &mut Query) {
        self.asked.set(true);
        match &self.source {
            Source::None => {}
            Source::Function(answer) => answer(query),
            Source::Row { program, left, right, states, .. } => {
                for (component, &state) in left.iter().zip(&states[..left.len()]) {
                    component.answer(program, state, query);
                }
                for (component, &state) in right.iter().zip(&states[left.len() + 1..]) {
                    component.answer(program, state, query);
                }
            }
        }
    }

    /// The location.
    #[must_use]
    pub fn location(&self) -> Option<LocId> {
        let mut query = Query::Location(None);
        self.ask(&mut query);
        if let Query::Location(answer) = query { answer } else { None }
    }

    /// The number of activations on the call stack.
    #[must_use]
    pub fn call_depth(&self) -> Option<u32> {
        let mut query = Query::CallDepth(None);
        self.ask(&mut query);
        if let Query::CallDepth(answer) = query { answer } else { None }
    }

    /// The number of activations of a function on the call stack.
    #[must_use]
    pub fn activations(&self, func: FuncId) -> Option<u32> {
        let mut query = Query::Activations { func, count: None };
        self.ask(&mut query);
        if let Query::Activations { count, .. } = query { count } else { None }
    }

    /// The narrowest range that the siblings know for an integer expression; `within` is where to start from,
    /// usually the range of the expression's type.
    #[must_use]
    pub fn int_range(&self, expr: ExprId, within: (i128, i128)) -> (i128, i128) {
        let mut query = Query::IntRange { expr, lo: within.0, hi: within.1 };
        self.ask(&mut query);
        if let Query::IntRange { lo, hi, .. } = query { (lo, hi) } else { within }
    }

    /// The constant value of an expression.
    #[must_use]
    pub fn value(&self, expr: ExprId) -> Option<Constant> {
        let mut query = Query::Value { expr, value: None };
        self.ask(&mut query);
        if let Query::Value { value, .. } = query { value } else { None }
    }

    /// Everything a pointer can point to; `None` means anything.
    #[must_use]
    pub fn points_to(&self, expr: ExprId) -> Option<Vec<Pointee>> {
        let mut query = Query::PointsTo { expr, targets: None };
        self.ask(&mut query);
        if let Query::PointsTo { targets, .. } = query { targets } else { None }
    }

    /// The function a pointer points to.
    #[must_use]
    pub fn callee(&self, expr: ExprId) -> Option<FuncId> {
        let mut query = Query::Callee { expr, func: None };
        self.ask(&mut query);
        if let Query::Callee { func, .. } = query { func } else { None }
    }

    /// The conditions that specifications add to the state.
    #[must_use]
    pub fn assumes(&self) -> Vec<(ExprId, bool)> {
        // Asked for every successor, and most compositions have nobody who could answer.
        if let Source::Row { left, assumers, .. } = &self.source
            && assumers.iter().all(|&index| index == left.len())
        {
            return Vec::new();
        }
        let mut query = Query::Assumes(Vec::new());
        self.ask(&mut query);
        if let Query::Assumes(answer) = query { answer } else { Vec::new() }
    }

    /// The calls that have not returned, the outermost first.
    #[must_use]
    pub fn call_stack(&self) -> Option<Vec<CallSiteId>> {
        let mut query = Query::CallStack(None);
        self.ask(&mut query);
        if let Query::CallStack(answer) = query { answer } else { None }
    }

    /// The states of the specification automata.
    #[must_use]
    pub fn watched(&self) -> Vec<String> {
        let mut query = Query::Watched(Vec::new());
        self.ask(&mut query);
        if let Query::Watched(answer) = query { answer } else { Vec::new() }
    }

    /// Whether a sibling says that the state is a violation.
    #[must_use]
    pub fn is_target(&self) -> bool {
        let mut query = Query::IsTarget(false);
        self.ask(&mut query);
        matches!(query, Query::IsTarget(true))
    }
}
