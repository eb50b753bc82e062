//! Counts and scores of results, as a whole and for each category.

use super::record::{Run, Status, TaskResult};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The title of the first column.
const HEAD: &str = "category";

/// What results add up to.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tally {
    /// How many there are of each status, in the order of [`Status::ALL`].
    counts: [usize; Status::ALL.len()],
    /// Their points.
    pub score: i64,
    /// The points of right answers to all of them.
    pub most: i64,
    /// The processor time of all.
    pub cpu_seconds: f64,
    /// The processor times of right answers, the smallest first.
    pub solved_cpu: Vec<f64>,
    /// The most memory that one of them used.
    pub memory_bytes: u64,
}

impl Tally {
    /// Adds up results.
    #[must_use]
    pub fn of<'a>(results: impl IntoIterator<Item = &'a TaskResult>) -> Self {
        let mut tally = Self::default();
        for result in results {
            tally.add(result);
        }
        tally.solved_cpu.sort_by(f64::total_cmp);
        tally
    }

    fn add(&mut self, result: &TaskResult) {
        self.counts[position(result.status)] += 1;
        self.score += result.status.points();
        self.most += result.expected.points();
        self.cpu_seconds += result.cpu_seconds;
        if result.status.is_correct() {
            self.solved_cpu.push(result.cpu_seconds);
        }
        self.memory_bytes = self.memory_bytes.max(result.memory_bytes);
    }

    /// How many results have a status.
    #[must_use]
    pub fn count(&self, status: Status) -> usize {
        self.counts[position(status)]
    }

    /// How many results there are.
    #[must_use]
    pub fn all(&self) -> usize {
        self.counts.iter().sum()
    }

    /// How many answers are right.
    #[must_use]
    pub fn correct(&self) -> usize {
        Status::ALL.into_iter().filter(|status| status.is_correct()).map(|status| self.count(status)).sum()
    }

    /// How many answers are wrong.
    #[must_use]
    pub fn wrong(&self) -> usize {
        Status::ALL.into_iter().filter(|status| status.is_wrong()).map(|status| self.count(status)).sum()
    }

    /// The processor time of the right answer in the middle.
    #[must_use]
    pub fn median_cpu(&self) -> Option<f64> {
        let times = &self.solved_cpu;
        let (below, above) = (times.get(times.len().checked_sub(1)? / 2)?, times.get(times.len() / 2)?);
        Some(f64::midpoint(*below, *above))
    }
}

fn position(status: Status) -> usize {
    Status::ALL.into_iter().position(|one| one == status).unwrap_or_default()
}

/// The tallies of a run.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    /// The categories, by name.
    pub categories: Vec<(String, Tally)>,
    /// All together.
    pub total: Tally,
}

impl Table {
    /// The table of results.
    #[must_use]
    pub fn of(results: &[TaskResult]) -> Self {
        let mut categories: BTreeMap<&str, Vec<&TaskResult>> = BTreeMap::new();
        for result in results {
            categories.entry(&result.category).or_default().push(result);
        }
        let row = |(name, results): (&str, Vec<&TaskResult>)| (name.to_owned(), Tally::of(results));
        Self { categories: categories.into_iter().map(row).collect(), total: Tally::of(results) }
    }

    /// All rows, the total last.
    pub fn rows(&self) -> impl Iterator<Item = (&str, &Tally)> {
        let categories = self.categories.iter().map(|(name, tally)| (name.as_str(), tally));
        categories.chain([("total", &self.total)])
    }

    /// As text in columns.
    #[must_use]
    pub fn text(&self) -> String {
        let width = self
            .rows()
            .map(|(name, _)| name)
            .chain([HEAD])
            .map(|name| name.chars().count())
            .max()
            .unwrap_or(0);
        let mut out = format!(
            "{:width$} {:>6} {:>6} {:>6} {:>6} {:>6} {:>7} {:>7} {:>6} {:>6} {:>12} {:>9} {:>9}\n",
            HEAD,
            "tasks",
            "true",
            "false",
            "wrong",
            "open",
            "timeout",
            "memory",
            "error",
            "solved",
            "score",
            "cpu",
            "median"
        );
        for (name, tally) in self.rows() {
            let share = 100 * tally.correct() / tally.all().max(1);
            let _ = writeln!(
                out,
                "{name:width$} {:>6} {:>6} {:>6} {:>6} {:>6} {:>7} {:>7} {:>6} {:>6} {:>12} {:>8.1}s {:>9}",
                tally.all(),
                tally.count(Status::CorrectTrue),
                tally.count(Status::CorrectFalse),
                tally.wrong(),
                tally.count(Status::Unknown),
                tally.count(Status::Timeout),
                tally.count(Status::OutOfMemory),
                tally.count(Status::Error),
                format!("{share}%"),
                format!("{} of {}", tally.score, tally.most),
                tally.cpu_seconds,
                tally.median_cpu().map_or_else(|| "-".to_owned(), |seconds| format!("{seconds:.2}s")),
            );
        }
        out
    }
}

impl Run {
    /// The results that must not be: wrong answers, and none at all.
    pub fn alarming(&self) -> impl Iterator<Item = &TaskResult> {
        self.results.iter().filter(|result| result.status.is_wrong() || result.status == Status::Error)
    }

    /// Why there are no answers, the most frequent reason first. What differs from program to program (places and
    /// numbers) is left out of a reason.
    #[must_use]
    pub fn reasons(&self) -> Vec<(String, usize)> {
        let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
        for result in self.results.iter().filter(|result| !result.reason.is_empty()) {
            *reasons.entry(without_places(&result.reason)).or_default() += 1;
        }
        let mut reasons: Vec<_> = reasons.into_iter().collect();
        reasons.sort_by(|(one, first), (other, second)| second.cmp(first).then_with(|| one.cmp(other)));
        reasons
    }
}

/// A reason without the places that it names: words with `:` and a number behind a name of a file become `…`.
fn without_places(reason: &str) -> String {
    let place = |word: &str| {
        let word = word.trim_end_matches([':', ',', ';', '.', ')']);
        let mut parts = word.rsplit(':');
        parts.next().is_some_and(|last| !last.is_empty() && last.bytes().all(|b| b.is_ascii_digit()))
            && parts.next().is_some()
    };
    let words = reason.split(' ').map(|word| if place(word) { "…" } else { word });
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::samples::{result, run};

    #[test]
    fn scores_are_those_of_the_competition() {
        let tally = Tally::of(&[
            result("a", "x", Status::CorrectTrue, 1.0),
            result("b", "x", Status::CorrectFalse, 3.0),
            result("c", "x", Status::WrongTrue, 1.0),
            result("d", "x", Status::WrongFalse, 1.0),
            result("e", "x", Status::Timeout, 10.0),
        ]);
        assert_eq!((tally.score, tally.most), (2 + 1 - 32 - 16, 2 + 1 + 1 + 2 + 2));
        assert_eq!((tally.correct(), tally.wrong(), tally.all()), (2, 2, 5));
        assert_eq!(tally.median_cpu(), Some(2.0));
        assert_eq!(Tally::default().median_cpu(), None);
    }

    #[test]
    fn categories_come_by_name_and_the_total_last() {
        let results =
            [result("b", "Loops", Status::CorrectTrue, 1.0), result("a", "Heap", Status::Unknown, 1.0)];
        let text = Table::of(&results).text();
        let rows: Vec<&str> = text.lines().map(|line| line.split(' ').next().unwrap_or("")).collect();
        assert_eq!(rows, ["category", "Heap", "Loops", "total"]);
        let ends: Vec<usize> = text.lines().map(|line| line.chars().count()).collect();
        assert!(ends.iter().all(|end| *end == ends[0]), "{text}");
    }

    #[test]
    fn reasons_are_counted_without_their_places() {
        let mut results =
            vec![result("a", "x", Status::Unknown, 1.0), result("b", "x", Status::Unknown, 1.0)];
        results[0].reason = "dir/a.c:12:3: `setjmp` is not supported".to_owned();
        results[1].reason = "b.c:7: `setjmp` is not supported".to_owned();
        assert_eq!(run("r", results).reasons(), [("… `setjmp` is not supported".to_owned(), 2)]);
    }
}
