//! What a [`PlaySession`] shows: the board, whose turn it is, the moves so far, the clocks.

use std::io::Write;

use anyhow::Result;
use catena_chess::shakmaty::Position as _;
use catena_chess::{Color, Decision, Move, Outcome, Player, moved_squares};
use catena_draw::{Scene, terminal};
use catena_grid::Chain;

use super::clock;
use super::session::PlaySession;
use crate::chess::{color_name, line_of_play};
use crate::output;
use crate::words::square_list;

impl PlaySession {
    /// Draws the board; with `deciding`, after a move that may be followed by a
    /// switch, with its chain.
    pub(super) fn show(
        &self,
        deciding: Option<(Move, &Option<Chain<catena_grid::Square>>)>,
    ) -> Result<()> {
        let mut position = self.game.position().clone();
        let mut moved = self.game.decisions().last().map(|decision| decision.mv);
        let mut chain = None;
        if let Some((mv, formed)) = deciding {
            position.play_unchecked(Decision::stay(mv));
            moved = Some(mv);
            chain = formed.as_ref();
        }
        let mut scene = Scene::new(&position.placement()).flip(self.is_black_below());
        if let Some(mv) = moved {
            scene = scene.moved(moved_squares(mv)[0]);
        }
        if let Some(chain) = chain {
            scene = scene.with_chain(chain);
        }
        let mut out = output::stdout();
        write!(out, "{}", terminal::render(&scene, self.style))?;
        match chain {
            Some(chain) => writeln!(
                out,
                "A chain: {} around {}",
                square_list(chain.cells()),
                square_list(chain.encloses())
            )?,
            None => writeln!(out, "{}", self.status())?,
        }
        Ok(())
    }

    /// Whether the board is seen from Black's side: a person who plays against the engine sees
    /// the own side below, also after a switch.
    fn is_black_below(&self) -> bool {
        let person = self.opponent.as_ref().map(|opponent| !opponent.player);
        let is_black = person.is_some_and(|person| self.game.color_of(person) == Color::Black);
        is_black != self.is_flipped
    }

    fn status(&self) -> String {
        let position = self.game.position();
        let color = color_name(position.turn());
        let run = position
            .run()
            .map(|run| match run.limit() {
                Some(limit) => format!(", {} of {limit} switches used", run.used()),
                None => format!(", {} switches used", run.used()),
            })
            .unwrap_or_default();
        match self.game.outcome() {
            Some(_) => format!("{color} was to move{run}"),
            None => format!("{color} to move ({}){run}", self.to_move()),
        }
    }

    pub(super) fn who_holds_what(&self) -> String {
        let name = |color| self.name(self.game.holder(color));
        format!(
            "Switched: {} now holds White, {} holds Black",
            name(Color::White),
            name(Color::Black)
        )
    }

    /// The moves so far, with their numbers, as lines of a few moves.
    pub(super) fn history(&self) -> String {
        const MOVES_PER_LINE: usize = 5;
        let decisions: Vec<Decision> = self.game.decisions().collect();
        let start = self.game.start();
        let mut number = start.chess().fullmoves().get();
        let mut is_white = start.turn() == Color::White;
        let mut moves: Vec<String> = Vec::new();
        for san in line_of_play(start, &decisions) {
            match moves.last_mut() {
                Some(last) if !is_white => *last += &format!(" {san}"),
                _ if is_white => moves.push(format!("{number}. {san}")),
                _ => moves.push(format!("{number}... {san}")),
            }
            number += u32::from(!is_white);
            is_white = !is_white;
        }
        let lines: Vec<String> = moves
            .chunks(MOVES_PER_LINE)
            .map(|line| line.join(" "))
            .collect();
        lines.join("\n")
    }

    /// The time of both players; `None` if there is no limit. That of the player to move runs.
    pub(super) fn clocks(&self) -> Option<String> {
        let [first, second] = [Player::First, Player::Second].map(|player| {
            let mut left = self.game.clocks().left(player)?;
            if self.game.outcome().is_none() && self.game.player_to_move() == player {
                left = left.saturating_sub(self.turn_began.elapsed());
            }
            Some(format!("{} {}", self.name(player), clock::face(left)))
        });
        Some(format!("{}, {}", first?, second?))
    }

    pub(super) fn prompt(&self) -> String {
        match self.game.outcome() {
            Some(_) => "save, undo or quit> ".into(),
            None => {
                let (name, color) = (self.to_move(), self.game.position().turn());
                format!("{name} ({})> ", color_name(color))
            }
        }
    }

    pub(super) fn list_moves(&self) -> Result<()> {
        let position = self.game.position();
        let decisions = self.game.legal_decisions();
        let (switches, stays): (Vec<Decision>, Vec<Decision>) =
            decisions.iter().partition(|decision| decision.switches);
        let mut names: Vec<String> = stays
            .into_iter()
            .map(|Decision { mv, .. }| {
                let may_switch = switches.contains(&Decision::switch(mv));
                let mark = if may_switch { "*" } else { "" };
                format!("{}{mark}", position.san(mv))
            })
            .collect();
        names.sort();
        writeln!(
            output::stdout(),
            "{} (* may be followed by a switch)",
            names.join(" ")
        )?;
        Ok(())
    }

    pub(super) fn result(&self, outcome: Outcome) -> String {
        let text = outcome.to_string();
        match outcome.winner() {
            Some(winner) => text.replacen(&winner.to_string(), self.name(winner), 1),
            None => text,
        }
    }

    fn name(&self, player: Player) -> &str {
        match player {
            Player::First => &self.names[0],
            Player::Second => &self.names[1],
        }
    }

    pub(super) fn to_move(&self) -> &str {
        self.name(self.game.player_to_move())
    }
}
