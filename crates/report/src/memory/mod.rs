//! Drawings of memory: what [`Picture`] says of a graph, for Graphviz and as a document of its own.
//!
//! Which objects, names and values a picture has is decided where memory is known (`domains::smg::picture`); here they only
//! get shapes, colours and places.
//!
//! [`Picture`]: argand_domains::smg::picture::Picture

mod dot;
mod svg;

pub use dot::dot;
pub use svg::svg;
