//! Quantile and scatter plots as SVG.
//!
//! Times have logarithmic axes, as the differences between tasks are of orders of magnitude. Colours come with shapes and
//! every mark has a title, so that plots can be read without colours and by machines.

use super::compare::{Comparison, Pair};
use super::record::{Run, Status, TaskResult};
use crate::html::escape;
use std::fmt::Write as _;

/// Measures in pixels.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 62.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 34.0;
const BOTTOM: f64 = 48.0;

/// Times below this are drawn as if they were this: a clock tells no less.
const SHORTEST: f64 = 0.01;

/// Colours that people with colour blindness can tell apart (Okabe and Ito).
const COLOURS: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00"];

/// How numbers lie along an axis.
struct Axis {
    label: &'static str,
    low: f64,
    high: f64,
    logarithmic: bool,
}

impl Axis {
    /// An axis for times up to the largest one.
    fn time(label: &'static str, times: impl Iterator<Item = f64>) -> Self {
        let high = times.fold(1.0, f64::max);
        Self { label, low: SHORTEST, high, logarithmic: true }
    }

    /// An axis for sizes.
    fn size(label: &'static str, sizes: impl Iterator<Item = f64> + Clone) -> Self {
        let low = sizes.clone().fold(f64::MAX, f64::min).clamp(1.0, 1000.0);
        Self { label, low, high: sizes.fold(10.0 * low, f64::max), logarithmic: true }
    }

    /// An axis for counts.
    fn count(label: &'static str, most: usize) -> Self {
        Self { label, low: 0.0, high: most.max(1) as f64, logarithmic: false }
    }

    /// Where a number lies, from 0 to 1.
    fn place(&self, number: f64) -> f64 {
        let number = number.clamp(self.low, self.high);
        let place = if self.logarithmic {
            (number / self.low).ln() / (self.high / self.low).ln()
        } else {
            (number - self.low) / (self.high - self.low)
        };
        if place.is_finite() { place } else { 0.0 }
    }

    /// The numbers that are written beside it.
    fn marks(&self) -> Vec<f64> {
        if self.logarithmic {
            let first = self.low.log10().ceil() as i32;
            return (first..=first + 12)
                .map(|n| 10f64.powi(n))
                .take_while(|mark| *mark <= self.high)
                .collect();
        }
        let raw = (self.high / 6.0).max(1.0);
        let power = 10f64.powf(raw.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|n| n * power).into_iter().find(|step| *step >= raw);
        let step = step.unwrap_or(10.0 * power);
        (0..=(self.high / step) as u32).map(|n| f64::from(n) * step).collect()
    }
}

fn number_text(number: f64) -> String {
    if number >= 1.0 || number == 0.0 { format!("{number:.0}") } else { format!("{number}") }
}

/// A plot that is being drawn.
struct Plot {
    across: Axis,
    up: Axis,
    out: String,
}

impl Plot {
    fn new(title: &str, across: Axis, up: Axis) -> Self {
        let mut out = String::new();
        let _ = writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
             role=\"img\" font-family=\"sans-serif\" font-size=\"11\"><title>{}</title>",
            escape(title)
        );
        let _ = writeln!(out, "<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#ffffff\"/>");
        let mut plot = Self { across, up, out };
        plot.axes();
        plot
    }

    fn x(&self, number: f64) -> f64 {
        LEFT + self.across.place(number) * (WIDTH - LEFT - RIGHT)
    }

    fn y(&self, number: f64) -> f64 {
        HEIGHT - BOTTOM - self.up.place(number) * (HEIGHT - TOP - BOTTOM)
    }

    fn axes(&mut self) {
        let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
        for mark in self.across.marks() {
            let x = self.x(mark);
            let _ = writeln!(
                self.out,
                "<line x1=\"{x:.1}\" y1=\"{TOP}\" x2=\"{x:.1}\" y2=\"{bottom}\" stroke=\"#dddddd\"/>\
                 <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                bottom + 15.0,
                number_text(mark)
            );
        }
        for mark in self.up.marks() {
            let y = self.y(mark);
            let _ = writeln!(
                self.out,
                "<line x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{right}\" y2=\"{y:.1}\" stroke=\"#dddddd\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                LEFT - 6.0,
                y + 4.0,
                number_text(mark)
            );
        }
        let middle = f64::midpoint(TOP, bottom);
        let _ = writeln!(
            self.out,
            "<rect x=\"{LEFT}\" y=\"{TOP}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#333333\"/>\
             <text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\
             <text x=\"14\" y=\"{middle}\" text-anchor=\"middle\" transform=\"rotate(-90 14 {middle})\">{}</text>",
            right - LEFT,
            bottom - TOP,
            f64::midpoint(LEFT, right),
            HEIGHT - 12.0,
            escape(self.across.label),
            escape(self.up.label)
        );
    }

    /// A mark of one of the shapes.
    fn mark(&mut self, x: f64, y: f64, kind: usize, title: &str) {
        let (x, y, colour) = (self.x(x), self.y(y), COLOURS[kind % COLOURS.len()]);
        let shape = mark_shape(x, y, kind, colour);
        let _ = writeln!(self.out, "<g>{shape}<title>{}</title></g>", escape(title));
    }

    /// What the marks mean, above the plot.
    fn legend(&mut self, entries: &[&str]) {
        let mut x = LEFT + 6.0;
        for (kind, entry) in entries.iter().enumerate() {
            let shape = mark_shape(x, 18.0, kind, COLOURS[kind % COLOURS.len()]);
            let _ = writeln!(self.out, "{shape}<text x=\"{:.1}\" y=\"22\">{}</text>", x + 9.0, escape(entry));
            x += 30.0 + 6.2 * entry.chars().count() as f64;
        }
    }

    fn finish(mut self) -> String {
        self.out.push_str("</svg>\n");
        self.out
    }
}

/// A circle, a square, a triangle or a cross.
fn mark_shape(x: f64, y: f64, kind: usize, colour: &str) -> String {
    let fill = format!("fill=\"{colour}\" fill-opacity=\"0.65\" stroke=\"{colour}\"");
    match kind % 4 {
        0 => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.4\" {fill}/>"),
        1 => format!("<rect x=\"{:.1}\" y=\"{:.1}\" width=\"6\" height=\"6\" {fill}/>", x - 3.0, y - 3.0),
        2 => format!(
            "<path d=\"M{x:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}z\" {fill}/>",
            y - 4.0,
            x + 4.0,
            y + 3.0,
            x - 4.0,
            y + 3.0
        ),
        _ => format!(
            "<path d=\"M{:.1} {:.1}L{:.1} {:.1}M{:.1} {:.1}L{:.1} {:.1}\" stroke=\"{colour}\" stroke-width=\"2\"/>",
            x - 3.5,
            y - 3.5,
            x + 3.5,
            y + 3.5,
            x - 3.5,
            y + 3.5,
            x + 3.5,
            y - 3.5
        ),
    }
}

/// How many tasks are solved within which processor time, one line for each run.
#[must_use]
pub fn quantile(runs: &[&Run]) -> String {
    let solved: Vec<Vec<f64>> = runs.iter().map(|run| super::Tally::of(&run.results).solved_cpu).collect();
    let most = solved.iter().map(Vec::len).max().unwrap_or(0);
    let mut plot = Plot::new(
        "quantile plot",
        Axis::count("n-th fastest right answer", most),
        Axis::time("processor time in seconds", solved.iter().flatten().copied()),
    );
    for (kind, times) in solved.iter().enumerate() {
        let mut path = String::new();
        for (number, seconds) in times.iter().enumerate() {
            let step = if number == 0 { 'M' } else { 'L' };
            let _ = write!(path, "{step}{:.1} {:.1}", plot.x((number + 1) as f64), plot.y(*seconds));
        }
        let colour = COLOURS[kind % COLOURS.len()];
        let _ =
            writeln!(plot.out, "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\"/>");
        // As many marks as can be told apart.
        let every = times.len().div_ceil(60).max(1);
        for (number, seconds) in
            times.iter().enumerate().filter(|(n, _)| (n + 1) % every == 0 || n + 1 == times.len())
        {
            let title =
                format!("{}: {} right answers within {seconds:.2} s each", runs[kind].name, number + 1);
            plot.mark((number + 1) as f64, *seconds, kind, &title);
        }
    }
    let names: Vec<&str> = runs.iter().map(|run| run.name.as_str()).collect();
    plot.legend(&names);
    plot.finish()
}

/// Which shape a result has in a scatter plot.
const fn kind(status: Status) -> usize {
    match status {
        Status::CorrectTrue => 0,
        Status::CorrectFalse => 1,
        Status::Unknown | Status::Timeout | Status::OutOfMemory | Status::Error => 2,
        Status::WrongTrue | Status::WrongFalse => 3,
    }
}

/// What [`kind`] means.
const KINDS: [&str; 4] = ["right, TRUE", "right, FALSE", "no answer", "wrong"];

/// The processor time of each task over the size of its program.
#[must_use]
pub fn sizes(run: &Run) -> String {
    let size = |result: &TaskResult| result.input_bytes as f64;
    let mut plot = Plot::new(
        "processor time over size",
        Axis::size("size of the program in bytes", run.results.iter().map(size)),
        Axis::time("processor time in seconds", run.results.iter().map(|result| result.cpu_seconds)),
    );
    for result in &run.results {
        let title = format!("{}: {}, {:.2} s", result.task, result.status.name(), result.cpu_seconds);
        plot.mark(size(result), result.cpu_seconds, kind(result.status), &title);
    }
    plot.legend(&KINDS);
    plot.finish()
}

/// The processor times of two runs against each other, a mark for each task. Marks below the diagonal are tasks that the
/// second run needs less time for; shapes are about its answers.
#[must_use]
pub fn scatter(comparison: &Comparison<'_>) -> String {
    let times = || comparison.pairs.iter().flat_map(|pair| [pair.before.cpu_seconds, pair.after.cpu_seconds]);
    let mut plot = Plot::new(
        "scatter plot",
        Axis::time("processor time in seconds, first run", times()),
        Axis::time("processor time in seconds, second run", times()),
    );
    let high = plot.up.high;
    let _ = writeln!(
        plot.out,
        "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"#888888\" stroke-dasharray=\"4 3\"/>",
        plot.x(SHORTEST),
        plot.y(SHORTEST),
        plot.x(high),
        plot.y(high)
    );
    for Pair { before, after } in &comparison.pairs {
        let title = format!(
            "{}: {} in {:.2} s, then {} in {:.2} s",
            after.task,
            before.status.name(),
            before.cpu_seconds,
            after.status.name(),
            after.cpu_seconds
        );
        plot.mark(before.cpu_seconds, after.cpu_seconds, kind(after.status), &title);
    }
    plot.legend(&KINDS);
    plot.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::samples::{result, run};

    /// The places of circles.
    fn circles(svg: &str) -> Vec<(f64, f64)> {
        let number = |text: &str, name: &str| -> f64 {
            let from = text.find(name).map_or(0, |at| at + name.len());
            text[from..].split('"').next().and_then(|n| n.parse().ok()).unwrap_or(f64::NAN)
        };
        svg.split("<g><circle").skip(1).map(|text| (number(text, "cx=\""), number(text, "cy=\""))).collect()
    }

    #[test]
    fn everything_lies_inside_the_plot() {
        let results = [0.0, 0.001, 0.5, 900.0, f64::MAX, f64::INFINITY]
            .into_iter()
            .enumerate()
            .map(|(n, cpu)| result(&n.to_string(), "x", Status::CorrectTrue, cpu));
        let one = run("one", results.collect());
        for svg in [quantile(&[&one]), sizes(&one), scatter(&Comparison::of(&one, &one))] {
            let marks = circles(&svg);
            assert_eq!(marks.len(), 6, "{svg}");
            for (x, y) in marks {
                assert!((LEFT..=WIDTH - RIGHT).contains(&x), "x = {x}");
                assert!((TOP..=HEIGHT - BOTTOM).contains(&y), "y = {y}");
            }
        }
    }

    #[test]
    fn quantiles_grow_and_are_about_right_answers_alone() {
        let one = run(
            "one",
            vec![
                result("a", "x", Status::CorrectTrue, 8.0),
                result("b", "x", Status::WrongTrue, 1.0),
                result("c", "x", Status::CorrectFalse, 2.0),
            ],
        );
        let marks = circles(&quantile(&[&one]));
        assert_eq!(marks.len(), 2);
        assert!(marks[0].0 < marks[1].0 && marks[0].1 > marks[1].1, "{marks:?}");
    }

    #[test]
    fn empty_runs_have_plots_too_and_names_are_no_markup() {
        let none = run("<script>", Vec::new());
        let text = quantile(&[&none]) + &sizes(&none) + &scatter(&Comparison::of(&none, &none));
        assert!(!text.contains("<script>") && !text.contains("NaN") && !text.contains("inf"), "{text}");
    }
}
