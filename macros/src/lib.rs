//! Derives and attributes of Holloway.
