//! Tests of whole functions.
