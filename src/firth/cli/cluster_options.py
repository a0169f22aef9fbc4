"""The options that name a cluster, and its workers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from firth.errors import InputError

if TYPE_CHECKING:
    from firth.distributed import Workers
    from firth.runtime.run import Progress

_CLUSTER = "On a cluster"


@dataclass(frozen=True)
class ClusterOptions:
    """Which cluster does the work."""

    cluster: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS|local:N",
            help="A Dask scheduler that the work is given to, such as tcp://host:8786, or local:N for N "
            "processes on this machine; it needs the extra firth[cluster].",
            rich_help_panel=_CLUSTER,
        ),
    ] = None
    tls_ca: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="The certificate of the authority, for a scheduler that asks for TLS (.pem).",
            rich_help_panel=_CLUSTER,
        ),
    ] = None
    tls_cert: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="The certificate of this machine (.pem).", rich_help_panel=_CLUSTER
        ),
    ] = None
    tls_key: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="The key of this machine (.pem).", rich_help_panel=_CLUSTER),
    ] = None

    def check(self, *, resume: bool) -> None:
        """Refuse what does not go together, before anything is read."""
        files = {"--tls-ca": self.tls_ca, "--tls-cert": self.tls_cert, "--tls-key": self.tls_key}
        for option, file in files.items():
            if file is None:
                continue
            if self.cluster is None:
                raise InputError(f"{option} is for a scheduler; name one with --cluster.")
            if not file.is_file():
                raise InputError(f"there is no file {str(file)!r}, which {option} names.")
        if self.cluster is not None and resume:
            raise InputError(
                "--resume keeps parts of the work on this machine, and --cluster does it elsewhere, where "
                "what is lost is made again; leave one of them out."
            )

    @contextmanager
    def workers(self, memory: str | None, progress: Progress) -> Iterator[Workers | None]:
        """The workers of the cluster; None if none is named."""
        if self.cluster is None:
            yield None
            return
        from firth.distributed.workers import connected
        from firth.runtime.memory import memory_budget

        pem = [None if file is None else str(file) for file in (self.tls_ca, self.tls_cert, self.tls_key)]
        with connected(
            self.cluster, memory=None if memory is None else memory_budget(memory),
            ca_file=pem[0], cert_file=pem[1], key_file=pem[2], progress=progress,
        ) as found:  # fmt: skip
            yield found
