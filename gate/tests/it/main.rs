//! Tests of the gate through its public functions.

mod build;
mod checks;
mod hostile;
mod portfolio;
mod properties;
mod rendered;
mod speed;
mod texts;
mod variation;
