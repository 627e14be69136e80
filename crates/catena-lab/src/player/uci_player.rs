//! [`UciPlayer`]: a program that speaks UCI as a player.

use catena_chess::Variant;
use catena_chess::notation::uci::UciDecision;

use super::uci_client::UciClient;
use super::{MatchPlayer, MoveRequest, Patience, PlayerConfig, PlayerError, ScoredDecision};

/// A program that speaks UCI.
#[derive(Debug)]
pub(super) struct UciPlayer {
    client: UciClient,
    patience: Patience,
}

impl UciPlayer {
    /// Starts the program, tells it the variant and its options, and waits until it
    /// is ready.
    pub(super) fn start(
        config: &PlayerConfig,
        program: &str,
        variant: Variant,
    ) -> Result<UciPlayer, PlayerError> {
        let patience = config.patience;
        let mut client = UciClient::start(program)?;
        let knows_sscc = client.introduce(patience.ready)?;
        if variant.has_switches() {
            if !knows_sscc {
                let program = program.to_owned();
                return Err(PlayerError::ChessOnly { program });
            }
            client.send("setoption name UCI_Variant value sscc")?;
        }
        for (name, value) in &config.options {
            client.send(&format!("setoption name {name} value {value}"))?;
        }
        client.synchronise(patience.ready)?;
        Ok(UciPlayer { client, patience })
    }
}

impl MatchPlayer for UciPlayer {
    fn new_game(&mut self, _: u64) -> Result<(), PlayerError> {
        self.client.send("ucinewgame")?;
        self.client.synchronise(self.patience.ready)
    }

    fn choose(&mut self, request: &MoveRequest<'_>) -> Result<ScoredDecision, PlayerError> {
        let game = request.game;
        self.client.send(&position_command(request))?;
        self.client.send(&go_command(&request.limits))?;
        let patience = request.deadline.unwrap_or(self.patience.think);
        let best = self.client.best_move(patience, request.signal)?;
        let illegal = |reason| PlayerError::Illegal {
            program: self.client.program().to_owned(),
            reason,
        };
        let uci: UciDecision = best.token.parse().map_err(illegal)?;
        let decision = uci.to_decision(game.position()).map_err(illegal)?;
        Ok(ScoredDecision {
            decision,
            score: best.score,
        })
    }
}

/// `position` with the start of the game and all decisions since.
fn position_command(request: &MoveRequest<'_>) -> String {
    let mut position = request.game.start().clone();
    let mut command = format!("position fen {}", position.fen());
    for (at, decision) in request.game.decisions().enumerate() {
        command.push_str(if at == 0 { " moves " } else { " " });
        command.push_str(&position.uci(decision));
        position.play_unchecked(decision);
    }
    command
}

/// `go` with these limits.
fn go_command(limits: &catena_engine::Limits) -> String {
    use core::fmt::Write as _;
    let mut text = "go".to_owned();
    // Writing to a string does not fail.
    for (clock, time, increment) in [
        (limits.white, "wtime", "winc"),
        (limits.black, "btime", "binc"),
    ] {
        if let Some(clock) = clock {
            let (left, added) = (clock.time.as_millis(), clock.increment.as_millis());
            let _ = write!(text, " {time} {left} {increment} {added}");
        }
    }
    if let Some(time) = limits.move_time {
        let _ = write!(text, " movetime {}", time.as_millis());
    }
    if let Some(depth) = limits.depth {
        let _ = write!(text, " depth {depth}");
    }
    if let Some(nodes) = limits.nodes {
        let _ = write!(text, " nodes {nodes}");
    }
    text
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use catena_engine::{Clock, Limits};

    use super::go_command;

    #[test]
    fn go_names_every_limit() {
        let clock = |time, increment| Clock {
            time: Duration::from_millis(time),
            increment: Duration::from_millis(increment),
        };
        let limits = Limits {
            white: Some(clock(1000, 10)),
            black: Some(clock(900, 20)),
            ..Limits::default()
        };
        assert_eq!(
            go_command(&limits),
            "go wtime 1000 winc 10 btime 900 binc 20"
        );
        assert_eq!(go_command(&Limits::depth(3)), "go depth 3");
        assert_eq!(go_command(&Limits::nodes(7)), "go nodes 7");
        let time = Limits::move_time(Duration::from_millis(5));
        assert_eq!(go_command(&time), "go movetime 5");
    }
}
