//! [`GameText`]: the games of a file as rows of a table, each with its tags and the text
//! of its moves.

use std::cell::RefCell;

use memchr::{memchr, memchr_iter, memchr3};
use pgn_reader::SanPlus;
use shakmaty::Position as _;

use super::block::PgnBlock;
use super::collect::text;
use super::error::{PgnError, PgnErrorKind};
use super::letters::PieceLetters;
use super::reader::too_large;
use super::replay::{KeptGame, Played, Replay, ReplayVisitor, replay_movetext};
use super::start::{START_TAGS, start_position};
use super::tree::Tags;
use super::visit::visit;

/// A game of a file: its tags, and the text of its moves that
/// [`replay_movetext`](super::replay_movetext) can read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameText {
    /// The number of the game in its block, from 1.
    pub number: u64,
    /// The line on which the game begins.
    pub first_line: u64,
    /// All tags, in their order.
    pub tags: Tags,
    /// The moves as they stand in the file, with comments and variations. Of a game with
    /// an error, the moves of the main line before it; `None` if there are none. A text
    /// without moves that is not PGN is replaced by `*`.
    pub movetext: Option<String>,
    /// How many moves of the main line can be played.
    pub plies: u32,
    /// What is wrong with the game.
    pub error: Option<UnreadText>,
}

/// What is wrong with a game, and what stands in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreadText {
    /// What is wrong.
    pub error: PgnError,
    /// The moves as they stand in the file. Empty for a game that is too long to be kept.
    pub text: String,
}

impl GameText {
    /// Whether no tag says how the game starts, so that it is an ordinary game of chess.
    #[must_use]
    pub fn has_usual_start(&self) -> bool {
        let mut tags = self.tags.iter();
        tags.all(|(name, _)| !START_TAGS.contains(&name.as_str()))
    }
}

impl PgnBlock {
    /// The games of the block as rows: every game is one, also if it cannot be read.
    /// Games are read, and errors found, as by [`replay_block`](super::replay_block).
    ///
    /// ```
    /// use catena_chess::pgn::PgnBlocks;
    ///
    /// let file = b"[Event \"a\"]\n\n1. e4 {x} e5\n\n[Event \"b\"]\n\n1. d4 d4 2. c4 *\n";
    /// let block = PgnBlocks::new(&file[..]).next().unwrap()?;
    /// let games: Vec<_> = block.texts().collect();
    /// assert_eq!(games[0].movetext.as_deref(), Some("1. e4 {x} e5"));
    /// assert_eq!(games[1].movetext.as_deref(), Some("1. d4"));
    /// assert_eq!(games[1].error.as_ref().unwrap().text, "1. d4 d4 2. c4 *");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn texts(&self) -> impl Iterator<Item = GameText> + '_ {
        self.texts_with(|(), _| {}).map(|(game, ())| game)
    }

    /// The games as by [`texts`](PgnBlock::texts), each with what `on_move` made of the
    /// moves of its main line. The value starts as the default for every game.
    ///
    /// ```
    /// use catena_chess::pgn::PgnBlocks;
    ///
    /// let file = b"1. e4 e5 *\n\n1. d4 d4 *\n";
    /// let block = PgnBlocks::new(&file[..]).next().unwrap()?;
    /// let games = block.texts_with(|squares: &mut Vec<String>, played| {
    ///     squares.push(played.moved()[0].to_string());
    /// });
    /// let squares: Vec<_> = games.map(|(_, squares)| squares.join(" ")).collect();
    /// assert_eq!(squares, ["e4 e5", "d4"]);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn texts_with<'a, T: Default + 'a>(
        &'a self,
        mut on_move: impl FnMut(&mut T, &Played<'_>) + 'a,
    ) -> impl Iterator<Item = (GameText, T)> + 'a {
        let lost = self.is_too_large().then(|| {
            let error = too_large(self, 1);
            GameText {
                number: 1,
                first_line: error.line,
                tags: Tags::new(),
                movetext: None,
                plies: 0,
                error: Some(UnreadText {
                    error,
                    text: String::new(),
                }),
            }
        });
        let lost = lost.map(|game| (game, T::default()));
        let mut number = 0;
        let sections = self.sections();
        lost.into_iter().chain(sections.flat_map(move |section| {
            read_section(section, self.letters(), &mut number, &mut on_move)
        }))
    }
}

/// A game as it was replayed.
struct FoundGame<T> {
    line: u64,
    kept: KeptGame,
    /// What was made of its moves.
    made: T,
    at: Option<String>,
    result: Result<u32, PgnErrorKind>,
}

/// Reads the games of a section; `number` is the number of the game before it.
fn read_section<T: Default>(
    section: (u64, &[u8]),
    letters: PieceLetters,
    number: &mut u64,
    on_move: &mut impl FnMut(&mut T, &Played<'_>),
) -> Vec<(GameText, T)> {
    let made = RefCell::new(T::default());
    let mut visitor = ReplayVisitor::new(|event: Replay<'_>| {
        if let Replay::Played(played) = event {
            on_move(&mut made.borrow_mut(), &played);
        }
    });
    visitor.kept = Some(KeptGame::default());
    let mut found: Vec<FoundGame<T>> = Vec::new();
    visit(section, letters, &mut visitor, |visitor, visited| {
        let result = match visited.game {
            Ok(_) if !visited.strays.is_empty() => Err(PgnErrorKind::Stray(visited.strays)),
            result => result,
        };
        found.push(FoundGame {
            line: visited.line,
            kept: visitor
                .kept
                .replace(KeptGame::default())
                .unwrap_or_default(),
            made: made.take(),
            at: visitor.at.take(),
            result: result.map(|game| game.plies),
        });
    });
    let ends: Vec<u64> = found.iter().skip(1).map(|game| game.line).collect();
    let mut cut = LineCutter::new(section);
    let mut games = Vec::with_capacity(found.len());
    for (at, game) in found.into_iter().enumerate() {
        *number += 1;
        games.push(game.into_text(*number, cut.until(ends.get(at).copied())));
    }
    games
}

impl<T> FoundGame<T> {
    /// The row of this game, which stands in the file as `raw`.
    fn into_text(self, number: u64, raw: &[u8]) -> (GameText, T) {
        let moves = text(after_tags(raw).trim_ascii());
        let KeptGame { tags, line } = self.kept;
        let mut game = GameText {
            number,
            first_line: self.line,
            tags,
            movetext: None,
            plies: u32::try_from(line.iter().filter(|san| !is_null(san)).count())
                .unwrap_or(u32::MAX),
            error: None,
        };
        match self.result {
            // Tags make a game of text that is none by itself.
            Ok(0) if replay_movetext(&moves, None, |_| {}).is_err() => {
                game.movetext = Some("*".into());
            }
            Ok(_) => game.movetext = Some(moves),
            Err(kind) => {
                game.movetext = (game.plies > 0).then(|| numbered(&game.tags, &line));
                game.error = Some(UnreadText {
                    error: PgnError {
                        game: number,
                        line: self.line,
                        at: self.at,
                        in_variation: false,
                        kind,
                    },
                    text: moves,
                });
            }
        }
        (game, self.made)
    }
}

fn is_null(san: &SanPlus) -> bool {
    san.san == shakmaty::san::San::Null
}

/// The moves with their numbers, as in `1. e4 e5 2. Nf3`.
fn numbered(tags: &Tags, line: &[SanPlus]) -> String {
    let (mut is_white, mut number) = start_position(tags).map_or((true, 1), |start| {
        (
            start.chess().turn().is_white(),
            start.chess().fullmoves().get(),
        )
    });
    let mut text = String::new();
    for (at, san) in line.iter().enumerate() {
        if at > 0 {
            text.push(' ');
        }
        if is_white {
            text.push_str(&format!("{number}. "));
        } else if at == 0 {
            text.push_str(&format!("{number}... "));
        }
        text.push_str(&san.to_string());
        number += u32::from(!is_white);
        is_white = !is_white;
    }
    text
}

/// Cuts the text of a section at the numbers of its lines.
struct LineCutter<'a> {
    rest: &'a [u8],
    line: u64,
}

impl<'a> LineCutter<'a> {
    fn new((line, rest): (u64, &'a [u8])) -> LineCutter<'a> {
        LineCutter { rest, line }
    }

    /// The lines before this one, or all that are left.
    fn until(&mut self, line: Option<u64>) -> &'a [u8] {
        let lines = line.map(|line| usize::try_from(line - self.line).unwrap_or(usize::MAX));
        let end = match lines {
            None => self.rest.len(),
            Some(0) => 0,
            Some(lines) => memchr_iter(b'\n', self.rest)
                .nth(lines - 1)
                .map_or(self.rest.len(), |at| at + 1),
        };
        let (cut, rest) = self.rest.split_at(end);
        self.rest = rest;
        self.line = line.unwrap_or(self.line);
        cut
    }
}

/// The text of a game after its tags, found as `pgn-reader` finds it.
fn after_tags(game: &[u8]) -> &[u8] {
    let mut rest = game.strip_prefix(b"\xef\xbb\xbf").unwrap_or(game);
    loop {
        rest = rest.trim_ascii_start();
        match rest.first() {
            Some(b'%') => rest = &rest[memchr(b'\n', rest).unwrap_or(rest.len())..],
            Some(b'[') => rest = after_tag(&rest[1..]),
            _ => return rest,
        }
    }
}

/// The text after a tag, whose `[` is gone.
fn after_tag(tag: &[u8]) -> &[u8] {
    let Some(quote) = memchr3(b'"', b'\n', b']', tag) else {
        return &[];
    };
    if tag[quote] != b'"' {
        return &tag[quote + 1..];
    }
    let mut at = quote + 1;
    let value_end = loop {
        match memchr3(b'\\', b'"', b'\n', &tag[at.min(tag.len())..]) {
            None => return &[],
            Some(found) if tag[at + found] == b'\\' => at += found + 2,
            Some(found) if tag[at + found] == b'"' => break at + found + 1,
            Some(found) => break at + found,
        }
    };
    let rest = &tag[value_end..];
    let spaces = rest
        .iter()
        .take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r'));
    let rest = &rest[spaces.count()..];
    rest.strip_prefix(b"]").unwrap_or(rest)
}

#[cfg(test)]
mod tests {
    use super::super::PgnBlocks;
    use super::*;

    fn texts(file: &str) -> Vec<GameText> {
        let block = PgnBlocks::new(file.as_bytes()).next();
        let block = block.expect("a block").expect("memory can be read");
        block.texts().collect()
    }

    #[test]
    fn the_text_reads_like_the_game_in_the_file() {
        let file = "[Event \"a\"] [Site \"] b\"]\n% x\n1. e4 ; [hm]\n1... e5 (1... Sf6) *\n\n\
                    [White \"c\\\"d\"]\n\n1. d4 {[Event \"\n\n\"]} d5\n\n1-0\n\n[Event \"z\"]\n\n*\n";
        let games = texts(file);
        let moves: Vec<_> = games
            .iter()
            .filter_map(|game| game.movetext.as_deref())
            .collect();
        assert_eq!(
            moves,
            [
                "1. e4 ; [hm]\n1... e5 (1... Sf6) *",
                "1. d4 {[Event \"\n\n\"]} d5",
                "1-0",
                "*",
            ]
        );
        for game in &games {
            let text = game.movetext.as_deref().expect("the game has a text");
            assert_eq!(replay_movetext(text, None, |_| {}), Ok(game.plies));
        }
        assert_eq!(games[1].tags, [("White".into(), "c\"d".into())]);
    }

    #[test]
    fn of_a_game_with_an_error_the_moves_before_it_are_kept() {
        let fen = "4k3/8/8/8/8/8/8/4K2R b K - 0 40";
        let games = texts(&format!(
            "[FEN \"{fen}\"]\n\n40... Kd8 (Kf8) 41. -- Kd7 42. Rh9 *\n"
        ));
        let [game] = &games[..] else {
            panic!("{games:?}")
        };
        assert_eq!(game.movetext.as_deref(), Some("40... Kd8 41. -- Kd7"));
        assert_eq!(game.plies, 2);
        let text = game.movetext.as_deref().expect("the game has a text");
        assert_eq!(replay_movetext(text, Some(fen), |_| {}), Ok(2));
    }

    #[test]
    fn a_game_without_a_legal_move_has_no_text() {
        for file in ["1. e5 *\n", "[Variant \"Atomic\"]\n\n1. e4 *\n"] {
            let games = texts(file);
            assert_eq!(games.len(), 1, "{file}");
            assert_eq!(games[0].movetext, None);
            let unread = games[0].error.as_ref().expect("an error");
            assert!(file.trim_end().ends_with(&unread.text), "{file}");
        }
    }
}
