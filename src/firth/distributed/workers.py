"""The workers of a Dask cluster: connecting to them, giving them work, and waiting for it with progress.

Dask schedules, and nothing else: every task is a function of firth's own on arrays, and reductions are made
in the order of the blocks, so that results do not depend on who was faster. A task is known by what it is
made of, so that what a lost worker held is made again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from firth.errors import FirthError, InputError, MemoryBudgetError
from firth.runtime.parallel import thread_count
from firth.runtime.run import Progress, silent

if TYPE_CHECKING:
    from distributed import Client, Future

SECONDS_TO_CONNECT = 30
AT_ONCE = 8
"""How many blocks a reduction adds up in one task."""

_LARGEST_TASK = 1 << 40
_USUAL_MEMORY = 4 << 30
_ONE_THREAD = {f"{name}_NUM_THREADS": "1" for name in ("OMP", "OPENBLAS", "MKL")}
_ENVIRONMENT = {**_ONE_THREAD, "FIRTH_THREADS": "1", "POLARS_MAX_THREADS": "1"}
"""Of a local worker, which is one of several: it must not take all cores."""


@dataclass(frozen=True, eq=False)
class Workers:
    """What gives work to a cluster and waits for it.

    Attributes
    ----------
    client : distributed.Client
    progress : callable
        Is told how far the work is.
    """

    client: Client
    progress: Progress = silent

    def submit(self, function: Callable[..., Any], *arguments: Any) -> Future:
        """A task; arguments may be the results of others."""
        return self.client.submit(function, *arguments, pure=False)

    def everywhere(self, value: Any) -> Future:
        """A value that tasks read, as a task of its own, so that it can be had again from any worker."""
        return self.submit(_itself, value)

    def results(self, futures: Sequence[Future], stage: str = "", unit: str = "blocks") -> list[Any]:
        """All results in their order; what a worker refused is raised here."""
        self.wait(futures, stage, unit)
        with _in_our_words():
            return list(self.client.gather(list(futures)))

    def wait(self, futures: Sequence[Future], stage: str = "", unit: str = "blocks") -> None:
        """Wait for the end of all of them."""
        from distributed import as_completed

        with _in_our_words():
            for done, future in enumerate(as_completed(futures, loop=self.client.loop), 1):
                if future.status == "error":
                    future.result()  # raises
                if stage:
                    self.progress(stage, done, len(futures), unit)

    def reduced(self, futures: Sequence[Future], add: Callable[[Sequence[Any]], Any]) -> Future:
        """The sum of results, added up as a tree in the order of the blocks."""
        level = list(futures)
        while len(level) > 1:
            level = [
                self.submit(add, level[start : start + AT_ONCE]) if start + 1 < len(level) else level[start]
                for start in range(0, len(level), AT_ONCE)
            ]
        return level[0]

    @property
    def count(self) -> int:
        """How many workers there are now."""
        return max(len(self._known()), 1)

    @property
    def memory(self) -> int:
        """Bytes that the smallest worker may take."""
        limits = [int(worker.get("memory_limit") or 0) for worker in self._known().values()]
        return min((limit for limit in limits if limit), default=_USUAL_MEMORY)

    def _known(self) -> dict[str, Any]:
        found: dict[str, Any] = self.client.scheduler_info(n_workers=-1)["workers"]
        return found


@contextmanager
def connected(
    cluster: str,
    *,
    memory: int | None = None,
    ca_file: str | None = None,
    cert_file: str | None = None,
    key_file: str | None = None,
    progress: Progress = silent,
) -> Iterator[Workers]:
    """The workers of a scheduler at an address, or as many processes here as ``local:N`` says.

    memory: bytes that all local workers together may take. ca_file, cert_file, key_file: for a scheduler that
    asks for TLS; paths of PEM files.
    """
    require_dask()
    import dask

    from distributed import Client

    settings = {
        "distributed.admin.large-graph-warning-threshold": _LARGEST_TASK,
        "distributed.nanny.pre-spawn-environ": _ENVIRONMENT,
        "distributed.admin.system-monitor.gil.enabled": False,
    }
    with dask.config.set(settings):
        if cluster.partition(":")[0] == "local":
            with _local(cluster, memory) as made, Client(made, set_as_default=False) as client:
                yield Workers(client, progress)
            return
        try:
            client = Client(
                cluster,
                timeout=SECONDS_TO_CONNECT,
                set_as_default=False,
                security=_security(ca_file, cert_file, key_file),
            )
        except (OSError, ValueError, TypeError) as error:
            raise InputError(
                f"no scheduler answers at {cluster!r} ({error}); give an address such as tcp://host:8786, or "
                "local:2 for two processes on this machine."
            ) from None
        with client:
            _wait_for_one(client, cluster)
            yield Workers(client, progress)


def require_dask() -> None:
    """Say how Dask is installed where it is not."""
    try:
        import distributed  # noqa: F401
    except ImportError:
        raise InputError("work on a cluster needs Dask: pip install 'firth[cluster]'.") from None


@contextmanager
def _local(cluster: str, memory: int | None) -> Iterator[Any]:
    from distributed import LocalCluster

    number = cluster.partition(":")[2] or str(thread_count())
    if not number.isdigit() or int(number) < 1:
        raise InputError(f"the cluster is {cluster!r}; local:2 starts two processes on this machine.")
    with LocalCluster(
        n_workers=int(number),
        threads_per_worker=1,
        processes=True,
        memory_limit=memory // int(number) if memory else "auto",
        dashboard_address="127.0.0.1:0",  # whatever is free; there is no page without bokeh
        host="127.0.0.1",
        silence_logs=50,
    ) as made:
        yield made


def _security(ca_file: str | None, cert_file: str | None, key_file: str | None) -> Any:
    if ca_file is None and cert_file is None and key_file is None:
        return None
    from distributed.security import Security

    return Security(
        tls_ca_file=ca_file, tls_client_cert=cert_file, tls_client_key=key_file, require_encryption=True
    )


def _wait_for_one(client: Client, cluster: str) -> None:
    try:
        client.wait_for_workers(1, timeout=SECONDS_TO_CONNECT)
    except TimeoutError:
        raise InputError(
            f"the scheduler at {cluster} has no workers; start some with dask worker {cluster}."
        ) from None


@contextmanager
def _in_our_words() -> Iterator[None]:
    """What Dask says of workers that were lost, in a sentence."""
    from concurrent.futures import CancelledError

    from distributed import KilledWorker

    try:
        yield
    except FirthError:
        raise
    except KilledWorker as error:
        raise MemoryBudgetError(
            f"a task of the cluster ended its worker several times ({error.task}), most likely for want of "
            "memory; give workers more of it, or use more and smaller parts."
        ) from None
    except CancelledError:
        raise InputError(
            "the cluster lost its scheduler or was shut down; start it, and run the command again."
        ) from None


def _itself(value: Any) -> Any:
    return value
