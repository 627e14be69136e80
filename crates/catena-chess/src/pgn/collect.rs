//! [`Collector`]: makes a [`RawGame`] of what `pgn-reader` reports.

use std::mem;
use std::ops::ControlFlow;

use pgn_reader::{Nag, Outcome, RawComment, RawTag, SanPlus, Skip, Visitor};

use super::error::PgnErrorKind;
use super::prepare::UnreadableWords;
use super::tree::{PgnLine, PgnNode, RawGame, RawMove, Tags};
use super::visit::{SectionVisitor, VisitedGame};
use super::write::WRITTEN_TAG;

/// How deep variations may be nested. Trees are walked by recursion, so there
/// must be a limit; annotated games stay below ten.
const MAX_DEPTH: usize = 200;

impl VisitedGame for RawGame {
    fn has_moves(&self) -> bool {
        !self.line.moves.is_empty()
    }

    fn is_game(&self) -> bool {
        let has_text = !self.tags.is_empty() || !self.line.comments.is_empty();
        has_text || self.has_moves() || self.result.is_some()
    }
}

/// Makes a [`RawGame`] of what the reader reports.
#[derive(Debug)]
pub(super) struct Collector {
    unreadable: UnreadableWords,
    /// How many more moves and variations are kept.
    room: usize,
}

impl Collector {
    /// A collector that keeps this many moves and variations in all.
    pub(super) fn new(room: usize) -> Collector {
        Collector {
            unreadable: UnreadableWords::default(),
            room,
        }
    }

    /// Takes room for a move or a variation. If there is none, what follows in this
    /// game is left out.
    fn take_room(&mut self, growing: &mut Growing) -> bool {
        match self.room.checked_sub(1) {
            Some(room) if !growing.is_cut => self.room = room,
            _ => growing.is_cut = true,
        }
        !growing.is_cut
    }
}

impl SectionVisitor for Collector {
    fn begin_section(&mut self, unreadable: UnreadableWords) {
        self.unreadable = unreadable;
    }
}

/// A game in the making: the lines from the main line to the variation that
/// is being read.
pub(super) struct Growing {
    tags: Tags,
    lines: Vec<PgnLine<RawMove>>,
    result: Option<&'static str>,
    /// The start of a comment that comes in pieces.
    comment: Vec<u8>,
    /// Whether there is more than what was kept.
    is_cut: bool,
    /// Glyphs before the first move of a line: they are for that move.
    nags: Vec<u8>,
    /// Whether the reader passes over a variation.
    skipped: bool,
}

impl Growing {
    fn line(&mut self) -> Option<&mut PgnLine<RawMove>> {
        self.lines.last_mut()
    }

    /// Keeps glyphs in a line without a move as its comment.
    fn end_line(&mut self) {
        let nags: Vec<String> = self.nags.drain(..).map(|nag| format!("${nag}")).collect();
        if let Some(line) = self.line().filter(|_| !nags.is_empty()) {
            line.comments.push(nags.join(" "));
        }
    }

    /// Ends the innermost variation: it goes to the last move of the line around it.
    fn end_variation(&mut self) {
        self.end_line();
        if self.lines.len() > 1
            && let Some(variation) = self.lines.pop()
            && let Some(node) = self.line().and_then(|line| line.moves.last_mut())
        {
            node.variations.push(variation);
        }
    }
}

impl Visitor for Collector {
    type Tags = Growing;
    type Movetext = Growing;
    type Output = Result<RawGame, PgnErrorKind>;

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Growing> {
        ControlFlow::Continue(Growing {
            tags: Tags::new(),
            lines: vec![PgnLine::default()],
            result: None,
            comment: Vec::new(),
            is_cut: false,
            nags: Vec::new(),
            skipped: false,
        })
    }

    fn tag(
        &mut self,
        growing: &mut Growing,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<Self::Output> {
        let (name, value) = (text(name.trim_ascii()), text(&value.decode()));
        if (name.as_str(), value.as_str()) != WRITTEN_TAG {
            growing.tags.push((name, value));
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, growing: Growing) -> ControlFlow<Self::Output, Growing> {
        ControlFlow::Continue(growing)
    }

    fn san(&mut self, growing: &mut Growing, san: SanPlus) -> ControlFlow<Self::Output> {
        let mv = match self.unreadable.word(san.san) {
            Some(word) => RawMove::Unreadable(word.clone()),
            None => RawMove::San(san),
        };
        let nags = mem::take(&mut growing.nags);
        if self.take_room(growing)
            && let Some(line) = growing.line()
        {
            line.moves.push(PgnNode {
                nags,
                ..PgnNode::new(mv)
            });
        }
        ControlFlow::Continue(())
    }

    fn nag(&mut self, growing: &mut Growing, nag: Nag) -> ControlFlow<Self::Output> {
        if growing.is_cut {
            return ControlFlow::Continue(());
        }
        match growing.line().and_then(|line| line.moves.last_mut()) {
            Some(node) => node.nags.push(nag.0),
            None => growing.nags.push(nag.0),
        }
        ControlFlow::Continue(())
    }

    fn partial_comment(
        &mut self,
        growing: &mut Growing,
        comment: RawComment<'_>,
    ) -> ControlFlow<Self::Output> {
        growing.comment.extend_from_slice(comment.as_bytes());
        ControlFlow::Continue(())
    }

    fn comment(
        &mut self,
        growing: &mut Growing,
        comment: RawComment<'_>,
    ) -> ControlFlow<Self::Output> {
        let mut bytes = mem::take(&mut growing.comment);
        bytes.extend_from_slice(comment.as_bytes());
        let comment = text(bytes.trim_ascii());
        if !growing.is_cut
            && let Some(line) = growing.line()
        {
            match line.moves.last_mut() {
                Some(node) => node.comments.push(comment),
                None => line.comments.push(comment),
            }
        }
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, growing: &mut Growing) -> ControlFlow<Self::Output, Skip> {
        if growing.lines.len() > MAX_DEPTH {
            return ControlFlow::Break(Err(PgnErrorKind::TooDeep { limit: MAX_DEPTH }));
        }
        // Before the first move there is nothing that it could replace; `prepare` reports it.
        let is_early = growing.line().is_none_or(|line| line.moves.is_empty());
        growing.skipped = is_early || !self.take_room(growing);
        if !growing.skipped {
            growing.lines.push(PgnLine::default());
        }
        ControlFlow::Continue(Skip(growing.skipped))
    }

    fn end_variation(&mut self, growing: &mut Growing) -> ControlFlow<Self::Output> {
        if !mem::take(&mut growing.skipped) {
            growing.end_variation();
        }
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, growing: &mut Growing, outcome: Outcome) -> ControlFlow<Self::Output> {
        if growing.lines.len() == 1 && growing.result.is_none() {
            growing.result = Some(outcome.as_str());
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, mut growing: Growing) -> Self::Output {
        while growing.lines.len() > 1 {
            growing.end_variation();
        }
        growing.end_line();
        Ok(RawGame {
            number: 0,
            first_line: 0,
            tags: growing.tags,
            line: growing.lines.pop().unwrap_or_default(),
            result: growing.result,
            is_cut: growing.is_cut,
            strays: Vec::new(),
        })
    }
}

/// The bytes as text: UTF-8, or else Latin-1, as the PGN standard had it.
pub(super) fn text(bytes: &[u8]) -> String {
    match core::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => bytes.iter().copied().map(char::from).collect(),
    }
}
