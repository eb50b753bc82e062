//! Words against a naive search, laws, and what is watched of infeasible paths.

use super::subpath::{Answer, Subpaths};
use super::{ObserverCpa, ObserverOptions, ObserverState, Observers, Pattern, Word};
use crate::laws;
use argand_cfa::testing::program;
use argand_cfa::{EdgeId, PathStep, Program};
use argand_encode::Encoder;
use argand_logic::Solvers;
use argand_support::Limits;
use proptest::prelude::*;

/// The longest beginning of the word that the text ends with.
fn naive(word: &[u8], text: &[u8]) -> usize {
    (0..=word.len().min(text.len())).rev().find(|&length| text.ends_with(&word[..length])).unwrap_or(0)
}

proptest! {
    #[test]
    fn a_word_is_found_where_a_naive_search_finds_it(
        letters in prop::collection::vec(0u8..3, 1..7),
        text in prop::collection::vec(0u8..3, 0..60),
    ) {
        let word = Word::new(letters.clone());
        let mut matched = 0;
        for end in 1..=text.len() {
            matched = word.next(matched, &text[end - 1], |_| false);
            prop_assert_eq!(matched, naive(&letters, &text[..end]));
        }
    }

    /// What is found with idle letters in between is really there: the word is what is left of some end of the text without
    /// them.
    #[test]
    fn idle_letters_may_stand_anywhere_in_a_word(
        letters in prop::collection::vec(0u8..4, 1..5),
        text in prop::collection::vec(0u8..6, 0..60),
    ) {
        let (word, idle) = (Word::new(letters.clone()), |letter: &u8| *letter >= 2);
        let mut matched = 0;
        for end in 1..=text.len() {
            let before = matched;
            matched = word.next(before, &text[end - 1], idle);
            prop_assert!(matched <= letters.len() && matched <= before + 1);
            let mut left = matched;
            let mut position = end;
            while left > 0 && position > 0 {
                position -= 1;
                if text[position] == letters[left - 1] {
                    left -= 1;
                } else {
                    prop_assert!(idle(&text[position]), "{:?} {:?} {}", letters, text, end);
                }
            }
            prop_assert_eq!(left, 0);
        }
    }
}

/// A walk around the loop of Fig. 10b of the thesis: `p` is 1 before it, and 0 once `x` was 1.
const ROUNDS: &str = r"
cfa LP64
static int p
static int x
static int i
func main: int(void) {
  entry L0 exit L8
  return int r
  L0 -> L1: p = 1
  L1 -> L2: x = 10
  L2 -> L3: [x > 0]
  L2 -> L8: ![x > 0]
  L3 -> L4: [p != 1]
  L3 -> L5: ![p != 1]
  L5 -> L6: [x == 1]
  L5 -> L7: ![x == 1]
  L6 -> L7: p = 0
  L7 -> L2: x = x - 1
  L4 -> L8: r = 1
}
";

/// A path from the entry of `main` that goes through these locations.
fn through(program: &Program, locations: &[u32]) -> Vec<EdgeId> {
    let main = program.functions[program.main].entry().expect("a body");
    let mut at = main;
    let mut edges = Vec::new();
    // Start-up leads to `main` along the only way that there is.
    let mut start = program.entry();
    while start != main {
        let edge = program.locs[start].out[0];
        edges.push(edge);
        start = program.edges[edge].to;
    }
    for &location in locations {
        let to = |edge: &&EdgeId| program.edges[**edge].to.raw() == main.raw() + location;
        let edge = *program.locs[at].out.iter().find(to).expect("an edge");
        edges.push(edge);
        at = program.edges[edge].to;
    }
    edges
}

fn look(program: &Program, edges: &[EdgeId]) -> Answer {
    let steps: Vec<PathStep> = edges.iter().map(|&edge| PathStep { edge, demands: Vec::new() }).collect();
    let mut subpaths = Subpaths::new(Encoder::new(program), Solvers::default());
    subpaths.look(program, &steps, &Limits::default()).expect("no limit")
}

fn texts(program: &Program, pattern: &Pattern) -> Vec<String> {
    pattern.edges().iter().map(|&edge| program.op_text(edge)).collect()
}

#[test]
fn what_is_watched_is_the_part_that_contradicts_itself() {
    let program = program(ROUNDS);
    let first_round = through(&program, &[1, 2, 3, 4]);
    let Answer::Infeasible(exact, loose) = look(&program, &first_round) else { panic!("no run takes it") };
    assert_eq!(texts(&program, &exact), ["p = 1;", "x = 10;", "[x > 0]", "[p != 1]"]);
    assert_eq!(texts(&program, &loose.expect("a loose one")), ["p = 1;", "[p != 1]"]);
    let after_last = through(&program, &[1, 2, 3, 5, 6, 7, 2, 3, 4]);
    let Answer::Infeasible(exact, loose) = look(&program, &after_last) else { panic!("no run takes it") };
    assert_eq!(texts(&program, &exact), ["[x == 1]", "p = 0;", "x = x - 1;", "[x > 0]"]);
    assert_eq!(texts(&program, &loose.expect("a loose one")), ["[x == 1]", "x = x - 1;", "[x > 0]"]);
    assert!(matches!(look(&program, &through(&program, &[1, 2, 3, 5, 7, 2])), Answer::Feasible));
}

#[test]
fn a_state_says_how_far_each_path_was_taken() {
    let edges: Vec<EdgeId> = (0..4).map(EdgeId::new).collect();
    let observers = Observers::default()
        .with(Pattern::exact(&[edges[0], edges[1], edges[2]]))
        .with(Pattern::loose(vec![edges[1], edges[3]], vec![edges[0], edges[2]]));
    let along = |taken: &[usize]| {
        let start = Some(ObserverState::default());
        let state = taken.iter().fold(start, |state, &edge| observers.next(&state?, edges[edge]));
        state.map(|state| state.to_string())
    };
    assert_eq!(along(&[3]).as_deref(), Some(""));
    assert_eq!(along(&[0]).as_deref(), Some("1 steps of infeasible path 1"));
    let both = "2 steps of infeasible path 1, 1 steps of infeasible path 2";
    assert_eq!(along(&[0, 1]).as_deref(), Some(both));
    assert_eq!(along(&[0, 1, 2]), None);
    assert_eq!(along(&[1, 0, 2, 3]), None);
    assert_eq!(
        along(&[0, 1, 0]).as_deref(),
        Some("1 steps of infeasible path 1, 1 steps of infeasible path 2")
    );
    assert_eq!(along(&[1, 1, 3]), None);
}

#[test]
fn the_laws_hold() {
    let edges: Vec<EdgeId> = (0..3).map(EdgeId::new).collect();
    let observers = Observers::default().with(Pattern::exact(&edges));
    let mut states = vec![ObserverState::default()];
    for &edge in &edges[..2] {
        states.extend(observers.next(&states[states.len() - 1], edge));
    }
    let mut cpa = ObserverCpa { options: ObserverOptions::default() };
    assert_eq!(laws::hold(&mut cpa, &states, &observers), Ok(()));
}
