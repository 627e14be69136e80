//! The feature `serde` with formats that are not for people to read: there
//! squares and sets are numbers. For JSON see `features.rs`.

#![cfg(feature = "serde")]

use catena_grid::{Grid8, Square};
use serde::de::value::{Error, U8Deserializer, U64Deserializer};
use serde::de::{Deserialize, IntoDeserializer};

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
fn squares_and_sets_are_numbers() {
    let number = |number: u8| -> U8Deserializer<Error> { number.into_deserializer() };
    assert_eq!(Square::deserialize(Compact(number(28))), Ok(Square::E4));
    assert!(Square::deserialize(Compact(number(64))).is_err());
    let bits: U64Deserializer<Error> = (1u64 << 28).into_deserializer();
    assert_eq!(
        Grid8::deserialize(Compact(bits)),
        Ok(Grid8::from(Square::E4))
    );
}
