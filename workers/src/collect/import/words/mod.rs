//! Column headers of Search Console by language.
//!
//! English, German, French, Spanish, Italian, Portuguese, Turkish, Japanese, Korean, Chinese and Russian were compared
//! with published exports; the other languages follow the product's translation and may lack a variant. An unknown
//! header is reported with the known words and never guessed.

use std::collections::HashMap;
use std::sync::LazyLock;

use unicode_normalization::UnicodeNormalization;

use super::number::Decimal;

mod english;
mod languages;
mod phrases;

use languages::LANGUAGES;
pub(super) use phrases::{DEVICES, DIFFERENCE, PREVIOUS, SEARCH_TYPES};

/// Meaning of a Search Console column header.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Word {
    Query,
    Page,
    Date,
    Country,
    Device,
    Appearance,
    SearchType,
    Clicks,
    Impressions,
    Ctr,
    Position,
    Filter,
    Value,
}

/// A language: its code, decimal mark and words.
pub(super) struct Language {
    pub(super) code: &'static str,
    pub(super) decimal: Decimal,
    words: &'static [(Word, &'static [&'static str])],
}

/// Folds text for comparison: NFC, trimmed, case-folded, one kind of space and apostrophe, without invisible marks.
pub(super) fn folded(text: &str) -> String {
    let visible = text.nfc().filter(|letter| !matches!(letter, '\u{FEFF}' | '\u{200B}'..='\u{200F}' | '\u{2060}'));
    let plain = visible.map(|letter| match letter {
        '’' | '‘' | 'ʼ' | '`' => '\'',
        '–' | '—' | '−' => '-',
        other => other,
    });
    let lower: String = plain.flat_map(char::to_lowercase).collect();
    lower.split_whitespace().collect::<Vec<_>>().join(" ").nfc().collect()
}

/// Returns the meaning of a folded word, and a bit mask of its languages.
pub(super) fn lookup(word: &str) -> Option<(Word, u32)> {
    INDEX.get(word).copied()
}

/// Returns all folded words for a figure (clicks, impressions, CTR, position), longest first.
pub(super) fn figures() -> &'static [(String, Word, u32)] {
    &FIGURES
}

/// Returns the language of most words; `None` without any. Ties prefer English, then list order.
pub(super) fn language_of(masks: impl Iterator<Item = u32>) -> Option<&'static Language> {
    let mut votes = [0_u32; LANGUAGES.len()];
    for mask in masks {
        for (index, vote) in votes.iter_mut().enumerate() {
            *vote += u32::from(mask & (1 << index) != 0);
        }
    }
    let most = votes.iter().copied().max().filter(|votes| *votes > 0)?;
    votes.iter().position(|vote| *vote == most).map(|index| &LANGUAGES[index])
}

static INDEX: LazyLock<HashMap<String, (Word, u32)>> = LazyLock::new(|| {
    let mut index: HashMap<String, (Word, u32)> = HashMap::new();
    for (bit, language) in LANGUAGES.iter().enumerate() {
        for (word, forms) in language.words {
            for form in *forms {
                let entry = index.entry(folded(form)).or_insert((*word, 0));
                // An ambiguous word keeps its first meaning; languages only extend it.
                if entry.0 == *word {
                    entry.1 |= 1 << bit;
                }
            }
        }
    }
    index
});

static FIGURES: LazyLock<Vec<(String, Word, u32)>> = LazyLock::new(|| {
    let is_figure = |word| matches!(word, Word::Clicks | Word::Impressions | Word::Ctr | Word::Position);
    let mut figures: Vec<(String, Word, u32)> = INDEX
        .iter()
        .filter(|(_, (word, _))| is_figure(*word))
        .map(|(form, (word, mask))| (form.clone(), *word, *mask))
        .collect();
    figures.sort_by(|one, other| other.0.len().cmp(&one.0.len()).then_with(|| one.0.cmp(&other.0)));
    figures
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_every_word_and_is_told_by_its_query_header() {
        for language in &LANGUAGES {
            assert_eq!(language.words.len(), 13, "{}", language.code);
            let masks = language.words.iter().filter_map(|(_, forms)| lookup(&folded(forms[0]))).map(|(_, mask)| mask);
            assert_eq!(language_of(masks).map(|found| found.code), Some(language.code));
        }
    }

    #[test]
    fn no_form_means_two_things() {
        for language in &LANGUAGES {
            for (word, forms) in language.words {
                for form in *forms {
                    assert_eq!(
                        lookup(&folded(form)).map(|(found, _)| found),
                        Some(*word),
                        "{form} ({})",
                        language.code
                    );
                }
            }
        }
    }

    #[test]
    fn folding_makes_forms_of_one_word_equal() {
        assert_eq!(folded("\u{FEFF} Top\u{a0} QUERIES "), "top queries");
        assert_eq!(folded("Reque\u{302}tes"), folded("REQUÊTES"));
        assert_eq!(folded("Pagina’s"), folded("pagina's"));
        assert_eq!(folded("İstanbul"), folded("İSTANBUL"));
    }
}
