//! [`Bitmap`]: the walls of an image, as the body of a request.
//!
//! The body is a portable bitmap (PBM, the kind `P4`): eight cells to the byte, and a
//! cell that is 1 is a wall.

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::{StatusCode, header};
use catena_grid::Raster;

use crate::error::ApiError;
use crate::limit::ServerLimits;
use crate::state::AppState;

/// The bytes that the header of a bitmap may have, with comments.
const MOST_HEADER: usize = 1024;

/// The walls that a request carries.
#[derive(Debug)]
pub(crate) struct Bitmap(pub(crate) Raster);

/// What is wrong with the body of a request that should be a bitmap.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BitmapError {
    #[error("the body is not a portable bitmap of the kind P4: its header is wrong")]
    Header,
    #[error("an image has {side} columns and {side} rows at most, and {cells} cells")]
    TooLarge { side: usize, cells: usize },
    #[error("an image has at least one column and one row")]
    Empty,
    #[error(
        "a bitmap of {width}x{height} cells has {expected} bytes after its header, not {found}"
    )]
    Length {
        width: usize,
        height: usize,
        expected: usize,
        found: usize,
    },
}

/// The longest body that a bitmap within the limits has.
pub(crate) fn most_bytes(limits: &ServerLimits) -> usize {
    // Each row is filled up to whole bytes.
    MOST_HEADER + limits.image_cells / 8 + limits.image_side
}

impl FromRequest<AppState> for Bitmap {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &AppState) -> Result<Bitmap, ApiError> {
        let limits = &state.limits;
        // A body that says how long it is need not be read to be refused. One that does
        // not is read as far as the layer with `most_bytes` lets it.
        if declared_length(&request).is_some_and(|length| length > most_bytes(limits)) {
            return Err(too_large(limits).into());
        }
        let body = Bytes::from_request(request, state).await;
        let body = body.map_err(|rejection| match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => too_large(limits).into(),
            _ => ApiError::from(rejection),
        })?;
        Ok(Bitmap(read(&body, limits)?))
    }
}

fn declared_length(request: &Request) -> Option<usize> {
    let length = request.headers().get(header::CONTENT_LENGTH)?;
    length.to_str().ok()?.parse().ok()
}

fn too_large(limits: &ServerLimits) -> BitmapError {
    BitmapError::TooLarge {
        side: limits.image_side,
        cells: limits.image_cells,
    }
}

/// Reads a bitmap. Its size is checked before anything of that size is made.
fn read(body: &[u8], limits: &ServerLimits) -> Result<Raster, BitmapError> {
    let rest = body.strip_prefix(b"P4").ok_or(BitmapError::Header)?;
    let (width, rest) = number(rest)?;
    let (height, rest) = number(rest)?;
    let is_large =
        width.max(height) > limits.image_side || width.saturating_mul(height) > limits.image_cells;
    if is_large {
        return Err(too_large(limits));
    }
    let (first, data) = rest.split_first().ok_or(BitmapError::Header)?;
    if !first.is_ascii_whitespace() {
        return Err(BitmapError::Header);
    }
    let line = width.div_ceil(8);
    if data.len() != line * height {
        return Err(BitmapError::Length {
            width,
            height,
            expected: line * height,
            found: data.len(),
        });
    }
    let mut raster = Raster::new(width, height).map_err(|_| BitmapError::Empty)?;
    for (row, line) in data.chunks_exact(line).enumerate() {
        raster.set_words(row, line.chunks(8).map(word));
    }
    Ok(raster)
}

/// Reads a number of the header, after white space and comments.
fn number(mut text: &[u8]) -> Result<(usize, &[u8]), BitmapError> {
    let before = text.len();
    loop {
        text = text.trim_ascii_start();
        if text.first() != Some(&b'#') {
            break;
        }
        let end = text.iter().position(|byte| *byte == b'\n');
        text = &text[end.ok_or(BitmapError::Header)?..];
    }
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if before == text.len() || digits == 0 {
        return Err(BitmapError::Header);
    }
    let (digits, rest) = text.split_at(digits);
    let value = digits.iter().fold(0usize, |value, digit| {
        let digit = usize::from(digit - b'0');
        value.saturating_mul(10).saturating_add(digit)
    });
    Ok((value, rest))
}

/// Returns up to eight bytes as 64 cells, the first one lowest. In the file the first
/// cell is the highest bit of the first byte.
fn word(bytes: &[u8]) -> u64 {
    let mut word = [0; 8];
    word[..bytes.len()].copy_from_slice(bytes);
    u64::from_be_bytes(word).reverse_bits()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_body(body: &[u8]) -> Result<Raster, BitmapError> {
        let limits = ServerLimits {
            image_cells: 1000,
            image_side: 100,
            ..ServerLimits::default()
        };
        read(body, &limits)
    }

    #[test]
    fn cells_are_read_row_by_row_the_highest_bit_first() {
        let raster = read_body(b"P4\n# two rows\n 10 2\n\xC0\x40\x01\x80").unwrap();
        assert_eq!(raster.to_string(), "##.......#\n.......##.");
    }

    #[test]
    fn what_is_beyond_the_width_does_not_count() {
        let raster = read_body(b"P4 3 1 \xFF").unwrap();
        assert_eq!(
            (raster.to_string().as_str(), raster.count_occupied()),
            ("###", 3)
        );
    }

    #[test]
    fn wrong_bodies_are_refused_with_the_reason() {
        for (body, expected) in [
            (&b""[..], "its header is wrong"),
            (b"P4", "its header is wrong"),
            (b"P5 1 1 \0", "its header is wrong"),
            (b"P41 1 \0", "its header is wrong"),
            (b"P4 1 x \0", "its header is wrong"),
            (b"P4 1 1", "its header is wrong"),
            (b"P4 1 1x\0", "its header is wrong"),
            (b"P4 # no end", "its header is wrong"),
            (b"P4 0 1 ", "at least one column"),
            (b"P4 1 0 ", "at least one column"),
            (
                b"P4 101 1 ",
                "100 columns and 100 rows at most, and 1000 cells",
            ),
            (b"P4 1 101 ", "100 columns"),
            (b"P4 99 99 ", "1000 cells"),
            (
                b"P4 99999999999999999999999 99999999999999999999 ",
                "100 columns",
            ),
            (
                b"P4 9 2 \0\0\0",
                "9x2 cells has 4 bytes after its header, not 3",
            ),
            (b"P4 9 2 \0\0\0\0\0", "not 5"),
        ] {
            let error = read_body(body).unwrap_err().to_string();
            assert!(error.contains(expected), "{body:?}: {error}");
        }
    }
}
