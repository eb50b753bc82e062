//! `argand completions` and `argand man`: what is generated from the options themselves, so that it is always true.

use clap::{Args, ValueEnum};
use std::process::ExitCode;

/// Options of `argand completions`.
#[derive(Args)]
pub struct CompletionArguments {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

/// Shells that can complete options.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Shell {
    /// GNU Bash
    Bash,
    /// The Z shell
    Zsh,
    /// The friendly interactive shell
    Fish,
}

/// Options of `argand man`.
#[derive(Args)]
pub struct ManArguments {
    /// The command that the page is about; without one it is about argand as a whole
    #[arg(value_name = "COMMAND")]
    command: Option<String>,
}

/// Prints a script for a shell.
pub fn completions(arguments: &CompletionArguments) -> Result<ExitCode, String> {
    let shell = match arguments.shell {
        Shell::Bash => clap_complete::Shell::Bash,
        Shell::Zsh => clap_complete::Shell::Zsh,
        Shell::Fish => clap_complete::Shell::Fish,
    };
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut crate::command_line(), "argand", &mut script);
    print(&script)
}

/// Prints a manual page.
pub fn man(arguments: &ManArguments) -> Result<ExitCode, String> {
    let mut whole = crate::command_line();
    // Fills in what subcommands have from the whole: names as they are called, and the version.
    whole.build();
    let about = match &arguments.command {
        None => whole,
        Some(name) => {
            let found = whole.get_subcommands().find(|command| command.get_name() == name).cloned();
            found.ok_or_else(|| format!("there is no command '{name}'"))?
        }
    };
    let mut page = Vec::new();
    clap_mangen::Man::new(about).render(&mut page).map_err(|error| error.to_string())?;
    print(&page)
}

fn print(text: &[u8]) -> Result<ExitCode, String> {
    crate::report::print(text);
    Ok(ExitCode::SUCCESS)
}
