//! The analyses.
pub mod value;
