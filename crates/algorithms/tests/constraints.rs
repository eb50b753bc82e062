//! The solver for constraints against a naive one, on random systems.
//!
//! Values are sets of small numbers. Right-hand sides are monotone: they join parts of what they read, look at some
//! unknowns only when others have reached something, and add to unknowns that depend on what they read. The naive solver
//! evaluates every right-hand side in turn until nothing changes; what it finds is the least solution.

use argand_algorithms::dataflow::constraints::{Interrupt, System};
use argand_algorithms::dataflow::solver::{Solver, SolverOptions, Values};
use std::collections::BTreeMap;

/// Numbers that look random; the same ones every time.
struct Random(u64);

impl Random {
    fn next(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % below
    }
}

/// A part of a right-hand side, over sets of numbers below 64.
#[derive(Clone, Copy, Debug)]
enum Part {
    /// These numbers.
    Constant(u64),
    /// Those of an unknown that are among these.
    Some { of: u32, mask: u64 },
    /// Those of an unknown, each one larger.
    Next { of: u32 },
    /// Those of one unknown, once another has one of these.
    If { of: u32, when: u32, has: u64 },
    /// Nothing, but adds those of an unknown to another.
    Add { of: u32, to: u32 },
    /// Nothing, but adds one of an unknown's numbers to the unknown with that number.
    Spread { of: u32 },
}

struct Sets {
    parts: Vec<Vec<Part>>,
    /// Whether widening jumps to everything.
    widens: bool,
    evaluations: u64,
}

impl Sets {
    fn random(random: &mut Random) -> Self {
        let count = 2 + random.next(12) as u32;
        let any = |random: &mut Random| random.next(u64::from(count)) as u32;
        let parts = (0..count).map(|_| {
            let parts = (0..random.next(4)).map(|_| match random.next(7) {
                0 => Part::Constant(1 << random.next(64)),
                1 | 2 => Part::Some { of: any(random), mask: random.next(u64::MAX) },
                3 => Part::Next { of: any(random) },
                4 => Part::If { of: any(random), when: any(random), has: 1 << random.next(64) | 1 },
                5 => Part::Add { of: any(random), to: any(random) },
                _ => Part::Spread { of: any(random) },
            });
            parts.collect()
        });
        Self { parts: parts.collect(), widens: false, evaluations: 0 }
    }

    fn count(&self) -> u32 {
        self.parts.len() as u32
    }

    /// Evaluates a part with the values that `get` knows; what it adds to others goes to `add`.
    fn part<E>(
        &self,
        part: Part,
        get: &mut dyn FnMut(u32) -> Result<u64, E>,
        add: &mut Vec<(u32, u64)>,
    ) -> Result<u64, E> {
        Ok(match part {
            Part::Constant(set) => set,
            Part::Some { of, mask } => get(of)? & mask,
            Part::Next { of } => get(of)? << 1,
            Part::If { of, when, has } => {
                if get(when)? & has == 0 {
                    0
                } else {
                    get(of)?
                }
            }
            Part::Add { of, to } => {
                add.push((to, get(of)?));
                0
            }
            Part::Spread { of } => {
                let set = get(of)?;
                add.extend((0..self.count()).filter(|&n| set >> n & 1 == 1).map(|n| (n, 1 << n)));
                0
            }
        })
    }

    /// The least solution.
    fn naive(&self) -> Vec<u64> {
        let mut values = vec![0u64; self.parts.len()];
        values[0] |= 1;
        loop {
            let before = values.clone();
            for (at, parts) in self.parts.iter().enumerate() {
                for &part in parts {
                    let mut added = Vec::new();
                    let mut get = |of: u32| Ok::<u64, ()>(values[of as usize]);
                    let set = self.part(part, &mut get, &mut added).expect("it never fails");
                    values[at] |= set;
                    for (to, set) in added {
                        values[to as usize] |= set;
                    }
                }
            }
            if values == before {
                return values;
            }
        }
    }
}

impl System for Sets {
    type Unknown = u32;
    type Value = u64;
    type Error = String;

    fn bottom(&self) -> u64 {
        0
    }

    fn is_below(&mut self, a: &u64, b: &u64) -> Result<bool, String> {
        Ok(a & !b == 0)
    }

    fn join(&mut self, a: &u64, b: &u64) -> Result<u64, String> {
        Ok(a | b)
    }

    fn widen(&mut self, _: &u64, new: &u64, jump: bool) -> u64 {
        if self.widens && jump { u64::MAX } else { *new }
    }

    fn evaluate(&mut self, unknown: u32, values: &mut Values<'_, Self>) -> Result<u64, Interrupt<String>> {
        self.evaluations += 1;
        if self.evaluations > 100_000 {
            return Err("it does not end".to_owned().into());
        }
        let mut all = 0;
        for part in self.parts[unknown as usize].clone() {
            let mut added = Vec::new();
            all |= self.part(part, &mut |of| values.get(self, of), &mut added)?;
            for (to, set) in added {
                values.add(self, to, &set)?;
            }
        }
        Ok(all)
    }

    fn awakened(&mut self, _: u32) -> Vec<u32> {
        (0..self.count()).collect()
    }

    fn rank(&self, unknown: u32) -> u64 {
        u64::from(unknown)
    }
}

fn solved(system: &mut Sets, options: SolverOptions) -> BTreeMap<u32, u64> {
    let mut solver = Solver::new(options);
    solver.solve(system, 0, &1).expect("it ends");
    solver.iter().map(|(unknown, value)| (unknown, *value)).collect()
}

#[test]
fn without_widening_the_least_solution_is_found() {
    let mut random = Random(1);
    for round in 0..5_000 {
        let mut system = Sets::random(&mut random);
        let least = system.naive();
        let found = solved(&mut system, SolverOptions { widen_after: u32::MAX, steps: 0, narrow: 0 });
        for (unknown, value) in found {
            assert_eq!(
                value, least[unknown as usize],
                "unknown {unknown} of system {round}: {:?}",
                system.parts
            );
        }
    }
}

#[test]
fn with_widening_and_narrowing_a_solution_is_found() {
    let mut random = Random(2);
    for round in 0..5_000 {
        let mut system = Sets::random(&mut random);
        system.widens = true;
        let least = system.naive();
        let (widen_after, steps) = (random.next(4) as u32, random.next(3) as u32);
        let narrow = random.next(4) as u32;
        let found = solved(&mut system, SolverOptions { widen_after, steps, narrow });
        for (&unknown, value) in &found {
            let missing = least[unknown as usize] & !value;
            assert_eq!(missing, 0, "unknown {unknown} of system {round}: {:?}", system.parts);
        }
        // It is closed: whatever a right-hand side gives or adds is in the value.
        for (&unknown, value) in &found {
            for &part in &system.parts[unknown as usize] {
                let mut added = Vec::new();
                let mut get = |of: u32| Ok::<u64, ()>(found.get(&of).copied().unwrap_or(0));
                let set = system.part(part, &mut get, &mut added).expect("it never fails");
                assert_eq!(set & !value, 0, "unknown {unknown} of system {round}");
                for (to, set) in added {
                    assert_eq!(set & !found[&to], 0, "what {unknown} adds to {to} in system {round}");
                }
            }
        }
    }
}

/// `x0 = 0`, `x1 = x0 ∪ (x1 + 1 up to 9)`, as a loop has it: narrowing finds the bound that widening lost.
#[test]
fn narrowing_finds_the_end_of_a_loop() {
    let below_ten = (1 << 10) - 1;
    let parts = vec![
        vec![],
        vec![Part::Some { of: 0, mask: u64::MAX }, Part::Some { of: 2, mask: below_ten }],
        vec![Part::Next { of: 1 }],
    ];
    let mut system = Sets { parts, widens: true, evaluations: 0 };
    let found = solved(&mut system, SolverOptions { widen_after: 1, steps: 0, narrow: 2 });
    assert_eq!(found[&1], below_ten);
}

/// A chain of unknowns that each read the next is solved without recursion.
#[test]
fn a_very_deep_system_is_solved() {
    struct Chain;
    const DEPTH: u32 = 200_000;
    impl System for Chain {
        type Unknown = u32;
        type Value = bool;
        type Error = ();
        fn bottom(&self) -> bool {
            false
        }
        fn is_below(&mut self, a: &bool, b: &bool) -> Result<bool, ()> {
            Ok(a <= b)
        }
        fn join(&mut self, a: &bool, b: &bool) -> Result<bool, ()> {
            Ok(*a || *b)
        }
        fn widen(&mut self, _: &bool, new: &bool, _: bool) -> bool {
            *new
        }
        fn evaluate(&mut self, at: u32, values: &mut Values<'_, Self>) -> Result<bool, Interrupt<()>> {
            if at == DEPTH { Ok(true) } else { values.get(self, at + 1) }
        }
        fn awakened(&mut self, at: u32) -> Vec<u32> {
            vec![at]
        }
        fn rank(&self, at: u32) -> u64 {
            u64::from(at)
        }
    }
    let mut solver = Solver::new(SolverOptions { widen_after: 2, steps: 1, narrow: 2 });
    solver.solve(&mut Chain, 0, &false).expect("it never fails");
    assert_eq!(solver.value(0), Some(&true));
    assert_eq!(solver.stats().evaluations, u64::from(DEPTH) + 1);
}
