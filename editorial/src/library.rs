//! Built-in packs, read when they are asked for.

use rust_embed::RustEmbed;

use crate::{Mistake, Pack, parse};

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/packs"]
struct Files;

/// Lists the built-in packs as (language, vertical), in order.
#[must_use]
pub fn list() -> Vec<(String, String)> {
    let parts = |path: &str| {
        let (language, file) = path.split_once('/')?;
        Some((language.to_owned(), file.strip_suffix(".md")?.to_owned()))
    };
    let mut packs: Vec<_> = Files::iter().filter_map(|path| parts(&path)).collect();
    packs.sort();
    packs
}

/// Returns the text of a built-in pack.
#[must_use]
pub fn text(language: &str, vertical: &str) -> Option<String> {
    let file = Files::get(&format!("{language}/{vertical}.md"))?;
    String::from_utf8(file.data.into_owned()).ok()
}

/// Reads a built-in pack; `None` if there is none.
///
/// # Errors
/// Returns the mistakes of its text; a test reads all built-in packs.
pub fn pack(language: &str, vertical: &str) -> Option<Result<Pack, Vec<Mistake>>> {
    text(language, vertical).map(|text| parse(&text))
}
