"""The loop of factorization: a sparse matrix times a block of columns; its slow twin is scipy's product.

For the widths that the solvers use, the sum of a row is held in vector registers. A loop over columns, as
numba compiles it, loads and stores the sum again for every few cells and takes more than twice as long.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

from firth.runtime.arrays import Array
from firth.runtime.compile import compiled

WIDTHS = (4, 32)
"""Columns in the blocks of the Krylov solvers."""

CHAINS = 2
"""Sums of a row that grow side by side, since each addition waits for the one before it."""


def rows_times_block(width: int) -> Callable[..., None]:
    """The kernel result[first:last] = S[first:last] @ block for blocks of `width` columns."""
    return _known_widths.get(width, _any_width)


@intrinsic(prefer_literal=True)
def _add_cells(
    _typing: Any, width: Any, values: Any, columns: Any, first: Any, last: Any, block: Any, total: Any
) -> Any:
    """total += Σ values[k] · block[columns[k]] over first ≤ k < last, for blocks of `width` columns."""
    signature = types.void(width, values, columns, types.intp, types.intp, block, total)

    def generate(context: Any, builder: Any, signature: Any, given: Any) -> Any:
        def start_of(argument: int) -> Any:
            return context.make_array(signature.args[argument])(context, builder, given[argument]).data

        scalar = context.get_data_type(values.dtype)
        vector = ir.VectorType(scalar, width.literal_value)
        undefined = ir.Constant(vector, ir.Undefined)
        lanes = ir.Constant(ir.VectorType(ir.IntType(32), width.literal_value), [0] * width.literal_value)
        aligned = context.get_abi_sizeof(scalar)  # rows lie anywhere
        values_at, columns_at = start_of(1), start_of(2)
        rows, sums = (builder.bitcast(start_of(place), vector.as_pointer()) for place in (5, 6))
        nothing = ir.Constant(vector, [0.0] * width.literal_value)
        chains = [cgutils.alloca_once_value(builder, nothing) for _ in range(CHAINS)]  # type: ignore[no-untyped-call]

        def add(k: Any, chain: Any) -> None:
            column = builder.sext(builder.load(builder.gep(columns_at, [k])), ir.IntType(64))
            row = builder.load(builder.gep(rows, [column]), align=aligned)
            value = builder.load(builder.gep(values_at, [k]))
            one_lane = builder.insert_element(undefined, value, ir.Constant(ir.IntType(32), 0))
            spread = builder.shuffle_vector(one_lane, undefined, lanes)
            product = builder.fmul(spread, row, flags=["contract"])
            builder.store(builder.fadd(builder.load(chain), product, flags=["contract"]), chain)

        first_k, last_k = given[3], given[4]
        side_by_side = ir.Constant(first_k.type, CHAINS)
        full = builder.sub(last_k, builder.srem(builder.sub(last_k, first_k), side_by_side))
        with cgutils.for_range_slice(builder, first_k, full, side_by_side, inc=True) as (k, _):
            for place, chain in enumerate(chains):
                add(builder.add(k, ir.Constant(k.type, place)), chain)
        with cgutils.for_range_slice(builder, full, last_k, ir.Constant(k.type, 1), inc=True) as (k, _):
            add(k, chains[0])
        found = builder.load(sums, align=aligned)
        for chain in chains:
            found = builder.fadd(found, builder.load(chain))
        builder.store(found, sums, align=aligned)
        return context.get_dummy_value()

    return signature, generate


def _for_width(width: int) -> Callable[..., None]:
    @compiled()
    def rows_times_block(
        indptr: Array, indices: Array, data: Array, block: Array, result: Array, first: int, last: int
    ) -> None:
        for i in range(first, last):
            result[i] = 0
            _add_cells(width, data, indices, indptr[i], indptr[i + 1], block, result[i])  # type: ignore[call-arg]

    kernel: Callable[..., None] = rows_times_block
    return kernel


_known_widths = {width: _for_width(width) for width in WIDTHS}


@compiled(fastmath={"contract"})
def _any_width(
    indptr: Array, indices: Array, data: Array, block: Array, result: Array, first: int, last: int
) -> None:
    """Four non-zeros of a row at a time: three quarters of the loads and stores of the sum are saved."""
    for i in range(first, last):
        total = result[i]
        for c in range(len(total)):
            total[c] = 0
        k = indptr[i]
        end = indptr[i + 1]
        while k + 4 <= end:
            a0, a1, a2, a3 = data[k], data[k + 1], data[k + 2], data[k + 3]
            x0, x1 = block[indices[k]], block[indices[k + 1]]
            x2, x3 = block[indices[k + 2]], block[indices[k + 3]]
            for c in range(len(total)):
                total[c] += (a0 * x0[c] + a1 * x1[c]) + (a2 * x2[c] + a3 * x3[c])
            k += 4
        while k < end:
            a0 = data[k]
            x0 = block[indices[k]]
            for c in range(len(total)):
                total[c] += a0 * x0[c]
            k += 1
