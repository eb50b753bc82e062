//! Solutions against the concrete interpreter: runs of the corpus stay inside them.
//!
//! A program is solved, and run with inputs. Before each edge of the run there must be a row of the solution at that
//! location whose answers about what the edge reads are all true of the concrete values.

#[path = "common/concrete.rs"]
mod concrete;

use argand_algorithms::{Algorithm as _, Dataflow, DataflowOptions, Found};
use argand_cfa::arith::Scalar;
use argand_cfa::walk::{Node, operands, parts};
use argand_cfa::{EdgeId, ExprId, LocId, Program};
use argand_cpa::{Composite, Context, Query, StateId};
use argand_domains::IntShape;
use argand_exec::{Config, Interpreter, Observer, SeedInput, StateView};
use argand_frontend_c::{Options, load};
use argand_support::{FxHashMap, Limits};
use concrete::{Disk, points_into};
use std::path::{Path, PathBuf};

struct Follower<'p> {
    program: &'p Program,
    composite: &'p Composite,
    rows: FxHashMap<LocId, Vec<&'p [StateId]>>,
    /// How many answers that say something were compared with the run.
    checked: usize,
    wrong: Option<String>,
}

impl Follower<'_> {
    /// Whether what a row says about an expression is true of its value; `None` if it says nothing.
    fn fits(
        &self,
        view: &mut StateView<'_, '_>,
        row: &[StateId],
        expr: ExprId,
        value: Scalar,
    ) -> Option<bool> {
        let Scalar::Int(number) = value else { return None };
        let ty = self.program.expr(expr).ty;
        let shape = IntShape::of(&self.program.types, ty).filter(|shape| shape.is_ordered())?;
        if self.program.types.is_pointer(ty) {
            let mut query = Query::PointsTo { expr, targets: None };
            self.composite.ask(self.program, row, &mut query);
            let Query::PointsTo { targets, .. } = query else { return None };
            return points_into(view, expr, number, &targets?);
        }
        let widest = (shape.min(), shape.max());
        let mut query = Query::IntRange { expr, lo: widest.0, hi: widest.1 };
        if self.program.types.is_integer(ty) {
            self.composite.ask(self.program, row, &mut query);
        }
        match query {
            Query::IntRange { lo, hi, .. } if (lo, hi) != widest => Some((lo..=hi).contains(&number)),
            _ => None,
        }
    }
}

impl Observer for Follower<'_> {
    fn before(&mut self, view: &mut StateView<'_, '_>, edge: EdgeId) {
        if self.wrong.is_some() {
            return;
        }
        let (mut work, mut values) = (Vec::new(), Vec::new());
        operands(self.program, &self.program.edges[edge].op, |node| work.push(node));
        while let Some(node) = work.pop() {
            parts(self.program, node, |part| work.push(part));
            if let Node::Expr(expr) = node
                && let Some(value) = view.eval(expr)
            {
                values.push((expr, value));
            }
        }
        let rows = self.rows.get(&view.location()).cloned().unwrap_or_default();
        let mut complaint = "there is no row".to_owned();
        for row in rows {
            let mut said = 0;
            let contradicted = values.iter().find(|&&(expr, value)| {
                let fits = self.fits(view, row, expr, value);
                said += usize::from(fits.is_some());
                fits == Some(false)
            });
            match contradicted {
                None => {
                    self.checked += said;
                    return;
                }
                Some(&(expr, value)) => {
                    complaint = format!("{} is {value:?}", self.program.expr_text(expr));
                }
            }
        }
        let (text, here) = (self.program.op_text(edge), view.location());
        self.wrong = Some(format!("{complaint} before {text} at {here}"));
    }

    fn edge(&mut self, _: &mut StateView<'_, '_>, _: EdgeId) {}
}

fn composite(program: &Program) -> Composite {
    let names = ["location", "pointer", "interval"];
    let components = names.iter().map(|name| {
        let analysis = argand_cpa::config::find(argand_cpas::ANALYSES, name).expect("it is registered");
        analysis
            .build(toml::Table::new(), &Context::alone(program), false)
            .expect("default options")
            .component
    });
    Composite::new(components.collect()).expect("a composition")
}

/// Holds runs of a program against its solution; how many answers were right, `None` where there are gaps.
fn follow(program: &Program, options: DataflowOptions, name: &str) -> Option<usize> {
    let mut dataflow =
        Dataflow::new(program, composite(program), options, Limits::default()).expect("it can be solved");
    match dataflow.next().expect("it starts") {
        Found::Safe => {}
        Found::Path { .. } => panic!("{name}: nothing is asked"),
        Found::Incomplete(reasons) => {
            let certified = |text: &str| !text.contains("certification");
            assert!(reasons.iter().all(|r| certified(&r.describe(program))), "{name}: {reasons:?}");
            return None;
        }
    }
    let (composite, all) = dataflow.rows().expect("it is solved");
    let mut checked = 0;
    let mut rows: FxHashMap<LocId, Vec<&[StateId]>> = FxHashMap::default();
    for row in all {
        let location = composite.location(program, row).expect("rows have locations");
        rows.entry(location).or_default().push(row);
    }
    for seed in 0..3 {
        let rows = rows.clone();
        let mut follower = Follower { program, composite, rows, checked: 0, wrong: None };
        let config = Config { inputs: Box::new(SeedInput::new(seed)), step_limit: 3000, ..Config::default() };
        let outcome = Interpreter::new(program, config).run_observed(&mut follower);
        assert_eq!(follower.wrong, None, "{name} ({:?})", outcome.end);
        checked += follower.checked;
    }
    Some(checked)
}

fn c_files(directory: &Path, out: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(directory).expect("the corpus exists");
    let mut entries: Vec<_> = entries.map(|e| e.expect("readable").path()).collect();
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

/// Follows runs of every program of some folders: how many answers were right, of how many programs, and how many had gaps.
fn follow_in(folders: &[&str], options: &DataflowOptions) -> (usize, usize, usize) {
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/corpus");
    let mut files = Vec::new();
    for folder in folders {
        c_files(&Path::new(corpus).join(folder), &mut files);
    }
    let (mut checked, mut gaps) = (0, 0);
    for file in &files {
        let loaded = load(std::slice::from_ref(file), &Options::default(), &Disk);
        let loaded = loaded.unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        match follow(&loaded.program, options.clone(), &file.display().to_string()) {
            Some(answers) => checked += answers,
            None => gaps += 1,
        }
    }
    (checked, files.len(), gaps)
}

#[test]
fn runs_of_the_corpus_stay_inside_the_solutions() {
    let folders = ["oracle", "dataflow", "value", "interval", "pointer", "callstack"];
    let (checked, programs, gaps) = follow_in(&folders, &DataflowOptions::default());
    assert!(programs > 250 && gaps <= programs / 10, "{programs} programs, {gaps} with gaps");
    assert!(checked > 50_000, "{checked} answers");
}

#[test]
fn runs_stay_inside_whatever_tells_contexts_apart() {
    let folders = ["dataflow", "callstack", "pointer", "interval"];
    for (call_string, context, max_contexts) in [(0, vec![], 64), (3, vec![], 64), (1, vec!["interval"], 4)] {
        let context = context.into_iter().map(str::to_owned).collect();
        let options = DataflowOptions { call_string, context, max_contexts, ..DataflowOptions::default() };
        let (checked, programs, _) = follow_in(&folders, &options);
        assert!(checked > 200, "{checked} answers of {programs} programs");
    }
}
