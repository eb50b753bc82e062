//! A memory against the most naive model of one: an array of bits, each known or not.

use super::*;
use argand_cfa::VarId;
use proptest::prelude::*;

impl CellValue for u8 {
    fn zero() -> Self {
        0
    }
}

const BITS: usize = 16;

#[derive(Clone, Debug)]
enum Step {
    Write(usize, i64, u64, Option<u8>),
    ZeroFill(usize),
    Remove(usize),
    ForgetFill(usize),
    Copy(usize, i64, usize, i64, u64),
}

fn object(which: usize) -> Object {
    Object::var(VarId::new(which as u32))
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let range = || (0..2usize, 0..12i64, 1..5u64);
    let step = prop_oneof![
        4 => (range(), prop::option::of(0..3u8)).prop_map(|((o, b, w), v)| Step::Write(o, b, w, v)),
        1 => (0..2usize).prop_map(Step::ZeroFill),
        1 => (0..2usize).prop_map(Step::Remove),
        1 => (0..2usize).prop_map(Step::ForgetFill),
        1 => (range(), 0..2usize, 0..12i64).prop_map(|((o, b, w), o2, b2)| Step::Copy(o, b, o2, b2, w)),
    ];
    prop::collection::vec(step, 0..12)
}

fn run(steps: &[Step]) -> Memory<u8> {
    let mut memory = Memory::default();
    for step in steps {
        match *step {
            Step::Write(o, b, w, v) => memory.write(object(o), b, w, v),
            Step::ZeroFill(o) => memory.zero_fill(object(o)),
            Step::Remove(o) => memory.remove_object(object(o)),
            Step::ForgetFill(o) => memory.forget_fill(object(o)),
            Step::Copy(o, b, o2, b2, w) => memory.copy((object(o), b), (object(o2), b2), w),
        }
    }
    memory
}

/// The bits of a concrete memory after the same writes, where unknown values are drawn from `noise`.
fn run_concretely(steps: &[Step], noise: u8) -> [[u64; BITS + 8]; 2] {
    // A bit holds an id of the value and the position inside it, so that only whole equal copies compare equal.
    let mut bits = [[u64::from(noise) + 1000; BITS + 8]; 2];
    let mut fresh = 2000 + u64::from(noise) * 100_000;
    for step in steps {
        match *step {
            Step::Write(o, b, w, v) => {
                fresh += 100;
                for i in 0..w {
                    let id = match v {
                        Some(0) => 0,
                        Some(v) => u64::from(v) * 10 + i + 1,
                        None => fresh + i,
                    };
                    bits[o][(b as u64 + i) as usize] = id;
                }
            }
            Step::ZeroFill(o) => bits[o] = [0; BITS + 8],
            Step::Remove(_) | Step::ForgetFill(_) => {}
            Step::Copy(o, b, o2, b2, w) => {
                let source = bits[o];
                for i in 0..w {
                    bits[o2][(b2 as u64 + i) as usize] = source[(b as u64 + i) as usize];
                }
            }
        }
    }
    bits
}

fn holds(memory: &Memory<u8>, bits: &[[u64; BITS + 8]; 2]) -> Result<(), TestCaseError> {
    for (which, bits) in bits.iter().enumerate() {
        for bit in 0..BITS {
            for width in 1..5u64 {
                let actual: Vec<u64> = (0..width).map(|i| bits[bit + i as usize]).collect();
                match memory.read(object(which), bit as i64, width) {
                    Read::Value(&v) => {
                        let expected: Vec<u64> =
                            (0..width).map(|i| if v == 0 { 0 } else { u64::from(v) * 10 + i + 1 }).collect();
                        prop_assert_eq!(actual, expected);
                    }
                    Read::Zero => prop_assert!(actual.iter().all(|&b| b == 0), "{which} {bit} {width}"),
                    Read::Mixed | Read::Unknown => {}
                }
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn what_a_memory_knows_is_true_of_every_concrete_run(steps in steps(), noise in 0..4u8) {
        holds(&run(&steps), &run_concretely(&steps, noise))?;
    }

    #[test]
    fn the_join_knows_only_what_is_true_of_both(a in steps(), b in steps(), noise in 0..4u8) {
        let joined = run(&a).join(&run(&b));
        holds(&joined, &run_concretely(&a, noise))?;
        holds(&joined, &run_concretely(&b, noise))?;
    }

    #[test]
    fn what_is_covered_knows_at_least_as_much(a in steps(), b in steps(), noise in 0..4u8) {
        let (a_memory, b_memory) = (run(&a), run(&b));
        if a_memory.leq(&b_memory) {
            holds(&b_memory, &run_concretely(&a, noise))?;
        }
    }

    #[test]
    fn the_join_covers_both_sides(a in steps(), b in steps()) {
        let (a, b) = (run(&a), run(&b));
        let joined = a.join(&b);
        prop_assert!(a.leq(&joined), "{a:?} </= {joined:?}");
        prop_assert!(b.leq(&joined), "{b:?} </= {joined:?}");
        prop_assert!(a.leq(&a));
    }

    #[test]
    fn coverage_is_projection_to_the_shape(a in steps(), b in steps()) {
        let (a, b) = (run(&a), run(&b));
        prop_assert_eq!(a.leq(&b), a.project(&b).is_some_and(|p| p == b), "{:?} {:?}", a, b);
        if let Some(projected) = a.project(&b) {
            prop_assert!(a.leq(&projected), "{a:?} </= {projected:?}");
        }
        let joined = a.join(&b);
        prop_assert_eq!(a.project(&joined), Some(joined));
    }

    #[test]
    fn equal_memories_have_equal_hashes_whatever_led_to_them(steps in steps()) {
        let memory = run(&steps);
        let mut rebuilt = Memory::default();
        let mut objects: Vec<_> = Iter::new(&memory.objects).collect();
        objects.reverse();
        for (object, content) in objects {
            let mut again = if content.filled { Content::zero() } else { Content::default() };
            let mut cells: Vec<_> = content.cells().collect();
            cells.reverse();
            for (bit, stored) in cells {
                again.put(bit, stored.clone());
            }
            rebuilt.set(object, again);
        }
        prop_assert_eq!((rebuilt.objects.hash(), rebuilt.shape()), (memory.objects.hash(), memory.shape()));
        prop_assert!(rebuilt == memory);
    }
}

#[test]
fn a_zero_filled_array_costs_one_fact_until_it_is_written() {
    let mut memory: Memory<u8> = Memory::default();
    memory.zero_fill(object(0));
    memory.write(object(0), 32, 32, Some(0));
    assert_eq!(memory.len(), 1);
    memory.write(object(0), 32, 32, Some(7));
    assert_eq!(memory.read(object(0), 32, 32), Read::Value(&7));
    assert_eq!(memory.read(object(0), 0, 32), Read::Zero);
    memory.write(object(0), 32, 32, None);
    assert_eq!(memory.read(object(0), 32, 32), Read::Unknown);
    assert_eq!(memory.read(object(0), 32, 8), Read::Mixed);
}

#[test]
fn overwriting_a_part_of_a_cell_leaves_the_rest_unknown() {
    let mut memory: Memory<u8> = Memory::default();
    memory.zero_fill(object(0));
    memory.write(object(0), 0, 32, Some(7));
    memory.write(object(0), 8, 8, Some(1));
    assert_eq!(memory.read(object(0), 16, 16), Read::Unknown);
    assert_eq!(memory.read(object(0), 8, 8), Read::Value(&1));
    assert!(!memory.is_known(object(0), 0, 32));
    assert!(memory.is_known(object(0), 32, 32));
}

/// A value that can say what its parts are.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Word(u64);

impl CellValue for Word {
    fn zero() -> Self {
        Self(0)
    }

    fn part(&self, bit: u64, width: u64) -> Option<Self> {
        Some(Self(self.0 >> bit & ((1 << width) - 1)))
    }
}

/// The same steps on words and on bits; unknown bits are drawn from `noise`.
fn run_on_words(steps: &[Step], noise: u64) -> (Memory<Word>, [u64; 2]) {
    let (mut memory, mut bits) = (Memory::default(), [noise, !noise]);
    for (step, number) in steps.iter().zip(1..) {
        let mask = |w: u64| (1u64 << w) - 1;
        let put =
            |bits: &mut u64, b: i64, w: u64, v: u64| *bits = *bits & !(mask(w) << b) | (v & mask(w)) << b;
        match *step {
            Step::Write(o, b, w, v) => {
                let value = v.map(|v| (u64::from(v) * 5) & mask(w));
                memory.write(object(o), b, w, value.map(Word));
                put(&mut bits[o], b, w, value.unwrap_or(noise.rotate_left(number)));
            }
            Step::ZeroFill(o) => {
                memory.zero_fill(object(o));
                bits[o] = 0;
            }
            Step::Remove(o) => memory.remove_object(object(o)),
            Step::ForgetFill(o) => memory.forget_fill(object(o)),
            Step::Copy(o, b, o2, b2, w) => {
                memory.copy((object(o), b), (object(o2), b2), w);
                let source = bits[o] >> b;
                put(&mut bits[o2], b2, w, source);
            }
        }
    }
    (memory, bits)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn parts_of_cells_that_were_cut_are_true_of_every_run(steps in steps(), noise: u64) {
        let (memory, bits) = run_on_words(&steps, noise);
        for cell in memory.cells() {
            let which = usize::from(cell.object != object(0));
            prop_assert_eq!(bits[which] >> cell.bit & ((1 << cell.width) - 1), cell.value.0, "{:?}", memory);
        }
        for (which, &word) in bits.iter().enumerate() {
            for bit in 0..BITS as i64 {
                if memory.read(object(which), bit, 1) == Read::Zero {
                    prop_assert_eq!(word >> bit & 1, 0, "{:?}", memory);
                }
            }
        }
    }

    #[test]
    fn the_join_of_memories_with_parts_covers_both(a in steps(), b in steps(), noise: u64) {
        let ((a, bits), (b, _)) = (run_on_words(&a, noise), run_on_words(&b, noise));
        let joined = a.join(&b);
        prop_assert!(a.leq(&joined) && b.leq(&joined), "{a:?} {b:?} {joined:?}");
        for cell in joined.cells() {
            let which = usize::from(cell.object != object(0));
            prop_assert_eq!(bits[which] >> cell.bit & ((1 << cell.width) - 1), cell.value.0, "{:?}", joined);
        }
    }
}

#[test]
fn a_write_to_a_part_leaves_the_other_parts_of_a_number() {
    let mut memory: Memory<Word> = Memory::default();
    memory.write(object(0), 0, 32, Some(Word(0x0102_0304)));
    memory.write(object(0), 8, 8, Some(Word(9)));
    assert_eq!(memory.read(object(0), 0, 8), Read::Value(&Word(4)));
    assert_eq!(memory.read(object(0), 16, 16), Read::Value(&Word(0x0102)));
}

#[test]
fn copies_and_writes_of_no_bits_change_nothing() {
    let mut memory: Memory<Word> = Memory::default();
    memory.zero_fill(object(0));
    memory.zero_fill(object(1));
    memory.write(object(0), 0, 32, Some(Word(7)));
    let before = memory.clone();
    memory.copy((object(1), 0), (object(0), 0), 0);
    memory.copy((object(1), 0), (object(0), 16), 0);
    memory.write(object(0), 16, 0, None);
    assert!(memory == before);
}

#[test]
fn cells_that_lead_to_objects_are_found_again() {
    #[derive(Clone, PartialEq, Eq, Hash, Debug)]
    struct Address(u8);
    impl CellValue for Address {
        fn zero() -> Self {
            Self(0)
        }
        fn is_address(&self) -> bool {
            self.0 > 9
        }
    }
    let mut memory: Memory<Address> = Memory::default();
    let found = |memory: &Memory<Address>| memory.addresses().map(|cell| cell.bit).collect::<Vec<_>>();
    memory.write(object(0), 0, 8, Some(Address(1)));
    memory.write(object(0), 8, 8, Some(Address(10)));
    memory.write(object(1), 16, 8, Some(Address(11)));
    assert_eq!(found(&memory), [8, 16]);
    memory.write(object(0), 8, 8, Some(Address(2)));
    memory.copy((object(1), 16), (object(0), 24), 8);
    assert_eq!(found(&memory), [24, 16]);
    memory.forget(object(0), 24);
    memory.write(object(1), 12, 8, None);
    assert!(found(&memory).is_empty());
}
