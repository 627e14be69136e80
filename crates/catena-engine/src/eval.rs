//! The evaluation of chess: what a position is worth if nothing is about to happen.
//!
//! A sum of small terms, each with one weight for the middlegame and one for
//! the endgame, blended by the pieces left (tapered evaluation). Every term is linear
//! in its weight, so that the tuner of `catena-lab` can read the terms of a position
//! through [`Terms`] and fit the weights to the results of games.
//!
//! [`StaticEval`](crate::static_eval::StaticEval) adds what a chain does to it. The
//! search also asks [`Material`] for a rough score and for the phase.

use catena_chess::shakmaty::{Bitboard, Board, ByColor, Color, Role, Square, attacks};

use crate::score::{MATE_BOUND, Score};
use crate::weights::{self as weight, Pair, WEIGHTS};

/// Receives the terms of an evaluation: how many of each a colour has.
pub trait Terms {
    /// This colour has the term `count` times.
    fn add(&mut self, color: Color, term: usize, count: i32);
}

/// The sum of weights, White's minus Black's.
#[derive(Debug, Default)]
struct Sum(Pair);

impl Terms for Sum {
    #[inline(always)]
    fn add(&mut self, color: Color, term: usize, count: i32) {
        let value = WEIGHTS[term].times(count);
        match color {
            Color::White => self.0 += value,
            Color::Black => self.0 -= value,
        }
    }
}

/// The weights of pieces on their squares, kept up to date move by move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Material {
    /// White's sum minus Black's.
    pair: Pair,
    /// How much of the middlegame is left: 24 with all pieces, 0 with pawns.
    phase: i32,
}

/// The phase of the opening.
const FULL_PHASE: i32 = 24;

const fn phase_of(role: Role) -> i32 {
    match role {
        Role::Pawn | Role::King => 0,
        Role::Knight | Role::Bishop => 1,
        Role::Rook => 2,
        Role::Queen => 4,
    }
}

/// The square as its colour sees it: a1 is the corner next to its queen's rook.
#[inline(always)]
fn seen_by(color: Color, square: Square) -> usize {
    match color {
        Color::White => square.to_usize(),
        Color::Black => square.to_usize() ^ 56,
    }
}

#[inline(always)]
fn placement_term(color: Color, role: Role, square: Square) -> usize {
    (role as usize - 1) * 64 + seen_by(color, square)
}

impl Material {
    /// The sum over the pieces of a board.
    pub(crate) fn of(board: &Board) -> Material {
        let mut material = Material::default();
        for (square, piece) in board.iter() {
            material.put(piece.color, piece.role, square);
        }
        material
    }

    #[inline(always)]
    pub(crate) fn put(&mut self, color: Color, role: Role, square: Square) {
        let value = WEIGHTS[placement_term(color, role, square)];
        match color {
            Color::White => self.pair += value,
            Color::Black => self.pair -= value,
        }
        self.phase += phase_of(role);
    }

    #[inline(always)]
    pub(crate) fn take(&mut self, color: Color, role: Role, square: Square) {
        let value = WEIGHTS[placement_term(color, role, square)];
        match color {
            Color::White => self.pair -= value,
            Color::Black => self.pair += value,
        }
        self.phase -= phase_of(role);
    }

    /// The sum, blended, as this side sees it.
    pub(crate) fn score(self, turn: Color) -> Score {
        let white = blend(self.pair, self.phase());
        turn.fold_wb(white, -white)
    }

    /// How much of the middlegame is left, of [`FULL_PHASE`].
    pub(crate) fn phase(self) -> i32 {
        self.phase.min(FULL_PHASE)
    }
}

fn blend(pair: Pair, phase: i32) -> Score {
    (pair.middlegame() * phase + pair.endgame() * (FULL_PHASE - phase)) / FULL_PHASE
}

/// The evaluation of chess for the side to move, and the squares that each
/// side attacks.
pub(crate) struct Evaluation {
    pub(crate) score: Score,
    pub(crate) reach: ByColor<Bitboard>,
}

/// What the position is worth to the side to move.
pub(crate) fn evaluate(board: &Board, turn: Color, material: Material) -> Evaluation {
    let mut sum = Sum(material.pair);
    let reach = add_terms(board, &mut sum);
    let white = adjust_endgame(board, blend(sum.0, material.phase()));
    let score = turn.fold_wb(white, -white) + weight::TEMPO;
    Evaluation {
        score: score.clamp(1 - MATE_BOUND, MATE_BOUND - 1),
        reach,
    }
}

/// Tells `terms` all that the evaluation counts, the pieces on their squares
/// included, and returns the phase. For the tuner.
pub fn trace(board: &Board, terms: &mut impl Terms) -> i32 {
    for (square, piece) in board.iter() {
        terms.add(
            piece.color,
            placement_term(piece.color, piece.role, square),
            1,
        );
    }
    add_terms(board, terms);
    Material::of(board).phase()
}

/// What is known about one side before its pieces are looked at.
struct SideContext {
    king: Square,
    /// The king's surroundings and the three squares in front of them.
    king_zone: Bitboard,
    pawns: Bitboard,
    pawn_attacks: Bitboard,
    /// Squares that no enemy pawn attacks and no own king or pawn holds.
    free: Bitboard,
}

fn sides(board: &Board) -> ByColor<SideContext> {
    let pawns = ByColor::new_with(|color| board.pawns() & board.by_color(color));
    let pawn_attacks = ByColor::new_with(|color| pawn_attacks(color, *pawns.get(color)));
    ByColor::new_with(|color| {
        let king = board.king_of(color).unwrap_or(Square::A1);
        let ring = attacks::king_attacks(king) | Bitboard::from_square(king);
        SideContext {
            king,
            king_zone: ring | forward(color, ring),
            pawns: *pawns.get(color),
            pawn_attacks: *pawn_attacks.get(color),
            free: !(*pawn_attacks.get(!color) | *pawns.get(color) | Bitboard::from_square(king)),
        }
    })
}

/// Everything but the pieces on their squares. Returns what each side attacks.
fn add_terms(board: &Board, terms: &mut impl Terms) -> ByColor<Bitboard> {
    let sides = sides(board);
    ByColor::new_with(|color| {
        let (us, them) = (sides.get(color), sides.get(!color));
        add_pawns(board, color, us, them, terms);
        add_shelter(color, us, them, terms);
        add_pieces(board, color, us, them, terms)
    })
}

/// Mobility, lines, the attack on the king, threats.
#[inline(always)]
fn add_pieces(
    board: &Board,
    color: Color,
    us: &SideContext,
    them: &SideContext,
    terms: &mut impl Terms,
) -> Bitboard {
    let own = board.by_color(color);
    let enemies = board.by_color(!color);
    let occupied = board.occupied();
    let mut reach = us.pawn_attacks | attacks::king_attacks(us.king);
    let mut danger = 0;
    let (mut minor_attacks, mut rook_attacks) = (Bitboard::EMPTY, Bitboard::EMPTY);

    for from in board.knights() & own {
        let attacked = attacks::knight_attacks(from);
        reach |= attacked;
        minor_attacks |= attacked;
        terms.add(
            color,
            weight::KNIGHT_MOBILITY + count(attacked & us.free),
            1,
        );
        danger += 2 * count(attacked & them.king_zone);
        if us.pawn_attacks.contains(from) && !could_be_attacked(color, from, them.pawns) {
            terms.add(color, weight::KNIGHT_OUTPOST, 1);
        }
    }
    let through_queens = occupied ^ board.queens();
    let bishops = board.bishops() & own;
    for from in bishops {
        let attacked = attacks::bishop_attacks(from, through_queens);
        reach |= attacked;
        minor_attacks |= attacked;
        terms.add(
            color,
            weight::BISHOP_MOBILITY + count(attacked & us.free),
            1,
        );
        danger += 2 * count(attacked & them.king_zone);
    }
    if bishops.more_than_one() {
        terms.add(color, weight::BISHOP_PAIR, 1);
    }
    for from in board.rooks() & own {
        let attacked = attacks::rook_attacks(from, through_queens ^ (board.rooks() & own));
        reach |= attacked;
        rook_attacks |= attacked;
        terms.add(color, weight::ROOK_MOBILITY + count(attacked & us.free), 1);
        danger += 3 * count(attacked & them.king_zone);
        let file = Bitboard::from_file(from.file());
        if (file & us.pawns).is_empty() {
            let open = (file & them.pawns).is_empty();
            terms.add(
                color,
                if open {
                    weight::ROOK_OPEN_FILE
                } else {
                    weight::ROOK_HALF_OPEN_FILE
                },
                1,
            );
        }
    }
    for from in board.queens() & own {
        let attacked = attacks::queen_attacks(from, occupied);
        reach |= attacked;
        terms.add(color, weight::QUEEN_MOBILITY + count(attacked & us.free), 1);
        danger += 5 * count(attacked & them.king_zone);
    }

    // A queen makes an attack on the king an attack.
    let with_queen = (board.queens() & own).any();
    let table = if with_queen {
        weight::KING_DANGER
    } else {
        weight::KING_DANGER_NO_QUEEN
    };
    terms.add(
        color,
        table + (danger / 2).min(weight::DANGER_LEVELS - 1),
        1,
    );

    let minors = board.knights() | board.bishops();
    let majors = board.rooks_and_queens();
    let add =
        |terms: &mut _, term, targets: Bitboard| add_count(terms, color, term, targets & enemies);
    add(
        terms,
        weight::PAWN_HITS_PIECE,
        us.pawn_attacks & (minors | majors),
    );
    add(terms, weight::MINOR_HITS_MAJOR, minor_attacks & majors);
    add(
        terms,
        weight::MINOR_HITS_MINOR,
        minor_attacks & minors & !them.pawn_attacks,
    );
    add(
        terms,
        weight::ROOK_HITS_QUEEN,
        rook_attacks & board.queens(),
    );
    add(
        terms,
        weight::HITS_LOOSE_PAWN,
        (minor_attacks | rook_attacks) & them.pawns & !them.pawn_attacks,
    );
    reach
}

fn add_count(terms: &mut impl Terms, color: Color, term: usize, squares: Bitboard) {
    if squares.any() {
        terms.add(color, term, squares.0.count_ones().cast_signed());
    }
}

/// Doubled, isolated, supported and passed pawns.
#[inline(always)]
fn add_pawns(
    board: &Board,
    color: Color,
    us: &SideContext,
    them: &SideContext,
    terms: &mut impl Terms,
) {
    let beside = side_steps(us.pawns);
    add_count(
        terms,
        color,
        weight::DOUBLED_PAWN,
        us.pawns & forward_fill(color, forward(color, us.pawns)),
    );
    add_count(terms, color, weight::PHALANX_PAWN, us.pawns & beside);
    add_count(
        terms,
        color,
        weight::SUPPORTED_PAWN,
        us.pawns & us.pawn_attacks,
    );
    let files = side_steps(file_fill(us.pawns));
    add_count(terms, color, weight::ISOLATED_PAWN, us.pawns & !files);

    let stoppers = forward_fill(!color, forward(!color, them.pawns) | them.pawn_attacks);
    for pawn in us.pawns & !stoppers {
        let seen = seen_by(color, pawn);
        let rank = seen / 8;
        terms.add(color, weight::PASSED_PAWN + rank, 1);
        let Some(stop) = Square::ALL.get(seen_from(color, seen + 8)).copied() else {
            continue;
        };
        if board.occupied().contains(stop) {
            terms.add(color, weight::PASSED_BLOCKED + rank, 1);
        }
        if rank >= 3 {
            terms.add(
                color,
                weight::PASSED_OWN_KING + us.king.distance(stop) as usize,
                1,
            );
            terms.add(
                color,
                weight::PASSED_ENEMY_KING + them.king.distance(stop) as usize,
                1,
            );
        }
        if us.pawn_attacks.contains(pawn) {
            terms.add(color, weight::PASSED_SUPPORTED, 1);
        }
    }
}

/// Pawns in front of the king, and open lines to it.
#[inline(always)]
fn add_shelter(color: Color, us: &SideContext, them: &SideContext, terms: &mut impl Terms) {
    let ahead = us.king_zone & !Bitboard::from_rank(us.king.rank());
    terms.add(
        color,
        weight::KING_SHELTER + count(ahead & us.pawns).min(5),
        1,
    );
    let file = Bitboard::from_file(us.king.file());
    if (file & us.pawns).is_empty() {
        let open = (file & them.pawns).is_empty();
        terms.add(
            color,
            if open {
                weight::KING_OPEN_FILE
            } else {
                weight::KING_HALF_OPEN_FILE
            },
            1,
        );
    }
}

/// Endgames that the sum misjudges: a bare king is driven to the edge, and
/// a side without pawns needs a rook's worth more to win.
fn adjust_endgame(board: &Board, white: Score) -> Score {
    let strong = if white >= 0 {
        Color::White
    } else {
        Color::Black
    };
    if (board.pawns() & board.by_color(strong)).any() {
        return white;
    }
    let worth = |color| {
        let own = board.by_color(color);
        [
            (Role::Knight, 3),
            (Role::Bishop, 3),
            (Role::Rook, 5),
            (Role::Queen, 9),
        ]
        .into_iter()
        .map(|(role, value)| (board.by_role(role) & own).0.count_ones().cast_signed() * value)
        .sum::<Score>()
    };
    let (up, down) = (worth(strong), worth(!strong));
    if up - down < 4 {
        return white / 4;
    }
    let (Some(king), Some(bare)) = (board.king_of(strong), board.king_of(!strong)) else {
        return white;
    };
    if board.by_color(!strong).count() > 1 {
        return white;
    }
    let from_centre = |at: u32| (2 * at.cast_signed() - 7).abs();
    let edge = from_centre(bare.file() as u32) + from_centre(bare.rank() as u32);
    let drive = 10 * edge + 8 * (7 - king.distance(bare).cast_signed());
    white
        + if strong == Color::White {
            drive
        } else {
            -drive
        }
}

#[inline(always)]
fn count(squares: Bitboard) -> usize {
    squares.0.count_ones() as usize
}

/// The inverse of [`seen_by`].
#[inline(always)]
fn seen_from(color: Color, seen: usize) -> usize {
    match color {
        Color::White => seen,
        Color::Black => seen ^ 56,
    }
}

const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;

fn side_steps(squares: Bitboard) -> Bitboard {
    Bitboard((squares.0 << 1 & NOT_A) | (squares.0 >> 1 & NOT_H))
}

fn forward(color: Color, squares: Bitboard) -> Bitboard {
    Bitboard(match color {
        Color::White => squares.0 << 8,
        Color::Black => squares.0 >> 8,
    })
}

fn pawn_attacks(color: Color, pawns: Bitboard) -> Bitboard {
    side_steps(forward(color, pawns))
}

/// The squares and all in front of them.
fn forward_fill(color: Color, squares: Bitboard) -> Bitboard {
    let mut bits = squares.0;
    match color {
        Color::White => {
            bits |= bits << 8;
            bits |= bits << 16;
            bits |= bits << 32;
        }
        Color::Black => {
            bits |= bits >> 8;
            bits |= bits >> 16;
            bits |= bits >> 32;
        }
    }
    Bitboard(bits)
}

fn file_fill(squares: Bitboard) -> Bitboard {
    forward_fill(Color::White, squares) | forward_fill(Color::Black, squares)
}

/// Whether a pawn of the enemy could ever attack the square.
fn could_be_attacked(color: Color, square: Square, enemy_pawns: Bitboard) -> bool {
    let ahead = forward_fill(color, forward(color, Bitboard::from_square(square)));
    (side_steps(ahead) & enemy_pawns).any()
}

#[cfg(test)]
mod tests {
    use super::{Material, Terms, evaluate, trace};
    use crate::weights::{Pair, WEIGHTS};
    use catena_chess::shakmaty::{Chess, Color, Position as _};
    use catena_chess::{SwitchLimit, notation};

    const FENS: [&str; 4] = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r1bq1rk1/pp2ppbp/2np1np1/8/3NP3/2N1BP2/PPPQ2PP/R3KB1R w KQ - 3 9",
        "8/5pk1/4p1p1/3pP2p/1P1P1P1P/1K4P1/8/8 b - - 0 40",
        "8/8/4k3/8/8/3K4/5R2/8 w - - 0 1",
    ];

    fn chess(fen: &str) -> Chess {
        notation::fen::parse(fen, SwitchLimit::Size)
            .unwrap()
            .chess()
            .clone()
    }

    #[test]
    fn the_start_is_even_but_for_the_move() {
        let chess = Chess::new();
        let score = evaluate(chess.board(), Color::White, Material::of(chess.board())).score;
        assert_eq!(score, crate::weights::TEMPO);
    }

    #[test]
    fn colours_are_treated_alike() {
        for fen in FENS {
            let board = chess(fen).board().clone();
            let mirrored = board.clone().into_mirrored();
            let score = |board, turn| evaluate(board, turn, Material::of(board)).score;
            assert_eq!(
                score(&board, Color::White),
                score(&mirrored, Color::Black),
                "{fen}"
            );
            assert_eq!(
                score(&board, Color::Black),
                score(&mirrored, Color::White),
                "{fen}"
            );
        }
    }

    struct Weighed(Pair);
    impl Terms for Weighed {
        fn add(&mut self, color: Color, term: usize, count: i32) {
            let count = color.fold_wb(count, -count);
            self.0 += WEIGHTS[term].times(count);
        }
    }

    #[test]
    fn the_tuner_sees_what_the_search_sees() {
        // Not the last one: a bare king is judged outside the sum.
        for fen in &FENS[..3] {
            let board = chess(fen).board().clone();
            let mut weighed = Weighed(Pair::default());
            let phase = trace(&board, &mut weighed);
            let blended =
                (weighed.0.middlegame() * phase + weighed.0.endgame() * (24 - phase)) / 24;
            let score = evaluate(&board, Color::White, Material::of(&board)).score;
            assert_eq!(blended + crate::weights::TEMPO, score, "{fen}");
        }
    }
}
