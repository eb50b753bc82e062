//! Witnesses: what a verifier hands to others so that they need not believe it.
//!
//! This crate knows the two formats (YAML 2.x and GraphML 1.0) and what their parts mean; it reads and writes texts and
//! knows no analysis. What is written comes from runs and facts of `verifier`, and what is read is checked there.
