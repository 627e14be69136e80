//! The library seen from outside, in one program: what the tests share is compiled once.

mod answers;
mod board;
mod cavities;
mod definition;
mod disjoint_paths;
mod exact;
mod fixed_sets;
mod leaks;
mod outlines;
mod parts;
mod raster;
mod seals;
mod size_three;
#[path = "../support/mod.rs"]
mod support;
mod verify;
mod walls;
