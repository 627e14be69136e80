//! `catena grid` on images and arrays: their values are those of the file.

use std::fs::{self, File};
use std::io::Cursor;

use image::{
    DynamicImage, GrayAlphaImage, GrayImage, ImageBuffer, ImageFormat, Luma, RgbImage, RgbaImage,
};
use serde_json::{Value, json};
use tiff::encoder::TiffEncoder;
use tiff::encoder::colortype::{self, ColorType};
use tiff::tags::Tag;

use crate::run::{CommandOutput, Scratch, catena, catena_with_input, data};

/// A ring of 10 cells round a gap of two.
const RING: [[bool; 6]; 5] = {
    let (o, x) = (false, true);
    [
        [o, o, o, o, o, o],
        [o, x, x, x, x, o],
        [o, x, o, o, x, o],
        [o, x, x, x, x, o],
        [o, o, o, o, o, o],
    ]
};

/// The ring with one value for its cells and another for the rest.
fn ring<T: Copy>(wall: T, rest: T) -> Vec<T> {
    let cells = RING.as_flattened().iter();
    cells.map(|cell| if *cell { wall } else { rest }).collect()
}

fn png(image: impl Into<DynamicImage>) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    image
        .into()
        .write_to(&mut bytes, ImageFormat::Png)
        .expect("a PNG");
    bytes.into_inner()
}

fn tiff<C: ColorType>(samples: &[C::Inner]) -> Vec<u8>
where
    [C::Inner]: tiff::encoder::TiffValue,
{
    let mut bytes = Cursor::new(Vec::new());
    let mut encoder = TiffEncoder::new(&mut bytes).expect("a TIFF");
    encoder.write_image::<C>(6, 5, samples).expect("a TIFF");
    bytes.into_inner()
}

fn ask(input: &[u8], arguments: &[&str]) -> CommandOutput {
    let all = [
        &["grid", "-", "--min-size", "1", "--format", "json"],
        arguments,
    ]
    .concat();
    catena_with_input(&all, input)
}

/// Asserts that the ring is read from the image, and nothing else.
#[track_caller]
fn is_ring(input: &[u8], arguments: &[&str]) {
    let report = ask(input, arguments).json();
    let found = (
        &report["occupied"],
        &report["areas"],
        &report["largest_area"],
    );
    assert_eq!(found, (&json!(10), &json!(1), &json!(2)), "{report}");
    assert_eq!(report["largest"][0]["first"], json!([2, 2]));
}

#[track_caller]
fn has_occupied(input: &[u8], arguments: &[&str], expected: u64) {
    let report = ask(input, arguments).json();
    assert_eq!(report["occupied"], json!(expected), "{report}");
}

/// Values were once cut down to 8 bits: walls at 1000 of 65,535 were read as 3
/// of 255, and a threshold of 500 found nothing.
#[test]
fn sixteen_bits_keep_their_values() {
    let walls = ImageBuffer::<Luma<u16>, _>::from_raw(6, 5, ring(1000, 0)).expect("an image");
    for file in [png(walls), tiff::<colortype::Gray16>(&ring(1000, 0))] {
        is_ring(&file, &["--threshold", "500"]);
        is_ring(&file, &["--threshold", "1000"]);
        has_occupied(&file, &["--threshold", "1000.5"], 0);
        has_occupied(&file, &["--threshold", "0"], 30);
        // Half of the range.
        has_occupied(&file, &[], 0);
    }
    is_ring(&tiff::<colortype::Gray16>(&ring(32_768, 32_767)), &[]);
    let file = fs::read(data("ring16.png")).expect("the file");
    is_ring(&file, &["--threshold", "500"]);
}

#[test]
fn tiff_samples_of_every_type_keep_their_values() {
    is_ring(&tiff::<colortype::Gray8>(&ring(128, 127)), &[]);
    is_ring(
        &tiff::<colortype::Gray32>(&ring(1 << 31, (1 << 31) - 1)),
        &[],
    );
    is_ring(
        &tiff::<colortype::Gray64>(&ring(1 << 63, (1 << 63) - 1)),
        &[],
    );
    let low = &["--threshold", "-20.5"][..];
    is_ring(&tiff::<colortype::GrayI8>(&ring(-20, -21)), low);
    is_ring(&tiff::<colortype::GrayI16>(&ring(-20, -21)), low);
    is_ring(&tiff::<colortype::GrayI32>(&ring(-20, -21)), low);
    is_ring(&tiff::<colortype::GrayI64>(&ring(-20, -21)), low);
    // 0.7 as a float of 32 bits is less than 0.7.
    let seven = &["--threshold", "0.7"][..];
    is_ring(&tiff::<colortype::Gray32Float>(&ring(0.7, 0.69)), seven);
    is_ring(&tiff::<colortype::Gray64Float>(&ring(0.7, 0.69)), seven);
    // Big-endian, compressed, in tiles.
    let file = fs::read(data("ring.tif")).expect("the file");
    is_ring(&file, &["--threshold", "1.5"]);
    has_occupied(&file, &["--threshold", "-1"], 30);
}

#[test]
fn values_without_a_middle_need_a_threshold() {
    let message = |kind: &str| {
        format!(
            "standard input: the image has {kind} values, which have no middle; give --threshold VALUE or --threshold otsu"
        )
    };
    let signed = tiff::<colortype::GrayI16>(&ring(5, -5));
    ask(&signed, &[]).is_refused(&message("signed 16-bit"));
    let float = tiff::<colortype::Gray32Float>(&ring(1.0, 0.0));
    ask(&float, &[]).is_refused(&message("32-bit float"));
    for bad in ["nan", "inf", "-inf", "", "many"] {
        let outcome = ask(&float, &[&format!("--threshold={bad}")]);
        assert_eq!(outcome.code, 2, "{bad}");
        assert!(
            outcome.stderr.contains("give a finite number, or otsu"),
            "{outcome:?}"
        );
    }
}

#[test]
fn otsu_chooses_a_threshold_and_says_which() {
    let file = tiff::<colortype::GrayI16>(&ring(300, -40));
    is_ring(&file, &["--threshold", "otsu"]);
    let report = ask(&file, &["--threshold", "otsu"]).json();
    assert_eq!(report["threshold"], json!(300.0));
    let text = catena_with_input(&["grid", "-", "--threshold", "otsu"], &file);
    assert!(
        text.stdout
            .starts_with("threshold: 300, chosen by Otsu's method\n"),
        "{text:?}"
    );
    assert_eq!(
        ask(&file, &["--threshold", "0"]).json().get("threshold"),
        None
    );
    let flat = tiff::<colortype::Gray8>(&ring(7, 7));
    ask(&flat, &["--threshold", "otsu"]).is_refused(
        "standard input: --threshold otsu needs two different values; give a number instead",
    );
}

#[test]
fn a_nan_is_empty() {
    let file = tiff::<colortype::Gray32Float>(&ring(1.0, f32::NAN));
    is_ring(&file, &["--threshold", "0.5"]);
    is_ring(&file, &["--threshold", "-1e9"]);
    has_occupied(&file, &["--threshold", "0.5", "--invert"], 0);
    let file = tiff::<colortype::Gray32Float>(&ring(f32::INFINITY, 1.0));
    is_ring(&file, &["--threshold", "1e30"]);
}

#[test]
fn a_channel_can_be_chosen() {
    let colours = ring([250, 10, 0], [0, 0, 250]);
    let file = png(RgbImage::from_raw(6, 5, colours.as_flattened().to_vec()).expect("an image"));
    is_ring(&file, &["--channel", "r"]);
    is_ring(&file, &["--channel", "1"]);
    is_ring(&file, &["--channel", "g", "--threshold", "10"]);
    has_occupied(&file, &["--channel", "b"], 20);
    has_occupied(&file, &["--channel", "3"], 20);
    // The luminance of red is about 0.21 of it, that of blue 0.07.
    is_ring(&file, &["--threshold", "50"]);
    is_ring(&file, &["--channel", "luma", "--threshold", "50"]);
    ask(&file, &["--channel", "a"]).is_refused("standard input: the image has no alpha channel");
    ask(&file, &["--channel", "4"])
        .is_refused("standard input: there is no channel 4; the image has 3");
    ask(b"#.\n", &["--channel", "r"])
        .is_refused("standard input: --channel is for images with several channels");
}

#[test]
fn a_transparent_pixel_is_empty() {
    let white = ring([255, 255, 255, 128], [255, 255, 255, 127]);
    let file = png(RgbaImage::from_raw(6, 5, white.as_flattened().to_vec()).expect("an image"));
    is_ring(&file, &[]);
    is_ring(&file, &["--channel", "r"]);
    // Black walls on a transparent ground.
    let black = ring([0, 0, 0, 255], [0, 0, 0, 0]);
    let file = png(RgbaImage::from_raw(6, 5, black.as_flattened().to_vec()).expect("an image"));
    is_ring(&file, &["--invert"]);
    has_occupied(&file, &[], 0);
    is_ring(&file, &["--channel", "a"]);
    let grey = ring([0, 255], [0, 100]);
    let file = png(GrayAlphaImage::from_raw(6, 5, grey.as_flattened().to_vec()).expect("an image"));
    is_ring(&file, &["--invert"]);
    has_occupied(&file, &["--channel", "a", "--threshold", "100"], 30);
}

/// Dark pixels were once left out when the opacity of the next one was looked up.
#[test]
fn each_pixel_has_its_own_opacity() {
    let white = ring([255, 255, 255, 255], [255, 255, 255, 0]);
    for dark in 0..30 {
        let mut pixels = white.clone();
        let is_wall = pixels[dark][3] == 255;
        pixels[dark] = [0, 0, 0, 255];
        let file = png(RgbaImage::from_raw(6, 5, pixels.concat()).expect("an image"));
        has_occupied(&file, &[], if is_wall { 9 } else { 10 });
        has_occupied(&file, &["--invert"], 1);
    }
}

/// One white pixel, stored top left, to be shown top right.
#[test]
fn a_picture_that_is_stored_turned_is_turned_back() {
    let report = catena(&["grid", &data("turned.png"), "--format", "json"]).json();
    assert_eq!(
        (&report["width"], &report["height"]),
        (&json!(2), &json!(3))
    );
    let at = |cell: &str| {
        catena(&[
            "grid",
            &data("turned.png"),
            "--at",
            cell,
            "--format",
            "json",
        ])
        .json()
    };
    // Only of an empty cell it is said whether it is enclosed.
    assert_eq!(at("1,0").get("enclosed"), None);
    assert_eq!(at("0,0")["enclosed"], false);
}

fn pages(orientation: Option<u16>) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let mut encoder = TiffEncoder::new(&mut bytes).expect("a TIFF");
    for page in [ring(0u8, 0), ring(200, 0), ring(100, 0)] {
        let mut image = encoder.new_image::<colortype::Gray8>(6, 5).expect("a page");
        if let Some(orientation) = orientation {
            image
                .encoder()
                .write_tag(Tag::Orientation, orientation)
                .expect("a tag");
        }
        image.write_data(&page).expect("a page");
    }
    bytes.into_inner()
}

#[test]
fn a_page_of_a_tiff_file_can_be_chosen() {
    let file = pages(None);
    has_occupied(&file, &[], 0);
    has_occupied(&file, &["--page", "1"], 0);
    is_ring(&file, &["--page", "2"]);
    is_ring(&file, &["--page", "3", "--threshold", "100"]);
    ask(&file, &["--page", "4"]).is_refused("standard input: there is no page 4; the image has 3");
    let report = ask(&pages(Some(8)), &["--page", "2"]).json();
    assert_eq!(
        (&report["width"], &report["height"]),
        (&json!(5), &json!(6))
    );
    let image = png(RgbImage::new(1, 1));
    ask(&image, &["--page", "2"])
        .is_refused("standard input: the image has 1 page; only TIFF files can have more");
    has_occupied(&image, &["--page", "1"], 0);
    // Layers of a volume.
    let scratch = Scratch::new("pages");
    let path = scratch.file("pages.tif");
    fs::write(&path, file).expect("a file");
    let report = catena(&["volume", &path, "--threshold", "100", "--format", "json"]).json();
    assert_eq!(
        (&report["depth"], &report["occupied"]),
        (&json!(3), &json!(20))
    );
}

/// A TIFF file of 6×5 numbers of colours with this many bits, in one strip.
fn palette_tiff(bits: u16, is_little: bool, numbers: &[u8], colours: &[u16]) -> Vec<u8> {
    let short = |value: u16| match is_little {
        true => value.to_le_bytes(),
        false => value.to_be_bytes(),
    };
    let long = |value: usize| {
        let value = u32::try_from(value).expect("a small file");
        match is_little {
            true => value.to_le_bytes(),
            false => value.to_be_bytes(),
        }
    };
    let mut strip = Vec::new();
    for row in numbers.chunks(6) {
        for part in row.chunks(8 / usize::from(bits)) {
            let shifts = (1..).map(|place: u16| 8 - place * bits);
            let bytes = part.iter().zip(shifts).map(|(value, shift)| value << shift);
            strip.push(bytes.sum::<u8>());
        }
    }
    let map = 8 + strip.len();
    let directory = map + 2 * colours.len();
    let start: &[u8] = if is_little { b"II" } else { b"MM" };
    let mut file = [start, &short(42), &long(directory), &strip].concat();
    file.extend(colours.iter().flat_map(|value| short(*value)));
    let entries = [
        (256, 3, 1, 6),
        (257, 3, 1, 5),
        (258, 3, 1, usize::from(bits)),
        (259, 3, 1, 1),
        (262, 3, 1, 3),
        (273, 4, 1, 8),
        (277, 3, 1, 1),
        (278, 3, 1, 5),
        (279, 4, 1, strip.len()),
        (320, 3, colours.len(), map),
    ];
    file.extend(short(10));
    for (tag, kind, count, value) in entries {
        file.extend([short(tag), short(kind)].concat());
        file.extend(long(count));
        match (kind, count) {
            (3, 1) => {
                file.extend(short(u16::try_from(value).expect("a short")));
                file.extend([0, 0]);
            }
            _ => file.extend(long(value)),
        }
    }
    file.extend(long(0));
    file
}

/// Scanned maps are often stored like this; they were refused.
#[test]
fn a_tiff_file_may_have_numbers_of_colours() {
    for bits in [1, 2, 4, 8] {
        let colours = 1 << bits;
        // The last colour is a light green, the others are dark.
        let mut map = vec![0x1000; 3 * colours];
        map[colours - 1] = 0x3000;
        map[2 * colours - 1] = 0xff00;
        map[3 * colours - 1] = 0x7fff;
        let last = u8::try_from(colours - 1).expect("at most 8 bits");
        for is_little in [true, false] {
            let file = palette_tiff(bits, is_little, &ring(last, 0), &map);
            is_ring(&file, &[]);
            is_ring(&file, &["--channel", "g", "--threshold", "255"]);
            is_ring(&file, &["--channel", "r", "--threshold", "48"]);
            has_occupied(&file, &["--channel", "r", "--threshold", "49"], 0);
            is_ring(&file, &["--channel", "b", "--threshold", "127"]);
            has_occupied(&file, &["--threshold", "16"], 30);
            let chosen = ask(&file, &["--threshold", "otsu"]).json();
            // 48, 255 and 127 by their weights for luminance.
            assert_eq!(chosen["threshold"], json!(201.0), "{bits}");
            // Some programs write colours of 8 bits.
            let bytes: Vec<u16> = map.iter().map(|value| value >> 8).collect();
            is_ring(&palette_tiff(bits, is_little, &ring(last, 0), &bytes), &[]);
        }
    }
    let map = [0, 0xffff, 0, 0xffff, 0, 0xffff];
    let file = palette_tiff(8, true, &ring(1, 2), &map);
    ask(&file, &[]).is_refused("standard input: page 1: a pixel has the colour 2; there are 2");
    let file = palette_tiff(8, true, &ring(1, 0), &[]);
    ask(&file, &[])
        .is_refused("standard input: page 1: the image has numbered colours, and no list of them");
}

/// Only the pages with numbered colours are looked up.
#[test]
fn some_pages_may_have_numbers_of_colours() {
    let mut bytes = Cursor::new(Vec::new());
    let mut encoder = TiffEncoder::new_big(&mut bytes).expect("a TIFF");
    for is_palette in [false, true, false, true] {
        let mut image = encoder.new_image::<colortype::Gray8>(6, 5).expect("a page");
        if is_palette {
            let tags = image.encoder();
            tags.write_tag(Tag::PhotometricInterpretation, 3u16)
                .expect("a tag");
            let colours: Vec<u16> = (0..768).map(|at| 0xff00 - (at % 256) * 256).collect();
            tags.write_tag(Tag::ColorMap, &colours[..]).expect("a tag");
        }
        image.write_data(&ring(200, 50)).expect("a page");
    }
    let file = bytes.into_inner();
    for page in ["1", "3"] {
        is_ring(&file, &["--page", page]);
    }
    for page in ["2", "4"] {
        has_occupied(&file, &["--page", page], 20);
        is_ring(&file, &["--page", page, "--invert"]);
    }
}

#[test]
fn a_portable_graymap_has_the_values_that_it_says() {
    let map = |largest: &str, wall: u8, rest: u8| {
        let mut file = format!("P5 6 5 {largest}\n").into_bytes();
        file.extend(ring(wall, rest));
        file
    };
    is_ring(&map("15", 8, 7), &[]);
    is_ring(&map("15", 3, 2), &["--threshold", "3"]);
    is_ring(&map("255", 128, 127), &[]);
    let mut wide = b"P5 6 5 4095\n".to_vec();
    wide.extend(ring(1000u16, 999).into_iter().flat_map(u16::to_be_bytes));
    is_ring(&wide, &["--threshold", "1000"]);
}

#[test]
fn arrays_of_an_archive_have_names() {
    let file = data("ring.npz");
    let of =
        |arguments: &[&str]| catena(&[&["grid", &file, "--min-size", "1"], arguments].concat());
    of(&[]).is_refused(&format!(
        "'{file}': the archive has 2 arrays; choose one with --array: empty, ring"
    ));
    of(&["--array", "wall"]).is_refused(&format!(
        "'{file}': the archive has no array 'wall'; it has: empty, ring"
    ));
    // An archive without files has only its end; it was read as text.
    let end = [&b"PK\x05\x06"[..], &[0; 18]].concat();
    catena_with_input(&["grid", "-"], &end).is_refused("standard input: the archive has no array");
    // Big-endian, in Fortran order, compressed.
    let report = of(&["--array", "ring", "--format", "json"]).json();
    assert_eq!(
        (&report["occupied"], &report["areas"]),
        (&json!(10), &json!(1))
    );
    let arguments = ["--array", "ring", "--threshold", "-7", "--format", "json"];
    assert_eq!(of(&arguments).json()["occupied"], json!(30));
    let arguments = [
        "--array",
        "ring",
        "--threshold",
        "-6.5",
        "--invert",
        "--format",
        "json",
    ];
    assert_eq!(of(&arguments).json()["areas"], json!(1));
    catena(&["grid", &data("text.png"), "--array", "x"]).is_refused(&format!(
        "'{}': --array is for .npz files",
        data("text.png")
    ));
}

/// What is cut off is refused, wherever it is cut.
#[test]
fn a_file_that_ends_early_is_refused() {
    let scratch = Scratch::new("cut");
    for name in [
        "ring16.png",
        "ring.tif",
        "ring.npz",
        "hollow.npy",
        "hollow.nii.gz",
        "hollow.vox",
    ] {
        let whole = fs::read(data(name)).expect("the file");
        let command = if name.starts_with("ring") {
            "grid"
        } else {
            "volume"
        };
        for length in [9, 20, whole.len() / 2, whole.len() - 13] {
            let path = scratch.file(name);
            fs::write(&path, &whole[..length]).expect("a file");
            let outcome = catena(&[command, &path, "--threshold", "1"]);
            // A PNG may end after its pixels.
            let is_complete = outcome.code == 0 && name.ends_with("png") && length > 70;
            assert!(
                outcome.code == 2 || is_complete,
                "{name} {length}: {outcome:?}"
            );
            if outcome.code == 2 {
                assert!(
                    outcome.stderr.starts_with(&format!("catena: '{path}': ")),
                    "{outcome:?}"
                );
                assert_eq!(outcome.stdout, "");
            }
        }
    }
}

/// A header can claim any size. It is refused before memory is taken.
#[test]
fn a_size_that_nothing_can_have_is_refused() {
    let header = "{'descr': '<f8', 'fortran_order': False, 'shape': (300000, 300000000), }\n";
    let mut array = b"\x93NUMPY\x01\x00".to_vec();
    array.extend(u16::try_from(header.len()).expect("short").to_le_bytes());
    array.extend(header.bytes());
    let outcome = ask(&array, &[]);
    assert_eq!(outcome.code, 2, "{outcome:?}");
    assert!(outcome.stderr.contains("is too large"), "{outcome:?}");
    let mut image = png(DynamicImage::new_luma8(1, 1));
    // Width and height in the header of a PNG.
    image[16..24].copy_from_slice(&[0x7f, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff]);
    assert_eq!(ask(&image, &[]).code, 2);
    let bitmap = b"P4 4000000000 4000000000\n".to_vec();
    assert_eq!(ask(&bitmap, &[]).code, 2);
    let graymap = b"P5 4000000000 4000000000 255\n".to_vec();
    assert_eq!(ask(&graymap, &[]).code, 2);
}

#[test]
fn labels_are_an_array_that_can_be_read_again() {
    let scratch = Scratch::new("label-array");
    let labels = scratch.file("labels.npy");
    let file = tiff::<colortype::Gray8>(&ring(255, 0));
    let arguments = ["grid", "-", "--min-size", "1", "--labels", &labels];
    assert_eq!(catena_with_input(&arguments, &file).code, 0);
    let array = npyz::NpyFile::new(File::open(&labels).expect("the labels")).expect("an array");
    assert_eq!(
        (array.shape(), array.order()),
        (&[5, 6][..], npyz::Order::C)
    );
    let found: Vec<i32> = array.into_vec().expect("integers");
    let mut expected = ring(-1, 0);
    expected[14..16].fill(1);
    assert_eq!(found, expected);
    let report = catena(&["grid", &labels, "--threshold", "1", "--format", "json"]).json();
    assert_eq!(report["occupied"], json!(2));
    assert_eq!(report.get("threshold"), None::<&Value>);
}

/// Three columns and 16 million rows, which are filled up to 64 columns: more cells
/// than a grid of which anything can be asked may have.
#[test]
fn a_large_bitmap_has_counts_and_nothing_else() {
    let scratch = Scratch::new("large");
    let path = scratch.file("large.pbm");
    let mut bytes = b"P4 3 16000000\n".to_vec();
    let start = bytes.len();
    bytes.resize(start + 16_000_000, 0);
    // A ring of eight cells, and one of ten, far below.
    bytes[start + 5..start + 8].copy_from_slice(&[0b1110_0000, 0b1010_0000, 0b1110_0000]);
    let below = start + 15_999_000;
    bytes[below..below + 4].copy_from_slice(&[0xe0, 0xa0, 0xa0, 0xe0]);
    fs::write(&path, bytes).expect("a file");
    let of = |arguments: &[&str]| catena(&[&["grid", &path], arguments].concat());
    let report = of(&["--min-size", "1", "--format", "json", "--threads", "2"]).json();
    for (key, value) in [
        ("width", 3),
        ("height", 16_000_000),
        ("occupied", 18),
        ("areas", 2),
        ("largest_area", 2),
        ("walls", 2),
        ("cells_on_chain", 18),
    ] {
        assert_eq!(report[key], json!(value), "{key}");
    }
    assert_eq!(report["largest"][0]["first"], json!([1, 15_999_001]));
    let text = of(&[]).stdout;
    assert!(
        text.contains("enclosed areas of 2 cells or more: 1\n"),
        "{text}"
    );
    let labels = scratch.file("labels.npy");
    for arguments in [
        &["--min-size", "3"][..],
        &["--at", "0,5"],
        &["--labels", &labels],
    ] {
        of(arguments).is_refused(&format!(
            "'{path}': a grid of more than 1000000000 cells has counts for minimum sizes 1 and 2, no labels and no chain to show"
        ));
    }
}

/// The same of arrays and of images: what is read is the file, not the format.
#[test]
fn large_arrays_and_images_have_counts_too() {
    const ROWS: usize = 16_000_000;
    let scratch = Scratch::new("large-values");
    // The ring of eight cells, by columns and rows.
    let is_wall = |x: usize, y: usize| (5..8).contains(&y) && (x, y) != (1, 6);
    // The values, if the next column is `across` further and the next row `down`.
    let with_values = |mut bytes: Vec<u8>, across: usize, down: usize| {
        let start = bytes.len();
        bytes.resize(start + 3 * ROWS, 0);
        for (x, y) in (5..8).flat_map(|y| (0..3).map(move |x| (x, y))) {
            bytes[start + x * across + y * down] = 200 * u8::from(is_wall(x, y));
        }
        bytes
    };
    let text = format!("{{'descr': '|u1', 'fortran_order': True, 'shape': ({ROWS}, 3), }}\n");
    let mut header = b"\x93NUMPY\x01\x00".to_vec();
    header.extend(u16::try_from(text.len()).expect("short").to_le_bytes());
    header.extend(text.bytes());
    let array = with_values(header, ROWS, 1);
    let image = with_values(format!("P5 3 {ROWS} 255\n").into_bytes(), 1, 3);
    for (name, bytes) in [("a.npy", array), ("a.pgm", image)] {
        let path = scratch.file(name);
        fs::write(&path, bytes).expect("a file");
        let of = |arguments: &[&str]| catena(&[&["grid", &path], arguments].concat());
        let otsu = ["--min-size", "1", "--threshold", "otsu", "--format", "json"];
        let report = of(&otsu).json();
        let found =
            ["height", "occupied", "areas", "cells_on_chain", "threshold"].map(|key| &report[key]);
        let expected = [json!(ROWS), json!(8), json!(1), json!(8), json!(200.0)];
        assert_eq!(found, expected.each_ref(), "{name}");
        assert_eq!(report["largest"][0]["first"], json!([1, 6]), "{name}");
        of(&["--areas", "-"]).is_refused(&format!(
            "'{path}': there are too many cells for questions about walls; at most 1000000000 fit"
        ));
        // It is refused as a mask, whatever the grid is.
        let small = crate::run::data("ring16.png");
        catena(&["grid", &small, "--doors", &path]).is_refused(&format!(
            "'{path}': a grid of 3x16000000 cells is too large; at most 1000000000 cells fit, with rows filled up to multiples of 64"
        ));
    }
}

/// Review S9: light pixels are occupied, which is wrong for most plans.
#[test]
fn a_plan_with_dark_walls_gets_a_hint() {
    let scratch = Scratch::new("dark");
    let file = scratch.file("plan.pgm");
    let mut image = b"P5 20 20 255\n".to_vec();
    image.extend((0..400).map(|at| if at / 20 == 5 { 0 } else { 255 }));
    std::fs::write(&file, &image).expect("an image");
    let hint = "catena: most cells are occupied, because light pixels are; if the walls are dark, add --invert\n";
    assert_eq!(catena(&["grid", &file]).stderr, hint);
    assert_eq!(catena(&["grid", &file, "--invert"]).stderr, "");
    // Text says which cells are occupied.
    assert_eq!(catena_with_input(&["grid", "-"], b"##\n##\n").stderr, "");
}

/// What the reader of TIFF files says ends with its cause, which was told once more.
#[test]
fn what_is_wrong_is_told_once() {
    let mut file = tiff::<colortype::Gray8>(&ring(255, 0));
    // The tag with the compression, a short: now the one of fax machines.
    let none = [3, 1, 3, 0, 1, 0, 0, 0, 1, 0];
    let place = file.windows(none.len()).position(|bytes| bytes == none);
    file[place.expect("the tag") + 8] = 3;
    ask(&file, &[]).is_refused(
        "standard input: page 1: cannot read the image: unsupported error: compression method Fax3 is unsupported",
    );
}

/// Masks often have the values 0 and 1, which are both dark.
#[test]
fn an_image_without_light_pixels_gets_a_hint() {
    let hint = "catena: no cell is occupied, because no pixel reaches half of the range; give --threshold VALUE or --threshold otsu\n";
    let mask = tiff::<colortype::Gray8>(&ring(1, 0));
    for command in ["grid", "volume"] {
        let of = |arguments: &[&str]| {
            catena_with_input(&[&[command, "-"], arguments].concat(), &mask).stderr
        };
        assert_eq!(of(&[]), hint, "{command}");
        assert_eq!(of(&["--threshold", "1"]), "", "{command}");
        assert_eq!(of(&["--threshold", "9"]), "", "{command}");
        assert!(!of(&["--invert"]).contains("half"), "{command}");
    }
    // Text says which cells are occupied.
    assert_eq!(catena_with_input(&["grid", "-"], b"..\n..\n").stderr, "");
}

/// A mask that is read as empty would go unnoticed.
#[test]
fn a_mask_without_doors_gets_a_hint() {
    let scratch = Scratch::new("no-doors");
    let file = scratch.file("doors.png");
    let mask = png(GrayImage::from_raw(6, 5, ring(1, 0)).expect("an image"));
    fs::write(&file, mask).expect("a mask");
    let room = [".".repeat(6), "\n".to_owned()].concat().repeat(5);
    let outcome = catena_with_input(&["grid", "-", "--doors", &file], room.as_bytes());
    assert_eq!(outcome.code, 0);
    let hint = "has no occupied cell, so there are no doors; of images light pixels are occupied";
    assert_eq!(outcome.stderr, format!("catena: '{file}' {hint}\n"));
}

/// Review S9: a name that promises another format is refused, and nothing is written.
#[test]
fn names_of_other_formats_are_refused() {
    let refused = |flag: &str, name: &str, message: &str| {
        catena_with_input(&["grid", "-", flag, name], b"##\n##\n").is_refused(message);
        assert!(!std::path::Path::new(name).exists());
    };
    let scratch = Scratch::new("names");
    let (picture, table) = (scratch.file("x.jpg"), scratch.file("x.csv"));
    let message = |flag: &str, format: &str, name: &str| {
        format!("{flag} writes a .{format} file; '{name}' is a name for another format")
    };
    refused("--output", &picture, &message("--output", "png", &picture));
    refused("--labels", &table, &message("--labels", "npy", &table));
}

/// Review S9: editors put a byte order mark or an empty line at the start.
#[test]
fn text_may_begin_with_a_mark_or_empty_lines() {
    for text in ["\u{feff}###\n#.#\n###\n", "\n\r\n###\n#.#\n###\n\n"] {
        let arguments = ["grid", "-", "--min-size", "1", "--format", "json"];
        let outcome = catena_with_input(&arguments, text.as_bytes());
        assert_eq!(outcome.json()["areas"], serde_json::json!(1), "{text:?}");
    }
    catena_with_input(&["grid", "-"], b"\n###\n##\n")
        .is_refused("standard input: line 3 has 2 cells, not 3");
}

/// Review S9: the decoder fills what is missing with grey.
#[test]
fn a_jpeg_image_that_ends_too_early_is_refused() {
    let scratch = Scratch::new("cutjpeg");
    let file = scratch.file("cut.jpg");
    let image = RgbImage::from_fn(64, 64, |x, y| {
        image::Rgb([x.to_le_bytes()[0] ^ y.to_le_bytes()[0]; 3])
    });
    let mut bytes = Cursor::new(Vec::new());
    let written = DynamicImage::ImageRgb8(image).write_to(&mut bytes, ImageFormat::Jpeg);
    written.expect("an image");
    let bytes = bytes.into_inner();
    fs::write(&file, &bytes).expect("an image");
    assert_eq!(catena(&["grid", &file]).code, 0);
    for part in [2, 3] {
        fs::write(&file, &bytes[..bytes.len() * part / 4]).expect("an image");
        catena(&["grid", &file]).is_refused(&format!("'{file}': the JPEG image ends too early"));
    }
}
