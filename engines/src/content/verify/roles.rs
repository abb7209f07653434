//! Who does what to whom, and what comes first.

use std::{cmp::Ordering, collections::BTreeSet, ops::Range};

use super::reading::{Reading, Word};

/// Words that begin another part of a sentence.
const CONNECTIVES: &[&str] = &[
    "if", "when", "while", "because", "after", "before", "once", "until", "unless", "although", "since", "whenever",
    "and", "but", "which", "that", "who", "where", "so", "as",
];
/// Words after which no verb stands.
const OPENERS: &[&str] = &[
    "a", "an", "the", "of", "in", "with", "to", "for", "from", "this", "that", "these", "those", "your", "its",
    "their", "our", "each", "every", "any", "some", "many", "most", "few", "on", "at", "by", "no", "or", "into",
    "under", "below", "about", "without",
];
const BEING: &[&str] = &["is", "are", "was", "were", "be", "been", "being", "gets", "get"];

/// Pairs of verbs that are compared.
const MOST_PAIRS: usize = 64;
/// Words of a part of a sentence.
const LONGEST_PART: usize = 48;

/// Words of time in a sentence that are compared.
const MOST_ORDERS: usize = 3;
/// Words before an object.
const ARTICLES: &[&str] = &["a", "an", "the", "your", "its", "their", "our", "each", "every", "some", "any"];
/// Words before what surrounds a thing, or works on it.
const PREPOSITIONS: &[&str] = &["in", "with", "by", "under", "from", "through", "at", "near", "during", "on"];

type Stems<'a> = BTreeSet<&'a str>;
/// What comes first, and what then.
type Order<'a> = (Stems<'a>, Stems<'a>);

/// A word that may be a verb, with the words of its part before and after it.
#[derive(Debug)]
struct Pivot<'a> {
    stem: &'a str,
    at: usize,
    before: Stems<'a>,
    after: Stems<'a>,
    is_passive: bool,
}

/// Returns the verb of which a sentence exchanges subject and object, or that of two verbs whose subjects it exchanges. `compared`
/// are the words of a comparison that the fact makes too, perhaps turned round.
pub(super) fn exchanged(own: &Reading, fact: &Reading, compared: &Range<usize>) -> Option<String> {
    let (readings, mut own, fact) = ((own, fact), pivots(own), pivots(fact));
    own.retain(|pivot| !compared.contains(&pivot.at));
    let pairs: Vec<(&Pivot<'_>, &Pivot<'_>)> = own
        .iter()
        .flat_map(|one| fact.iter().map(move |other| (one, other)))
        .filter(|(one, other)| one.stem == other.stem && one.is_passive == other.is_passive)
        .take(MOST_PAIRS)
        .collect();
    // `Sun fades paint` and `paint fades in the sun` say the same.
    let is_setting = |(one, other): &(&Pivot<'_>, &Pivot<'_>)| {
        is_behind_preposition(readings.0, one.at, &other.before)
            || is_behind_preposition(readings.1, other.at, &one.before)
    };
    let is_turned = |pair: &&(&Pivot<'_>, &Pivot<'_>)| {
        let (one, other) = pair;
        let is_object = is_object(readings.0, one.at);
        !is_setting(pair)
            && one.before.is_disjoint(&other.before)
            && (one.before.is_subset(&other.after) && (other.before.is_subset(&one.after) || is_object)
                || other.before.is_subset(&one.after) && !is_by_other(readings.1, other))
    };
    let is_crossed = |(one, other): &&(&Pivot<'_>, &Pivot<'_>)| {
        let mut others = pairs.iter().filter(|(second, _)| second.stem != one.stem);
        one.before != other.before
            && others.any(|(second, its)| one.before == its.before && second.before == other.before)
    };
    let found = pairs.iter().find(is_turned).or_else(|| pairs.iter().find(is_crossed));
    found.map(|(one, _)| one.stem.to_owned())
}

/// True for a pronoun behind a verb: `calls us`.
fn is_object(reading: &Reading, verb: usize) -> bool {
    reading.words.get(verb + 1).is_some_and(|word| is_any(word, &["us", "you", "him", "her", "them", "me"]))
}

/// True for a verb that may do without an object, as it has none in the fact: `paint fades`.
fn is_by_other(fact: &Reading, verb: &Pivot<'_>) -> bool {
    fact.words.get(verb.at + 1).is_none_or(|next| next.is_after_mark || !next.is_content() && !is_any(next, ARTICLES))
        || verb.is_passive
}

fn pivots(reading: &Reading) -> Vec<Pivot<'_>> {
    let mut pivots = Vec::new();
    for part in parts(reading) {
        for at in part.start + 1..part.end {
            let word = &reading.words[at];
            let before = stems(reading, part.start..at);
            if !word.is_content() || before.is_empty() || is_any(&reading.words[at - 1], OPENERS) {
                continue;
            }
            let is_being = reading.words[part.start.max(at.saturating_sub(3))..at].iter().any(|one| is_any(one, BEING));
            let is_by = reading.words[at + 1..part.end.min(at + 3)].iter().any(|one| one.text == "by");
            let after = stems(reading, at + 1..part.end);
            pivots.push(Pivot { stem: &word.stem, at, before, after, is_passive: is_being || is_by });
        }
    }
    pivots
}

fn is_any(word: &Word, list: &[&str]) -> bool {
    list.contains(&word.text.as_str())
}

fn stems(reading: &Reading, range: Range<usize>) -> Stems<'_> {
    reading.contents(range).map(|word| word.stem.as_str()).collect()
}

/// Splits a sentence at marks and connectives.
fn parts(reading: &Reading) -> Vec<Range<usize>> {
    let (mut parts, mut start) = (Vec::new(), 0);
    for (at, word) in reading.words.iter().enumerate().skip(1) {
        if word.is_after_mark || is_any(word, CONNECTIVES) || at - start == LONGEST_PART {
            parts.push(start..at);
            start = at;
        }
    }
    parts.push(start..reading.words.len());
    parts
}

/// True if a word behind a verb follows a preposition: `in dry air`.
fn is_behind_preposition(reading: &Reading, verb: usize, stems: &Stems<'_>) -> bool {
    let words = &reading.words;
    let found = (verb + 1..words.len()).find(|at| stems.contains(words[*at].stem.as_str()));
    let opens = |at: &usize| !words[*at].is_content() && !is_any(&words[*at], &["a", "an", "the", "very", "too"]);
    let before = found.and_then(|found| (verb + 1..found).rev().find(opens));
    before.is_some_and(|before| is_any(&words[before], PREPOSITIONS))
}

/// True if a sentence puts last what a fact puts first, and nothing in the fact's order.
pub(super) fn is_reordered(own: &Reading, fact: &Reading) -> bool {
    let facts = in_time(fact);
    let pairs = in_time(own).into_iter().flat_map(|one| facts.iter().map(move |other| balance(&one, other)));
    let (mut is_kept, mut is_crossed) = (false, false);
    for found in pairs {
        is_kept |= found == Ordering::Greater;
        is_crossed |= found == Ordering::Less;
    }
    is_crossed && !is_kept
}

/// Compares how many words two orders have in common with how many they exchange.
fn balance((first, second): &Order<'_>, (early, late): &Order<'_>) -> Ordering {
    let shared = |words: &Stems<'_>, side: &Stems<'_>, other: &Stems<'_>| {
        words.iter().filter(|word| side.contains(**word) && !other.contains(**word)).count()
    };
    let kept = shared(first, early, late) + shared(second, late, early);
    let crossed = shared(first, late, early) + shared(second, early, late);
    kept.cmp(&crossed)
}

/// True for `before`, `after` and `once`, without `once a year` and `at once`.
fn is_order(words: &[Word], at: usize) -> bool {
    let is_any_of =
        |at: Option<usize>, list: &[&str]| at.and_then(|at| words.get(at)).is_some_and(|word| is_any(word, list));
    let is_count = is_any_of(Some(at + 1), &["a", "an", "per", "every", "each", "in", "more", "again"])
        || is_any_of(at.checked_sub(1), &["at", "all", "than"]);
    let is_year = words.get(at + 1).is_some_and(|next| next.figure.is_some());
    is_any(&words[at], &["before", "after"]) && !is_year || is_any(&words[at], &["once"]) && !is_count
}

/// Returns what a sentence says to come first, and what then.
fn in_time(reading: &Reading) -> Vec<Order<'_>> {
    let words = &reading.words;
    let starts = words.iter().enumerate().filter(|(at, _)| is_order(words, *at));
    let orders = starts.take(MOST_ORDERS).filter_map(|(at, word)| {
        let until =
            |is_end: fn(&Word) -> bool| (at + 1..words.len()).find(|next| is_end(&words[*next])).unwrap_or(words.len());
        let is_end = |word: &Word| word.is_after_mark || word.text == "and";
        let (end, stop) = (until(is_end), until(|word| word.is_first));
        let start = (0..=at).rev().find(|before| words[*before].is_first).unwrap_or(0);
        let side = stems(reading, at + 1..end);
        let mut main = stems(reading, start..at);
        main.extend(stems(reading, end.min(stop)..stop));
        let is_whole = !side.is_empty() && !main.is_empty();
        is_whole.then_some(if word.text == "before" { (main, side) } else { (side, main) })
    });
    orders.collect()
}
