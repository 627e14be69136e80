//! The command as a user runs it: what it prints, and how it exits.

mod annotate;
mod audit;
mod budget;
mod check;
mod conflicts;
mod detect;
mod docs;
mod draw;
mod enclosures;
mod engine;
mod files;
mod grid;
mod help;
mod images;
mod mask;
mod matches;
mod memory;
mod moves;
mod perft;
mod play;
mod polygons;
mod puzzle;
mod python;
mod run;
mod schema;
mod schemas;
#[cfg(all(feature = "page", target_os = "linux"))]
mod serve;
mod solve;
mod tune;
mod verdict;
mod volumes;
mod walls;
