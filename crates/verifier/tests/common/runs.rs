//! Runs of small programs, for tests that know what happens in each.

use argand_cfa::Program;
use argand_cfa::arith::Scalar;
use argand_exec::{Config, End, ErrorKind, Interpreter, ListInput};

/// Whether the run with these inputs calls `reach_error`.
pub fn is_error(program: &Program, inputs: impl IntoIterator<Item = i128>) -> bool {
    let values: Vec<Scalar> = inputs.into_iter().map(Scalar::Int).collect();
    let inputs = Box::new(ListInput::new(values));
    let targets = vec!["reach_error".to_owned()];
    let outcome = Interpreter::new(program, Config { inputs, targets, ..Config::default() }).run();
    match outcome.end {
        End::Exit(_) => false,
        End::Error(finding) if finding.kind == ErrorKind::ReachError => true,
        end => panic!("programs end as they should: {end:?}"),
    }
}
