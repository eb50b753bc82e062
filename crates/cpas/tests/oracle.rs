//! Transfers against the concrete interpreter: runs of the corpus stay inside the abstract states.
//!
//! The abstract state follows the edges of a concrete run. Before each edge, every integer expression the edge
//! reads must have its concrete value inside the range that the state gives it, and each edge that is taken
//! must have a successor. Now and then the state is merged with an older one of the same place, so that joins
//! and widenings are checked too.

use argand_cfa::arith::Scalar;
use argand_cfa::walk::{Node, operands, parts};
use argand_cfa::{EdgeId, LocId, Program};
use argand_cpa::{Configurable as _, Cpa as _, Successors, TransferCx};
use argand_cpas::interval::{IntervalCpa, IntervalOptions, IntervalState, Thresholds};
use argand_exec::{Config, Interpreter, Observer, SeedInput, StateView};
use argand_frontend_c::{Files, Options, load};
use argand_support::{FxHashMap, Limits};
use std::io;
use std::path::{Path, PathBuf};

#[derive(Debug)]
struct Disk;

impl Files for Disk {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        std::fs::read(path)
    }
}

struct Follower<'p> {
    program: &'p Program,
    cpa: IntervalCpa,
    precision: Thresholds,
    state: IntervalState,
    older: FxHashMap<(LocId, usize), IntervalState>,
    limits: Limits,
    checked: usize,
    wrong: Option<String>,
    steps: usize,
}

impl Follower<'_> {
    fn check_edge(&mut self, view: &mut StateView<'_, '_>, edge: EdgeId) {
        let mut work = Vec::new();
        operands(self.program, &self.program.edges[edge].op, |node| work.push(node));
        while let Some(node) = work.pop() {
            parts(self.program, node, |part| work.push(part));
            let Node::Expr(expr) = node else { continue };
            let Some(range) = self.cpa.range(self.program, &self.state, expr) else { continue };
            if let Some(Scalar::Int(value)) = view.eval(expr) {
                self.checked += 1;
                if !range.contains(value) && self.wrong.is_none() {
                    self.wrong = Some(format!(
                        "{} is {value} and not in {range} before {} in {}",
                        self.program.expr_text(expr),
                        self.program.op_text(edge),
                        self.state
                    ));
                }
            }
        }
    }
}

impl Observer for Follower<'_> {
    fn before(&mut self, view: &mut StateView<'_, '_>, edge: EdgeId) {
        if self.wrong.is_none() {
            self.check_edge(view, edge);
        }
    }

    fn edge(&mut self, view: &mut StateView<'_, '_>, edge: EdgeId) {
        if self.wrong.is_some() {
            return;
        }
        let cx = TransferCx::alone(self.program, edge, &self.limits);
        let mut out = Successors::default();
        self.cpa.transfer(&cx, &self.state, &self.precision, &mut out).expect("intervals support everything");
        match out.drain(&self.state).pop() {
            Some(next) => self.state = next,
            None => {
                let text = self.program.op_text(edge);
                self.wrong = Some(format!("{text} was taken but has no successor of {}", self.state));
            }
        }
        self.steps += 1;
        let place = (view.location(), view.depth());
        let older = self.older.insert(place, self.state.clone());
        if let Some(older) = older.filter(|_| self.steps.is_multiple_of(7)) {
            let merged = self.cpa.merge(&self.state, &older, &self.precision).expect("a merge is possible");
            self.state = merged.unwrap_or_else(|| self.state.clone());
        }
    }
}

fn c_files(directory: &Path, out: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = std::fs::read_dir(directory)
        .expect("the corpus exists")
        .map(|e| e.expect("readable").path())
        .collect();
    entries.sort();
    for path in entries {
        // Programs of several files are directories with a list of their own.
        if path.is_dir() && !path.ends_with("multifile") {
            c_files(&path, out);
        } else if path.extension().is_some_and(|e| e == "c") {
            out.push(path);
        }
    }
}

#[test]
fn runs_of_the_corpus_stay_inside_the_intervals() {
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/corpus/oracle");
    let mut files = Vec::new();
    c_files(Path::new(corpus), &mut files);
    let (mut checked, mut programs) = (0, 0u64);
    for file in files {
        let loaded = load(std::slice::from_ref(&file), &Options::default(), &Disk);
        let loaded = loaded.unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        let program = loaded.program;
        let mut cpa =
            IntervalCpa::from_options(IntervalOptions::default(), &program).expect("default options");
        let state = cpa.initial(&program, program.entry()).expect("it has an initial state");
        let mut follower = Follower {
            program: &program,
            precision: Thresholds::of(&program),
            cpa,
            state,
            older: FxHashMap::default(),
            limits: Limits::default(),
            checked: 0,
            wrong: None,
            steps: 0,
        };
        let config =
            Config { inputs: Box::new(SeedInput::new(programs)), step_limit: 3000, ..Config::default() };
        let outcome = Interpreter::new(&program, config).run_observed(&mut follower);
        assert_eq!(follower.wrong, None, "{} ({:?})", file.display(), outcome.end);
        checked += follower.checked;
        programs += 1;
    }
    assert!(programs > 250 && checked > 300_000, "{programs} programs, {checked} values");
}
