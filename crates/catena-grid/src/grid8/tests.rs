//! The traits of a set, tried out.

use super::*;
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

#[test]
fn a_picture_is_read_as_it_is_printed() {
    for bits in [0, 1, u64::MAX, 0x8000_0000_0000_0001, 0x0123_4567_89ab_cdef] {
        let grid = Grid8::from_bits(bits);
        assert_eq!(Grid8::from_art(&grid.to_string()), grid);
    }
}

#[test]
fn neighbours_are_the_squares_at_distance_one() {
    for square in Square::ALL {
        let near = |wanted: u8| -> Grid8 {
            Square::ALL
                .into_iter()
                .filter(|other| square.distance(*other) == wanted)
                .collect()
        };
        assert_eq!(square.king_neighbours(), near(1), "{square}");
        let orthogonal: Grid8 = near(1)
            .iter()
            .filter(|other| other.file() == square.file() || other.rank() == square.rank())
            .collect();
        assert_eq!(
            Grid8::from(square).orthogonal_neighbours(),
            orthogonal,
            "{square}"
        );
    }
}

#[test]
fn the_iterator_has_each_square_once_from_both_ends() {
    for bits in [0, 1, 1 << 63, u64::MAX, 0x0123_4567_89ab_cdef] {
        let grid = Grid8::from_bits(bits);
        let squares: Vec<Square> = grid.iter().collect();
        assert_eq!(squares.len(), bits.count_ones() as usize);
        assert!(squares.is_sorted());
        assert_eq!(squares.iter().copied().collect::<Grid8>(), grid);
        let mut backwards: Vec<Square> = grid.iter().rev().collect();
        backwards.reverse();
        assert_eq!(backwards, squares);
        assert_eq!((grid.first(), grid.last()), ends_of(&squares));
    }
}

fn ends_of(squares: &[Square]) -> (Option<Square>, Option<Square>) {
    (squares.first().copied(), squares.last().copied())
}

#[test]
fn the_two_ends_of_the_iterator_meet() {
    let mut squares = Grid8::from_bits(0b11_0101).iter();
    let (mut front, mut back) = (Grid8::EMPTY, Grid8::EMPTY);
    while let Some(square) = squares.next() {
        front.insert(square);
        back.extend(squares.next_back());
    }
    assert!(front.is_disjoint(back));
    assert_eq!(front | back, Grid8::from_bits(0b11_0101));
    assert_eq!((squares.next(), squares.next_back()), (None, None));
}

#[test]
fn the_operators_are_those_of_sets() {
    let (one, other) = (Grid8::from_bits(0b0110), Grid8::from_bits(0b0011));
    type Operator = (fn(Grid8, Grid8) -> Grid8, fn(&mut Grid8, Grid8), u64);
    let operators: [Operator; 4] = [
        (|a, b| a & b, |a, b| *a &= b, 0b0010),
        (|a, b| a | b, |a, b| *a |= b, 0b0111),
        (|a, b| a ^ b, |a, b| *a ^= b, 0b0101),
        (|a, b| a - b, |a, b| *a -= b, 0b0100),
    ];
    for (operator, assign, expected) in operators {
        assert_eq!(u64::from(operator(one, other)), expected);
        let mut changed = one;
        assign(&mut changed, other);
        assert_eq!(u64::from(changed), expected);
    }
    assert_eq!(u64::from(!one), !0b0110);
}

#[test]
fn it_is_formatted_like_its_bits() {
    let grid = Grid8::from_bits(0xab);
    assert_eq!(
        format!("{grid:#06x} {grid:X} {grid:b} {grid:o}"),
        "0x00ab AB 10101011 253"
    );
}

#[test]
#[should_panic(expected = "a line of the picture is not 8 squares")]
fn a_crooked_picture_is_refused() {
    let _ = Grid8::from_art("# # #\n. .");
}
