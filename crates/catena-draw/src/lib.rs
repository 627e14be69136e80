//! Draws boards and their chains as SVG, PNG and terminal text.
//!
//! Everything starts with a [`Scene`]: one board, the piece that moved, a
//! chain, the enclosed cells, a caption. Four back ends show it:
//!
//! | output | function | for |
//! |---|---|---|
//! | SVG | [`svg::render`] | web pages and print, sharp at every size |
//! | PNG | [`png::render`] | forums, chats, documents |
//! | GIF | [`gif::render`] | several boards one after the other: a game |
//! | text | [`terminal::render`] | terminals and logs, with or without colour |
//!
//! # Example
//!
//! Find a chain with [`catena_grid`] and draw it three times:
//!
//! ```
//! use catena_draw::terminal::{self, Style};
//! use catena_draw::{Scene, Size, Theme, png, svg};
//! use catena_grid::{Board, Placement, Square};
//!
//! let placement: Placement = "8/8/2pp4/1p2p3/2pp4/8/8/8".parse()?;
//! let occupied = placement.grid8().ok_or("the board is not 8×8")?;
//! let chain = occupied.shortest(Square::B5).ok_or("b5 is on no chain")?;
//!
//! let scene = Scene::new(&placement)
//!     .moved(Square::B5)
//!     .with_chain(&chain)
//!     .caption("The shortest chain");
//!
//! let picture = scene.picture(&Theme::light());
//! let svg = svg::render(&picture, Size::new(400)?);
//! assert!(svg.starts_with("<svg"));
//! let png = png::render(&picture, Size::new(400)?)?;
//! assert!(png.starts_with(b"\x89PNG"));
//! let text = terminal::render(&scene, Style::default());
//! assert!(text.contains("[p]"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What can be drawn
//!
//! - **Boards of other sizes.** A [`Placement`](catena_grid::Placement) has up
//!   to 32×32 cells. Pieces that are not of chess are discs with their letter.
//! - **Marks.** [`Scene::marked`] tints cells, [`Scene::classes`] writes numbers
//!   on them, [`Scene::flip`] shows the board from Black's side.
//! - **Several boards on one page.** A [`Sheet`] arranges scenes in columns.
//! - **Other colours.** Change the fields of a [`Theme`].
//!
//! # What every picture has
//!
//! - Pieces, letters and digits are paths drawn for this crate: no picture needs
//!   a font, and SVG and PNG look the same.
//! - An SVG names itself and describes its board in words for screen readers.
//! - Enclosed cells are hatched and the chain is a line, so that nothing depends
//!   on colour alone.
//!
//! The crate has no features and no `unsafe` code.

#![forbid(unsafe_code)]

mod board;
mod description;
pub mod gif;
mod glyph;
mod path;
mod picture;
mod piece;
pub mod png;
mod scene;
mod sheet;
pub mod svg;
pub mod terminal;
mod theme;

pub use picture::{Picture, Size, SizeError};
pub use scene::Scene;
pub use sheet::Sheet;
pub use theme::{PieceColors, Rgba, Theme};

/// Compiles and runs the example in the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
