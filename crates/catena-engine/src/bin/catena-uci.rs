//! The engine alone, as chess programs start it.

use std::io;
use std::process::ExitCode;

fn main() -> ExitCode {
    match catena_engine::uci::run(io::BufReader::new(io::stdin()), io::stdout()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("catena: {error}");
            ExitCode::from(2)
        }
    }
}
