//! Stacks that share their lower parts.

use argand_cfa::{CallSiteId, FuncId};
use argand_support::FxHasher;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

#[derive(Debug)]
struct Frame {
    site: CallSiteId,
    callee: FuncId,
    /// How many activations of the callee there are, this one included. Only right for recursive functions
    /// and for the first activation of others.
    count: u32,
    depth: u32,
    /// Of the whole stack, so that hashing a state reads one number.
    hash: u64,
    below: CallStack,
}

/// A stack of calls. Cloning copies one pointer.
#[derive(Clone, Default, Debug)]
pub struct CallStack(Option<Rc<Frame>>);

impl CallStack {
    /// The stack after a call; `count` is the number of activations of the callee it makes.
    pub(super) fn pushed(&self, site: CallSiteId, callee: FuncId, count: u32) -> Self {
        let mut hasher = FxHasher::default();
        (self.0.as_ref().map_or(0, |f| f.hash), site).hash(&mut hasher);
        Self(Some(Rc::new(Frame {
            site,
            callee,
            count,
            depth: self.depth() + 1,
            hash: hasher.finish(),
            below: self.clone(),
        })))
    }

    /// The stack after the innermost call returned.
    pub(super) fn popped(&self) -> Self {
        self.0.as_ref().map(|frame| frame.below.clone()).unwrap_or_default()
    }

    /// The innermost call.
    #[must_use]
    pub fn top(&self) -> Option<CallSiteId> {
        self.0.as_ref().map(|frame| frame.site)
    }

    /// How many calls have not returned.
    #[must_use]
    pub fn depth(&self) -> u32 {
        self.0.as_ref().map_or(0, |frame| frame.depth)
    }

    fn frames(&self) -> impl Iterator<Item = &Frame> {
        std::iter::successors(self.0.as_deref(), |frame| frame.below.0.as_deref())
    }

    /// How many activations of a function there are.
    #[must_use]
    pub fn activations(&self, func: FuncId) -> u32 {
        self.frames().find(|frame| frame.callee == func).map_or(0, |frame| frame.count)
    }

    /// The calls, the outermost first.
    #[must_use]
    pub fn sites(&self) -> Vec<CallSiteId> {
        let mut sites: Vec<_> = self.frames().map(|frame| frame.site).collect();
        sites.reverse();
        sites
    }
}

impl PartialEq for CallStack {
    fn eq(&self, other: &Self) -> bool {
        let (mut a, mut b) = (self, other);
        loop {
            match (&a.0, &b.0) {
                (None, None) => return true,
                (Some(x), Some(y)) if Rc::ptr_eq(x, y) => return true,
                (Some(x), Some(y)) if x.hash == y.hash && x.site == y.site && x.depth == y.depth => {
                    (a, b) = (&x.below, &y.below);
                }
                _ => return false,
            }
        }
    }
}

impl Eq for CallStack {}

impl Hash for CallStack {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.as_ref().map_or(0, |frame| frame.hash).hash(hasher);
    }
}

impl fmt::Display for CallStack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sites: Vec<_> = self.sites().iter().map(ToString::to_string).collect();
        write!(f, "[{}]", sites.join(" "))
    }
}

impl Drop for Frame {
    /// Without recursion: stacks can be deeper than a thread's.
    fn drop(&mut self) {
        let mut next = self.below.0.take();
        while let Some(mut frame) = next.and_then(Rc::into_inner) {
            next = frame.below.0.take();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stacks_are_equal_when_their_calls_are() {
        let (site, other, func) = (CallSiteId::new(0), CallSiteId::new(1), FuncId::new(1));
        let empty = CallStack::default();
        let a = empty.pushed(site, func, 1).pushed(other, func, 2);
        let b = empty.pushed(site, func, 1).pushed(other, func, 2);
        assert_eq!(a, b);
        assert_ne!(a, empty.pushed(other, func, 1).pushed(site, func, 2));
        assert_eq!(a.popped(), empty.pushed(site, func, 1));
        assert_eq!((a.activations(func), a.depth(), a.sites()), (2, 2, vec![site, other]));
        assert_eq!(a.to_string(), "[c0 c1]");
    }

    #[test]
    fn a_very_deep_stack_is_dropped_without_recursion() {
        let mut stack = CallStack::default();
        for count in 1..=1_000_000 {
            stack = stack.pushed(CallSiteId::new(0), FuncId::new(0), count);
        }
        assert_eq!(stack.depth(), 1_000_000);
        drop(stack);
    }
}
