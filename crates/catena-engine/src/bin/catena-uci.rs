//! The engine alone, as chess programs start it.

use std::env;
use std::error::Error as _;
use std::io;
use std::process::ExitCode;

use catena_engine::uci::{self, Options};

fn main() -> ExitCode {
    // Words on the command line are one command, such as `bench`.
    let command = env::args().skip(1).collect::<Vec<_>>().join(" ");
    let ended = if command.is_empty() {
        uci::run(
            Options::default(),
            io::BufReader::new(io::stdin()),
            io::stdout(),
        )
    } else {
        uci::run_once(Options::default(), &command, io::stdout())
    };
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let cause = error.source().map(|cause| format!(": {cause}"));
            eprintln!("catena: {error}{}", cause.unwrap_or_default());
            ExitCode::from(2)
        }
    }
}
