//! Writes random formulas with this crate's answers, for another solver to check.
//!
//! `cargo run --release --example random_formulas -- DIR COUNT [SEED]` writes `DIR/N.smt2`; the first line is
//! a comment with the answer. Models are checked here, by the evaluator. Every other formula goes through
//! one long-lived solver with levels and assumptions, so that incremental use is checked too.

use std::process::ExitCode;
use std::time::Duration;

use argand_logic::{BitSolver, SatResult, Solver, Sort, TermPool, UnsatCore};
use argand_support::Limits;

#[allow(dead_code, reason = "every user of this module needs a part of it")]
#[path = "../tests/generate/mod.rs"]
mod generate;

use generate::{Generator, Theory};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().collect();
    let (Some(dir), Some(count)) = (args.get(1), args.get(2).and_then(|c| c.parse::<u64>().ok())) else {
        eprintln!("usage: random_formulas DIR COUNT [SEED]");
        return ExitCode::from(2);
    };
    let seed: u64 = args.get(3).and_then(|s| s.parse().ok()).unwrap_or(0);
    // One pool for all, and one solver for the incremental half of each theory.
    let mut pool = TermPool::new();
    let mut kept: Vec<BitSolver> = Theory::ALL.iter().map(|_| BitSolver::default()).collect();
    for n in 0..count {
        let which = (n % 5) as usize;
        let mut g = Generator::new(seed.wrapping_mul(1_000_003) + n, Theory::ALL[which]);
        let depth = 2 + (n / 5 % 4) as u32;
        let terms: Vec<_> = (0..3).map(|_| g.term(&mut pool, Sort::Bool, depth)).collect();
        let limits = Limits::default().sub_limit(Duration::from_secs(5));
        let mut fresh = BitSolver::default();
        let incremental = n / 5 % 2 == 0;
        let solver = if incremental { &mut kept[which] } else { &mut fresh };
        solver.set_limits(limits);
        let answer = if incremental {
            solver.push();
            solver.assert(&mut pool, terms[0]);
            solver.check(&mut pool, &[]);
            solver.push();
            solver.assert(&mut pool, terms[1]);
            solver.check(&mut pool, &[terms[2]])
        } else {
            for &t in &terms {
                solver.assert(&mut pool, t);
            }
            solver.check(&mut pool, &[])
        };
        if answer == SatResult::Sat {
            let model = solver.model(&mut pool, &terms);
            for &t in &terms {
                assert!(model.holds(&pool, t), "formula {n}: the model does not satisfy {}", pool.display(t));
            }
        }
        if answer == SatResult::Unsat && incremental {
            let core = solver.minimised_core(&mut pool);
            assert!(core.is_empty() || core == [terms[2]], "formula {n}: a core of other terms");
        }
        if incremental {
            kept[which].pop(2);
        }
        let word = match answer {
            SatResult::Sat => "sat",
            SatResult::Unsat => "unsat",
            SatResult::Unknown(_) => "unknown",
        };
        let text = format!("; {word} {:?}\n{}", Theory::ALL[which], pool.to_smtlib(&terms));
        if let Err(e) = std::fs::write(format!("{dir}/{n}.smt2"), text) {
            eprintln!("{dir}/{n}.smt2: {e}");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}
