//! Which accesses may touch a common byte.
//!
//! A points-to analysis whose targets are *cells*: a class of objects and a set of offsets in them. It has three
//! steps, each as cheap as it can be and still right:
//!
//! 1. **Classes** (`classes`): objects that one pointer may reach are unified, never listed (B. Steensgaard,
//!    "Points-to analysis in almost linear time", 1996). Pointers that come from outside, and objects that went
//!    there, form one class.
//! 2. **Offsets** (`contents`): for each pointer, where in the objects of its class it may point to: a base and
//!    a stride. A fixpoint over the assignments of the program; which class is meant is known by then.
//! 3. **Partition** (`partition`): accesses of one class whose byte ranges may overlap, modulo their strides, are
//!    put together until nothing changes. A group whose accesses all have one size and never overlap in part is an
//!    array of words of that size; any other group is an array of bytes, that group alone (data structure analysis:
//!    C. Lattner and V. Adve, 2005; sea-dsa).
//!
//! Numbers that get the bits of pointers by control flow are found by `forged`: they may point to whatever was exposed.
//!
//! Types play no part: a cast changes nothing, a union is nothing special, and an index that leaves its member
//! reaches the others because it has a stride and no end.
//!
//! **Invariant:** two accesses that may touch a common byte use a common array. [`Partition::check`] proves it anew
//! from the accesses alone.

mod classes;
mod contents;
mod examination;
mod flows;
mod forged;
mod offsets;
mod partition;

pub use classes::Class;
pub use contents::{Cell, PointsTo};
pub use offsets::Offsets;
pub use partition::{Array, ArrayId, Content, MAX_LEAVES, Partition, Span};
