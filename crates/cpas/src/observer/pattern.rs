//! Subpaths that no run takes, and how far a run has come along one.

use argand_cfa::EdgeId;
use std::rc::Rc;

/// A word that is looked for in a text, letter by letter (Knuth, Morris & Pratt, doi:10.1137/0206024).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Word<L> {
    letters: Box<[L]>,
    /// For each beginning of the word but the empty one: the longest other beginning that it ends with.
    borders: Box<[usize]>,
}

impl<L: Eq> Word<L> {
    /// A word with its borders.
    #[must_use]
    pub fn new(letters: impl Into<Box<[L]>>) -> Self {
        let letters = letters.into();
        let mut borders: Vec<usize> = Vec::with_capacity(letters.len());
        for (position, letter) in letters.iter().enumerate() {
            let mut border = if position == 0 { 0 } else { borders[position - 1] };
            while position > 0 && border > 0 && letters[border] != *letter {
                border = borders[border - 1];
            }
            borders.push(border + usize::from(position > 0 && letters[border] == *letter));
        }
        Self { letters, borders: borders.into() }
    }

    /// The letters.
    #[must_use]
    pub fn letters(&self) -> &[L] {
        &self.letters
    }

    /// How much of the word the text ends with after one more letter, if it ended with so much of it before. A letter that
    /// is idle may stand anywhere within the word.
    #[must_use]
    pub fn next(&self, matched: usize, letter: &L, idle: impl Fn(&L) -> bool) -> usize {
        let mut matched = matched;
        loop {
            if self.letters.get(matched) == Some(letter) {
                return matched + 1;
            }
            if matched == 0 || (matched < self.letters.len() && idle(letter)) {
                return matched;
            }
            matched = self.borders[matched - 1];
        }
    }
}

/// A sequence of edges that no run takes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Pattern {
    word: Word<EdgeId>,
    /// The edges, in order, that may come between them and change nothing of what contradicts itself.
    idle: Rc<[EdgeId]>,
}

impl Pattern {
    /// Edges that no run takes one after the other.
    #[must_use]
    pub fn exact(edges: &[EdgeId]) -> Self {
        Self { word: Word::new(edges), idle: Rc::new([]) }
    }

    /// Edges that no run takes in this order with nothing but idle ones in between.
    #[must_use]
    pub fn loose(edges: Vec<EdgeId>, mut idle: Vec<EdgeId>) -> Self {
        idle.sort_unstable();
        Self { word: Word::new(edges), idle: idle.into() }
    }

    /// The edges.
    #[must_use]
    pub fn edges(&self) -> &[EdgeId] {
        self.word.letters()
    }

    /// Whether other edges may come in between.
    #[must_use]
    pub fn is_loose(&self) -> bool {
        !self.idle.is_empty()
    }

    /// How many of its edges a run has taken after one more; `None` when it would have taken all.
    #[must_use]
    pub fn next(&self, taken: u32, edge: EdgeId) -> Option<u32> {
        let idle = |edge: &EdgeId| self.idle.binary_search(edge).is_ok();
        let taken = self.word.next(taken as usize, &edge, idle);
        (taken < self.edges().len()).then(|| u32::try_from(taken).unwrap_or(0))
    }
}
