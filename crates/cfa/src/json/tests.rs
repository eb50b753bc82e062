//! The JSON form of small programs.

use super::*;
use crate::testing::{program, random_program};
use proptest::prelude::*;

/// The one loop of [`SMALL`].
struct First;

impl LoopNest for First {
    fn is_head(&self, loc: LocId) -> bool {
        loc == LocId::new(0)
    }

    fn depth(&self, loc: LocId) -> u32 {
        u32::from([0, 2].contains(&loc.raw()))
    }
}

const SMALL: &str = r#"
cfa LP64
file F0 "a.c"
struct s {
  int x
}
static struct s g
func f: int(int) @F0:1:5 {
  entry L0 exit L1
  param int n
  return int result
  label again: L0
  L0 -> L2: [n > 0] b0=true @F0:2:3-9
  L0 -> L1: ![n > 0] b0=false
  L2 -> L0: g.x = n - 1
}
func main: void(void) {
  entry L3 exit L4
  temp int t
  L3 -> L5: t = call f(3)
  L5 -> L4: init g { g.x = 1 }
}
branch while @F0:2:1-6
"#;

#[test]
fn a_small_program_exports_as_expected() {
    insta::assert_snapshot!(json(&program(SMALL), &First));
}

#[test]
fn one_function_keeps_the_numbers_of_the_whole() {
    let program = program(SMALL);
    let mut out = Vec::new();
    write_json(&program, program.find_function("f"), &First, &mut out).unwrap();
    let value: serde_json::Value = serde_json::from_slice(&out).unwrap();
    assert_eq!(value["edges"][2]["src"], "n - 1");
    assert_eq!(value["edges"][3], serde_json::json!({}));
    assert_eq!(value["locations"][0]["loopHead"], true);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_program_is_valid_json_with_dense_arrays(choices in prop::collection::vec(any::<u16>(), 0..600)) {
        let program = random_program(&choices);
        let value: serde_json::Value = serde_json::from_str(&json(&program, &())).unwrap();
        for (key, count) in [("edges", program.edges.len()), ("locations", program.locs.len())] {
            prop_assert_eq!(value[key].as_array().map(Vec::len), Some(count));
        }
    }
}
