//! Floating numbers as text, exact to any precision.
//!
//! A finite float is a whole number times a power of two, so its decimal expansion is finite; digits come
//! from big integers and are rounded once, halfway cases to even, as glibc does in the default rounding mode.

use super::{Layout, Spec};
use argand_cfa::FloatKind;
use argand_cfa::arith::float::{self, Parts};
use num_bigint::BigUint;

/// Renders a float for one of the conversions `e f g a` and their capitals.
pub(crate) fn text(
    spec: Spec,
    width: usize,
    precision: Option<usize>,
    kind: FloatKind,
    bits: u128,
    out: &mut Vec<u8>,
) {
    let upper = spec.conversion.is_ascii_uppercase();
    let negative = float::is_negative(kind, bits);
    let mut prefix = match () {
        () if negative => "-",
        () if spec.plus => "+",
        () if spec.space => " ",
        () => "",
    }
    .to_owned();
    let (body, finite) = match float::parts(kind, bits) {
        Parts::Nan => ("nan".to_owned(), false),
        Parts::Infinite { .. } => ("inf".to_owned(), false),
        Parts::Finite { mantissa, exponent, .. } => {
            let body = match spec.conversion.to_ascii_lowercase() {
                b'f' => fixed(mantissa, exponent, precision.unwrap_or(6), spec.alternate),
                b'e' => scientific(mantissa, exponent, precision.unwrap_or(6), spec.alternate),
                b'g' => general(mantissa, exponent, precision.unwrap_or(6), spec.alternate),
                _ => {
                    prefix.push_str("0x");
                    hexadecimal(kind, mantissa, exponent, precision, spec.alternate)
                }
            };
            (body, true)
        }
    };
    let (prefix, body) = if upper { (prefix.to_uppercase(), body.to_uppercase()) } else { (prefix, body) };
    let zero = spec.zero && finite;
    Layout { prefix: &prefix, body: body.as_bytes(), width, left: spec.left, zero }.render(out);
}

/// `mantissa * 2^exponent * 10^scale`, rounded to a whole number, halfway cases to even.
fn scaled(mantissa: u64, exponent: i32, scale: i32) -> BigUint {
    let power = |base: u32, exponent: i32| BigUint::from(base).pow(exponent.unsigned_abs());
    let mut numerator = BigUint::from(mantissa);
    let mut denominator = BigUint::from(1u32);
    if exponent >= 0 {
        numerator <<= exponent.unsigned_abs();
    } else {
        denominator <<= exponent.unsigned_abs();
    }
    if scale >= 0 {
        numerator *= power(10, scale);
    } else {
        denominator *= power(10, scale);
    }
    let quotient = &numerator / &denominator;
    let twice_rest = (numerator - &quotient * &denominator) << 1u32;
    let odd = quotient.bit(0);
    match twice_rest.cmp(&denominator) {
        std::cmp::Ordering::Less => quotient,
        std::cmp::Ordering::Equal if !odd => quotient,
        _ => quotient + 1u32,
    }
}

/// Puts a point before the last `decimals` digits.
fn with_point(digits: &str, decimals: usize, alternate: bool) -> String {
    let padded = if digits.len() <= decimals {
        format!("{}{digits}", "0".repeat(decimals + 1 - digits.len()))
    } else {
        digits.to_owned()
    };
    let (whole, fraction) = padded.split_at(padded.len() - decimals);
    if fraction.is_empty() && !alternate { whole.to_owned() } else { format!("{whole}.{fraction}") }
}

/// Precisions are cut here: no float has more decimals, and zeros are added behind.
const MOST_DECIMALS: usize = 17_000;

fn fixed(mantissa: u64, exponent: i32, precision: usize, alternate: bool) -> String {
    let computed = precision.min(MOST_DECIMALS);
    let digits = scaled(mantissa, exponent, computed as i32).to_string();
    let mut text = with_point(&digits, computed, alternate);
    text.push_str(&"0".repeat(precision - computed));
    text
}

/// `count` significant digits and the decimal exponent of the first.
fn significant(mantissa: u64, exponent: i32, count: usize) -> (String, i32) {
    if mantissa == 0 {
        return ("0".repeat(count), 0);
    }
    // log10(2) as a fraction gives the decimal exponent or one less; rounding may add one.
    let log2 = i64::from(exponent) + 63 - i64::from(mantissa.leading_zeros());
    let mut decimal = (log2 * 30_103).div_euclid(100_000) as i32;
    loop {
        let digits = scaled(mantissa, exponent, count as i32 - 1 - decimal).to_string();
        match digits.len().cmp(&count) {
            std::cmp::Ordering::Less => decimal -= 1,
            std::cmp::Ordering::Equal => return (digits, decimal),
            std::cmp::Ordering::Greater => decimal += 1,
        }
    }
}

fn exponent_text(exponent: i32) -> String {
    format!("e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.unsigned_abs())
}

fn scientific(mantissa: u64, exponent: i32, precision: usize, alternate: bool) -> String {
    let computed = precision.min(MOST_DECIMALS);
    let (digits, decimal) = significant(mantissa, exponent, computed + 1);
    let text = with_point(&digits, computed, alternate);
    format!("{text}{}{}", "0".repeat(precision - computed), exponent_text(decimal))
}

fn general(mantissa: u64, exponent: i32, precision: usize, alternate: bool) -> String {
    let precision = precision.max(1);
    let computed = precision.min(MOST_DECIMALS);
    let (digits, decimal) = significant(mantissa, exponent, computed);
    let trimmed = |text: String| {
        if alternate || !text.contains('.') {
            text
        } else {
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        }
    };
    if decimal < -4 || i64::from(decimal) >= precision as i64 {
        let text = with_point(&digits, computed - 1, alternate);
        return format!("{}{}", trimmed(text), exponent_text(decimal));
    }
    let decimals = (computed as i64 - 1 - i64::from(decimal)).max(0) as usize;
    trimmed(with_point(&digits, decimals, alternate))
}

/// `%a`. The first digit is 1 for `float` and `double` (0 for subnormals), the first four bits of the
/// significand for `long double`.
fn hexadecimal(
    kind: FloatKind,
    mantissa: u64,
    exponent: i32,
    precision: Option<usize>,
    alternate: bool,
) -> String {
    // `float` arguments are converted to `double` by every call.
    let fraction_bits: u32 = if kind == FloatKind::LongDouble { 60 } else { 52 };
    let mut digits = u128::from(mantissa);
    let mut power = exponent + fraction_bits as i32;
    if mantissa == 0 {
        power = 0;
    }
    let mut shown = fraction_bits / 4;
    match precision {
        Some(wanted) if wanted < shown as usize => {
            let drop = fraction_bits - wanted as u32 * 4;
            let (half, rest) = (1u128 << (drop - 1), digits & ((1u128 << drop) - 1));
            digits >>= drop;
            if rest > half || (rest == half && digits & 1 == 1) {
                digits += 1;
            }
            shown = wanted as u32;
        }
        Some(_) => {}
        None => {
            while shown > 0 && digits & 0xf == 0 {
                digits >>= 4;
                shown -= 1;
            }
        }
    }
    let mut whole = digits >> (shown * 4);
    if whole > 0xf {
        // Rounding carried out of the first digit of a long double.
        whole >>= 4;
        power += 4;
    }
    let fraction = digits & ((1u128 << (shown * 4)) - 1);
    let mut text = format!("{whole:x}");
    let wanted = precision.unwrap_or(shown as usize);
    if wanted > 0 || alternate {
        text.push('.');
    }
    if shown > 0 {
        text.push_str(&format!("{fraction:0width$x}", width = shown as usize));
    }
    text.push_str(&"0".repeat(wanted.saturating_sub(shown as usize)));
    text.push_str(&format!("p{power:+}"));
    text
}

#[cfg(test)]
mod tests {
    use super::super::{Count, parse};
    use super::*;
    use proptest::prelude::*;

    fn render(format: &str, kind: FloatKind, bits: u128) -> String {
        let (spec, _) = parse(format.as_bytes());
        let count = |c: Option<Count>| match c {
            Some(Count::Fixed(n)) => Some(n),
            _ => None,
        };
        let mut out = Vec::new();
        text(spec, count(spec.width).unwrap_or(0), count(spec.precision), kind, bits, &mut out);
        String::from_utf8(out).unwrap()
    }

    fn double(format: &str, value: f64) -> String {
        render(format, FloatKind::Double, u128::from(value.to_bits()))
    }

    #[test]
    fn doubles_are_rendered_as_glibc_renders_them() {
        for (format, value, expected) in [
            ("f", 0.1, "0.100000"),
            (".20f", 0.1, "0.10000000000000000555"),
            (".0f", 0.5, "0"),
            (".0f", 1.5, "2"),
            (".0f", 2.5, "2"),
            ("#.0f", 2.5, "2."),
            ("e", 12345.678, "1.234568e+04"),
            (".0e", 9.5, "1e+01"),
            ("E", 0.0, "0.000000E+00"),
            ("g", 100_000.0, "100000"),
            ("g", 1_000_000.0, "1e+06"),
            ("g", 0.0001, "0.0001"),
            ("g", 0.00001, "1e-05"),
            ("g", 0.0, "0"),
            ("#g", 1.5, "1.50000"),
            (".3g", 999.6, "1e+03"),
            ("a", 1.0, "0x1p+0"),
            ("a", 0.1, "0x1.999999999999ap-4"),
            (".2a", 0.1, "0x1.9ap-4"),
            ("a", 0.0, "0x0p+0"),
            ("a", 5e-324, "0x0.0000000000001p-1022"),
            ("A", -2.0, "-0X1P+1"),
            ("f", f64::INFINITY, "inf"),
            ("F", f64::NEG_INFINITY, "-INF"),
            ("010f", f64::INFINITY, "       inf"),
            ("010.2f", -2.71, "-000002.71"),
            ("+.1e", 5.0, "+5.0e+00"),
            ("-10.1f|", 2.0, "2.0       "),
        ] {
            assert_eq!(double(format, value), expected, "%{format} of {value:?}");
        }
    }

    #[test]
    fn long_doubles_show_all_their_bits() {
        let tenth = {
            let (one, ten) = (
                float::convert(FloatKind::Double, FloatKind::LongDouble, u128::from(1f64.to_bits())),
                float::convert(FloatKind::Double, FloatKind::LongDouble, u128::from(10f64.to_bits())),
            );
            float::binary(FloatKind::LongDouble, argand_cfa::BinaryOp::Div, one, ten).unwrap()
        };
        assert_eq!(render(".25Lf", FloatKind::LongDouble, tenth), "0.1000000000000000000013553");
        assert_eq!(render("La", FloatKind::LongDouble, tenth), "0xc.ccccccccccccccdp-7");
        let one = float::convert(FloatKind::Double, FloatKind::LongDouble, u128::from(1f64.to_bits()));
        assert_eq!(render("La", FloatKind::LongDouble, one), "0x8p-3");
        let largest = (0x7ffeu128 << 64) | u128::from(u64::MAX);
        let text = render(".0Lf", FloatKind::LongDouble, largest);
        assert!(text.starts_with("118973149535723176502126385303097020516906332229462420044"));
        assert_eq!(text.len(), 4933);
    }

    proptest! {
        #[test]
        fn decimal_text_agrees_with_the_hosts_exact_formatting(bits in any::<u64>(), precision in 0usize..30) {
            let value = f64::from_bits(bits);
            if !value.is_finite() {
                return Ok(());
            }
            prop_assert_eq!(double(&format!(".{precision}f"), value), format!("{value:.precision$}"));
            let host = format!("{value:.precision$e}");
            let (digits, exponent) = host.split_once('e').unwrap();
            let exponent: i32 = exponent.parse().unwrap();
            prop_assert_eq!(
                double(&format!(".{precision}e"), value),
                format!("{digits}{}", exponent_text(exponent))
            );
        }
    }
}
