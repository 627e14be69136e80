//! `catena serve --open`, with a program in place of the browser that writes down its address,
//! and `catena serve --listen`.

use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::run::{Scratch, catena};

/// Starts the server with our browser first in the path.
fn serve(scratch: &Scratch, port: &str) -> Child {
    let path = std::env::var("PATH").unwrap_or_default();
    Command::new(env!("CARGO_BIN_EXE_catena"))
        .args(["serve", "--open", "--port", port])
        .env("PATH", format!("{}:{path}", scratch.0.display()))
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command starts")
}

/// The first line that it prints.
fn first_line(child: &mut Child) -> String {
    let mut line = String::new();
    let stdout = child.stdout.take().expect("standard output is a pipe");
    BufReader::new(stdout)
        .read_line(&mut line)
        .expect("a line of UTF-8");
    line.trim_end().to_owned()
}

/// Waits until the browser was started so often, and returns where it went.
fn visits(scratch: &Scratch, count: usize) -> Vec<String> {
    let start = Instant::now();
    loop {
        let text = std::fs::read_to_string(scratch.file("visits")).unwrap_or_default();
        let visits: Vec<String> = text.lines().map(str::to_owned).collect();
        if visits.len() >= count {
            return visits;
        }
        assert!(start.elapsed() < Duration::from_secs(60), "{visits:?}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn the_page_opens_in_the_browser_and_again_when_it_is_already_served() {
    let scratch = Scratch::new("open");
    let browser = scratch.file("xdg-open");
    let script = format!("#!/bin/sh\necho \"$1\" >>'{}'\n", scratch.file("visits"));
    std::fs::write(&browser, script).expect("the browser is written");
    std::fs::set_permissions(&browser, std::fs::Permissions::from_mode(0o755))
        .expect("the browser is made a program");

    let mut server = serve(&scratch, "0");
    let line = first_line(&mut server);
    let address = line
        .strip_prefix("catena is at ")
        .and_then(|rest| rest.split(' ').next())
        .unwrap_or_else(|| panic!("{line}"));
    assert_eq!(visits(&scratch, 1), [address]);

    let port = address
        .trim_end_matches('/')
        .rsplit(':')
        .next()
        .expect("a port");
    let mut second = serve(&scratch, port);
    let told = first_line(&mut second);
    assert_eq!(told, format!("catena is already at {address}"));
    assert!(second.wait().expect("it ends").success());
    assert_eq!(visits(&scratch, 2), [address, address]);

    server.kill().expect("the server is ended");
    server.wait().expect("the server ends");
}

#[test]
fn games_between_friends_are_kept_in_the_file_that_is_named() {
    let scratch = Scratch::new("listen");
    let file = scratch.file("kept/games.redb");
    let options = ["serve", "--listen", "127.0.0.1", "--port", "0", "--games"];
    let mut server = Command::new(env!("CARGO_BIN_EXE_catena"))
        .args(options)
        .arg(&file)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command starts");
    assert!(first_line(&mut server).starts_with("catena is at http://127.0.0.1:"));
    assert!(std::path::Path::new(&file).exists());
    // One file, one server.
    refused(
        &[&options[..], &[&file]].concat(),
        "another server is using it",
    );
    server.kill().expect("the server is ended");
    server.wait().expect("the server ends");

    refused(&["serve", "--games", &file], "--listen <ADDRESS>");
    refused(
        &["serve", "--listen", "127.0.0.1", "--bind", "::1"],
        "cannot be used with",
    );
    let text = scratch.file("text");
    std::fs::write(&text, "no games").expect("the file is written");
    refused(
        &[&options[..], &[&text]].concat(),
        "text: the store of games failed",
    );
}

/// Runs a command that is refused with a message that contains this.
#[track_caller]
fn refused(arguments: &[&str], reason: &str) {
    let output = catena(arguments);
    assert_eq!(output.code, 2, "{output:?}");
    assert!(output.stderr.contains(reason), "{output:?}");
}
