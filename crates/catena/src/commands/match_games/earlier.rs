//! The games of a match that was interrupted.

use std::collections::HashSet;
use std::fs::File;
use std::path::Path;

use anyhow::{Context, Result, bail};
use catena_chess::pgn::{PgnGame, PgnReader, RawGame, ResolveError};
use catena_lab::matches::{EarlierGame, MatchConfig};

/// Reads the games of this match from its PGN file. A game that was not written to its end
/// is reported and played again.
pub(super) fn read_games(path: &Path, config: &MatchConfig) -> Result<Vec<EarlierGame>> {
    let shown = path.display();
    let file = File::open(path).with_context(|| format!("cannot read '{shown}'"))?;
    let mut games = Vec::new();
    let mut numbers = HashSet::new();
    for (place, raw) in (1..).zip(PgnReader::new(file)) {
        let game = match raw.map_err(ResolveError::from).and_then(RawGame::resolve) {
            Ok(game) if game.result.is_some() => game,
            _ => {
                tell!("catena: game {place} in the file '{shown}' is not whole and does not count");
                continue;
            }
        };
        let earlier = of_match(&game, config)
            .with_context(|| format!("'{shown}' is not a file of this match"))?;
        if !numbers.insert(earlier.number) {
            bail!("'{shown}' has game {} twice", earlier.number);
        }
        games.push(earlier);
    }
    Ok(games)
}

/// The game, if the match has it: with this number, these players and this opening.
fn of_match(game: &PgnGame, config: &MatchConfig) -> Result<EarlierGame> {
    let tag = |name| game.tag(name).unwrap_or("?");
    let round = tag("Round");
    let number = round.parse().ok().filter(|number| *number > 0);
    let Some(number): Option<usize> = number else {
        bail!("the game '{round}' has no number");
    };
    if number > config.games {
        bail!(
            "game {number} is more than the {} games of the match",
            config.games
        );
    }
    let is_reversed = number % 2 == 0;
    let mut names = config.players.each_ref().map(|player| player.name.as_str());
    if is_reversed {
        names.reverse();
    }
    let [white, black] = names;
    if [tag("White"), tag("Black")] != names {
        let found = (tag("White"), tag("Black"));
        bail!(
            "game {number} is {} against {}, not {white} against {black}",
            found.0,
            found.1
        );
    }
    let openings = &config.openings;
    let opening = &openings[(number - 1) / 2 % openings.len()];
    if game.start.fen() != opening.fen() {
        bail!("game {number} has another opening; resume with the same arguments");
    }
    let of_white = match game.result {
        Some("1-0") => 2,
        Some("0-1") => 0,
        Some("1/2-1/2") => 1,
        _ => bail!("game {number} has no result"),
    };
    Ok(EarlierGame {
        number,
        half_points: if is_reversed { 2 - of_white } else { of_white },
        is_forfeit: !matches!(tag("Termination"), "normal" | "adjudication"),
    })
}
