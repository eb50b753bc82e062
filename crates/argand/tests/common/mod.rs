//! What the tests on the C corpus share: finding programs, running them with a time limit, two at a time.
#![allow(dead_code, clippy::unwrap_used, reason = "each test uses a part of it, and may fail anywhere")]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What a program did: its exit code, as shells report it, and its output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ran {
    /// The exit code; 128 and the signal for a program that was killed, 124 when its time was over.
    pub code: i32,
    /// Standard output.
    pub output: String,
    /// Standard error.
    pub errors: String,
}

/// The folder of the corpus.
pub fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus")
}

/// Writes a file into a folder; its path.
pub fn write(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).expect("a writable folder");
    path.to_string_lossy().into_owned()
}

/// Every `.c` file below a folder, in order.
pub fn c_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "c") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// Runs a command for at most `seconds`, without input.
pub fn run(command: &mut Command, seconds: u32) -> Ran {
    let mut limited = Command::new("timeout");
    limited.arg("--signal=KILL").arg(seconds.to_string()).arg(command.get_program());
    limited.args(command.get_args()).stdin(Stdio::null());
    if let Some(folder) = command.get_current_dir() {
        limited.current_dir(folder);
    }
    let output = limited.output().unwrap_or_else(|e| panic!("cannot run {command:?}: {e}"));
    let signal = std::os::unix::process::ExitStatusExt::signal(&output.status).map_or(0, |s| 128 + s);
    Ran {
        code: output.status.code().unwrap_or(signal),
        output: String::from_utf8_lossy(&output.stdout).into_owned(),
        errors: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// `argand run` with these options and files.
pub fn argand_run(options: &[&str], files: &[PathBuf]) -> Ran {
    let mut command = Command::new(env!("CARGO_BIN_EXE_argand"));
    command.arg("run").args(options).args(files);
    run(&mut command, 60)
}

/// Applies a check to every item on two threads and gives what they complain of, in the order of the items.
pub fn complaints<T: Sync>(items: &[T], check: impl Fn(&T) -> Result<(), String> + Sync) -> Vec<String> {
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(index) else { break };
                    if let Err(complaint) = check(item) {
                        found.lock().unwrap().push((index, complaint));
                    }
                }
            });
        }
    });
    let mut found = found.into_inner().unwrap();
    found.sort();
    found.into_iter().map(|(_, complaint)| complaint).collect()
}

/// Whether gcc builds and runs programs with these options. If it does not, that is said so that everybody sees it;
/// where `ARGAND_REQUIRE_TOOLS` is set, it is a failure.
pub fn can_build(flags: &[&str], what: &str) -> bool {
    use std::io::Write as _;
    let folder = tempfile::tempdir().unwrap();
    let (source, program) = (folder.path().join("probe.c"), folder.path().join("probe"));
    std::fs::write(&source, "#include <stdio.h>\nint main(void) { puts(\"yes\"); return 0; }\n").unwrap();
    let built = Command::new("gcc").args(flags).arg(&source).arg("-o").arg(&program).output();
    let works =
        built.is_ok_and(|b| b.status.success()) && run(&mut Command::new(&program), 20).output == "yes\n";
    if !works {
        assert!(std::env::var_os("ARGAND_REQUIRE_TOOLS").is_none(), "gcc {} does not work", flags.join(" "));
        let left_out =
            format!("LEFT OUT: {what}: gcc {} does not work here (Debian: gcc-multilib)\n", flags.join(" "));
        // Not eprintln: the test harness would swallow it.
        let _ = std::io::stderr().write_all(left_out.as_bytes());
    }
    works
}

/// The line in which a counterexample says that the violation is.
pub fn reported_line(output: &str) -> Option<u32> {
    let place = output.lines().find_map(|line| line.strip_prefix("at "))?;
    let mut numbers = place.rsplit(':').map_while(|part| part.trim().parse().ok());
    let column_or_line = numbers.next();
    numbers.next().or(column_or_line)
}
