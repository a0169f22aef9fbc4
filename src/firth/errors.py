"""The few errors firth raises: each one names the value, the rule and the way out."""

from __future__ import annotations


class FirthError(Exception):
    """Anything firth refuses to do; the command line prints it as one sentence and exits with 2."""


class InputError(FirthError, ValueError):
    """An argument or the data itself breaks a rule."""


class EmptyCorpusError(InputError):
    """There is no text, or no word of it is left."""


class EmptyRowsError(InputError):
    """A row or column without counts cannot be scaled."""


class UnknownWordsError(FirthError, LookupError):
    """Words that are not in the vocabulary, with near spellings where there are any."""


class FormatError(FirthError, ValueError):
    """A file is not what its name or header says, is cut short or was changed."""


class MemoryBudgetError(FirthError, MemoryError):
    """The work does not fit the memory it was promised."""


class MissingDataError(FirthError, FileNotFoundError):
    """A data set is not on this machine; the message says where to get it."""


class OutputError(FirthError, OSError):
    """A result could not be written, for want of space or permission."""


class FirthWarning(UserWarning):
    """Work goes on, but not quite as asked; the command line prints it as one sentence."""


class DimensionWarning(FirthWarning):
    """A table has fewer dimensions than were asked for; the vectors have as many as there are."""


class TableWarning(FirthWarning):
    """A table is analyzed as it is, but seems not to be what it is taken for."""


class TextWarning(FirthWarning):
    """A text is read as it is, but seems not to be what it is taken for."""


class UnknownArgumentError(FirthError, TypeError):
    """An argument that a function does not have; the message says what it is called here."""


class UnknownAttributeError(FirthError, AttributeError):
    """An attribute that a type does not have; the message says what it is called here."""
