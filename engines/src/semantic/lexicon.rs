//! Frequencies and synonyms of English words.

use std::collections::HashMap;
use std::sync::LazyLock;

/// The built-in list; see `data/PROVENANCE.md`.
static WORDS: &str = include_str!("../../data/words_en.tsv");
static LEXICON: LazyLock<HashMap<&'static str, Entry>> = LazyLock::new(read);

/// Minus 100 log10 of the assumed share of running text for unlisted words.
const UNKNOWN: f64 = 550.0;

/// Meanings of a word with the ranks of their senses.
#[derive(Debug, Default, Clone)]
pub(crate) struct Meanings {
    own: Vec<(u32, u8)>,
    broader: Vec<(u32, u8)>,
}

struct Entry {
    centibels: f64,
    meanings: Meanings,
}

fn read() -> HashMap<&'static str, Entry> {
    let mut lexicon = HashMap::new();
    for line in WORDS.lines() {
        let mut fields = line.split('\t');
        let (Some(word), Some(share)) = (fields.next(), fields.next()) else { continue };
        let own = senses(fields.next().unwrap_or_default());
        let broader = senses(fields.next().unwrap_or_default());
        let centibels = share.parse().unwrap_or(UNKNOWN);
        lexicon.insert(word, Entry { centibels, meanings: Meanings { own, broader } });
    }
    lexicon
}

fn senses(field: &str) -> Vec<(u32, u8)> {
    let sense = |text: &str| {
        let (rank, id) = text.split_at_checked(1)?;
        Some((u32::from_str_radix(id, 36).ok()?, rank.parse().ok()?))
    };
    field.split(' ').filter_map(sense).collect()
}

/// Weight of a word, 0 to 1: a / (a + p), where p is its share of running text and a = 1e-4.
///
/// Source: Arora, Liang & Ma (2017), "A simple but tough-to-beat baseline for sentence embeddings",
/// ICLR, equation (3). Unlisted words count as rare.
pub(crate) fn rarity(word: &str) -> f64 {
    const A: f64 = 1e-4;
    let centibels = LEXICON.get(word).map_or(UNKNOWN, |entry| entry.centibels);
    A / (A + 10_f64.powf(-centibels / 100.0))
}

/// Returns the meanings of a word and of its likely base forms; empty for unlisted words.
pub(crate) fn meanings(word: &str) -> Meanings {
    let mut found = Meanings::default();
    for form in base_forms(word) {
        if let Some(entry) = LEXICON.get(form.as_str()) {
            found.own.extend_from_slice(&entry.meanings.own);
            found.broader.extend_from_slice(&entry.meanings.broader);
        }
    }
    found
}

/// Returns true for a listed word or an inflection of one; names are usually not listed.
pub(crate) fn holds(word: &str) -> bool {
    base_forms(word).iter().any(|form| LEXICON.contains_key(form.as_str()))
}

/// Returns the word and its possible base forms.
fn base_forms(word: &str) -> Vec<String> {
    const ENDINGS: [(&str, &str); 8] =
        [("ies", "y"), ("es", ""), ("s", ""), ("ing", ""), ("ing", "e"), ("ed", ""), ("ed", "e"), ("er", "")];
    let mut forms = vec![word.to_owned()];
    for (ending, instead) in ENDINGS {
        if let Some(base) = word.strip_suffix(ending)
            && base.len() >= 3
        {
            forms.push(format!("{base}{instead}"));
        }
    }
    forms
}

/// Similarity of two words, 0 to 1: 0.8 for a shared synset, 0.6 if one is the broader term of the
/// other; each step down the ranks of senses subtracts 15 %.
pub(crate) fn likeness(a: &Meanings, b: &Meanings) -> f64 {
    let same = shared(&a.own, &b.own, 0.8);
    same.max(shared(&a.own, &b.broader, 0.6)).max(shared(&a.broader, &b.own, 0.6))
}

fn shared(a: &[(u32, u8)], b: &[(u32, u8)], top: f64) -> f64 {
    let mut best: f64 = 0.0;
    for (meaning, rank) in a {
        for (other, other_rank) in b {
            if meaning == other {
                best = best.max(top * 0.85_f64.powi(i32::from(rank + other_rank)));
            }
        }
    }
    best
}
