//! Reduced ordered binary decision diagrams (Bryant, doi:10.1109/TC.1986.1676819).
//!
//! Nodes are hash-consed, so equal functions are the same [`Bdd`] and entailment of abstractions is a walk over
//! two graphs. Variables are numbers, and the order is that of the numbers. Operations that build nodes fail
//! with [`Full`] when the table has reached its limit: a diagram can be exponential, and whoever asked for it
//! can do something coarser.

mod convert;
#[cfg(test)]
mod tests;

use argand_support::{FxHashMap, IndexVec, define_index};

define_index! {
    /// A Boolean function of the diagram's variables.
    pub struct Bdd, "b";
}

impl Bdd {
    /// The function that is always false.
    pub const FALSE: Self = Self::new(0);
    /// The function that is always true.
    pub const TRUE: Self = Self::new(1);

    /// The constant function.
    #[must_use]
    pub const fn constant(value: bool) -> Self {
        if value { Self::TRUE } else { Self::FALSE }
    }

    /// Whether it is always true or always false.
    #[must_use]
    pub fn is_constant(self) -> bool {
        self == Self::TRUE || self == Self::FALSE
    }
}

/// The table of nodes has reached its limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a decision diagram grew too large")]
pub struct Full;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Node {
    /// The variable; `u32::MAX` for constants, which come last in every order.
    var: u32,
    low: Bdd,
    high: Bdd,
}

const LEAF: u32 = u32::MAX;
const DEFAULT_LIMIT: usize = 4_000_000;

/// All diagrams of a run. Nodes are never freed.
#[derive(Clone, Debug)]
pub struct BddTable {
    nodes: IndexVec<Bdd, Node>,
    ids: FxHashMap<Node, Bdd>,
    choices: FxHashMap<(Bdd, Bdd, Bdd), Bdd>,
    entailed: FxHashMap<(Bdd, Bdd), bool>,
    limit: usize,
}

impl Default for BddTable {
    fn default() -> Self {
        Self::with_limit(DEFAULT_LIMIT)
    }
}

impl BddTable {
    /// A table that holds at most this many nodes.
    #[must_use]
    pub fn with_limit(limit: usize) -> Self {
        let leaf = |value| Node { var: LEAF, low: value, high: value };
        Self {
            nodes: [leaf(Bdd::FALSE), leaf(Bdd::TRUE)].into_iter().collect(),
            ids: FxHashMap::default(),
            choices: FxHashMap::default(),
            entailed: FxHashMap::default(),
            limit,
        }
    }

    /// How many nodes there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are only the constants.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 2
    }

    fn node(&mut self, var: u32, low: Bdd, high: Bdd) -> Result<Bdd, Full> {
        if low == high {
            return Ok(low);
        }
        let node = Node { var, low, high };
        if let Some(&known) = self.ids.get(&node) {
            return Ok(known);
        }
        if self.nodes.len() >= self.limit {
            return Err(Full);
        }
        let id = self.nodes.push(node);
        self.ids.insert(node, id);
        Ok(id)
    }

    /// The function that is the value of a variable.
    ///
    /// # Errors
    /// When the table is full.
    pub fn var(&mut self, var: u32) -> Result<Bdd, Full> {
        self.node(var, Bdd::FALSE, Bdd::TRUE)
    }

    /// A variable or its negation.
    ///
    /// # Errors
    /// When the table is full.
    pub fn literal(&mut self, var: u32, value: bool) -> Result<Bdd, Full> {
        self.node(var, Bdd::constant(!value), Bdd::constant(value))
    }

    /// The conjunction of literals of different variables.
    ///
    /// # Errors
    /// When the table is full.
    pub fn cube(&mut self, literals: &[(u32, bool)]) -> Result<Bdd, Full> {
        let mut sorted = literals.to_vec();
        sorted.sort_unstable();
        let mut result = Bdd::TRUE;
        for &(var, value) in sorted.iter().rev() {
            result =
                if value { self.node(var, Bdd::FALSE, result)? } else { self.node(var, result, Bdd::FALSE)? };
        }
        Ok(result)
    }

    fn cofactors(&self, f: Bdd, var: u32) -> (Bdd, Bdd) {
        let node = self.nodes[f];
        if node.var == var { (node.low, node.high) } else { (f, f) }
    }

    /// `if c then t else e`.
    ///
    /// # Errors
    /// When the table is full.
    pub fn ite(&mut self, c: Bdd, t: Bdd, e: Bdd) -> Result<Bdd, Full> {
        match (c, t, e) {
            (Bdd::TRUE, ..) => return Ok(t),
            (Bdd::FALSE, ..) => return Ok(e),
            (_, Bdd::TRUE, Bdd::FALSE) => return Ok(c),
            _ if t == e => return Ok(t),
            _ => {}
        }
        if let Some(&known) = self.choices.get(&(c, t, e)) {
            return Ok(known);
        }
        let var = self.nodes[c].var.min(self.nodes[t].var).min(self.nodes[e].var);
        let ((c0, c1), (t0, t1), (e0, e1)) =
            (self.cofactors(c, var), self.cofactors(t, var), self.cofactors(e, var));
        let low = self.ite(c0, t0, e0)?;
        let high = self.ite(c1, t1, e1)?;
        let result = self.node(var, low, high)?;
        self.choices.insert((c, t, e), result);
        Ok(result)
    }

    /// Conjunction.
    ///
    /// # Errors
    /// When the table is full.
    pub fn and(&mut self, a: Bdd, b: Bdd) -> Result<Bdd, Full> {
        let (a, b) = (a.min(b), a.max(b));
        self.ite(a, b, Bdd::FALSE)
    }

    /// Disjunction.
    ///
    /// # Errors
    /// When the table is full.
    pub fn or(&mut self, a: Bdd, b: Bdd) -> Result<Bdd, Full> {
        let (a, b) = (a.min(b), a.max(b));
        self.ite(a, Bdd::TRUE, b)
    }

    /// Negation.
    ///
    /// # Errors
    /// When the table is full.
    pub fn not(&mut self, a: Bdd) -> Result<Bdd, Full> {
        self.ite(a, Bdd::FALSE, Bdd::TRUE)
    }

    /// Whether every assignment that satisfies `a` satisfies `b`. Builds no nodes.
    pub fn implies(&mut self, a: Bdd, b: Bdd) -> bool {
        if a == Bdd::FALSE || b == Bdd::TRUE || a == b {
            return true;
        }
        // Different constants are decided above, and a function that is not constant has both values.
        if a == Bdd::TRUE || b == Bdd::FALSE {
            return false;
        }
        if let Some(&known) = self.entailed.get(&(a, b)) {
            return known;
        }
        let var = self.nodes[a].var.min(self.nodes[b].var);
        let ((a0, a1), (b0, b1)) = (self.cofactors(a, var), self.cofactors(b, var));
        let result = self.implies(a0, b0) && self.implies(a1, b1);
        self.entailed.insert((a, b), result);
        result
    }

    /// The function with some variables fixed.
    ///
    /// # Errors
    /// When the table is full.
    pub fn restrict(&mut self, f: Bdd, fixed: &dyn Fn(u32) -> Option<bool>) -> Result<Bdd, Full> {
        self.restrict_inner(f, fixed, &mut FxHashMap::default())
    }

    fn restrict_inner(
        &mut self,
        f: Bdd,
        fixed: &dyn Fn(u32) -> Option<bool>,
        done: &mut FxHashMap<Bdd, Bdd>,
    ) -> Result<Bdd, Full> {
        if f.is_constant() {
            return Ok(f);
        }
        if let Some(&known) = done.get(&f) {
            return Ok(known);
        }
        let Node { var, low, high } = self.nodes[f];
        let result = match fixed(var) {
            Some(false) => self.restrict_inner(low, fixed, done)?,
            Some(true) => self.restrict_inner(high, fixed, done)?,
            None => {
                let low = self.restrict_inner(low, fixed, done)?;
                let high = self.restrict_inner(high, fixed, done)?;
                self.node(var, low, high)?
            }
        };
        done.insert(f, result);
        Ok(result)
    }

    /// Whether the function holds for some value of the variables that `hidden` accepts.
    ///
    /// # Errors
    /// When the table is full.
    pub fn exists(&mut self, f: Bdd, hidden: &dyn Fn(u32) -> bool) -> Result<Bdd, Full> {
        self.exists_inner(f, hidden, &mut FxHashMap::default())
    }

    fn exists_inner(
        &mut self,
        f: Bdd,
        hidden: &dyn Fn(u32) -> bool,
        done: &mut FxHashMap<Bdd, Bdd>,
    ) -> Result<Bdd, Full> {
        if f.is_constant() {
            return Ok(f);
        }
        if let Some(&known) = done.get(&f) {
            return Ok(known);
        }
        let Node { var, low, high } = self.nodes[f];
        let low = self.exists_inner(low, hidden, done)?;
        let high = self.exists_inner(high, hidden, done)?;
        let result = if hidden(var) { self.or(low, high)? } else { self.node(var, low, high)? };
        done.insert(f, result);
        Ok(result)
    }

    /// The value of the function for an assignment.
    #[must_use]
    pub fn eval(&self, f: Bdd, value: impl Fn(u32) -> bool) -> bool {
        let mut at = f;
        while !at.is_constant() {
            let node = self.nodes[at];
            at = if value(node.var) { node.high } else { node.low };
        }
        at == Bdd::TRUE
    }
}
