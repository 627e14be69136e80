//! [`VectorPath`]: lines and curves, all that a back end has to draw.

/// A point in the units of a picture: a square is 100 wide, y grows downwards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Point {
    pub(crate) x: f32,
    pub(crate) y: f32,
}

impl Point {
    pub(crate) const fn new(x: f32, y: f32) -> Point {
        Point { x, y }
    }

    /// The point at this share of the way to the other.
    pub(crate) fn towards(self, other: Point, share: f32) -> Point {
        Point::new(
            self.x + (other.x - self.x) * share,
            self.y + (other.y - self.y) * share,
        )
    }
}

/// One step of a path, from where the last one ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Segment {
    Move(Point),
    Line(Point),
    /// A quadratic curve: the control point and the end.
    Quad(Point, Point),
    /// A cubic curve: the two control points and the end.
    Cubic(Point, Point, Point),
    Close,
}

/// Short names for the tables of pieces and glyphs.
pub(crate) mod table {
    use super::{Point, Segment};

    const fn point(x: i8, y: i8) -> Point {
        Point::new(x as f32, y as f32)
    }

    /// Start at a point.
    pub(crate) const fn m(x: i8, y: i8) -> Segment {
        Segment::Move(point(x, y))
    }

    /// A line to a point.
    pub(crate) const fn l(x: i8, y: i8) -> Segment {
        Segment::Line(point(x, y))
    }

    /// A quadratic curve with one control point, to the second point.
    pub(crate) const fn q(ax: i8, ay: i8, x: i8, y: i8) -> Segment {
        Segment::Quad(point(ax, ay), point(x, y))
    }

    /// A cubic curve with two control points, to the third point.
    pub(crate) const fn c(ax: i8, ay: i8, bx: i8, by: i8, x: i8, y: i8) -> Segment {
        Segment::Cubic(point(ax, ay), point(bx, by), point(x, y))
    }

    /// Back to the start.
    pub(crate) const Z: Segment = Segment::Close;
}

/// Lines and curves, in the order in which they are drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct VectorPath {
    segments: Vec<Segment>,
}

impl VectorPath {
    pub(crate) fn new() -> VectorPath {
        VectorPath::default()
    }

    pub(crate) fn segments(&self) -> &[Segment] {
        &self.segments
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.segments.is_empty()
    }

    pub(crate) fn push(&mut self, segment: Segment) {
        self.segments.push(segment);
    }

    pub(crate) fn line(&mut self, from: Point, to: Point) {
        self.push(Segment::Move(from));
        self.push(Segment::Line(to));
    }

    pub(crate) fn rectangle(&mut self, left: f32, top: f32, width: f32, height: f32) {
        let (right, bottom) = (left + width, top + height);
        self.line(Point::new(left, top), Point::new(right, top));
        self.push(Segment::Line(Point::new(right, bottom)));
        self.push(Segment::Line(Point::new(left, bottom)));
        self.push(Segment::Close);
    }

    pub(crate) fn circle(&mut self, centre: Point, radius: f32) {
        // Four cubic curves with this handle deviate from a circle by less
        // than a thousandth of its radius.
        let handle = radius * 0.5523;
        let at = |x: f32, y: f32| Point::new(centre.x + x, centre.y + y);
        self.push(Segment::Move(at(radius, 0.0)));
        let mut quarter = |(ax, ay), (bx, by), (x, y)| {
            self.push(Segment::Cubic(at(ax, ay), at(bx, by), at(x, y)));
        };
        quarter((radius, handle), (handle, radius), (0.0, radius));
        quarter((-handle, radius), (-radius, handle), (-radius, 0.0));
        quarter((-radius, -handle), (-handle, -radius), (0.0, -radius));
        quarter((handle, -radius), (radius, -handle), (radius, 0.0));
        self.push(Segment::Close);
    }

    /// Appends other segments, scaled and then moved.
    pub(crate) fn place(&mut self, segments: &[Segment], scale: f32, offset: Point) {
        let to = |p: Point| Point::new(p.x * scale + offset.x, p.y * scale + offset.y);
        self.segments
            .extend(segments.iter().map(|segment| segment.map(to)));
    }

    /// Returns the closed outline of a piece turned on a lathe. The profile is
    /// its right half, from the top of the axis to the bottom; the left half is
    /// the mirror image.
    pub(crate) fn turned(profile: &[Segment], axis: f32) -> VectorPath {
        let mirror = |p: Point| Point::new(2.0 * axis - p.x, p.y);
        let mut path = VectorPath::new();
        let mut back = Vec::new();
        let mut at = Point::new(axis, 0.0);
        for &segment in profile {
            path.push(segment);
            let (start, end) = (at, segment.end().unwrap_or(at));
            at = end;
            match segment {
                Segment::Line(_) => back.push(Segment::Line(start)),
                Segment::Quad(a, _) => back.push(Segment::Quad(a, start)),
                Segment::Cubic(a, b, _) => back.push(Segment::Cubic(b, a, start)),
                Segment::Move(_) | Segment::Close => {}
            }
        }
        for segment in back.into_iter().rev() {
            path.push(segment.map(mirror));
        }
        path.push(Segment::Close);
        path
    }
}

impl Segment {
    /// Where the segment ends, unless it goes back to the start.
    pub(crate) fn end(self) -> Option<Point> {
        match self {
            Segment::Move(p) | Segment::Line(p) | Segment::Quad(_, p) | Segment::Cubic(_, _, p) => {
                Some(p)
            }
            Segment::Close => None,
        }
    }

    fn map(self, to: impl Fn(Point) -> Point) -> Segment {
        match self {
            Segment::Move(p) => Segment::Move(to(p)),
            Segment::Line(p) => Segment::Line(to(p)),
            Segment::Quad(a, p) => Segment::Quad(to(a), to(p)),
            Segment::Cubic(a, b, p) => Segment::Cubic(to(a), to(b), to(p)),
            Segment::Close => Segment::Close,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::table::{c, l, m};
    use super::*;

    #[test]
    fn a_turned_outline_is_its_own_mirror_image() {
        let profile = [m(50, 0), l(60, 10), c(62, 20, 64, 30, 70, 40), l(50, 40)];
        let path = VectorPath::turned(&profile, 50.0);
        let ends: Vec<Point> = path.segments().iter().filter_map(|s| s.end()).collect();
        for point in &ends {
            assert!(ends.contains(&Point::new(100.0 - point.x, point.y)));
        }
        assert_eq!(ends.first(), ends.last());
        assert_eq!(
            path.segments()[5],
            c(36, 30, 38, 20, 40, 10),
            "the curve runs back, control points swapped"
        );
    }
}
