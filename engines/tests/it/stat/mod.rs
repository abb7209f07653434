//! Statistics that the engines share.

mod basics;
mod certified;
mod draws;
mod isotonic;
mod matrices;
mod minimum;
mod regressions;
mod spatial;
mod tests_of_counts;
