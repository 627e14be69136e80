//! [`PlaySession`]: one game at the keyboard.

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use catena_chess::notation::uci::UciDecision;
use catena_chess::pgn::PgnGame;
use catena_chess::{Color, Decision, Game, Move, Outcome, Player, moved_squares};
use catena_draw::Scene;
use catena_draw::terminal::{self, Style};
use catena_grid::Chain;
use catena_lab::date;

use super::input::{PlayCommand, PlayerInput};
use super::opponent::Opponent;
use crate::words::square_list;
use crate::{file, output};

const HELP: &str = "\
Nf3, g1f3        a move; if it forms a chain you are asked whether to switch
Nf3 switch       the move and the switch; also g1f3s
Nf3 stay         the move without being asked
board moves fen  show the position
undo             take back the last move
resign           the player to move gives up
draw             both players agree to a draw
claim            claim a draw by threefold repetition or fifty moves
save FILE        save the game as PGN
quit             stop";

pub(super) struct PlaySession {
    pub(super) game: Game,
    /// The players who started with White and with Black.
    pub(super) names: [String; 2],
    pub(super) style: Style,
    /// The engine, if it plays.
    pub(super) opponent: Option<Opponent>,
    /// Where the game is saved after every move.
    pub(super) output: Option<PathBuf>,
}

impl PlaySession {
    /// Follows commands until the players stop. An invalid command is reported and
    /// changes nothing.
    pub(super) fn play(&mut self, lines: &mut PlayerInput<impl BufRead>) -> Result<()> {
        let mut saved = 0;
        loop {
            self.let_engine_play()?;
            // Ctrl-C ends the command at once: what was played must be in the file.
            let played = self.game.decisions().len();
            if played != saved {
                self.save_output()?;
                saved = played;
            }
            let prompt = self.prompt();
            let command = lines.command(&prompt)?;
            if command == PlayCommand::Quit {
                return Ok(());
            }
            let over = self.game.outcome();
            match self.follow(command, lines) {
                Ok(()) => {}
                Err(Trouble::Told(message)) => eprintln!("catena: {message:#}"),
                Err(Trouble::Output(error)) => return Err(error),
            }
            if self.game.outcome() != over
                && let Some(outcome) = self.game.outcome()
            {
                writeln!(output::stdout(), "{}", self.result(outcome))?;
            }
        }
    }

    /// Plays the engine's moves while it is its turn; after a switch it moves
    /// again.
    fn let_engine_play(&mut self) -> Result<()> {
        while let Some(opponent) = &mut self.opponent
            && self.game.outcome().is_none()
            && self.game.player_to_move() == opponent.player
        {
            let decision = opponent.choose(&self.game)?;
            let san = self.game.position().san(decision.mv);
            let name = self.to_move().to_owned();
            if decision.switches {
                let chain = self.game.position().chain(decision.mv);
                self.show(Some((decision.mv, &chain)))?;
            }
            self.game.play(decision)?;
            let switch = if decision.switches {
                " and switches sides"
            } else {
                ""
            };
            writeln!(output::stdout(), "{name} plays {san}{switch}")?;
            if decision.switches {
                writeln!(output::stdout(), "{}", self.who_holds_what())?;
            }
            self.show(None)?;
            if let Some(outcome) = self.game.outcome() {
                writeln!(output::stdout(), "{}", self.result(outcome))?;
            }
        }
        Ok(())
    }

    /// Takes back the last move, and moves of the engine before it, so that a
    /// person is to move.
    fn take_back(&mut self) -> Result<()> {
        if self.game.undo().is_none() {
            return Err(anyhow!("there is no move to take back"));
        }
        let engine = self.opponent.as_ref().map(|opponent| opponent.player);
        while Some(self.game.player_to_move()) == engine && self.game.undo().is_some() {}
        Ok(())
    }

    fn prompt(&self) -> String {
        match self.game.outcome() {
            Some(_) => "save, undo or quit> ".into(),
            None => {
                let (name, color) = (self.to_move(), self.game.position().turn());
                format!("{name} ({})> ", color_name(color))
            }
        }
    }

    fn follow(
        &mut self,
        command: PlayCommand,
        lines: &mut PlayerInput<impl BufRead>,
    ) -> Result<(), Trouble> {
        match command {
            PlayCommand::Move { text, switches } => self.make_move(&text, switches, lines)?,
            PlayCommand::Board => self.show(None).map_err(Trouble::Output)?,
            PlayCommand::Moves => self.list_moves().map_err(Trouble::Output)?,
            PlayCommand::Fen => self.say(&self.game.position().fen())?,
            PlayCommand::Undo => {
                self.take_back()?;
                self.show(None).map_err(Trouble::Output)?;
            }
            PlayCommand::Resign => {
                let player = self.game.player_to_move();
                self.game.resign(player).map_err(anyhow::Error::from)?;
            }
            PlayCommand::Draw if self.opponent.is_some() => {
                return Err(
                    anyhow!("catena agrees to no draw; you can claim one or resign").into(),
                );
            }
            PlayCommand::Draw => self.game.agree_draw().map_err(anyhow::Error::from)?,
            PlayCommand::Claim => self.game.claim_draw().map_err(anyhow::Error::from)?,
            PlayCommand::Save(path) => {
                self.save(&path)?;
                self.say(&format!("saved to {}", path.display()))?;
            }
            PlayCommand::Help => self.say(HELP)?,
            PlayCommand::Quit => {}
            PlayCommand::Unknown(text) => {
                return Err(anyhow!("'{text}' is not a command; type help").into());
            }
        }
        Ok(())
    }

    fn make_move(
        &mut self,
        text: &str,
        switches: Option<bool>,
        lines: &mut PlayerInput<impl BufRead>,
    ) -> Result<(), Trouble> {
        if let Some(outcome) = self.game.outcome() {
            return Err(anyhow!("the game is over: {}", self.result(outcome)).into());
        }
        let (mv, said) = self.read_move(text)?;
        let chain = self.game.position().chain(mv);
        let switches = match switches.or(said) {
            Some(switches) => switches,
            None if self.game.flags(mv).may_switch => {
                self.show(Some((mv, &chain))).map_err(Trouble::Output)?;
                lines
                    .yes_or_no(&format!("{}, switch? (y/n) ", self.to_move()))
                    .map_err(Trouble::Output)?
            }
            None => false,
        };
        self.game
            .play(Decision { mv, switches })
            .map_err(anyhow::Error::from)?;
        if switches {
            self.say(&self.who_holds_what())?;
        }
        self.show(None).map_err(Trouble::Output)
    }

    /// Reads a move, and the switch if it is part of the text.
    fn read_move(&self, text: &str) -> Result<(Move, Option<bool>)> {
        let position = self.game.position();
        let castling = text.starts_with("0-0").then(|| text.replace('0', "O"));
        let text = castling.as_deref().unwrap_or(text);
        if let Ok(mv) = position.parse_san(text) {
            return Ok((mv, None));
        }
        match text.parse::<UciDecision>() {
            Ok(uci) => {
                let decision = uci.to_decision(position)?;
                Ok((decision.mv, decision.switches.then_some(true)))
            }
            Err(_) => Ok((position.parse_san(text)?, None)),
        }
    }

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
        let mut scene = Scene::new(&position.placement());
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

    fn who_holds_what(&self) -> String {
        let name = |color| self.name(self.game.holder(color));
        format!(
            "Switched: {} now holds White, {} holds Black",
            name(Color::White),
            name(Color::Black)
        )
    }

    fn list_moves(&self) -> Result<()> {
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

    /// Saves the game if that was asked for.
    pub(super) fn save_output(&self) -> Result<()> {
        self.output
            .as_deref()
            .map_or(Ok(()), |path| self.save(path))
    }

    fn save(&self, path: &Path) -> Result<()> {
        let [white, black] = &self.names;
        let mut pgn = PgnGame::from_game(&self.game, white, black);
        pgn.set_tag("Date", &date::today());
        let text = pgn.to_string();
        file::write_whole(path, |out| Ok(out.write_all(text.as_bytes())?))
    }

    fn result(&self, outcome: Outcome) -> String {
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

    fn to_move(&self) -> &str {
        self.name(self.game.player_to_move())
    }

    fn say(&self, text: &str) -> Result<(), Trouble> {
        writeln!(output::stdout(), "{text}").map_err(|error| Trouble::Output(error.into()))
    }
}

/// Why a command was not followed.
enum Trouble {
    /// The command was invalid: report it and continue.
    Told(anyhow::Error),
    /// The output is closed.
    Output(anyhow::Error),
}

impl From<anyhow::Error> for Trouble {
    fn from(error: anyhow::Error) -> Trouble {
        Trouble::Told(error)
    }
}

fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}
