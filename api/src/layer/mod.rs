//! Layers of every request, outermost first: [`context`], [`track`], [`headers`], the problem documents of
//! [`crate::problem`], [`host`], then per group of routes [`guard`] and [`deadline`].

pub mod context;
pub mod deadline;
pub mod guard;
pub mod headers;
pub(crate) mod host;
pub mod track;
