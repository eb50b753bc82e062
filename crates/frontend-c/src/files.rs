//! Where source text comes from: the caller's business.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::io;
use std::path::{Path, PathBuf};

/// The files a program is made of.
pub trait Files: Debug + Send + Sync {
    /// The bytes of a file.
    ///
    /// # Errors
    /// Whatever the system says. `NotFound` is ordinary while headers are searched.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;

    /// One name for all the names of a file, so that a header is recognised however it was reached.
    fn identity(&self, path: &Path) -> PathBuf {
        path.to_path_buf()
    }

    /// The standard output of a compiler that is run as a preprocessor.
    ///
    /// # Errors
    /// Whatever the system says; the text is what the compiler wrote to its standard error.
    fn preprocess(&self, compiler: &str, arguments: &[String]) -> io::Result<Vec<u8>> {
        let _ = arguments;
        Err(io::Error::new(io::ErrorKind::Unsupported, format!("cannot run '{compiler}' here")))
    }
}

/// Files in memory, for tests.
#[derive(Clone, Debug, Default)]
pub struct MemoryFiles {
    files: BTreeMap<PathBuf, Vec<u8>>,
}

impl MemoryFiles {
    /// Adds a file, or replaces it.
    pub fn insert(&mut self, path: impl Into<PathBuf>, text: impl Into<Vec<u8>>) {
        self.files.insert(path.into(), text.into());
    }
}

impl Files for MemoryFiles {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let plain = path.strip_prefix("./").unwrap_or(path);
        self.files
            .get(plain)
            .cloned()
            .ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "No such file or directory"))
    }
}
