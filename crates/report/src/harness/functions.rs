//! The functions that are defined nowhere: each call has its result and what it writes.

use super::Request;
use super::outside::Areas;
use super::record::{Ask, Recording, Taker};
use super::values::{bytes_of, bytes_text, scalar_type};
use super::write::Body;
use argand_cfa::arith::Scalar;
use argand_cfa::{Body as FunctionBody, FuncId, LibFn, Origin, Program, TypeKind};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

impl Body {
    /// The functions that are defined nowhere.
    pub(super) fn functions(&mut self, request: &Request<'_>, recording: &Recording) {
        let program = request.program;
        let mut defined = BTreeSet::new();
        for (func, function) in program.functions.iter_enumerated() {
            let name = program.func_name(func).to_owned();
            if matches!(function.body, FunctionBody::Defined { .. }) {
                if function.origin == Origin::User && request.targets.contains(&name) {
                    self.watched.push(name.clone());
                }
                defined.insert(name);
                continue;
            }
            let FunctionBody::Extern(model) = function.body else { continue };
            let own =
                matches!(model, LibFn::Undefined | LibFn::Outside | LibFn::Nondet | LibFn::NondetMemory);
            let compilers =
                ["__builtin_", "__sync_", "__atomic_", "__argand_"].iter().any(|p| name.starts_with(p));
            let is_word = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
            if own
                && !compilers
                && is_word
                && function.origin == Origin::User
                && !self.wrapped.contains(&name)
                && defined.insert(name.clone())
            {
                self.function(request, recording, func, &name, model);
            }
        }
        for name in request.targets {
            if defined.insert(name.clone()) {
                let _ = writeln!(self.definitions, "HARNESS void {name}() {{ argand_reached(\"{name}\"); }}");
            }
        }
        for name in ["__VERIFIER_assume", "__VERIFIER_assert"] {
            if defined.insert(name.to_owned()) && name.ends_with("assume") {
                let _ = writeln!(
                    self.definitions,
                    "HARNESS void argand_assume(int holds) __asm__(\"{name}\");\nvoid argand_assume(int holds) {{ if (!holds) argand_astray(); }}"
                );
            }
        }
    }

    /// A function that is defined nowhere: its calls are numbered, and each has its result and what it writes.
    fn function(
        &mut self,
        request: &Request<'_>,
        recording: &Recording,
        func: FuncId,
        name: &str,
        model: LibFn,
    ) {
        let program = request.program;
        let index = argand_support::Idx::index(func);
        if request.targets.iter().any(|target| target == name) {
            let _ = writeln!(
                self.definitions,
                "HARNESS void argand_f{index}() __asm__(\"{name}\");\nvoid argand_f{index}() {{ argand_reached(\"{name}\"); }}"
            );
            return;
        }
        let mine = recording
            .asks
            .iter()
            .filter(|ask| matches!(ask.taker, Taker::Call { func: by, .. } if by == func));
        if model == LibFn::NondetMemory {
            let bytes: Vec<u8> = mine.flat_map(|ask| bytes_of(program, ask.ty, ask.value)).collect();
            let (text, count) = (bytes_text(&bytes), bytes.len());
            let _ = writeln!(
                self.definitions,
                "HARNESS void argand_f{index}(char *p, __SIZE_TYPE__ n) __asm__(\"{name}\");\n\
                 void argand_f{index}(char *p, __SIZE_TYPE__ n) {{\n  static const char bytes[] = {text};\n  static unsigned long at;\n  \
                 for (__SIZE_TYPE__ i = 0; i < n; i++, at++) p[i] = at < {count} ? bytes[at] : 0;\n}}"
            );
            return;
        }
        let TypeKind::Function(ty) = program.types.kind(program.functions[func].ty) else { return };
        let params: Option<Vec<&str>> = ty.params.iter().map(|&ty| scalar_type(program, ty)).collect();
        let Some(result) = scalar_type(program, ty.ret) else {
            if mine.count() > 0 {
                self.left_out.insert(format!("`{name}` returns a record, and is not defined here"));
            }
            return;
        };
        let any = request.confirmed.policy.inputs_point_outside;
        let mut results: BTreeMap<usize, String> = BTreeMap::new();
        for ask in mine {
            if let Taker::Call { number, .. } = ask.taker {
                results.insert(number, self.value(program, ask, any));
            }
        }
        let mut writes = String::new();
        for ask in &recording.asks {
            if let Taker::Given { func: by, number, param, offset } = ask.taker
                && by == func
            {
                let statement = self.store(program, &format!("(char *)p{param} + {offset}"), ask, false);
                let _ = writeln!(writes, "  if (call == {number}) {statement}");
            }
        }
        let signature = match params {
            Some(params) if ty.prototyped && !params.is_empty() => {
                let named = params.iter().enumerate().map(|(n, ty)| format!("{ty} p{n}"));
                named.collect::<Vec<_>>().join(", ") + if ty.variadic { ", ..." } else { "" }
            }
            None if !writes.is_empty() => {
                self.left_out.insert(format!("what `{name}` writes, because it takes a record"));
                writes.clear();
                String::new()
            }
            _ => String::new(),
        };
        let _ =
            writeln!(self.definitions, "HARNESS {result} argand_f{index}({signature}) __asm__(\"{name}\");");
        let _ = writeln!(
            self.definitions,
            "{result} argand_f{index}({signature}) {{\n  static unsigned long calls;\n  unsigned long call = calls++;\n{writes}"
        );
        if result != "void" {
            let count = results.keys().next_back().map_or(0, |last| last + 1);
            let values: Vec<&str> = (0..count).map(|n| results.get(&n).map_or("0", String::as_str)).collect();
            if count > 0 {
                let _ = writeln!(
                    self.definitions,
                    "  {result} results[] = {{{}}};\n  if (call < {count}) return results[call];",
                    values.join(", ")
                );
            }
            self.definitions.push_str("  argand_beyond();\n  return 0;\n");
        } else {
            self.definitions.push_str("  (void)call;\n");
        }
        self.definitions.push_str("}\n");
    }

    /// A value as an expression.
    pub(super) fn value(&mut self, program: &Program, ask: &Ask, any: bool) -> String {
        let outside = ask.kind.leads_outside() || any;
        if let Some(lead) = self.areas.lead(program, ask.ty, ask.value).filter(|_| outside) {
            return Areas::text(lead);
        }
        match ask.value {
            Scalar::Int(number) if program.types.is_pointer(ask.ty) => format!("(void *){number:#x}ul"),
            Scalar::Int(i128::MIN..=-0x8000_0000_0000_0000 | 0x1_0000_0000_0000_0000..) => {
                let bits = match ask.value {
                    Scalar::Int(number) => number.cast_unsigned(),
                    Scalar::Float(bits) => bits,
                };
                if bits == (-0x8000_0000_0000_0000_i128).cast_unsigned() {
                    return "(-0x7fffffffffffffffll - 1)".to_owned();
                }
                format!(
                    "(__int128)((unsigned __int128){:#x}ull << 64 | {:#x}ull)",
                    (bits >> 64) as u64,
                    bits as u64
                )
            }
            Scalar::Int(number) if number > i128::from(i64::MAX) => format!("{number}ull"),
            Scalar::Int(number) if number > i128::from(i32::MAX) || number <= i128::from(i32::MIN) => {
                format!("{number}ll")
            }
            Scalar::Int(number) => number.to_string(),
            Scalar::Float(_) => {
                let (bytes, ty) =
                    (bytes_of(program, ask.ty, ask.value), scalar_type(program, ask.ty).unwrap_or("double"));
                let bytes: Vec<String> = bytes.iter().map(|byte| format!("{byte:#x}")).collect();
                format!(
                    "((union {{ unsigned char bytes[sizeof({ty})]; {ty} value; }}){{{{{}}}}}).value",
                    bytes.join(", ")
                )
            }
        }
    }
}
