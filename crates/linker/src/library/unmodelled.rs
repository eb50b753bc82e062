//! Functions of the C library that nobody has written a model of.
//!
//! They are listed with the number of their parameters: a program that declares a function of such a name with another
//! number of parameters means one of its own. What they do is not known, so calls of them cannot be expressed.

use argand_support::FxHashMap;
use std::sync::OnceLock;

/// Lines of names and numbers of parameters; `sys` functions as the headers of glibc declare them.
const LIST: &str = include_str!("../../models/unmodelled.txt");

/// The number of parameters of a function of the library that has no model.
pub(super) fn parameters(name: &str) -> Option<usize> {
    static TABLE: OnceLock<FxHashMap<&'static str, usize>> = OnceLock::new();
    let table = TABLE.get_or_init(|| {
        LIST.lines()
            .filter_map(|line| line.split_once(' '))
            .filter_map(|(n, k)| Some((n, k.parse().ok()?)))
            .collect()
    });
    table.get(name).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::{Meaning, meaning};

    #[test]
    fn the_list_is_sorted_and_has_only_functions_without_another_meaning() {
        let names: Vec<_> = LIST.lines().filter_map(|line| line.split_once(' ')).map(|(n, _)| n).collect();
        assert_eq!(names.len(), LIST.lines().count());
        assert!(names.is_sorted());
        for name in names {
            assert!(matches!(meaning(name), Meaning::Unmodelled(_)), "{name} has a meaning");
        }
    }
}
