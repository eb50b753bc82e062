//! The definitions of a harness: whatever the run took from outside, as C.

use super::outside::Areas;
use super::record::{Ask, Recording, Taker};
use super::values::{bytes_of, bytes_text, leaves, scalar_type};
use super::{Request, patch};
use argand_cfa::arith::Scalar;
use argand_cfa::{NondetSource, Op, Program, TypeKind, VarId};
use argand_exec::InputKind;
use argand_linker::library::models_for;
use argand_verifier::counterexample::value_text;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// What a harness consists of.
#[derive(Default)]
pub(super) struct Body {
    /// Types, tables and functions.
    pub(super) definitions: String,
    /// Statements that run before the program.
    pub(super) setup: String,
    /// Functions whose calls the linker leads to the harness.
    pub(super) wrapped: BTreeSet<String>,
    /// What cannot be made to happen, each once.
    pub(super) left_out: BTreeSet<String>,
    /// Whether a handler of an interrupt runs.
    pub(super) interrupted: bool,
    /// A file of the program with its changed text.
    pub(super) patched: Option<(String, String)>,
    /// The functions of the program itself whose call is the violation.
    pub(super) watched: Vec<String>,
    pub(super) areas: Areas,
}

/// Objects that the C library defines.
const LIBRARY_OBJECTS: &[&str] = &[
    "stdin",
    "stdout",
    "stderr",
    "environ",
    "__environ",
    "optarg",
    "optind",
    "opterr",
    "optopt",
    "timezone",
    "daylight",
    "tzname",
    "signgam",
    "program_invocation_name",
    "program_invocation_short_name",
];

impl Body {
    /// Writes everything that the run needs.
    pub(super) fn answer(&mut self, request: &Request<'_>, recording: &Recording) {
        let models = self.models(request, recording);
        self.find_areas(request, recording);
        self.functions(request, recording);
        self.objects(request.program, recording);
        self.locals(request, recording);
        self.heap(request.program, recording);
        self.arguments(request, recording);
        self.outside_memory(request.program, recording);
        self.tell_the_rest(request.program, recording);
        self.definitions.push_str(&models);
        let areas = self.areas.declarations();
        self.definitions.insert_str(0, &areas);
        let contents = self.areas.contents();
        self.setup.push_str(&contents);
    }

    /// The models of the library functions that read the world, with their inputs.
    fn models(&mut self, request: &Request<'_>, recording: &Recording) -> String {
        let program = request.program;
        let names = recording.library_calls.iter().map(|&func| program.func_name(func));
        let none = |_: &str| true;
        let reading: BTreeSet<&str> = names
            .filter(|name| models_for([*name], &none).is_some_and(|t| t.contains("__argand_any_")))
            .collect();
        let kept = |name: &str| !reading.contains(name);
        let Some(text) = models_for(reading.iter().copied(), &kept) else { return String::new() };
        for header in text.lines().filter_map(|line| line.strip_prefix("//= ")) {
            self.wrapped.extend(header.split_whitespace().take_while(|name| *name != "-").map(str::to_owned));
        }
        let asked = recording.asks.iter().filter(|ask| self.is_of_models(program, ask));
        let mut out = String::from(
            "\n/* Library functions that read the world, and what they read, in this order. */\n",
        );
        out.push_str("static const struct { char bytes[16]; } argand_inputs[] = {\n");
        for ask in asked {
            let bytes = bytes_text(&bytes_of(program, ask.ty, ask.value));
            let value = value_text(program, ask.ty, ask.value);
            let _ = writeln!(
                out,
                "  {{{bytes}}}, /* {} = {} */",
                crate::escape::comment(&ask.name),
                crate::escape::comment(&value)
            );
        }
        out.push_str("  {\"\"}\n};\n");
        out.push_str(MODEL_INPUTS);
        let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        let unsupported: BTreeSet<&str> = words.filter(|w| w.starts_with("__argand_unsupported_")).collect();
        for (number, name) in unsupported.into_iter().enumerate() {
            let _ = writeln!(
                out,
                "HARNESS void argand_n{number}() __asm__(\"{name}\");\nvoid argand_n{number}() {{ argand_astray(); }}"
            );
        }
        for name in &self.wrapped {
            let _ = writeln!(out, "#define {name} __wrap_{name}");
        }
        out.push_str(&text);
        out
    }

    fn is_of_models(&self, program: &Program, ask: &Ask) -> bool {
        ask.library.is_some_and(|func| self.wrapped.contains(program.func_name(func)))
    }

    /// Finds the pointers that lead outside, before anybody writes what they lead to.
    fn find_areas(&mut self, request: &Request<'_>, recording: &Recording) {
        let any = request.confirmed.policy.inputs_point_outside;
        for ask in &recording.asks {
            if ask.kind.leads_outside()
                || (any && matches!(ask.kind, InputKind::Function | InputKind::Uninitialised))
            {
                self.areas.lead(request.program, ask.ty, ask.value);
            }
        }
    }

    /// A statement that writes a value to a place of memory.
    pub(super) fn store(&mut self, program: &Program, target: &str, ask: &Ask, any: bool) -> String {
        let outside = ask.kind.leads_outside() || any;
        match self.areas.lead(program, ask.ty, ask.value).filter(|_| outside) {
            Some(lead) => format!("*(void **)({target}) = {};", Areas::text(lead)),
            None => {
                let bytes = bytes_of(program, ask.ty, ask.value);
                format!("__builtin_memcpy({target}, {}, {});", bytes_text(&bytes), bytes.len())
            }
        }
    }

    /// The objects that are only declared.
    fn objects(&mut self, program: &Program, recording: &Recording) {
        for ask in &recording.asks {
            if let Taker::Object { var, offset } = ask.taker
                && !LIBRARY_OBJECTS.contains(&program.var_name(var))
            {
                let target = format!("argand_v{} + {offset}", argand_support::Idx::index(var));
                let statement = self.store(program, &target, ask, false);
                let _ = writeln!(self.setup, "  {statement}");
            }
        }
        let mut asked =
            recording.asks.iter().filter(|ask| ask.kind == InputKind::Havoc(NondetSource::UndefinedVar));
        for edge in &program.edges {
            let Op::Havoc { dst, source: NondetSource::UndefinedVar } = edge.op else { continue };
            let Some(var) = program.pool.root_var(dst) else { continue };
            let name = program.var_name(var).to_owned();
            if matches!(name.as_str(), "stdin" | "stdout" | "stderr") {
                continue;
            }
            let mut parts = Vec::new();
            leaves(program, program.vars[var].ty, 0, &mut parts);
            let of_library = LIBRARY_OBJECTS.contains(&name.as_str());
            let index = argand_support::Idx::index(var);
            for (offset, is_bits) in parts {
                let Some(ask) = asked.next() else { break };
                let zero = ask.value == Scalar::Int(0) || ask.value == Scalar::Float(0);
                if zero {
                    continue;
                }
                if is_bits || of_library {
                    self.left_out.insert(format!("the value of `{}`", ask.name));
                    continue;
                }
                let statement = self.store(program, &format!("argand_v{index} + {offset}"), ask, false);
                let _ = writeln!(self.setup, "  {statement}");
            }
            if !of_library {
                let size = program.types.size_of(program.vars[var].ty).unwrap_or(1).max(1);
                let _ = writeln!(
                    self.definitions,
                    "char argand_v{index}[{size}] __asm__(\"{name}\") __attribute__((weak, aligned(16)));"
                );
            }
        }
    }

    /// The local variables that were read before they were written.
    fn locals(&mut self, request: &Request<'_>, recording: &Recording) {
        let program = request.program;
        let mut vars: Vec<VarId> = Vec::new();
        let mut table = String::new();
        for ask in &recording.asks {
            let Taker::Local { var, life, offset } = ask.taker else { continue };
            let number = vars.iter().position(|&v| v == var).unwrap_or_else(|| {
                vars.push(var);
                vars.len() - 1
            });
            let any = request.confirmed.policy.inputs_point_outside;
            let statement = self.store(program, &format!("(char *)p + {offset}"), ask, any);
            let comment =
                crate::escape::comment(&format!("{} = {}", ask.name, value_text(program, ask.ty, ask.value)));
            let _ =
                writeln!(table, "  if (number == {number} && life == {life}) {statement} /* {comment} */");
        }
        if vars.is_empty() {
            return;
        }
        // Variables of one file can be filled; with those of several, the file that most of them are in would be a guess.
        let patched = request
            .files
            .iter()
            .find_map(|(name, text)| Some((name.clone(), patch::patched(program, name, text, &vars)?)));
        if patched.is_none() {
            let names: Vec<String> = vars.iter().map(|&var| format!("`{}`", program.var_name(var))).collect();
            self.left_out.insert(format!("the values of uninitialised variables: {}", names.join(", ")));
            return;
        }
        self.patched = patched;
        let count = vars.len();
        let _ = write!(
            self.definitions,
            "\n/* What local variables hold that are read before they are written. */\n\
             static void *argand_fill(int number, void *p) {{\n  static unsigned long lives[{count}];\n  unsigned long life = lives[number]++;\n{table}  (void)life;\n  return p;\n}}\n"
        );
    }

    /// What allocated memory holds that was read before it was written.
    fn heap(&mut self, program: &Program, recording: &Recording) {
        let mut table = String::new();
        for ask in &recording.asks {
            if let (Taker::Heap { number, offset }, InputKind::Uninitialised) = (ask.taker, ask.kind) {
                let statement = self.store(program, &format!("p + {offset}"), ask, false);
                let _ = writeln!(table, "  if (p && call == {number}) {statement}");
            }
        }
        if !table.is_empty() {
            self.wrapped.insert("malloc".to_owned());
            let _ = write!(
                self.definitions,
                "\n/* What allocated memory holds that is read before it is written. */\nvoid *__real_malloc(__SIZE_TYPE__);\n\
                 void *__wrap_malloc(__SIZE_TYPE__ n) {{\n  static unsigned long calls;\n  unsigned long call = calls++;\n  char *p = __real_malloc(n);\n{table}  return p;\n}}\n"
            );
        }
    }

    /// The arguments of `main`, or of the function that the run begins with.
    fn arguments(&mut self, request: &Request<'_>, recording: &Recording) {
        let program = request.program;
        let asked: Vec<&Ask> = recording
            .asks
            .iter()
            .filter(|ask| ask.kind == InputKind::Havoc(NondetSource::MainArgs))
            .collect();
        if request.entry != "main" {
            self.other_entry(request, &asked);
            return;
        }
        let number = |ask: &Ask| match ask.value {
            Scalar::Int(number) => number,
            Scalar::Float(_) => 0,
        };
        let Some(count) = asked.iter().find(|ask| ask.name == "argc").map(|ask| number(ask)) else { return };
        let mut words: Vec<Vec<u8>> = Vec::new();
        for ask in &asked {
            if ask.name == "length" {
                words.push(Vec::new());
            } else if let Some(word) = words.last_mut().filter(|_| ask.name.starts_with("byte ")) {
                word.extend(bytes_of(program, ask.ty, ask.value));
            }
        }
        self.wrapped.insert("main".to_owned());
        let mut lines = String::new();
        for (n, word) in words.iter_mut().enumerate() {
            // The last byte is the terminator, whatever was asked for.
            word.pop();
            let (text, size) = (bytes_text(word), word.len() + 1);
            let _ = writeln!(self.definitions, "static char argand_word_{n}[{size}] = {text};");
            let _ = writeln!(lines, "  words[{n}] = argand_word_{n};");
        }
        let _ = write!(
            self.definitions,
            "\n/* The arguments of main. */\nint __real_main(int, char **, char **);\nint __wrap_main(int argc, char **argv, char **environment) {{\n  \
             static char *words[{count} + 1];\n  for (int i = 0; i < {count}; i++) words[i] = \"p\";\n{lines}  \
             return __real_main({count}, words, environment);\n}}\n"
        );
    }

    /// A run that does not begin with `main`.
    fn other_entry(&mut self, request: &Request<'_>, asked: &[&Ask]) {
        let program = request.program;
        let function = &program.functions[program.main];
        let TypeKind::Function(ty) = program.types.kind(function.ty) else { return };
        let params: Option<Vec<&str>> = ty.params.iter().map(|&ty| scalar_type(program, ty)).collect();
        let Some(params) = params.filter(|params| params.len() == asked.len()) else {
            self.left_out.insert(format!("the arguments of `{}`", request.entry));
            return;
        };
        let mut values = Vec::new();
        for ask in asked {
            values.push(self.value(program, ask, false));
        }
        self.wrapped.insert("main".to_owned());
        let _ = write!(
            self.definitions,
            "\n/* The run begins with another function than main. */\nvoid argand_entry({}) __asm__(\"{}\");\nint __wrap_main(void) {{\n  argand_entry({});\n  return 0;\n}}\n",
            if params.is_empty() { "void".to_owned() } else { params.join(", ") },
            request.entry,
            values.join(", ")
        );
    }

    /// What is read first of memory of the world outside.
    fn outside_memory(&mut self, program: &Program, recording: &Recording) {
        for ask in &recording.asks {
            if let (Taker::Address(address), InputKind::Outside) = (ask.taker, ask.kind) {
                let lead = self.areas.lead(program, ask.ty, ask.value);
                if lead.is_some() {
                    self.left_out
                        .insert(format!("the pointer `{}`, which is read from memory outside", ask.name));
                } else if !self.areas.content(address, bytes_of(program, ask.ty, ask.value)) {
                    self.left_out.insert(format!("the value of `{}`, which is memory outside", ask.name));
                }
            }
        }
    }

    /// Names what nothing above has made to happen.
    fn tell_the_rest(&mut self, program: &Program, recording: &Recording) {
        for ask in &recording.asks {
            let zero = ask.value == Scalar::Int(0) || ask.value == Scalar::Float(0);
            let value = format!("`{}` = {}", ask.name, value_text(program, ask.ty, ask.value));
            let place = program.sources.describe(ask.span);
            let what = match (ask.kind, ask.taker) {
                _ if self.is_of_models(program, ask) => continue,
                (InputKind::Uninitialised, Taker::Other | Taker::Address(_)) if !zero => {
                    format!("the uninitialised {value} at {place}")
                }
                (InputKind::Outside, Taker::Other) if !zero => {
                    format!("the memory outside {value} at {place}")
                }
                (InputKind::Havoc(NondetSource::Volatile), _) => format!("the volatile {value} at {place}"),
                (InputKind::Havoc(NondetSource::Register), _) => format!("the register {value} at {place}"),
                (InputKind::Havoc(NondetSource::Interrupt), _) if matches!(ask.value, Scalar::Int(handler) if handler > 0) =>
                {
                    self.interrupted = true;
                    format!("the interrupt {value} at {place}")
                }
                (InputKind::Havoc(NondetSource::Asm), _) => {
                    format!("the result of assembly {value} at {place}")
                }
                (InputKind::Function | InputKind::Memory, _) if ask.library.is_some() => {
                    format!("an input of the library {value} at {place}")
                }
                _ => continue,
            };
            self.left_out.insert(what);
        }
    }
}

/// Reads the inputs of models from their table.
const MODEL_INPUTS: &str = "static const void *argand_next(void) {
  static unsigned long at;
  unsigned long count = sizeof argand_inputs / sizeof *argand_inputs - 1;
  if (at >= count) { argand_beyond(); return argand_inputs[count].bytes; }
  return argand_inputs[at++].bytes;
}
#define ARGAND_ANY(name, type) \\
  type __argand_any_##name(void) { type value = 0; __builtin_memcpy(&value, argand_next(), sizeof value); return value; } \\
  type __argand_open_##name(void) { type value = 0; __builtin_memcpy(&value, argand_next(), sizeof value); return value; }
ARGAND_ANY(bool, _Bool) ARGAND_ANY(char, char) ARGAND_ANY(int, int) ARGAND_ANY(long, long) ARGAND_ANY(longlong, long long)
ARGAND_ANY(uint, unsigned) ARGAND_ANY(size, __SIZE_TYPE__) ARGAND_ANY(float, float) ARGAND_ANY(double, double)
ARGAND_ANY(longdouble, long double) ARGAND_ANY(ulong, unsigned long)
void __argand_any_bytes(void *p, __SIZE_TYPE__ n) { for (__SIZE_TYPE__ i = 0; i < n; i++) ((char *)p)[i] = *(const char *)argand_next(); }
void __argand_open_bytes(void *p, __SIZE_TYPE__ n) { __argand_any_bytes(p, n); }
void __argand_assume(int holds) { if (!holds) argand_astray(); }
extern __SIZE_TYPE__ malloc_usable_size(void *);
__SIZE_TYPE__ __argand_object_size(const void *p) { return malloc_usable_size((void *)p); }
";
