//! One board as shapes, from bottom to top: squares, marks, chain, pieces,
//! numbers.

use catena_grid::{Cell, file_letters};

use crate::description;
use crate::glyph;
use crate::path::{Point, Segment, VectorPath};
use crate::picture::{Picture, Shape};
use crate::scene::Scene;
use crate::theme::{Rgba, Theme};

/// The side of a square.
const SQUARE: f32 = 100.0;
/// The margin around the board.
const EDGE: f32 = 14.0;
/// The margin left of the board and below it if it has coordinates.
const COORDINATE_ROOM: f32 = 50.0;
/// Heights of the letters of coordinates and captions on an 8×8 board.
const COORDINATE: f32 = 25.0;
const CAPTION: f32 = 32.0;
/// Captions are not broken into lines shorter than this.
const CAPTION_ROOM: f32 = 500.0;
/// Further lines of a caption are cut off.
const CAPTION_LINES: usize = 8;

/// Returns the picture of a scene.
pub(crate) fn picture(scene: &Scene, theme: &Theme) -> Picture {
    let layout = Layout::new(scene);
    let mut shapes = Vec::new();
    draw(scene, theme, &layout, Point::new(0.0, 0.0), &mut shapes);
    Picture {
        width: layout.width,
        height: layout.height,
        title: description::title(scene),
        description: description::board(scene),
        theme: *theme,
        shapes,
    }
}

/// Appends the shapes of a scene, its top left corner at `corner`.
pub(crate) fn draw(
    scene: &Scene,
    theme: &Theme,
    layout: &Layout,
    corner: Point,
    shapes: &mut Vec<Shape>,
) {
    let mut board = BoardPainter {
        scene,
        theme,
        layout,
        origin: Point::new(corner.x + layout.board.x, corner.y + layout.board.y),
        shapes,
    };
    board.squares();
    board.marks();
    board.enclosed();
    board.frame();
    board.chain();
    board.pieces(true);
    board.pieces(false);
    board.classes();
    board.coordinates();
    board.caption(corner);
}

/// The layout of a board: where its parts go.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) width: f32,
    pub(crate) height: f32,
    /// The top left corner of the board.
    board: Point,
    /// How much larger the text is than on an 8×8 board.
    text_scale: f32,
    caption: Vec<String>,
}

impl Layout {
    pub(crate) fn new(scene: &Scene) -> Layout {
        let files = scene.width() as f32;
        let ranks = scene.height() as f32;
        // Larger boards are shown in smaller squares; their text must not
        // shrink as much. At 1.5 two letters still fit below a square.
        let text_scale = (files.max(ranks) / 8.0).clamp(1.0, 1.5);
        let room = if scene.has_coordinates() {
            COORDINATE_ROOM * text_scale
        } else {
            EDGE
        };
        let board_width = room + files * SQUARE + EDGE;
        let board_height = EDGE + ranks * SQUARE + room;

        let text = scene.caption_text();
        let caption_room = board_width.max(CAPTION_ROOM) - 2.0 * EDGE;
        let mut caption = glyph::wrap(text, caption_room, CAPTION * text_scale);
        if caption.len() > CAPTION_LINES {
            caption.truncate(CAPTION_LINES);
            caption[CAPTION_LINES - 1].push('…');
        }
        let widest = caption
            .iter()
            .map(|line| glyph::width(line, CAPTION * text_scale) + 2.0 * EDGE)
            .fold(board_width, f32::max);
        let lines = caption.len() as f32;
        Layout {
            width: widest,
            height: board_height + lines * CAPTION * text_scale * 1.6 + lines.min(1.0) * EDGE,
            board: Point::new((widest - board_width) / 2.0 + room, EDGE),
            text_scale,
            caption,
        }
    }
}

/// A board being drawn.
struct BoardPainter<'a> {
    scene: &'a Scene,
    theme: &'a Theme,
    layout: &'a Layout,
    /// The top left corner of the top left square.
    origin: Point,
    shapes: &'a mut Vec<Shape>,
}

impl BoardPainter<'_> {
    /// Returns the top left corner of a cell in the picture.
    fn corner(&self, cell: Cell) -> Point {
        let shown = self.scene.shown(cell);
        Point::new(
            self.origin.x + shown.column as f32 * SQUARE,
            self.origin.y + shown.row as f32 * SQUARE,
        )
    }

    fn centre(&self, cell: Cell) -> Point {
        let corner = self.corner(cell);
        Point::new(corner.x + SQUARE / 2.0, corner.y + SQUARE / 2.0)
    }

    fn fill(&mut self, path: VectorPath, color: Rgba) {
        if !path.is_empty() {
            self.shapes.push(Shape::Fill { path, color });
        }
    }

    fn stroke(&mut self, path: VectorPath, color: Rgba, width: f32) {
        if !path.is_empty() {
            self.shapes.push(Shape::Stroke { path, color, width });
        }
    }

    /// Returns the squares of these cells as a path.
    fn tiles<'c>(&self, cells: impl IntoIterator<Item = &'c Cell>) -> VectorPath {
        let mut path = VectorPath::new();
        for &cell in cells {
            let corner = self.corner(cell);
            path.rectangle(corner.x, corner.y, SQUARE, SQUARE);
        }
        path
    }

    fn squares(&mut self) {
        let (files, ranks) = (self.scene.width() as f32, self.scene.height() as f32);
        let mut board = VectorPath::new();
        board.rectangle(self.origin.x, self.origin.y, files * SQUARE, ranks * SQUARE);
        let dark: Vec<Cell> = (self.scene.cells())
            .filter(|cell| self.scene.is_dark(*cell))
            .collect();
        self.fill(board.clone(), self.theme.light_square);
        self.fill(self.tiles(&dark), self.theme.dark_square);
        self.stroke(board, self.theme.border, 3.0);
    }

    fn marks(&mut self) {
        let tint = self.theme.chain.with_alpha(110);
        self.fill(self.tiles(self.scene.marked_cells()), tint);
    }

    /// Draws enclosed cells: a tint, hatching, and a line around each area.
    fn enclosed(&mut self) {
        let enclosed = self.scene.enclosed_cells();
        let (mut hatching, mut rim) = (VectorPath::new(), VectorPath::new());
        for &cell in enclosed {
            let corner = self.corner(cell);
            let at = |x: f32, y: f32| Point::new(corner.x + x * SQUARE, corner.y + y * SQUARE);
            for step in [0.25, 0.5, 0.75, 1.0] {
                hatching.line(at(0.0, step), at(step, 0.0));
            }
            for step in [0.25, 0.5, 0.75] {
                hatching.line(at(step, 1.0), at(1.0, step));
            }
            let shown = self.scene.shown(cell);
            let is_open = |column: Option<usize>, row: Option<usize>| {
                let (Some(column), Some(row)) = (column, row) else {
                    return true;
                };
                let (width, height) = (self.scene.width(), self.scene.height());
                // This is a place in the picture: find its cell of the board.
                column >= width
                    || row >= height
                    || !enclosed.contains(&self.scene.shown(Cell::new(column, row)))
            };
            let (column, row) = (Some(shown.column), Some(shown.row));
            let sides = [
                (column, shown.row.checked_sub(1), at(0.0, 0.0), at(1.0, 0.0)),
                (column, Some(shown.row + 1), at(0.0, 1.0), at(1.0, 1.0)),
                (shown.column.checked_sub(1), row, at(0.0, 0.0), at(0.0, 1.0)),
                (Some(shown.column + 1), row, at(1.0, 0.0), at(1.0, 1.0)),
            ];
            for (column, row, from, to) in sides {
                if is_open(column, row) {
                    rim.line(from, to);
                }
            }
        }
        self.fill(self.tiles(enclosed), self.theme.enclosed_ground);
        self.stroke(hatching, self.theme.enclosed, 3.5);
        self.stroke(rim, self.theme.enclosed, 4.5);
    }

    /// Draws the frame around the piece that moved.
    fn frame(&mut self) {
        if let Some(cell) = self.scene.moved_cell() {
            let corner = self.corner(cell);
            let width = 7.0;
            let inset = width / 2.0 + 1.0;
            let mut path = VectorPath::new();
            let side = SQUARE - 2.0 * inset;
            path.rectangle(corner.x + inset, corner.y + inset, side, side);
            self.stroke(path, self.theme.moved, width);
        }
    }

    /// Draws the chain: a closed line with rounded corners.
    fn chain(&mut self) {
        let links: Vec<(Point, Point)> = (self.scene.chain_links())
            .map(|(from, to)| (self.centre(from), self.centre(to)))
            .collect();
        let mut path = VectorPath::new();
        for (index, &(from, to)) in links.iter().enumerate() {
            let (start, end) = (from.towards(to, ROUNDING), to.towards(from, ROUNDING));
            path.push(if index == 0 {
                Segment::Move(start)
            } else {
                Segment::Quad(from, start)
            });
            path.push(Segment::Line(end));
        }
        if let Some(&(from, to)) = links.first() {
            path.push(Segment::Quad(from, from.towards(to, ROUNDING)));
            path.push(Segment::Close);
        }
        self.stroke(path.clone(), self.theme.rim, 19.0);
        self.stroke(path, self.theme.chain, 12.0);
    }

    fn pieces(&mut self, is_white: bool) {
        let placed: Vec<_> = (self.scene.pieces())
            .filter(|(_, piece)| piece.is_white() == is_white)
            .map(|(cell, piece)| (piece, self.corner(cell)))
            .collect();
        if !placed.is_empty() {
            self.shapes.push(Shape::Pieces { is_white, placed });
        }
    }

    /// Draws class numbers: large on empty cells, small in the corner of others.
    fn classes(&mut self) {
        let (mut large, mut small) = (VectorPath::new(), VectorPath::new());
        for (&cell, number) in self.scene.class_numbers() {
            let text = number.to_string();
            let is_empty = (self.scene.placement()).piece_at(cell).is_none();
            let (corner, centre) = (self.corner(cell), self.centre(cell));
            let (path, middle, height, room) = if is_empty {
                (&mut large, centre, 44.0_f32, 80.0)
            } else {
                let middle = Point::new(corner.x + 79.0, corner.y + 22.0);
                (&mut small, middle, 22.0, 30.0)
            };
            let height = height.min(height * room / glyph::width(&text, height));
            let strokes = glyph::centred(&text, middle, height);
            path.place(strokes.segments(), 1.0, Point::new(0.0, 0.0));
        }
        for (path, pen) in [(large, 5.5), (small, 3.2)] {
            self.stroke(path.clone(), self.theme.rim, pen * 2.6);
            self.stroke(path, self.theme.class, pen);
        }
    }

    fn coordinates(&mut self) {
        if !self.scene.has_coordinates() {
            return;
        }
        let scale = self.layout.text_scale;
        let (height, offset) = (COORDINATE * scale, COORDINATE_ROOM * scale * 0.5);
        let mut path = VectorPath::new();
        let mut write = |text: &str, middle: Point| {
            let strokes = glyph::centred(text, middle, height);
            path.place(strokes.segments(), 1.0, Point::new(0.0, 0.0));
        };
        let bottom = self.origin.y + self.scene.height() as f32 * SQUARE;
        for column in 0..self.scene.width() {
            let middle = Point::new(self.centre(Cell::new(column, 0)).x, bottom + offset);
            write(&file_letters(column), middle);
        }
        for row in 0..self.scene.height() {
            let rank = self.scene.height() - row;
            let middle = self.centre(Cell::new(0, row)).y;
            write(
                &rank.to_string(),
                Point::new(self.origin.x - offset, middle),
            );
        }
        self.stroke(path, self.theme.text, height * glyph::PEN);
    }

    fn caption(&mut self, corner: Point) {
        let height = CAPTION * self.layout.text_scale;
        let lines = self.layout.caption.len() as f32;
        let mut y = corner.y + self.layout.height - EDGE - (lines - 0.5) * height * 1.6;
        let mut path = VectorPath::new();
        for line in &self.layout.caption {
            let middle = Point::new(corner.x + self.layout.width / 2.0, y);
            let strokes = glyph::centred(line, middle, height);
            path.place(strokes.segments(), 1.0, Point::new(0.0, 0.0));
            y += height * 1.6;
        }
        self.stroke(path, self.theme.text, height * glyph::PEN);
    }
}

/// The share of each link that its rounded corners take, at either end.
const ROUNDING: f32 = 0.25;
