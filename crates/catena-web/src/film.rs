//! A game as pictures that follow one another.

use std::time::Duration;

use catena_chess::convert::grid_square;
use catena_chess::{Decision, Player, SsccPosition};
use catena_draw::gif::Frame;
use catena_draw::{Scene, Theme};

use crate::step::{LineWalker, move_number};

/// How long the picture of a move stays, of one that forms a chain, of a switch, and the
/// last one.
const MOVE: Duration = Duration::from_millis(900);
const CHAIN: Duration = Duration::from_millis(1800);
const SWITCH: Duration = Duration::from_millis(1800);
const LAST: Duration = Duration::from_secs(4);

/// Returns the pictures of a game: the start, then each move with the chain it forms. The
/// player who begins with White is below, or with `flip` above; so the board turns when
/// somebody switches.
///
/// Decisions after one that is not legal are left out.
#[must_use]
pub fn game_frames(
    start: &SsccPosition,
    decisions: &[Decision],
    theme: &Theme,
    flip: bool,
) -> Vec<Frame> {
    let mut walker = LineWalker {
        position: start.clone(),
        white: Player::First,
    };
    let side = |walker: &LineWalker| (walker.white == Player::Second) != flip;
    let frame = |scene: Scene, stays| Frame {
        picture: scene.picture(theme),
        stays,
    };
    let opening = Scene::new(&start.placement())
        .caption("The start")
        .flip(side(&walker));
    let mut frames = vec![frame(opening, MOVE)];
    for &decision in decisions {
        let before = walker.position.clone();
        if before.clone().play(decision).is_err() {
            break;
        }
        let is_flipped = side(&walker);
        walker.play(decision);
        let (scene, chained) = after_move(&before, decision, &walker.position);
        let words = caption(&before, decision, chained);
        let stays = if chained { CHAIN } else { MOVE };
        frames.push(frame(
            scene.clone().caption(words.clone()).flip(is_flipped),
            stays,
        ));
        if decision.switches {
            let words = format!("{words}, and a switch");
            frames.push(frame(scene.caption(words).flip(side(&walker)), SWITCH));
        }
    }
    if let Some(last) = frames.last_mut() {
        last.stays = LAST;
    }
    frames
}

/// Returns the board after a move, and whether the move forms a chain.
fn after_move(before: &SsccPosition, decision: Decision, after: &SsccPosition) -> (Scene, bool) {
    let mv = decision.mv;
    let to = match mv.castling_side() {
        Some(side) => side.king_to(before.turn()),
        None => mv.to(),
    };
    let scene = Scene::new(&after.placement()).moved(grid_square(to));
    let forms_chain = before.forms_chain(mv);
    match before.chain(mv).filter(|_| forms_chain) {
        Some(chain) => (scene.with_chain(&chain), true),
        None => (scene, false),
    }
}

/// Returns one line about a move; longer ones would change the size of the picture.
fn caption(before: &SsccPosition, decision: Decision, chained: bool) -> String {
    let chain = if chained { ": a chain" } else { "" };
    format!("{} {}{chain}", move_number(before), before.san(decision.mv))
}
