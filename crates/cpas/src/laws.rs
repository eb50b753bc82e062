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
