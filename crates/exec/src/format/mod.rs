//! The text that `printf` makes, as glibc makes it.
//!
//! [`parse`] takes a conversion specification apart, [`text_of_integer`] and [`float::text`] render numbers.
//! The interpreter fetches and checks the arguments.

pub(crate) mod float;

/// A width or precision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Count {
    /// Written in the format.
    Fixed(usize),
    /// `*`: the next argument.
    Argument,
}

/// The size of an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Length {
    None,
    Char,
    Short,
    Long,
    LongLong,
    /// `z`, `t`: the width of a pointer.
    Pointer,
    /// `j`: 64 bits.
    Max,
    /// `L`: `long double`, or as `ll`.
    LongDouble,
}

/// A conversion specification.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Spec {
    pub(crate) left: bool,
    pub(crate) plus: bool,
    pub(crate) space: bool,
    pub(crate) alternate: bool,
    pub(crate) zero: bool,
    pub(crate) width: Option<Count>,
    pub(crate) precision: Option<Count>,
    pub(crate) length: Length,
    /// The conversion letter; 0 when the format ends too early.
    pub(crate) conversion: u8,
}

/// Reads the specification behind a `%`. Returns it and how many bytes it takes.
pub(crate) fn parse(text: &[u8]) -> (Spec, usize) {
    let mut spec = Spec {
        left: false,
        plus: false,
        space: false,
        alternate: false,
        zero: false,
        width: None,
        precision: None,
        length: Length::None,
        conversion: 0,
    };
    let mut at = 0;
    let peek = |at: usize| text.get(at).copied().unwrap_or(0);
    loop {
        match peek(at) {
            b'-' => spec.left = true,
            b'+' => spec.plus = true,
            b' ' => spec.space = true,
            b'#' => spec.alternate = true,
            b'0' => spec.zero = true,
            // Grouping and alternative digits change nothing in the C locale.
            b'\'' | b'I' => {}
            _ => break,
        }
        at += 1;
    }
    let count = |at: &mut usize| {
        if peek(*at) == b'*' {
            *at += 1;
            return Some(Count::Argument);
        }
        let start = *at;
        let mut number = 0usize;
        while peek(*at).is_ascii_digit() {
            number = number.saturating_mul(10).saturating_add(usize::from(peek(*at) - b'0'));
            *at += 1;
        }
        (*at > start).then_some(Count::Fixed(number))
    };
    spec.width = count(&mut at);
    if peek(at) == b'.' {
        at += 1;
        spec.precision = Some(count(&mut at).unwrap_or(Count::Fixed(0)));
    }
    let (length, size) = match (peek(at), peek(at + 1)) {
        (b'h', b'h') => (Length::Char, 2),
        (b'h', _) => (Length::Short, 1),
        (b'l', b'l') => (Length::LongLong, 2),
        (b'l', _) => (Length::Long, 1),
        (b'q', _) => (Length::LongLong, 1),
        (b'L', _) => (Length::LongDouble, 1),
        (b'z' | b't' | b'Z', _) => (Length::Pointer, 1),
        (b'j', _) => (Length::Max, 1),
        _ => (Length::None, 0),
    };
    at += size;
    spec.length = length;
    spec.conversion = peek(at);
    if at < text.len() {
        at += 1;
    }
    (spec, at)
}

/// Sign, digits and padding of a converted number or string.
pub(crate) struct Layout<'a> {
    /// `-`, `+`, a blank or `0x`: what stays in front of padding zeros.
    pub(crate) prefix: &'a str,
    pub(crate) body: &'a [u8],
    pub(crate) width: usize,
    pub(crate) left: bool,
    /// Whether to pad with zeros.
    pub(crate) zero: bool,
}

impl Layout<'_> {
    pub(crate) fn render(&self, out: &mut Vec<u8>) {
        let padding = self.width.saturating_sub(self.prefix.len() + self.body.len());
        let blanks = |out: &mut Vec<u8>, byte: u8| out.extend(std::iter::repeat_n(byte, padding));
        if !self.left && !self.zero {
            blanks(out, b' ');
        }
        out.extend_from_slice(self.prefix.as_bytes());
        if !self.left && self.zero {
            blanks(out, b'0');
        }
        out.extend_from_slice(self.body);
        if self.left {
            blanks(out, b' ');
        }
    }
}

/// Renders an integer: its sign, and its magnitude in the base the conversion letter asks for.
pub(crate) fn text_of_integer(
    spec: Spec,
    width: usize,
    precision: Option<usize>,
    negative: bool,
    magnitude: u128,
    out: &mut Vec<u8>,
) {
    let mut body = match spec.conversion {
        b'x' | b'p' => format!("{magnitude:x}"),
        b'X' => format!("{magnitude:X}"),
        b'o' => format!("{magnitude:o}"),
        _ => magnitude.to_string(),
    };
    if magnitude == 0 && precision == Some(0) {
        body.clear();
    }
    if let Some(digits) = precision
        && body.len() < digits
    {
        body.insert_str(0, &"0".repeat(digits - body.len()));
    }
    if spec.conversion == b'o' && spec.alternate && !body.starts_with('0') {
        body.insert(0, '0');
    }
    let prefix = match spec.conversion {
        b'd' | b'i' if negative => "-",
        b'd' | b'i' if spec.plus => "+",
        b'd' | b'i' if spec.space => " ",
        b'x' if spec.alternate && magnitude != 0 => "0x",
        b'p' if spec.plus => "+0x",
        b'p' if spec.space => " 0x",
        b'p' => "0x",
        b'X' if spec.alternate && magnitude != 0 => "0X",
        _ => "",
    };
    let zero = spec.zero && precision.is_none();
    Layout { prefix, body: body.as_bytes(), width, left: spec.left, zero }.render(out);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn integer(format: &str, value: i128) -> String {
        let (spec, _) = parse(format.as_bytes());
        let count = |c: Option<Count>| match c {
            Some(Count::Fixed(n)) => Some(n),
            _ => None,
        };
        let mut out = Vec::new();
        let width = count(spec.width).unwrap_or(0);
        text_of_integer(spec, width, count(spec.precision), value < 0, value.unsigned_abs(), &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn integers_take_flags_width_and_precision_as_c_says() {
        for (format, value, expected) in [
            ("d", 42, "42"),
            ("5d", -42, "  -42"),
            ("-5d|", -42, "-42  "),
            ("05d", -42, "-0042"),
            ("+d", 42, "+42"),
            (" d", 42, " 42"),
            (".5d", 42, "00042"),
            ("8.5d", -42, "  -00042"),
            ("08.5d", 42, "   00042"),
            (".0d", 0, ""),
            ("#x", 255, "0xff"),
            ("#X", 255, "0XFF"),
            ("#x", 0, "0"),
            ("#o", 8, "010"),
            ("#.3o", 8, "010"),
            ("#.0o", 0, "0"),
            ("#010x", 255, "0x000000ff"),
            ("p", 255, "0xff"),
        ] {
            assert_eq!(integer(format, value), expected, "%{format}");
        }
    }

    #[test]
    fn a_specification_is_taken_apart_to_its_letter() {
        let (spec, used) = parse(b"-08.*lld rest");
        assert_eq!(used, 8);
        assert_eq!((spec.left, spec.zero, spec.width), (true, true, Some(Count::Fixed(8))));
        assert_eq!(spec.precision, Some(Count::Argument));
        assert_eq!((spec.length, spec.conversion), (Length::LongLong, b'd'));
        assert_eq!(parse(b"").0.conversion, 0);
    }
}
