//! Registers at fixed addresses and interrupts: what the command line takes, what configurations take, what replays.

#![allow(clippy::unwrap_used, reason = "what goes wrong here fails the test")]

mod common;

use common::{Ran, run};
use std::path::Path;
use std::process::Command;

fn argand(arguments: &[&str], file: &Path) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_argand"));
    command.args(arguments).arg(file);
    run(&mut command, 60)
}

fn with_program<T>(text: &str, work: impl FnOnce(&Path) -> T) -> T {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("program.c");
    std::fs::write(&file, text).unwrap();
    work(&file)
}

fn verify(options: &[&str], text: &str) -> Ran {
    with_program(text, |file| argand(&[&["verify"], options].concat(), file))
}

fn verdict(ran: &Ran) -> &str {
    ran.output.lines().last().unwrap_or("")
}

const REGISTER: &str = "void reach_error(void);\n\
                        #define STATUS (*(volatile unsigned *)0x40021000)\n\
                        int main(void) { STATUS = 1; if (STATUS == 7) reach_error(); return 0; }\n";

const HANDLER: &str = "void reach_error(void); static int ready;\n\
                       void on_ready(void) { ready = 1; }\n\
                       int main(void) { if (ready) reach_error(); return 0; }\n";

#[test]
fn bad_ranges_are_refused_with_the_reason() {
    let cases: [(&[&str], &str); 8] = [
        (&["0x40000000"], "expected the first and the last"),
        (&["0x5fffffff-0x40000000"], "ends before it begins"),
        (&["0-0xff"], "null pointer"),
        (&["0x-0x10"], "`0x` is no address"),
        (&["a000-b000"], "`a000` is no address"),
        (&["0x10-0x10000000000000000"], "beyond every address space"),
        (&["0x100-0x1ff", "0x1ff-0x2ff"], "overlap"),
        (&["0x100-0x1ff", "0x180-0x190"], "overlap"),
    ];
    for (ranges, message) in cases {
        let options: Vec<&str> = ranges.iter().flat_map(|range| ["--registers", range]).collect();
        let ran = verify(&options, REGISTER);
        assert_eq!(ran.code, 2, "{ranges:?}: {}", ran.output);
        assert!(ran.errors.contains(message), "{ranges:?}: {}", ran.errors);
    }
    let small = verify(&["--data-model", "ILP32", "--registers", "0xf0000000-0x100000000"], REGISTER);
    assert_eq!(small.code, 2, "{}", small.output);
    assert!(small.errors.contains("beyond the address space of ILP32"), "{}", small.errors);
}

#[test]
fn functions_that_interrupts_cannot_call_are_refused() {
    let text = "int helper(void); void takes(int x) {} int gives(void) { return 1; }\n\
                int main(void) { takes(gives()); return helper(); }\n";
    let cases = [
        ("nobody", "there is no function 'nobody' for interrupts"),
        ("helper", "there is no function 'helper' for interrupts"),
        ("takes", "interrupts cannot call 'takes'"),
        ("gives", "interrupts cannot call 'gives'"),
        ("main", "'main' is the function that runs begin with"),
        ("", "there is no function '' for interrupts"),
    ];
    for (name, message) in cases {
        let ran = verify(&["--interrupt", name], text);
        assert_eq!(ran.code, 2, "{name}: {}", ran.output);
        assert!(ran.errors.contains(message), "{name}: {}", ran.errors);
    }
}

#[test]
fn whether_a_program_ends_is_no_question_about_interrupts() {
    let ran = verify(&["--check", "termination", "--interrupt", "on_ready"], HANDLER);
    assert_eq!(ran.code, 2, "{}", ran.output);
    assert!(ran.errors.contains("together with interrupts"), "{}", ran.errors);
}

#[test]
fn a_register_gives_any_value_in_a_run_and_its_replay() {
    let ran = verify(&["--registers", "0x40021000-0x400213ff"], REGISTER);
    assert_eq!(verdict(&ran), "FALSE(unreach-call)", "{}{}", ran.output, ran.errors);
    assert!(ran.output.contains("--registers 0x40021000-0x400213ff"), "{}", ran.output);
    assert!(!ran.output.contains("[volatile-memory]"), "{}", ran.output);
    with_program(REGISTER, |file| {
        let options = ["run", "--registers", "0x40021000-0x400213ff"];
        assert_eq!(argand(&[&options[..], &["--input", "7"]].concat(), file).code, 10);
        assert_eq!(argand(&[&options[..], &["--input", "6"]].concat(), file).code, 0);
        assert_ne!(argand(&["run"], file).code, 0, "without registers there is nothing at the address");
    });
}

#[test]
fn an_interrupt_is_an_input_of_a_run_and_its_replay() {
    let ran = verify(&["--interrupt", "on_ready"], HANDLER);
    assert_eq!(verdict(&ran), "FALSE(unreach-call)", "{}{}", ran.output, ran.errors);
    assert!(ran.output.contains("--interrupt on_ready"), "{}", ran.output);
    assert_eq!(verdict(&verify(&[], HANDLER)), "TRUE");
    let quiet = HANDLER.replace("if (ready)", "if (ready > 1)");
    let ran = verify(&["--interrupt", "on_ready"], &quiet);
    assert_eq!(verdict(&ran), "TRUE", "{}", ran.output);
    assert!(ran.output.contains("[interrupts]"), "{}", ran.output);
    let strict = verify(&["--config", "value", "--interrupt", "on_ready", "--strict=interrupts"], &quiet);
    assert_eq!(verdict(&strict), "UNKNOWN", "{}", strict.output);
    with_program(HANDLER, |file| {
        assert_eq!(argand(&["run", "--interrupt", "on_ready", "--input", "1"], file).code, 10);
        assert_eq!(argand(&["run", "--interrupt", "on_ready"], file).code, 0);
    });
}

#[test]
fn configurations_say_it_too() {
    let folder = tempfile::tempdir().unwrap();
    let mine = folder.path().join("mine.toml");
    let keys = "extends = \"value\"\nregisters = [\"0x40021000-0x400213ff\"]\ninterrupts = [\"on_ready\"]\n";
    std::fs::write(&mine, keys).unwrap();
    let mine = mine.to_string_lossy();
    let both = format!("{HANDLER}\n")
        .replace("if (ready) reach_error()", "if (*(volatile char *)0x40021000 == 3 && ready) reach_error()");
    let ran = verify(&["--config", &mine], &both);
    assert_eq!(verdict(&ran), "FALSE(unreach-call)", "{}{}", ran.output, ran.errors);
    assert!(ran.output.contains("--registers 0x40021000-0x400213ff --interrupt on_ready"), "{}", ran.output);
    let mut explain = Command::new(env!("CARGO_BIN_EXE_argand"));
    explain.args(["explain-config", &mine]);
    let explained = run(&mut explain, 60).output;
    for key in ["registers = [\"0x40021000-0x400213ff\"]", "interrupts = [\"on_ready\"]"] {
        assert!(explained.contains(key), "{explained}");
    }
    for (setting, message) in [
        ("registers=[\"7-3\"]", "ends before it begins"),
        ("registers=7", "invalid type"),
        ("interrupts=true", "invalid type"),
    ] {
        let ran = verify(&["--set", setting], HANDLER);
        assert_eq!(ran.code, 2, "{setting}: {}", ran.output);
        assert!(ran.errors.contains(message), "{setting}: {}", ran.errors);
    }
}

#[test]
fn what_cannot_be_followed_is_unknown() {
    let text = "#include <string.h>\nchar buffer[4];\n\
                int main(void) { memcpy(buffer, (const void *)0x40021000, 4); return buffer[0]; }\n";
    let ran = verify(&["--check", "memsafety", "--registers", "0x40021000-0x400213ff"], text);
    assert_eq!(verdict(&ran), "UNKNOWN", "{}", ran.output);
    assert!(ran.output.contains("registers"), "{}", ran.output);
}

#[test]
fn vendor_attributes_are_ignored_with_a_note() {
    let text = "void reach_error(void); void isr(void) __attribute__((interrupt(\"IRQ\"), signal));\n\
                void isr(void) {}\n__irq void other(void) {}\nint main(void) { isr(); return 0; }\n";
    let ran = verify(&[], text);
    assert_eq!(verdict(&ran), "TRUE", "{}{}", ran.output, ran.errors);
    for word in ["interrupt", "signal", "__irq"] {
        assert_eq!(ran.errors.matches(&format!("'{word}' is ignored")).count(), 1, "{}", ran.errors);
    }
}

#[test]
fn a_harness_says_what_it_cannot_reproduce() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("program.c");
    std::fs::write(&file, REGISTER).unwrap();
    let harness = folder.path().join("h.c");
    let harness = harness.to_string_lossy();
    let options = ["verify", "--registers", "0x40021000-0x400213ff", "--harness", &harness, "--reproduce"];
    let ran = argand(&options, &file);
    assert_eq!(verdict(&ran), "FALSE(unreach-call)", "{}", ran.output);
    assert!(ran.errors.contains("cannot reproduce the register"), "{}", ran.errors);
    assert!(ran.errors.contains("not reproduced: the run needs registers"), "{}", ran.errors);
}
