//! Bit-vector constants of any width, two's complement, with the arithmetic of SMT-LIB.
//!
//! Nearly every constant of a C program fits in one machine word, so those never allocate.

use std::cmp::Ordering;
use std::fmt;

/// A bit-vector constant: a width and that many bits.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Bv {
    width: u32,
    words: Words,
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum Words {
    One(u64),
    Many(Box<[u64]>),
}

fn mask(width: u32) -> u64 {
    match width % 64 {
        0 => u64::MAX,
        r => (1 << r) - 1,
    }
}

impl Bv {
    fn from_words(width: u32, mut words: Vec<u64>) -> Self {
        debug_assert!(width > 0);
        let len = width.div_ceil(64) as usize;
        words.resize(len, 0);
        words[len - 1] &= mask(width);
        let words = if len == 1 { Words::One(words[0]) } else { Words::Many(words.into_boxed_slice()) };
        Self { width, words }
    }

    fn one_word(width: u32, word: u64) -> Self {
        debug_assert!(width > 0 && width <= 64);
        Self { width, words: Words::One(word & mask(width)) }
    }

    /// The low bits of `value`, zero-extended where the width is larger.
    #[must_use]
    pub fn new(width: u32, value: u64) -> Self {
        if width <= 64 { Self::one_word(width, value) } else { Self::from_words(width, vec![value]) }
    }

    /// The low bits of `value`, zero-extended where the width is larger.
    #[must_use]
    pub fn from_u128(width: u32, value: u128) -> Self {
        if width <= 64 {
            Self::one_word(width, value as u64)
        } else {
            Self::from_words(width, vec![value as u64, (value >> 64) as u64])
        }
    }

    /// The low bits of `value`, sign-extended where the width is larger.
    #[must_use]
    pub fn from_i128(width: u32, value: i128) -> Self {
        let low = Self::from_u128(width.min(128), value as u128);
        if width > 128 { low.sign_extend(width) } else { low }
    }

    /// Zero.
    #[must_use]
    pub fn zero(width: u32) -> Self {
        Self::new(width, 0)
    }

    /// One.
    #[must_use]
    pub fn one(width: u32) -> Self {
        Self::new(width, 1)
    }

    /// All bits set.
    #[must_use]
    pub fn ones(width: u32) -> Self {
        Self::from_words(width, vec![u64::MAX; width.div_ceil(64) as usize])
    }

    /// The smallest signed value: only the top bit is set.
    #[must_use]
    pub fn min_signed(width: u32) -> Self {
        Self::power_of_two(width, width - 1)
    }

    /// The largest signed value.
    #[must_use]
    pub fn max_signed(width: u32) -> Self {
        Self::min_signed(width).not()
    }

    /// The value with only bit `bit` set.
    #[must_use]
    pub fn power_of_two(width: u32, bit: u32) -> Self {
        debug_assert!(bit < width);
        let mut words = vec![0; width.div_ceil(64) as usize];
        words[(bit / 64) as usize] = 1 << (bit % 64);
        Self::from_words(width, words)
    }

    /// A value from its bits, least significant first.
    #[must_use]
    pub fn from_bits(bits: &[bool]) -> Self {
        let mut words = vec![0u64; bits.len().div_ceil(64)];
        for (i, &b) in bits.iter().enumerate() {
            words[i / 64] |= u64::from(b) << (i % 64);
        }
        Self::from_words(bits.len() as u32, words)
    }

    /// How many bits there are.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The bits in words, least significant first; unused high bits are zero.
    #[must_use]
    pub fn words(&self) -> &[u64] {
        match &self.words {
            Words::One(w) => std::slice::from_ref(w),
            Words::Many(w) => w,
        }
    }

    /// Bit `i`, counted from the least significant one.
    #[must_use]
    pub fn bit(&self, i: u32) -> bool {
        debug_assert!(i < self.width);
        self.words()[(i / 64) as usize] >> (i % 64) & 1 == 1
    }

    /// The sign bit.
    #[must_use]
    pub fn sign(&self) -> bool {
        self.bit(self.width - 1)
    }

    /// Whether no bit is set.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        self.words().iter().all(|&w| w == 0)
    }

    /// Whether this is the number one.
    #[must_use]
    pub fn is_one(&self) -> bool {
        self.to_u64() == Some(1)
    }

    /// Whether all bits are set.
    #[must_use]
    pub fn is_ones(&self) -> bool {
        let words = self.words();
        let (last, init) = (words[words.len() - 1], &words[..words.len() - 1]);
        last == mask(self.width) && init.iter().all(|&w| w == u64::MAX)
    }

    /// The exponent, if exactly one bit is set.
    #[must_use]
    pub fn log2(&self) -> Option<u32> {
        let mut found = None;
        for (i, &w) in self.words().iter().enumerate() {
            match w.count_ones() {
                0 => {}
                1 if found.is_none() => found = Some(i as u32 * 64 + w.trailing_zeros()),
                _ => return None,
            }
        }
        found
    }

    /// How many low bits are zero; the width for zero.
    #[must_use]
    pub fn trailing_zeros(&self) -> u32 {
        for (i, &w) in self.words().iter().enumerate() {
            if w != 0 {
                return i as u32 * 64 + w.trailing_zeros();
            }
        }
        self.width
    }

    /// How many high bits are zero; the width for zero.
    #[must_use]
    pub fn leading_zeros(&self) -> u32 {
        self.width - self.bit_length()
    }

    fn bit_length(&self) -> u32 {
        for (i, &w) in self.words().iter().enumerate().rev() {
            if w != 0 {
                return i as u32 * 64 + 64 - w.leading_zeros();
            }
        }
        0
    }

    /// The unsigned value, if it fits.
    #[must_use]
    pub fn to_u64(&self) -> Option<u64> {
        let words = self.words();
        words[1..].iter().all(|&w| w == 0).then_some(words[0])
    }

    /// The unsigned value, if it fits.
    #[must_use]
    pub fn to_u128(&self) -> Option<u128> {
        let words = self.words();
        let high = words.get(1).copied().unwrap_or(0);
        (self.bit_length() <= 128).then_some(u128::from(words[0]) | u128::from(high) << 64)
    }

    /// The signed value, if it fits.
    #[must_use]
    pub fn to_i128(&self) -> Option<i128> {
        if self.width <= 128 {
            let shift = 128 - self.width;
            return self.to_u128().map(|v| (v << shift) as i128 >> shift);
        }
        let low = self.extract(127, 0);
        (low.sign_extend(self.width) == *self).then(|| low.to_i128()).flatten()
    }

    fn zip(&self, other: &Self, f: impl Fn(u64, u64) -> u64) -> Self {
        debug_assert_eq!(self.width, other.width);
        if let (Words::One(a), Words::One(b)) = (&self.words, &other.words) {
            return Self::one_word(self.width, f(*a, *b));
        }
        let words = self.words().iter().zip(other.words()).map(|(&a, &b)| f(a, b)).collect();
        Self::from_words(self.width, words)
    }

    /// Bitwise conjunction.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    /// Bitwise disjunction.
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    /// Bitwise exclusive or.
    #[must_use]
    pub fn xor(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }

    /// Bitwise complement.
    #[must_use]
    pub fn not(&self) -> Self {
        Self::from_words(self.width, self.words().iter().map(|w| !w).collect())
    }

    /// Two's complement negation.
    #[must_use]
    pub fn neg(&self) -> Self {
        Self::zero(self.width).sub(self)
    }

    /// Sum, wrapping.
    #[must_use]
    pub fn add(&self, other: &Self) -> Self {
        if let (Words::One(a), Words::One(b)) = (&self.words, &other.words) {
            return Self::one_word(self.width, a.wrapping_add(*b));
        }
        let mut carry = false;
        let words = self
            .words()
            .iter()
            .zip(other.words())
            .map(|(&a, &b)| {
                let (s, c1) = a.overflowing_add(b);
                let (s, c2) = s.overflowing_add(u64::from(carry));
                carry = c1 | c2;
                s
            })
            .collect();
        Self::from_words(self.width, words)
    }

    /// Difference, wrapping.
    #[must_use]
    pub fn sub(&self, other: &Self) -> Self {
        if let (Words::One(a), Words::One(b)) = (&self.words, &other.words) {
            return Self::one_word(self.width, a.wrapping_sub(*b));
        }
        self.add(&other.not()).add(&Self::one(self.width))
    }

    /// Product, wrapping.
    #[must_use]
    pub fn mul(&self, other: &Self) -> Self {
        if let (Words::One(a), Words::One(b)) = (&self.words, &other.words) {
            return Self::one_word(self.width, a.wrapping_mul(*b));
        }
        let (a, b) = (self.words(), other.words());
        let mut out = vec![0u64; a.len()];
        for (i, &x) in a.iter().enumerate() {
            let mut carry = 0u128;
            for (j, &y) in b.iter().enumerate().take(a.len() - i) {
                let t = u128::from(x) * u128::from(y) + u128::from(out[i + j]) + carry;
                out[i + j] = t as u64;
                carry = t >> 64;
            }
        }
        Self::from_words(self.width, out)
    }

    fn div_rem(&self, other: &Self) -> (Self, Self) {
        if let (Some(a), Some(b)) = (self.to_u128(), other.to_u128()) {
            return match b {
                0 => (Self::ones(self.width), self.clone()),
                _ => (Self::from_u128(self.width, a / b), Self::from_u128(self.width, a % b)),
            };
        }
        if other.is_zero() {
            return (Self::ones(self.width), self.clone());
        }
        let wide = self.width + 1;
        let divisor = other.zero_extend(wide);
        let mut rem = Self::zero(wide);
        let mut quotient = vec![false; self.width as usize];
        for i in (0..self.bit_length()).rev() {
            rem = rem.add(&rem);
            if self.bit(i) {
                rem = rem.add(&Self::one(wide));
            }
            if rem.cmp_unsigned(&divisor) != Ordering::Less {
                rem = rem.sub(&divisor);
                quotient[i as usize] = true;
            }
        }
        (Self::from_bits(&quotient), rem.extract(self.width - 1, 0))
    }

    /// Unsigned quotient; all ones when dividing by zero.
    #[must_use]
    pub fn udiv(&self, other: &Self) -> Self {
        self.div_rem(other).0
    }

    /// Unsigned remainder; the dividend when dividing by zero.
    #[must_use]
    pub fn urem(&self, other: &Self) -> Self {
        self.div_rem(other).1
    }

    fn abs(&self) -> Self {
        if self.sign() { self.neg() } else { self.clone() }
    }

    /// Signed quotient, truncating; -1 or 1 (by the sign of the dividend) when dividing by zero.
    #[must_use]
    pub fn sdiv(&self, other: &Self) -> Self {
        let q = self.abs().udiv(&other.abs());
        if self.sign() == other.sign() { q } else { q.neg() }
    }

    /// Signed remainder with the sign of the dividend; the dividend when dividing by zero.
    #[must_use]
    pub fn srem(&self, other: &Self) -> Self {
        let r = self.abs().urem(&other.abs());
        if self.sign() { r.neg() } else { r }
    }

    fn shift_amount(&self, by: &Self) -> Option<u32> {
        by.to_u64().filter(|&n| n < u64::from(self.width)).map(|n| n as u32)
    }

    /// Left shift; zero when shifting by the width or more.
    #[must_use]
    pub fn shl(&self, by: &Self) -> Self {
        match self.shift_amount(by) {
            None => Self::zero(self.width),
            Some(0) => self.clone(),
            Some(n) => self.extract(self.width - 1 - n, 0).concat(&Self::zero(n)),
        }
    }

    /// Logical right shift; zero when shifting by the width or more.
    #[must_use]
    pub fn lshr(&self, by: &Self) -> Self {
        match self.shift_amount(by) {
            None => Self::zero(self.width),
            Some(n) => self.extract(self.width - 1, n).zero_extend(self.width),
        }
    }

    /// Arithmetic right shift; copies of the sign when shifting by the width or more.
    #[must_use]
    pub fn ashr(&self, by: &Self) -> Self {
        let n = self.shift_amount(by).unwrap_or(self.width - 1);
        self.extract(self.width - 1, n).sign_extend(self.width)
    }

    /// Bits `hi` down to `lo`, both included.
    #[must_use]
    pub fn extract(&self, hi: u32, lo: u32) -> Self {
        debug_assert!(lo <= hi && hi < self.width);
        let width = hi - lo + 1;
        if let Words::One(w) = self.words {
            return Self::one_word(width, w >> lo);
        }
        let (skip, shift) = ((lo / 64) as usize, lo % 64);
        let words = self.words();
        let out = (skip..words.len())
            .take(width.div_ceil(64) as usize)
            .map(|i| {
                let low = words[i] >> shift;
                let high = if shift == 0 { 0 } else { words.get(i + 1).map_or(0, |w| w << (64 - shift)) };
                low | high
            })
            .collect();
        Self::from_words(width, out)
    }

    /// These bits above those of `low`.
    #[must_use]
    pub fn concat(&self, low: &Self) -> Self {
        let width = self.width + low.width;
        if width <= 64 {
            return Self::one_word(width, self.words()[0] << low.width | low.words()[0]);
        }
        let mut out = vec![0u64; width.div_ceil(64) as usize];
        out[..low.words().len()].copy_from_slice(low.words());
        let (skip, shift) = ((low.width / 64) as usize, low.width % 64);
        for (i, &w) in self.words().iter().enumerate() {
            out[skip + i] |= w << shift;
            if shift != 0 && skip + i + 1 < out.len() {
                out[skip + i + 1] |= w >> (64 - shift);
            }
        }
        Self::from_words(width, out)
    }

    /// The same unsigned value in a larger width.
    #[must_use]
    pub fn zero_extend(&self, width: u32) -> Self {
        debug_assert!(width >= self.width);
        Self::from_words(width, self.words().to_vec())
    }

    /// The same signed value in a larger width.
    #[must_use]
    pub fn sign_extend(&self, width: u32) -> Self {
        debug_assert!(width >= self.width);
        if width == self.width {
            return self.clone();
        }
        let high = if self.sign() { Self::ones(width - self.width) } else { Self::zero(width - self.width) };
        high.concat(self)
    }

    /// Order as unsigned numbers.
    #[must_use]
    pub fn cmp_unsigned(&self, other: &Self) -> Ordering {
        debug_assert_eq!(self.width, other.width);
        self.words().iter().rev().cmp(other.words().iter().rev())
    }

    /// Order as signed numbers.
    #[must_use]
    pub fn cmp_signed(&self, other: &Self) -> Ordering {
        other.sign().cmp(&self.sign()).then_with(|| self.cmp_unsigned(other))
    }

    /// Whether this is less than `other`, unsigned.
    #[must_use]
    pub fn ult(&self, other: &Self) -> bool {
        self.cmp_unsigned(other) == Ordering::Less
    }

    /// Whether this is less than `other`, signed.
    #[must_use]
    pub fn slt(&self, other: &Self) -> bool {
        self.cmp_signed(other) == Ordering::Less
    }

    /// The decimal unsigned value.
    #[must_use]
    pub fn to_decimal(&self) -> String {
        if let Some(v) = self.to_u128() {
            return v.to_string();
        }
        const CHUNK: u64 = 10_000_000_000_000_000_000;
        let base = Self::new(self.width, CHUNK);
        let (mut rest, mut chunks) = (self.clone(), Vec::new());
        while !rest.is_zero() {
            let (q, r) = rest.div_rem(&base);
            chunks.push(r.words()[0]);
            rest = q;
        }
        let mut out = chunks.last().map_or(String::from("0"), u64::to_string);
        for c in chunks.iter().rev().skip(1) {
            out.push_str(&format!("{c:019}"));
        }
        out
    }
}

impl fmt::Debug for Bv {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.to_decimal(), self.width)
    }
}
