//! Handlers, one file per kind of run: load, compute, save. They have no formulas.

pub(crate) mod engine;
pub(crate) mod experiment;
pub(crate) mod import;
pub(crate) mod import_preview;
pub(crate) mod import_undo;
pub(crate) mod plan;
pub(crate) mod probe;
pub(crate) mod theme;
