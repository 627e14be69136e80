//! [`GeoTransform`]: from columns and rows to places on a map.

use anyhow::{Result, bail};

/// An affine map from the corners of pixels to places on a map: the corner in column
/// x and row y is at `(x·X[0] + y·X[1] + X[2], x·Y[0] + y·Y[1] + Y[2])`. The upper
/// left corner of the first pixel is (0, 0).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct GeoTransform {
    x: [f64; 3],
    y: [f64; 3],
}

impl GeoTransform {
    /// The map with these numbers.
    ///
    /// # Errors
    ///
    /// If a number is not finite, or pixels would have no area.
    pub(super) fn new(x: [f64; 3], y: [f64; 3]) -> Result<GeoTransform> {
        let map = GeoTransform { x, y };
        let determinant = map.determinant();
        if !x.iter().chain(&y).all(|number| number.is_finite()) || !determinant.is_finite() {
            bail!("a number is not finite, or too large");
        }
        if determinant == 0.0 {
            bail!("its pixels have no area");
        }
        Ok(map)
    }

    /// The same, where (0, 0) is the middle of the first pixel.
    pub(super) fn from_middles(x: [f64; 3], y: [f64; 3]) -> Result<GeoTransform> {
        let corner = |[across, down, at]: [f64; 3]| [across, down, at - (across + down) / 2.0];
        GeoTransform::new(corner(x), corner(y))
    }

    /// The place of a corner.
    pub(crate) fn apply(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let place = |row: [f64; 3]| x * row[0] + y * row[1] + row[2];
        [place(self.x), place(self.y)]
    }

    /// The area of a pixel, negative if the map mirrors: usually it does, because rows
    /// count downwards and maps have the north at the top.
    pub(crate) fn determinant(&self) -> f64 {
        self.x[0] * self.y[1] - self.x[1] * self.y[0]
    }

    /// This map after another one.
    pub(super) fn after(&self, first: &GeoTransform) -> GeoTransform {
        let row = |[across, down, at]: [f64; 3]| {
            let part = |axis: usize| across * first.x[axis] + down * first.y[axis];
            [part(0), part(1), part(2) + at]
        };
        GeoTransform {
            x: row(self.x),
            y: row(self.y),
        }
    }

    /// Refuses a map that numbers of 64 bits cannot tell the corners of pixels apart
    /// on.
    pub(super) fn check_resolution(&self, [width, height]: [f64; 2]) -> Result<()> {
        let corners = [[0.0, 0.0], [width, 0.0], [0.0, height], [width, height]];
        let places = corners.map(|corner| self.apply(corner));
        let largest = places
            .as_flattened()
            .iter()
            .fold(0.0, |largest: f64, at| largest.max(at.abs()));
        let steps = [self.x[0], self.x[1], self.y[0], self.y[1]];
        let longest = steps
            .iter()
            .fold(0.0, |longest: f64, step| longest.max(step.abs()));
        let narrowest = self.determinant().abs() / longest;
        // A thousandth of a pixel, so that rounding cannot make rings cross.
        if !largest.is_finite() || largest * f64::EPSILON * 1000.0 > narrowest {
            bail!("its pixels are too small to be told apart");
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_are_applied_one_after_the_other() {
        let turn = GeoTransform::new([0.0, -1.0, 4.0], [1.0, 0.0, 0.0]).unwrap();
        let north_up = GeoTransform::new([2.0, 0.0, 100.0], [0.0, -2.0, 50.0]).unwrap();
        let both = north_up.after(&turn);
        for corner in [[0.0, 0.0], [3.0, 1.0], [1.0, 4.0]] {
            assert_eq!(both.apply(corner), north_up.apply(turn.apply(corner)));
        }
        assert_eq!(turn.determinant(), 1.0);
        assert_eq!(north_up.determinant(), -4.0);
        assert_eq!(both.determinant(), -4.0);
    }

    #[test]
    fn the_middle_of_a_pixel_is_half_a_pixel_from_its_corner() {
        let map = GeoTransform::from_middles([10.0, 0.0, 5.0], [0.0, -10.0, 95.0]).unwrap();
        assert_eq!(map.apply([0.0, 0.0]), [0.0, 100.0]);
        assert_eq!(map.apply([0.5, 0.5]), [5.0, 95.0]);
    }

    #[test]
    fn maps_that_lose_pixels_are_refused() {
        let message = |x, y| GeoTransform::new(x, y).unwrap_err().to_string();
        assert_eq!(
            message([1.0, 2.0, 0.0], [2.0, 4.0, 0.0]),
            "its pixels have no area"
        );
        for number in [f64::NAN, f64::INFINITY, f64::MAX] {
            assert_eq!(
                message([number, 0.0, 0.0], [0.0, number, 0.0]),
                "a number is not finite, or too large"
            );
        }
        let check = |scale: f64| {
            let map = GeoTransform::new([scale, 0.0, 6e6], [0.0, -scale, 5e6]).unwrap();
            map.check_resolution([1000.0, 1000.0]).is_ok()
        };
        assert!(check(0.1) && check(1e-5));
        assert!(!check(1e-9));
    }
}
