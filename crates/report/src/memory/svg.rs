//! Pictures of memory graphs as SVG, laid out without help: variables in the first column, then what they point to,
//! column by column. Freed memory is hatched, lists are drawn as a stack of sheets, what a violation is about is
//! framed in red.

use argand_domains::smg::picture::{Card, Picture, Side};
use argand_support::dot::markup;
use std::fmt::Write as _;

/// Measures in pixels.
const CHARACTER: usize = 8;
const LINE: usize = 17;
const PAD: usize = 8;
const GAP_X: usize = 90;
const GAP_Y: usize = 26;
const MARGIN: usize = 24;
/// The room for the title.
const HEADER: usize = 36;
/// How far the sheets behind a list stand out.
const SHEET: usize = 4;

/// Where a card is drawn.
#[derive(Clone, Copy, Default)]
struct Frame {
    column: usize,
    x: usize,
    y: usize,
    width: usize,
    height: usize,
    /// How wide the labels are.
    labels: usize,
}

/// A picture as an SVG document.
#[must_use]
pub fn svg(picture: &Picture) -> String {
    let frames = layout(picture);
    let most = |edge: fn(&Frame) -> usize| frames.iter().map(edge).max().unwrap_or(0);
    let title_width = picture.title.chars().count() * CHARACTER + 2 * MARGIN;
    let width = (most(|f| f.x + f.width) + GAP_X).max(title_width);
    let height = most(|f| f.y + f.height).max(HEADER) + MARGIN + LINE;
    let mut out = String::new();
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"monospace\" font-size=\"12\">"
    );
    out.push_str(DEFINITIONS);
    let _ = writeln!(out, "<rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>");
    text(&mut out, MARGIN, MARGIN, " font-weight=\"bold\"", &picture.title);
    for (card, frame) in picture.cards.iter().zip(&frames) {
        draw(&mut out, card, *frame);
    }
    for (card, frame) in picture.cards.iter().zip(&frames) {
        for (number, row) in card.rows.iter().enumerate() {
            if let Some(target) = row.target {
                arrow(&mut out, *frame, number, card, frames[target]);
            }
        }
    }
    if picture.left_out > 0 {
        let more = format!("{} more objects are left out", picture.left_out);
        text(&mut out, MARGIN, height - PAD, "", &more);
    }
    out.push_str("</svg>\n");
    out
}

/// Variables come first, then each object behind what first points to it.
fn columns(picture: &Picture) -> Vec<usize> {
    let mut columns: Vec<Option<usize>> =
        picture.cards.iter().map(|c| (c.side == Side::Variable).then_some(0)).collect();
    let mut queue: Vec<usize> = (0..picture.cards.len()).filter(|&i| columns[i].is_some()).collect();
    let mut at = 0;
    let mut next_root = 0;
    loop {
        while let Some(&index) = queue.get(at) {
            at += 1;
            for target in picture.cards[index].rows.iter().filter_map(|row| row.target) {
                if columns[target].is_none() {
                    columns[target] = columns[index].map(|column| column + 1);
                    queue.push(target);
                }
            }
        }
        // What no variable leads to begins in the first column of the heap.
        let Some(lost) = (next_root..picture.cards.len()).find(|&i| columns[i].is_none()) else { break };
        columns[lost] = Some(1);
        queue.push(lost);
        next_root = lost + 1;
    }
    columns.into_iter().map(|column| column.unwrap_or(1)).collect()
}

fn layout(picture: &Picture) -> Vec<Frame> {
    let mut frames: Vec<Frame> = picture
        .cards
        .iter()
        .zip(columns(picture))
        .map(|(card, column)| {
            let longest = |texts: &mut dyn Iterator<Item = &String>| {
                texts.map(|t| t.chars().count()).max().unwrap_or(0) * CHARACTER
            };
            let labels = longest(&mut card.rows.iter().map(|r| &r.label)) + 2 * PAD;
            let values = longest(&mut card.rows.iter().map(|r| &r.text)).max(3 * CHARACTER) + 2 * PAD;
            let head = longest(&mut card.notes.iter().chain([&card.title])) + 2 * PAD;
            let rows = if card.rows.is_empty() { 0 } else { labels + values };
            let height = head_height(card) + card.rows.len() * LINE;
            Frame { column, width: head.max(rows), height, labels, ..Frame::default() }
        })
        .collect();
    let last = frames.iter().map(|f| f.column).max().unwrap_or(0);
    let mut x = MARGIN;
    for column in 0..=last {
        let mut members: Vec<usize> = (0..frames.len()).filter(|&i| frames[i].column == column).collect();
        members.sort_by_key(|&i| wanted_height(picture, i, &frames));
        let mut y = MARGIN + HEADER;
        for &index in &members {
            y = y.max(wanted_height(picture, index, &frames));
            (frames[index].x, frames[index].y) = (x, y);
            y += frames[index].height + GAP_Y;
        }
        x += members.iter().map(|&i| frames[i].width).max().unwrap_or(0) + GAP_X;
    }
    frames
}

/// The height of the row that points to a card from the columns that are already laid out.
fn wanted_height(picture: &Picture, index: usize, frames: &[Frame]) -> usize {
    let rows = picture.cards.iter().zip(frames).filter(|(_, f)| f.column < frames[index].column);
    rows.flat_map(|(card, frame)| {
        let hits = card.rows.iter().enumerate().filter(|(_, row)| row.target == Some(index));
        hits.map(move |(number, _)| row_middle(*frame, card, number).saturating_sub(LINE))
    })
    .min()
    .unwrap_or(0)
}

/// The pattern of freed memory and the heads of arrows.
const DEFINITIONS: &str = "<defs>\
    <pattern id=\"freed\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">\
    <rect width=\"8\" height=\"8\" fill=\"#eeeeee\"/><line x1=\"0\" y1=\"0\" x2=\"0\" y2=\"8\" stroke=\"#bbbbbb\" \
    stroke-width=\"3\"/></pattern>\
    <marker id=\"head\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"7\" markerHeight=\"7\" \
    orient=\"auto-start-reverse\"><path d=\"M0 0L10 5L0 10z\"/></marker></defs>\n";

fn head_height(card: &Card) -> usize {
    (1 + card.notes.len()) * LINE + PAD
}

fn row_middle(frame: Frame, card: &Card, number: usize) -> usize {
    frame.y + head_height(card) + number * LINE + LINE / 2
}

fn text(out: &mut String, x: usize, y: usize, attributes: &str, content: &str) {
    let _ = writeln!(out, "<text x=\"{x}\" y=\"{y}\"{attributes}>{}</text>", markup(content));
}

fn draw(out: &mut String, card: &Card, frame: Frame) {
    let Frame { x, y, width, height, .. } = frame;
    let (stroke, line) = if card.offending { ("#cc0000", 3) } else { ("#333333", 1) };
    let fill = match (card.dead, card.side) {
        (true, _) => "url(#freed)",
        (false, Side::Variable) => "#ffffff",
        (false, Side::Heap) => "#fff8dc",
    };
    let dashes = if card.dead { " stroke-dasharray=\"6 3\"" } else { "" };
    let sheets = if card.list { 2 } else { 0 };
    for sheet in (0..=sheets).rev() {
        let _ = writeln!(
            out,
            "<rect x=\"{}\" y=\"{}\" width=\"{width}\" height=\"{height}\" fill=\"{fill}\" \
             stroke=\"{stroke}\" stroke-width=\"{line}\"{dashes}/>",
            x + sheet * SHEET,
            y + sheet * SHEET
        );
    }
    text(out, x + PAD, y + LINE - 3, " font-weight=\"bold\"", &card.title);
    for (number, note) in card.notes.iter().enumerate() {
        text(out, x + PAD, y + (number + 2) * LINE - 3, " fill=\"#555555\"", note);
    }
    for (number, row) in card.rows.iter().enumerate() {
        let top = y + head_height(card) + number * LINE;
        let _ = writeln!(
            out,
            "<line x1=\"{x}\" y1=\"{top}\" x2=\"{}\" y2=\"{top}\" stroke=\"#999999\"/>",
            x + width
        );
        text(out, x + PAD, top + LINE - 5, "", &row.label);
        text(out, x + frame.labels + PAD, top + LINE - 5, "", &row.text);
    }
}

/// An arrow from a row to a card: into its left side when it stands further right, else into its right side.
fn arrow(out: &mut String, from: Frame, number: usize, card: &Card, to: Frame) {
    let (y1, y2) = (row_middle(from, card, number), to.y + LINE / 2);
    let (x1, x2, bend1, bend2) = match to.column.cmp(&from.column) {
        std::cmp::Ordering::Greater => {
            let (x1, x2) = (from.x + from.width, to.x);
            (x1, x2, x1 + GAP_X / 2, x2.saturating_sub(GAP_X / 2))
        }
        std::cmp::Ordering::Equal => {
            let (x1, x2) = (from.x + from.width, to.x + to.width);
            (x1, x2, x1 + GAP_X * 2 / 3, x2 + GAP_X * 2 / 3)
        }
        std::cmp::Ordering::Less => {
            let (x1, x2) = (from.x, to.x + to.width);
            (x1, x2, x1.saturating_sub(GAP_X / 2), x2 + GAP_X / 2)
        }
    };
    let dot = if x1 == from.x { x1 + PAD / 2 } else { x1 - PAD };
    let _ = writeln!(
        out,
        "<circle cx=\"{dot}\" cy=\"{y1}\" r=\"2.5\"/><path d=\"M{dot} {y1}C{bend1} {y1} {bend2} {y2} {x2} {y2}\" \
         fill=\"none\" stroke=\"#000000\" marker-end=\"url(#head)\"/>"
    );
}
