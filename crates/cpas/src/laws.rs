//! The laws of coverage and merging, held against the states that an analysis has on a program.

use argand_cfa::{CallSiteId, LocId, Op, Program};
use argand_cpa::{Adjusted, Cpa, CpaError, Siblings, Successors, TransferCx};
use argand_support::Limits;
use std::collections::{BTreeMap, VecDeque};

/// Where control is, with the calls that have not returned.
type Point = (LocId, Vec<CallSiteId>);

/// More states of one place than this are not looked at: the laws are about three of them at a time.
const MAX_STATES: usize = 12;

/// Recursion is not followed deeper than this.
const MAX_CALLS: usize = 5;

/// Takes an operation to the calls that have not returned; says whether the edge can be taken.
fn follow(op: &Op, stack: &mut Vec<CallSiteId>) -> bool {
    if let Op::Call(site) = op {
        stack.push(*site);
        stack.len() <= MAX_CALLS
    } else if let Op::Return(site) = op {
        stack.pop() == Some(*site)
    } else {
        !matches!(op, Op::Summary(_))
    }
}

/// The states of an analysis alone, from its initial state on.
pub fn states<C: Cpa>(cpa: &mut C, program: &Program, limits: &Limits) -> BTreeMap<Point, Vec<C::State>> {
    let start = program.entry();
    let (state, precision) = (cpa.initial(program, start).expect("a state"), cpa.initial_precision(program));
    let mut found: BTreeMap<Point, Vec<C::State>> =
        BTreeMap::from([((start, Vec::new()), vec![state.clone()])]);
    let mut waiting = VecDeque::from([((start, Vec::new()), state, precision)]);
    while let Some(((location, stack), state, precision)) = waiting.pop_front() {
        for &edge in &program.locs[location].out {
            let mut stack = stack.clone();
            if !follow(&program.edges[edge].op, &mut stack) {
                continue;
            }
            let cx = TransferCx::alone(program, edge, limits);
            let mut out = Successors::default();
            // A bound or something unsupported ends the path, as it does in an exploration.
            if cpa.transfer(&cx, &state, &precision, &mut out).is_err() {
                continue;
            }
            for next in out.drain(&state) {
                let (next, precision) = match cpa.adjust(&cx, &next, &precision, &Siblings::none()) {
                    Ok(Adjusted::Keep) => (next, precision.clone()),
                    Ok(Adjusted::State(state)) => (state, precision.clone()),
                    Ok(Adjusted::Both(state, precision)) => (state, precision),
                    Ok(Adjusted::Bottom) | Err(_) => continue,
                };
                let point = (program.edges[edge].to, stack.clone());
                let here = found.entry(point.clone()).or_default();
                if here.len() < MAX_STATES && !here.contains(&next) {
                    here.push(next.clone());
                    waiting.push_back((point, next, precision));
                }
            }
        }
    }
    found
}

/// Coverage of states is reflexive and transitive, and what two states are merged or joined to covers both.
///
/// # Errors
/// When the analysis cannot compare two of them.
pub fn hold<C: Cpa>(cpa: &mut C, states: &[C::State], precision: &C::Precision) -> Result<(), CpaError> {
    for a in states {
        assert!(cpa.is_covered_by(a, a)?, "{a} does not cover itself");
        for b in states {
            for c in states {
                let chain = cpa.is_covered_by(a, b)? && cpa.is_covered_by(b, c)?;
                assert!(!chain || cpa.is_covered_by(a, c)?, "{c} covers {b} that covers {a}, but not {a}");
            }
        }
    }
    for a in states {
        for b in states {
            // Some states cannot be merged, and not every analysis can join.
            let merged = cpa.merge(a, b, precision).ok().flatten();
            if let Some(both) = merged {
                assert!(
                    cpa.is_covered_by(a, &both)? && cpa.is_covered_by(b, &both)?,
                    "{both} of {a} and {b}"
                );
            }
            if let Ok(both) = cpa.join(a, b) {
                assert!(
                    cpa.is_covered_by(a, &both)? && cpa.is_covered_by(b, &both)?,
                    "{both} of {a} and {b}"
                );
            }
        }
    }
    Ok(())
}

/// The laws hold wherever two states of an analysis meet on a program. Gives how many pairs of different states met.
pub fn hold_on<C: Cpa>(cpa: &mut C, program: &Program) -> usize {
    let limits = Limits::default();
    let precision = cpa.initial_precision(program);
    let mut pairs = 0;
    for states in states(cpa, program, &limits).values() {
        hold(cpa, states, &precision).expect("states of one place can be compared");
        pairs += states.len() * (states.len() - 1) / 2;
    }
    pairs
}

/// Two loops, one in the other, and a function that calls itself.
pub const LOOPS_AND_CALLS: &str = r"
cfa LP64
static int x
static int y
func f: int(int) {
  entry L0 exit L1
  param int n
  return int result
  L0 -> L2: [n > 0]
  L0 -> L1: ![n > 0]
  L2 -> L1: result = call f(n - 1)
}
func main: int(void) {
  entry L3 exit L4
  return int r
  L3 -> L5: noop
  L5 -> L6: [x < 3]
  L5 -> L7: ![x < 3]
  L6 -> L8: [y < 2]
  L6 -> L9: ![y < 2]
  L8 -> L6: y = y + 1
  L9 -> L5: x = x + 1
  L7 -> L4: r = call f(x)
}";

/// The automaton of Fig. 19 and 20 of the thesis on slicing; `l_loop` is L6.
pub const BRANCHES: &str = r"
cfa LP64
static int c
func main: void(void) {
  entry L0 exit L9
  L0 -> L1: noop
  L1 -> L2: [c < 1]
  L1 -> L3: ![c < 1]
  L2 -> L8: noop
  L3 -> L4: [c < 2]
  L3 -> L5: ![c < 2]
  L4 -> L7: noop
  L5 -> L6: noop
  L6 -> L7: noop
  L7 -> L6: [c < 3]
  L7 -> L8: ![c < 3]
  L8 -> L9: noop
}
";

/// So many programs with branches and loops that end and one call, always the same.
pub fn programs(count: u64) -> impl Iterator<Item = Program> {
    (0..count).map(|seed| {
        let mut writer = Structured { text: String::new(), next: 4, dice: seed * 7919 + 1, called: false };
        writer.block(0, 1, 3);
        let head = "cfa LP64\nstatic int x\nstatic int y\nstatic int z\nfunc f: void(int) {\n  entry L2 exit L3\n  \
                    param int v\n  L2 -> L3: z = z + v\n}\nfunc main: void(void) {\n  entry L0 exit L1\n";
        argand_cfa::testing::program(&format!("{head}{}}}\n", writer.text))
    })
}

struct Structured {
    text: String,
    next: usize,
    dice: u64,
    called: bool,
}

impl Structured {
    fn roll(&mut self, below: u64) -> u64 {
        self.dice = self.dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.dice >> 33) % below
    }

    fn edge(&mut self, from: usize, to: usize, op: &str) {
        self.text += &format!("  L{from} -> L{to}: {op}\n");
    }

    fn fresh(&mut self) -> usize {
        self.next += 1;
        self.next - 1
    }

    fn block(&mut self, from: usize, to: usize, depth: u32) {
        let mut at = from;
        for _ in 0..2 + self.roll(3) {
            let after = self.fresh();
            self.statement(at, after, depth);
            at = after;
        }
        self.edge(at, to, "noop");
    }

    fn statement(&mut self, at: usize, after: usize, depth: u32) {
        let (one, other) = (["x", "y", "z"][self.roll(3) as usize], ["x", "y", "z"][self.roll(3) as usize]);
        match self.roll(if depth == 0 { 3 } else { 6 }) {
            0 if !self.called => {
                self.called = true;
                self.edge(at, after, &format!("call f({one})"));
            }
            0..=2 => self.edge(at, after, &format!("{one} = {other} + 1")),
            kind => {
                let (inside, beside) = (self.fresh(), self.fresh());
                self.edge(at, inside, &format!("[{one} < {other}]"));
                self.edge(at, beside, &format!("![{one} < {other}]"));
                self.block(inside, if kind == 3 { at } else { after }, depth - 1);
                self.edge(beside, after, "noop");
            }
        }
    }
}

/// Which way edges are followed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// As runs go.
    Forwards,
    /// Against that.
    Backwards,
}

/// The states of an analysis with one for each location, joined where paths meet. Calls are entered and left; a return
/// leads to every caller.
pub fn joined<C: Cpa<Precision = ()>>(
    cpa: &mut C,
    program: &Program,
    start: LocId,
    way: Way,
) -> BTreeMap<LocId, C::State> {
    let limits = Limits::default();
    let state = cpa.initial(program, start).expect("a state");
    let mut found = BTreeMap::from([(start, state)]);
    let mut waiting = VecDeque::from([start]);
    while let Some(location) = waiting.pop_front() {
        let edges = match way {
            Way::Forwards => &program.locs[location].out,
            Way::Backwards => &program.locs[location].into,
        };
        for &edge in edges.iter().filter(|&&edge| !matches!(program.edges[edge].op, Op::Summary(_))) {
            let (state, mut out) = (found[&location].clone(), Successors::default());
            let cx = TransferCx::alone(program, edge, &limits);
            cpa.transfer(&cx, &state, &(), &mut out).expect("a successor");
            let next = match way {
                Way::Forwards => cx.edge.to,
                Way::Backwards => cx.edge.from,
            };
            for new in out.drain(&state) {
                let both = match found.get(&next) {
                    Some(old) => cpa.join(&new, old).expect("a join"),
                    None => new,
                };
                if found.get(&next) != Some(&both) {
                    found.insert(next, both);
                    waiting.push_back(next);
                }
            }
        }
    }
    found
}
