//! Tests of the public functions.

mod change;
