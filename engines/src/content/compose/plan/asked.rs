//! What a question asks for.

/// What a question asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::content) enum Asked {
    /// How much it costs.
    Price,
    /// How long it takes or lasts.
    Duration,
    /// How often.
    Frequency,
    /// How many or how much of something.
    Count,
    /// When, or how soon.
    Time,
    /// Who.
    Person,
    /// Where.
    Place,
    /// Why.
    Reason,
    /// How it is done.
    Manner,
    /// What or which.
    Thing,
    /// Yes or no.
    Fact,
}

/// Words about a price.
const PRICE: &[&str] =
    &["cost", "costs", "price", "prices", "pricing", "priced", "charge", "charges", "fee", "fees", "expensive"];
/// Words after `how much` without which it asks for an amount of something.
const VERBS: &[&str] =
    &["is", "are", "do", "does", "did", "for", "to", "will", "would", "should", "can", "a", "an", "the"];
/// First words of a question with yes or no.
const YES_NO: &[&str] = &[
    "is", "are", "was", "were", "do", "does", "did", "can", "could", "should", "will", "would", "has", "have", "may",
    "must", "am",
];
/// Stems of words that only say what is asked for.
const WORDS: &[&str] = &[
    "cost", "price", "charg", "fee", "expens", "long", "take", "much", "often", "mani", "soon", "fast", "quick",
    "quickli",
];

impl Asked {
    /// Returns what a folded question asks for; `None` for words that are no question.
    pub(in crate::content) fn of(folded: &str) -> Option<Self> {
        let words: Vec<&str> = folded.split(' ').collect();
        let at = words
            .iter()
            .position(|word| matches!(*word, "how" | "what" | "which" | "who" | "whom" | "where" | "when" | "why"));
        let is_closed = words.first().is_some_and(|first| YES_NO.contains(first));
        if is_closed {
            return Some(Self::Fact);
        }
        if words.iter().any(|word| PRICE.contains(word)) {
            return Some(Self::Price);
        }
        let at = at?;
        Some(match (words[at], words.get(at + 1).copied().unwrap_or_default()) {
            ("how", "long") => Self::Duration,
            ("how", "often") => Self::Frequency,
            ("how", "soon" | "fast" | "quickly" | "quick") | ("when", _) => Self::Time,
            ("how", "much") if words.get(at + 2).is_none_or(|word| VERBS.contains(word)) => Self::Price,
            ("how", "much" | "many") => Self::Count,
            ("how", _) => Self::Manner,
            ("who" | "whom", _) => Self::Person,
            ("where", _) => Self::Place,
            ("why", _) => Self::Reason,
            _ => Self::Thing,
        })
    }

    /// Returns true if the answer is of one kind, which no other question has.
    pub(in crate::content) const fn is_exact(self) -> bool {
        !matches!(self, Self::Manner | Self::Thing | Self::Fact)
    }

    /// Returns true for the stem of a word that only says what is asked for.
    pub(in crate::content) fn is_word(stem: &str) -> bool {
        WORDS.contains(&stem)
    }
}
