//! Record layouts against gcc: sizes, alignments, member offsets and the very bits of bit-fields.
//!
//! The test writes records of every kind (a fixed generator, so every run sees the same ones), lets gcc
//! print where it puts each member, in both data models, and compares. It needs gcc with 32-bit support
//! (Debian: gcc-multilib) and fails without it, unless `ARGAND_SKIP_GCC=1` says that this is known.

use argand_cfa::{DataModel, Program, TypeKind};
use argand_frontend_c::{Options, load_str};
use std::fmt::Write as _;
use std::process::Command;

/// How many records are compared in each data model.
const RECORDS: usize = 640;

/// A small generator with a fixed seed.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or(0) % n
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }
}

const SCALARS: &[&str] = &[
    "char",
    "signed char",
    "unsigned char",
    "_Bool",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "float",
    "double",
    "long double",
    "void *",
    "int (*)(int)",
    "enum colour",
    "low_int",
    "high_char",
];
/// Types of elements: gcc has no arrays of a type that is aligned to more than its size.
fn element(ty: &str) -> &str {
    if ty == "high_char" { "char" } else { ty }
}

const BIT_TYPES: &[(&str, usize)] = &[
    ("char", 8),
    ("signed char", 8),
    ("unsigned char", 8),
    ("_Bool", 1),
    ("short", 16),
    ("unsigned short", 16),
    ("int", 32),
    ("unsigned", 32),
    ("long", 32),
    ("unsigned long", 32),
    ("long long", 64),
    ("unsigned long long", 64),
    ("enum colour", 32),
    ("long", 64),
    ("unsigned long", 64),
];

/// A named member: its path in C and whether it is a bit-field.
struct Member {
    name: String,
    bits: bool,
}

struct Generated {
    declaration: String,
    keyword: &'static str,
    members: Vec<Member>,
}

fn declare(ty: &str, name: &str) -> String {
    match ty.split_once("(*)") {
        Some((ret, params)) => format!("{ret}(*{name}){params}"),
        None => format!("{ty} {name}"),
    }
}

/// One record. The first ones walk through bit-field types and widths one by one; the rest are mixtures.
fn generate(index: usize, wide_long: bool, random: &mut Random) -> Generated {
    let keyword = if index % 5 == 4 { "union" } else { "struct" };
    let mut body = String::new();
    let mut members = Vec::new();
    let count = 1 + random.below(7);
    for field in 0..count {
        let name = format!("f{field}");
        let walk = index * 7 + field;
        let wants_bits = index < 320 && field % 3 != 2 || random.chance(35);
        if wants_bits {
            let (ty, max) = BIT_TYPES[walk % BIT_TYPES.len()];
            if max == 64 && ty.contains("long") && !ty.contains("long long") && !wide_long {
                continue;
            }
            if random.chance(12) {
                let _ =
                    write!(body, " {ty} : {};", if random.chance(60) { 0 } else { 1 + random.below(max) });
            }
            let width = 1 + (walk / BIT_TYPES.len()) % max;
            let packed = if random.chance(8) { " __attribute__((packed))" } else { "" };
            let _ = write!(body, " {ty} {name} : {width}{packed};");
            members.push(Member { name, bits: true });
            continue;
        }
        let attribute = match random.below(24) {
            0 => " __attribute__((packed))",
            1 => " __attribute__((aligned(4)))",
            2 => " __attribute__((aligned(16)))",
            3 => " __attribute__((aligned))",
            _ => "",
        };
        let ty = random.pick(SCALARS);
        match random.below(10) {
            0 if index > 20 => {
                let inner = random.below(20);
                let inner_keyword = if inner % 5 == 4 { "union" } else { "struct" };
                let _ = write!(body, " {inner_keyword} r{inner} {name}{attribute};");
            }
            1 => {
                let n = random.below(5);
                let _ = write!(body, " {}{attribute};", declare(element(ty), &format!("{name}[{n}]")));
            }
            2 => {
                let _ =
                    write!(body, " struct {{ char a; int b : 5; {}; }} {name}{attribute};", declare(ty, "c"));
            }
            3 => {
                let _ = write!(body, " union {{ {}; short {name}b; }};", declare(ty, &name));
                members.push(Member { name: format!("{name}b"), bits: false });
            }
            _ => {
                let _ = write!(body, " {}{attribute};", declare(ty, &name));
            }
        }
        members.push(Member { name, bits: false });
    }
    if members.is_empty() {
        body.push_str(" int only;");
        members.push(Member { name: "only".to_owned(), bits: false });
    }
    if keyword == "struct" && index > 20 && random.chance(10) {
        let _ = write!(body, " {};", declare(element(random.pick(SCALARS)), "tail[]"));
        members.push(Member { name: "tail".to_owned(), bits: false });
    }
    let attribute = match random.below(12) {
        0 | 1 => " __attribute__((packed))",
        2 => " __attribute__((aligned(8)))",
        3 => " __attribute__((packed, aligned(2)))",
        4 => " __attribute__((aligned(32)))",
        _ => "",
    };
    let mut declaration = format!("{keyword} r{index} {{{body} }}{attribute};\n");
    if random.chance(20) {
        // Packed bit-fields under a larger value are refused: see the last test.
        let any_packed = declaration.contains("packed") && members.iter().any(|m| m.bits);
        let pack = if any_packed { 1 } else { [1, 2, 4, 8, 16][random.below(5)] };
        declaration = format!("#pragma pack(push, {pack})\n{declaration}#pragma pack(pop)\n");
    }
    Generated { declaration, keyword, members }
}

const PRELUDE: &str = "enum colour { RED, GREEN, BLUE };\n\
    typedef int low_int __attribute__((aligned(2)));\n\
    typedef char high_char __attribute__((aligned(8)));\n";

fn generate_all(model: DataModel) -> Vec<Generated> {
    let mut random = Random(20_240_229);
    (0..RECORDS).map(|index| generate(index, model == DataModel::Lp64, &mut random)).collect()
}

/// A C program that prints a line for each record and each of its members.
fn reporter(records: &[Generated]) -> String {
    let mut out = format!("#include <stdio.h>\n#include <stddef.h>\n#include <string.h>\n{PRELUDE}");
    for record in records {
        out.push_str(&record.declaration);
    }
    out.push_str(
        "static void bits(const char *r, const char *m, const unsigned char *p, size_t n) {\n\
         size_t first = 0, count = 0;\n\
         for (size_t i = 0; i < n * 8; i++) if (p[i / 8] >> (i % 8) & 1) { if (!count) first = i; count++; }\n\
         printf(\"%s %s bits %zu %zu\\n\", r, m, first, count); }\nint main(void) {\n",
    );
    for (index, record) in records.iter().enumerate() {
        let ty = format!("{} r{index}", record.keyword);
        let _ =
            writeln!(out, "printf(\"r{index} . size %zu %zu\\n\", sizeof({ty}), (size_t)_Alignof({ty}));");
        for Member { name, bits } in &record.members {
            if *bits {
                let _ = writeln!(
                    out,
                    "{{ union {{ {ty} r; unsigned char b[sizeof({ty})]; }} u; memset(&u, 0, sizeof u); \
                     u.r.{name} = -1; bits(\"r{index}\", \"{name}\", u.b, sizeof({ty})); }}"
                );
            } else {
                let _ = writeln!(out, "printf(\"r{index} {name} at %zu 0\\n\", offsetof({ty}, {name}));");
            }
        }
    }
    out.push_str("return 0; }\n");
    out
}

/// The same lines from our side.
fn our_lines(program: &Program, records: &[Generated]) -> String {
    let mut out = String::new();
    for (index, generated) in records.iter().enumerate() {
        let variable = format!("v{index}");
        let (_, var) = program
            .vars
            .iter_enumerated()
            .find(|(id, _)| program.var_name(*id) == variable)
            .expect("the variable of the record");
        let TypeKind::Record(id) = program.types.kind(var.ty) else { panic!("{variable} is a record") };
        let record = program.types.record(*id);
        let _ = writeln!(out, "r{index} . size {} {}", record.size, record.align);
        for Member { name, bits } in &generated.members {
            let (offset, width) = find(program, *id, name).expect("the member");
            match width {
                Some(width) => {
                    assert!(bits);
                    let _ = writeln!(out, "r{index} {name} bits {offset} {width}");
                }
                None => {
                    assert!(!bits && offset % 8 == 0);
                    let _ = writeln!(out, "r{index} {name} at {} 0", offset / 8);
                }
            }
        }
    }
    out
}

/// The bit offset of a member and its width if it is a bit-field, through members without a name.
fn find(program: &Program, record: argand_cfa::RecordId, name: &str) -> Option<(u64, Option<u32>)> {
    for field in &program.types.record(record).fields {
        match field.name {
            Some(symbol) if program.names.resolve(symbol) == name => {
                return Some((field.bit_offset, field.bit_width));
            }
            None => {
                if let TypeKind::Record(inner) = program.types.kind(field.ty)
                    && let Some((offset, width)) = find(program, *inner, name)
                {
                    return Some((field.bit_offset + offset, width));
                }
            }
            Some(_) => {}
        }
    }
    None
}

fn gcc_lines(source: &str, flag: &str) -> String {
    let dir = tempfile::tempdir().expect("a temporary directory");
    let (c, exe) = (dir.path().join("layout.c"), dir.path().join("layout"));
    std::fs::write(&c, source).expect("a writable file");
    let output = Command::new("gcc")
        .args([flag, "-w", "-O0", "-o"])
        .arg(&exe)
        .arg(&c)
        .output()
        .expect("gcc runs: install gcc-multilib, or set ARGAND_SKIP_GCC=1");
    assert!(
        output.status.success(),
        "gcc {flag} works: install gcc-multilib, or set ARGAND_SKIP_GCC=1\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let output = Command::new(&exe).output().expect("the program runs");
    String::from_utf8(output.stdout).expect("plain text")
}

fn compare(model: DataModel, flag: &str) {
    if std::env::var_os("ARGAND_SKIP_GCC").is_some_and(|v| v == "1") {
        eprintln!("SKIPPED: record layouts against gcc {flag} (ARGAND_SKIP_GCC=1)");
        return;
    }
    let records = generate_all(model);
    let mut source = PRELUDE.to_owned();
    for (index, record) in records.iter().enumerate() {
        let _ = writeln!(source, "{}{} r{index} v{index};", record.declaration, record.keyword);
    }
    source.push_str("int main(void) { return 0; }\n");
    let options = Options { data_model: model, ..Options::default() };
    let loaded = load_str(&source, &options).unwrap_or_else(|failure| panic!("{failure}"));
    let (ours, theirs) = (our_lines(&loaded.program, &records), gcc_lines(&reporter(&records), flag));
    assert_eq!(ours.lines().count(), theirs.lines().count());
    assert!(records.len() >= 520 && ours.lines().count() > 2000);
    let mut wrong = String::new();
    for (our, their) in ours.lines().zip(theirs.lines()).filter(|(our, their)| our != their) {
        let index: usize = our[1..].split(' ').next().and_then(|n| n.parse().ok()).expect("a number");
        let _ = writeln!(wrong, "ours {our}, gcc {their}: {}", records[index].declaration.trim_end());
    }
    assert!(wrong.is_empty(), "gcc {flag} lays these out differently:\n{wrong}");
}

#[test]
fn records_lie_as_gcc_lays_them_out_with_64_bit_pointers() {
    compare(DataModel::Lp64, "-m64");
}

#[test]
fn records_lie_as_gcc_lays_them_out_with_32_bit_pointers() {
    compare(DataModel::Ilp32, "-m32");
}

#[test]
fn packed_bit_fields_under_a_pragma_that_gcc_treats_oddly_are_refused() {
    for (source, refused) in [
        ("#pragma pack(4)\nstruct s { char c; int f : 26; } __attribute__((packed)) v;", true),
        ("#pragma pack(4)\nstruct s { char c; int f : 26 __attribute__((packed)); } v;", true),
        ("#pragma pack(1)\nstruct s { char c; int f : 26; } __attribute__((packed)) v;", false),
        ("#pragma pack(4)\nstruct s { char c; int f : 26; } v;", false),
    ] {
        let result = load_str(&format!("{source}\nint main(void) {{ return 0; }}"), &Options::default());
        match result {
            Ok(_) => assert!(!refused, "{source}"),
            Err(failure) => {
                assert!(refused, "{failure}");
                assert!(failure.to_string().contains("test.c:2:"), "{failure}");
            }
        }
    }
}
