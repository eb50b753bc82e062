//! Writes every question to a solver down, for other solvers and for bug reports: `--dump-smt DIR`.

use crate::disk::write_atomically;
use argand_logic::Question;
use argand_logic::provider::Listener;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Questions on their way to a folder.
pub struct Dump {
    folder: PathBuf,
    written: Arc<Mutex<Written>>,
}

#[derive(Default)]
struct Written {
    count: u64,
    failed: Option<io::Error>,
}

impl Dump {
    /// Makes the folder, without the questions that an earlier run left there.
    pub fn to(folder: &Path) -> io::Result<Self> {
        std::fs::create_dir_all(folder)?;
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            if path.file_name().and_then(|n| n.to_str()).is_some_and(is_ours) {
                std::fs::remove_file(path)?;
            }
        }
        Ok(Self { folder: folder.to_path_buf(), written: Arc::default() })
    }

    /// What is told every question.
    pub fn listener(&self) -> Listener {
        let (folder, written) = (self.folder.clone(), Arc::clone(&self.written));
        Arc::new(move |question: &Question<'_>| {
            let written = &mut *written.lock().unwrap_or_else(PoisonError::into_inner);
            if written.failed.is_some() {
                return;
            }
            written.count += 1;
            let (number, asker) = (written.count, question.asker);
            let version = env!("CARGO_PKG_VERSION");
            let text =
                format!("; argand {version}: question {number}, asked by: {asker}\n{}", question.to_smtlib());
            let file = folder.join(format!("{number:06}-{asker}.smt2"));
            written.failed = write_atomically(&file, text.as_bytes()).err();
        })
    }

    /// Whether everything was written.
    pub fn finish(&self) -> io::Result<()> {
        let written = &mut *self.written.lock().unwrap_or_else(PoisonError::into_inner);
        written.failed.take().map_or(Ok(()), Err)
    }
}

/// Whether a file has a name that this module gives.
fn is_ours(name: &str) -> bool {
    let Some((number, rest)) = name.split_once('-') else { return false };
    number.len() >= 6 && number.chars().all(|c| c.is_ascii_digit()) && rest.ends_with(".smt2")
}

#[cfg(test)]
mod tests {
    use super::is_ours;

    #[test]
    fn only_files_with_our_names_are_ours() {
        assert!(is_ours("000001-bmc.smt2") && is_ours("1234567-k-induction.smt2"));
        for other in ["bmc.smt2", "1-bmc.smt2", "000001-bmc.txt", "00000a-bmc.smt2", "notes"] {
            assert!(!is_ours(other), "{other}");
        }
    }
}
