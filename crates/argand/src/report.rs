//! What goes to standard output, and to standard error: diagnostics with carets.

use argand_support::{Diagnostic, SourceMap};
use std::io::{IsTerminal, Write};

/// Whether standard error takes colours: it is a terminal and the user does not object.
fn color() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty()) && std::io::stderr().is_terminal()
}

/// Prints to standard output.
pub fn print(text: &[u8]) {
    // A reader that closes the pipe has seen enough.
    let _ = std::io::stdout().lock().write_all(text);
}

/// Prints messages to standard error.
pub fn print_diagnostics(diagnostics: &[Diagnostic], sources: &SourceMap) {
    let color = color();
    let mut out = std::io::stderr().lock();
    for diagnostic in diagnostics {
        // Nobody is left to tell when standard error is gone.
        let _ = writeln!(out, "{}", diagnostic.render(sources, color));
    }
}

/// Prints an error that has no place in a source file.
pub fn print_error(message: &str) {
    print_diagnostics(&[Diagnostic::error(message, argand_support::Span::NONE)], &SourceMap::default());
}
