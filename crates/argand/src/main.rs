//! The binary.

fn main() -> std::process::ExitCode {
    argand::main()
}
