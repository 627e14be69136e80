//! The engine as python-chess sees it, a client that is not ours.

use std::process::Command;

/// Plays a game, analyses, ponders, and asks for options, all through python-chess.
const SCRIPT: &str = r#"
import sys, chess, chess.engine
engine = chess.engine.SimpleEngine.popen_uci(sys.argv[1])
for name in ["Hash", "Threads", "MultiPV", "UCI_Variant", "Skill Level", "Move Overhead"]:
    assert name in engine.options, name
board = chess.Board()
while not board.is_game_over(claim_draw=True) and board.fullmove_number < 25:
    result = engine.play(board, chess.engine.Limit(nodes=2000), ponder=False)
    assert result.move in board.legal_moves
    board.push(result.move)
info = engine.analyse(chess.Board("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1"), chess.engine.Limit(depth=5), multipv=2)
assert info[0]["score"].white().mate() == 1, info
assert info[0]["pv"][0] == chess.Move.from_uci("e1e8")
assert len(info) == 2
result = engine.play(chess.Board(), chess.engine.Limit(white_clock=0.2, black_clock=0.2), root_moves=[chess.Move.from_uci("a2a3")])
assert result.move == chess.Move.from_uci("a2a3")
board960 = chess.Board.from_chess960_pos(100)
result = engine.play(board960, chess.engine.Limit(time=0.02))
assert result.move in board960.legal_moves
with engine.analysis(chess.Board()) as analysis:
    for info in analysis:
        if info.get("depth", 0) >= 4:
            break
engine.quit()
print("ok")
"#;

/// Analyses Switch-Side Chain-Chess from a position with a chain, and plays the line
/// that has a switch in it. python-chess takes the variant from the class of the board.
const SSCC_SCRIPT: &str = r#"
import sys, chess, chess.engine

class Sscc(chess.Board):
    uci_variant = "sscc"

engine = chess.engine.SimpleEngine.popen_uci(sys.argv[1])
board = Sscc("r1bqkb1r/ppp2ppp/3p1n2/2nPp3/2P1P3/2N5/PP3PPP/R1BQKBNR w KQkq - 1 6")
engine.configure({"SwitchNotation": "info"})

info = engine.analyse(board, chess.engine.Limit(depth=8))
assert info["string"] == f"bestmove {info['pv'][0].uci()} switch", info
line = board.copy()
for move in info["pv"]:
    assert line.is_legal(move), info
    line.push(move)

lines = []
with engine.analysis(board, chess.engine.Limit(depth=8), multipv=2) as analysis:
    for info in analysis:
        if info.get("string", "").startswith("pv "):
            decisions = info["string"].split()[2:]
        elif "pv" in info:
            assert [move.uci() for move in info["pv"]] == [decision.rstrip("s") for decision in decisions]
            lines.append(decisions)
assert any(decision.endswith("s") for line in lines for decision in line), lines

result = engine.play(board, chess.engine.Limit(depth=6), info=chess.engine.INFO_ALL)
assert result.move in board.legal_moves
assert result.info["string"] == f"bestmove {result.move.uci()} switch", result.info
assert result.ponder is None

result = engine.play(board, chess.engine.Limit(depth=6), root_moves=[chess.Move.from_uci("f2f3")])
assert result.move == chess.Move.from_uci("f2f3")
engine.quit()
print("ok")
"#;

/// Returns the path of an interpreter that has python-chess.
fn python() -> String {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/python-venv");
    let output = Command::new("bash")
        .args([script, env!("CARGO_TARGET_TMPDIR")])
        .output()
        .expect("bash runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "tests/python-venv: {errors}");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

/// Runs a script with the path of the engine; it prints `ok` if all went well.
#[track_caller]
fn check(script: &str) {
    let python = python();
    let output = Command::new(python)
        .args(["-c", script, env!("CARGO_BIN_EXE_catena-uci")])
        .output()
        .expect("python runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(text.trim(), "ok", "{errors}");
}

#[test]
#[ignore = "needs Python with python-chess: scripts/test-tools runs it"]
fn python_chess_can_drive_the_engine() {
    check(SCRIPT);
}

#[test]
#[ignore = "needs Python with python-chess: scripts/test-tools runs it"]
fn python_chess_can_analyse_switches() {
    check(SSCC_SCRIPT);
}
