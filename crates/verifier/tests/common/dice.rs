//! What tests on random programs have in common: choices that are the same every time, and runs.

use argand_cfa::Program;
use argand_cfa::arith::Scalar;
use argand_exec::{Config, End, ErrorKind, Interpreter, ListInput};

/// Random choices that are the same every time.
pub struct Dice(pub u64);

impl Dice {
    /// A number below this.
    pub fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }

    /// One of these.
    pub fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.roll(from.len() as u64) as usize]
    }
}

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
