//! Which cells a step reads and which it writes.
//!
//! Refinement walks an infeasible path backwards and keeps only what the contradiction depends on. For that it
//! needs to know, for every cell a step wrote, what the written value was computed from.

use argand_domains::memory::Object;
use std::cell::RefCell;

/// A range of bits of an object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Range {
    /// The object.
    pub object: Object,
    /// The first bit.
    pub bit: i64,
    /// The width in bits.
    pub width: u64,
}

impl Range {
    /// Every bit of an object.
    #[must_use]
    pub const fn whole(object: Object) -> Self {
        Self { object, bit: i64::MIN, width: u64::MAX }
    }

    fn end(self) -> i128 {
        i128::from(self.bit) + i128::from(self.width)
    }

    /// Whether the ranges share a bit.
    #[must_use]
    pub fn overlaps(self, other: Self) -> bool {
        self.object == other.object
            && i128::from(self.bit) < other.end()
            && i128::from(other.bit) < self.end()
    }

    /// Whether every bit of `other` is in this range.
    #[must_use]
    pub fn contains(self, other: Self) -> bool {
        self.object == other.object && self.bit <= other.bit && other.end() <= self.end()
    }
}

/// One write of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Write {
    /// What was written.
    pub target: Range,
    /// Where the bits were copied from; `None` when they were computed from what was read.
    pub source: Option<(Object, i64)>,
    /// The reads the written value depends on, as positions in [`Trace::reads`].
    reads: (usize, usize),
}

/// The reads and writes of one step, in order.
#[derive(Clone, Default, Debug)]
pub struct Trace {
    reads: Vec<Range>,
    writes: Vec<Write>,
    /// Where the reads of the value at hand start.
    group: usize,
}

impl Trace {
    /// The writes, the last one first.
    pub fn writes_backwards(&self) -> impl Iterator<Item = &Write> + '_ {
        self.writes.iter().rev()
    }

    /// What a write depends on.
    #[must_use]
    pub fn reads_of(&self, write: &Write) -> &[Range] {
        &self.reads[write.reads.0..write.reads.1]
    }

    /// Everything the step read.
    #[must_use]
    pub fn reads(&self) -> &[Range] {
        &self.reads
    }
}

/// Takes notes of a step, or does not: strongest posts outside of refinement pay nothing for them.
#[derive(Clone, Copy, Default, Debug)]
pub struct Notes<'a>(Option<&'a RefCell<Trace>>);

impl<'a> Notes<'a> {
    /// Notes that go to a trace.
    #[must_use]
    pub const fn to(trace: &'a RefCell<Trace>) -> Self {
        Self(Some(trace))
    }

    /// A range was read.
    pub fn read(self, object: Object, bit: i64, width: u64) {
        if let Some(trace) = self.0 {
            trace.borrow_mut().reads.push(Range { object, bit, width });
        }
    }

    /// What follows is a new value that does not depend on what was read before.
    pub fn next_value(self) {
        if let Some(trace) = self.0 {
            let mut trace = trace.borrow_mut();
            trace.group = trace.reads.len();
        }
    }

    /// A range was written with a value that depends on what was read since [`Notes::next_value`].
    pub fn write(self, target: Range, source: Option<(Object, i64)>) {
        if let Some(trace) = self.0 {
            let mut trace = trace.borrow_mut();
            let reads = (trace.group, trace.reads.len());
            trace.writes.push(Write { target, source, reads });
        }
    }
}
