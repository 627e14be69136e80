//! `catena serve`: the page, on this machine.

use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;

use clap::Args;

/// Serve the page: analyse, play and learn in the browser
#[derive(Args, Debug)]
#[command(after_help = "Example:
  catena serve --port 8173")]
#[cfg_attr(
    not(feature = "page"),
    allow(
        dead_code,
        reason = "this build accepts the arguments and serves nothing"
    )
)]
pub(crate) struct ServeArgs {
    /// Port to listen on; 0 means any free port
    #[arg(long, default_value_t = 8173)]
    port: u16,

    /// Address to listen on; the default can be reached from this machine only
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    bind: IpAddr,

    /// Address to listen on, with games between friends: who has a link plays. 0.0.0.0 means
    /// every address of this machine
    #[arg(long, value_name = "ADDRESS", conflicts_with = "bind")]
    listen: Option<IpAddr>,

    /// File with the games between friends [default: catena/games.redb in the user's folder for
    /// state]
    #[arg(
        long,
        value_name = "FILE",
        requires = "listen",
        conflicts_with = "bind"
    )]
    games: Option<PathBuf>,

    /// Open the page in the browser, also if it is being served already
    #[arg(long)]
    open: bool,

    /// A name, besides its addresses, by which browsers may reach this machine
    #[arg(long, value_name = "NAME")]
    host_name: Vec<String>,

    /// How many engine searches may run at the same time [default: 16]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    searches: Option<u16>,

    /// How many mebibytes the hash tables of all engines may have together [default: 1024]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    hash: Option<u32>,
}

/// Says how to get a build that has the page.
#[cfg(not(feature = "page"))]
pub(crate) fn run(_: ServeArgs) -> anyhow::Result<crate::exit_code::ExitCode> {
    anyhow::bail!(
        "this build has no page; scripts/serve, or cargo install catena --features page, makes one that has it"
    )
}

#[cfg(feature = "page")]
pub(crate) use with_page::run;

#[cfg(feature = "page")]
mod with_page {
    use std::io::{self, Read, Write};
    use std::net::{IpAddr, SocketAddr, TcpStream, UdpSocket};
    use std::path::PathBuf;
    use std::process::{Command, Stdio};
    use std::time::Duration;

    use anyhow::{Context, Result};
    use catena_web::{ServerConfig, ServerLimits};

    use super::ServeArgs;
    use crate::exit_code::ExitCode;

    /// Pages with a game between friends that can be open at once, if the system allows so many files.
    const STREAMS: usize = 2000;

    /// Connections that are kept for all other requests.
    const OTHER_CONNECTIONS: usize = 260;

    /// Files that are no connections: what the process itself has open, with room to spare.
    const OTHER_FILES: usize = 64;

    /// Serves until it is interrupted.
    pub(crate) fn run(args: ServeArgs) -> Result<ExitCode> {
        let address = SocketAddr::new(args.listen.unwrap_or(args.bind), args.port);
        if args.open && is_served(address) {
            writeln!(io::stdout(), "catena is already at http://{address}/")?;
            open_browser(address);
            return Ok(ExitCode::Success);
        }
        let limits = limits(&args);
        let open = args.open;
        let friends = match (args.listen, args.games) {
            (None, _) => None,
            (Some(_), Some(file)) => Some(file),
            (Some(_), None) => Some(usual_file()?),
        };
        let config = ServerConfig {
            address,
            host_names: args.host_name,
            friends,
            limits,
        };
        let ready = |address| {
            tell(address);
            if open {
                open_browser(address);
            }
        };
        let served = catena_web::run(config, ready);
        let hint = match &served {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {
                "; --port 0 takes any free port"
            }
            _ => "",
        };
        served.with_context(|| format!("cannot serve at {address}{hint}"))?;
        Ok(ExitCode::Success)
    }

    /// Returns where games are kept if nobody says so.
    fn usual_file() -> Result<PathBuf> {
        let folder = |name: &str| {
            let folder = PathBuf::from(std::env::var_os(name)?);
            folder.is_absolute().then_some(folder)
        };
        let state = folder("XDG_STATE_HOME")
            .or_else(|| folder("LOCALAPPDATA"))
            .or_else(|| Some(folder("HOME")?.join(".local/state")));
        let state = state.context("no folder for games is known; --games names a file for them")?;
        Ok(state.join("catena/games.redb"))
    }

    fn limits(args: &ServeArgs) -> ServerLimits {
        let mut limits = ServerLimits::default();
        if let Some(searches) = args.searches {
            limits.searches = searches.into();
        }
        if args.listen.is_some() {
            // Every open page of a game has a connection of its own.
            let files = open_files(STREAMS + OTHER_CONNECTIONS + OTHER_FILES);
            limits.connections = files.saturating_sub(OTHER_FILES).max(1);
            limits.friend_streams = limits.connections.saturating_sub(OTHER_CONNECTIONS).max(1);
        }
        if let Some(hash) = args.hash.and_then(|hash| usize::try_from(hash).ok()) {
            limits.search_memory = hash;
            limits.search_hash = limits.search_hash.min(hash);
        }
        limits
    }

    /// Returns how many files the process may have open: as many as wanted, or as many as the
    /// system allows it. What a process may have open at first is often less than it may ask for.
    #[cfg(unix)]
    fn open_files(wanted: usize) -> usize {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
        let wanted_files = wanted as u64;
        let asked = maximum.map_or(wanted_files, |most| wanted_files.min(most));
        let granted = match current {
            Some(current) if current < asked => {
                let asked_for = Rlimit {
                    current: Some(asked),
                    maximum,
                };
                setrlimit(Resource::Nofile, asked_for).map_or(current, |()| asked)
            }
            _ => asked,
        };
        usize::try_from(granted).unwrap_or(wanted)
    }

    /// Returns how many files the process may have open. Windows does not count connections as files.
    #[cfg(not(unix))]
    fn open_files(wanted: usize) -> usize {
        wanted
    }

    /// Prints the address of the page. If that fails, the server runs on.
    fn tell(address: SocketAddr) {
        let mut out = io::stdout().lock();
        let _ = writeln!(out, "catena is at http://{address}/ (Ctrl+C ends it)");
        if let Some(own) = address.ip().is_unspecified().then(own_address).flatten() {
            let reached = SocketAddr::new(own, address.port());
            let _ = writeln!(out, "in your network it is at http://{reached}/");
        }
        let _ = out.flush();
    }

    /// Returns the address of this machine in its network: the one from which it would send to
    /// another (nothing is sent).
    fn own_address() -> Option<IpAddr> {
        let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
        // An address for documentation (RFC 5737), which belongs to nobody.
        socket.connect("192.0.2.1:9").ok()?;
        let own = socket.local_addr().ok()?.ip();
        (!own.is_unspecified()).then_some(own)
    }

    /// Returns whether the page is being served at this address. Somebody who starts it twice
    /// from a menu wants to see it, not an error.
    fn is_served(address: SocketAddr) -> bool {
        const PATIENCE: Duration = Duration::from_secs(2);
        let ask = || -> io::Result<String> {
            let mut connection = TcpStream::connect_timeout(&address, PATIENCE)?;
            connection.set_read_timeout(Some(PATIENCE))?;
            connection.set_write_timeout(Some(PATIENCE))?;
            write!(
                connection,
                "GET /api/ping HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"
            )?;
            let mut answer = String::new();
            connection.take(4096).read_to_string(&mut answer)?;
            Ok(answer)
        };
        // The answer of our server, and of no other.
        address.port() != 0
            && ask().is_ok_and(|text| text.contains("\"boot\":") && text.contains("\"levels\":"))
    }

    /// Opens the page in the user's browser. If that fails, the address is still printed.
    fn open_browser(address: SocketAddr) {
        let program = if cfg!(target_os = "macos") {
            "open"
        } else {
            "xdg-open"
        };
        let started = Command::new(program)
            .arg(format!("http://{address}/"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        if let Err(error) = started {
            let _ = writeln!(
                io::stderr(),
                "catena: cannot start {program} to open the page: {error}"
            );
        }
    }
}
