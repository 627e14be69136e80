//! Animated pictures, read back by an independent decoder.

#![allow(clippy::unwrap_used, reason = "a step that fails fails the test")]

use std::time::Duration;

use catena_draw::gif::{self, Frame, GifError};
use catena_draw::{Scene, Size, Theme, png};
use catena_grid::{Board, Placement, Square};

fn scene(fen: &str) -> Scene {
    Scene::new(&fen.parse::<Placement>().unwrap()).caption("1. e4")
}

fn frame(scene: &Scene) -> Frame {
    Frame {
        picture: scene.picture(&Theme::light()),
        stays: Duration::from_millis(1200),
    }
}

/// Decodes a GIF into whole images, as a viewer shows them, with their delays.
fn decode(bytes: &[u8]) -> Vec<(Vec<u8>, u16)> {
    let mut options = ::gif::DecodeOptions::new();
    options.set_color_output(::gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes).unwrap();
    let width = usize::from(decoder.width());
    let mut canvas = vec![0; width * usize::from(decoder.height()) * 4];
    let mut images = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        let row_length = usize::from(frame.width) * 4;
        for (row, line) in frame.buffer.chunks(row_length).enumerate() {
            let at = ((usize::from(frame.top) + row) * width + usize::from(frame.left)) * 4;
            canvas[at..at + row_length].copy_from_slice(line);
        }
        images.push((canvas.clone(), frame.delay));
    }
    images
}

/// The pixels of the same picture as a PNG.
fn painted(scene: &Scene, size: Size) -> Vec<u8> {
    let bytes = png::render(&scene.picture(&Theme::light()), size).unwrap();
    tiny_skia::Pixmap::decode_png(&bytes).unwrap().take()
}

#[test]
fn every_image_looks_like_its_picture() {
    let chain_fen = "6k1/5ppp/8/2nP4/1p2P3/2Nq4/5PPP/6K1";
    let placement: Placement = chain_fen.parse().unwrap();
    let chain = placement.grid8().unwrap().shortest(Square::C3).unwrap();
    let scenes = [
        scene("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"),
        scene("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR"),
        scene(chain_fen).moved(Square::C3).with_chain(&chain),
        scene(chain_fen).flip(true),
        scene(chain_fen).flip(true),
    ];
    let size = Size::new(320).unwrap();
    let frames: Vec<Frame> = scenes.iter().map(frame).collect();
    let images = decode(&gif::render(&frames, size).unwrap());
    assert_eq!(images.len(), scenes.len());
    for (scene, (image, delay)) in scenes.iter().zip(images) {
        assert_eq!(delay, 120);
        let wanted = painted(scene, size);
        assert_eq!(image.len(), wanted.len());
        let off = image.iter().zip(&wanted).map(|(a, b)| a.abs_diff(*b));
        let (count, worst) = off.fold((0, 0), |(count, worst), off| {
            (count + usize::from(off > 24), worst.max(off))
        });
        // Softened edges may be a little off; areas may not.
        assert!(count * 200 < wanted.len(), "{count} of {}", wanted.len());
        assert!(worst < 96, "a colour is off by {worst}");
    }
}

#[test]
fn what_does_not_change_costs_little() {
    let start = scene("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR");
    let next = scene("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR");
    let size = Size::new(480).unwrap();
    let one = gif::render(&[frame(&start)], size).unwrap().len();
    let two = gif::render(&[frame(&start), frame(&next)], size)
        .unwrap()
        .len();
    assert!(two < one + one / 4, "{one} bytes, then {two}");
}

#[test]
fn pictures_of_other_sizes_and_none_at_all_are_refused() {
    let size = Size::new(100).unwrap();
    assert!(matches!(gif::render(&[], size), Err(GifError::Empty)));
    let board = frame(&scene("8/8/8/8/8/8/8/8"));
    let plain = frame(&Scene::new(&"8/8/8/8/8/8/8/8".parse().unwrap()));
    let error = gif::render(&[board, plain], size).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the pictures of an animation must have the same size"
    );
}
