//! The analyses.
pub mod pointer;
pub mod value;
