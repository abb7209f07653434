//! Sites: plans of several trades, and what is rendered from them.

#![expect(clippy::indexing_slicing, clippy::string_slice, reason = "a test fails where an index is wrong")]

mod escaping;
mod html;
mod plan;
mod render;
mod themes;
mod world;
