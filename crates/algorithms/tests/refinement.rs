//! CEGAR on toy analyses: lazy abstraction, restarts, and refinements that lead nowhere.

mod toy;

use argand_algorithms::cegar::Believe;
use argand_algorithms::{Cause, Cegar, CegarOptions, Exploration, ExplorationOptions, Outcome, ReasonKind};
use argand_cfa::Program;
use argand_cfa::testing::program;
use argand_cpa::{
    ArgPath, ComponentOptions, CutPoint, Failure, Interned, PrecisionId, RefineCx, RefineMode, Refinement,
    Refiner, Table, WaitKey,
};
use argand_support::Limits;
use toy::{Forbidden, Habits, ValuesOf, compose, place};

/// `x` is 1 where it would have to be 2; an unrelated branch lies beside it.
const PROGRAM: &str = r#"
cfa LP64
static int c
static int x
func main: int(void) {
  entry L0 exit L1
  return int r
  L0 -> L2: [c]
  L0 -> L3: ![c]
  L3 -> L4: r = 5
  L4 -> L1: noop
  L2 -> L5: x = 1
  L5 -> L6: noop
  L6 -> L7: [x == 2]
  L6 -> L8: ![x == 2]
  L8 -> L1: r = 0
  L7 -> L1: r = 1
}"#;

/// Tracks `x` from the given step of the path on. Believes a path when `x` is tracked all along.
struct TrackFrom {
    step: usize,
    precisions: Table<PrecisionId, bool>,
    /// Says "spurious" without a finer precision.
    useless: bool,
    calls: usize,
}

impl Refiner for TrackFrom {
    fn refine(&mut self, cx: &RefineCx<'_>, path: &ArgPath) -> Result<Refinement, Failure> {
        self.calls += 1;
        let component = cx.composite.index_of("x").expect("x takes part");
        let root = cx.reached.root().expect("there is a root");
        let node = match cx.mode {
            RefineMode::Lazy => path.node(self.step).expect("the path is long enough"),
            RefineMode::Restart => root,
        };
        let tracked = *self.precisions.get(cx.reached.precisions(path.end)[component]);
        if tracked && !self.useless {
            return Ok(Refinement::Feasible(path.clone()));
        }
        let precision = self.precisions.intern(!self.useless);
        Ok(Refinement::Spurious(vec![CutPoint { node, precisions: vec![(component, precision)] }]))
    }
}

fn cegar<'p>(
    program: &'p Program,
    forbidden: u32,
    step: usize,
    options: CegarOptions,
    useless: bool,
) -> Cegar<'p, TrackFrom> {
    let coarse = Habits { coarse: true, ..Habits::default() };
    let x = Interned::new("x", ValuesOf { name: "x", habits: coarse }, ComponentOptions::default());
    let precisions = x.precisions();
    let forbidden =
        Interned::new("forbidden", Forbidden(argand_cfa::LocId::new(forbidden)), ComponentOptions::default());
    let composite = compose(vec![place(), Box::new(forbidden), Box::new(x)]);
    let order = ExplorationOptions { order: vec![WaitKey::Bfs], seed: 0 };
    let exploration = Exploration::new(program, composite, &order, Limits::default());
    Cegar::new(exploration, TrackFrom { step, precisions, useless, calls: 0 }, options)
}

fn loc(program: &Program, operation: &str) -> u32 {
    let edge = program.edges.indices().find(|&e| program.op_text(e) == operation);
    program.edges[edge.expect("the operation exists")].to.raw()
}

#[test]
fn lazy_abstraction_cuts_below_the_refined_point_and_keeps_the_rest() {
    let program = program(PROGRAM);
    let target = loc(&program, "[x == 2]");
    let mut run = cegar(&program, target, 3, CegarOptions::default(), false);
    assert_eq!(run.verify(), Ok(Outcome::Safe));
    run.exploration.reached.check().unwrap();
    let stats = run.run_stats();
    let cegar = stats.cegar.expect("refined");
    assert_eq!((cegar.refinements, cegar.restarts), (1, 0));
    // The other branch was kept: its first node is older than the cut and still there.
    let kept = run.exploration.reached.iter().filter(|n| n.raw() < 4).count();
    assert_eq!(kept, 4);
    assert!(cegar.cut_nodes < stats.reached.live as u64);
}

#[test]
fn restarts_forget_the_graph_and_keep_the_precision() {
    let program = program(PROGRAM);
    let target = loc(&program, "[x == 2]");
    let options = CegarOptions { mode: RefineMode::Restart, ..CegarOptions::default() };
    let mut run = cegar(&program, target, 0, options, false);
    assert_eq!(run.verify(), Ok(Outcome::Safe));
    let stats = run.run_stats();
    assert_eq!(stats.cegar.expect("refined").restarts, 1);
    assert_eq!(stats.reached.removed, 0);
    let root = run.exploration.reached.root().unwrap();
    let mut text = String::new();
    let precision = run.exploration.reached.precisions(root)[2];
    run.exploration.composite.components()[2].write_precision(run.exploration.program, precision, &mut text);
    assert_eq!(text, "true");
}

#[test]
fn sharpened_analyses_start_again_until_they_cannot_get_sharper() {
    let program = program(PROGRAM);
    let target = loc(&program, "[x == 2]");
    let coarse = Habits { coarse: true, sharpens: true, ..Habits::default() };
    let x = Interned::new("x", ValuesOf { name: "x", habits: coarse }, ComponentOptions::default());
    let forbidden = Forbidden(argand_cfa::LocId::new(target));
    let forbidden = Interned::new("forbidden", forbidden, ComponentOptions::default());
    let composite = compose(vec![place(), Box::new(forbidden), Box::new(x)]);
    let exploration =
        Exploration::new(&program, composite, &ExplorationOptions::default(), Limits::default());
    let mut run = Cegar::new(exploration, Believe, CegarOptions::default());
    assert!(matches!(run.verify(), Ok(Outcome::Target { .. })));
    assert_eq!(run.sharpen(), Ok(true));
    assert_eq!(run.verify(), Ok(Outcome::Safe));
    assert_eq!(run.sharpen(), Ok(false));
}

#[test]
fn a_path_the_refiner_believes_is_the_outcome() {
    let program = program(PROGRAM);
    let target = loc(&program, "r = 0;");
    let mut run = cegar(&program, target, 0, CegarOptions::default(), false);
    let Outcome::Target { path, violated } = run.verify().unwrap() else { panic!("it is reachable") };
    assert_eq!(path.end.raw() as usize + 1, run.exploration.reached.len());
    assert_eq!(violated[0].message, "forbidden");
    assert_eq!(run.refiner.calls, 2);
}

#[test]
fn refinement_without_progress_ends_as_incomplete() {
    let program = program(PROGRAM);
    let target = loc(&program, "[x == 2]");
    let mut run = cegar(&program, target, 0, CegarOptions::default(), true);
    let Outcome::Incomplete(reasons) = run.verify().unwrap() else { panic!("no progress") };
    assert_eq!(reasons[0].kind(), ReasonKind::Refinement);
    assert_eq!(reasons[0].cause, Cause::SamePath);

    let once = CegarOptions { max_refinements: 1, ..CegarOptions::default() };
    let mut run = cegar(&program, target, 0, once, true);
    let Outcome::Incomplete(reasons) = run.verify().unwrap() else { panic!("no progress") };
    assert_eq!(reasons[0].cause, Cause::Refinements { most: 1 });
}

#[test]
fn a_spurious_path_to_an_unsupported_construct_is_refined_away() {
    let text = PROGRAM.replace("L7 -> L1: r = 1", "L7 -> L1: unsupported \"inline assembly\"");
    let spurious = program(&text);
    let nowhere = spurious.halt.raw() + 1000;
    let mut run = cegar(&spurious, nowhere, 0, CegarOptions::default(), false);
    assert_eq!(run.verify(), Ok(Outcome::Safe));
    assert_eq!(run.run_stats().cegar.expect("refined").gap_refinements, 1);

    let real = program(&PROGRAM.replace("L8 -> L1: r = 0", "L8 -> L1: unsupported \"inline assembly\""));
    let mut run = cegar(&real, nowhere, 0, CegarOptions::default(), false);
    let Outcome::Incomplete(reasons) = run.verify().unwrap() else { panic!("it is reached") };
    assert_eq!(reasons[0].cause.to_string(), "inline assembly is not supported");
}
