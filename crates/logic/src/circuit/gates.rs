//! The netlist.

use std::ops::Range;

use argand_support::FxHashMap;

/// A signal or its complement.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Lit(u32);

impl Lit {
    pub const FALSE: Self = Self(0);
    pub const TRUE: Self = Self(1);

    pub fn constant(b: bool) -> Self {
        Self(u32::from(b))
    }

    pub fn positive(node: u32) -> Self {
        Self(node << 1)
    }

    pub fn node(self) -> u32 {
        self.0 >> 1
    }

    pub fn negated(self) -> bool {
        self.0 & 1 == 1
    }

    pub fn is_const(self) -> bool {
        self.0 <= 1
    }

    /// The complement if `flip`.
    pub fn flip(self, flip: bool) -> Self {
        Self(self.0 ^ u32::from(flip))
    }
}

impl std::ops::Not for Lit {
    type Output = Self;
    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// What drives a signal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Gate {
    /// Node 0: the constant false.
    False,
    /// Nothing: it is free.
    Input,
    And(Lit, Lit),
    /// Both operands are positive.
    Xor(Lit, Lit),
    /// If the first then the second else the third; the first two are positive.
    Mux(Lit, Lit, Lit),
    /// At least two of three; at most one is negated.
    Maj(Lit, Lit, Lit),
}

/// All gates made so far.
#[derive(Debug)]
pub(crate) struct Gates {
    nodes: Vec<Gate>,
    users: Vec<u32>,
    table: FxHashMap<Gate, u32>,
    /// Literals that hold in every use of the circuit: they define inputs that stand for results.
    constraints: Vec<Lit>,
    /// The constraints of an input that has some, as a range.
    bound: FxHashMap<u32, (u32, u32)>,
    /// Whether inputs may stand for quotients. Simulation needs functions, so tests switch it off.
    pub relational: bool,
}

impl Default for Gates {
    fn default() -> Self {
        Self {
            nodes: vec![Gate::False],
            users: vec![0],
            table: FxHashMap::default(),
            constraints: Vec::new(),
            bound: FxHashMap::default(),
            relational: true,
        }
    }
}

impl Gates {
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn gate(&self, node: u32) -> Gate {
        self.nodes[node as usize]
    }

    /// How many gates use the node.
    pub fn users(&self, node: u32) -> u32 {
        self.users[node as usize]
    }

    pub fn input(&mut self) -> Lit {
        let node = self.nodes.len() as u32;
        self.nodes.push(Gate::Input);
        self.users.push(0);
        Lit::positive(node)
    }

    pub fn inputs(&mut self, count: u32) -> Vec<Lit> {
        (0..count).map(|_| self.input()).collect()
    }

    /// Whoever uses one of the inputs must require all of the constraints.
    pub fn constrain(&mut self, inputs: &[Lit], constraints: &[Lit]) {
        let start = self.constraints.len() as u32;
        self.constraints.extend_from_slice(constraints);
        for l in inputs.iter().filter(|l| !l.is_const()) {
            self.bound.insert(l.node(), (start, constraints.len() as u32));
        }
    }

    /// Whether any input has constraints.
    pub fn has_constraints(&self) -> bool {
        !self.bound.is_empty()
    }

    /// Which constraints an input has.
    pub fn constraints_of(&self, node: u32) -> Range<u32> {
        self.bound.get(&node).map_or(0..0, |&(start, len)| start..start + len)
    }

    pub fn constraint(&self, i: u32) -> Lit {
        self.constraints[i as usize]
    }

    fn add_gate(&mut self, gate: Gate) -> Lit {
        if let Some(&n) = self.table.get(&gate) {
            return Lit::positive(n);
        }
        let node = self.nodes.len() as u32;
        self.nodes.push(gate);
        self.users.push(0);
        let mut used = |l: Lit| self.users[l.node() as usize] += 1;
        match gate {
            Gate::And(a, b) | Gate::Xor(a, b) => {
                used(a);
                used(b);
            }
            Gate::Mux(a, b, c) | Gate::Maj(a, b, c) => {
                used(a);
                used(b);
                used(c);
            }
            Gate::False | Gate::Input => {}
        }
        self.table.insert(gate, node);
        Lit::positive(node)
    }

    fn as_and(&self, l: Lit) -> Option<(Lit, Lit)> {
        match self.gate(l.node()) {
            Gate::And(a, b) => Some((a, b)),
            _ => None,
        }
    }

    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        if a == Lit::FALSE || a == !b {
            return Lit::FALSE;
        }
        if a == Lit::TRUE || a == b {
            return b;
        }
        if let Some(l) = self.and_one_side(a, b).or_else(|| self.and_one_side(b, a)) {
            return l;
        }
        if let (Some((x, y)), Some((u, v))) = (self.as_and(a), self.as_and(b)) {
            match (a.negated(), b.negated()) {
                (false, false) if x == !u || x == !v || y == !u || y == !v => return Lit::FALSE,
                (true, true) => {
                    for (p, q) in [(x, y), (y, x)] {
                        // ¬(p ∧ q) ∧ ¬(p ∧ ¬q), then the two forms of a multiplexer.
                        for (r, s) in [(u, v), (v, u)] {
                            if p == r && q == !s {
                                return !p;
                            }
                            if p == !r {
                                return !self.mux(p, q, s);
                            }
                        }
                    }
                }
                _ => {}
            }
        }
        self.add_gate(Gate::And(a, b))
    }

    /// Rules where `b` is a conjunction or the complement of one.
    fn and_one_side(&mut self, a: Lit, b: Lit) -> Option<Lit> {
        let (x, y) = self.as_and(b)?;
        if b.negated() {
            if a == !x || a == !y {
                return Some(a);
            }
            if a == x {
                return Some(self.and(a, !y));
            }
            if a == y {
                return Some(self.and(a, !x));
            }
        } else {
            if a == x || a == y {
                return Some(b);
            }
            if a == !x || a == !y {
                return Some(Lit::FALSE);
            }
        }
        None
    }

    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let flip = a.negated() != b.negated();
        let (a, b) = (a.flip(a.negated()), b.flip(b.negated()));
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        if a == b {
            return Lit::constant(flip);
        }
        if a == Lit::FALSE {
            return b.flip(flip);
        }
        for (p, q) in [(a, b), (b, a)] {
            if let Gate::Xor(x, y) = self.gate(p.node()) {
                if x == q {
                    return y.flip(flip);
                }
                if y == q {
                    return x.flip(flip);
                }
            }
        }
        self.add_gate(Gate::Xor(a, b)).flip(flip)
    }

    pub fn iff(&mut self, a: Lit, b: Lit) -> Lit {
        !self.xor(a, b)
    }

    pub fn mux(&mut self, s: Lit, t: Lit, e: Lit) -> Lit {
        if s.is_const() {
            return if s == Lit::TRUE { t } else { e };
        }
        if s.negated() {
            return self.mux(!s, e, t);
        }
        if t == e {
            return t;
        }
        if t == Lit::TRUE || t == s {
            return self.or(s, e);
        }
        if t == Lit::FALSE || t == !s {
            return self.and(!s, e);
        }
        if e == Lit::FALSE || e == s {
            return self.and(s, t);
        }
        if e == Lit::TRUE || e == !s {
            return self.or(!s, t);
        }
        if t == !e {
            return self.iff(s, t);
        }
        let flip = t.negated();
        self.add_gate(Gate::Mux(s, t.flip(flip), e.flip(flip))).flip(flip)
    }

    pub fn maj(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let mut v = [a, b, c];
        v.sort_unstable();
        let [a, b, c] = v;
        if a == b {
            return a;
        }
        if b == c {
            return b;
        }
        if a == !b {
            return c;
        }
        if b == !c {
            return a;
        }
        match a {
            Lit::FALSE => return self.and(b, c),
            Lit::TRUE => return self.or(b, c),
            _ => {}
        }
        // Adding sign-extended words repeats the same two operands: the carry is stable after one step.
        for (p, q, r) in [(a, b, c), (a, c, b), (b, c, a)] {
            let absorbed = match self.gate(r.node()) {
                Gate::Maj(x, y, z) => {
                    let inner = [x, y, z].map(|l| l.flip(r.negated()));
                    inner.contains(&p) && inner.contains(&q)
                }
                Gate::And(x, y) => {
                    let inner = [x, y].map(|l| l.flip(r.negated()));
                    inner.contains(&p) && inner.contains(&q)
                }
                _ => false,
            };
            if absorbed {
                return r;
            }
        }
        let flip = v.iter().filter(|l| l.negated()).count() >= 2;
        let [a, b, c] = v.map(|l| l.flip(flip));
        self.add_gate(Gate::Maj(a, b, c)).flip(flip)
    }

    pub fn and_all(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        lits.into_iter().fold(Lit::TRUE, |acc, l| self.and(acc, l))
    }

    pub fn or_all(&mut self, lits: impl IntoIterator<Item = Lit>) -> Lit {
        !lits.into_iter().fold(Lit::TRUE, |acc, l| self.and(acc, !l))
    }
}
