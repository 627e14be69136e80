//! The values of cells in the type that the file has them in.

use half::f16;

/// A type of value.
pub(super) trait CellValue: Copy + PartialOrd + Default {
    /// From this value on a cell is opaque, if the value is its alpha: half of
    /// the range.
    const HALF: Self;
    /// The threshold of an image where none is given; only unsigned values have
    /// a range that says what is light.
    const DEFAULT_THRESHOLD: Option<f64>;
    /// What the type is called in messages.
    const NAME: &'static str;

    /// Returns the lowest value that is at least the threshold, if there is one.
    /// For floats it is the threshold, rounded to the type: 0.7 is then at least
    /// 0.7 also where it has 32 bits.
    fn lowest(threshold: f64) -> Option<Self>;

    /// Returns whether it is not a number.
    fn is_nan(self) -> bool {
        false
    }

    fn to_f64(self) -> f64;

    /// The luminance (Rec. 709) of red, green and blue.
    fn luma(rgb: [Self; 3]) -> Self;

    fn wrap(values: &[Self]) -> ValueSlice<'_>;
}

/// The values of some cells, in the order of the file.
#[derive(Clone, Copy, Debug)]
pub(super) enum ValueSlice<'a> {
    U8(&'a [u8]),
    U16(&'a [u16]),
    U32(&'a [u32]),
    U64(&'a [u64]),
    I8(&'a [i8]),
    I16(&'a [i16]),
    I32(&'a [i32]),
    I64(&'a [i64]),
    F16(&'a [f16]),
    F32(&'a [f32]),
    F64(&'a [f64]),
}

/// Calls a generic function with the slice of [`ValueSlice`].
macro_rules! with_values {
    ($values:expr, $slice:ident => $body:expr) => {
        match $values {
            ValueSlice::U8($slice) => $body,
            ValueSlice::U16($slice) => $body,
            ValueSlice::U32($slice) => $body,
            ValueSlice::U64($slice) => $body,
            ValueSlice::I8($slice) => $body,
            ValueSlice::I16($slice) => $body,
            ValueSlice::I32($slice) => $body,
            ValueSlice::I64($slice) => $body,
            ValueSlice::F16($slice) => $body,
            ValueSlice::F32($slice) => $body,
            ValueSlice::F64($slice) => $body,
        }
    };
}
pub(super) use with_values;

/// The weights of red, green and blue, in parts of 10,000.
const LUMA: [u16; 3] = [2126, 7152, 722];

macro_rules! integer {
    ($type:ty, $variant:ident, $wide:ty, $default:expr, $name:literal) => {
        impl CellValue for $type {
            const HALF: $type = <$type>::MAX / 2 + 1;
            const DEFAULT_THRESHOLD: Option<f64> = $default;
            const NAME: &'static str = $name;

            #[allow(
                clippy::cast_possible_truncation,
                clippy::cast_precision_loss,
                clippy::cast_sign_loss,
                reason = "the range is checked before; casts from floats saturate"
            )]
            fn lowest(threshold: f64) -> Option<$type> {
                let least = threshold.ceil();
                // 2^BITS or 2^(BITS - 1): exact as a float, unlike MAX.
                let end = (<$type>::MAX / 2 + 1) as f64 * 2.0;
                (least < end).then_some(least as $type)
            }

            #[allow(
                clippy::cast_precision_loss,
                clippy::cast_lossless,
                reason = "one expression for all integers"
            )]
            fn to_f64(self) -> f64 {
                self as f64
            }

            #[allow(
                clippy::cast_possible_truncation,
                clippy::cast_lossless,
                clippy::cast_sign_loss,
                reason = "a weighted mean is in the range of the type"
            )]
            fn luma(rgb: [$type; 3]) -> $type {
                let weighted = rgb.iter().zip(LUMA);
                let sum: $wide = weighted
                    .map(|(v, weight)| *v as $wide * weight as $wide)
                    .sum();
                (sum / 10_000) as $type
            }

            fn wrap(values: &[$type]) -> ValueSlice<'_> {
                ValueSlice::$variant(values)
            }
        }
    };
}

integer!(u8, U8, u32, Some(128.0), "8-bit");
integer!(u16, U16, u32, Some(32_768.0), "16-bit");
integer!(u32, U32, u64, Some(2_147_483_648.0), "32-bit");
integer!(u64, U64, u128, Some(9_223_372_036_854_775_808.0), "64-bit");
integer!(i8, I8, i32, None, "signed 8-bit");
integer!(i16, I16, i32, None, "signed 16-bit");
integer!(i32, I32, i64, None, "signed 32-bit");
integer!(i64, I64, i128, None, "signed 64-bit");

macro_rules! float {
    ($type:ty, $variant:ident, $half:expr, $from:expr, $name:literal) => {
        impl CellValue for $type {
            const HALF: $type = $half;
            const DEFAULT_THRESHOLD: Option<f64> = None;
            const NAME: &'static str = $name;

            fn lowest(threshold: f64) -> Option<$type> {
                Some($from(threshold))
            }

            fn is_nan(self) -> bool {
                <$type>::is_nan(self)
            }

            fn to_f64(self) -> f64 {
                f64::from(self)
            }

            fn luma(rgb: [$type; 3]) -> $type {
                let weighted = rgb.into_iter().zip(LUMA);
                let sum: f64 = weighted
                    .map(|(value, weight)| f64::from(value) * f64::from(weight))
                    .sum();
                $from(sum / 10_000.0)
            }

            fn wrap(values: &[$type]) -> ValueSlice<'_> {
                ValueSlice::$variant(values)
            }
        }
    };
}

float!(
    f16,
    F16,
    f16::from_f32_const(0.5),
    f16::from_f64,
    "16-bit float"
);
float!(f32, F32, 0.5, round_to_f32, "32-bit float");
float!(f64, F64, 0.5, core::convert::identity, "64-bit float");

#[allow(
    clippy::cast_possible_truncation,
    reason = "rounding to the type of the file is meant"
)]
fn round_to_f32(value: f64) -> f32 {
    value as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_threshold_is_rounded_up_to_the_integers() {
        assert_eq!(u8::lowest(127.5), Some(128));
        assert_eq!(u8::lowest(-3.0), Some(0));
        assert_eq!(u8::lowest(255.0), Some(255));
        assert_eq!(u8::lowest(255.5), None);
        assert_eq!(i8::lowest(-128.5), Some(-128));
        assert_eq!(i8::lowest(-1.5), Some(-1));
        assert_eq!(i8::lowest(128.0), None);
        assert_eq!(u64::lowest(18_446_744_073_709_551_616.0), None);
        assert_eq!(i64::lowest(9_223_372_036_854_775_808.0), None);
        assert_eq!(
            u64::lowest(9_223_372_036_854_775_808.0),
            Some(9_223_372_036_854_775_808)
        );
    }

    #[test]
    fn a_threshold_is_rounded_to_the_floats_of_the_file() {
        let seven = 0.7f32;
        assert!(f64::from(seven) < 0.7);
        assert!(f32::lowest(0.7).is_some_and(|lowest| seven >= lowest));
        let tenth = f16::from_f64(0.1);
        assert!(f64::from(tenth) < 0.1);
        assert!(f16::lowest(0.1).is_some_and(|lowest| tenth >= lowest));
    }

    #[test]
    fn grey_stays_as_it_is() {
        for value in [0, 1, 127, 255] {
            assert_eq!(u8::luma([value; 3]), value);
        }
        assert_eq!(u16::luma([1000; 3]), 1000);
        assert_eq!(i16::luma([-1000; 3]), -1000);
        assert_eq!(u64::luma([u64::MAX; 3]), u64::MAX);
        assert_eq!(f32::luma([0.25; 3]), 0.25);
        assert_eq!(u8::luma([255, 0, 0]), 54);
    }
}
