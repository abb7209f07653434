//! Words that indicate an intent.

use std::collections::{HashMap, HashSet};

use super::super::key::PROVIDERS;
use super::super::output::Intent;
use super::Urgency;
use crate::text::{fold, words};

/// Patterns of local queries with their class.
static MODIFIERS: &str = include_str!("../../../data/keyword_modifiers.csv");

/// Words and phrases in addition to the modifier file: (intent, confidence, phrases).
static FURTHER: &[(Intent, f64, &[&str])] = &[
    (
        Intent::Navigational,
        0.9,
        &[
            "login",
            "log in",
            "sign in",
            "official site",
            "official website",
            "customer service",
            "customer support",
            "phone number",
            "homepage",
            "headquarters",
        ],
    ),
    (
        Intent::Transactional,
        0.9,
        &[
            "buy",
            "order",
            "book",
            "hire",
            "for sale",
            "purchase",
            "coupon",
            "coupons",
            "promo code",
            "discount",
            "discounts",
            "deal",
            "deals",
            "schedule",
            "appointment",
            "download",
            "subscribe",
            "rent",
            "rental",
            "rentals",
            "for hire",
            "shop",
            "online store",
            "free trial",
        ],
    ),
    (
        Intent::Commercial,
        0.9,
        &[
            "best",
            "top",
            "top rated",
            "review",
            "reviews",
            "rating",
            "ratings",
            "compare",
            "comparison",
            "alternative",
            "alternatives",
            "vs",
            "versus",
            "cheapest",
            "warranty",
            "brands",
        ],
    ),
    (
        Intent::Commercial,
        0.9,
        &[
            "cost",
            "costs",
            "price",
            "prices",
            "pricing",
            "rates",
            "quote",
            "quotes",
            "estimate",
            "estimates",
            "how much",
            "worth it",
            "pros and cons",
        ],
    ),
    (
        Intent::Informational,
        0.92,
        &[
            "guide",
            "tutorial",
            "example",
            "examples",
            "meaning",
            "definition",
            "define",
            "ideas",
            "tips",
            "symptoms",
            "causes",
            "history",
            "statistics",
            "template",
            "checklist",
            "diy",
            "do it yourself",
            "jobs",
            "job",
            "salary",
            "school",
            "schools",
            "training",
            "certification",
            "course",
            "courses",
            "license requirements",
            "pictures",
            "images",
            "photos",
            "video",
            "youtube",
            "wikipedia",
            "reddit",
            "pdf",
            "calculator",
            "explained",
            "difference between",
            "types of",
            "benefits",
            "lifespan",
            "how long",
        ],
    ),
];

/// Words that start a question.
const QUESTION: [&str; 20] = [
    "how",
    "what",
    "whats",
    "why",
    "when",
    "who",
    "which",
    "where",
    "can",
    "could",
    "does",
    "do",
    "is",
    "are",
    "should",
    "will",
    "did",
    "was",
    "difference",
    "has",
];

/// Words that are urgent on their own, in addition to the phrases of the modifier file.
const URGENT: [&str; 6] = ["emergency", "urgent", "24h", "24hr", "247", "asap"];

/// Types of work, of customer and of question, by the beginnings of their words (`$` ends a whole
/// word). Two queries that name different types need different pages.
const SERVICES: [&[&str]; 12] = [
    &["repair", "fix$", "fixing$"],
    &["replac"],
    &["instal"],
    &["inspect"],
    &["maint", "servicing", "tune"],
    &["clean", "wash$", "washing$"],
    &["remov", "haul"],
    &["paint"],
    &["residential", "residenti"],
    &["commercial", "commerci", "industrial", "industri"],
    &["cost", "pric", "quot", "estim"],
    &["best$", "top$", "review", "rating", "compar", "vs$", "versus$", "alternativ"],
];
/// Bits of [`SERVICES`] for work, customer and question.
const GROUPS: [u16; 3] = [0x00FF, 0x0300, 0x0C00];

/// Endings of words for trades.
const TRADE_ENDINGS: [&str; 8] = ["er", "or", "ist", "ian", "smith", "clinic", "shop", "store"];
/// Common words with such an ending that are not trades.
const NO_TRADES: [&str; 30] = [
    "after", "better", "color", "computer", "corner", "cover", "door", "error", "exterior", "floor", "heater",
    "interior", "letter", "list", "mirror", "motor", "number", "offer", "order", "other", "outdoor", "over", "paper",
    "power", "register", "shower", "summer", "under", "water", "winter",
];

/// Bit of business customers.
const COMMERCIAL: u16 = 1 << 9;

/// Type of work, customer or question of a word or stem, as a bit; 0 for none.
pub(crate) fn service_of(word: &str) -> u16 {
    let begins = |start: &&str| match start.strip_suffix('$') {
        Some(whole) => word == whole,
        None => word.starts_with(*start),
    };
    let kind = SERVICES.iter().position(|starts| starts.iter().any(begins));
    kind.map_or(0, |kind| 1 << kind)
}

/// Returns true for a word of work or question; the object of work or question has more weight.
pub(crate) fn is_work_or_question(word: &str) -> bool {
    service_of(word) & !GROUPS[1] != 0
}

/// Returns true for a word that names a provider or a type of work: `contractor`, `plumbers`, `repair`.
///
/// A trade is recognised by its ending, except for common words with the same ending.
pub(crate) fn is_provider_or_work(word: &str) -> bool {
    let singular = word.strip_suffix('s').unwrap_or(word);
    let is_trade = || TRADE_ENDINGS.iter().any(|end| singular.len() > end.len() + 2 && singular.ends_with(end));
    PROVIDERS.contains(&word) || service_of(word) & GROUPS[0] != 0 || is_trade() && !NO_TRADES.contains(&singular)
}

/// Returns true if two queries name different types of work, customer or question.
///
/// The default customer is a home, so only `commercial` separates queries.
pub(crate) fn differ(a: u16, b: u16) -> bool {
    if (a ^ b) & COMMERCIAL != 0 {
        return true;
    }
    GROUPS.iter().any(|mask| a & mask != 0 && b & mask != 0 && a & b & mask == 0)
}

/// Compiled phrases by first word.
#[derive(Debug)]
pub(crate) struct Lexicon {
    phrases: HashMap<String, Vec<Phrase>>,
    triggers: HashSet<String>,
}

#[derive(Debug, Clone)]
struct Phrase {
    words: Vec<String>,
    intent: Option<Intent>,
    confidence: f64,
    urgency: Urgency,
}

/// Lexicon matches of a query.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Found {
    pub(crate) intent: Option<(Intent, f64)>,
    pub(crate) urgency: Urgency,
    pub(crate) is_question: bool,
}

impl Lexicon {
    pub(crate) fn new() -> Self {
        let mut lexicon = Self { phrases: HashMap::new(), triggers: HashSet::new() };
        for (intent, confidence, phrases) in FURTHER {
            let urgency = urgency_of(*intent, phrases.contains(&"cost"));
            phrases.iter().for_each(|phrase| lexicon.add(phrase, Some(*intent), *confidence, urgency));
        }
        for word in URGENT {
            lexicon.add(word, Some(Intent::Transactional), 0.9, Urgency::Emergency);
        }
        for line in MODIFIERS.lines().skip(1) {
            lexicon.add_pattern(line);
        }
        lexicon
    }

    fn add_pattern(&mut self, line: &str) {
        let mut fields = line.split(',');
        let (Some(pattern), Some(class)) = (fields.next(), fields.nth(1)) else { return };
        let phrase: Vec<&str> = pattern.split(' ').filter(|word| !word.starts_with('{')).collect();
        let Some((intent, confidence, urgency)) = class_of(class) else { return };
        // A pattern with words on both sides of its slot is not a phrase.
        if pattern.contains("} ") && pattern.starts_with(|first| first != '{') {
            return;
        }
        self.add(&phrase.join(" "), intent, confidence, urgency);
    }

    fn add(&mut self, phrase: &str, intent: Option<Intent>, confidence: f64, urgency: Urgency) {
        let folded: Vec<String> = words(&fold(phrase)).map(str::to_owned).collect();
        let Some(first) = folded.first() else { return };
        self.triggers.extend(folded.iter().cloned());
        let same = self.phrases.entry(first.clone()).or_default();
        if same.iter().all(|known| known.words != folded) {
            same.push(Phrase { words: folded, intent, confidence, urgency });
        }
    }

    /// Returns true for a word that is part of a phrase.
    pub(crate) fn is_trigger(&self, word: &str) -> bool {
        self.triggers.contains(word) || QUESTION.contains(&word)
    }

    /// Determines intent and urgency from the words of a folded query.
    ///
    /// The most confident of several intents wins; ties are resolved in the order transactional,
    /// commercial, navigational, informational. A question word in front makes it informational,
    /// unless a commercial phrase (`how much`, `best`) is in it.
    pub(crate) fn read(&self, folded: &str) -> Found {
        let words: Vec<&str> = words(folded).collect();
        let is_question = words.len() > 1 && QUESTION.contains(&words[0]);
        let mut found = Found { intent: None, urgency: Urgency::Plain, is_question };
        let mut best_order = 0;
        for at in 0..words.len() {
            for phrase in self.phrases.get(words[at]).into_iter().flatten() {
                if !starts_with(&words[at..], &phrase.words) {
                    continue;
                }
                found.urgency = found.urgency.min_plain(phrase.urgency);
                let Some(intent) = phrase.intent else { continue };
                let order = order(intent, phrase.confidence);
                if order > best_order {
                    best_order = order;
                    found.intent = Some((intent, phrase.confidence));
                }
            }
        }
        if is_question && !matches!(found.intent, Some((Intent::Commercial, _))) {
            found.intent = Some((Intent::Informational, 0.93));
            found.urgency = Urgency::Research;
        }
        found
    }
}

impl Urgency {
    /// Returns the more informative of two: emergency, then research, then plain.
    fn min_plain(self, other: Self) -> Self {
        match (self, other) {
            (Self::Emergency, _) | (_, Self::Emergency) => Self::Emergency,
            (Self::Research, _) | (_, Self::Research) => Self::Research,
            _ => Self::Plain,
        }
    }
}

fn starts_with(words: &[&str], phrase: &[String]) -> bool {
    words.len() >= phrase.len() && words.iter().zip(phrase).all(|(a, b)| a == b)
}

fn order(intent: Intent, confidence: f64) -> u32 {
    let rank = match intent {
        Intent::Local => 5,
        Intent::Transactional => 4,
        Intent::Commercial => 3,
        Intent::Navigational => 2,
        Intent::Informational => 1,
    };
    (confidence * 100.0) as u32 * 10 + rank
}

fn urgency_of(intent: Intent, is_cost: bool) -> Urgency {
    match intent {
        Intent::Informational => Urgency::Research,
        Intent::Commercial if is_cost => Urgency::Research,
        _ => Urgency::Plain,
    }
}

/// Intent, confidence and urgency of a class of the modifier file; `None` for classes without an intent.
fn class_of(class: &str) -> Option<(Option<Intent>, f64, Urgency)> {
    Some(match class {
        "local_transactional" => (Some(Intent::Local), 0.8, Urgency::Plain),
        "emergency" => (Some(Intent::Transactional), 0.9, Urgency::Emergency),
        "commercial_research" => (Some(Intent::Commercial), 0.9, Urgency::Research),
        "commercial_compare" | "commercial_price" | "commercial_trust" => {
            (Some(Intent::Commercial), 0.85, Urgency::Plain)
        }
        "service_type" => (Some(Intent::Transactional), 0.72, Urgency::Plain),
        "informational" | "negative_diy" | "negative_jobs" | "negative_trade" => {
            (Some(Intent::Informational), 0.92, Urgency::Research)
        }
        "navigational_brand" => (Some(Intent::Navigational), 0.85, Urgency::Plain),
        _ => return None,
    })
}
