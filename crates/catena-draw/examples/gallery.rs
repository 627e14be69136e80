//! Draws the boards by which the pieces and themes are judged.
//!
//! `cargo run -p catena-draw --example gallery -- DIRECTORY`

#![allow(clippy::print_stdout, reason = "an example for the terminal")]

use std::error::Error;
use std::fs;
use std::path::PathBuf;

use catena_draw::terminal::{self, Script, Style};
use catena_draw::{Picture, Scene, Sheet, Size, Theme, png, svg};
use catena_grid::{Cell, Placement, Square};

const FIGURE_4: &str = "1n1k1b2/rpp1pp2/2b1pn2/rq2pp2/1Q3pPB/PPPNP1PB/3P1R1P/3K1RN1";
const FIGURE_9: &str = "1b4rk/n1p3pr/p1np3p/1p1pp3/3PP3/P1NPPQ2/N1PRK3/1B6";

fn squares(names: &str) -> Vec<Square> {
    names
        .split_whitespace()
        .filter_map(|name| name.parse().ok())
        .collect()
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args().nth(1).ok_or("name a directory")?);
    let save = |name: &str, picture: &Picture, size: u32| -> Result<(), Box<dyn Error>> {
        let size = Size::new(size)?;
        fs::write(
            folder.join(format!("{name}.svg")),
            svg::render(picture, size),
        )?;
        fs::write(
            folder.join(format!("{name}.png")),
            png::render(picture, size)?,
        )?;
        Ok(())
    };
    let (light, dark) = (Theme::light(), Theme::dark());

    let start = Scene::new(&"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR".parse()?);
    save("start", &start.picture(&light), 720)?;
    save("start-dark", &start.picture(&dark), 720)?;
    save(
        "start-small",
        &start.coordinates(false).picture(&light),
        120,
    )?;

    let figure_9 = Scene::new(&FIGURE_9.parse()?)
        .moved("f3".parse::<Square>()?)
        .chain(squares("f3 e4 e5 d6 c7 b8 a7 a6 b5 c6 d5 d4 e3"))
        .enclosed(squares("b6 b7"));
    save("figure-9", &figure_9.picture(&light), 720)?;
    save("figure-9-dark", &figure_9.picture(&dark), 720)?;
    save("figure-9-small", &figure_9.picture(&light), 120)?;
    save(
        "figure-9-flip",
        &figure_9.clone().flip(true).picture(&light),
        400,
    )?;
    println!("{}", terminal::render(&figure_9, Style::default()));
    let color = Style {
        color: true,
        script: Script::Symbols,
    };
    println!("{}", terminal::render(&figure_9, color));

    let placement: Placement = FIGURE_4.parse()?;
    let enclosures = [
        ("f3 g2", "e3 f4 g3 h2 g1 f2"),
        (
            "c4 c5 d4 d5 d6 d7 e4",
            "d8 e7 e6 e5 f4 e3 d3 c3 b4 b5 c6 c7",
        ),
        (
            "c4 c5 d4 d5 d6 d7 e4 f3",
            "d8 e7 e6 e5 f4 g3 f2 e3 d3 c3 b4 b5 c6 c7",
        ),
        (
            "c4 c5 d4 d5 d6 d7 e4 f3 g2",
            "d8 e7 e6 e5 f4 g3 h2 g1 f2 e3 d3 c3 b4 b5 c6 c7",
        ),
    ];
    let boards = enclosures
        .iter()
        .enumerate()
        .map(|(index, (inside, chain))| {
            let chain = squares(chain);
            let caption = format!("{}: {} pieces around {inside}", index + 1, chain.len());
            Scene::new(&placement)
                .chain(chain)
                .enclosed(squares(inside))
                .caption(caption)
        });
    let sheet = Sheet::new(boards.collect());
    save("sheet", &sheet.picture(&light), 1000)?;
    save("sheet-dark", &sheet.picture(&dark), 600)?;
    println!("{}", terminal::render_sheet(&sheet, Style::default(), 100));

    let numbers = placement.grid8().into_iter().flat_map(|occupied| !occupied);
    let classes = Scene::new(&placement)
        .classes(numbers.map(|square| (square, u32::from(square.index()) + 1)))
        .caption("Classes before 8-CCA; ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz 0123456789 .,:;!?'\"-+=<>*/()[]{}#%&_|");
    save("classes", &classes.picture(&light), 720)?;

    let wide: Placement =
        "rnabqkbcnr/pppppppppp/10/10/10/3wz5/10/10/PPPPPPPPPP/RNABQKBCNR".parse()?;
    let wide = Scene::new(&wide).marked([Cell::new(3, 5), Cell::new(4, 5)]);
    save("wide", &wide.picture(&light), 720)?;
    println!(
        "{}",
        terminal::render(
            &wide,
            Style {
                color: false,
                script: Script::Ascii
            }
        )
    );

    let rank = "32/".repeat(31) + "30KQ";
    let large = Scene::new(&rank.parse()?).caption("32 by 32");
    save("large", &large.picture(&light), 900)?;
    Ok(())
}
