//! [`PuzzleMiner`]: goes through games and keeps what is a puzzle.

use std::collections::{BTreeMap, HashSet};

use catena_chess::puzzle::{Puzzle, PuzzleDetails, PuzzleKind, forces_mate};
use catena_chess::{Decision, Move, SsccPosition};
use catena_engine::HashSizeError;
use catena_engine::score::mate_in;

use super::difficulty::{form_rating, judgement_rating, only_chain, search_rating};
use super::judge::{DEFENCE_MARGINS, Judge, MARGINS, Margins, Verdict};
use super::mating_line::{mating_line, own_decisions};

/// The nodes of the first look at a position; few positions get a second.
const GLANCE_NODES: u64 = 2_000;

/// The longest mate, in decisions of both players.
const LONGEST_MATE: usize = 4;

/// Beside a mate, no other choice may be worth more than this.
const MATE_MARGINS: Margins = Margins {
    best: 0,
    second: 300,
};

/// Once there are so many of a kind and an answer, no more are looked for.
const ENOUGH: usize = 70;

/// At most so many of a kind and an answer are taken from one game.
const MOST_IN_GAME: usize = 2;

/// At most so many moves that were not played are asked about at one place.
const MOST_MOVES: usize = 4;

/// A game to look at.
#[derive(Clone, Debug)]
pub struct MinedGame {
    /// The position that it starts from.
    pub start: SsccPosition,
    /// What was played.
    pub decisions: Vec<Decision>,
    /// Where it is.
    pub url: String,
}

/// A kind, and which of two answers is right where there are two.
type KindAndAnswer = (PuzzleKind, Option<bool>);

/// Looks for puzzles.
#[derive(Debug)]
pub struct PuzzleMiner {
    judge: Judge,
    /// The positions of the puzzles, and the games by their ends.
    seen: HashSet<(PuzzleKind, u64)>,
    games: HashSet<(usize, u64)>,
    counts: BTreeMap<KindAndAnswer, usize>,
    /// The last first look at all decisions of a position, by its hash.
    glance: Option<(u64, Option<Verdict>)>,
}

/// A place in a game: the opponent's move, the position after it, and what was played there.
#[derive(Debug)]
struct Place<'a> {
    before: &'a SsccPosition,
    lead: Decision,
    position: &'a SsccPosition,
    played: Option<Decision>,
}

/// What was found at a place: the solution, the rating, and the themes after the kind.
type Discovery = (Vec<Decision>, u32, Vec<String>);

impl PuzzleMiner {
    /// A miner that has seen nothing yet.
    ///
    /// # Errors
    ///
    /// If there is not enough memory for its engine.
    pub fn new() -> Result<PuzzleMiner, HashSizeError> {
        Ok(PuzzleMiner {
            judge: Judge::new()?,
            seen: HashSet::new(),
            games: HashSet::new(),
            counts: BTreeMap::new(),
            glance: None,
        })
    }

    /// How many puzzles of each kind and answer were found.
    #[must_use]
    pub fn counts(&self) -> &BTreeMap<KindAndAnswer, usize> {
        &self.counts
    }

    /// The puzzles in a game; none if it was seen before.
    pub fn mine(&mut self, game: &MinedGame) -> Vec<Puzzle> {
        let positions = positions(game);
        let end = positions.last().map_or(0, SsccPosition::zobrist_hash);
        if !self.games.insert((positions.len(), end)) {
            return Vec::new();
        }
        let mut found: Vec<Puzzle> = Vec::new();
        for (ply, pair) in positions.windows(2).enumerate() {
            let lead = game.decisions[ply];
            // After a switch the same player moves again: then there is no move of the opponent.
            if lead.switches || pair[1].is_over() {
                continue;
            }
            let place = Place {
                before: &pair[0],
                lead,
                position: &pair[1],
                played: game.decisions.get(ply + 1).copied(),
            };
            let url = format!("{}#{}", game.url, ply + 1);
            for kind in PuzzleKind::ALL {
                if let Some(puzzle) = self.at(kind, &place, &url, &found) {
                    *self.counts.entry((kind, puzzle.answer())).or_default() += 1;
                    found.push(puzzle);
                }
            }
        }
        found
    }

    /// Whether another puzzle of this kind and answer is wanted, beside those of the same game.
    fn wants(&self, wanted: KindAndAnswer, found: &[Puzzle]) -> bool {
        let same = |puzzle: &&Puzzle| (puzzle.kind(), puzzle.answer()) == wanted;
        found.iter().filter(same).count() < MOST_IN_GAME
            && self.counts.get(&wanted).is_none_or(|count| *count < ENOUGH)
    }

    /// The puzzle of this kind at this place.
    fn at(
        &mut self,
        kind: PuzzleKind,
        place: &Place<'_>,
        url: &str,
        found: &[Puzzle],
    ) -> Option<Puzzle> {
        let key = (kind, place.position.zobrist_hash());
        let answers: &[Option<bool>] = match kind.asks_about_a_move() {
            true => &[Some(true), Some(false)],
            false => &[None],
        };
        let mut wanted = answers.to_vec();
        wanted.retain(|answer| self.wants((kind, *answer), found));
        if self.seen.contains(&key) || wanted.is_empty() {
            return None;
        }
        let (solution, rating, themes) = match kind {
            PuzzleKind::FormChain => form(place),
            PuzzleKind::IsChain => judgement(place),
            PuzzleKind::SwitchOrStay => self.choice(place, &wanted),
            PuzzleKind::SwitchMate => self.mate(place),
            PuzzleKind::SwitchDefence => self.defence(place),
        }?;
        self.seen.insert(key);
        let details = PuzzleDetails {
            id: id(kind, place.position),
            rating,
            // As of a player or a puzzle that nobody has met yet, on lichess.
            deviation: 500,
            popularity: 0,
            plays: 0,
            themes: [vec![kind.theme().to_owned()], themes].concat(),
            game_url: url.to_owned(),
            opening_tags: String::new(),
        };
        let moves = [vec![place.lead], solution].concat();
        let puzzle = Puzzle::new(kind, place.before.clone(), moves, details).ok()?;
        let is_good = puzzle.check().is_ok() && self.wants((kind, puzzle.answer()), found);
        is_good.then_some(puzzle)
    }

    /// The first look at all decisions of a position; two kinds ask for it.
    fn glance(&mut self, position: &SsccPosition) -> Option<Verdict> {
        let hash = position.zobrist_hash();
        if self.glance.as_ref().is_none_or(|(known, _)| *known != hash) {
            let verdict = self.judge.verdict(position, &[], GLANCE_NODES);
            self.glance = Some((hash, verdict));
        }
        self.glance
            .as_ref()
            .and_then(|(_, verdict)| verdict.clone())
    }

    /// Switch or stay, after a move that forms a chain: one of them wins. Players who see it
    /// rarely form a chain to stay, so other moves than the one played are looked at as well
    /// where the player to move does not want to switch.
    fn choice(&mut self, place: &Place<'_>, wanted: &[Option<bool>]) -> Option<Discovery> {
        let position = place.position;
        let can_switch = |mv: &Move| position.check_switch(*mv).is_ok();
        let played = place.played.map(|decision| decision.mv).filter(can_switch);
        if let Some(found) = played.and_then(|mv| self.choice_after(position, mv, wanted)) {
            return Some(found);
        }
        if !wanted.contains(&Some(false)) {
            return None;
        }
        let mut moves = position.legal_moves();
        moves.retain(|mv| Some(*mv) != played && can_switch(mv));
        moves.truncate(MOST_MOVES);
        if moves.is_empty() {
            return None;
        }
        let glance = self.glance(position)?;
        if glance.best.switches || glance.score < MARGINS.best {
            return None;
        }
        let mut moves = moves.into_iter();
        moves.find_map(|mv| self.choice_after(position, mv, &[Some(false)]))
    }

    /// Switch or stay after this move, if the answer is one of those wanted.
    fn choice_after(
        &mut self,
        position: &SsccPosition,
        mv: Move,
        wanted: &[Option<bool>],
    ) -> Option<Discovery> {
        let among = [Decision::stay(mv), Decision::switch(mv)];
        let judge = &mut self.judge;
        let glance = judge.verdict(position, &among, GLANCE_NODES)?;
        let answer = glance.best;
        if !wanted.contains(&Some(answer.switches)) {
            return None;
        }
        if !glance.is_clear(MARGINS) || !judge.is_only_winner(position, &among, answer, MARGINS) {
            return None;
        }
        let effort = judge.effort(position, &among, answer)?;
        let theme = if answer.switches { "switch" } else { "stay" };
        let themes = vec![theme.to_owned(), "oneMove".to_owned()];
        Some((vec![answer], search_rating(effort), themes))
    }

    /// Mate by force with a switch on the way.
    fn mate(&mut self, place: &Place<'_>) -> Option<Discovery> {
        let position = place.position;
        if !position.legal_decisions().iter().any(|one| one.switches) {
            return None;
        }
        let glance = self.glance(position)?;
        if glance.score < mate_in(LONGEST_MATE) {
            return None;
        }
        let plies = (2..=LONGEST_MATE).find(|plies| forces_mate(position, *plies))?;
        let line = mating_line(position, plies)?;
        if !self
            .judge
            .is_only_winner(position, &[], line[0], MATE_MARGINS)
        {
            return None;
        }
        let effort = self.judge.effort(position, &[], line[0])?;
        let own = own_decisions(&line);
        let length = ["oneMove", "short", "long", "veryLong"][own.clamp(1, 4) - 1];
        let themes = ["mate", &format!("mateIn{own}"), length].map(str::to_owned);
        Some((line, search_rating(effort), themes.to_vec()))
    }

    /// The only move that does not lose to a switch.
    fn defence(&mut self, place: &Place<'_>) -> Option<Discovery> {
        let position = place.position;
        // The opponent could switch if it were their turn.
        let passed = position.null_move()?;
        if !passed.legal_decisions().iter().any(|reply| reply.switches) {
            return None;
        }
        let glance = self.glance(position)?;
        let answer = glance.best;
        if answer.switches || glance.is_mate() || !glance.is_clear(DEFENCE_MARGINS) {
            return None;
        }
        let is_only = self
            .judge
            .is_only_winner(position, &[], answer, DEFENCE_MARGINS);
        if !is_only || !self.next_loses_to_switch(position, answer) {
            return None;
        }
        let effort = self.judge.effort(position, &[], answer)?;
        Some((
            vec![answer],
            search_rating(effort),
            vec!["oneMove".to_owned()],
        ))
    }

    /// Whether the opponent answers the best move beside this one with a switch.
    fn next_loses_to_switch(&mut self, position: &SsccPosition, answer: Decision) -> bool {
        let mut others = position.legal_decisions();
        others.retain(|other| *other != answer && !other.switches);
        let Some(next) = self.judge.verdict(position, &others, GLANCE_NODES) else {
            return false;
        };
        let mut after = position.clone();
        after.play_unchecked(next.best);
        let reply = self.judge.verdict(&after, &[], GLANCE_NODES);
        reply.is_some_and(|reply| reply.best.switches)
    }
}

/// The position before each decision, and the last one.
fn positions(game: &MinedGame) -> Vec<SsccPosition> {
    let mut position = game.start.clone();
    let mut positions = vec![position.clone()];
    for &decision in &game.decisions {
        position.play_unchecked(decision);
        positions.push(position.clone());
    }
    positions
}

/// Exactly one move forms a chain.
fn form(place: &Place<'_>) -> Option<Discovery> {
    let mv = only_chain(place.position)?;
    let rating = form_rating(place.position, mv);
    Some((vec![Decision::stay(mv)], rating, vec!["oneMove".to_owned()]))
}

/// The move that was played forms a chain, or nearly one.
fn judgement(place: &Place<'_>) -> Option<Discovery> {
    let mv = place.played?.mv;
    // Castling moves two pieces, and the question is about one.
    if mv.is_castle() {
        return None;
    }
    let rating = judgement_rating(place.position, mv)?;
    let is_chain = place.position.forms_chain(mv);
    let theme = if is_chain { "chain" } else { "noChain" };
    let themes = vec![theme.to_owned(), "oneMove".to_owned()];
    Some((vec![Decision::stay(mv)], rating, themes))
}

/// Five letters and digits, of the position and the kind.
fn id(kind: PuzzleKind, position: &SsccPosition) -> String {
    const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let salt = PuzzleKind::ALL.iter().position(|one| *one == kind);
    let salt = u64::try_from(salt.unwrap_or(0)).unwrap_or(0);
    let mut number = position
        .zobrist_hash()
        .wrapping_add(salt)
        .wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (0..5)
        .map(|_| {
            let digit = usize::try_from(number % 62).unwrap_or(0);
            number /= 62;
            char::from(DIGITS[digit])
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use catena_chess::puzzle::PuzzleKind;
    use catena_chess::{Decision, SsccPosition};

    use super::{MinedGame, PuzzleMiner};

    fn game(sans: &str) -> MinedGame {
        let start = SsccPosition::default();
        let mut position = start.clone();
        let mut decisions = Vec::new();
        for san in sans.split_whitespace() {
            let decision = Decision::stay(position.parse_san(san).unwrap());
            position.play_unchecked(decision);
            decisions.push(decision);
        }
        MinedGame {
            start,
            decisions,
            url: "selfplay-test.pgn/1".to_owned(),
        }
    }

    #[test]
    fn a_chain_in_a_game_is_found_once() {
        let game = game("e4 e5 d4 d6 d5 Nf6 c4 Nbd7 Nc3 Nc5 Bd3");
        let mut miner = PuzzleMiner::new().unwrap();
        let found = miner.mine(&game);
        let chain = found
            .iter()
            .find(|one| one.kind() == PuzzleKind::IsChain && one.answer() == Some(true))
            .unwrap();
        // The knight closes a chain around e6 and e7.
        let knight = chain.asked_move().unwrap();
        assert_eq!(chain.position().san(knight), "Nf6");
        assert_eq!(chain.details().game_url, "selfplay-test.pgn/1#5");
        assert!(found.iter().all(|one| one.check().is_ok()));
        assert_eq!(found, PuzzleMiner::new().unwrap().mine(&game));
        assert!(miner.mine(&game).is_empty());
    }
}
