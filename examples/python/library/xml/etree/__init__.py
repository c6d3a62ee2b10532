"""Trees of elements."""
