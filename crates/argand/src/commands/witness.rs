//! Writing witnesses: what `verify` and `validate` share about the files that witnesses are about.

use crate::disk::write_atomically;
use argand_verifier::witness::{About, Made, of_report};
use argand_verifier::{Report, Task};
use argand_witness::Format;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// The format that the name of a file asks for.
pub fn format_of(path: &Path) -> Result<Format, String> {
    let extension = path.extension().map(|extension| extension.to_string_lossy().into_owned());
    extension.as_deref().and_then(Format::of_extension).ok_or_else(|| {
        format!("'{}' is no name for a witness; witnesses end in .yml or .graphml", path.display())
    })
}

/// The files of a program with the hashes of their contents.
pub fn hashes(files: &[PathBuf]) -> Result<Vec<(String, String)>, String> {
    let hash = |path: &PathBuf| match std::fs::read(path) {
        Ok(content) => Ok((path.to_string_lossy().into_owned(), argand_witness::hash(&content))),
        Err(error) => Err(format!("cannot read '{}': {error}", path.display())),
    };
    files.iter().map(hash).collect()
}

/// The witnesses of a report.
pub fn make(task: &Task, report: &Report, files: &[PathBuf]) -> Result<Vec<Made>, String> {
    Ok(of_report(task, report, &About { files: hashes(files)?, created: now() }))
}

/// Writes witnesses to a file, or to one for each group of properties where several are asked about.
pub fn write(path: &Path, witnesses: &[Made]) -> Result<(), String> {
    let format = format_of(path)?;
    for witness in witnesses {
        let path = if witness.alone { path.to_path_buf() } else { named_for(path, witness.group) };
        write_atomically(&path, witness.text(format).as_bytes())
            .map_err(|error| format!("cannot write '{}': {error}", path.display()))?;
    }
    Ok(())
}

/// `witness.yml` for `unreach-call` is `witness.unreach-call.yml`.
fn named_for(path: &Path, group: &str) -> PathBuf {
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    path.with_extension(format!("{group}.{extension}"))
}

/// The time of this machine in ISO 8601, or the one that `SOURCE_DATE_EPOCH` asks for.
fn now() -> String {
    let wanted = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|text| text.parse().ok());
    let seconds = wanted
        .unwrap_or_else(|| SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs()));
    iso_time(seconds)
}

/// Seconds since 1970 as a date and a time.
fn iso_time(seconds: u64) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    // Years begin in March, so that leap days come last (H. Hinnant, "chrono-compatible low-level date algorithms").
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_those_of_the_calendar() {
        assert_eq!(iso_time(0), "1970-01-01T00:00:00Z");
        assert_eq!(iso_time(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(iso_time(1_763_441_999), "2025-11-18T04:59:59Z");
    }

    #[test]
    fn groups_stand_before_the_extension() {
        assert_eq!(named_for(Path::new("out/w.yml"), "no-overflow"), Path::new("out/w.no-overflow.yml"));
        assert!(format_of(Path::new("w.json")).is_err());
    }
}
