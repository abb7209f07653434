//! Themes of sites, in requests, responses and stored words.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Look of a site.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum SiteTheme {
    /// Navy and white, sans-serif.
    Harbor,
    /// Cream and forest green, serif headings.
    Orchard,
    /// Charcoal and amber, heavy headings.
    Foundry,
    /// Sky blue, rounded cards.
    Meadow,
    /// Black on white, a newspaper's columns.
    Gazette,
    /// Deep plum and sand, large type.
    Terrace,
    /// Teal and slate, a side column for contact.
    Clinic,
}

impl SiteTheme {
    const ALL: [Self; 7] =
        [Self::Harbor, Self::Orchard, Self::Foundry, Self::Meadow, Self::Gazette, Self::Terrace, Self::Clinic];

    /// Returns the stored word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Harbor => "harbor",
            Self::Orchard => "orchard",
            Self::Foundry => "foundry",
            Self::Meadow => "meadow",
            Self::Gazette => "gazette",
            Self::Terrace => "terrace",
            Self::Clinic => "clinic",
        }
    }

    /// Returns the theme of a stored word; the first one for a word of a later version.
    #[must_use]
    pub fn of(word: &str) -> Self {
        Self::ALL.into_iter().find(|theme| theme.word() == word).unwrap_or(Self::Harbor)
    }

    /// Returns a theme by a seed, so that sites of a batch do not look the same.
    #[must_use]
    pub fn by_seed(seed: i64) -> Self {
        let place = usize::try_from(seed.unsigned_abs() % 7).unwrap_or(0);
        Self::ALL.get(place).copied().unwrap_or(Self::Harbor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_those_of_requests() {
        for theme in SiteTheme::ALL {
            assert_eq!(serde_json::to_value(theme).expect("JSON"), serde_json::json!(theme.word()));
            assert_eq!(SiteTheme::of(theme.word()), theme);
        }
    }

    #[test]
    fn seeds_select_every_theme() {
        let mut words: Vec<&str> = (-3..4).map(|seed| SiteTheme::by_seed(seed).word()).collect();
        words.extend((0..7).map(|seed| SiteTheme::by_seed(seed).word()));
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), 7);
        let _ = SiteTheme::by_seed(i64::MIN);
    }
}
