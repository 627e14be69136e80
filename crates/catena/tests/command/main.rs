//! The command as a user runs it: what it prints, and how it exits.

mod annotate;
mod audit;
mod budget;
mod check;
mod conflicts;
mod detect;
mod draw;
mod enclosures;
mod engine;
mod grid;
mod help;
mod images;
mod mask;
mod matches;
mod moves;
mod perft;
mod play;
mod python;
mod run;
mod tune;
mod verdict;
mod volumes;
mod walls;
