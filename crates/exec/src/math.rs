//! Mathematical functions, computed by the machine's own library.
//!
//! Their models in C say only in which range the result lies, which is enough for a proof. A run needs the number:
//! with any other one it would show a violation that no execution has.

/// The result of a function of `double`, by its name in C. `y` is the second argument of those that have one.
fn double(name: &str, x: f64, y: f64) -> Option<f64> {
    Some(match name {
        "sin" => x.sin(),
        "cos" => x.cos(),
        "tan" => x.tan(),
        "asin" => x.asin(),
        "acos" => x.acos(),
        "atan" => x.atan(),
        "atan2" => x.atan2(y),
        "sinh" => x.sinh(),
        "cosh" => x.cosh(),
        "tanh" => x.tanh(),
        "exp" => x.exp(),
        "exp2" => x.exp2(),
        "expm1" => x.exp_m1(),
        "log" => x.ln(),
        "log2" => x.log2(),
        "log10" => x.log10(),
        "log1p" => x.ln_1p(),
        "cbrt" => x.cbrt(),
        "pow" => x.powf(y),
        "hypot" => x.hypot(y),
        _ => return None,
    })
}

/// The result of a function of `float`, by its name in C.
fn single(name: &str, x: f32, y: f32) -> Option<f32> {
    Some(match name {
        "sinf" => x.sin(),
        "cosf" => x.cos(),
        "tanf" => x.tan(),
        "asinf" => x.asin(),
        "acosf" => x.acos(),
        "atanf" => x.atan(),
        "atan2f" => x.atan2(y),
        "sinhf" => x.sinh(),
        "coshf" => x.cosh(),
        "tanhf" => x.tanh(),
        "expf" => x.exp(),
        "exp2f" => x.exp2(),
        "expm1f" => x.exp_m1(),
        "logf" => x.ln(),
        "log2f" => x.log2(),
        "log10f" => x.log10(),
        "log1pf" => x.ln_1p(),
        "cbrtf" => x.cbrt(),
        "powf" => x.powf(y),
        "hypotf" => x.hypot(y),
        _ => return None,
    })
}

/// The bits of the result of a function, from the bits of its arguments. `None` for functions that are not
/// computed here.
pub(crate) fn compute(name: &str, arguments: &[u128]) -> Option<u128> {
    let bits = |index: usize| arguments.get(index).copied().unwrap_or(0);
    let wide = |index| f64::from_bits(bits(index) as u64);
    let narrow = |index| f32::from_bits(bits(index) as u32);
    let result = double(name, wide(0), wide(1)).map(|r| u128::from(r.to_bits()));
    result.or_else(|| single(name, narrow(0), narrow(1)).map(|r| u128::from(r.to_bits())))
}

#[cfg(test)]
mod tests {
    use super::compute;

    fn bits(x: f64) -> u128 {
        u128::from(x.to_bits())
    }

    #[test]
    fn arguments_are_taken_in_the_order_of_c() {
        assert_eq!(compute("pow", &[bits(2.0), bits(10.0)]), Some(bits(1024.0)));
        assert_eq!(compute("atan2", &[bits(1.0), bits(0.0)]), Some(bits(std::f64::consts::FRAC_PI_2)));
        let three = u128::from(3f32.to_bits());
        assert_eq!(compute("cbrtf", &[u128::from(27f32.to_bits())]), Some(three));
        assert_eq!(compute("sinl", &[0]), None);
    }
}
