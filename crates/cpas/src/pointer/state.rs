//! The states of the pointer analysis: which memory can hold which addresses.

use argand_cfa::{EdgeId, FuncId, Program, VarId};
use argand_cpa::{Frames, Words};
use argand_domains::Lattice;
use argand_domains::memory::{CellValue, Memory, Object};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::rc::Rc;

/// The newest object of an allocation site. It is one object, so writes to it replace what it held.
pub const NEWEST: u32 = 0;
/// All older objects of an allocation site together.
pub const OLDER: u32 = 1;
/// Larger sets say too little to be worth their cost.
const MAX_TARGETS: usize = 64;

/// Something a pointer can point to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// Null.
    Null,
    /// A function.
    Func(FuncId),
    /// A place in an object; the distance in bytes from its start, if it is known.
    Object(Object, Option<i64>),
}

impl fmt::Debug for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => f.write_str("null"),
            Self::Func(func) => write!(f, "&{func}"),
            Self::Object(object, Some(0)) => write!(f, "&{object}"),
            Self::Object(object, Some(offset)) => write!(f, "&{object}+{offset}"),
            Self::Object(object, None) => write!(f, "&{object}+?"),
        }
    }
}

/// Everything a pointer can point to. Never empty: a pointer without a target is an infeasible state.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Targets(Rc<[Target]>);

impl Targets {
    /// A single target.
    #[must_use]
    pub fn one(target: Target) -> Self {
        Self(Rc::new([target]))
    }

    /// These targets; `None` if there are too many to say anything, or none.
    pub fn of(targets: impl IntoIterator<Item = Target>) -> Option<Self> {
        let mut list: Vec<Target> = targets.into_iter().collect();
        list.sort_unstable();
        list.dedup();
        (1..=MAX_TARGETS).contains(&list.len()).then(|| Self(list.into()))
    }

    /// The targets in order.
    pub fn iter(&self) -> impl Iterator<Item = Target> + '_ {
        self.0.iter().copied()
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Always false; here because a length wants it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The targets that pass; `None` if none does.
    #[must_use]
    pub fn filter(&self, keep: impl Fn(Target) -> bool) -> Option<Self> {
        Self::of(self.iter().filter(|&t| keep(t)))
    }

    /// The targets after a pointer is moved by a number of bytes, if that is known. What null and functions are moved
    /// to can be anything.
    #[must_use]
    pub fn moved(&self, by: Option<i64>) -> Option<Self> {
        if by != Some(0) && !self.iter().all(|target| matches!(target, Target::Object(..))) {
            return None;
        }
        self.map(|target| match target {
            Target::Object(object, offset) => {
                Target::Object(object, offset.zip(by).and_then(|(offset, by)| offset.checked_add(by)))
            }
            Target::Null | Target::Func(_) => target,
        })
    }

    /// The targets after `change`.
    #[must_use]
    pub fn map(&self, change: impl Fn(Target) -> Target) -> Option<Self> {
        Self::of(self.iter().map(change))
    }
}

impl fmt::Debug for Targets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.0.iter()).finish()
    }
}

impl CellValue for Targets {
    fn zero() -> Self {
        Self::one(Target::Null)
    }

    fn is_address(&self) -> bool {
        self.iter().any(|target| matches!(target, Target::Object(..)))
    }

    fn leq(&self, other: &Self) -> bool {
        self.iter().all(|t| other.0.binary_search(&t).is_ok())
    }

    fn join(&self, other: &Self) -> Option<Self> {
        Self::of(self.iter().chain(other.iter()))
    }
}

/// What the analysis knows on a path.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct PointerState {
    /// What pointers in memory can point to.
    pub memory: Memory<Targets>,
    /// The activations of recursive functions.
    pub frames: Frames,
    /// How many objects each site allocated: 1, or 2 for more than one.
    pub allocated: Rc<BTreeMap<EdgeId, u8>>,
    /// The sites of which an object may be gone, so that others can have its address.
    pub freed: Rc<BTreeSet<EdgeId>>,
}

impl PointerState {
    /// The object a variable names in the running activation of its function.
    #[must_use]
    pub fn object_of(&self, program: &Program, var: VarId) -> Object {
        let frame = self.frames.var(program, var);
        Object::Var { var: frame.var, depth: frame.depth }
    }

    /// A site allocates: its newest object so far becomes one of the older ones.
    pub fn allocate(&mut self, site: EdgeId) -> Object {
        let (newest, older) = (Object::Heap { site, index: NEWEST }, Object::Heap { site, index: OLDER });
        let allocated = Rc::make_mut(&mut self.allocated).entry(site).or_default();
        let before = *allocated;
        *allocated = (before + 1).min(2);
        if before > 0 {
            let rename = |target| match target {
                Target::Object(object, offset) if object == newest => Target::Object(older, offset),
                other => other,
            };
            let values: Vec<_> =
                self.memory.cells().map(|c| (c.object, c.bit, c.width, c.value.map(rename))).collect();
            for (object, bit, width, value) in values {
                self.memory.write(object, bit, width, value);
            }
            let mut aged = self.memory.clone();
            aged.remove_object(older);
            aged.rename_object(newest, older);
            self.memory.remove_object(newest);
            self.memory = if before == 1 { aged } else { self.memory.join(&aged) };
        }
        newest
    }
}

impl PointerState {
    /// What is known, in the words of the source.
    pub(super) fn describe(&self, words: &Words<'_>, lines: &mut Vec<String>) {
        for cell in self.memory.cells().filter(|cell| words.knows_object(cell.object)) {
            let targets = cell.value.iter().map(|target| match target {
                Target::Null => "NULL".to_owned(),
                Target::Func(func) => words.function(func),
                Target::Object(object, offset) => words.address(object, offset),
            });
            let name = words.cell(cell.object, cell.bit, cell.width).name;
            lines.push(format!("{name} = {}", targets.collect::<Vec<_>>().join(" or ")));
        }
    }
}

impl Lattice for PointerState {
    fn leq(&self, other: &Self) -> bool {
        self.frames == other.frames
            && self.allocated.iter().all(|(site, n)| other.allocated.get(site).is_some_and(|m| n <= m))
            && self.freed.is_subset(&other.freed)
            && self.memory.leq(&other.memory)
    }

    fn join(&self, other: &Self) -> Self {
        let mut allocated = Rc::clone(&self.allocated);
        for (&site, &n) in other.allocated.iter() {
            if allocated.get(&site).is_none_or(|&m| m < n) {
                Rc::make_mut(&mut allocated).insert(site, n);
            }
        }
        let mut freed = Rc::clone(&self.freed);
        if !other.freed.is_subset(&freed) {
            Rc::make_mut(&mut freed).extend(other.freed.iter());
        }
        Self { memory: self.memory.join(&other.memory), frames: self.frames.clone(), allocated, freed }
    }
}

impl fmt::Debug for PointerState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.memory, f)
    }
}

impl fmt::Display for PointerState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells: Vec<String> =
            self.memory.cells().map(|c| format!("{}[{}]={:?}", c.object, c.bit, c.value)).collect();
        write!(f, "{{{}}}", cells.join(", "))
    }
}
