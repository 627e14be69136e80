//! `catena serve`: the page, on this machine.

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use anyhow::{Context, Result};
use catena_web::{ServerConfig, ServerLimits};
use clap::Args;

use crate::exit_code::ExitCode;

/// Serve the page: analyse, play and learn in the browser
#[derive(Args, Debug)]
#[command(after_help = "Example:
  catena serve --port 8173")]
pub(crate) struct ServeArgs {
    /// Port to listen on; 0 means any free port
    #[arg(long, default_value_t = 8173)]
    port: u16,

    /// Address to listen on; the default can be reached from this machine only
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    bind: IpAddr,

    /// A name, besides its addresses, by which browsers may reach this machine
    #[arg(long, value_name = "NAME")]
    host_name: Vec<String>,

    /// How many engine searches may run at the same time
    #[arg(long, value_name = "N", default_value_t = ServerLimits::default().searches)]
    searches: usize,
}

/// Serves until it is interrupted.
pub(crate) fn run(args: ServeArgs) -> Result<ExitCode> {
    let address = SocketAddr::new(args.bind, args.port);
    let config = ServerConfig {
        address,
        host_names: args.host_name,
        limits: ServerLimits {
            searches: args.searches,
            ..ServerLimits::default()
        },
    };
    catena_web::run(config, tell)
        .with_context(|| format!("cannot listen on {address}; --port 0 takes any free port"))?;
    Ok(ExitCode::Success)
}

/// Prints the address of the page. If that fails, the server runs on.
fn tell(address: SocketAddr) {
    let mut out = io::stdout().lock();
    let _ = writeln!(out, "catena is at http://{address}/ (Ctrl+C ends it)");
    let _ = out.flush();
}
