//! Where the pixels of trees go: several trees side by side, trimmed and scaled.

use super::{Pixel, Tree};

/// How several trees share a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Scale {
    /// A node has the same size in all of them, so that they can be compared.
    #[default]
    Same,
    /// Each tree is as large as the picture allows.
    Own,
}

/// A tree in its column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placed<'t> {
    /// The tree.
    pub tree: &'t Tree,
    /// Where its column begins.
    pub left: usize,
    /// How wide its column is.
    pub width: usize,
    /// The side of a node.
    pub unit: usize,
    /// How many nodes of a row are shown at most; of longer ones both ends are cut off.
    pub longest: usize,
    /// How many rows one row of the picture stands for.
    pub rows_per_line: usize,
}

/// A picture of trees.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Canvas<'t> {
    /// The trees.
    pub trees: Vec<Placed<'t>>,
    /// How wide the picture is.
    pub width: usize,
    /// How high it is.
    pub height: usize,
}

/// The space around trees.
pub const MARGIN: usize = 8;
/// Nodes are not drawn larger than this.
const LARGEST_UNIT: usize = 8;

impl<'t> Canvas<'t> {
    /// Puts trees beside each other, each in a column of at most `width` and `height`. Rows that are too long are trimmed
    /// at both ends; in trees that are too deep several rows become one.
    #[must_use]
    pub fn new(trees: &'t [Tree], scale: Scale, width: usize, height: usize) -> Self {
        let (width, height) = (width.max(1), height.max(1));
        let fitting =
            |wide: usize, deep: usize| (width / wide.max(1)).min(height / deep.max(1)).clamp(1, LARGEST_UNIT);
        let most = |size: fn(&Tree) -> usize| trees.iter().map(size).max().unwrap_or(1);
        let common = fitting(most(Tree::width), most(|tree| tree.rows.len()));
        let deepest = most(|tree| tree.rows.len());
        let mut left = MARGIN;
        let mut placed = Vec::new();
        for tree in trees {
            let (unit, deep) = match scale {
                Scale::Same => (common, deepest),
                Scale::Own => (fitting(tree.width(), tree.rows.len()), tree.rows.len()),
            };
            let longest = (width / unit).max(1);
            let own = tree.width().min(longest) * unit;
            let rows_per_line = deep.div_ceil(height / unit).max(1);
            placed.push(Placed { tree, left, width: own, unit, longest, rows_per_line });
            left += own + MARGIN;
        }
        let deepest = placed.iter().map(|p| p.lines() * p.unit).max().unwrap_or(0);
        Self { trees: placed, width: left.max(2 * MARGIN), height: deepest + 2 * MARGIN }
    }
}

impl Placed<'_> {
    /// How many lines the tree has in the picture.
    #[must_use]
    pub fn lines(&self) -> usize {
        self.tree.rows.len().div_ceil(self.rows_per_line)
    }

    /// What is drawn in a line: of several rows the longest, with the strongest colours of all.
    #[must_use]
    pub fn line(&self, line: usize) -> Vec<Pixel> {
        let rows = self.tree.rows.iter().skip(line * self.rows_per_line).take(self.rows_per_line);
        let mut merged: Vec<Pixel> = Vec::new();
        for row in rows {
            // What is there stays in the middle of a longer row.
            if let Some(missing) = row.len().checked_sub(merged.len()) {
                merged.splice(..0, std::iter::repeat_n(Pixel::Plain, missing / 2));
                merged.resize(row.len(), Pixel::Plain);
            }
            let shift = (merged.len() - row.len()) / 2;
            for (at, &pixel) in row.iter().enumerate() {
                merged[shift + at] = merged[shift + at].max(pixel);
            }
        }
        let cut = merged.len().saturating_sub(self.longest);
        merged.drain(..cut / 2);
        merged.truncate(self.longest);
        merged
    }

    /// Where a line of so many nodes begins.
    #[must_use]
    pub fn start(&self, nodes: usize) -> usize {
        self.left + (self.width - nodes * self.unit) / 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(rows: &[usize]) -> Tree {
        Tree { title: String::new(), rows: rows.iter().map(|&n| vec![Pixel::Plain; n]).collect() }
    }

    #[test]
    fn rows_are_centred_and_trimmed_at_both_ends() {
        let mut wide = tree(&[1, 4, 9]);
        wide.rows[2][0] = Pixel::Target;
        wide.rows[2][4] = Pixel::Covered;
        let trees = [wide];
        let canvas = Canvas::new(&trees, Scale::Same, 5, 100);
        let placed = &canvas.trees[0];
        assert_eq!((placed.unit, placed.longest, placed.width), (1, 5, 5));
        assert_eq!(
            placed.line(2),
            [vec![Pixel::Plain; 2], vec![Pixel::Covered], vec![Pixel::Plain; 2]].concat()
        );
        assert_eq!(placed.start(1), MARGIN + 2);
        assert_eq!((canvas.width, canvas.height), (5 + 2 * MARGIN, 3 + 2 * MARGIN));
    }

    #[test]
    fn deep_trees_keep_their_colours_when_rows_become_one() {
        let mut deep = tree(&[1; 10]);
        deep.rows[7][0] = Pixel::Target;
        let trees = [deep];
        let canvas = Canvas::new(&trees, Scale::Same, 100, 5);
        let placed = &canvas.trees[0];
        assert_eq!((placed.rows_per_line, placed.lines()), (2, 5));
        assert_eq!(placed.line(3), [Pixel::Target]);
    }

    #[test]
    fn rows_that_become_one_stay_centred() {
        let mut growing = tree(&[1, 3]);
        growing.rows[0][0] = Pixel::Target;
        let trees = [growing];
        let canvas = Canvas::new(&trees, Scale::Same, 100, 1);
        assert_eq!(canvas.trees[0].line(0), [Pixel::Plain, Pixel::Target, Pixel::Plain]);
    }

    #[test]
    fn one_scale_for_all_or_each_its_own() {
        let trees = [tree(&[1, 2]), tree(&[1, 50])];
        let same = Canvas::new(&trees, Scale::Same, 100, 100);
        assert_eq!(same.trees.iter().map(|t| t.unit).collect::<Vec<_>>(), [2, 2]);
        let own = Canvas::new(&trees, Scale::Own, 100, 100);
        assert_eq!(own.trees.iter().map(|t| t.unit).collect::<Vec<_>>(), [8, 2]);
        assert_eq!(own.trees[1].left, MARGIN + 16 + MARGIN);
    }
}
