//! How a game starts, by its tags: the variant, the position, the limit and the run.

use shakmaty::{CastlingMode, Chess, EnPassantMode};

use super::error::PgnErrorKind;
use super::tree::{Tags, tag};
use crate::notation::fen::{Fen, FenError};
use crate::position::SsccPosition;
use crate::rules::SwitchLimit;
use crate::run::Run;

/// The value of the `Variant` tag of our games.
pub(super) const VARIANT: &str = "Switch-Side Chain-Chess";

/// The tags that say how a game starts.
pub(super) const START_TAGS: [&str; 4] = ["Variant", "FEN", "SwitchLimit", "SwitchRun"];

/// Names of ordinary chess in the `Variant` tag, in lower case.
const CHESS: [&str; 7] = [
    "",
    "?",
    "chess",
    "standard",
    "normal",
    "classical",
    "from position",
];

/// Names of Chess960 in the `Variant` tag, in lower case.
const CHESS960: [&str; 5] = [
    "chess960",
    "chess 960",
    "fischerandom",
    "fischerrandom",
    "fischer random",
];

/// The position from which a game with these tags starts.
pub(super) fn start_position(tags: &Tags) -> Result<SsccPosition, PgnErrorKind> {
    let variant = tag(tags, "Variant").unwrap_or_default().trim();
    let name = variant.to_lowercase();
    let is_chess960 = CHESS960.contains(&name.as_str());
    if !is_chess960 && !CHESS.contains(&name.as_str()) && !is_sscc(tags) {
        return Err(PgnErrorKind::Variant {
            name: variant.into(),
        });
    }
    let limit = match tag(tags, "SwitchLimit") {
        Some(text) => text.trim().parse().map_err(PgnErrorKind::SwitchLimit)?,
        None => SwitchLimit::default(),
    };
    let position = match tag(tags, "FEN") {
        Some(text) => read_fen(text, limit, is_chess960)?,
        None => SsccPosition::new(limit),
    };
    // The seventh field of a FEN would keep other programs from opening the
    // file, so a run has a tag of its own.
    match tag(tags, "SwitchRun").map(str::trim) {
        None | Some("-") => Ok(position),
        Some(text) => position
            .with_run(Some(text.parse().map_err(PgnErrorKind::Run)?))
            .map_err(PgnErrorKind::RunMismatch),
    }
}

/// Whether a game with these tags is Switch-Side Chain-Chess.
pub(super) fn is_sscc(tags: &Tags) -> bool {
    tag(tags, "Variant").is_some_and(|name| name.trim().eq_ignore_ascii_case(VARIANT))
}

fn read_fen(text: &str, limit: SwitchLimit, chess960: bool) -> Result<SsccPosition, PgnErrorKind> {
    let fen: Fen = text.parse().map_err(PgnErrorKind::Fen)?;
    let mode = if chess960 {
        CastlingMode::Chess960
    } else {
        CastlingMode::detect(fen.chess().as_setup())
    };
    let run = fen.run();
    let setup = fen.chess().clone().into_setup();
    SsccPosition::from_setup_tolerant(setup, mode, limit, run)
        .map_err(|error| PgnErrorKind::Fen(FenError::Setup(error)))
}

/// Moves the seventh field of a FEN to a tag of its own.
pub(super) fn split_fen(tags: &mut Tags, run: Option<Run>) {
    let Some(at) = tags.iter().rposition(|(name, _)| name == "FEN") else {
        return;
    };
    let fields: Vec<&str> = tags[at].1.split_whitespace().collect();
    if fields.len() < 7 {
        return;
    }
    tags[at].1 = fields[..6].join(" ");
    if let Some(run) = run {
        tags.retain(|(name, _)| name != "SwitchRun");
        tags.push(("SwitchRun".into(), run.to_string()));
    }
}

/// Adds the tags that say how a game starts, where that is not the usual way.
pub(super) fn add_start(tags: &mut Tags, start: &SsccPosition) {
    let mut add = |name: &str, value: String| tags.push((name.into(), value));
    if start.switch_limit() != SwitchLimit::default() {
        add("SwitchLimit", start.switch_limit().to_string());
    }
    if let Some(run) = start.run() {
        add("SwitchRun", run.to_string());
    }
    let fen =
        |chess: &Chess| shakmaty::fen::Fen::from_position(chess, EnPassantMode::Legal).to_string();
    if fen(start.chess()) != fen(&Chess::new()) {
        add("SetUp", "1".into());
        add("FEN", fen(start.chess()));
    }
}
