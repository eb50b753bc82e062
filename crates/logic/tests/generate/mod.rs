//! Random terms. The same seed makes the same choices in every pool, so a term can be built with and
//! without the normaliser and compared.

use argand_logic::{
    ArrayValue, Assignment, Bv, Float, FloatFormat, FuncValue, Rounding, Sort, TermId, TermPool, Value,
};

/// A fixed generator, so that failures repeat.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ 0x1234_5678)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as u64) as usize]
    }

    /// Bits that are small, close to a limit, or anything.
    pub fn bv(&mut self, width: u32) -> Bv {
        let wide = u128::from(self.next()) << 64 | u128::from(self.next());
        let v = Bv::from_u128(width, wide);
        match self.below(6) {
            0 => Bv::new(width, wide as u64 & 7),
            1 => Bv::new(width, wide as u64 & 7).neg(),
            2 => Bv::min_signed(width).add(&Bv::new(width, wide as u64 & 3)),
            3 => Bv::max_signed(width).sub(&Bv::new(width, wide as u64 & 3)),
            _ => v,
        }
    }

    /// Numbers with interesting exponents and fractions more often than chance has them.
    pub fn float(&mut self, format: FloatFormat) -> Float {
        let f = format.fraction();
        let wide = u128::from(self.next()) << 64 | u128::from(self.next());
        let mask = (1u128 << format.exponent) - 1;
        let (mut field, mut fraction) = (wide >> 100 & mask, wide & ((1 << f) - 1));
        let bias = format.bias() as u128;
        let near = bias + u128::from(self.below(u64::from(format.significand) * 2));
        match self.below(8) {
            0 => field = u128::from(self.below(3)),
            1 => field = mask - u128::from(self.below(3)),
            2..=5 => field = near.saturating_sub(u128::from(format.significand)) & mask,
            _ => {}
        }
        match self.below(6) {
            0 => fraction = 0,
            1 => fraction = (1 << f) - 1,
            2 => fraction = 1 << self.below(u64::from(f)),
            3 => fraction &= !0 << self.below(u64::from(f)),
            _ => {}
        }
        if format.explicit {
            let integer = 1 << (f - 1);
            fraction = if field == 0 { fraction & !integer } else { fraction | integer };
        }
        let sign = u128::from(self.next() & 1) << (format.width() - 1);
        Float::from_bits(format, sign | field << f | fraction)
    }
}

/// Which sorts terms are made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Theory {
    Words,
    Arrays,
    Equalities,
    Functions,
    Floats,
    /// Words of widths around those where machine words end. Too hard to solve, so not in `ALL`.
    WideWords,
}

impl Theory {
    pub const ALL: [Self; 5] = [Self::Words, Self::Arrays, Self::Equalities, Self::Functions, Self::Floats];
}

/// Makes random terms of one theory.
pub struct Generator {
    pub random: Random,
    theory: Theory,
    widths: Vec<u32>,
    formats: Vec<FloatFormat>,
    array: Sort,
}

pub const TINY: FloatFormat = FloatFormat { exponent: 3, significand: 5, explicit: false };

impl Generator {
    pub fn new(seed: u64, theory: Theory) -> Self {
        let mut random = Random::new(seed);
        let widths = match random.below(3) {
            _ if theory == Theory::WideWords => vec![1, 8, 63, 64, 65, 128],
            0 => vec![1, 3, 4],
            1 => vec![4, 8],
            _ => vec![1, 8, 16, 33],
        };
        let formats = match random.below(6) {
            0 => vec![FloatFormat::F16],
            1 => vec![TINY, FloatFormat::F32],
            _ => vec![TINY, FloatFormat { exponent: 4, significand: 4, explicit: false }],
        };
        let array = Sort::Array { index: random.pick(&[2, 4, 12]), element: random.pick(&widths) };
        Self { random, theory, widths, formats, array }
    }

    fn var(&mut self, pool: &mut TermPool, sort: Sort) -> TermId {
        let n = self.random.below(3);
        let name = match sort {
            Sort::Bool => format!("b{n}"),
            Sort::Bv(w) => format!("x{n}_{w}"),
            Sort::Float(f) => format!("f{n}_{}_{}", f.exponent, f.significand),
            Sort::Array { index, element } => format!("m{n}_{index}_{element}"),
        };
        pool.var(&name, sort)
    }

    fn constant(&mut self, pool: &mut TermPool, sort: Sort) -> TermId {
        match sort {
            Sort::Bool => pool.bool(self.random.below(2) == 0),
            Sort::Bv(w) => {
                let v = self.random.bv(w);
                pool.constant(v)
            }
            Sort::Float(f) => {
                let v = self.random.float(f);
                pool.fp(v)
            }
            Sort::Array { index, element } => {
                let v = self.random.bv(element);
                let v = pool.constant(v);
                pool.const_array(index, v)
            }
        }
    }

    /// A random term of a sort.
    pub fn term(&mut self, pool: &mut TermPool, sort: Sort, depth: u32) -> TermId {
        if depth == 0 || self.random.below(10) == 0 {
            return if self.random.below(3) == 0 { self.constant(pool, sort) } else { self.var(pool, sort) };
        }
        match sort {
            Sort::Bool => self.truth(pool, depth),
            Sort::Bv(w) => self.word(pool, w, depth),
            Sort::Float(f) => self.float(pool, f, depth),
            Sort::Array { index, element } => self.array(pool, index, element, depth),
        }
    }

    fn truth(&mut self, pool: &mut TermPool, depth: u32) -> TermId {
        let d = depth - 1;
        let choice = self.random.below(if self.theory == Theory::Equalities { 14 } else { 12 });
        match choice {
            0 => {
                let a = self.term(pool, Sort::Bool, d);
                pool.not(a)
            }
            1..=4 => {
                let (a, b) = (self.term(pool, Sort::Bool, d), self.term(pool, Sort::Bool, d));
                match choice {
                    1 => pool.and(a, b),
                    2 => pool.or(a, b),
                    3 => pool.xor(a, b),
                    _ => {
                        let c = self.term(pool, Sort::Bool, d);
                        pool.ite(c, a, b)
                    }
                }
            }
            12 | 13 => {
                let (a, b) = (self.term(pool, self.array, d.min(2)), self.term(pool, self.array, d.min(2)));
                pool.eq(a, b)
            }
            _ if self.theory == Theory::Floats && choice < 11 => self.float_test(pool, d),
            _ => {
                let sort = Sort::Bv(self.random.pick(&self.widths.clone()));
                let (a, b) = (self.term(pool, sort, d), self.term(pool, sort, d));
                match self.random.below(10) {
                    0..=2 => pool.eq(a, b),
                    3 => pool.ult(a, b),
                    4 => pool.slt(a, b),
                    5 => pool.ule(a, b),
                    6 => pool.sge(a, b),
                    7 => {
                        let signed = self.random.below(2) == 0;
                        add_overflows(pool, a, b, signed)
                    }
                    8 => {
                        let signed = self.random.below(2) == 0;
                        mul_overflows(pool, a, b, signed)
                    }
                    _ => sub_overflows(pool, a, b),
                }
            }
        }
    }

    fn float_test(&mut self, pool: &mut TermPool, d: u32) -> TermId {
        let sort = Sort::Float(self.random.pick(&self.formats.clone()));
        let (a, b) = (self.term(pool, sort, d), self.term(pool, sort, d));
        match self.random.below(9) {
            0 => pool.eq(a, b),
            1 => pool.fp_eq(a, b),
            2 => pool.fp_lt(a, b),
            3 => pool.fp_le(a, b),
            4 => pool.fp_is_nan(a),
            5 => pool.fp_is_inf(a),
            6 => pool.fp_is_zero(a),
            7 => pool.fp_is_subnormal(a),
            _ => pool.fp_is_negative(a),
        }
    }

    fn word(&mut self, pool: &mut TermPool, width: u32, depth: u32) -> TermId {
        let d = depth - 1;
        let sort = Sort::Bv(width);
        match (self.theory, self.random.below(12)) {
            (Theory::Arrays | Theory::Equalities, 0..=3) => {
                let Sort::Array { index, element } = self.array else { unreachable!() };
                let (a, i) = (self.term(pool, self.array, d), self.term(pool, Sort::Bv(index), d.min(1)));
                let t = pool.select(a, i);
                return self.fit(pool, t, element, width);
            }
            (Theory::Functions, 0..=3) => {
                let f = pool.func(&format!("g{width}"), &[sort, Sort::Bool], sort);
                let (a, b) = (self.term(pool, sort, d), self.term(pool, Sort::Bool, d.min(1)));
                return pool.apply(f, &[a, b]);
            }
            (Theory::Floats, 0..=3) => {
                let format = self.random.pick(&self.formats.clone());
                let x = self.term(pool, Sort::Float(format), d);
                let m = self.random.pick(&Rounding::ALL);
                return match self.random.below(3) {
                    0 => {
                        let bits = pool.fp_to_bits(x);
                        self.fit(pool, bits, format.width(), width)
                    }
                    n => pool.fp_to_int(m, width, x, n == 1),
                };
            }
            _ => {}
        }
        let choice = self.random.below(19);
        if choice >= 15 {
            return self.reshaped(pool, width, d, choice);
        }
        let a = self.term(pool, sort, d);
        let b = self.term(pool, sort, d);
        match choice {
            0 | 1 => pool.add(a, b),
            2 => pool.sub(a, b),
            3 => pool.mul(a, b),
            4 => pool.udiv(a, b),
            5 => pool.urem(a, b),
            6 => pool.sdiv(a, b),
            7 => pool.srem(a, b),
            8 => pool.bvand(a, b),
            9 => pool.bvor(a, b),
            10 => pool.bvxor(a, b),
            11 => pool.shl(a, b),
            12 => pool.lshr(a, b),
            13 => pool.ashr(a, b),
            _ => pool.smod(a, b),
        }
    }

    fn reshaped(&mut self, pool: &mut TermPool, width: u32, d: u32, choice: u64) -> TermId {
        let sort = Sort::Bv(width);
        match choice {
            15 => {
                let c = self.term(pool, Sort::Bool, d);
                let (a, b) = (self.term(pool, sort, d), self.term(pool, sort, d));
                pool.ite(c, a, b)
            }
            16 => {
                let a = self.term(pool, sort, d);
                if self.random.below(2) == 0 { pool.bvnot(a) } else { pool.neg(a) }
            }
            17 if width > 1 => {
                let low = 1 + self.random.below(u64::from(width) - 1) as u32;
                let (a, b) = (self.term(pool, Sort::Bv(width - low), d), self.term(pool, Sort::Bv(low), d));
                pool.concat(a, b)
            }
            _ => {
                let from = self.random.pick(&self.widths.clone());
                let a = self.term(pool, Sort::Bv(from), d);
                self.fit(pool, a, from, width)
            }
        }
    }

    fn fit(&mut self, pool: &mut TermPool, a: TermId, from: u32, to: u32) -> TermId {
        if from > to {
            let lo = self.random.below(u64::from(from - to) + 1) as u32;
            pool.extract(a, lo + to - 1, lo)
        } else {
            let signed = self.random.below(2) == 0;
            pool.resize(a, to, signed)
        }
    }

    fn array(&mut self, pool: &mut TermPool, index: u32, element: u32, depth: u32) -> TermId {
        let d = depth - 1;
        let sort = Sort::Array { index, element };
        let a = self.term(pool, sort, d);
        if self.random.below(4) == 0 {
            let (c, b) = (self.term(pool, Sort::Bool, d.min(1)), self.term(pool, sort, d));
            return pool.ite(c, a, b);
        }
        let (i, v) =
            (self.term(pool, Sort::Bv(index), d.min(1)), self.term(pool, Sort::Bv(element), d.min(1)));
        pool.store(a, i, v)
    }

    fn float(&mut self, pool: &mut TermPool, format: FloatFormat, depth: u32) -> TermId {
        let d = depth - 1;
        let sort = Sort::Float(format);
        let m = self.random.pick(&Rounding::ALL);
        let a = self.term(pool, sort, d);
        match self.random.below(16) {
            0 => pool.fp_neg(a),
            1 => pool.fp_abs(a),
            2 => pool.fp_sqrt(m, a),
            3 => pool.fp_round_to_integral(m, a),
            4 => {
                let from = self.random.pick(&self.formats.clone());
                let x = self.term(pool, Sort::Float(from), d);
                pool.fp_to_fp(m, format, x)
            }
            5 => {
                let width = self.random.pick(&self.widths.clone());
                let x = self.term(pool, Sort::Bv(width), d.min(1));
                let signed = self.random.below(2) == 0;
                pool.fp_from_int(m, format, x, signed)
            }
            6 => {
                let x = self.term(pool, Sort::Bv(format.width()), d.min(1));
                pool.fp_from_bits(format, x)
            }
            n => {
                let b = self.term(pool, sort, d);
                match n {
                    7 => pool.fp_min(a, b),
                    8 => pool.fp_max(a, b),
                    9 | 10 => pool.fp_add(m, a, b),
                    11 => pool.fp_sub(m, a, b),
                    12 => pool.fp_mul(m, a, b),
                    13 => pool.fp_div(m, a, b),
                    14 if format.exponent <= 4 && self.random.below(2) == 0 => pool.fp_rem(a, b),
                    14 if format.exponent <= 4 => pool.fp_fmod(a, b),
                    _ => {
                        let c = self.term(pool, sort, d);
                        pool.fp_fma(m, a, b, c)
                    }
                }
            }
        }
    }

    /// Values for all symbols and functions of `roots`, by their names.
    pub fn assignment(&mut self, pool: &TermPool, roots: &[TermId]) -> Assignment {
        let mut out = Assignment::default();
        for v in pool.free_vars(roots) {
            let value = self.value(pool.sort(v));
            out.set(v, value);
        }
        for f in pool.free_funcs(roots) {
            let decl = pool.func_decl(f).clone();
            let mut entries = Vec::new();
            for _ in 0..4 {
                let args = decl.params.iter().map(|&s| self.value(s)).collect();
                entries.push((args, self.value(decl.result)));
            }
            out.set_func(f, FuncValue { entries, default: self.value(decl.result) });
        }
        out
    }

    fn value(&mut self, sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(self.random.below(2) == 0),
            Sort::Bv(w) => Value::Bv(self.random.bv(w)),
            Sort::Float(f) => Value::Float(self.random.float(f)),
            Sort::Array { index, element } => {
                let mut a = ArrayValue::constant(index, self.random.bv(element));
                for _ in 0..3 {
                    let (i, v) = (self.random.bv(index), self.random.bv(element));
                    a.set(&i, v);
                }
                Value::Array(a)
            }
        }
    }
}

/// Whether `a + b` does not fit, signed or unsigned.
fn add_overflows(pool: &mut TermPool, a: TermId, b: TermId, signed: bool) -> TermId {
    let sum = pool.add(a, b);
    if !signed {
        return pool.ult(sum, a);
    }
    let zero = pool.bv(pool.width(a), 0);
    let (na, nb, ns) = (pool.slt(a, zero), pool.slt(b, zero), pool.slt(sum, zero));
    let (same, flipped) = (pool.eq(na, nb), pool.xor(na, ns));
    pool.and(same, flipped)
}

/// Whether `a - b` does not fit, signed.
fn sub_overflows(pool: &mut TermPool, a: TermId, b: TermId) -> TermId {
    let diff = pool.sub(a, b);
    let zero = pool.bv(pool.width(a), 0);
    let (na, nb, nd) = (pool.slt(a, zero), pool.slt(b, zero), pool.slt(diff, zero));
    let (other, flipped) = (pool.xor(na, nb), pool.xor(na, nd));
    pool.and(other, flipped)
}

/// Whether `a * b` does not fit, signed or unsigned.
fn mul_overflows(pool: &mut TermPool, a: TermId, b: TermId, signed: bool) -> TermId {
    let width = pool.width(a);
    let (wa, wb) = (pool.resize(a, 2 * width, signed), pool.resize(b, 2 * width, signed));
    let product = pool.mul(wa, wb);
    let low = pool.extract(product, width - 1, 0);
    let back = pool.resize(low, 2 * width, signed);
    pool.ne(product, back)
}
