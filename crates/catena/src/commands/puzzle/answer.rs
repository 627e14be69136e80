//! [`Answering`]: what is typed, and whether it is right.

use std::io::Write;

use anyhow::{Result, bail};
use catena_chess::puzzle::{Attempt, AttemptVerdict, Puzzle, PuzzleKind};
use catena_chess::{Decision, SsccPosition};

use super::show;
use crate::chess::{line_of_play, read_move};
use crate::exit_code::ExitCode;
use crate::line_input::LineInput;
use crate::output;

const HELP: &str = "\
Nf3, g1f3        a move without a switch
Nf3 switch       a move and a switch; also g1f3s
yes, no          where the question is whether it is a chain
switch, stay     where the question is that
hint, solution   help
quit             stop";

/// A solver who types.
pub(super) struct Answering<'a> {
    puzzle: &'a Puzzle,
    attempt: Attempt<'a>,
    /// How many of the answers were right.
    right: usize,
    /// The position after the last of them.
    before_replies: SsccPosition,
}

impl<'a> Answering<'a> {
    pub(super) fn new(puzzle: &'a Puzzle) -> Answering<'a> {
        Answering {
            puzzle,
            attempt: Attempt::new(puzzle),
            right: 0,
            before_replies: puzzle.position(),
        }
    }

    /// Judges answers, the solver's own moves one after the other; returns whether they solve
    /// the puzzle.
    pub(super) fn answer_all(&mut self, words: &[String]) -> Result<bool> {
        let mut words = words.iter().map(String::as_str).peekable();
        let mut is_solved = false;
        while let Some(word) = words.next() {
            if is_solved {
                bail!("the puzzle is solved before '{word}'");
            }
            let said = match words.peek() {
                Some(&"switch") => Some(true),
                Some(&"stay") => Some(false),
                _ => None,
            };
            if said.is_some() && self.puzzle.answer().is_none() {
                words.next();
            }
            match self.judge(word, said)? {
                AttemptVerdict::Wrong => return Ok(false),
                AttemptVerdict::GoOn { .. } => self.right += 1,
                AttemptVerdict::Solved => is_solved = true,
            }
        }
        Ok(is_solved)
    }

    /// What is said about the answers.
    pub(super) fn told(&self, is_right: bool) -> String {
        match (is_right, self.right) {
            (true, _) => format!("Right. {}", show::solution(self.puzzle)),
            (false, 0) => "Not right.".to_owned(),
            (false, 1) => "Right so far, for 1 move, but not solved.".to_owned(),
            (false, right) => format!("Right so far, for {right} moves, but not solved."),
        }
    }

    /// Reads answers until the puzzle is solved or given up.
    pub(super) fn converse(mut self) -> Result<ExitCode> {
        let mut lines = LineInput::stdin()?;
        while let Some(line) = lines.line("answer> ")? {
            let words: Vec<&str> = line.split_whitespace().collect();
            let (word, said) = match words.as_slice() {
                ["quit" | "q" | "exit"] => return Ok(ExitCode::NoChain),
                ["help" | "?"] => {
                    writeln!(output::stdout(), "{HELP}")?;
                    continue;
                }
                ["hint"] => {
                    writeln!(output::stdout(), "{}", show::hint(self.puzzle))?;
                    continue;
                }
                ["solution"] => {
                    writeln!(output::stdout(), "{}", show::solution(self.puzzle))?;
                    return Ok(ExitCode::NoChain);
                }
                [word] => (*word, None),
                [word, decision @ ("switch" | "stay")] => (*word, Some(*decision == "switch")),
                _ => {
                    let typed = line.trim().escape_debug();
                    tell!("catena: '{typed}' is not one answer; type help");
                    continue;
                }
            };
            match self.judge(word, said) {
                Err(error) => tell!("catena: {error:#}"),
                Ok(AttemptVerdict::Wrong) => writeln!(output::stdout(), "Not right.")?,
                Ok(AttemptVerdict::GoOn { replies }) => self.go_on(&replies)?,
                Ok(AttemptVerdict::Solved) => {
                    writeln!(output::stdout(), "{}", self.told(true))?;
                    return Ok(ExitCode::Success);
                }
            }
        }
        Ok(ExitCode::NoChain)
    }

    /// Says what the opponent replied.
    fn go_on(&self, replies: &[Decision]) -> Result<()> {
        if replies.is_empty() {
            writeln!(output::stdout(), "Right. You move again.")?;
            return Ok(());
        }
        let line = line_of_play(&self.before_replies, replies).join(" ");
        writeln!(output::stdout(), "Right. The opponent plays {line}.")?;
        Ok(())
    }

    /// Judges one answer.
    fn judge(&mut self, word: &str, said: Option<bool>) -> Result<AttemptVerdict> {
        if self.puzzle.answer().is_some() {
            return match word {
                "yes" | "y" | "switch" => Ok(self.attempt.answer(true)),
                "no" | "n" | "stay" => Ok(self.attempt.answer(false)),
                _ => {
                    let answers = match self.puzzle.kind() {
                        PuzzleKind::IsChain => "yes or no",
                        _ => "switch or stay",
                    };
                    bail!("'{}' is no answer; say {answers}", word.escape_debug())
                }
            };
        }
        let position = self.attempt.position();
        let (mv, in_text) = read_move(position, word)?;
        let switches = said.or(in_text).unwrap_or(false);
        if switches {
            position.check_switch(mv)?;
        }
        let decision = Decision { mv, switches };
        let mut after = position.clone();
        after.play_unchecked(decision);
        self.before_replies = after;
        Ok(self.attempt.play(decision))
    }
}
