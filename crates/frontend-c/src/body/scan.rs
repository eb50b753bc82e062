//! Calls of `scanf` and `fscanf` whose formats are plain to see.
//!
//! Their models read the format while the program runs, and its arguments as variable ones. Where the format is a literal of
//! everyday conversions, all of that is known here, and the call becomes one call of a helper of the model for each conversion. So
//! no analysis needs to follow the format, and logic, which has no variable arguments, can follow the values.

use super::{Lowerer, build};
use argand_cfa::{ExprId as Value, FuncId, IntKind, Origin, VarId};
use argand_support::Span;
use rucc_sema::{ExprId, ExprKind};

/// The helpers of a model: what every conversion calls.
const HELPER: &str = "__argand_scan_";

/// A call with a plain format.
pub(super) struct Scan {
    /// The stream; the standard input where there is none.
    file: Option<Value>,
    conversions: Vec<(Conversion, Value)>,
}

/// What a conversion writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Conversion {
    /// The end of its helper's name.
    helper: &'static str,
    /// How long a text may become, its terminator not counted.
    width: Option<u64>,
}

impl Lowerer<'_, '_> {
    /// The call as one with a plain format, if it is one: `values` are its arguments.
    pub(super) fn plain_scan(&self, func: FuncId, args: &[ExprId], values: &[Value]) -> Option<Scan> {
        let program = &self.cx.program;
        if program.functions[func].origin != Origin::Library {
            return None;
        }
        let name = program.func_name(func).trim_start_matches("__isoc99_").trim_start_matches("__isoc23_");
        let before = match name {
            "scanf" => 0,
            "fscanf" => 1,
            _ => return None,
        };
        let conversions = conversions(&self.literal_text(*args.get(before)?)?)?;
        // What is missing or does not fit is left to the model, which says what happens.
        let pointers = values.get(before + 1..before + 1 + conversions.len())?;
        let fits = |(conversion, &pointer): (&Conversion, &Value)| {
            let pointee = program.types.pointee(program.expr(pointer).ty);
            pointee.and_then(|to| program.types.size_of(to)) == self.bytes_of(*conversion)
        };
        let fits = conversions.iter().zip(pointers).all(fits);
        fits.then(|| Scan {
            file: (before > 0).then(|| values[0]),
            conversions: conversions.into_iter().zip(pointers.iter().copied()).collect(),
        })
    }

    /// The bytes of a string literal, up to its first zero.
    fn literal_text(&self, mut expr: ExprId) -> Option<Vec<u8>> {
        loop {
            match self.tast[expr].kind {
                ExprKind::Convert { operand, .. } | ExprKind::Cast(operand) => expr = operand,
                ExprKind::Str(id) => {
                    let elements = self.tast[id].elements.iter().map(|&e| u8::try_from(e).ok());
                    let narrow = self.cx.string_element(id) == self.cx.program.types.int(IntKind::Char);
                    let bytes: Option<Vec<u8>> = elements.take_while(|byte| *byte != Some(0)).collect();
                    return bytes.filter(|_| narrow);
                }
                _ => return None,
            }
        }
    }

    /// How large an object is that a conversion writes to.
    fn bytes_of(&self, conversion: Conversion) -> Option<u64> {
        let types = &self.cx.program.types;
        match conversion.helper {
            "char" | "schar" | "text" => Some(1),
            "short" => Some(2),
            "int" | "float" => Some(4),
            "long" => types.size_of(types.int(IntKind::Long)),
            "longlong" | "double" => Some(8),
            // Its size is that of no other conversion, and differs between machines.
            _ => types.size_of(types.float(argand_cfa::FloatKind::LongDouble)),
        }
    }

    /// Calls the helpers; the variable that the number of conversions is in.
    pub(super) fn call_scan(&mut self, func: FuncId, scan: &Scan, span: Span) -> VarId {
        let program = &*self.cx.program;
        let (int, boolean) = (program.types.int(IntKind::Int), program.types.int(IntKind::Bool));
        // All arguments have their values before anything is written.
        let keep = |lowerer: &mut Self, value: Value| {
            let ty = lowerer.cx.program.expr(value).ty;
            let kept = lowerer.cx.temp(lowerer.func, ty, span);
            lowerer.set_var(kept, value, span);
            build::load_var(lowerer.cx.program, kept)
        };
        let file = scan.file.map(|file| keep(self, file));
        let pointers: Vec<Value> = scan.conversions.iter().map(|(_, pointer)| keep(self, *pointer)).collect();
        let file = file.unwrap_or_else(|| {
            let void = self.cx.program.types.void();
            let pointer = self.cx.program.types.pointer_to(void);
            let stdin = self.cx.temp(self.func, pointer, span);
            self.call_helper("stdin", Vec::new(), Some(stdin), span);
            build::load_var(self.cx.program, stdin)
        });
        let open = self.cx.temp(self.func, boolean, span);
        self.call_helper("open", vec![file], Some(open), span);
        let open = build::load_var(self.cx.program, open);
        let begun = self.cx.temp(self.func, int, span);
        let most = build::int(self.cx.program, scan.conversions.len() as i128, int);
        self.call_helper("begin", vec![open, most], Some(begun), span);
        let begun = build::load_var(self.cx.program, begun);
        for (number, ((conversion, _), pointer)) in scan.conversions.iter().zip(pointers).enumerate() {
            let number = build::int(self.cx.program, number as i128, int);
            let mut arguments = vec![begun, number, open, pointer];
            if let Some(width) = conversion.width {
                let size = self.cx.program.types.size_t();
                arguments.push(build::int(self.cx.program, i128::from(width), size));
            }
            self.call_helper(conversion.helper, arguments, None, span);
        }
        let done = self.cx.temp(self.func, int, span);
        self.call_helper("end", vec![file, open, begun], Some(done), span);
        let functions = (self.func, func);
        self.cx.links.leave_errno_after(self.cx.program, &mut self.cursor, functions, span);
        done
    }

    fn call_helper(&mut self, name: &str, arguments: Vec<Value>, dst: Option<VarId>, span: Span) {
        let helper = self.cx.program.names.find(&format!("{HELPER}{name}"));
        match helper.and_then(|name| self.cx.links.functions.get(&name).copied()) {
            Some(helper) => self.call_known(helper, arguments, dst, false, span),
            None => {
                let op = self.cx.unsupported("formatted input without its model");
                self.emit(op, span);
            }
        }
    }
}

/// The conversions of a format, if all of them are plain: numbers without a width, single characters, words with a width.
fn conversions(format: &[u8]) -> Option<Vec<Conversion>> {
    let mut found = Vec::new();
    let mut rest = format;
    while let Some(at) = rest.iter().position(|&c| c == b'%') {
        rest = &rest[at + 1..];
        let digits = rest.iter().take_while(|c| c.is_ascii_digit()).count();
        let width = std::str::from_utf8(&rest[..digits]).ok().filter(|text| !text.is_empty());
        let width = width.map(str::parse::<u64>).transpose().ok()?;
        rest = &rest[digits..];
        let letters = rest.iter().take_while(|c| b"hljqztL".contains(c)).count();
        let size = std::str::from_utf8(&rest[..letters]).ok()?;
        let kind = *rest.get(letters)?;
        rest = &rest[letters + 1..];
        let helper = match (kind, size, width) {
            (b'%', "", None) => continue,
            (b'd' | b'i' | b'u' | b'x' | b'X' | b'o', _, None) => match size {
                "hh" => "schar",
                "h" => "short",
                "" => "int",
                "l" | "z" | "t" => "long",
                "ll" | "j" | "q" => "longlong",
                _ => return None,
            },
            (b'f' | b'e' | b'g' | b'a' | b'F' | b'E' | b'G' | b'A', _, None) => match size {
                "" => "float",
                "l" => "double",
                "L" => "longdouble",
                _ => return None,
            },
            (b'c', "", None) => "char",
            (b's', "", Some(1..)) => "text",
            _ => return None,
        };
        found.push(Conversion { helper, width: width.filter(|_| helper == "text") });
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn helpers(format: &str) -> Option<Vec<&'static str>> {
        conversions(format.as_bytes()).map(|found| found.into_iter().map(|c| c.helper).collect())
    }

    #[test]
    fn everyday_formats_are_plain() {
        assert_eq!(helpers("%d"), Some(vec!["int"]));
        assert_eq!(helpers(" x = %lf,%hhu %c%%\n"), Some(vec!["double", "schar", "char"]));
        assert_eq!(helpers("%15s %zu"), Some(vec!["text", "long"]));
        assert_eq!(helpers("nothing"), Some(vec![]));
        let widths = conversions(b"%7s").map(|found| found.iter().map(|c| c.width).collect::<Vec<_>>());
        assert_eq!(widths, Some(vec![Some(7)]));
    }

    #[test]
    fn all_else_is_left_to_the_model() {
        for format in [
            "%",
            "%s",
            "%*d",
            "%3d",
            "%n",
            "%[a-z]",
            "%p",
            "%ms",
            "%1$d",
            "%ls",
            "%Ld",
            "%0s",
            "%l",
            "%99999999999999999999s",
        ] {
            assert_eq!(helpers(format), None, "{format}");
        }
    }
}
