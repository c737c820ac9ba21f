"""Hypothesis: the same examples on every run, unless `--hypothesis-profile=explore` asks for new ones."""

from hypothesis import settings

settings.register_profile("ci", derandomize=True, deadline=None, max_examples=200)
settings.register_profile("explore", deadline=None, max_examples=5_000)
settings.load_profile("ci")
