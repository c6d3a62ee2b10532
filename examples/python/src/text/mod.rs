//! Text of values: `repr`, numbers, format specifications.

pub mod chars;
pub mod codec;
pub mod float;
pub mod number;
pub mod percent;
pub mod repr;
pub mod spec;
