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
