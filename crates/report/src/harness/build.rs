//! How a harness is compiled, what it begins with, and what should happen when it runs.

use super::write::Body;
use super::{Harness, Request};
use crate::escape::{comment, shell};
use argand_cfa::{MemoryProperty, Operation, PropertyKind, Violated};
use argand_exec::End;
use std::fmt::Write as _;

/// What a native run should show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expectation {
    /// The harness says that the error function is called.
    Reached,
    /// The C library says that an assertion fails.
    Assertion,
    /// A sanitizer says that memory is accessed that must not be.
    Access,
    /// A sanitizer says that something is freed that must not be.
    Free,
    /// A sanitizer says that memory is lost.
    Leak,
    /// A sanitizer says that arithmetic overflows.
    Overflow,
    /// Nothing that a native run shows.
    Nothing,
}

/// What a native run did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Happened {
    /// How it ended: an exit code, a signal, or the limit of time.
    pub end: String,
    /// What it wrote to standard error.
    pub errors: String,
}

impl Expectation {
    fn of(violated: &Violated) -> Self {
        match violated {
            Violated::Property(kind) => match kind {
                PropertyKind::UnreachCall(_) => Self::Reached,
                PropertyKind::Asserts => Self::Assertion,
                PropertyKind::Memory(MemoryProperty::Deref) => Self::Access,
                PropertyKind::Memory(MemoryProperty::Free) => Self::Free,
                PropertyKind::Memory(MemoryProperty::Memtrack | MemoryProperty::Memcleanup) => Self::Leak,
                PropertyKind::NoOverflow => Self::Overflow,
                PropertyKind::Operation(Operation::Null) => Self::Access,
                // Sanitizers that gcc has not, or that say it in words of their own.
                PropertyKind::Operation(_) => Self::Nothing,
                PropertyKind::UnreachLabel(_) | PropertyKind::Termination | PropertyKind::NoDataRace => {
                    Self::Nothing
                }
            },
            Violated::Automaton(_) => Self::Nothing,
        }
    }

    /// The same as a sentence.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Reached => "it says that the error function is called",
            Self::Assertion => "the assertion fails",
            Self::Access => "AddressSanitizer reports an invalid access",
            Self::Free => "AddressSanitizer reports an invalid free",
            Self::Leak => "LeakSanitizer reports lost memory",
            Self::Overflow => "UndefinedBehaviorSanitizer reports the overflow",
            Self::Nothing => "nothing that a native run shows by itself",
        }
    }

    /// Whether a line of standard error is what was expected.
    fn is_told_by(self, line: &str) -> bool {
        let freed = ["attempting double-free", "attempting free on address", "bad-free"];
        let sanitizer = line.contains("ERROR: AddressSanitizer:");
        match self {
            Self::Reached => line.starts_with("argand: reached "),
            Self::Assertion => line.contains("Assertion `") || line.contains("ssertion failed"),
            Self::Access => sanitizer && !freed.iter().any(|word| line.contains(word)),
            Self::Free => sanitizer && freed.iter().any(|word| line.contains(word)),
            Self::Leak => line.contains("LeakSanitizer: detected memory leaks"),
            Self::Overflow => {
                line.contains("runtime error:")
                    && ["signed integer overflow", "cannot be represented", "negation of"]
                        .iter()
                        .any(|word| line.contains(word))
            }
            Self::Nothing => false,
        }
    }

    /// What is to be said of a native run: the line that tells the violation, or why there is none.
    ///
    /// # Errors
    /// The violation did not happen; what happened instead.
    pub fn judge(self, happened: &Happened) -> Result<String, String> {
        if self == Self::Nothing {
            return Err("no native run shows a violation of this property by itself".to_owned());
        }
        let lines = || happened.errors.lines().map(str::trim);
        if let Some(line) = lines().find(|line| self.is_told_by(line)) {
            return Ok(crate::escape::one_line(line));
        }
        let astray = lines().find(|line| line.starts_with("argand: ") || line.contains("ERROR: "));
        let instead = astray.map_or_else(String::new, |line| format!("; {}", crate::escape::one_line(line)));
        Err(format!("the run ends with {}{instead}", happened.end))
    }
}

/// The options of gcc for a property.
fn options(request: &Request<'_>, body: &Body, expectation: Expectation) -> Vec<String> {
    let mut options: Vec<&str> =
        vec!["-std=gnu17", "-w", "-g", "-O0", "-fno-strict-aliasing", "-no-pie", "-fno-pie"];
    options.extend(if request.small { &["-m32", "-msse2", "-mfpmath=sse"][..] } else { &["-m64"] });
    match expectation {
        Expectation::Overflow => {
            options.extend(["-fsanitize=signed-integer-overflow", "-fno-sanitize-recover=all"]);
        }
        Expectation::Access | Expectation::Free | Expectation::Leak => {
            options.extend(["-fwrapv", "-fsanitize=address", "-fno-omit-frame-pointer", "-fno-common"]);
        }
        Expectation::Reached | Expectation::Assertion | Expectation::Nothing => options.push("-fwrapv"),
    }
    if !body.watched.is_empty() {
        options.push("-finstrument-functions");
    }
    let mut options: Vec<String> = options.into_iter().map(str::to_owned).collect();
    options.extend(body.wrapped.iter().map(|name| format!("-Wl,--wrap={name}")));
    options.extend(request.preprocessor.iter().cloned());
    if let Some((file, _)) = &body.patched
        && let Some((folder, _)) = file.rsplit_once('/')
    {
        // Headers beside the file are not beside its copy.
        options.extend(["-iquote".to_owned(), if folder.is_empty() { "/" } else { folder }.to_owned()]);
    }
    options
}

/// Memory must be freed though something points to it.
const NOTHING_IS_REACHABLE: &str = "HARNESS const char *__lsan_default_options(void);
const char *__lsan_default_options(void) { return \"use_globals=0:use_stacks=0:use_registers=0:use_tls=0\"; }
";

/// Puts the file together.
pub(super) fn assemble(request: &Request<'_>, body: &Body, name: &str, version: &str) -> Harness {
    let expectation = Expectation::of(request.violated);
    let options = options(request, body, expectation);
    let copied = body.patched.as_ref().map(|(file, _)| file.as_str());
    let all = request.files.iter().map(|(file, _)| file);
    let files: Vec<String> = all.filter(|file| copied != Some(file.as_str())).cloned().collect();
    let libraries = vec!["-lm".to_owned()];
    let mut left_out: Vec<String> = body.left_out.iter().cloned().collect();
    if expectation == Expectation::Nothing {
        left_out.push(format!("{} is nothing that a native run shows by itself", request.violated));
    }
    let words = options.iter().chain(&files).map(|word| shell(word));
    let command: Vec<String> = words.chain([shell(name)]).chain(libraries.iter().cloned()).collect();

    let mut text =
        format!("/* A run of the program that violates {}", comment(&request.violated.to_string()));
    let program = request.program;
    if let End::Error(finding) = &request.confirmed.outcome.end {
        let place = program.sources.describe(finding.span);
        let _ = write!(text, ":\n *   {}: {}", comment(&place), comment(&finding.message));
    }
    let _ = write!(
        text,
        "\n *\n * Build and run:\n *   gcc {} -o run && ./run\n * Then {}.\n",
        comment(&command.join(" ")),
        expectation.text()
    );
    for what in &left_out {
        let _ = writeln!(text, " * Not reproduced: {}.", comment(what));
    }
    let _ = writeln!(text, " *\n * Written by Argand {version}. */");
    if let Some((file, copy)) = &body.patched {
        text.push_str("static void *argand_fill(int, void *);\n");
        let _ = writeln!(text, "#line 1 {}", crate::escape::c_string(file.as_bytes()));
        text.push_str(copy);
        let _ = writeln!(
            text,
            "\n#line {} {}",
            text.lines().count() + 2,
            crate::escape::c_string(name.as_bytes())
        );
    }
    text.push_str(&prelude(expectation));
    if matches!(request.violated, Violated::Property(PropertyKind::Memory(MemoryProperty::Memcleanup))) {
        text.push_str(NOTHING_IS_REACHABLE);
    }
    text.push_str(&body.definitions);
    if !body.watched.is_empty() {
        text.push_str(
            "\n/* The error function is the program's own: gcc tells whenever a function is entered. */\n",
        );
        let mut tests = String::new();
        for (number, function) in body.watched.iter().enumerate() {
            let _ = writeln!(
                text,
                "extern void argand_w{number}(void) __asm__(\"{function}\") __attribute__((weak));"
            );
            let _ = writeln!(
                tests,
                "  if (argand_w{number} && function == (void *)argand_w{number}) argand_reached(\"{function}\");"
            );
        }
        let _ = write!(
            text,
            "HARNESS void __cyg_profile_func_enter(void *function, void *site);\nvoid __cyg_profile_func_enter(void *function, void *site) {{\n{tests}}}\n\
             HARNESS void __cyg_profile_func_exit(void *function, void *site);\nvoid __cyg_profile_func_exit(void *function, void *site) {{}}\n"
        );
    }
    if !body.setup.is_empty() {
        let _ = write!(
            text,
            "\n__attribute__((constructor, no_instrument_function)) static void argand_setup(void) {{\n{}}}\n",
            body.setup
        );
    }
    let needs_machine = body.interrupted || !program.registers.is_empty();
    Harness { text, options, files, libraries, left_out, needs_machine, expectation }
}

/// What every harness has.
fn prelude(expectation: Expectation) -> String {
    let leaks = u8::from(expectation == Expectation::Leak);
    let mut out = String::from(
        "#define HARNESS __attribute__((weak, no_instrument_function))
extern int dprintf(int, const char *, ...);
extern void _exit(int) __attribute__((noreturn));
extern void __lsan_do_leak_check(void) __attribute__((weak));
__attribute__((no_instrument_function)) static void argand_reached(const char *function) {
  dprintf(2, \"argand: reached %s\\n\", function);
  _exit(1);
}
/* The run left the path of the violation: this machine or compiler does something in another way. */
__attribute__((no_instrument_function)) static void argand_astray(void) {
  dprintf(2, \"argand: an assumption fails, so this is another run\\n\");
  _exit(77);
}
/* The run asks for more inputs than it took up to the violation: it goes on with zeros. */
__attribute__((no_instrument_function)) static void argand_beyond(void) {
",
    );
    if leaks == 1 {
        out.push_str("  if (__lsan_do_leak_check) __lsan_do_leak_check();\n");
    }
    out.push_str("}\n");
    if matches!(expectation, Expectation::Access | Expectation::Free | Expectation::Leak) {
        let _ = write!(
            out,
            "HARNESS const char *__asan_default_options(void);
const char *__asan_default_options(void) {{
  return \"detect_stack_use_after_return=1:detect_leaks={leaks}:exitcode=99:allocator_may_return_null=1:\"
         \"malloc_fill_byte=0:max_malloc_fill_size=1000000:redzone=256:max_redzone=2048:hard_rss_limit_mb=4096\";
}}
"
        );
        if leaks == 1 {
            out.push_str(
                "HARNESS const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) { return \"leak:_IO_file_doallocate\\n\"; }
",
            );
        }
    }
    out
}
