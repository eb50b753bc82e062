//! Compiling and running a harness with gcc, in a directory of its own and within limits. Only when the user asks.

use argand_report::harness::{Happened, Harness};
use std::fs::File;
use std::io::Read as _;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// How long gcc may take.
const COMPILE_TIME: Duration = Duration::from_secs(120);
/// How long the program may run, on the clock and on the processor.
const RUN_TIME: Duration = Duration::from_secs(20);
/// How much of the address space the program may have, in kilobytes, where no sanitizer needs all of it; a harness for
/// sanitizers limits resident memory itself.
const ADDRESS_SPACE: u32 = 4 << 20;
/// How large its files may become, in blocks of 512 bytes.
const FILE_BLOCKS: u32 = 1 << 16;
/// More of what it writes is not looked at.
const MOST_ERRORS: u64 = 1 << 20;
/// How often a child is looked at.
const INTERVAL: Duration = Duration::from_millis(5);

/// A directory that is gone when it is dropped.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Result<Self, String> {
        let base = std::env::temp_dir();
        for number in 0..1000 {
            let path = base.join(format!("argand-{}-{number}", std::process::id()));
            match std::os::unix::fs::DirBuilderExt::mode(&mut std::fs::DirBuilder::new(), 0o700).create(&path)
            {
                Ok(()) => return Ok(Self(path)),
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(format!("cannot make '{}': {error}", path.display())),
            }
        }
        Err(format!("cannot make a directory in '{}'", base.display()))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What is left behind is the system's to tidy.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Compiles the harness with its program and runs it: what tells the violation, or why it did not happen.
pub fn reproduce(harness: &Harness) -> Result<String, String> {
    if harness.needs_machine {
        return Err("the run needs registers or interrupts, which a native run does not have".to_owned());
    }
    let scratch = Scratch::new()?;
    let (source, program) = (scratch.0.join("harness.c"), scratch.0.join("program"));
    std::fs::write(&source, &harness.text)
        .map_err(|e| format!("cannot write '{}': {e}", source.display()))?;
    let mut gcc = Command::new("gcc");
    gcc.args(&harness.options);
    for file in &harness.files {
        // A name that begins with a dash is no option.
        gcc.arg(if file.starts_with('-') { format!("./{file}") } else { file.clone() });
    }
    gcc.arg(&source).args(&harness.libraries).arg("-o").arg(&program);
    let (status, errors) =
        run(&mut gcc, &scratch.0, COMPILE_TIME).map_err(|e| format!("cannot run gcc: {e}"))?;
    if !status.is_some_and(|status| status.success()) {
        let tells = |line: &&str| ["error:", "undefined", "/ld:"].iter().any(|word| line.contains(word));
        let first = errors.lines().find(tells);
        return Err(format!(
            "gcc cannot compile it: {}",
            first.or(errors.lines().next()).unwrap_or("it takes too long")
        ));
    }
    let sanitized = harness.options.iter().any(|option| option == "-fsanitize=address");
    let space = if sanitized { "unlimited".to_owned() } else { ADDRESS_SPACE.to_string() };
    let limits = format!(
        "ulimit -c 0; ulimit -t {}; ulimit -f {FILE_BLOCKS}; ulimit -v {space}; exec ./program",
        RUN_TIME.as_secs()
    );
    let mut shell = Command::new("sh");
    shell.args(["-c", &limits]).current_dir(&scratch.0).env_clear().env("PATH", "/usr/bin:/bin");
    let (status, errors) =
        run(&mut shell, &scratch.0, RUN_TIME).map_err(|e| format!("cannot run it: {e}"))?;
    harness.expectation.judge(&Happened { end: end_text(status), errors })
}

fn end_text(status: Option<ExitStatus>) -> String {
    match status {
        None => "the limit of time".to_owned(),
        Some(status) => match (status.code(), status.signal()) {
            (Some(code), _) => format!("exit code {code}"),
            (None, Some(signal)) => format!("signal {signal}"),
            (None, None) => "an unknown status".to_owned(),
        },
    }
}

/// Runs a command without input: its status, unless it took too long, and what it wrote to standard error.
fn run(
    command: &mut Command,
    scratch: &Path,
    limit: Duration,
) -> std::io::Result<(Option<ExitStatus>, String)> {
    let log = scratch.join("errors.txt");
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(File::create(&log)?);
    // Its own group, so that an interrupt of ours is not one of its.
    let mut child = command.process_group(0).spawn()?;
    let started = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break Some(status);
        }
        if started.elapsed() > limit {
            child.kill()?;
            child.wait()?;
            break None;
        }
        std::thread::sleep(INTERVAL);
    };
    let mut errors = Vec::new();
    File::open(&log)?.take(MOST_ERRORS).read_to_end(&mut errors)?;
    Ok((status, String::from_utf8_lossy(&errors).into_owned()))
}
