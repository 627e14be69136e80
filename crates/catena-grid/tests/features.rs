//! The optional features: what is written with `serde` is read again as the
//! same, what is not valid is refused, and arbitrary values are valid. For formats that
//! are not for people to read see `formats.rs`.

#![cfg(all(feature = "serde", feature = "arbitrary"))]

mod support;

use std::fmt::Debug;

use arbitrary::{Arbitrary, Unstructured};
use catena_grid::{Board, Cell, Chain, Grid, Grid8, MinSize, Placement, Raster, Square};
use proptest::collection::vec;
use proptest::prelude::any;
use serde::Serialize;
use serde::de::DeserializeOwned;
use support::boards::{for_all, grid8s, rasters, sizes};
use support::raster;

/// Asserts that the value is read as it is written.
#[track_caller]
fn check_round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    let text = serde_json::to_string(value).expect("it can be written");
    let read: T = serde_json::from_str(&text).expect("what is written is read");
    assert_eq!(read, *value, "{text}");
}

/// Asserts that the text is written for the value, and read as the value.
#[track_caller]
fn check_json<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: T, json: &str) {
    assert_eq!(
        serde_json::to_string(&value).expect("it can be written"),
        json
    );
    assert_eq!(
        serde_json::from_str::<T>(json).expect("it can be read"),
        value
    );
}

#[track_caller]
fn refuse<T: DeserializeOwned + Debug>(json: &str) {
    let read = serde_json::from_str::<T>(json);
    assert!(read.is_err(), "{json} is read as {read:?}");
}

#[test]
fn boards_are_read_as_they_are_written() {
    for_all(
        200,
        (grid8s(), rasters(1..=70, 1..=20), sizes()),
        |(board, raster, min_size)| {
            check_round_trip(&board);
            check_round_trip(&raster);
            check_round_trip(&min_size);
            for square in board.iter().step_by(9) {
                check_round_trip(&square);
                check_round_trip(&Cell::from(square));
                check_round_trip(&board.witness(square));
            }
            for cell in raster.occupied_cells().step_by(50) {
                check_round_trip(&Grid::new(&raster).witness(cell));
            }
        },
    );
}

#[test]
fn values_are_written_as_documented() {
    for square in Square::ALL {
        check_json(square, &format!("\"{square}\""));
    }
    check_json(Grid8::EMPTY, "[]");
    check_json(Grid8::from_iter([Square::E4, Square::A1]), r#"["a1","e4"]"#);
    check_json(Cell::new(3, 4), r#"{"row":4,"column":3}"#);
    check_json(MinSize::THREE, "3");
    check_json(raster("#.\n.#"), r##""#.\n.#""##);
    let chain = Chain::new(vec![Square::A1, Square::B2, Square::B1], vec![]);
    check_json(chain, r#"{"cells":["a1","b2","b1"],"encloses":[]}"#);
    let placement: Placement = "8/8/3p4/8/8/8/8/7K".parse().expect("a placement");
    check_json(placement, r#""8/8/3p4/8/8/8/8/7K""#);
}

#[test]
fn what_is_not_valid_is_refused() {
    refuse::<MinSize>("0");
    refuse::<MinSize>("-1");
    refuse::<MinSize>("4294967296");
    for json in [r#""e9""#, r#""""#, "12", r#""E4""#] {
        refuse::<Square>(json);
    }
    for json in [r#""..\n.""#, r#""""#, r#""x""#, "1"] {
        refuse::<Raster>(json);
    }
    for json in [r#""...""#, "1", r#"["e9"]"#] {
        refuse::<Grid8>(json);
    }
    refuse::<Placement>(r#""8/7""#);
    refuse::<Chain<Square>>(r#"{"cells":["a1","j1"],"encloses":[]}"#);
}

/// A value from these bytes; `None` if there are too few.
fn value<'a, T: Arbitrary<'a>>(bytes: &'a [u8]) -> Option<T> {
    T::arbitrary(&mut Unstructured::new(bytes)).ok()
}

#[test]
fn arbitrary_values_are_valid() {
    for_all(500, vec(any::<u8>(), 0..200), |bytes| {
        if let Some(square) = value::<Square>(&bytes) {
            assert!(Square::ALL.contains(&square));
        }
        if let Some(min_size) = value::<MinSize>(&bytes) {
            assert!(min_size >= MinSize::ONE);
        }
        if let Some(board) = value::<Grid8>(&bytes) {
            assert_eq!(Grid8::from_bits(board.bits()), board);
        }
        if let Some(raster) = value::<Raster>(&bytes) {
            assert!((1..=24).contains(&raster.width()) && (1..=24).contains(&raster.height()));
            // No bit beyond the rim is set.
            assert_eq!(
                raster.occupied_cells().count() as u64,
                raster.count_occupied()
            );
            assert_eq!(Raster::from_art(&raster.to_string()).as_ref(), Ok(&raster));
        }
    });
}
