//! Boards with their chains as SVG, PNG and terminal text.
//!
//! A [`Scene`] says what is to be seen: the pieces, the piece that moved, the
//! chain, the enclosed squares. Three back ends show it: [`svg`], [`png`] and
//! [`terminal`]. A [`Sheet`] is several scenes on one page. All pieces,
//! letters and digits are paths of our own; no picture needs a font.
//!
//! ```
//! use catena_grid::{Placement, Square};
//! use catena_draw::{Scene, Size, Theme, png, svg, terminal};
//!
//! let placement: Placement = "8/8/2pp4/1p2p3/2pp4/8/8/8".parse()?;
//! let chain: Vec<Square> = ["b5", "c6", "d6", "e5", "d4", "c4"]
//!     .iter()
//!     .map(|name| name.parse())
//!     .collect::<Result<_, _>>()?;
//! let scene = Scene::new(&placement)
//!     .moved(chain[0])
//!     .chain(chain)
//!     .enclosed(["c5".parse::<Square>()?, "d5".parse::<Square>()?])
//!     .caption("The smallest chain");
//!
//! let picture = scene.picture(&Theme::light());
//! let svg = svg::render(&picture, Size::new(400)?);
//! assert!(svg.starts_with("<svg"));
//! let png = png::render(&picture, Size::new(400)?)?;
//! assert!(png.starts_with(b"\x89PNG"));
//! let text = terminal::render(&scene, terminal::Style::default());
//! assert!(text.contains("[p]"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod board;
mod description;
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
