//! World files: six numbers beside an image that place it on a map.

use std::ffi::OsString;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::geo_transform::GeoTransform;

/// Reads a world file. Its numbers are one per line: the steps in x and y from a pixel
/// to the one on its right, the steps in x and y to the one below, and the place of the
/// middle of the first pixel.
pub(super) fn read(path: &Path) -> Result<GeoTransform> {
    let read = || {
        // Six numbers are far shorter; what is longer is some other file.
        const MOST: u64 = 4096;
        let mut text = String::new();
        let file = File::open(path).context("cannot open it")?;
        file.take(MOST + 1)
            .read_to_string(&mut text)
            .context("cannot read it")?;
        if text.len() as u64 > MOST {
            bail!("it is too long; a world file has six numbers");
        }
        parse(&text)
    };
    read().with_context(|| format!("the world file '{}'", path.display()))
}

fn parse(text: &str) -> Result<GeoTransform> {
    let mut numbers = Vec::new();
    for (line, word) in (1..).zip(text.lines()) {
        for word in word.split_whitespace() {
            match word.parse::<f64>() {
                Ok(number) if number.is_finite() => numbers.push(number),
                _ => bail!("line {line} has '{word}', which is not a number"),
            }
        }
    }
    let [across_x, across_y, down_x, down_y, x, y] = numbers[..] else {
        bail!(
            "a world file has six numbers, this one has {}",
            numbers.len()
        );
    };
    GeoTransform::from_middles([across_x, down_x, x], [across_y, down_y, y])
}

/// The world file beside an image, if there is one. The usual names for `plan.png` are
/// `plan.pgw`, `plan.pngw` and `plan.wld`.
pub(super) fn beside(image: &Path) -> Option<PathBuf> {
    names(image).into_iter().find(|path| path.is_file())
}

fn names(image: &Path) -> Vec<PathBuf> {
    let mut endings: Vec<OsString> = Vec::new();
    if let Some(extension) = image.extension().and_then(|text| text.to_str()) {
        let letters: Vec<char> = extension.chars().collect();
        if let [first, _, .., last] = letters[..] {
            endings.push(format!("{first}{last}w").into());
        }
        endings.push(format!("{extension}w").into());
    }
    endings.push("wld".into());
    let upper: Vec<OsString> = endings
        .iter()
        .map(|ending| ending.to_ascii_uppercase())
        .collect();
    endings.extend(upper);
    let names = endings.iter().map(|ending| image.with_extension(ending));
    names.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn world_files_have_the_names_that_other_programs_use() {
        let found = |image: &str| -> Vec<String> {
            let names = names(Path::new(image)).into_iter().take(3);
            names.map(|path| path.display().to_string()).collect()
        };
        assert_eq!(found("a/b.png"), ["a/b.pgw", "a/b.pngw", "a/b.wld"]);
        assert_eq!(found("b.tif"), ["b.tfw", "b.tifw", "b.wld"]);
        assert_eq!(found("b.jpeg"), ["b.jgw", "b.jpegw", "b.wld"]);
        assert!(names(Path::new("b.TIF")).contains(&PathBuf::from("b.TFW")));
        assert_eq!(found("b")[0], "b.wld");
    }

    #[test]
    fn the_numbers_are_in_their_strange_order() {
        let map = parse("2\n0.5\n0.25\n-4\n101.125\n48.25\n").unwrap();
        assert_eq!(map.apply([0.5, 0.5]), [101.125, 48.25]);
        assert_eq!(map.apply([1.5, 0.5]), [103.125, 48.75]);
        assert_eq!(map.apply([0.5, 1.5]), [101.375, 44.25]);
        let message = |text: &str| parse(text).unwrap_err().to_string();
        assert_eq!(
            message("1\n0\n"),
            "a world file has six numbers, this one has 2"
        );
        assert_eq!(
            message("1\n0\n0,5\n"),
            "line 3 has '0,5', which is not a number"
        );
        assert_eq!(
            message("1\n0\n0\nnan\n0\n0\n"),
            "line 4 has 'nan', which is not a number"
        );
        assert_eq!(message("0\n0\n0\n0\n0\n0\n"), "its pixels have no area");
    }
}
