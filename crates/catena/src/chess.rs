//! What the commands about the game share: a position and its rules, and lines of play.

use anyhow::Result;
use catena_chess::notation::fen;
use catena_chess::notation::uci::UciDecision;
use catena_chess::{Color, Decision, Move, SsccPosition, SwitchLimit, Variant};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::input::position_text;

/// A position of the game.
#[derive(Debug, Args)]
pub(crate) struct PositionArgs {
    /// The position: a FEN, with the run of switches as an optional seventh field
    fen: String,
    #[command(flatten)]
    limit: LimitArgs,
}

impl PositionArgs {
    pub(crate) fn read(&self) -> Result<SsccPosition> {
        self.limit.read(Some(&self.fen))
    }
}

/// The rule that limits switching.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct LimitArgs {
    /// How many times a player may switch in a row
    // `limit` is the old name, in `analyse` and `match`.
    #[arg(
        long,
        alias = "limit",
        value_name = "RULE",
        default_value = SwitchLimit::default().name(),
        value_parser = switch_limit()
    )]
    pub(crate) switch_limit: SwitchLimit,
}

impl LimitArgs {
    /// Reads a FEN; without one, returns the start position.
    pub(crate) fn read(&self, text: Option<&str>) -> Result<SsccPosition> {
        Ok(match text {
            Some(text) => fen::parse(position_text(text), self.switch_limit)?,
            None => SsccPosition::new(self.switch_limit),
        })
    }
}

/// Which game is played.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct VariantArgs {
    /// Which game is played
    // `rules` is the old name, in `perft`.
    #[arg(
        long,
        alias = "rules",
        value_name = "VARIANT",
        default_value = Variant::default().name(),
        value_parser = variant()
    )]
    pub(crate) variant: Variant,
}

fn switch_limit() -> impl TypedValueParser<Value = SwitchLimit> {
    let value = |limit: SwitchLimit| {
        PossibleValue::new(limit.name()).help(match limit {
            SwitchLimit::Size => {
                "The number of empty squares inside the chain that started the run"
            }
            SwitchLimit::Moves => "The number of the current full move",
            SwitchLimit::None => "No limit",
        })
    };
    PossibleValuesParser::new(SwitchLimit::ALL.map(value))
        .try_map(|name| name.parse::<SwitchLimit>())
}

pub(crate) fn variant() -> impl TypedValueParser<Value = Variant> {
    let value = |variant: Variant| {
        PossibleValue::new(variant.name()).help(match variant {
            Variant::Sscc => "Switch-Side Chain-Chess",
            Variant::Chess => "Ordinary chess, where nobody switches",
        })
    };
    PossibleValuesParser::new(Variant::ALL.map(value)).try_map(|name| name.parse::<Variant>())
}

/// Returns the move in SAN, followed by `(s)` if the player switches.
fn san(position: &SsccPosition, decision: Decision) -> String {
    let mark = if decision.switches { "(s)" } else { "" };
    format!("{}{mark}", position.san(decision.mv))
}

/// Returns the moves of a line in SAN, as [`san`] writes them.
pub(crate) fn line_of_play(position: &SsccPosition, decisions: &[Decision]) -> Vec<String> {
    let mut position = position.clone();
    decisions
        .iter()
        .map(|&decision| {
            let text = san(&position, decision);
            position.play_unchecked(decision);
            text
        })
        .collect()
}

/// Reads a move in SAN or UCI, and the switch if it is part of the text.
pub(crate) fn read_move(position: &SsccPosition, text: &str) -> Result<(Move, Option<bool>)> {
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

/// The name of a colour.
pub(crate) fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}
