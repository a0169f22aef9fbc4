"""Products of tall float32 arrays with narrow ones; the slow twin is numpy's product.

BLAS is made for square matrices, and where it does not know a processor it leaves half of the vector units
unused. These loops hold a small tile of the result in vector registers, for any processor numba compiles for.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from firth.runtime.arrays import Array
from firth.runtime.compile import compiled

STRIP = 32
"""Columns of a tile: two vectors of 512 bits, or four of 256."""

TILE = 6
"""Rows of a tile: as many sums as the smaller of these register files holds beside what is added to them."""

GROUP = 48
"""Rows that are combined at a time: each strip of the small matrix is fetched once for all of them."""

ROWS_IN_CACHE = 256
"""Rows of a tall array whose inner products are added up in float32 before they go to float64."""


@intrinsic(prefer_literal=True)
def _tile(
    _typing: Any, height: Any, a: Any, a_start: Any, a_row: Any, a_step: Any, length: Any, b: Any,
    b_start: Any, b_step: Any, out: Any, out_start: Any, out_row: Any,
) -> Any:  # fmt: skip
    """out[r, c] = Σ_k a[r, k] · b[k, c] for r < height and c < STRIP.

    Entries of a stand at a_start + r · a_row + k · a_step of the flat array, so that it may be read turned.
    """
    signature = types.void(
        height, a, types.intp, types.intp, types.intp, types.intp, b, types.intp, types.intp, out, types.intp,
        types.intp,
    )  # fmt: skip

    def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        def start_of(argument: int) -> Any:
            return context.make_array(signature.args[argument])(context, builder, given[argument]).data

        _, _, a_start, a_row, a_step, length, _, b_start, b_step, _, out_start, out_row = given
        scalar = context.get_data_type(a.dtype)
        vector = ir.VectorType(scalar, STRIP)
        undefined = ir.Constant(vector, ir.Undefined)
        lanes = ir.Constant(ir.VectorType(ir.IntType(32), STRIP), [0] * STRIP)
        aligned = context.get_abi_sizeof(scalar)  # rows lie anywhere
        rows = range(height.literal_value)
        nothing = ir.Constant(vector, [0.0] * STRIP)
        sums = [cgutils.alloca_once_value(builder, nothing) for _ in rows]  # type: ignore[no-untyped-call]
        starts = [
            builder.gep(start_of(1), [builder.add(a_start, builder.mul(a_row, ir.Constant(a_row.type, r)))])
            for r in rows
        ]
        with cgutils.for_range(builder, length) as loop:
            place = builder.gep(start_of(6), [builder.add(b_start, builder.mul(loop.index, b_step))])
            row_of_b = builder.load(builder.bitcast(place, vector.as_pointer()), align=aligned)
            along = builder.mul(loop.index, a_step)
            for start, total in zip(starts, sums, strict=True):
                value = builder.load(builder.gep(start, [along]))
                one_lane = builder.insert_element(undefined, value, ir.Constant(ir.IntType(32), 0))
                spread = builder.shuffle_vector(one_lane, undefined, lanes)
                product = builder.fmul(spread, row_of_b, flags=["contract"])
                builder.store(builder.fadd(builder.load(total), product, flags=["contract"]), total)
        for r, total in enumerate(sums):
            offset = builder.add(out_start, builder.mul(out_row, ir.Constant(out_row.type, r)))
            place = builder.gep(start_of(9), [offset])
            builder.store(builder.load(total), builder.bitcast(place, vector.as_pointer()), align=aligned)
        return context.get_dummy_value()

    return signature, generate


_write_tile: Any = _tile  # numba gives an intrinsic its first argument


@compiled()
def add_inner(a: Array, b: Array, first: int, last: int, total: Array) -> None:
    """total += AᵀB over the rows first … last−1; B has STRIP columns, and total is float64."""
    height, step, b_step = a.shape[1], a.strides[0] // a.itemsize, b.strides[0] // b.itemsize
    part = np.empty((height, STRIP), a.dtype)
    for begin in range(first, last, ROWS_IN_CACHE):
        length = min(ROWS_IN_CACHE, last - begin)
        a_start, b_start = begin * step, begin * b_step
        if height < TILE:
            for k in range(height):
                _write_tile(1, a, a_start + k, 1, step, length, b, b_start, b_step, part, k * STRIP, STRIP)
        else:
            for place in range(0, height, TILE):
                k = min(place, height - TILE)  # the last tile may do some rows a second time
                _write_tile(TILE, a, a_start + k, 1, step, length, b, b_start, b_step, part, k * STRIP, STRIP)
        for k in range(height):
            for c in range(STRIP):
                total[k, c] += part[k, c]


@compiled()
def combine_rows(a: Array, strips: Array, first: int, last: int, out: Array, subtract: bool) -> None:
    """out[first:last] = A[first:last] C, or out −= it; `out` may be A itself.

    strips: C cut into strips of STRIP columns, one after the other, the last filled up with zeros.
    """
    length, width, step = a.shape[1], out.shape[1], a.strides[0] // a.itemsize
    row = strips.shape[0] * STRIP
    part = np.empty((GROUP, row), a.dtype)
    for begin in range(first, last, GROUP):
        height = min(GROUP, last - begin)
        whole = height - height % TILE
        for s in range(strips.shape[0]):
            b_start, column = s * length * STRIP, s * STRIP
            for r in range(0, whole, TILE):
                a_start, to = (begin + r) * step, r * row + column
                _write_tile(TILE, a, a_start, step, 1, length, strips, b_start, STRIP, part, to, row)
            for r in range(whole, height):
                a_start, to = (begin + r) * step, r * row + column
                _write_tile(1, a, a_start, step, 1, length, strips, b_start, STRIP, part, to, row)
        for r in range(height):
            for c in range(width):
                if subtract:
                    out[begin + r, c] -= part[r, c]
                else:
                    out[begin + r, c] = part[r, c]
