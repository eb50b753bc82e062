//! The `printf` family: which strings are read, how long the text is, and whether a buffer has room for it.
//!
//! Only what these functions do to memory matters: they read the strings of `%s` conversions and write the text with
//! its final zero. The length is a range that the format and the ranges of the arguments give. Where all of the
//! text is known it is written, else the buffer's content is forgotten as far as the text can reach. The variants that
//! take a list of arguments take them from the memory that stands for them, and the list is over then.

use super::access::{Purpose, bit_at};
use super::step::{Halt, Res, Transfer};
use super::transfer::ARGUMENT_SLOT;
use argand_cfa::{ExprId, ExternId, VarId};
use argand_domains::interval::Interval;
use argand_domains::smg::{Address, Form, Read, Storage, Value};
use argand_flow::edges::Call;

/// Longer strings are not followed.
const MAX_STRING: i128 = 4096;
/// The longest text of a double without a precision: `-`, 309 digits, a point.
const LONGEST_DOUBLE: i128 = 311;
/// That of a long double.
const LONGEST_LONG_DOUBLE: i128 = 4935;
/// What `L` makes of a conversion.
const LONG_DOUBLE: u32 = 80;
/// The digits behind the point without a precision.
const DEFAULT_PRECISION: i128 = 6;
/// The longest text of a pointer.
const LONGEST_POINTER: i128 = 18;

/// A conversion of a format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Conversion {
    /// `#`, `+` or a blank: up to two characters in front.
    prefixed: bool,
    width: Count,
    precision: Option<Count>,
    /// The width of the argument in bits.
    bits: u32,
    /// `%` for itself.
    kind: u8,
}

/// A number in a conversion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Count {
    Known(i128),
    /// `*`: the next argument.
    Argument,
}

impl Default for Count {
    fn default() -> Self {
        Self::Known(0)
    }
}

/// A part of a format.
enum Piece<'t> {
    Text(&'t [u8]),
    Conversion(Conversion),
}

/// The text so far: its length, and itself while it is known.
struct Text {
    length: Interval,
    known: Option<Vec<u8>>,
}

impl Text {
    fn add(&mut self, length: Interval, known: Option<&[u8]>) {
        self.length = Interval::new(
            self.length.lo().saturating_add(length.lo()),
            self.length.hi().saturating_add(length.hi()),
        );
        match (&mut self.known, known) {
            (Some(text), Some(more)) => text.extend_from_slice(more),
            _ => self.known = None,
        }
    }
}

/// The arguments that conversions take.
enum Arguments<'e> {
    /// Those of the call that are left.
    Given(&'e [ExprId]),
    /// Those in a list, from an address on.
    Listed(Address),
}

impl Transfer<'_> {
    /// `printf(format, …)`, to a file or not, or a variant with a list. Output may fail, whatever the text is.
    pub fn print(&mut self, call: ExternId) -> Res<()> {
        self.text_of(call)?;
        self.program.extern_calls[call].dst.map_or(Ok(()), |dst| self.give_unknown(dst))
    }

    /// `sprintf(buffer, format, …)`, or with a `size` before the format `snprintf`, or their variants with a list.
    pub fn print_into(&mut self, call: ExternId, sized: bool) -> Res<()> {
        let (args, dst) = (&self.program.extern_calls[call].args, self.program.extern_calls[call].dst);
        let Some(&buffer) = args.first() else {
            return Err(Halt::Gap("a library call with too few arguments".to_owned()));
        };
        let buffer = self.eval(buffer)?;
        let size = match args.get(1) {
            Some(&size) if sized => Some(self.eval_number(size)?),
            _ => None,
        };
        let text = self.text_of(call)?;
        self.put_text(buffer, size, &text)?;
        self.give_length(text.length, dst)
    }

    /// The length of a text in memory is the result, unless it is no `int`.
    fn give_length(&mut self, length: Interval, dst: Option<VarId>) -> Res<()> {
        if length.hi() > i128::from(i32::MAX) {
            return dst.map_or(Ok(()), |dst| self.give_unknown(dst));
        }
        let form = match length.as_single() {
            Some(length) => Form::constant(length),
            None if dst.is_some() => self.fresh(length),
            None => return Ok(()),
        };
        self.give(dst, Value::Number(form))
    }

    /// The text that a format and the arguments behind it give.
    fn text_of(&mut self, id: ExternId) -> Res<Text> {
        let call = Call::of(self.program, id);
        let Some(format) = call.format() else {
            return Err(Halt::Gap("a library call with too few arguments".to_owned()));
        };
        let format = self.eval(format)?;
        let (_, Some(format)) = self.string_content(format, None)? else {
            return Err(Halt::Gap("output of a format that is not known".to_owned()));
        };
        let Some(list) = call.effects.list() else {
            let first = call.effects.format.map_or(0, |format| format + 1);
            return self.formatted(&format, Arguments::Given(call.args.get(first..).unwrap_or_default()));
        };
        let Some(list) = call.arg(list) else {
            return Err(Halt::Gap("a library call with too few arguments".to_owned()));
        };
        let list = self.eval(list)?;
        // Some platforms hand over the list itself, some its address.
        let storage = list.target().and_then(|id| self.state.graph.object(id)).map(|object| object.storage);
        let first = if storage == Some(Storage::Arguments) { list } else { self.list(list)? };
        let args = match first {
            Value::Address(first) => Arguments::Listed(first),
            Value::Bits(0) | Value::Number(Form::ZERO) => Arguments::Given(&[]),
            _ => return Err(Halt::Gap("an argument list that was not started".to_owned())),
        };
        let text = self.formatted(&format, args)?;
        if first != list {
            self.set_list(list, None)?;
        }
        Ok(text)
    }

    /// The next argument, which has so many bits.
    fn next_printed(&mut self, args: &mut Arguments<'_>, bits: u64) -> Res<Option<Value>> {
        match args {
            Arguments::Given(exprs) => {
                let Some((&first, rest)) = exprs.split_first() else { return Ok(None) };
                *exprs = rest;
                self.eval(first).map(Some)
            }
            Arguments::Listed(at) => {
                let (graph, at_slot) = (&self.state.graph, *at);
                let size = graph.object(at.object).map_or(Form::ZERO, |object| object.size);
                let (Some(offset), Some(next)) =
                    (at.offset.as_constant(), at.offset.plus(i128::from(ARGUMENT_SLOT / 8)))
                else {
                    return Err(Halt::Gap("an argument list at an unknown place".to_owned()));
                };
                if graph.numbers.upper(next, size) > 0 {
                    return Ok(None);
                }
                at.offset = next;
                Ok(Some(match graph.read(at_slot.object, bit_at(offset, 0)?, bits) {
                    Read::Value(Value::Bits(bits)) => Value::Number(Form::constant(bits.cast_signed())),
                    Read::Value(value) => value,
                    Read::Mixed | Read::Unknown => Value::Any,
                }))
            }
        }
    }

    /// Writes a text and its final zero, as far as the size allows.
    fn put_text(&mut self, buffer: Value, size: Option<Form>, text: &Text) -> Res<()> {
        let mut written = Interval::new(text.length.lo() + 1, text.length.hi() + 1);
        let mut known = text.known.clone();
        if let Some(size) = size {
            let room = self.state.graph.numbers.range(size);
            if room.hi() <= 0 {
                return Ok(());
            }
            if room.lo() < written.hi() {
                let Some(room) = room.as_single() else {
                    return Err(Halt::Gap("output into a buffer of unknown size".to_owned()));
                };
                written = Interval::new(written.lo().min(room), written.hi().min(room));
                if let Some(known) = &mut known {
                    known.truncate(usize::try_from(room - 1).unwrap_or(0));
                }
            }
        }
        let bytes = match written.as_single() {
            Some(bytes) => Form::constant(bytes),
            None => self.fresh(written),
        };
        let target = self.access(buffer, bytes, Purpose::Write)?;
        let (Some(mut known), Some(offset)) = (known, target.offset.as_constant()) else {
            return self.forget_bytes(target, bytes);
        };
        known.push(0);
        let start = bit_at(offset, 0)?;
        for (at, byte) in known.into_iter().enumerate() {
            let value = Some(Value::Bits(byte.into()));
            self.state.graph.write(target.object, start + 8 * at as i64, 8, value);
        }
        Ok(())
    }

    fn formatted(&mut self, format: &[u8], mut args: Arguments<'_>) -> Res<Text> {
        let mut text = Text { length: Interval::single(0), known: Some(Vec::new()) };
        for piece in pieces(format)? {
            match piece {
                Piece::Text(literal) => text.add(Interval::single(literal.len() as i128), Some(literal)),
                Piece::Conversion(conversion) => self.convert(conversion, &mut args, &mut text)?,
            }
        }
        Ok(text)
    }

    fn convert(&mut self, conversion: Conversion, args: &mut Arguments<'_>, text: &mut Text) -> Res<()> {
        let width = self.count(conversion.width, args)?.saturating_abs();
        let precision = match conversion.precision {
            Some(count) => Some(self.count(count, args)?).filter(|&p| p >= 0),
            None => None,
        };
        let bits = match conversion.kind {
            b's' | b'p' => self.list_width(),
            _ => u64::from(conversion.bits.max(32)),
        };
        let Some(value) = self.next_printed(args, bits)? else {
            return Err(Halt::Gap("a conversion without an argument".to_owned()));
        };
        let plain = width == 0 && precision.is_none() && !conversion.prefixed;
        let (length, known) = match conversion.kind {
            b's' => self.string_content(value, precision)?,
            b'c' => {
                let byte = self.constant(value).map(|n| vec![n as u8]);
                (Interval::single(1), byte)
            }
            b'd' | b'i' | b'u' | b'x' | b'X' | b'o' => {
                let range = self.argument_range(value, conversion);
                let known = range.as_single().filter(|_| plain).and_then(|n| digits(n, conversion.kind));
                (integer_length(range, precision, conversion), known)
            }
            b'p' => (Interval::new(1, LONGEST_POINTER), None),
            _ => {
                let fraction = precision.unwrap_or(DEFAULT_PRECISION);
                let whole = if conversion.bits == LONG_DOUBLE { LONGEST_LONG_DOUBLE } else { LONGEST_DOUBLE };
                (Interval::new(1, whole.saturating_add(fraction)), None)
            }
        };
        let padded = Interval::new(length.lo().max(width), length.hi().max(width));
        let known = known.filter(|bytes| bytes.len() as i128 >= width);
        text.add(padded, known.as_deref());
        Ok(())
    }

    fn count(&mut self, count: Count, args: &mut Arguments<'_>) -> Res<i128> {
        match count {
            Count::Known(number) => Ok(number),
            Count::Argument => {
                let value = self.next_printed(args, 32)?;
                let number = value.and_then(|value| self.constant(value)).map(|number| number as i32);
                let number = number.map(i128::from);
                number.ok_or_else(|| Halt::Gap("a width of output that is not known".to_owned()))
            }
        }
    }

    fn constant(&self, value: Value) -> Option<i128> {
        match value {
            Value::Number(form) => self.state.graph.numbers.range(form).as_single(),
            _ => None,
        }
    }

    /// The numbers an integer argument can be when the conversion takes it.
    fn argument_range(&self, value: Value, conversion: Conversion) -> Interval {
        let signed = matches!(conversion.kind, b'd' | b'i');
        let all = if signed {
            Interval::new(-(1 << (conversion.bits - 1)), (1 << (conversion.bits - 1)) - 1)
        } else {
            Interval::new(0, (1 << conversion.bits) - 1)
        };
        match value {
            Value::Number(form) => {
                let range = self.state.graph.numbers.range(form);
                if range.lo() >= all.lo() && range.hi() <= all.hi() { range } else { all }
            }
            _ => all,
        }
    }

    /// Reads a string up to its zero, or up to a precision: how long it is, and the characters if they are known.
    ///
    /// A string whose end is not certain is read to the last byte that can belong to it; that it has no end before
    /// the end of its object is then a violation of its own.
    pub fn string_content(
        &mut self,
        text: Value,
        precision: Option<i128>,
    ) -> Res<(Interval, Option<Vec<u8>>)> {
        let mut characters = Some(Vec::new());
        let mut least: Option<i128> = None;
        for at in 0..MAX_STRING {
            let length = Interval::new(least.unwrap_or(at), at);
            if precision.is_some_and(|most| at >= most) {
                return Ok((length, characters));
            }
            let here = self.moved(text, Form::constant(at));
            let address = match self.access(here, Form::constant(1), Purpose::Read) {
                Err(halt @ (Halt::Infeasible | Halt::Gap(_))) => match least {
                    Some(least) => {
                        self.leaves_out |= !self.checked.deref;
                        return Ok((Interval::new(least, at - 1), None));
                    }
                    None => return Err(halt),
                },
                other => other?,
            };
            let Some(offset) = address.offset.as_constant() else { break };
            match self.state.graph.read(address.object, bit_at(offset, 0)?, 8) {
                Read::Value(Value::Bits(0)) => return Ok((length, characters)),
                Read::Value(Value::Bits(byte)) => {
                    if let Some(characters) = &mut characters {
                        characters.push(byte as u8);
                    }
                }
                Read::Value(Value::Number(form)) if self.never_zero(form) => characters = None,
                _ => {
                    characters = None;
                    least.get_or_insert(at);
                }
            }
        }
        Err(Halt::Gap("output of a string that is not known".to_owned()))
    }

    fn never_zero(&self, form: Form) -> bool {
        let range = self.state.graph.numbers.range(form);
        (range.lo() > 0 && range.hi() < 256) || (range.hi() < 0 && range.lo() > -256)
    }
}

/// How long an integer's text can be.
fn integer_length(range: Interval, precision: Option<i128>, conversion: Conversion) -> Interval {
    let base: u128 = match conversion.kind {
        b'x' | b'X' => 16,
        b'o' => 8,
        _ => 10,
    };
    let count = |number: i128| {
        let mut rest = number.unsigned_abs();
        let mut count = 1;
        while rest >= base {
            rest /= base;
            count += 1;
        }
        count
    };
    let sign = |number: i128| i128::from(number < 0);
    let ends = [range.lo(), range.hi()];
    let length = |number: i128| count(number).max(precision.unwrap_or(0)) + sign(number);
    let mut least = ends.iter().map(|&n| length(n)).min().unwrap_or(1);
    if range.contains(0) {
        // A precision of zero writes nothing for zero.
        least = if precision == Some(0) { 0 } else { length(0) };
    }
    let most = ends.iter().map(|&n| length(n)).max().unwrap_or(1);
    Interval::new(least, most + if conversion.prefixed { 2 } else { 0 })
}

/// The text of a number.
fn digits(number: i128, kind: u8) -> Option<Vec<u8>> {
    Some(match kind {
        b'x' => format!("{number:x}").into_bytes(),
        b'X' => format!("{number:X}").into_bytes(),
        b'o' => format!("{number:o}").into_bytes(),
        b'd' | b'i' | b'u' => number.to_string().into_bytes(),
        _ => return None,
    })
}

/// Takes a format apart.
fn pieces(format: &[u8]) -> Res<Vec<Piece<'_>>> {
    let mut found = Vec::new();
    let mut rest = format;
    while let Some(at) = rest.iter().position(|&b| b == b'%') {
        found.push(Piece::Text(&rest[..at]));
        rest = &rest[at + 1..];
        if let [b'%', tail @ ..] = rest {
            found.push(Piece::Text(b"%"));
            rest = tail;
            continue;
        }
        let (conversion, tail) = conversion(rest)?;
        found.push(Piece::Conversion(conversion));
        rest = tail;
    }
    found.push(Piece::Text(rest));
    Ok(found)
}

/// Reads a conversion behind its `%`; what comes after it.
fn conversion(mut rest: &[u8]) -> Res<(Conversion, &[u8])> {
    let unknown = || Halt::Gap("a conversion of output that is not known".to_owned());
    let mut found = Conversion { bits: 32, ..Conversion::default() };
    while let [flag @ (b'-' | b'0' | b'+' | b' ' | b'#'), tail @ ..] = rest {
        found.prefixed |= matches!(flag, b'+' | b' ' | b'#');
        rest = tail;
    }
    (found.width, rest) = count(rest);
    if let [b'.', tail @ ..] = rest {
        let (precision, tail) = count(tail);
        found.precision = Some(precision);
        rest = tail;
    }
    (found.bits, rest) = match rest {
        [b'h', b'h', tail @ ..] => (8, tail),
        [b'h', tail @ ..] => (16, tail),
        // In ILP32 a `long` is narrower, and so is its text.
        [b'l', b'l', tail @ ..] => (64, tail),
        [b'l' | b'j' | b'z' | b't' | b'q', tail @ ..] => (64, tail),
        [b'L', tail @ ..] => (LONG_DOUBLE, tail),
        _ => (32, rest),
    };
    let [kind, tail @ ..] = rest else { return Err(unknown()) };
    found.kind = *kind;
    match kind {
        b's' | b'c' | b'p' if found.bits != 32 => Err(unknown()),
        b'd' | b'i' | b'u' | b'x' | b'X' | b'o' if found.bits == LONG_DOUBLE => Err(unknown()),
        b'd' | b'i' | b'u' | b'x' | b'X' | b'o' | b'c' | b's' | b'p' => Ok((found, tail)),
        b'f' | b'F' | b'e' | b'E' | b'g' | b'G' => Ok((found, tail)),
        b'n' => Err(Halt::Gap("a conversion that writes".to_owned())),
        _ => Err(unknown()),
    }
}

fn count(mut rest: &[u8]) -> (Count, &[u8]) {
    if let [b'*', tail @ ..] = rest {
        return (Count::Argument, tail);
    }
    let mut number: i128 = 0;
    while let [digit @ b'0'..=b'9', tail @ ..] = rest {
        number = number.saturating_mul(10).saturating_add(i128::from(digit - b'0'));
        rest = tail;
    }
    (Count::Known(number), rest)
}
