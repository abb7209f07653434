//! Finds the market that a keyword names.

use std::{cmp::Ordering, collections::BTreeSet};

/// A vertical with the phrases that people search for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Trade<'a> {
    pub(super) slug: &'a str,
    pub(super) name: &'a str,
    pub(super) phrases: &'a [String],
}

/// A place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) id: &'a str,
    pub(super) name: &'a str,
    /// Code of the state.
    pub(super) state: &'a str,
    pub(super) population: f64,
}

/// Returns the slug of the vertical and the id of the place, or what is missing.
pub(super) fn market(
    keyword: &str, trades: &[Trade<'_>], places: &[Place<'_>],
) -> Result<(String, String), &'static str> {
    let words = words(keyword);
    let Some((slug, used)) = trade(&words, trades) else {
        return Err("names no trade of the reference data. Choose a vertical and a place instead.");
    };
    // Words of the trade may be the name of a place as well, such as Orange or Mobile.
    let free: Vec<bool> = words.iter().map(|word| !used.contains(stem(word))).collect();
    let found = place(&words, places, |at| free.get(at).copied().unwrap_or(false));
    match found.or_else(|| place(&words, places, |_| true)) {
        Some(id) => Ok((slug.to_owned(), id.to_owned())),
        None => Err("names no place of the reference data. Add the city, such as `plumber tulsa ok`."),
    }
}

/// Returns the vertical with the longest phrase whose words are all in the keyword, and these words.
fn trade<'a>(words: &[String], trades: &[Trade<'a>]) -> Option<(&'a str, BTreeSet<String>)> {
    let stems: BTreeSet<&str> = words.iter().map(|word| stem(word)).collect();
    let mut best: Option<(usize, &'a str, BTreeSet<String>)> = None;
    for one in trades {
        let phrases = one.phrases.iter().map(String::as_str).chain([one.name, one.slug]);
        for phrase in phrases {
            let wanted = self::words(phrase);
            let wanted: BTreeSet<String> =
                wanted.iter().filter(|word| !is_filler(word)).map(|word| stem(word).to_owned()).collect();
            let is_there = !wanted.is_empty() && wanted.iter().all(|word| stems.contains(word.as_str()));
            if is_there && best.as_ref().is_none_or(|(length, ..)| wanted.len() > *length) {
                best = Some((wanted.len(), one.slug, wanted));
            }
        }
    }
    best.map(|(_, slug, used)| (slug, used))
}

/// Returns the place whose name is in the keyword: the longest name, then one whose state follows, then the largest.
fn place<'a>(words: &[String], places: &[Place<'a>], is_free: impl Fn(usize) -> bool) -> Option<&'a str> {
    let mut best: Option<(usize, bool, f64, &'a str)> = None;
    for one in places {
        let name = self::words(one.name);
        if name.is_empty() || name.len() > words.len() {
            continue;
        }
        for (start, window) in words.windows(name.len()).enumerate() {
            let end = start + name.len();
            if window != name.as_slice() || !(start..end).all(&is_free) {
                continue;
            }
            let has_state = words.get(end).is_some_and(|word| word.eq_ignore_ascii_case(one.state));
            let candidate = (name.len(), has_state, one.population, one.id);
            if best.is_none_or(|known| compare(candidate, known) == Ordering::Greater) {
                best = Some(candidate);
            }
        }
    }
    best.map(|(.., id)| id)
}

fn compare(a: (usize, bool, f64, &str), b: (usize, bool, f64, &str)) -> Ordering {
    a.0.cmp(&b.0).then(a.1.cmp(&b.1)).then(a.2.total_cmp(&b.2))
}

/// Returns the words of a text in lower case.
fn words(text: &str) -> Vec<String> {
    let lower = text.to_lowercase().replace(['\'', '’', '.'], "");
    lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Words of phrases that say nothing about the trade.
fn is_filler(word: &str) -> bool {
    matches!(word, "near" | "me" | "in" | "and" | "the" | "a" | "for" | "of" | "best" | "local")
}

/// Returns a word without a common ending, so that `plumber` and `plumbing` are equal.
fn stem(word: &str) -> &str {
    let cut =
        ["ings", "ing", "ers", "er", "ors", "or", "es", "s"].into_iter().find_map(|ending| word.strip_suffix(ending));
    cut.filter(|rest| rest.len() >= 3).unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(keyword: &str) -> Result<(String, String), &'static str> {
        let roofing = ["roof repair".to_owned(), "roofer near me".to_owned()];
        let plumbing = ["plumber".to_owned(), "emergency plumber".to_owned()];
        let orange = ["orange cleaning".to_owned()];
        let trades = [
            Trade { slug: "roofing", name: "Roofing", phrases: &roofing },
            Trade { slug: "plumbing", name: "Plumbing", phrases: &plumbing },
            Trade { slug: "water-damage", name: "Water damage restoration", phrases: &[] },
            Trade { slug: "orange-cleaning", name: "Orange cleaning", phrases: &orange },
        ];
        let places = [
            Place { id: "1", name: "Tulsa", state: "OK", population: 400_000.0 },
            Place { id: "2", name: "Salt Lake City", state: "UT", population: 200_000.0 },
            Place { id: "3", name: "Salt Lake", state: "TX", population: 900_000.0 },
            Place { id: "4", name: "Springfield", state: "MO", population: 170_000.0 },
            Place { id: "5", name: "Springfield", state: "IL", population: 110_000.0 },
            Place { id: "6", name: "Orange", state: "CA", population: 140_000.0 },
            Place { id: "7", name: "St. Paul", state: "MN", population: 300_000.0 },
            Place { id: "8", name: "Winston-Salem", state: "NC", population: 250_000.0 },
        ];
        market(keyword, &trades, &places)
    }

    #[test]
    fn keyword_names_trade_and_place() {
        for (keyword, slug, id) in [
            ("Emergency Plumber Tulsa", "plumbing", "1"),
            ("plumbers in tulsa, ok", "plumbing", "1"),
            ("water damage tulsa", "water-damage", "1"),
            ("roof repair salt lake city", "roofing", "2"),
            ("roofing contractors springfield", "roofing", "4"),
            ("roofers springfield il", "roofing", "5"),
            ("roofer st paul", "roofing", "7"),
            ("roofer st. paul mn", "roofing", "7"),
            ("winston salem roof repairs", "roofing", "8"),
            ("orange cleaning in orange ca", "orange-cleaning", "6"),
            ("roofing orange", "roofing", "6"),
        ] {
            assert_eq!(found(keyword), Ok((slug.to_owned(), id.to_owned())), "{keyword}");
        }
    }

    #[test]
    fn keyword_without_trade_or_place_is_refused() {
        for (keyword, missing) in [
            ("tulsa", "no trade"),
            ("dog walker tulsa", "no trade"),
            ("plumber", "no place"),
            ("plumber near me", "no place"),
            ("", "no trade"),
            ("'; DROP TABLE --", "no trade"),
        ] {
            let detail = found(keyword).expect_err(keyword);
            assert!(detail.contains(missing), "{keyword}: {detail}");
        }
    }
}
