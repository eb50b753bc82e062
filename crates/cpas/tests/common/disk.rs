//! Programs from the disk.

use argand_frontend_c::Files;
use std::io;
use std::path::Path;

/// Files as they are on the disk.
#[derive(Debug)]
pub struct Disk;

impl Files for Disk {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        std::fs::read(path)
    }
}
