//! What the tests of the encoding share: the programs of the corpus, and how they are read.

use argand_frontend_c::Files;
use std::io;
use std::path::{Path, PathBuf};

/// The files of the machine.
#[derive(Debug)]
pub struct Disk;

impl Files for Disk {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        std::fs::read(path)
    }
}

/// The programs in a folder and below it, in order.
pub fn c_files(directory: &Path, out: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(directory).expect("the corpus exists");
    let mut entries: Vec<_> = entries.map(|e| e.expect("readable").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() && !path.ends_with("multifile") {
            c_files(&path, out);
        } else if path.extension().is_some_and(|e| e == "c") {
            out.push(path);
        }
    }
}
