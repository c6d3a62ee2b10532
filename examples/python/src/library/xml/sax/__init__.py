"""Helpers for writing XML."""
