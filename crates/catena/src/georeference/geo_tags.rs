//! The tags by which a GeoTIFF file is placed on a map.

use anyhow::{Result, bail};

use super::geo_transform::GeoTransform;

/// What the tags of a GeoTIFF file say; all empty if it has none.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct GeoTags {
    /// `ModelPixelScaleTag`: the size of a pixel.
    pub(crate) pixel_scale: Vec<f64>,
    /// `ModelTiepointTag`: pixels and their places.
    pub(crate) tie_points: Vec<f64>,
    /// `ModelTransformationTag`: a matrix of 4 × 4 numbers.
    pub(crate) transformation: Vec<f64>,
    /// `GeoKeyDirectoryTag`.
    pub(crate) keys: Vec<u16>,
    /// Whether one of them is there and cannot be read.
    pub(crate) is_broken: bool,
}

/// Whether a map is projected or geographic (GTModelTypeGeoKey).
const MODEL_TYPE: u16 = 1024;
/// Whether a pixel is an area or a point (GTRasterTypeGeoKey).
const RASTER_TYPE: u16 = 1025;
const PIXEL_IS_POINT: u16 = 2;
/// Where the number of a reference system is, if it has one in the list of EPSG.
const GEOGRAPHIC_TYPE: u16 = 2048;
const PROJECTED_TYPE: u16 = 3072;
/// The number of a system that is not in that list.
const USER_DEFINED: u16 = 32767;

impl GeoTags {
    /// The map that the tags describe; `None` if there are none.
    ///
    /// # Errors
    ///
    /// If the tags describe no affine map.
    pub(super) fn transform(&self) -> Result<Option<GeoTransform>> {
        if self.is_broken {
            bail!("its tags for a place on a map cannot be read");
        }
        let (x, y) = match (&self.pixel_scale[..], &self.tie_points[..]) {
            ([width, height, ..], [i, j, _, x, y, _, ..]) => {
                // Heights are positive, and rows count downwards.
                let height = height.abs();
                ([*width, 0.0, x - i * width], [0.0, -height, y + j * height])
            }
            _ if self.transformation.len() >= 16 => {
                let [a, b, _, c, d, e, _, f] = self.transformation[..8] else {
                    return Ok(None);
                };
                ([a, b, c], [d, e, f])
            }
            (_, [_, _, _, _, _, _, ..]) => bail!(
                "it has {} tie points and no scale, so that no affine map places it",
                self.tie_points.len() / 6
            ),
            _ => return Ok(None),
        };
        let map = match self.key(RASTER_TYPE) {
            Some(PIXEL_IS_POINT) => GeoTransform::from_middles(x, y)?,
            _ => GeoTransform::new(x, y)?,
        };
        Ok(Some(map))
    }

    /// The number of the reference system in the list of EPSG.
    pub(super) fn epsg(&self) -> Option<u16> {
        let key = match self.key(MODEL_TYPE) {
            Some(1) => PROJECTED_TYPE,
            Some(2) => GEOGRAPHIC_TYPE,
            _ => return None,
        };
        self.key(key)
            .filter(|number| !matches!(*number, 0 | USER_DEFINED))
    }

    /// The value of a key that has its value in the directory itself.
    fn key(&self, wanted: u16) -> Option<u16> {
        let (keys, _) = self.keys.as_chunks::<4>();
        let found = keys.iter().skip(1).find(|key| key[0] == wanted)?;
        (found[1] == 0).then_some(found[3])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tags(pixel_scale: &[f64], tie_points: &[f64], transformation: &[f64]) -> GeoTags {
        GeoTags {
            pixel_scale: pixel_scale.to_vec(),
            tie_points: tie_points.to_vec(),
            transformation: transformation.to_vec(),
            ..GeoTags::default()
        }
    }

    #[test]
    fn a_scale_and_a_tie_point_are_a_map() {
        let mut tags = tags(&[2.0, 3.0, 0.0], &[1.0, 1.0, 0.0, 100.0, 50.0, 0.0], &[]);
        let map = tags.transform().unwrap().unwrap();
        assert_eq!(map.apply([1.0, 1.0]), [100.0, 50.0]);
        assert_eq!(map.apply([2.0, 3.0]), [102.0, 44.0]);
        tags.keys = vec![1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 2, 3072, 0, 1, 25832];
        let map = tags.transform().unwrap().unwrap();
        assert_eq!(map.apply([1.5, 1.5]), [100.0, 50.0]);
        assert_eq!(tags.epsg(), Some(25832));
    }

    #[test]
    fn a_matrix_is_a_map() {
        let mut matrix = vec![0.0; 16];
        matrix[..8].copy_from_slice(&[0.0, 2.0, 9.0, 10.0, 3.0, 0.0, 9.0, 20.0]);
        let map = tags(&[], &[], &matrix).transform().unwrap().unwrap();
        assert_eq!(map.apply([1.0, 1.0]), [12.0, 23.0]);
    }

    #[test]
    fn what_is_no_affine_map_is_refused() {
        assert_eq!(GeoTags::default().transform().unwrap(), None);
        assert_eq!(GeoTags::default().epsg(), None);
        let message = tags(&[], &[0.0; 24], &[]).transform().unwrap_err();
        assert_eq!(
            message.to_string(),
            "it has 4 tie points and no scale, so that no affine map places it"
        );
        let broken = GeoTags {
            is_broken: true,
            ..GeoTags::default()
        };
        assert!(broken.transform().is_err());
        assert!(tags(&[0.0, 1.0, 0.0], &[0.0; 6], &[]).transform().is_err());
    }
}
