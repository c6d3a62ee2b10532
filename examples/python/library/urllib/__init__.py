"""Addresses of things in networks; nothing is fetched."""
