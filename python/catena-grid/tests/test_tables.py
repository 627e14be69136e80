"""Columns of every kind, and reports as tables."""

import catena_grid as cg
import chess
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from test_chess import FIGURE_9, boards

BOARDS = boards(500)
FENS = [board.fen() for board in BOARDS]
BITS = [board.occupied for board in BOARDS]
NUMBERS = [index % 64 for index in range(500)]
SQUARES = [chess.square_name(number) for number in NUMBERS]
EXPECTED = [cg.chess.has_chain(*row) for row in zip(FENS, SQUARES)]


def columns(values: list) -> dict[str, object]:
    is_text = isinstance(values[0], str)
    kind = pa.string() if is_text else pa.uint64()
    kinds = {
        "list": values,
        "tuple": tuple(values),
        "iterator": iter(values),
        "numpy": np.array(values) if is_text else np.array(values, np.uint64),
        "object": np.array(values, dtype=object),
        "pyarrow": pa.array(values, kind),
        "chunks": pa.chunked_array([pa.array(values[:7], kind), pa.array(values[7:], kind)]),
        "slice": pa.array(values[:3] + values, kind)[3:],
        "dictionary": pa.array(values, kind).dictionary_encode(),
        "polars": pl.Series(values, dtype=pl.String if is_text else pl.UInt64),
        "pandas": pd.Series(values, dtype="str" if is_text else "uint64"),
        "pandas arrow": pd.Series(pa.array(values, kind), dtype=pd.ArrowDtype(kind)),
    }
    if is_text:
        kinds["large"] = pa.array(values, pa.large_string())
        kinds["view"] = pa.array(values, kind).cast(pa.string_view())
        kinds["categorical"] = pl.Series(values, dtype=pl.Categorical)
        kinds["pandas category"] = pd.Series(values, dtype="category")
    return kinds


@pytest.mark.parametrize("kind", columns(FENS))
def test_positions_of_every_kind(kind):
    answers = cg.chess.check(columns(FENS)[kind], SQUARES)
    assert answers.dtype == bool
    assert answers.tolist() == EXPECTED
    assert True in EXPECTED and False in EXPECTED


@pytest.mark.parametrize("kind", columns(SQUARES))
def test_squares_of_every_kind(kind):
    assert cg.chess.check(FENS, columns(SQUARES)[kind]).tolist() == EXPECTED


@pytest.mark.parametrize("kind", columns(NUMBERS))
def test_numbers_of_every_kind(kind):
    assert cg.chess.check(pa.array(FENS), columns(NUMBERS)[kind]).tolist() == EXPECTED
    assert cg.chess.check(columns(BITS)[kind], NUMBERS).tolist() == EXPECTED


def test_boards_and_signed_columns():
    assert cg.chess.check(BOARDS, SQUARES).tolist() == EXPECTED
    signed = pa.array(np.array(BITS, np.uint64).view(np.int64))
    assert cg.chess.check(signed, SQUARES).tolist() == EXPECTED
    small = pa.array(NUMBERS, pa.int8())
    assert cg.chess.check(FENS, small).tolist() == EXPECTED


def test_one_square_for_all_rows():
    expected = [cg.chess.has_chain(fen, "e4") for fen in FENS]
    assert cg.chess.check(FENS, "e4").tolist() == expected
    assert cg.chess.check(FENS, chess.E4).tolist() == expected
    assert cg.chess.check(FENS, np.int64(chess.E4)).tolist() == expected


def test_no_rows():
    typed = (pa.array([], pa.string()), pl.Series([], dtype=pl.String))
    untyped = (pa.array([]), pa.chunked_array([[]]), pl.Series([]), pd.Series([], dtype=object))
    for empty in ([], np.array([], dtype=object), *typed, *untyped):
        assert cg.chess.check(empty, []).tolist() == []
        assert cg.chess.check(empty, "e4").tolist() == []


def test_many_rows():
    rows = 100_000
    times = rows // 500
    answers = cg.chess.check(pa.array(FENS * times), pa.array(SQUARES * times))
    assert answers.tolist() == EXPECTED * times
    assert cg.chess.check(FENS * times, SQUARES * times).tolist() == EXPECTED * times


@pytest.mark.parametrize(
    "error, sentence, fens, squares",
    [
        (ValueError, "row 1: rank 8 has 7 squares", [FIGURE_9, "7/8/8/8/8/8/8/8"], "e4"),
        (ValueError, "row 1: rank 8 has 7 squares", pa.array([FIGURE_9, "7/8/8/8/8/8/8/8"]), "e4"),
        (ValueError, "row 2: 'x'", [FIGURE_9] * 3, ["e4", "e5", "x"]),
        (ValueError, "row 2: 'x'", [FIGURE_9] * 3, pa.array(["e4", "e5", "x"])),
        (ValueError, "row 0: there is no square 64", [FIGURE_9], pa.array([64])),
        (ValueError, "row 1: the position is null", pa.array([FIGURE_9, None]), "e4"),
        (ValueError, "row 1: the square is null", [FIGURE_9] * 2, pa.array(["e4", None])),
        (ValueError, "row 0: the position is null", pa.nulls(2), "e4"),
        (ValueError, "row 0: the square is null", [FIGURE_9] * 2, pa.nulls(2)),
        (ValueError, "row 0: a board is", pl.Series([None, None]), "e4"),
        (ValueError, "row 0: a square is", [FIGURE_9] * 2, pl.Series([None, None])),
        (ValueError, "row 1: a board is", [FIGURE_9, None], "e4"),
        (ValueError, "there are 2 positions and 1 squares", [FIGURE_9] * 2, ["e4"]),
        (TypeError, "fens is a column, not a single value", FIGURE_9, "e4"),
        (TypeError, "fens has values of type Float64", pa.array([1.5]), "e4"),
        (TypeError, "squares has values of type Boolean", [FIGURE_9], pa.array([True])),
        (TypeError, "not iterable", None, "e4"),
    ],
)
def test_rows_that_are_wrong(error, sentence, fens, squares):
    with pytest.raises(error, match=sentence):
        cg.chess.check(fens, squares)


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.string_view()], ids=str)
@pytest.mark.parametrize("text", [b"\xff", b"8/8/8/8/8/8/8/7\xf0", b"\xe2\x82", b"\xed\xa0\x80"])
def test_texts_that_are_not_utf8(kind, text):
    """Arrow takes the word of whoever made the column, so such texts do arrive."""
    made = pa.array([FIGURE_9.encode(), text], pa.binary())
    if kind == pa.string_view():
        wrong = made.cast(pa.binary_view()).view(kind)
    else:
        wrong = made.cast(pa.large_binary() if kind == pa.large_string() else pa.binary()).view(kind)
    with pytest.raises(ValueError, match="row 1: the text is not UTF-8"):
        cg.chess.check(wrong, "f3")
    with pytest.raises(ValueError, match="row 0: "):
        cg.chess.check([FIGURE_9] * 2, wrong)


def test_errors_name_the_row_of_a_later_chunk():
    good, bad = pa.array([FIGURE_9] * 40_000), pa.array([FIGURE_9, "x"])
    with pytest.raises(ValueError, match="row 40001: "):
        cg.chess.check(pa.chunked_array([good, bad]), "e4")
    with pytest.raises(ValueError, match="row 40001: "):
        cg.chess.check([FIGURE_9] * 40_001 + ["x"], "e4")


def rooms() -> np.ndarray:
    image = np.zeros((12, 30), bool)
    for row, col, height, width in [(0, 0, 5, 6), (2, 10, 7, 9), (3, 21, 4, 5)]:
        image[row : row + height, col : col + width] = True
        image[row + 1 : row + height - 1, col + 1 : col + width - 1] = False
    return image


def test_a_report_is_a_table_everywhere():
    report = cg.analyse(rooms())
    table = report.to_dict()
    assert table["size"] == [12, 35, 6]
    # Arrow has no tuples: a cell is a list of two numbers there.
    lists = {**table, "opening_cells": [[list(cell) for cell in cells] for cells in table["opening_cells"]]}
    assert report.to_arrow().to_pydict() == lists
    assert isinstance(report.to_arrow(), pa.Table)
    assert pa.table(report).to_pydict() == lists
    assert pl.DataFrame(report).to_dict(as_series=False) == lists
    assert pd.DataFrame(table).to_dict("list") == table
    assert report.to_arrow().schema.types[:8] == [pa.int64()] * 8


def test_a_report_as_html():
    html = cg.analyse(rooms())._repr_html_()
    assert html.count("<table>") == html.count("</table>") == 2
    assert "<td>35</td>" in html
    # The largest comes first.
    assert html.index("<td>35</td>") < html.index("<td>12</td>")
    assert cg.analyse(np.zeros((3, 3), bool))._repr_html_().count("<table>") == 1
    many = np.tile(np.pad(np.zeros((1, 2), bool), 1, constant_values=True), (6, 6))
    assert cg.analyse(many)._repr_html_().count("<tr>") == 6 + 1 + 10
    cavity = np.ones((3, 3, 3), bool)
    cavity[1, 1, 1] = False
    assert "cavities of 1 cells or more" in cg.analyse(cavity)._repr_html_()
