//! The file system and the compiler of this machine.

use argand_frontend_c::Files;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The files of this machine.
#[derive(Debug)]
pub struct Disk;

impl Files for Disk {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        std::fs::read(path)
    }

    fn identity(&self, path: &Path) -> PathBuf {
        std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf())
    }

    fn preprocess(&self, compiler: &str, arguments: &[String]) -> io::Result<Vec<u8>> {
        let output = Command::new(compiler)
            .args(arguments)
            .output()
            .map_err(|error| io::Error::new(error.kind(), format!("cannot run '{compiler}': {error}")))?;
        if output.status.success() {
            return Ok(output.stdout);
        }
        let text = String::from_utf8_lossy(&output.stderr);
        Err(io::Error::other(format!("'{compiler}' failed\n{}", text.trim_end())))
    }
}

/// The text of a file, or why it cannot be read.
pub fn read_text(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("cannot read '{}': {error}", path.display()))
}

/// Writes a file as a whole: a reader sees the old content or the new one, never a part.
pub fn write_atomically(path: &Path, content: &[u8]) -> io::Result<()> {
    let part = part_of(path);
    std::fs::write(&part, content)?;
    std::fs::rename(&part, path)
}

/// Where the content of a file is while it is not complete.
fn part_of(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.part", std::process::id()));
    path.with_file_name(name)
}

/// Whether a file can be written later on; nothing is left behind.
pub fn check_writable(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a directory"));
    }
    if path.file_name().is_none() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not the name of a file"));
    }
    let part = part_of(path);
    std::fs::write(&part, [])?;
    std::fs::remove_file(&part)
}

/// Whether two paths name one file, which need not exist.
pub fn same_file(one: &Path, other: &Path) -> bool {
    let whole = |path: &Path| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let name = path.file_name()?;
        std::fs::canonicalize(path).ok().or_else(|| Some(std::fs::canonicalize(folder).ok()?.join(name)))
    };
    one == other || whole(one).is_some_and(|one| Some(one) == whole(other))
}
