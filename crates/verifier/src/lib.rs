//! From a program and its properties to a verdict with evidence: the verifier as a library, without input or output.
//!
//! A [`Task`] is a program and what is asked of it; a [`Configuration`] says which analyses look at it and how. A
//! [`Verification`] plans (composes the analyses), runs (explores, refines or unrolls), confirms (executes what was
//! found), certifies (has proofs checked) and reports. TRUE is answered only when everything was explored; FALSE only
//! when the interpreter executed the violation; everything else is UNKNOWN with its reasons.
//!
//! ```
//! use argand_verifier::{Check, Configuration, Options, Task, Verdict, Verification, Wanted, load_text};
//!
//! let program = load_text("void reach_error(void); int main(void) { int x = 1; if (x != 1) reach_error(); }")?;
//! let task = Task::new(program, Wanted::checks(&[Check::Unreach]));
//! let configuration = Configuration::shipped("value")?;
//! let verification = Verification::new(&task, &configuration, Options::default())?;
//! let report = verification.run(None)?;
//! assert_eq!(report.verdict, Verdict::True);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Tasks and configurations are shared between threads; every verification has its own analyses. A configuration can be
//! a [`strategy`]: then others look at the task, in turns and in parallel, and share its time.
//!
//! **Invariant:** nothing here knows an analysis by name, and nothing here reads or writes files.

mod accesses;
pub mod assumed;
pub mod certify;
pub mod config;
mod confirm;
pub mod counterexample;
pub mod everywhere;
mod execute;
mod known;
mod plan;
pub mod properties;
pub mod reason;
pub mod report;
pub mod strategy;
pub mod task;
pub mod testgen;
pub mod validate;
pub mod verdict;
pub mod verification;
pub mod witness;

pub use config::Configuration;
pub use properties::{Check, Wanted};
pub use reason::Why;
pub use report::Report;
pub use strategy::STACK;
pub use task::Task;
pub use verdict::Verdict;
pub use verification::{Options, Verification};

use argand_frontend_c::{Loaded, load_str};

/// Loads a program from one C text.
///
/// # Errors
/// What is wrong with it, in the user's words.
pub fn load_text(text: &str) -> Result<Loaded, String> {
    load_str(text, &argand_frontend_c::Options::default()).map_err(|failure| {
        let messages = failure.diagnostics.iter().map(|d| {
            let place = failure.sources.describe(d.span);
            format!("{place}: {}", d.message)
        });
        messages.collect::<Vec<_>>().join("\n")
    })
}
