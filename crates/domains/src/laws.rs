//! The laws every domain must obey, as checks on sample elements, and the macro that runs them on random ones.

use crate::lattice::{Lattice, Meet, Widen};
use std::fmt::Debug;

/// The law that was broken, with the elements that break it.
pub type Broken = String;

fn ensure(holds: bool, law: &str, elements: &[&dyn Debug]) -> Result<(), Broken> {
    if holds { Ok(()) } else { Err(format!("{law} fails for {elements:?}")) }
}

/// The partial order and the join.
///
/// # Errors
/// The first law that `a`, `b` and `c` break.
pub fn lattice<L: Lattice + Debug>(a: &L, b: &L, c: &L) -> Result<(), Broken> {
    let ab = a.join(b);
    let abc = ab.join(c);
    ensure(a.leq(a), "a <= a", &[a])?;
    ensure(!(a.leq(b) && b.leq(a)) || a == b, "a <= b and b <= a implies a == b", &[a, b])?;
    ensure(a != b || (a.leq(b) && b.leq(a)), "a == b implies a <= b and b <= a", &[a, b])?;
    ensure(!(a.leq(b) && b.leq(c)) || a.leq(c), "the order is transitive", &[a, b, c])?;
    ensure(a.leq(&abc), "a <= (a join b) join c", &[a, b, c])?;
    ensure(a.leq(&ab) && b.leq(&ab), "a <= a join b >= b", &[a, b])?;
    ensure(ab == b.join(a), "a join b == b join a", &[a, b])?;
    ensure(abc == a.join(&b.join(c)), "the join is associative", &[a, b, c])?;
    ensure(a.join(a) == *a, "a join a == a", &[a])?;
    ensure(a.leq(b) == (ab == *b), "a <= b iff a join b == b", &[a, b])?;
    ensure(!(a.leq(c) && b.leq(c)) || ab.leq(c), "the join is the least upper bound", &[a, b, c])?;
    ensure(!a.is_top() || b.leq(a), "top is above everything", &[a, b])
}

/// The meet.
///
/// # Errors
/// The first law that `a`, `b` and `c` break.
pub fn meet<L: Meet + Debug>(a: &L, b: &L, c: &L) -> Result<(), Broken> {
    let ab = a.meet(b);
    ensure(ab == b.meet(a), "a meet b == b meet a", &[a, b])?;
    ensure(a.meet(a).as_ref() == Some(a), "a meet a == a", &[a])?;
    ensure(!a.leq(b) || ab.as_ref() == Some(a), "a <= b implies a meet b == a", &[a, b])?;
    ensure(a.meet(&a.join(b)).as_ref() == Some(a), "a meet (a join b) == a", &[a, b])?;
    match ab {
        Some(m) => {
            ensure(m.leq(a) && m.leq(b), "a meet b is below both", &[a, b])?;
            ensure(!(c.leq(a) && c.leq(b)) || c.leq(&m), "the meet is the greatest lower bound", &[a, b, c])
        }
        None => {
            ensure(!(c.leq(a) && c.leq(b)), "elements without a meet have nothing below both", &[a, b, c])
        }
    }
}

/// The widening: an upper bound, and a chain that ends.
///
/// # Errors
/// The law that `a` and the elements of `chain` break.
pub fn widen<L: Widen + Debug>(a: &L, chain: &[L]) -> Result<(), Broken> {
    let mut current = a.clone();
    for next in chain {
        let wider = current.widen(next);
        ensure(current.leq(&wider) && next.leq(&wider), "a <= a widen b >= b", &[&current, next])?;
        ensure(!next.leq(&current) || wider == current, "b <= a implies a widen b == a", &[&current, next])?;
        current = wider;
    }
    Ok(())
}

/// Defines a module of property tests of the lattice laws: `lattice_laws!(sign, any_sign());`, and with
/// `meet` or `widen` after the strategy also the laws of [`Meet`](crate::Meet) and [`Widen`](crate::Widen).
///
/// The strategy is an expression of the surrounding module; the crate that uses the macro has `proptest`
/// among its development dependencies.
#[macro_export]
macro_rules! lattice_laws {
    ($name:ident, $strategy:expr $(, $more:ident)*) => {
        mod $name {
            #[allow(unused_imports, reason = "the strategy may or may not need the surrounding names")]
            use super::*;
            ::proptest::proptest! {
                #[test]
                fn lattice(a in $strategy, b in $strategy, c in $strategy) {
                    ::proptest::prop_assert_eq!($crate::laws::lattice(&a, &b, &c), Ok(()));
                    // Random elements are seldom comparable: try some that are.
                    let above = $crate::Lattice::join(&a, &$crate::Lattice::join(&b, &c));
                    ::proptest::prop_assert_eq!($crate::laws::lattice(&a, &b, &above), Ok(()));
                    ::proptest::prop_assert_eq!($crate::laws::lattice(&a, &above, &c), Ok(()));
                }
            }
            $($crate::lattice_laws!(@$more $strategy);)*
        }
    };
    (@meet $strategy:expr) => {
        ::proptest::proptest! {
            #[test]
            fn meet(a in $strategy, b in $strategy, c in $strategy) {
                ::proptest::prop_assert_eq!($crate::laws::meet(&a, &b, &c), Ok(()));
                let above = $crate::Lattice::join(&a, &b);
                ::proptest::prop_assert_eq!($crate::laws::meet(&above, &b, &a), Ok(()));
            }
        }
    };
    (@widen $strategy:expr) => {
        ::proptest::proptest! {
            #[test]
            fn widen(a in $strategy, chain in ::proptest::collection::vec($strategy, 1..20)) {
                ::proptest::prop_assert_eq!($crate::laws::widen(&a, &chain), Ok(()));
            }
        }
    };
}
