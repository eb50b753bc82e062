//! Damaged programs: whatever is thrown at the front end, it answers with automata or with an error that has a place.
//!
//! Ten thousand inputs are made from the programs of the corpus by a fixed random sequence: bytes changed, pieces cut
//! out, doubled and moved, brackets and keywords thrown in. None may panic, hang or use up the stack.

use argand_frontend_c::{Options, load_str};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

const INPUTS: usize = 10_000;

/// The SplitMix64 sequence (Steele, Lea, Flood, OOPSLA 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }
}

/// What the programs would have from headers.
const PRELUDE: &str = "typedef unsigned long size_t; typedef long ptrdiff_t; typedef int wchar_t;\n\
    typedef signed char int8_t; typedef short int16_t; typedef int int32_t; typedef long int64_t;\n\
    typedef unsigned char uint8_t; typedef unsigned short uint16_t; typedef unsigned uint32_t; typedef unsigned long uint64_t;\n\
    typedef __builtin_va_list va_list;\n\
    int printf(const char *, ...); void *malloc(size_t); void free(void *); size_t strlen(const char *);\n\
    #define NULL ((void *)0)\n#define bool _Bool\n#define true 1\n#define false 0\n#define assert(x) ((void)(x))\n";

fn programs() -> Vec<Vec<u8>> {
    let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus")];
    let mut files: Vec<PathBuf> = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("the corpus is there") {
            let path = entry.expect("a readable entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "c") {
                files.push(path);
            }
        }
    }
    files.sort();
    let read = |file: &PathBuf| {
        let text = std::fs::read(file).expect("a readable program");
        // Headers would be refused before anything else is looked at.
        let lines = text.split_inclusive(|&b| b == b'\n').filter(|line| !line.starts_with(b"#include"));
        PRELUDE.bytes().chain(lines.flatten().copied()).collect()
    };
    files.iter().map(read).collect()
}

const SPLINTERS: [&str; 24] = [
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ",",
    "*",
    "&",
    "\"",
    "'",
    "/*",
    "#",
    "\\",
    "0x",
    "1e",
    "case",
    "goto x;",
    "struct",
    "sizeof",
    "int",
    "__asm__(\"\")",
    "\u{ff}\0",
];

fn mutate(program: &[u8], random: &mut Random) -> Vec<u8> {
    let mut text = program.to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(text.len());
        let length = 1 + random.below(40);
        let end = (at + length).min(text.len());
        match random.below(7) {
            0 if !text.is_empty() => text[at] = random.next() as u8,
            1 => drop(text.drain(at..end)),
            2 => {
                let piece = text[at..end].to_vec();
                let to = random.below(text.len());
                text.splice(to..to, piece);
            }
            3 => text.truncate(at),
            4 => {
                let splinter = SPLINTERS[random.below(SPLINTERS.len())];
                text.splice(at..at, splinter.bytes());
            }
            5 => {
                // Nesting, up to far beyond what the parser takes.
                let opening = ["(", "{", "[", "-", "*", "if(1)"][random.below(6)];
                text.splice(at..at, opening.repeat(1 + random.below(400)).into_bytes());
            }
            _ => {
                let splinter = SPLINTERS[random.below(SPLINTERS.len())];
                text.splice(at..end, splinter.bytes());
            }
        }
    }
    text
}

#[test]
fn ten_thousand_damaged_programs_are_answered() {
    let programs = programs();
    assert!(programs.len() > 250);
    let (next, accepted, refused) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= INPUTS {
                        break;
                    }
                    let mut random = Random(number as u64);
                    let text = mutate(&programs[number % programs.len()], &mut random);
                    match load_str(&String::from_utf8_lossy(&text), &Options::default()) {
                        Ok(_) => accepted.fetch_add(1, Ordering::Relaxed),
                        Err(failure) => {
                            assert!(
                                !failure.diagnostics.is_empty(),
                                "input {number} is refused without a word"
                            );
                            refused.fetch_add(1, Ordering::Relaxed)
                        }
                    };
                }
            });
        }
    });
    let (accepted, refused) = (accepted.into_inner(), refused.into_inner());
    assert_eq!(accepted + refused, INPUTS);
    assert!(accepted > INPUTS / 50 && refused > INPUTS / 50, "{accepted} accepted, {refused} refused");
}
