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
#[derive(Debug, Default)]
pub(super) struct Collector {
    unreadable: UnreadableWords,
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
}

impl Growing {
    fn line(&mut self) -> Option<&mut PgnLine<RawMove>> {
        self.lines.last_mut()
    }

    /// Ends the innermost variation: it goes to the last move of the line
    /// around it. A variation before the first move is dropped.
    fn end_variation(&mut self) {
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
            Some(word) => RawMove::Unreadable(word.into()),
            None => RawMove::San(san),
        };
        if let Some(line) = growing.line() {
            line.moves.push(PgnNode::new(mv));
        }
        ControlFlow::Continue(())
    }

    fn nag(&mut self, growing: &mut Growing, nag: Nag) -> ControlFlow<Self::Output> {
        if let Some(node) = growing.line().and_then(|line| line.moves.last_mut()) {
            node.nags.push(nag.0);
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
        if let Some(line) = growing.line() {
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
        growing.lines.push(PgnLine::default());
        ControlFlow::Continue(Skip(false))
    }

    fn end_variation(&mut self, growing: &mut Growing) -> ControlFlow<Self::Output> {
        growing.end_variation();
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
        Ok(RawGame {
            number: 0,
            first_line: 0,
            tags: growing.tags,
            line: growing.lines.pop().unwrap_or_default(),
            result: growing.result,
        })
    }
}

/// The bytes as text: UTF-8, or else Latin-1, as the PGN standard had it.
fn text(bytes: &[u8]) -> String {
    match core::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => bytes.iter().copied().map(char::from).collect(),
    }
}
