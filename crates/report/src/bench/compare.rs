//! Two runs of the same tasks: what the second one gained and lost.

use super::record::{Run, TaskResult};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A task in both runs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pair<'r> {
    /// Its result in the first run.
    pub before: &'r TaskResult,
    /// Its result in the second run.
    pub after: &'r TaskResult,
}

/// How the answers to one task differ.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Change {
    /// The second answer is worth less than the first.
    Lost,
    /// It is worth more.
    Gained,
    /// It is another one, and worth as much.
    Other,
    /// It is the same.
    Same,
}

impl Pair<'_> {
    /// How the answers differ.
    #[must_use]
    pub fn change(&self) -> Change {
        let points = |result: &TaskResult| result.status.points();
        match points(self.after).cmp(&points(self.before)) {
            std::cmp::Ordering::Less => Change::Lost,
            std::cmp::Ordering::Greater => Change::Gained,
            std::cmp::Ordering::Equal if self.before.status == self.after.status => Change::Same,
            std::cmp::Ordering::Equal => Change::Other,
        }
    }
}

/// Two runs, task by task.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison<'r> {
    /// The first run.
    pub before: &'r Run,
    /// The second run.
    pub after: &'r Run,
    /// The tasks of both, by name.
    pub pairs: Vec<Pair<'r>>,
    /// How many tasks only the first has.
    pub only_before: usize,
    /// How many tasks only the second has.
    pub only_after: usize,
}

impl<'r> Comparison<'r> {
    /// Compares two runs.
    #[must_use]
    pub fn of(before: &'r Run, after: &'r Run) -> Self {
        let mut first: BTreeMap<&str, &TaskResult> =
            before.results.iter().map(|result| (result.task.as_str(), result)).collect();
        let mut pairs = Vec::new();
        let mut only_after = 0;
        for after in &after.results {
            match first.remove(after.task.as_str()) {
                Some(before) => pairs.push(Pair { before, after }),
                None => only_after += 1,
            }
        }
        pairs.sort_by(|one, other| one.after.task.cmp(&other.after.task));
        Self { before, after, pairs, only_before: first.len(), only_after }
    }

    /// The tasks whose answers changed in this way.
    pub fn changed(&self, how: Change) -> impl Iterator<Item = &Pair<'r>> {
        self.pairs.iter().filter(move |pair| pair.change() == how)
    }

    /// In lines for the user.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = format!("{} tasks are in both runs", self.pairs.len());
        for (count, run) in [(self.only_before, self.before), (self.only_after, self.after)] {
            if count > 0 {
                let _ = write!(out, ", {count} only in {}", run.name);
            }
        }
        out.push('\n');
        for (how, title) in
            [(Change::Gained, "gained"), (Change::Lost, "lost"), (Change::Other, "without an answer in both")]
        {
            let pairs: Vec<&Pair<'_>> = self.changed(how).collect();
            let _ = writeln!(out, "{title}: {}", pairs.len());
            for Pair { before, after } in pairs {
                let _ = writeln!(
                    out,
                    "  {:13} -> {:13} {:>8.2}s -> {:>8.2}s  {}",
                    before.status.name(),
                    after.status.name(),
                    before.cpu_seconds,
                    after.cpu_seconds,
                    after.task
                );
            }
        }
        let both =
            || self.pairs.iter().filter(|p| p.before.status.is_correct() && p.after.status.is_correct());
        let time = |of: fn(&Pair<'_>) -> f64| both().map(of).sum::<f64>();
        let score = |of: fn(&Pair<'_>) -> i64| self.pairs.iter().map(of).sum::<i64>();
        let _ = writeln!(
            out,
            "solved by both: {}, processor time {:.1}s -> {:.1}s",
            both().count(),
            time(|pair| pair.before.cpu_seconds),
            time(|pair| pair.after.cpu_seconds)
        );
        let _ = writeln!(
            out,
            "score on the tasks of both: {} -> {}",
            score(|pair| pair.before.status.points()),
            score(|pair| pair.after.status.points())
        );
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::Status;
    use crate::bench::samples::{result, run};

    #[test]
    fn gained_and_lost_are_by_what_answers_are_worth() {
        let before = run(
            "old",
            vec![
                result("better", "x", Status::Unknown, 9.0),
                result("gone", "x", Status::Unknown, 9.0),
                result("same", "x", Status::CorrectTrue, 4.0),
                result("stuck", "x", Status::Timeout, 9.0),
                result("worse", "x", Status::Unknown, 9.0),
            ],
        );
        let after = run(
            "new",
            vec![
                result("better", "x", Status::CorrectTrue, 1.0),
                result("fresh", "x", Status::Unknown, 9.0),
                result("same", "x", Status::CorrectTrue, 2.0),
                result("stuck", "x", Status::Unknown, 9.0),
                result("worse", "x", Status::WrongTrue, 1.0),
            ],
        );
        let comparison = Comparison::of(&before, &after);
        let names = |how| comparison.changed(how).map(|p| p.after.task.as_str()).collect::<Vec<_>>();
        assert_eq!(names(Change::Gained), ["better"]);
        assert_eq!(names(Change::Lost), ["worse"]);
        assert_eq!(names(Change::Other), ["stuck"]);
        assert_eq!(names(Change::Same), ["same"]);
        let text = comparison.text();
        assert!(text.starts_with("4 tasks are in both runs, 1 only in old, 1 only in new\n"), "{text}");
        assert!(text.contains("solved by both: 1, processor time 4.0s -> 2.0s"), "{text}");
        assert!(text.contains("score on the tasks of both: 2 -> -28"), "{text}");
    }
}
