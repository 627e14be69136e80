//! Scripts of commands, and what the engine answers.

#![expect(clippy::panic, reason = "tests fail by it")]

use std::io::{self, BufReader, Cursor, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use catena_chess::Variant;

use super::{Options, SessionError, UciCommand, run, run_once};

/// An output that can be read while it is written.
#[derive(Clone, Default)]
struct SharedOutput(Arc<Mutex<Vec<u8>>>);

impl Write for SharedOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl SharedOutput {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

/// An input that is typed line by line.
struct Typed {
    lines: Receiver<String>,
    rest: Cursor<Vec<u8>>,
}

impl Read for Typed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.rest.read(buffer)?;
        if count > 0 {
            return Ok(count);
        }
        match self.lines.recv() {
            Ok(line) => {
                self.rest = Cursor::new(line.into_bytes());
                self.rest.read(buffer)
            }
            Err(_) => Ok(0),
        }
    }
}

/// A session that is typed into.
struct Terminal {
    keys: Sender<String>,
    output: SharedOutput,
    session: thread::JoinHandle<()>,
}

impl Terminal {
    fn new() -> Terminal {
        Terminal::with(Options::default())
    }

    fn with(options: Options) -> Terminal {
        let (keys, lines) = channel();
        let input = BufReader::new(Typed {
            lines,
            rest: Cursor::default(),
        });
        let output = SharedOutput::default();
        let copy = output.clone();
        let session = thread::spawn(move || run(options, input, copy).unwrap());
        Terminal {
            keys,
            output,
            session,
        }
    }

    fn send(&self, line: &str) {
        self.keys.send(format!("{line}\n")).unwrap();
    }

    /// Waits until the output has the text; fails if it does not come at all.
    #[track_caller]
    fn expect(&self, text: &str) {
        for _ in 0..60_000 {
            if self.output.text().contains(text) {
                return;
            }
            thread::sleep(Duration::from_millis(1));
        }
        panic!("no '{text}' in:\n{}", self.output.text());
    }

    fn quit(self) -> String {
        self.send("quit");
        self.session.join().unwrap();
        self.output.text()
    }
}

/// What the engine says to a script that ends with the end of input.
fn answers(script: &str) -> String {
    let output = SharedOutput::default();
    run(
        Options::default(),
        Cursor::new(script.to_owned()),
        output.clone(),
    )
    .unwrap();
    output.text()
}

#[test]
fn says_who_it_is_and_what_can_be_set() {
    let text = answers("uci\nisready\n");
    assert!(text.starts_with("id name catena "));
    for option in [
        "option name UCI_Variant type combo default chess var chess var sscc",
        "option name SwitchLimit type combo default size var size var moves var none",
        "option name SwitchNotation type combo default suffix var suffix var info",
        "option name Hash type spin default 16 min 1",
        "option name Threads type spin default 1 min 1",
        "option name MultiPV type spin default 1 min 1",
        "option name Ponder type check default false",
        "option name Clear Hash type button",
        "option name UCI_Chess960 type check default false",
        "option name Skill Level type spin default 20 min 0 max 20",
        "option name UCI_LimitStrength type check default false",
        "option name UCI_Elo type spin",
        "option name Move Overhead type spin default 10",
    ] {
        assert!(text.contains(option), "{option}");
    }
    assert!(text.ends_with("uciok\nreadyok\n"));
}

#[test]
fn finds_a_mate_and_tells_all_about_it() {
    let terminal = Terminal::new();
    terminal.send("position fen 6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1");
    terminal.send("go depth 4");
    terminal.expect("bestmove e1e8");
    let text = terminal.quit();
    let line = text
        .lines()
        .find(|line| line.contains("score mate 1"))
        .unwrap();
    for word in [
        "depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "time", "pv e1e8",
    ] {
        assert!(line.contains(word), "{word} in {line}");
    }
}

#[test]
fn stops_when_told_to_and_not_before() {
    let terminal = Terminal::new();
    terminal.send("go infinite");
    terminal.expect("info depth 3");
    terminal.send("isready");
    terminal.expect("readyok");
    assert!(!terminal.output.text().contains("bestmove"));
    terminal.send("stop");
    terminal.expect("bestmove");
    terminal.quit();
}

#[test]
fn an_infinite_search_waits_even_if_there_is_nothing_to_find() {
    let terminal = Terminal::new();
    terminal.send("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
    terminal.send("go infinite");
    terminal.send("isready");
    terminal.expect("readyok");
    thread::sleep(Duration::from_millis(20));
    assert!(!terminal.output.text().contains("bestmove"));
    terminal.send("stop");
    terminal.expect("bestmove (none)");
    terminal.quit();
}

#[test]
fn ponders_until_the_move_is_played() {
    let terminal = Terminal::new();
    terminal.send("go ponder wtime 100 btime 100");
    terminal.expect("info depth 5");
    thread::sleep(Duration::from_millis(150));
    assert!(!terminal.output.text().contains("bestmove"));
    terminal.send("ponderhit");
    terminal.expect("bestmove");
    terminal.quit();
}

#[test]
fn commands_wait_for_the_search_before_them() {
    let terminal = Terminal::new();
    terminal.send("go depth 3");
    terminal.send("position startpos moves e2e4");
    terminal.send("go depth 3");
    terminal.send("d");
    terminal.expect("Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    let text = terminal.quit();
    assert_eq!(text.matches("bestmove").count(), 2);
}

#[test]
fn the_end_of_input_ends_a_search() {
    let text = answers("go infinite\n");
    assert!(text.contains("bestmove"), "{text}");
}

#[test]
fn counts_that_are_piped_in_are_finished_before_the_end() {
    for end in ["", "quit\n"] {
        let text = answers(&format!("go perft 3\ngo perft 2\nbench 2\n{end}"));
        assert!(text.contains("Nodes searched: 8902"), "{text}");
        assert!(text.contains("Nodes searched: 400"), "{text}");
        assert!(text.contains("Nodes/second"), "{text}");
    }
}

#[test]
fn a_search_after_a_count_does_not_hold_up_the_end() {
    let text = answers("go perft 2\ngo infinite\nquit\n");
    assert!(text.contains("bestmove"), "{text}");
}

#[test]
fn a_bench_that_is_stopped_has_no_signature() {
    let terminal = Terminal::new();
    terminal.send("bench 30");
    terminal.send("stop");
    terminal.expect("info string the bench was stopped");
    assert!(!terminal.quit().contains("Nodes searched"));
}

#[test]
fn a_count_can_be_stopped() {
    let terminal = Terminal::new();
    terminal.send("go perft 12");
    terminal.send("stop");
    terminal.send("isready");
    terminal.expect("readyok");
    assert!(!terminal.quit().contains("Nodes searched"));
}

/// An output whose reader is gone.
struct Closed;

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Err(io::ErrorKind::BrokenPipe.into())
    }
}

#[test]
fn a_closed_pipe_ends_the_session() {
    run(
        Options::default(),
        Cursor::new("uci\ngo infinite\n"),
        Closed,
    )
    .unwrap();
}

#[test]
fn bad_commands_get_a_word_and_change_nothing() {
    for (command, complaint) in [
        ("foo", "unknown command 'foo'"),
        ("position", "position needs 'startpos' or 'fen', not ''"),
        (
            "position nowhere",
            "position needs 'startpos' or 'fen', not 'nowhere'",
        ),
        (
            "position startpos e2e4",
            "'e2e4' stands where 'moves' should be",
        ),
        (
            "position startpos moves e2e5",
            "the move 'e2e5' is not legal here",
        ),
        ("position startpos moves e2e4s", "set UCI_Variant to sscc"),
        ("position fen 8/8/8/8/8/8/8/8 w - - 0 1", "info string"),
        ("position fen x", "info string"),
        ("go depth", "depth needs a number, not ''"),
        ("go depth -1", "depth needs a number, not '-1'"),
        ("go sideways", "unknown word 'sideways' after go"),
        ("go searchmoves e2e5", "the move 'e2e5' is not legal here"),
        ("setoption Hash 3", "setoption needs 'name'"),
        (
            "setoption name Colour value red",
            "there is no option 'Colour'",
        ),
        (
            "setoption name Hash value lots",
            "Hash is a number from 1 to",
        ),
        (
            "setoption name Hash value 33554432",
            "cannot allocate 33554432 MiB for the hash table",
        ),
        (
            "setoption name UCI_Variant value atomic",
            "UCI_Variant is one of chess, sscc",
        ),
        (
            "setoption name SwitchLimit value often",
            "SwitchLimit is one of size, moves, none",
        ),
        (
            "setoption name SwitchNotation value loud",
            "SwitchNotation is one of suffix, info",
        ),
        (
            "setoption name Ponder value perhaps",
            "Ponder is one of true, false",
        ),
        ("bench deep", "bench needs a number, not 'deep'"),
        ("bench 16 1 13", "bench takes a depth and no '1'"),
        ("isready now", "'now' is one word too many after isready"),
    ] {
        let text = answers(&format!("position startpos moves d2d4\n{command}\nd\n"));
        assert!(text.contains(complaint), "{command}: {text}");
        assert!(
            text.contains("Fen: rnbqkbnr/pppppppp/8/8/3P4"),
            "{command}: {text}"
        );
    }
}

#[test]
fn a_refused_go_has_one_best_move_which_is_none() {
    for command in [
        "go depth 99999999999",
        "go movestogo -1",
        "go searchmoves zzzz",
        "go searchmoves e2e5",
    ] {
        let text = answers(&format!("{command}\nisready\n"));
        let end = "\nbestmove (none)\nreadyok\n";
        assert!(
            text.starts_with("info string ") && text.ends_with(end),
            "{text}"
        );
        assert_eq!(text.lines().count(), 3, "{text}");
    }
}

#[test]
fn a_refused_position_is_not_replaced_by_the_one_before() {
    let script = "position startpos moves d2d4\nposition startpos moves d2d5\n";
    let text = answers(&format!("{script}go depth 1\ngo perft 1\neval\n"));
    assert_eq!(text.matches("bestmove").count(), 1, "{text}");
    assert!(text.contains("\nbestmove (none)\n"), "{text}");
    assert_eq!(
        text.matches("info string there is no position").count(),
        3,
        "{text}"
    );
    let text = answers(&format!("{script}position startpos\ngo depth 1\n"));
    assert!(!text.contains("(none)"), "{text}");
}

#[test]
fn searches_that_wait_are_answered_at_the_end() {
    let text = answers("go infinite\nposition startpos moves e2e4\ngo infinite\nquit\nd\n");
    assert_eq!(text.matches("bestmove").count(), 2, "{text}");
    assert!(!text.contains("Fen:"), "{text}");
}

/// An output that cannot be written to.
struct Full;

impl Write for Full {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::StorageFull.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Err(io::ErrorKind::StorageFull.into())
    }
}

#[test]
fn an_output_that_is_full_is_an_error() {
    for ended in [
        run_once(Options::default(), "bench 1", Full),
        run(Options::default(), Cursor::new("uci\n"), Full),
    ] {
        let error = ended.unwrap_err();
        assert!(matches!(error, SessionError::Output(_)), "{error}");
    }
}

#[test]
fn a_single_command_that_is_refused_is_an_error() {
    let error = run_once(Options::default(), "go depth ten", io::sink()).unwrap_err();
    assert_eq!(error.to_string(), "depth needs a number, not 'ten'");
}

#[test]
fn a_line_without_end_keeps_its_promise() {
    let text = answers(&format!("go {}\n", "a".repeat(2_000_000)));
    assert_eq!(text, "info string the line is too long\nbestmove (none)\n");
}

#[test]
fn a_line_without_end_is_refused() {
    let text = answers(&format!("{}\nisready\n", "a".repeat(2_000_000)));
    assert!(text.contains("info string the line is too long"));
    assert!(text.ends_with("readyok\n"));
}

#[test]
fn plays_switches_in_sscc_only() {
    let fen = "r1bqkb1r/ppp2ppp/3p1n2/2nPp3/2P1P3/2N5/PP3PPP/R1BQKBNR w KQkq - 1 6";
    let terminal = Terminal::new();
    terminal.send("setoption name UCI_Variant value sscc");
    terminal.send(&format!("position fen {fen} moves f2f3s"));
    terminal.send("d");
    terminal.expect(" b KQkq - 0 6 1/");
    terminal.send(&format!("position fen {fen}"));
    terminal.send("go depth 6");
    terminal.expect("bestmove");
    let text = terminal.quit();
    let best = text
        .lines()
        .find(|line| line.starts_with("bestmove"))
        .unwrap();
    assert!(best.split(' ').nth(1).unwrap().ends_with('s'), "{best}");
}

/// White, who is behind, forms a chain and switches.
const SWITCHING: &str = "r1bqkb1r/ppp2ppp/3p1n2/2nPp3/2P1P3/2N5/PP3PPP/R1BQKBNR w KQkq - 1 6";

/// Whether any program would read the word as a move.
fn is_plain_move(word: &str) -> bool {
    matches!(word.len(), 4 | 5) && !word.ends_with('s')
}

#[test]
fn tells_switches_in_strings_to_programs_that_know_plain_moves_only() {
    let terminal = Terminal::with(Options::with_variant(Variant::Sscc));
    terminal.send("uci");
    terminal.send("setoption name SwitchNotation value info");
    terminal.send(&format!("position fen {SWITCHING}"));
    terminal.send("go depth 6");
    terminal.expect("\nbestmove");
    let text = terminal.quit();
    assert!(!text.contains("UCI_Variant"), "{text}");
    let lines: Vec<&str> = text.lines().collect();
    let at = lines.iter().position(|line| line.starts_with("bestmove"));
    let (string, best) = (lines[at.unwrap() - 1], lines[at.unwrap()]);
    let mv = best.split(' ').nth(1).unwrap();
    assert!(is_plain_move(mv), "{best}");
    assert_eq!(string, format!("info string bestmove {mv} switch"));
    assert!(!best.contains("ponder"), "{best}");
    let mut switches = 0;
    for pair in lines.windows(2) {
        let Some((_, pv)) = pair[1]
            .split_once(" pv ")
            .filter(|_| pair[1].contains(" nps "))
        else {
            continue;
        };
        assert!(pv.split(' ').all(is_plain_move), "{pv}");
        let decisions = pair[0].strip_prefix("info string pv 1 ").unwrap();
        let plain: Vec<&str> = decisions
            .split(' ')
            .map(|decision| decision.strip_suffix('s').unwrap_or(decision))
            .collect();
        assert_eq!(plain.join(" "), pv);
        switches += usize::from(decisions != pv);
    }
    assert!(switches > 0, "{text}");
}

#[test]
fn a_plain_move_to_search_stands_for_both_decisions() {
    for (notation, ending) in [("info", "f2f3 switch"), ("suffix", "bestmove f2f3")] {
        let terminal = Terminal::with(Options::with_variant(Variant::Sscc));
        terminal.send(&format!("setoption name SwitchNotation value {notation}"));
        terminal.send(&format!("position fen {SWITCHING}"));
        terminal.send("go depth 6 searchmoves f2f3");
        terminal.expect("\nbestmove");
        let text = terminal.quit();
        let found = text
            .lines()
            .rev()
            .find(|line| line.contains("bestmove f2f3"));
        assert!(
            found.is_some_and(|line| line.contains("bestmove f2f3")),
            "{text}"
        );
        assert!(text.contains(ending), "{text}");
    }
}

#[test]
fn chess_has_no_strings_about_switches() {
    let terminal = Terminal::new();
    terminal.send("setoption name SwitchNotation value info");
    terminal.send("go depth 3");
    terminal.expect("\nbestmove");
    assert!(!terminal.quit().contains("info string"));
}

#[test]
fn a_fixed_variant_cannot_be_changed() {
    let terminal = Terminal::with(Options::with_variant(Variant::Sscc));
    terminal.send("setoption name UCI_Variant value chess");
    terminal.expect("there is no option 'UCI_Variant'");
    terminal.quit();
}

#[test]
fn searches_only_the_moves_it_is_told_to() {
    let terminal = Terminal::new();
    terminal.send("go depth 5 searchmoves a2a3 h2h3");
    terminal.expect("bestmove");
    let text = terminal.quit();
    assert!(
        text.contains("bestmove a2a3") || text.contains("bestmove h2h3"),
        "{text}"
    );
}

#[test]
fn shows_as_many_lines_as_asked_for() {
    let terminal = Terminal::new();
    terminal.send("setoption name MultiPV value 3");
    terminal.send("go depth 5");
    terminal.expect("bestmove");
    let text = terminal.quit();
    for number in 1..=3 {
        assert!(text.contains("depth 5 seldepth") && text.contains(&format!("multipv {number} ")));
    }
    assert!(!text.contains("multipv 4 "));
}

#[test]
fn counts_perft_as_stockfish_does() {
    let terminal = Terminal::new();
    terminal.send("go perft 3");
    terminal.expect("Nodes searched: 8902");
    assert!(terminal.quit().contains("e2e4: 600\n"));
}

#[test]
fn castles_as_the_option_says() {
    let fen = "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9";
    let terminal = Terminal::new();
    terminal.send("setoption name UCI_Chess960 value true");
    terminal.send(&format!("position fen {fen}"));
    terminal.send("go perft 2");
    terminal.expect("Nodes searched: 528");
    terminal.quit();
}

#[test]
fn a_weaker_engine_still_plays_legal_moves() {
    let terminal = Terminal::new();
    terminal.send("setoption name Skill Level value 0");
    terminal.send("go movetime 20");
    terminal.expect("bestmove");
    terminal.quit();
}

#[test]
fn parsing_never_panics() {
    let words = [
        "uci",
        "go",
        "position",
        "startpos",
        "fen",
        "moves",
        "e2e4",
        "e7e8qs",
        "depth",
        "nodes",
        "-1",
        "99999999999999999999",
        "value",
        "name",
        "setoption",
        "Hash",
        "\u{1f600}",
        "bench",
        "searchmoves",
        "8/8/8/8/8/8/8/8",
        "w",
        "-",
        "wtime",
        "infinite",
        "perft",
        "\0",
    ];
    let mut random = fastrand::Rng::with_seed(5);
    let mut options = Options::default();
    for _ in 0..20_000 {
        let count = random.usize(..8);
        let line: Vec<&str> = (0..count).filter_map(|_| random.choice(words)).collect();
        if let Ok(Some(UciCommand::SetOption { name, value })) = UciCommand::parse(&line.join(" "))
        {
            let _ = options.set(&name, &value);
        }
    }
}

#[test]
fn an_eval_file_must_have_a_network() {
    let terminal = Terminal::new();
    terminal.send("setoption name EvalFile value /no/such/file");
    terminal.expect("info string cannot read a network from '/no/such/file'");
    terminal.send("setoption name EvalFile value /");
    terminal.expect("info string cannot read a network from '/': it is not a file");
    // The old evaluation is kept.
    terminal.send("setoption name EvalFile value <classical>");
    terminal.send("go depth 2");
    terminal.expect("bestmove");
    terminal.quit();
}
