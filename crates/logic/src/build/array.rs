//! Arrays and uninterpreted functions.

use crate::sort::Sort;
use crate::term::{FuncId, Op, TermId, TermPool};

impl TermPool {
    /// The array with `value` at every index of `index` bits.
    pub fn const_array(&mut self, index: u32, value: TermId) -> TermId {
        let element = self.width(value);
        self.intern(Op::ConstArray, Sort::Array { index, element }, &[value])
    }

    fn array_widths(&self, a: TermId) -> (u32, u32) {
        match self.sort(a) {
            Sort::Array { index, element } => (index, element),
            s => panic!("{a} has sort {s:?}, an array was expected"),
        }
    }

    /// Whether two indices are the same in every model, or different in every model.
    #[must_use]
    pub fn compare_indices(&self, i: TermId, j: TermId) -> Option<bool> {
        if i == j {
            return Some(true);
        }
        if let (Some(x), Some(y)) = (self.bits_known(i), self.bits_known(j))
            && x.conflicts(y)
        {
            return Some(false);
        }
        self.constant_difference(i, j).map(|d| d.is_zero())
    }

    /// The element of `a` at index `i`.
    pub fn select(&mut self, a: TermId, i: TermId) -> TermId {
        let (index, element) = self.array_widths(a);
        debug_assert_eq!(self.sort(i), Sort::Bv(index));
        let mut array = a;
        if self.simplify {
            loop {
                match self.op(array) {
                    Op::Store => {
                        let (base, j, value) = (self.arg(array, 0), self.arg(array, 1), self.arg(array, 2));
                        match self.compare_indices(i, j) {
                            Some(true) => return value,
                            Some(false) => array = base,
                            None => break,
                        }
                    }
                    Op::ConstArray => return self.arg(array, 0),
                    _ => break,
                }
            }
        }
        self.node(Op::Select, element, &[array, i])
    }

    /// `a` with `value` at index `i`.
    pub fn store(&mut self, a: TermId, i: TermId, value: TermId) -> TermId {
        let (index, element) = self.array_widths(a);
        debug_assert!(self.sort(i) == Sort::Bv(index) && self.sort(value) == Sort::Bv(element));
        let mut base = a;
        if self.simplify {
            // The last write to an index wins.
            if self.op(a) == Op::Store && self.compare_indices(i, self.arg(a, 1)) == Some(true) {
                base = self.arg(a, 0);
            }
            if self.op(value) == Op::Select && self.args2(value) == (base, i) {
                return base;
            }
            if self.op(base) == Op::ConstArray && self.arg(base, 0) == value {
                return base;
            }
        }
        self.intern(Op::Store, self.sort(a), &[base, i, value])
    }

    /// The value of an uninterpreted function.
    ///
    /// # Panics
    /// If the arguments do not have the declared sorts.
    pub fn apply(&mut self, f: FuncId, args: &[TermId]) -> TermId {
        let decl = self.func_decl(f);
        let result = decl.result;
        assert!(
            decl.params.len() == args.len() && decl.params.iter().zip(args).all(|(&s, &a)| s == self.sort(a)),
            "arguments of {} have other sorts than declared",
            decl.name
        );
        self.intern(Op::Apply(f), result, args)
    }
}
