//! The summary of a run, or of two runs against each other, as one HTML file that needs nothing else.

use super::compare::{Change, Comparison, Pair};
use super::plot;
use super::record::{Run, Status, TaskResult};
use super::tally::{Table, Tally};
use crate::html::escape;
use std::fmt::Write as _;

const STYLE: &str = include_str!("page.css");

/// More reasons than these are left to the table of tasks.
const MOST_REASONS: usize = 25;

fn page(title: &str, body: &str) -> String {
    let title = escape(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n{body}</body>\n</html>\n"
    )
}

/// The page of a run.
#[must_use]
pub fn run_page(run: &Run) -> String {
    let table = Table::of(&run.results);
    let mut body = String::new();
    about(&mut body, run);
    tallies(&mut body, &table);
    let _ = writeln!(body, "<div class=\"plots\">{}{}</div>", plot::quantile(&[run]), plot::sizes(run));
    results(&mut body, "Wrong answers and errors", run.alarming());
    reasons(&mut body, run);
    for (category, tally) in &table.categories {
        let _ = writeln!(
            body,
            "<details><summary>{}: {} of {} solved</summary>",
            escape(category),
            tally.correct(),
            tally.all()
        );
        task_table(&mut body, run.results.iter().filter(|result| result.category == *category));
        body.push_str("</details>\n");
    }
    page(&format!("Argand: {}", run.name), &body)
}

/// The page of two runs.
#[must_use]
pub fn comparison_page(comparison: &Comparison<'_>) -> String {
    let (before, after) = (comparison.before, comparison.after);
    let mut body = String::new();
    for run in [before, after] {
        let _ = writeln!(body, "<h2>{}</h2>", escape(&run.name));
        about(&mut body, run);
        tallies(&mut body, &Table::of(&run.results));
    }
    let _ = writeln!(
        body,
        "<h2>Task by task</h2><p>{} tasks are in both runs, {} only in the first, {} only in the second.</p>",
        comparison.pairs.len(),
        comparison.only_before,
        comparison.only_after
    );
    let plots = (plot::quantile(&[before, after]), plot::scatter(comparison));
    let _ = writeln!(body, "<div class=\"plots\">{}{}</div>", plots.0, plots.1);
    for (how, title) in
        [(Change::Gained, "Gained"), (Change::Lost, "Lost"), (Change::Other, "Without an answer in both")]
    {
        changes(&mut body, title, &comparison.changed(how).collect::<Vec<_>>());
    }
    page(&format!("Argand: {} and {}", before.name, after.name), &body)
}

fn about(out: &mut String, run: &Run) {
    let _ = writeln!(out, "<p><code>{}</code></p>", escape(&run.setting.describe()));
    if run.results.len() < run.tasks {
        let _ = writeln!(
            out,
            "<p class=\"bad\">{} of {} tasks have a result so far.</p>",
            run.results.len(),
            run.tasks
        );
    }
}

fn tallies(out: &mut String, table: &Table) {
    out.push_str("<table><thead><tr><th>category</th><th>tasks</th>");
    for status in Status::ALL {
        let _ = write!(out, "<th>{}</th>", status.name());
    }
    out.push_str("<th>solved</th><th>score</th><th>of</th><th>cpu, s</th><th>median, s</th><th>memory, MB</th></tr></thead>\n");
    for (name, tally) in table.rows() {
        let _ = write!(out, "<tr><th>{}</th><td>{}</td>", escape(name), tally.all());
        for status in Status::ALL {
            let count = tally.count(status);
            let class = if count > 0 && (status.is_wrong() || status == Status::Error) {
                " class=\"bad\""
            } else {
                ""
            };
            let _ = write!(out, "<td{class}>{count}</td>");
        }
        let _ = writeln!(
            out,
            "<td>{} %</td><td>{}</td><td>{}</td><td>{:.1}</td><td>{}</td><td>{}</td></tr>",
            100 * tally.correct() / tally.all().max(1),
            tally.score,
            tally.most,
            tally.cpu_seconds,
            median(tally),
            tally.memory_bytes / 1_000_000
        );
    }
    out.push_str("</table>\n");
}

fn median(tally: &Tally) -> String {
    tally.median_cpu().map_or_else(|| "–".to_owned(), |seconds| format!("{seconds:.2}"))
}

fn reasons(out: &mut String, run: &Run) {
    let reasons = run.reasons();
    if reasons.is_empty() {
        return;
    }
    out.push_str(
        "<h2>Why there are no answers</h2>\n<table><thead><tr><th>tasks</th><th>reason</th></tr></thead>\n",
    );
    for (reason, count) in reasons.iter().take(MOST_REASONS) {
        let _ = writeln!(out, "<tr><td>{count}</td><td class=\"text\">{}</td></tr>", escape(reason));
    }
    out.push_str("</table>\n");
    if reasons.len() > MOST_REASONS {
        let _ = writeln!(out, "<p>{} more reasons are left out.</p>", reasons.len() - MOST_REASONS);
    }
}

fn results<'r>(out: &mut String, title: &str, results: impl Iterator<Item = &'r TaskResult>) {
    let mut results = results.peekable();
    if results.peek().is_some() {
        let _ = writeln!(out, "<h2>{}</h2>", escape(title));
        task_table(out, results);
    }
}

fn task_table<'r>(out: &mut String, results: impl Iterator<Item = &'r TaskResult>) {
    out.push_str(
        "<table><thead><tr><th>task</th><th>expected</th><th>verdict</th><th>status</th><th>cpu, s</th><th>wall, s</th>\
         <th>memory, MB</th><th>reason</th></tr></thead>\n",
    );
    for result in results {
        let _ = writeln!(
            out,
            "<tr class=\"{}\"><th>{}</th><td>{}</td><td>{}</td><td>{}</td><td>{:.2}</td><td>{:.2}</td><td>{}</td>\
             <td class=\"text\">{}</td></tr>",
            result.status.name(),
            escape(&result.task),
            escape(&result.expected.to_string()),
            escape(&result.verdict),
            result.status.name(),
            result.cpu_seconds,
            result.wall_seconds,
            result.memory_bytes / 1_000_000,
            escape(&result.reason)
        );
    }
    out.push_str("</table>\n");
}

fn changes(out: &mut String, title: &str, pairs: &[&Pair<'_>]) {
    let _ = writeln!(out, "<h2>{}: {}</h2>", escape(title), pairs.len());
    if pairs.is_empty() {
        return;
    }
    out.push_str(
        "<table><thead><tr><th>task</th><th>expected</th><th>first</th><th>second</th><th>cpu, s, first</th>\
         <th>cpu, s, second</th><th>reason, second</th></tr></thead>\n",
    );
    for Pair { before, after } in pairs {
        let _ = writeln!(
            out,
            "<tr><th>{}</th><td>{}</td><td>{}</td><td>{}</td><td>{:.2}</td><td>{:.2}</td><td class=\"text\">{}</td></tr>",
            escape(&after.task),
            escape(&after.expected.to_string()),
            before.status.name(),
            after.status.name(),
            before.cpu_seconds,
            after.cpu_seconds,
            escape(&after.reason)
        );
    }
    out.push_str("</table>\n");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::samples::{result, run};

    const HOSTILE: &str = "</table><script>alert(1)</script><img src=x onerror=alert(1)>";

    #[test]
    fn texts_are_never_markup_and_nothing_is_fetched() {
        let mut one = result(HOSTILE, HOSTILE, Status::Unknown, 1.0);
        one.reason = HOSTILE.to_owned();
        one.verdict = HOSTILE.to_owned();
        let before = run(HOSTILE, vec![one.clone()]);
        one.status = Status::WrongTrue;
        let mut after = run(HOSTILE, vec![one]);
        after.setting.options = vec![HOSTILE.to_owned()];
        for text in [run_page(&after), comparison_page(&Comparison::of(&before, &after))] {
            assert!(!text.contains("<script") && !text.contains("<img"), "{text}");
            assert!(text.contains("default-src 'none'"));
            assert!(!text.replace("http://www.w3.org/2000/svg", "").contains("http:"), "{text}");
            assert!(!text.contains("https:") && !text.contains("url("), "{text}");
        }
    }

    #[test]
    fn the_page_tells_wrong_answers_and_what_is_missing() {
        let mut one = run("one", vec![result("dir/a:unreach-call", "Loops", Status::WrongTrue, 1.0)]);
        one.tasks = 3;
        let text = run_page(&one);
        assert!(text.contains("1 of 3 tasks have a result so far."));
        assert!(text.contains("<h2>Wrong answers and errors</h2>"));
        assert!(text.contains("<td class=\"bad\">1</td>"));
        assert_eq!(text.matches("<svg").count(), 2);
    }
}
