//! Rounds of loops that take the same lines: of many, the last one tells the story.

/// The longest round that is looked for, in steps.
const LONGEST: usize = 60;
/// Fewer rounds than this are told one by one.
const FEWEST: usize = 4;

/// Rounds that are alike, one after the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Rounds {
    /// The step with which the first one begins.
    pub first: usize,
    /// The step with which the last one begins.
    pub last: usize,
    /// How many there are.
    pub count: usize,
}

/// The rounds that are alike in a run, by what its steps look like. They do not overlap, and are in order.
pub(super) fn rounds<K: PartialEq>(steps: &[K]) -> Vec<Rounds> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < steps.len() {
        let longest = LONGEST.min((steps.len() - at) / FEWEST);
        let round = (1..=longest).find_map(|length| {
            let count = repeated(&steps[at..], length);
            (count >= FEWEST).then_some((length, count))
        });
        match round {
            Some((length, count)) => {
                let last = at + length * (count - 1);
                found.push(Rounds { first: at, last, count });
                at = last + length;
            }
            None => at += 1,
        }
    }
    found
}

/// How often the first steps, `length` of them, follow each other.
fn repeated<K: PartialEq>(steps: &[K], length: usize) -> usize {
    let (first, rest) = steps.split_at(length);
    1 + rest.chunks_exact(length).take_while(|round| *round == first).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_rounds_are_found_and_few_are_left_alone() {
        assert_eq!(rounds(b"axyxyxyb"), []);
        assert_eq!(rounds(b"axyxyxyxyb"), [Rounds { first: 1, last: 7, count: 4 }]);
        let two = [Rounds { first: 0, last: 4, count: 5 }, Rounds { first: 6, last: 12, count: 4 }];
        assert_eq!(rounds(b"aaaaabxyxyxyxy"), two);
        assert_eq!(rounds::<u8>(b""), []);
    }

    #[test]
    fn every_step_is_in_one_round_at_most() {
        for seed in 0..200_u32 {
            let mut state = seed;
            let steps: Vec<u32> = (0..120)
                .map(|_| {
                    state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    (state >> 24) % 3
                })
                .collect();
            let mut end = 0;
            for Rounds { first, last, count } in rounds(&steps) {
                let length = (last - first) / (count - 1);
                assert!(first >= end && last + length <= steps.len());
                end = last + length;
                assert!((first..last).step_by(length).all(|at| steps[at..at + length] == steps[last..end]));
            }
        }
    }
}
