"""What is wrong is a ValueError or a TypeError with one sentence."""

import catena_grid as cg
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

SQUARE = np.ones((3, 3), bool)
CUBE = np.ones((3, 3, 3), bool)


@pytest.mark.parametrize(
    "error, sentence, call",
    [
        (ValueError, "the array has 1 dimension, not 2 or 3", lambda: cg.enclosed(np.ones(3, bool))),
        (ValueError, "the array has 0 dimensions, not 2 or 3", lambda: cg.enclosed(1)),
        (ValueError, "the array has 4 dimensions", lambda: cg.enclosed(np.ones((1, 1, 1, 1)))),
        (TypeError, "elements of type complex128", lambda: cg.enclosed(np.ones((2, 2), complex))),
        (TypeError, "elements of type object", lambda: cg.enclosed([[None, 1]])),
        (TypeError, "elements of type <U1", lambda: cg.enclosed([["a", "b"]])),
        (TypeError, "elements of type datetime64", lambda: cg.enclosed(np.zeros((1, 1), "M8[s]"))),
        (TypeError, "array of float64 needs a threshold", lambda: cg.enclosed(np.ones((2, 2)))),
        (TypeError, "a threshold is a number", lambda: cg.enclosed(SQUARE, threshold="1")),
        (ValueError, "there is no lattice 'tri'", lambda: cg.on_chain(SQUARE, lattice="tri")),
        (TypeError, "lattice", lambda: cg.on_chain(SQUARE, lattice=6)),
        (ValueError, "a minimum size is a whole number from 1", lambda: cg.on_chain(SQUARE, min_size=0)),
        (ValueError, "a minimum size is a whole number", lambda: cg.label_areas(SQUARE, 2**32)),
        (ValueError, "-1 is not a whole number", lambda: cg.on_chain(SQUARE, min_size=-1)),
        (ValueError, "-2 is not a whole number", lambda: cg.on_chain(SQUARE, threads=-2)),
        (ValueError, "is not a whole number", lambda: cg.on_chain(SQUARE, budget=2**70)),
        (TypeError, "min_size", lambda: cg.on_chain(SQUARE, min_size=2.5)),
        (TypeError, "positional", lambda: cg.on_chain(SQUARE, 2)),
        (ValueError, "on_chain is for arrays of 2 dimensions", lambda: cg.on_chain(CUBE)),
        (ValueError, "witness is for arrays of 2 dimensions", lambda: cg.witness(CUBE, (0, 0))),
        (ValueError, "a volume has no lattice 'hex'", lambda: cg.enclosed(CUBE, lattice="hex")),
        (ValueError, "a volume has no lattice 'hex'", lambda: cg.analyse(CUBE, lattice="hex")),
        (ValueError, r"no cell \(3, 0\) in an array of 3 rows and 3", lambda: cg.witness(SQUARE, (3, 0))),
        (ValueError, r"no cell \(0, -1\)", lambda: cg.witness(SQUARE, (0, -1))),
        (ValueError, r"no cell \(0, 0\)", lambda: cg.witness(np.zeros((0, 4), bool), (0, 0))),
        (ValueError, "no cell", lambda: cg.witness(SQUARE, (0, 2**80))),
        (ValueError, "a row and a column, not 3 numbers", lambda: cg.witness(SQUARE, (0, 0, 0))),
        (TypeError, "not iterable", lambda: cg.witness(SQUARE, 3)),
        (TypeError, "two whole numbers", lambda: cg.witness(SQUARE, (0.5, 1))),
        (TypeError, "two whole numbers", lambda: cg.witness(SQUARE, "e4")),
        (ValueError, "too large", lambda: cg.enclosed(np.broadcast_to(True, (2**20, 2**20)))),
        (ValueError, "too large", lambda: cg.enclosed(np.broadcast_to(True, (2**15,) * 3))),
    ],
)
def test_sentences(error, sentence, call):
    with pytest.raises(error, match=sentence) as raised:
        call()
    text = str(raised.value)
    assert "\n" not in text and not text.endswith(".")


def test_undecided_is_said():
    # By the block test c6 would be on a chain around four cells; it takes a search.
    fen = "2P5/1P1P4/P1P1P3/1P1P4/2P5"
    image = np.zeros((40, 40), bool)
    for row, rank in enumerate(fen.split("/")):
        col = 0
        for letter in rank:
            if letter.isdigit():
                col += int(letter)
            else:
                image[row, col] = True
                col += 1
    assert not cg.on_chain(image, min_size=4)[2, 2]
    for ask in (cg.on_chain, cg.label_walls):
        with pytest.raises(ValueError, match="no certain answer within the work budget"):
            ask(image, min_size=4, budget=0)
    assert cg.analyse(image, 4, budget=0).on_chain is None
    # Areas need no search.
    assert cg.label_areas(image, 4, return_num=True)[1] == 1


def test_arrays_that_raise_when_they_are_read():
    class Bad:
        def __array__(self, *args, **kwargs):
            raise ValueError("no array today")

    with pytest.raises(ValueError, match="no array today"):
        cg.enclosed(Bad())


anything = st.recursive(
    st.one_of(
        st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=4), st.binary(max_size=4)
    ),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=2), inner, max_size=2),
    max_leaves=6,
)


@given(anything, anything)
def test_no_input_crashes_the_interpreter(image, other):
    calls = [
        lambda: cg.on_chain(image),
        lambda: cg.enclosed(image, threshold=other),
        lambda: cg.label_areas(image, other),
        lambda: cg.label_walls(SQUARE, other),
        lambda: cg.analyse(image, lattice=other),
        lambda: cg.witness(SQUARE, image),
        lambda: cg.on_chain(SQUARE, threads=other, budget=image),
        lambda: cg.chess.has_chain(image, other),
        lambda: cg.chess.check(image, other),
        lambda: cg.chess.Position(image, other),
    ]
    for call in calls:
        try:
            call()
        except (ValueError, TypeError):
            pass
