//! The engine alone, as chess programs start it.

use std::env;
use std::error::Error as _;
use std::io::{self, Write as _};
use std::process::ExitCode;

use catena_engine::uci::{self, Options};

fn main() -> ExitCode {
    // Words on the command line are one command, such as `bench`.
    let words = env::args_os().skip(1);
    let words: Vec<String> = words
        .map(|word| word.to_string_lossy().into_owned())
        .collect();
    let command = words.join(" ");
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
            // Where nobody can be told, nobody is.
            let _ = writeln!(io::stderr(), "catena: {error}{}", cause.unwrap_or_default());
            ExitCode::from(2)
        }
    }
}
