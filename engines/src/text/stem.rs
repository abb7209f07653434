//! Word stems.

use rust_stemmers::{Algorithm, Stemmer as Snowball};

/// English stems: Snowball's English stemmer (Porter2).
///
/// Source: Porter (2001), "Snowball: A language for stemming algorithms". Words with a letter
/// outside a-z are unchanged.
pub struct Stemmer(Snowball);

impl Default for Stemmer {
    fn default() -> Self {
        Self(Snowball::create(Algorithm::English))
    }
}

impl std::fmt::Debug for Stemmer {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Stemmer(English)")
    }
}

impl Stemmer {
    /// Stems a lower-case word.
    pub fn stem(&self, word: &str) -> String {
        if word.len() > 3 && word.len() <= 64 && word.bytes().all(|b| b.is_ascii_lowercase()) {
            return self.0.stem(word).into_owned();
        }
        word.to_owned()
    }
}
