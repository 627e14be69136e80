//! The program `catena`.

#![forbid(unsafe_code)]

fn main() -> std::process::ExitCode {
    catena::run(std::env::args_os())
}
