//! Realises facts as English sentences. Nothing is added that the facts do not say.

pub(super) mod alone;
pub(super) mod business;
pub(in crate::content) mod grammar;
pub(in crate::content) mod head;
pub(super) mod headings;
mod hours;
pub(super) mod names;
pub(super) mod place;
pub(super) mod states;
mod values;
pub(super) mod voice;
