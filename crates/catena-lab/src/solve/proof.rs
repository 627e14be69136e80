//! [`Proof`]: a proof that a position is won, or that it is not, as a table of decisions.

use core::fmt;
use std::io::{self, BufRead, Write};

use catena_chess::notation::fen::Fen;
use catena_chess::shakmaty::Position as _;
use catena_chess::{SsccPosition, SwitchLimit, Variant};
use thiserror::Error;

use super::value::Chooser;

/// What a [`Proof`] proves about its start position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The attacker wins, whatever the defender does.
    Win,
    /// The attacker cannot force a win: the defender always has a decision after which
    /// the attacker does not win.
    NoWin,
}

impl Claim {
    /// The player who needs one decision per position for the claim. All decisions of the
    /// other player count.
    #[must_use]
    pub const fn decider(self) -> Chooser {
        match self {
            Claim::Win => Chooser::Attacker,
            Claim::NoWin => Chooser::Defender,
        }
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Claim::Win => "win",
            Claim::NoWin => "no win",
        })
    }
}

/// A position of a proof: the decision in it, or `None` where all decisions count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofStep {
    /// The position, as [`Proof::name`] writes it.
    pub name: Box<str>,
    /// The decision in UCI notation.
    pub decision: Option<Box<str>>,
}

/// A proof: the start position, and what to decide in each position that can follow.
///
/// Its text has one line for each position. Any program that knows the rules can check
/// it; ours is [`check`](super::check()).
///
/// ```
/// use catena_lab::solve::Proof;
///
/// let text = "catena proof 1
/// claim: win
/// attacker: to move
/// variant: sscc
/// limit: size
/// start: 6k1/5ppp/8/8/8/8/8/K6R w - - 0 1
/// positions: 1
/// 6k1/5ppp/8/8/8/8/8/K6R w - - 0 1: h1d1
/// ";
/// let proof = Proof::read(text.as_bytes())?;
/// let mut written = Vec::new();
/// proof.write(&mut written)?;
/// assert_eq!(written, text.as_bytes());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Proof {
    /// What is proved.
    pub claim: Claim,
    /// Who decides in the start position.
    pub first: Chooser,
    /// The game.
    pub variant: Variant,
    /// The rule that limits runs of switches.
    pub limit: SwitchLimit,
    /// The start position, in FEN.
    pub start: String,
    /// The positions, each once.
    pub steps: Vec<ProofStep>,
}

/// The first line of the text.
const TITLE: &str = "catena proof 1";

/// Stands for all decisions.
const ALL: &str = "*";

/// A line of a proof is not longer than this; longer ones are not read into memory.
const MAX_LINE: u64 = 4096;

/// The text is not a [`Proof`].
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReadProofError {
    /// It cannot be read.
    #[error("cannot read the proof")]
    Read(#[from] io::Error),
    /// A line is not what it should be.
    #[error("line {line} of the proof is '{}', not {expected}", .found.escape_debug())]
    Line {
        /// The number of the line, from 1.
        line: usize,
        /// The start of its text.
        found: String,
        /// What it should be.
        expected: &'static str,
    },
    /// There are fewer or more positions than the head says.
    #[error("the proof has {found} positions, but says that it has {said}")]
    Count {
        /// How many there are.
        found: usize,
        /// How many there should be.
        said: usize,
    },
}

impl Proof {
    /// What a position is called in this proof: its FEN without what does not matter. Of
    /// the counters, the number of the move stays under `moves`, where it limits runs, and
    /// the half-moves stay in the proof of a win, where they may bring a draw. Other
    /// counters are `0` and `1`. Without a limit there is no run.
    #[must_use]
    pub fn name(&self, position: &SsccPosition) -> String {
        let has_run = self.variant.has_switches() && self.limit.is_limited();
        let fen = Fen::from_position(position);
        let fen = if has_run { fen } else { fen.with_run(None) };
        let halfmoves = match self.claim {
            Claim::Win => position.chess().halfmoves(),
            Claim::NoWin => 0,
        };
        let counts_moves = has_run && self.limit == SwitchLimit::Moves;
        let full_move = match counts_moves {
            true => position.chess().fullmoves().get(),
            false => 1,
        };
        let text = fen.to_string();
        let mut fields: Vec<&str> = text.split(' ').collect();
        let (halfmoves, full_move) = (halfmoves.to_string(), full_move.to_string());
        if let [_, _, _, _, half, full, ..] = fields.as_mut_slice() {
            (*half, *full) = (&halfmoves, &full_move);
        }
        fields.join(" ")
    }

    /// Writes the text of the proof.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn write(&self, mut out: impl Write) -> io::Result<()> {
        writeln!(out, "{TITLE}")?;
        writeln!(out, "claim: {}", self.claim)?;
        let attacker = match self.first {
            Chooser::Attacker => "to move",
            Chooser::Defender => "not to move",
        };
        writeln!(out, "attacker: {attacker}")?;
        writeln!(out, "variant: {}", self.variant)?;
        writeln!(out, "limit: {}", self.limit)?;
        writeln!(out, "start: {}", self.start)?;
        writeln!(out, "positions: {}", self.steps.len())?;
        for step in &self.steps {
            let decision = step.decision.as_deref().unwrap_or(ALL);
            writeln!(out, "{}: {decision}", step.name)?;
        }
        Ok(())
    }

    /// Reads the text of a proof. [`check`](super::check()) tells whether it proves
    /// anything.
    ///
    /// # Errors
    ///
    /// If the text cannot be read or is not that of a proof.
    pub fn read(input: impl BufRead) -> Result<Proof, ReadProofError> {
        let mut lines = ProofLines { input, number: 0 };
        let title = lines.required("the line 'catena proof 1'")?;
        if title != TITLE {
            return Err(lines.wrong(&title, "the line 'catena proof 1'"));
        }
        let claim = lines.field("claim", "'claim: win' or 'claim: no win'", |text| {
            [Claim::Win, Claim::NoWin]
                .into_iter()
                .find(|claim| claim.to_string() == text)
        })?;
        let expected = "'attacker: to move' or 'attacker: not to move'";
        let first = lines.field("attacker", expected, |text| match text {
            "to move" => Some(Chooser::Attacker),
            "not to move" => Some(Chooser::Defender),
            _ => None,
        })?;
        let variant = lines.field("variant", "'variant: sscc' or 'variant: chess'", parsed)?;
        let expected = "'limit: size', 'limit: moves' or 'limit: none'";
        let limit = lines.field("limit", expected, parsed)?;
        let start = lines.field("start", "'start: ' and a FEN", |text| Some(text.to_owned()))?;
        let said: usize = lines.field("positions", "'positions: ' and a number", parsed)?;
        let mut steps = Vec::new();
        while let Some(line) = lines.next()? {
            let expected = "a position, a colon and a decision";
            let (name, decision) = line
                .rsplit_once(": ")
                .ok_or_else(|| lines.wrong(&line, expected))?;
            steps.push(ProofStep {
                name: name.into(),
                decision: (decision != ALL).then(|| decision.into()),
            });
        }
        let found = steps.len();
        if found != said {
            return Err(ReadProofError::Count { found, said });
        }
        Ok(Proof {
            claim,
            first,
            variant,
            limit,
            start,
            steps,
        })
    }
}

fn parsed<T: std::str::FromStr>(text: &str) -> Option<T> {
    text.parse().ok()
}

/// The lines of a text, counted.
struct ProofLines<R> {
    input: R,
    number: usize,
}

impl<R: BufRead> ProofLines<R> {
    fn next(&mut self) -> Result<Option<String>, ReadProofError> {
        self.number += 1;
        let mut bytes = Vec::new();
        let mut bounded = io::Read::take(&mut self.input, MAX_LINE);
        bounded.read_until(b'\n', &mut bytes)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        let text = String::from_utf8_lossy(&bytes).trim_end().to_owned();
        if bytes.len() as u64 == MAX_LINE && !bytes.ends_with(b"\n") {
            return Err(self.wrong(&text, "a line of a proof, which is shorter"));
        }
        Ok(Some(text))
    }

    fn required(&mut self, expected: &'static str) -> Result<String, ReadProofError> {
        let line = self.next()?;
        line.ok_or_else(|| self.wrong("", expected))
    }

    /// A line of the head.
    fn field<T>(
        &mut self,
        name: &str,
        expected: &'static str,
        read: impl FnOnce(&str) -> Option<T>,
    ) -> Result<T, ReadProofError> {
        let line = self.required(expected)?;
        let text = line
            .strip_prefix(name)
            .and_then(|rest| rest.strip_prefix(": "));
        text.and_then(read)
            .ok_or_else(|| self.wrong(&line, expected))
    }

    fn wrong(&self, line: &str, expected: &'static str) -> ReadProofError {
        ReadProofError::Line {
            line: self.number,
            found: line.chars().take(80).collect(),
            expected,
        }
    }
}
