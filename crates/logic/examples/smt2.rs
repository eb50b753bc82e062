//! Runs SMT-LIB 2 scripts on the default back end, and writes the workloads that are measured.
//!
//! `cargo run --release --example smt2 -- [--quiet] [--times] FILE.smt2 …` answers scripts;
//! `… --workloads DIR` writes the workloads of `cargo bench` there, for other solvers to run.

use std::process::ExitCode;

use argand_logic::Solver;

#[allow(dead_code, reason = "every user of this module needs a part of it")]
mod script;

use script::{Res, Script, workloads};

fn run(path: &str, quiet: bool, times: bool) -> Res<()> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{path}: {e}"))?;
    let mut script = Script::new(quiet, times);
    script.feed(&text)?;
    let s = script.solver.statistics();
    eprintln!(
        "{path}: {} checks ({} trivial), {} searches, {} conflicts, {} lemmas, {} gates, {} clauses, {:.3} s",
        s.checks,
        s.trivial,
        s.searches,
        s.conflicts,
        s.lemmas,
        s.gates,
        s.clauses,
        s.time.as_secs_f64()
    );
    Ok(())
}

fn write_workloads(dir: &str) -> Res<()> {
    for (name, text) in workloads::all() {
        let path = format!("{dir}/{name}.smt2");
        std::fs::write(&path, text).map_err(|e| format!("{path}: {e}"))?;
    }
    Ok(())
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    // Terms may nest deeper than a default stack.
    let worker = std::thread::Builder::new().stack_size(1 << 28).spawn(move || {
        if let [first, dir] = args.as_slice()
            && first == "--workloads"
        {
            return write_workloads(dir);
        }
        let flag = |name: &str| args.iter().any(|a| a == name);
        let (quiet, times) = (flag("--quiet"), flag("--times"));
        args.iter().filter(|a| !a.starts_with("--")).try_for_each(|path| run(path, quiet, times))
    });
    match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(Ok(()))) => ExitCode::SUCCESS,
        Ok(Ok(Err(e))) => {
            eprintln!("error: {e}");
            ExitCode::from(2)
        }
        _ => ExitCode::from(2),
    }
}
