//! [`PlaySession`]: one game at the keyboard.

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Result, anyhow, bail};
use catena_chess::pgn::PgnGame;
use catena_chess::{Decision, Game};
use catena_draw::terminal::Style;
use catena_lab::date;

use super::clock;
use super::input::PlayCommand;
use super::opponent::{self, Opponent};
use crate::chess::read_move;
use crate::line_input::LineInput;
use crate::{file, output};

const HELP: &str = "\
Nf3, g1f3        a move; if it forms a chain you are asked whether to switch
Nf3 switch       the move and the switch; also g1f3s
Nf3 stay         the move without being asked
board moves fen  show the position
flip             turn the board round
history          the moves so far
clock            the time of both players
hint             what the engine would play
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
    /// Whether the board was turned round by hand.
    pub(super) is_flipped: bool,
    /// When the player to move began to think.
    pub(super) turn_began: Instant,
}

impl PlaySession {
    /// Follows commands until the players stop. An invalid command is reported and
    /// changes nothing.
    pub(super) fn play(&mut self, lines: &mut LineInput<impl BufRead>) -> Result<()> {
        let mut saved = (0, None);
        loop {
            self.let_engine_play()?;
            // Ctrl-C ends the command at once: what was played must be in the file.
            let now = (self.game.decisions().len(), self.game.outcome());
            if now != saved {
                self.save_output()?;
                saved = now;
            }
            if let Some(clocks) = self.clocks() {
                writeln!(output::stdout(), "{clocks}")?;
            }
            let prompt = self.prompt();
            let command = PlayCommand::read(lines, &prompt)?;
            if command == PlayCommand::Quit {
                return Ok(());
            }
            let over = self.game.outcome();
            match self.follow(command, lines) {
                Ok(()) => {}
                Err(Trouble::Told(message)) => tell!("catena: {message:#}"),
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
            let chain = self.game.position().chain(decision.mv);
            let name = self.to_move().to_owned();
            let shown = decision.switches.then_some((decision.mv, &chain));
            if shown.is_some() {
                self.show(shown)?;
            }
            if self.make(decision)? {
                let switch = match decision.switches {
                    true => " and switches sides",
                    false => "",
                };
                writeln!(output::stdout(), "{name} plays {san}{switch}")?;
                if decision.switches {
                    writeln!(output::stdout(), "{}", self.who_holds_what())?;
                }
                self.show(None)?;
            }
            if let Some(outcome) = self.game.outcome() {
                writeln!(output::stdout(), "{}", self.result(outcome))?;
            }
        }
        Ok(())
    }

    /// Makes a move, which took as long as the turn has lasted. Returns whether there was the
    /// time; if there was not, the game is over.
    fn make(&mut self, decision: Decision) -> Result<bool> {
        let before = self.game.decisions().len();
        self.game.play_timed(decision, self.turn_began.elapsed())?;
        self.turn_began = Instant::now();
        Ok(self.game.decisions().len() > before)
    }

    /// Takes back the last move, and moves of the engine before it, so that a
    /// person is to move.
    fn take_back(&mut self) -> Result<()> {
        if self.game.undo().is_none() {
            return Err(anyhow!("there is no move to take back"));
        }
        let engine = self.opponent.as_ref().map(|opponent| opponent.player);
        while Some(self.game.player_to_move()) == engine && self.game.undo().is_some() {}
        self.turn_began = Instant::now();
        Ok(())
    }

    fn follow(
        &mut self,
        command: PlayCommand,
        lines: &mut LineInput<impl BufRead>,
    ) -> Result<(), Trouble> {
        match command {
            PlayCommand::Move { text, switches } => self.make_move(&text, switches, lines)?,
            PlayCommand::Board => self.show(None).map_err(Trouble::Output)?,
            PlayCommand::Moves => self.list_moves().map_err(Trouble::Output)?,
            PlayCommand::Fen => self.say(&self.game.position().fen())?,
            PlayCommand::Flip => {
                self.is_flipped = !self.is_flipped;
                self.show(None).map_err(Trouble::Output)?;
            }
            PlayCommand::History => self.say(&self.history())?,
            PlayCommand::Clocks => {
                let clocks = self.clocks();
                self.say(&clocks.unwrap_or_else(|| "there is no clock in this game".to_owned()))?;
            }
            PlayCommand::Hint => self.say(&self.hint()?)?,
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
        lines: &mut LineInput<impl BufRead>,
    ) -> Result<(), Trouble> {
        if let Some(outcome) = self.game.outcome() {
            return Err(anyhow!("the game is over: {}", self.result(outcome)).into());
        }
        let (mv, said) = read_move(self.game.position(), text)?;
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
        if !self.make(Decision { mv, switches })? {
            return Ok(());
        }
        if switches {
            self.say(&self.who_holds_what())?;
        }
        self.show(None).map_err(Trouble::Output)
    }

    /// What the engine would play.
    fn hint(&self) -> Result<String> {
        if let Some(outcome) = self.game.outcome() {
            bail!("the game is over: {}", self.result(outcome));
        }
        let decision = opponent::hint(&self.game)?;
        let san = self.game.position().san(decision.mv);
        let switch = match decision.switches {
            true => ", and switch",
            false if self.game.flags(decision.mv).may_switch => ", and stay",
            false => "",
        };
        Ok(format!("the engine would play {san}{switch}"))
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
        if let Some(control) = clock::tag(self.game.clocks().control()) {
            pgn.set_tag("TimeControl", &control);
        }
        let text = pgn.to_string();
        file::write_whole(path, |out| Ok(out.write_all(text.as_bytes())?))
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
