//! What identifies a pack in a path.

use engines::local::catalog::vertical_names;
use shared::store::pack::PackKey;

use crate::error::{ApiError, Result};

/// Returns the key of a pack of a known vertical.
pub(super) fn key(language: String, vertical: String) -> Result<PackKey> {
    if !is_language(&language) {
        return Err(ApiError::NotFound("language"));
    }
    if !vertical_names().any(|known| known.slug == vertical) {
        return Err(ApiError::NotFound("vertical"));
    }
    Ok(PackKey { language, vertical })
}

/// Returns whether a text is a language, such as `en` or `pt-BR`.
pub(super) fn is_language(text: &str) -> bool {
    let (base, region) = text.split_once('-').map_or((text, None), |(base, region)| (base, Some(region)));
    let is_base = (2..=3).contains(&base.len()) && base.bytes().all(|byte| byte.is_ascii_lowercase());
    is_base && region.is_none_or(|region| region.len() == 2 && region.bytes().all(|byte| byte.is_ascii_uppercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_requires_a_language_and_a_known_vertical() {
        let new = |language: &str, vertical: &str| key(language.to_owned(), vertical.to_owned());
        assert!(new("en", "roofing").is_ok() && new("pt-BR", "roofing").is_ok());
        for language in ["", "e", "EN", "english", "en-", "en-us", "../x"] {
            assert!(matches!(new(language, "roofing"), Err(ApiError::NotFound("language"))), "{language}");
        }
        assert!(matches!(new("en", "alchemy"), Err(ApiError::NotFound("vertical"))));
    }
}
