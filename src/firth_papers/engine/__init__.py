"""The engine of the laboratory: an experiment declares what it measures, the engine does the rest.

How to add an experiment
------------------------
1. Write ``firth_papers/NAME.py`` (``-`` in the name is ``_`` in the file; a small package if it has several
   parts). Put NAME into ``firth_papers.EXPERIMENTS``, and the module into the contract of experiments in
   pyproject.toml.
2. Put the source's numbers into ``printed/NAME.toml``, as they are printed, and read them by
   ``printed("NAME")``. Misprints are put right where they are used, and told on the page.
3. Write ``Settings``, a frozen dataclass of plain values with a ``seed``: ``Settings()`` is the full
   experiment, ``QUICK`` one of one to ten minutes. All that says how much is done belongs in it, so that a
   test can be small.
4. Write ``measure(context) -> Found``. The context has the settings, the folders, threads and progress. Find
   all data before any work begins. What takes long goes through ``context.kept.get(recipe, make, kind)``,
   where the recipe names everything that it depends on: a stopped run goes on from there.
   ``Found(results, claims)`` has plain values, and the claims, judged.
5. Write ``method(results)``, the paragraph of the page on what was done, and ``tables(results)``, which
   yields its headings, paragraphs and tables. Both see what is in results.json and nothing else.
6. Declare ``EXPERIMENT = Experiment(name=…, measure=measure, tables=tables, figures={…}, …)``.

``run(EXPERIMENT, output=folder, settings=Settings(…))`` leaves results.json, report.md and the figures in the
folder; a test calls it with small settings.

The parts
---------
experiment
    `Experiment`, `Context`, `Found`, and `run`.
printed
    The numbers that the papers print.
claims
    `Claim`, and claims on scores that are judged by the bootstrap: `above`, `best`.
page, figures
    Tables with the source's numbers in brackets; dots and lines beside them.
text, models, scores, word_tables
    Of experiments on word vectors: a text and its counts, ways from counts to vectors, word similarity and
    analogies, and their tables.
documents, document_networks, document_claims, document_tables
    Of experiments on labeled documents: vectors and what learners score on them, word vectors in networks,
    claims judged by Welch's t-test over runs, and their tables.
"""
