//! The feature `serde`: what the types look like in JSON, and that they are read
//! back as they were written.

#![cfg(feature = "serde")]

use catena_grid::{Board, Cell, Chain, Grid, Grid8, MinSize, Square};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde::de::value::{Error, U8Deserializer, U64Deserializer};
use serde::de::{Deserialize, IntoDeserializer};

#[track_caller]
fn check<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(value: &T, json: &str) {
    assert_eq!(serde_json::to_string(value).expect("it is written"), json);
    assert_eq!(&serde_json::from_str::<T>(json).expect("it is read"), value);
}

#[test]
fn squares_have_their_names() {
    for square in Square::ALL {
        check(&square, &format!("\"{square}\""));
    }
    for wrong in ["\"a9\"", "\"E4\"", "\"\"", "12", "null"] {
        assert!(serde_json::from_str::<Square>(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn a_set_is_a_list_of_squares() {
    check(&Grid8::EMPTY, "[]");
    check(
        &Grid8::from_iter([Square::E4, Square::A1]),
        r#"["a1","e4"]"#,
    );
    for wrong in [r#"["a9"]"#, "[1]", "3", r#""a1""#] {
        assert!(serde_json::from_str::<Grid8>(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn chains_keep_their_cells() {
    let occupied = Grid8::from_art(
        ". . . . . . . .
         . . . . . . . .
         . . . . . . . .
         . . # # . . . .
         . # . . # . . .
         . . # # . . . .
         . . . . . . . .
         . . . . . . . .",
    );
    let chain = occupied.witness(Square::B4).unwrap();
    let json = serde_json::to_string(&chain).unwrap();
    assert!(json.contains(r#""encloses":["c4","d4"]"#), "{json}");
    let read: Chain<Square> = serde_json::from_str(&json).unwrap();
    assert_eq!(occupied.verify(Square::B4, MinSize::TWO, &read), Ok(()));

    let raster = occupied.into();
    let cell = Cell::from(Square::B4);
    let chain = Grid::new(&raster).witness(cell).unwrap();
    check(&chain, &serde_json::to_string(&chain).unwrap());
}

#[test]
fn a_size_is_a_number_and_never_0() {
    check(&MinSize::TWO, "2");
    assert!(serde_json::from_str::<MinSize>("0").is_err());
}

/// A deserializer of a format that is not for people to read.
struct Compact<D>(D);

impl<'de, D: serde::Deserializer<'de>> serde::Deserializer<'de> for Compact<D> {
    type Error = D::Error;

    fn deserialize_any<V: serde::de::Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.0.deserialize_any(visitor)
    }

    fn is_human_readable(&self) -> bool {
        false
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        option unit unit_struct newtype_struct seq tuple tuple_struct map struct enum identifier
        ignored_any
    }
}

#[test]
fn compact_formats_have_numbers() {
    let number = |number: u8| -> U8Deserializer<Error> { number.into_deserializer() };
    assert_eq!(Square::deserialize(Compact(number(28))), Ok(Square::E4));
    assert!(Square::deserialize(Compact(number(64))).is_err());
    let bits: U64Deserializer<Error> = (1u64 << 28).into_deserializer();
    assert_eq!(
        Grid8::deserialize(Compact(bits)),
        Ok(Grid8::from(Square::E4))
    );
}
