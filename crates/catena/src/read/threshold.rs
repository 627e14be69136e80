//! Which values are occupied: a threshold that is given, chosen or implied.

use std::str::FromStr;

use super::values::{CellValue, ValueSlice, with_values};

/// What `--threshold` says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Threshold {
    /// The lowest value of an occupied cell.
    Value(f64),
    /// Chosen by Otsu's method.
    Otsu,
}

impl FromStr for Threshold {
    type Err = String;

    fn from_str(text: &str) -> Result<Threshold, String> {
        if text.eq_ignore_ascii_case("otsu") {
            return Ok(Threshold::Otsu);
        }
        match text.parse::<f64>() {
            Ok(value) if value.is_finite() => Ok(Threshold::Value(value)),
            _ => Err("give a finite number, or otsu".to_owned()),
        }
    }
}

/// Which values are occupied.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum CellRule {
    /// Those that are at least this.
    AtLeast(f64),
    /// All but 0.
    NotZero,
}

impl CellRule {
    /// Calls `each` with whether the cell is occupied, for each value. A NaN is
    /// neither above nor below a threshold: its cell is empty, also if occupied
    /// and empty are swapped.
    pub(super) fn apply(
        self,
        values: ValueSlice<'_>,
        is_inverted: bool,
        mut each: impl FnMut(bool),
    ) {
        with_values!(values, values => self.apply_to(values, is_inverted, &mut each));
    }

    fn apply_to<T: CellValue>(self, values: &[T], is_inverted: bool, each: &mut impl FnMut(bool)) {
        let zero = T::default();
        match self {
            CellRule::NotZero => values
                .iter()
                .for_each(|value| each(((*value != zero) != is_inverted) && !value.is_nan())),
            CellRule::AtLeast(threshold) => match T::lowest(threshold) {
                Some(lowest) => values
                    .iter()
                    .for_each(|value| each(((*value >= lowest) != is_inverted) && !value.is_nan())),
                None => values
                    .iter()
                    .for_each(|value| each(is_inverted && !value.is_nan())),
            },
        }
    }
}

/// How often each value occurs.
#[derive(Default)]
pub(super) struct ValueCounts {
    /// Of whole numbers from 0 to 65,535, which most files have.
    small: Vec<u64>,
    /// Of the others, by their [`order_key`], in rising order.
    others: Vec<(u64, u64)>,
    /// Keys that are not in `others` yet.
    pending: Vec<u64>,
}

impl ValueCounts {
    /// The most different values that are counted, at 24 bytes each.
    const MAX_OTHERS: usize = 1 << 27;

    /// Counts values. Those that are not finite do not count, nor those of
    /// transparent cells. Returns `None` if there are too many different ones.
    pub(super) fn add(&mut self, values: ValueSlice<'_>, is_opaque: Option<&[bool]>) -> Option<()> {
        with_values!(values, values => {
            for (at, value) in values.iter().enumerate() {
                if is_opaque.is_none_or(|opaque| opaque[at]) {
                    self.add_one(value.to_f64());
                }
            }
        });
        // A merge costs as much as there is to merge: wait until it is worth it.
        if self.pending.len() >= self.others.len().max(1 << 20) {
            self.merge();
        }
        (self.others.len() <= Self::MAX_OTHERS).then_some(())
    }

    fn add_one(&mut self, value: f64) {
        const SMALL: usize = 1 << 16;
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "casts from floats saturate; whether it is exact is tested"
        )]
        let whole = value as u16;
        if f64::from(whole) == value {
            if self.small.is_empty() {
                self.small.resize(SMALL, 0);
            }
            self.small[usize::from(whole)] += 1;
        } else if value.is_finite() {
            self.pending.push(order_key(value));
        }
    }

    /// Moves what is pending to where it belongs.
    fn merge(&mut self) {
        self.pending.sort_unstable();
        let pending = self.pending.chunk_by(|one, other| one == other);
        let mut pending = pending.map(|keys| (keys[0], keys.len() as u64)).peekable();
        let mut merged = Vec::with_capacity(self.others.len());
        for &(key, count) in &self.others {
            while let Some(before) = pending.next_if(|(other, _)| *other < key) {
                merged.push(before);
            }
            let same = pending.next_if(|(other, _)| *other == key);
            merged.push((key, count + same.map_or(0, |(_, count)| count)));
        }
        merged.extend(pending);
        self.others = merged;
        self.pending.clear();
    }

    /// All values in rising order, with how often each occurs.
    fn sorted(&mut self) -> Vec<(f64, u64)> {
        self.merge();
        let small = (0..=u16::MAX).zip(&self.small);
        let small = small.filter(|(_, count)| **count > 0);
        let mut small = small
            .map(|(value, count)| (f64::from(value), *count))
            .peekable();
        let mut sorted = Vec::with_capacity(self.others.len());
        for &(key, count) in &self.others {
            let value = value_of_key(key);
            while let Some(before) = small.next_if(|(other, _)| *other < value) {
                sorted.push(before);
            }
            sorted.push((value, count));
        }
        sorted.extend(small);
        sorted
    }

    /// Returns the threshold that Otsu's method chooses: of all ways to split
    /// the values in two classes, low and high, the one with the largest
    /// variance between the classes, the lowest split if several are equal. The
    /// threshold is the lowest value of the high class. Returns `None` if there
    /// are not two different values.
    pub(super) fn otsu(&mut self) -> Option<f64> {
        let sorted = self.sorted();
        let weight = |count: u64| count as f64;
        let total: f64 = sorted.iter().map(|(_, count)| weight(*count)).sum();
        // Distances from the mean, so that large values do not cancel.
        let mean = sorted
            .iter()
            .map(|(value, count)| value / total * weight(*count))
            .sum::<f64>();
        let mut best: Option<(f64, f64)> = None;
        let (mut low, mut low_sum) = (0.0, 0.0);
        for pair in sorted.windows(2) {
            let [(value, count), (next, _)] = [pair[0], pair[1]];
            low += weight(count);
            low_sum += (value - mean) * weight(count);
            // (low · high) · (difference of the means)², up to a factor.
            let between = low_sum * low_sum / (low * (total - low));
            if best.is_none_or(|(_, largest)| between > largest * (1.0 + 1e-12)) {
                best = Some((next, between));
            }
        }
        best.map(|(threshold, _)| threshold)
    }
}

/// A number whose order is that of the values.
fn order_key(value: f64) -> u64 {
    let bits = value.to_bits();
    if bits >> 63 == 0 {
        bits | 1 << 63
    } else {
        !bits
    }
}

fn value_of_key(key: u64) -> f64 {
    f64::from_bits(if key >> 63 == 1 {
        key & !(1 << 63)
    } else {
        !key
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn otsu(values: &[f64]) -> Option<f64> {
        let mut counts = ValueCounts::default();
        counts.add(ValueSlice::F64(values), None).unwrap();
        counts.otsu()
    }

    #[test]
    fn otsu_splits_two_groups_at_the_lowest_value_of_the_upper_one() {
        assert_eq!(otsu(&[0.0, 0.0, 1000.0]), Some(1000.0));
        assert_eq!(otsu(&[-2.5, -2.0, 7.25, 7.5, 8.0]), Some(7.25));
        assert_eq!(otsu(&[1.0, 2.0, 3.5, 90_000.0, 90_001.0]), Some(90_000.0));
        assert_eq!(otsu(&[3.0, 3.0]), None);
        assert_eq!(otsu(&[]), None);
        assert_eq!(otsu(&[f64::NAN, f64::INFINITY, 1.0, 2.0]), Some(2.0));
    }

    /// The definition, by trying every split.
    #[test]
    fn otsu_has_the_largest_variance_between_the_classes() {
        let mut state = 1u64;
        let mut random = |below: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 33) % below
        };
        for _ in 0..300 {
            let length = 2 + random(30);
            let values: Vec<f64> = (0..length).map(|_| random(40) as f64 / 4.0 - 3.0).collect();
            let Some(threshold) = otsu(&values) else {
                assert!(values.iter().all(|value| *value == values[0]));
                continue;
            };
            let variance = |split: f64| {
                let (high, low): (Vec<f64>, Vec<f64>) =
                    values.iter().partition(|value| **value >= split);
                let mean = |class: &[f64]| class.iter().sum::<f64>() / class.len() as f64;
                if high.is_empty() || low.is_empty() {
                    return 0.0;
                }
                let difference = mean(&high) - mean(&low);
                (high.len() * low.len()) as f64 * difference * difference
            };
            let best = values
                .iter()
                .map(|split| variance(*split))
                .fold(0.0, f64::max);
            assert!(
                variance(threshold) >= best * (1.0 - 1e-9),
                "{values:?} {threshold}"
            );
            assert!(values.contains(&threshold));
        }
    }

    #[test]
    fn a_nan_is_empty_also_when_inverted() {
        for inverted in [false, true] {
            for rule in [CellRule::NotZero, CellRule::AtLeast(0.5)] {
                let mut cells = Vec::new();
                rule.apply(ValueSlice::F32(&[f32::NAN, 0.0, 1.0]), inverted, |cell| {
                    cells.push(cell)
                });
                assert_eq!(cells, [false, inverted, !inverted]);
            }
        }
    }

    #[test]
    fn thresholds_are_finite_numbers_or_otsu() {
        assert_eq!("-0.25".parse(), Ok(Threshold::Value(-0.25)));
        assert_eq!("Otsu".parse(), Ok(Threshold::Otsu));
        for bad in ["nan", "inf", "-inf", "", "1,5", "1e999"] {
            assert!(bad.parse::<Threshold>().is_err(), "{bad}");
        }
    }
}
