//! Layers of every request, outermost first: [`context`], [`track`], [`headers`], the problem documents of
//! [`crate::problem`], then per group of routes [`guard`] and [`deadline`].

pub mod context;
pub mod deadline;
pub mod guard;
pub mod headers;
pub mod track;
