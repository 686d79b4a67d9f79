"""Tests of wording and sheets, on a small game built by hand."""
