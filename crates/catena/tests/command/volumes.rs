//! `catena volume` on scans, models and folders.

use std::fs;
#[cfg(feature = "nifti")]
use std::io::{Read, Write as _};

use image::GrayImage;
use serde_json::{Value, json};

#[cfg(feature = "nifti")]
use crate::run::catena_with_input;
use crate::run::{Scratch, catena, data};

/// What does not depend on the format.
fn report(path: &str, arguments: &[&str]) -> Value {
    let all = [&["volume", path, "--format", "json"], arguments].concat();
    catena(&all).json()
}

#[test]
#[cfg(feature = "nifti")]
fn a_scan_has_scaled_values_and_its_first_axis_is_the_column() {
    let expected = report(&data("hollow.npy"), &["--at", "0,0,0"]);
    let scan = data("hollow.nii.gz");
    // The voxels are 0 and 1; the header says half of that plus 10.
    let arguments = ["--threshold", "10.5", "--at", "0,0,0"];
    assert_eq!(report(&scan, &arguments), expected);
    let chosen = report(&scan, &["--threshold", "otsu", "--at", "0,0,0"]);
    assert_eq!(chosen["threshold"], json!(10.5));
    assert_eq!(chosen["cavities"], expected["cavities"]);
    assert_eq!(report(&scan, &[])["occupied"], json!(120));
    catena(&["volume", &scan, "--page", "2"])
        .is_refused(&format!("'{scan}': there is no page 2; the file has 1"));
}

/// The voxels may be wrong where the checksum is.
#[test]
#[cfg(feature = "nifti")]
fn a_scan_with_a_wrong_checksum_is_refused() {
    let scratch = Scratch::new("checksum");
    let mut bytes = fs::read(data("hollow.nii.gz")).expect("the scan");
    let checksum = bytes.len() - 8;
    bytes[checksum] ^= 1;
    let path = scratch.file("scan.nii.gz");
    fs::write(&path, &bytes).expect("a file");
    catena(&["volume", &path]).is_refused(&format!(
        "'{path}': corrupt gzip stream does not have a matching checksum"
    ));
}

/// A header may leave out lengths from the end: they are 1.
#[test]
#[cfg(feature = "nifti")]
fn a_scan_may_have_one_or_two_dimensions() {
    let scratch = Scratch::new("flat-scan");
    let mut bytes = Vec::new();
    flate2::read::GzDecoder::new(fs::File::open(data("hollow.nii.gz")).expect("the scan"))
        .read_to_end(&mut bytes)
        .expect("the scan, decompressed");
    let path = scratch.file("flat.nii");
    for dimensions in [1, 2] {
        // The number of dimensions is at byte 40, the lengths follow.
        bytes[40] = dimensions;
        fs::write(&path, &bytes).expect("a file");
        let found = report(&path, &[]);
        let height = if dimensions == 1 { 1 } else { 5 };
        let size = (&found["width"], &found["height"], &found["depth"]);
        assert_eq!(size, (&json!(6), &json!(height), &json!(1)));
    }
    // The four last lengths at their greatest: page by page, more bytes than can be counted.
    bytes[40] = 7;
    for length in 3..7 {
        bytes[42 + 2 * length] = 0xFF;
        bytes[43 + 2 * length] = 0x7F;
    }
    fs::write(&path, &bytes).expect("a file");
    catena(&["volume", &path, "--page", "1152780773560811521"])
        .is_refused(&format!("'{path}': the volume ends too early"));
}

/// The words of the system were shown as code: `Io(Error { kind: UnexpectedEof, …`.
#[test]
#[cfg(feature = "nifti")]
fn a_scan_that_ends_too_early_is_refused_in_words() {
    let bytes = fs::read(data("hollow.nii.gz")).expect("the scan");
    let mut whole = Vec::new();
    let mut decoder = flate2::read::GzDecoder::new(&bytes[..]);
    decoder
        .read_to_end(&mut whole)
        .expect("the scan, decompressed");
    let refuse = |length: usize, problem: &str| {
        let message = format!("standard input: {problem}: failed to fill whole buffer");
        catena_with_input(&["volume", "-"], &whole[..length]).is_refused(&message);
    };
    refuse(40, "cannot read the NIfTI-1 header");
    refuse(360, "the volume ends too early");
}

#[test]
#[cfg(feature = "vox")]
fn a_model_is_read_like_an_array() {
    let expected = report(&data("hollow.npy"), &["--at", "0,0,0"]);
    let model = data("hollow.vox");
    assert_eq!(report(&model, &["--at", "0,0,0"]), expected);
    catena(&["volume", &model, "--page", "2"])
        .is_refused(&format!("'{model}': there is no page 2; the file has 1"));
}

#[test]
#[cfg(feature = "nifti")]
fn a_scan_of_the_newer_kind_is_named() {
    let scratch = Scratch::new("nifti-2");
    let scan = scratch.file("scan.nii");
    for size in [540i32.to_le_bytes(), 540i32.to_be_bytes()] {
        let start = [&size[..], b"n+2\0\r\n\x1a\n"].concat();
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(&start).expect("memory");
        for bytes in [&gzip.finish().expect("memory"), &start] {
            fs::write(&scan, bytes).expect("a scan");
            catena(&["volume", &scan]).is_refused(&format!(
                "'{scan}': this is a NIfTI-2 file; only NIfTI-1 is read"
            ));
        }
    }
}

/// Where the formats are left out, the message says what is missing.
#[test]
#[cfg(not(any(feature = "nifti", feature = "vox")))]
fn a_format_that_was_left_out_is_named() {
    let (scan, model) = (data("hollow.nii.gz"), data("hollow.vox"));
    catena(&["volume", &scan]).is_refused(&format!(
        "'{scan}': this catena was built without the feature `nifti`, which reads NIfTI files"
    ));
    catena(&["volume", &model]).is_refused(&format!(
        "'{model}': this catena was built without the feature `vox`, which reads MagicaVoxel models"
    ));
}

#[test]
fn a_folder_of_slices_is_sorted_by_number() {
    let scratch = Scratch::new("slices");
    // Twelve layers of 3×3, solid but for the centres of layers 1, 2 and 10.
    for layer in 0..12 {
        let mut slice = GrayImage::from_pixel(3, 3, image::Luma([200]));
        if [1, 2, 10].contains(&layer) {
            slice.put_pixel(1, 1, image::Luma([0]));
        }
        slice
            .save(scratch.file(&format!("slice{layer}.png")))
            .expect("a slice");
    }
    fs::write(scratch.file(".hidden"), "not a slice").expect("a file");
    let folder = scratch.file("");
    let found = report(&folder, &[]);
    let size = (&found["width"], &found["height"], &found["depth"]);
    assert_eq!(size, (&json!(3), &json!(3), &json!(12)));
    let boxes: Vec<&Value> = found["cavities"]
        .as_array()
        .expect("cavities")
        .iter()
        .map(|cavity| &cavity["bounding_box"])
        .collect();
    assert_eq!(
        boxes,
        [
            &json!([[1, 1, 1], [1, 1, 2]]),
            &json!([[1, 1, 10], [1, 1, 10]])
        ]
    );
    let chosen = report(&folder, &["--threshold", "otsu"]);
    assert_eq!(chosen["threshold"], json!(200.0));
    assert_eq!(report(&folder, &["--invert"])["occupied"], json!(3));
    GrayImage::new(3, 4)
        .save(scratch.file("slice12.png"))
        .expect("a slice");
    catena(&["volume", &folder]).is_refused(&format!(
        "'{folder}': 'slice12.png' has 3x4 cells, not 3x3 as 'slice0.png'"
    ));
    fs::write(scratch.file("slice12.png"), "###\n###\n###\n").expect("a slice");
    assert_eq!(catena(&["volume", &folder]).code, 2);
}

#[test]
fn a_folder_without_slices_is_refused() {
    let scratch = Scratch::new("no-slices");
    let folder = scratch.file("");
    catena(&["volume", &folder]).is_refused(&format!("'{folder}': the folder has no file"));
    catena(&["grid", &folder]).is_refused(&format!("'{folder}' is a folder"));
}
