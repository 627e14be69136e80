//! The calls about images, against the library.

use std::time::Duration;

use crate::schema;
use crate::support::{TestServer, answer, refusal};
use catena_grid::wall::{self, LeakAnswer, Region, Rim, SealAnswer};
use catena_grid::{Cell, Grid, MinSize, Query, Raster};
use catena_web::ServerLimits;
use reqwest::{RequestBuilder, StatusCode};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// A raster as a portable bitmap, written bit by bit.
fn bitmap(raster: &Raster) -> Vec<u8> {
    let mut file = format!("P4\n{} {}\n", raster.width(), raster.height()).into_bytes();
    for row in 0..raster.height() {
        for start in (0..raster.width()).step_by(8) {
            let bits = (0..8).map(|bit| raster.is_occupied(Cell::new(start + bit, row)));
            file.push(bits.fold(0, |byte, bit| byte << 1 | u8::from(bit)));
        }
    }
    file
}

fn ask(server: &TestServer, call: &str, body: Vec<u8>) -> RequestBuilder {
    let address = format!("http://{}/api/walls/{call}", server.address);
    server.client.post(address).body(body)
}

/// Noise in which each cell is occupied with this chance, in per cent.
fn noise(width: usize, height: usize, percent: u64, seed: u64) -> Raster {
    let mut state = seed;
    Raster::from_fn(width, height, |_| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % 100 < percent
    })
    .unwrap()
}

fn rasters() -> Vec<Raster> {
    let sizes = [
        (1, 1),
        (7, 5),
        (8, 8),
        (9, 3),
        (64, 10),
        (65, 20),
        (130, 37),
    ];
    let mut rasters = Vec::new();
    for (seed, (width, height)) in (1..).zip(sizes) {
        for percent in [0, 35, 50, 65, 100] {
            rasters.push(noise(width, height, percent, seed * 100 + percent));
        }
    }
    rasters
}

fn pair(cell: Cell) -> Value {
    json!([cell.column, cell.row])
}

fn rim_of(name: &str) -> Rim {
    if name == "wall" { Rim::Wall } else { Rim::Open }
}

/// The labels of all cells, from those of the runs.
fn spread(raster: &Raster, labels: &[u8]) -> Vec<u16> {
    let mut labels = labels
        .chunks_exact(2)
        .map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
    let mut spread = Vec::new();
    for row in 0..raster.height() {
        let mut run = None;
        for column in 0..raster.width() {
            if raster.is_occupied(Cell::new(column, row)) {
                run = None;
                spread.push(0);
            } else {
                spread.push(*run.get_or_insert_with(|| labels.next().unwrap()));
            }
        }
    }
    assert_eq!(labels.next(), None);
    spread
}

/// The JSON of an answer, and what follows it.
async fn with_labels(request: RequestBuilder) -> (Value, Vec<u8>) {
    let response = request.send().await.unwrap();
    assert_eq!(response.status(), StatusCode::OK);
    assert_eq!(
        response.headers()["content-type"],
        "application/octet-stream"
    );
    let body = response.bytes().await.unwrap();
    let end = body.iter().position(|byte| *byte == b'\n').unwrap();
    let answer = serde_json::from_slice(&body[..end]).unwrap();
    schema::check("walls-areas", &answer);
    (answer, body[end + 1..].to_vec())
}

#[tokio::test]
async fn areas_are_those_of_the_library() {
    let server = TestServer::start(ServerLimits::default()).await;
    for raster in rasters() {
        for rim in ["open", "wall"] {
            let grid = Grid::new(&raster);
            let survey = wall::areas(&grid, rim_of(rim), MinSize::ONE).unwrap();
            let call = format!("areas?rim={rim}");
            let found = answer(ask(&server, &call, bitmap(&raster))).await;
            let mut expected: Vec<_> = survey.records().collect();
            expected.sort_by_key(|area| (u64::MAX - area.cells, area.number));
            assert_eq!(found["count"], expected.len());
            assert_eq!(found["occupied"], raster.count_occupied());
            let enclosed: u64 = expected.iter().map(|area| area.cells).sum();
            assert_eq!(found["enclosed"], enclosed);
            assert_eq!(found["areas"].as_array().unwrap().len(), expected.len());
            for (found, area) in found["areas"].as_array().unwrap().iter().zip(&expected) {
                let opening = area.opening.as_ref().map(|opening| opening.cells.len());
                let (min, max) = (area.min, area.max);
                // The reader of JSON is exact to the last digit but one.
                for (axis, mean) in area.centroid.into_iter().take(2).enumerate() {
                    let read = found["centroid"][axis].as_f64().unwrap();
                    assert!((read - mean).abs() < 1e-9, "{read} {mean}");
                }
                assert_eq!(
                    *found,
                    json!({
                        "id": area.number,
                        "cells": area.cells,
                        "box": [min.column, min.row, max.column, max.row],
                        "centroid": found["centroid"],
                        "inside": pair(area.inside),
                        "walls": area.walls,
                        "neighbours": area.touches.len(),
                        "opening": opening,
                    })
                );
            }
            let call = format!("areas?rim={rim}&labels=true");
            let (again, labels) = with_labels(ask(&server, &call, bitmap(&raster))).await;
            assert_eq!(again, found);
            // The label of a cell is the place of its area in the list.
            let ids: Vec<u64> = expected.iter().map(|area| area.number.into()).collect();
            for (cell, label) in raster.cells().zip(spread(&raster, &labels)) {
                let id = survey.area_at(cell).map(u64::from);
                let listed = usize::from(label).checked_sub(1).map(|place| ids[place]);
                assert_eq!(listed, id);
            }
        }
    }
}

#[tokio::test]
async fn areas_that_are_not_listed_are_counted_and_labelled_too() {
    let limits = ServerLimits {
        image_areas: 3,
        ..ServerLimits::default()
    };
    let server = TestServer::start(limits).await;
    let raster = noise(300, 200, 55, 9);
    let (numbers, count) = Grid::new(&raster).label_areas(&Query::new(MinSize::ONE));
    let call = ask(&server, "areas?labels=true", bitmap(&raster));
    let (found, labels) = with_labels(call).await;
    assert!(count > 100);
    assert_eq!(found["count"], count);
    let enclosed = numbers.iter().filter(|number| **number > 0).count();
    assert_eq!(found["enclosed"], enclosed);
    let listed = found["areas"].as_array().unwrap();
    assert_eq!(listed.len(), 3);
    let mut sizes = vec![0u64; count as usize];
    for number in numbers.iter().filter(|number| **number > 0) {
        sizes[usize::try_from(*number).unwrap() - 1] += 1;
    }
    sizes.sort_unstable();
    sizes.reverse();
    for (area, size) in listed.iter().zip(sizes) {
        assert_eq!(area["cells"], size);
    }
    let mut shared = vec![0u16; count as usize + 1];
    for (number, label) in numbers.into_iter().zip(spread(&raster, &labels)) {
        let number = usize::try_from(number).unwrap();
        let place = listed.iter().position(|area| area["id"] == number);
        match (number, place) {
            (0, _) => assert_eq!(label, 0),
            (_, Some(place)) => assert_eq!(usize::from(label), place + 1),
            // One label for all of an area, and not one of the listed ones.
            _ => {
                assert!(label > 3);
                assert!(shared[number] == 0 || shared[number] == label);
                shared[number] = label;
            }
        }
    }
}

/// The cells of a way, from those where it turns.
fn walk(turns: &Value) -> Vec<Cell> {
    let turns = turns.as_array().unwrap().iter();
    let number = |value: &Value| usize::try_from(value.as_u64().unwrap()).unwrap();
    let mut way: Vec<Cell> = Vec::new();
    for next in turns.map(|cell| Cell::new(number(&cell[0]), number(&cell[1]))) {
        while let Some(last) = way.last().copied().filter(|last| *last != next) {
            assert!(last.column == next.column || last.row == next.row);
            let step =
                |from: usize, to: usize| from + usize::from(to > from) - usize::from(to < from);
            way.push(Cell::new(
                step(last.column, next.column),
                step(last.row, next.row),
            ));
        }
        if way.is_empty() {
            way.push(next);
        }
    }
    way
}

#[tokio::test]
async fn leaks_and_openings_are_those_of_the_library() {
    let server = TestServer::start(ServerLimits::default()).await;
    for raster in rasters() {
        let grid = Grid::new(&raster);
        let empty = raster.cells().filter(|cell| !raster.is_occupied(*cell));
        for (cell, rim) in empty
            .step_by(41)
            .flat_map(|cell| [(cell, "open"), (cell, "wall")])
        {
            let call = format!("leak?at={},{}&rim={rim}", cell.column, cell.row);
            let found = answer(ask(&server, &call, bitmap(&raster))).await;
            match wall::leak(&grid, rim_of(rim), cell).unwrap() {
                LeakAnswer::Leaks(leak) => {
                    let widest = leak.widest.unwrap();
                    assert_eq!(walk(&found["leak"]["turns"]), leak.route);
                    assert_eq!(found["leak"]["length"], leak.route.len());
                    assert_eq!(found["leak"]["width"], widest.width);
                    assert_eq!(found["leak"]["narrowest"], pair(widest.narrowest));
                    assert_eq!(found["closed"], Value::Null);
                }
                _ => {
                    let survey = wall::areas(&grid, rim_of(rim), MinSize::ONE).unwrap();
                    let area = survey.record(survey.area_at(cell).unwrap()).unwrap();
                    let opening = area.opening.map_or(Vec::new(), |opening| opening.cells);
                    let cells: Vec<Value> = opening.into_iter().map(pair).collect();
                    assert_eq!(found["closed"]["opening_cells"], Value::Array(cells));
                    assert_eq!(found["closed"]["area"]["id"], area.number);
                    assert_eq!(found["leak"], Value::Null);
                }
            }
        }
    }
}

#[tokio::test]
async fn patches_are_those_of_the_library() {
    let server = TestServer::start(ServerLimits::default()).await;
    for raster in rasters() {
        let grid = Grid::new(&raster);
        let empty = raster.cells().filter(|cell| !raster.is_occupied(*cell));
        for (cell, radius) in empty
            .step_by(67)
            .flat_map(|cell| [(cell, 0), (cell, 1), (cell, 3)])
        {
            let mut region = Region::new(&grid, Rim::Open).unwrap();
            region.add_around(cell, radius).unwrap();
            // 3 is what a request gets that names none.
            let named = if radius == 3 {
                String::new()
            } else {
                format!("&radius={radius}")
            };
            let call = format!("seal?at={},{}{named}", cell.column, cell.row);
            let found = answer(ask(&server, &call, bitmap(&raster))).await;
            let list = |cells: &[Cell]| Value::Array(cells.iter().copied().map(pair).collect());
            match wall::seal(&region).unwrap() {
                SealAnswer::Sealed(patch) => {
                    let expected =
                        json!({ "size": patch.cells.len(), "cells": list(&patch.cells) });
                    assert_eq!(
                        (&found["seal"], &found["at_rim"]),
                        (&expected, &Value::Null)
                    );
                }
                SealAnswer::AtRim(cells) => {
                    assert_eq!(
                        (&found["seal"], &found["at_rim"]),
                        (&Value::Null, &list(&cells))
                    );
                }
                _ => panic!("another answer"),
            }
        }
    }
}

#[tokio::test]
async fn wrong_questions_are_refused() {
    let server = TestServer::start(ServerLimits::default()).await;
    let ring = || b"P4\n4 3\n\xF0\x90\xF0".to_vec();
    for (call, body, expected) in [
        (
            "areas",
            b"P4\n4 3\n\xF0".to_vec(),
            "a bitmap of 4x3 cells has 3 bytes after its header, not 1",
        ),
        (
            "areas",
            b"hello".to_vec(),
            "the body is not a portable bitmap of the kind P4: its header is wrong",
        ),
        (
            "areas",
            Vec::new(),
            "the body is not a portable bitmap of the kind P4: its header is wrong",
        ),
        (
            "leak?at=0,0",
            ring(),
            "at: the cell 0,0 is a wall; only empty cells leak",
        ),
        (
            "leak?at=4,0",
            ring(),
            "at: there is no cell 4,0 in the image",
        ),
        (
            "leak?at=0,3",
            ring(),
            "at: there is no cell 0,3 in the image",
        ),
        (
            "leak?at=1",
            ring(),
            "at: a cell is a column and a row, such as 120,80",
        ),
        (
            "leak?at=-1,1",
            ring(),
            "at: a cell is a column and a row, such as 120,80",
        ),
        (
            "seal?at=0,0",
            ring(),
            "at: the cell 0,0 is a wall; only empty cells leak",
        ),
        (
            "seal?at=1,1&radius=101",
            ring(),
            "radius: a radius is from 0 to 100 cells",
        ),
    ] {
        let (status, text) = refusal(ask(&server, call, body)).await;
        let refused = (status, text.as_str());
        assert_eq!(
            refused,
            (StatusCode::UNPROCESSABLE_ENTITY, expected),
            "{call}"
        );
    }
    for call in [
        "leak",
        "areas?rim=glass",
        "areas?labels=perhaps",
        "areas?colour=red",
        "seal?at=1,1&radius=-1",
    ] {
        let (status, text) = refusal(ask(&server, call, ring())).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{call}: {text}");
    }
}

#[tokio::test]
async fn an_image_that_is_too_large_is_refused_before_it_is_read() {
    let server = TestServer::start(ServerLimits::default()).await;
    let expected = "an image has 16384 columns and 16384 rows at most, and 16777216 cells";
    for header in [
        "P4 4097 4097 ",
        "P4 16385 1 ",
        "P4 1 16385 ",
        "P4 999999999999 999999999999 ",
    ] {
        let (status, text) = refusal(ask(&server, "areas", header.into())).await;
        assert_eq!(
            (status, text.as_str()),
            (StatusCode::PAYLOAD_TOO_LARGE, expected),
            "{header}"
        );
    }
    // The length alone is enough to refuse: the body never comes.
    let mut stream = TcpStream::connect(&server.address).await.unwrap();
    let head = "POST /api/walls/areas HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\
        Content-Length: 2200000\r\n\r\n";
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).await.unwrap();
    assert!(
        text.starts_with("HTTP/1.1 413") && text.contains(expected),
        "{text}"
    );
}

/// Limits for a machine that does something else meanwhile.
fn patient() -> ServerLimits {
    ServerLimits {
        request_time: Duration::from_secs(600),
        ..ServerLimits::default()
    }
}

/// The most runs and the most areas that 16 megapixels can have.
#[tokio::test]
async fn a_checkerboard_of_16_megapixels_is_answered() {
    let server = TestServer::start(patient()).await;
    let board = Raster::from_fn(4096, 4096, |cell| (cell.column + cell.row) % 2 == 0).unwrap();
    let (found, labels) =
        with_labels(ask(&server, "areas?labels=true&rim=wall", bitmap(&board))).await;
    // King's steps make one area of all of them.
    assert_eq!(
        (&found["count"], &found["enclosed"]),
        (&json!(1), &json!(1 << 23))
    );
    assert_eq!(labels.len(), 2 << 23);
    let dots =
        Raster::from_fn(4096, 4096, |cell| cell.column % 2 == 0 || cell.row % 2 == 0).unwrap();
    let (found, labels) =
        with_labels(ask(&server, "areas?labels=true&rim=wall", bitmap(&dots))).await;
    assert_eq!(
        (&found["count"], &found["enclosed"]),
        (&json!(1 << 22), &json!(1 << 22))
    );
    assert_eq!(found["areas"].as_array().unwrap().len(), 4000);
    assert_eq!(labels.len(), 2 << 22);
}

#[tokio::test]
async fn other_calls_do_not_wait_for_images() {
    let limits = ServerLimits {
        images: 1,
        workers: 1,
        ..patient()
    };
    let server = TestServer::start(limits).await;
    let body = bitmap(&noise(4096, 4096, 41, 3));
    let images = (0..3).map(|_| tokio::spawn(ask(&server, "areas", body.clone()).send()));
    let images: Vec<_> = images.collect();
    let detect = server.get("/api/detect?fen=8/8/8/8/8/8/8/8");
    let answered = tokio::time::timeout(Duration::from_secs(60), answer(detect));
    answered.await.unwrap();
    assert!(images.iter().any(|image| !image.is_finished()));
    for image in images {
        assert_eq!(image.await.unwrap().unwrap().status(), StatusCode::OK);
    }
}
