//! Pixel trees as SVG: one rectangle for each stretch of equal nodes, with a title and a legend.

use super::{Canvas, Pixel};
use crate::html::escape;
use std::fmt::Write as _;

/// The space for the title of a tree.
const TITLE: usize = 34;
/// The space for the legend.
const LEGEND: usize = 22;
/// How wide an entry of the legend is.
const ENTRY: usize = 118;

/// The picture as an SVG file.
#[must_use]
pub fn svg(canvas: &Canvas<'_>) -> String {
    let height = canvas.height + TITLE + LEGEND;
    let width = canvas.width.max(Pixel::ALL.len() * ENTRY);
    let mut out = String::new();
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         role=\"img\" shape-rendering=\"crispEdges\" font-family=\"sans-serif\" font-size=\"11\">"
    );
    let titles: Vec<String> = canvas.trees.iter().map(|placed| escape(&placed.tree.title)).collect();
    let _ = writeln!(out, "<title>pixel trees: {}</title>", titles.join(", "));
    let _ = writeln!(out, "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>");
    for (placed, title) in canvas.trees.iter().zip(&titles) {
        let tree = placed.tree;
        let _ = writeln!(out, "<g><title>{title}</title>");
        let _ = writeln!(out, "<text x=\"{}\" y=\"14\" fill=\"#111111\">{title}</text>", placed.left);
        let _ = writeln!(
            out,
            "<text x=\"{}\" y=\"28\" fill=\"#555555\">{} nodes, depth {}</text>",
            placed.left,
            tree.nodes(),
            tree.rows.len().saturating_sub(1)
        );
        for number in 0..placed.lines() {
            write_line(&mut out, &placed.line(number), |nodes| placed.start(nodes), placed.unit, {
                TITLE + super::canvas::MARGIN + number * placed.unit
            });
        }
        out.push_str("</g>\n");
    }
    for (number, pixel) in Pixel::ALL.into_iter().enumerate() {
        let (x, y) = (super::canvas::MARGIN + number * ENTRY, height - LEGEND + 4);
        let _ = writeln!(
            out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"10\" height=\"10\" fill=\"{}\"/><text x=\"{}\" y=\"{}\" fill=\"#333333\">{}</text>",
            hex(pixel.colour()),
            x + 14,
            y + 9,
            pixel.meaning()
        );
    }
    out.push_str("</svg>\n");
    out
}

fn write_line(out: &mut String, line: &[Pixel], start: impl Fn(usize) -> usize, unit: usize, y: usize) {
    let mut x = start(line.len());
    for stretch in line.chunk_by(|a, b| a == b) {
        let width = stretch.len() * unit;
        let colour = hex(stretch[0].colour());
        let _ = writeln!(
            out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{unit}\" fill=\"{colour}\"/>"
        );
        x += width;
    }
}

fn hex([red, green, blue]: [u8; 3]) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pixels::{Scale, arg};
    use crate::testing::sample;

    #[test]
    fn equal_neighbours_are_one_rectangle_and_titles_are_escaped() {
        let mut tree = arg("<script>alert(1)</script>", &sample());
        tree.rows.push(vec![Pixel::Plain; 1000]);
        let trees = [tree];
        let text = svg(&Canvas::new(&trees, Scale::Same, 1000, 1000));
        assert!(!text.contains("<script"), "{text}");
        assert!(text.contains("&lt;script&gt;alert(1)&lt;/script&gt;"), "{text}");
        assert!(text.contains("width=\"1000\" height=\"1\" fill=\"#333840\""), "{text}");
        assert!(text.contains("1007 nodes, depth 4"), "{text}");
        assert_eq!(text.matches("<rect").count(), 1 + 1 + 1 + 3 + 2 + 1 + 5);
    }
}
