use catena_core::detect::raster::{Query, analyse};
use catena_core::{Raster, SquareLattice};
use std::time::Instant;
fn cpu() -> f64 {
    std::fs::read_to_string("/proc/self/schedstat")
        .unwrap()
        .split(' ')
        .next()
        .unwrap()
        .parse::<f64>()
        .unwrap()
        / 1e9
}
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let n: usize = args[2].parse().unwrap();
    let threads: usize = args.get(3).map_or(1, |t| t.parse().unwrap());
    let labels = args.get(4).is_some();
    let mut s = 88172645463325252u64;
    let mut rnd = || {
        s ^= s << 13;
        s ^= s >> 7;
        s ^= s << 17;
        s.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 40
    };
    let d = (args[1].parse::<f64>().unwrap_or(0.0) * (1 << 24) as f64) as u64;
    let r = match args[1].as_str() {
        "rings" => Raster::from_fn(n, n, |x, y| {
            let m = x.min(y).min(n - 1 - x).min(n - 1 - y);
            m % 2 == 0
        }),
        "comb" => Raster::from_fn(n, n, |x, y| x % 2 == 0 || y == n - 1),
        "checker" => Raster::from_fn(n, n, |x, y| (x + y) % 2 == 0),
        "stripes" => Raster::from_fn(n, n, |x, _| x % 2 == 0),
        "dots" => Raster::from_fn(n, n, |x, y| x % 2 == 0 || y % 2 == 0),
        "maze" => Raster::from_fn(n, n, |x, y| {
            (x % 2 == 0 && y % 2 == 0) || ((x % 2 == 0) != (y % 2 == 0) && rnd() & 1 == 0)
        }),
        "spiral" => {
            // arms two cells apart
            let mut g = Raster::new(n, n).unwrap();
            let (mut x, mut y, mut dx, mut dy) = (0i64, 0i64, 1i64, 0i64);
            let (mut x0, mut y0, mut x1, mut y1) = (0i64, 0i64, n as i64 - 1, n as i64 - 1);
            loop {
                g.set(x as usize, y as usize, true);
                let (nx, ny) = (x + dx, y + dy);
                if nx < x0 || nx > x1 || ny < y0 || ny > y1 {
                    if dx == 1 {
                        y0 = y + 2
                    } else if dy == 1 {
                        x1 = x - 2
                    } else if dx == -1 {
                        y1 = y - 2
                    } else {
                        x0 = x + 2
                    }
                    let t = dx;
                    dx = -dy;
                    dy = t;
                    let (nx, ny) = (x + dx, y + dy);
                    if nx < x0.min(x)
                        || nx > x1.max(x)
                        || ny < y0 - 2 && false
                        || x0 > x1
                        || y0 > y1
                    {
                        break;
                    }
                    x = nx;
                    y = ny;
                    continue;
                }
                x = nx;
                y = ny;
            }
            Ok(g)
        }
        _ => Raster::from_fn(n, n, |_, _| rnd() < d),
    }
    .unwrap();
    let t = Instant::now();
    let c = cpu();
    let report = analyse::<SquareLattice>(
        &r,
        &Query {
            threads,
            labels,
            ..Query::new(2)
        },
    )
    .unwrap();
    let s = cpu() - c;
    let wall = t.elapsed().as_secs_f64();
    println!(
        "{} {n} t{threads}: wall {wall:.3} cpu {s:.3} s {:.2} ns/cell areas {} walls {} on {} occ {}",
        args[1],
        s * 1e9 / (n * n) as f64,
        report.areas,
        report.walls,
        report.cells_on_chain,
        r.occupied()
    );
}
