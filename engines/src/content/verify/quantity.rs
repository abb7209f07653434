//! Quantities: values with units, bounds and ranges.

use super::figure::Figure;
use super::reading::Word;
use super::units::{Unit, money_word, number_word, scale, unit_of};

/// Maximum number of figures read of a sentence or fact, because each of a sentence is compared with each of a fact.
pub(super) const MOST_FIGURES: usize = 40;

/// A value with its unit.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Quantity {
    /// Value in the base unit: minutes, inches, pounds.
    pub(super) value: f64,
    /// Value as written.
    pub(super) raw: f64,
    /// Text of a code such as a licence; empty for values.
    pub(super) code: String,
    pub(super) unit: Unit,
    /// What it is charged or counted by: `foot` of `$8 a foot`.
    pub(super) per: Option<String>,
    pub(super) bound: Bound,
    pub(super) place: Place,
    /// Unit and value of a bare number that goes on with an earlier unit: `three` of `after five years, or after three`.
    pub(super) implied: Option<(Unit, f64)>,
    /// First word.
    pub(super) at: usize,
    /// One past the last word.
    pub(super) end: usize,
}

/// Words behind a bare number that do not say what it counts.
const BEHIND: &[&str] = &["if", "when", "while", "because", "but", "and", "or", "unless", "for", "after", "before"];
/// Words before a bare number that may go on with an earlier unit.
const BEFORE: &[&str] = &["after", "for", "in", "within", "or", "to", "until", "and", "only", "just", "than", "least"];
/// Stems of verbs with which `over six months` is a time and no limit.
const SPREADING: &[&str] = &["spread", "split", "divid", "stretch", "space", "spac"];
/// Words between such a verb and `over`.
const SPREAD: usize = 5;

/// Words that make a value a limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    /// No such word.
    None,
    /// `more than`, `over`.
    Above,
    /// `at least`, `from`.
    AtLeast,
    /// `less than`, `under`.
    Below,
    /// `up to`, `at most`, `within`.
    AtMost,
}

/// Place of a value in a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Single,
    Low,
    High,
}

impl Quantity {
    pub(super) fn is_low(&self) -> bool {
        self.place == Place::Low
    }
}

/// Finds the quantities of a sentence in order, and whether it has more than are read.
pub(super) fn quantities(words: &[Word]) -> (Vec<Quantity>, bool) {
    let (mut found, mut at): (Vec<Quantity>, usize) = (Vec::new(), 0);
    while at < words.len() && found.len() <= MOST_FIGURES {
        let quantity = in_digits(words, at).or_else(|| in_words(words, at));
        at = quantity.as_ref().map_or(at + 1, |quantity| quantity.end.max(at + 1));
        found.extend(quantity);
    }
    let is_cut = found.len() > MOST_FIGURES;
    found.truncate(MOST_FIGURES);
    join_parts(words, &mut found);
    join_ranges(words, &mut found);
    imply_units(words, &mut found);
    (found, is_cut)
}

fn text(words: &[Word], at: usize) -> &str {
    words.get(at).map_or("", |word| word.text.as_str())
}

fn in_digits(words: &[Word], at: usize) -> Option<Quantity> {
    let figure = words[at].figure.as_ref()?;
    let mut quantity = plain(figure.value, at);
    if let Some(code) = &figure.code {
        quantity.code.clone_from(code);
        quantity.unit = Unit::Code;
        return Some(quantity);
    }
    let mut suffix = figure.suffix.as_str();
    if let Some(times) = scale(suffix, figure.currency.is_some()) {
        (quantity.value, suffix) = (quantity.value * times, "");
    } else if let Some(times) =
        scale(text(words, at + 1), true).filter(|_| suffix.is_empty() && text(words, at + 1).len() > 1)
    {
        quantity.value *= times;
        quantity.end += 1;
    }
    quantity.raw = quantity.value;
    finish(words, quantity, figure, suffix)
}

fn plain(value: f64, at: usize) -> Quantity {
    Quantity {
        value,
        raw: value,
        code: String::new(),
        unit: Unit::Count,
        per: None,
        bound: Bound::None,
        place: Place::Single,
        implied: None,
        at,
        end: at + 1,
    }
}

/// Sets the unit from the currency, the suffix or the words that follow.
fn finish(words: &[Word], mut quantity: Quantity, figure: &Figure, suffix: &str) -> Option<Quantity> {
    if figure.currency.is_some() {
        quantity.unit = Unit::Money;
    } else if let Some((unit, times)) = unit_of(suffix, "") {
        (quantity.unit, quantity.value) = (unit, quantity.value * times);
    } else if matches!(suffix, "st" | "nd" | "rd" | "th") {
        quantity.unit = Unit::Ordinal;
    }
    if quantity.unit == Unit::Count {
        read_unit(words, &mut quantity);
    }
    clock(words, &mut quantity, suffix);
    let is_year = quantity.unit == Unit::Count
        && (1900.0..2100.0).contains(&quantity.raw)
        && quantity.raw.fract() == 0.0
        && figure.written.len() == 4;
    if is_year {
        quantity.unit = Unit::Year;
    }
    read_unit_before(words, &mut quantity);
    quantity.per = per(words, quantity.end);
    quantity.bound = bound(words, quantity.at);
    Some(quantity)
}

fn read_unit(words: &[Word], quantity: &mut Quantity) {
    let (next, after) = (text(words, quantity.end), text(words, quantity.end + 1));
    if money_word(next) {
        quantity.unit = Unit::Money;
        quantity.end += 1;
    } else if matches!(next, "cent" | "cents") {
        (quantity.unit, quantity.value) = (Unit::Money, quantity.value / 100.0);
        quantity.end += 1;
    } else if let Some((unit, times)) = unit_of(next, after) {
        (quantity.unit, quantity.value) = (unit, quantity.value * times);
        quantity.end += 1 + usize::from(matches!(next, "business" | "working" | "square" | "sq" | "cubic"));
    }
}

/// Reads `mile five` as five miles, and `day 30` as 30 days.
fn read_unit_before(words: &[Word], quantity: &mut Quantity) {
    let Some(before) = quantity.at.checked_sub(1).filter(|_| quantity.unit == Unit::Count) else { return };
    let opener = before.checked_sub(1).map_or("", |at| text(words, at));
    let is_counting = words.get(quantity.end).is_some_and(|next| next.is_content() && !next.is_after_mark);
    let is_number = !is_counting && !words[quantity.at].is_after_mark && !words[before].text.ends_with('s');
    if let Some((unit, times)) = unit_of(text(words, before), "")
        .filter(|_| is_number && !matches!(opener, "a" | "an" | "per" | "one" | "each" | "every" | "the" | "first"))
        .filter(|(unit, _)| matches!(unit, Unit::Time | Unit::Length))
    {
        (quantity.unit, quantity.value, quantity.at) = (unit, quantity.value * times, before);
    }
}

/// Reads `7 am`, `7 in the morning`, `6 at night` as minutes of the day.
fn clock(words: &[Word], quantity: &mut Quantity, suffix: &str) {
    let next = |skip: usize| text(words, quantity.end + skip);
    let half = match (suffix, next(0), next(1), next(2)) {
        ("am", ..) | ("", "am", ..) | ("", "in", "the", "morning") => 0.0,
        ("pm", ..) | ("", "pm", ..) | ("", "in", "the", "afternoon" | "evening") | ("", "at", "night", _) => 12.0,
        _ => return,
    };
    if quantity.unit == Unit::Count && quantity.raw <= 12.0 {
        quantity.unit = Unit::Clock;
        quantity.value = 60.0 * (quantity.raw % 12.0 + half);
    }
}

/// Reads `twenty-five`, `two million`, `a dozen` as a value.
fn in_words(words: &[Word], at: usize) -> Option<Quantity> {
    if text(words, at) == "half" {
        return half(words, at);
    }
    if let Some(quantity) = and_a_half(words, at).or_else(|| quarters(words, at)).or_else(|| opened(words, at)) {
        return Some(quantity);
    }
    let mut value = number_word(text(words, at))?;
    let mut end = at + 1;
    if (20.0..100.0).contains(&value)
        && let Some(unit) = number_word(text(words, end)).filter(|unit| *unit < 10.0)
    {
        value += unit;
        end += 1;
    }
    while let Some(times) = scale(text(words, end), true).filter(|_| text(words, end).len() > 2) {
        value *= times;
        end += 1;
    }
    if is_half(words, end) {
        value += 0.5;
        end += 3;
    }
    let mut quantity = Quantity { end, ..plain(value, at) };
    read_unit(words, &mut quantity);
    clock(words, &mut quantity, "");
    read_unit_before(words, &mut quantity);
    quantity.per = per(words, quantity.end);
    quantity.bound = bound(words, at);
    // "One" and "two" are mostly pronouns: "one of them", "the two sides".
    let is_measured = quantity.unit != Unit::Count;
    (is_measured || value > 2.0).then_some(quantity)
}

fn is_half(words: &[Word], at: usize) -> bool {
    (text(words, at), text(words, at + 1), text(words, at + 2)) == ("and", "a", "half")
}

/// Reads `an hour and a half`.
fn and_a_half(words: &[Word], at: usize) -> Option<Quantity> {
    let (unit, times) = unit_of(text(words, at + 1), "").filter(|_| matches!(text(words, at), "a" | "an" | "one"))?;
    is_half(words, at + 2).then(|| Quantity {
        unit,
        value: 1.5 * times,
        end: at + 5,
        bound: bound(words, at),
        ..plain(1.5, at)
    })
}

/// Reads `an hour` of `an hour and 20 minutes`.
fn opened(words: &[Word], at: usize) -> Option<Quantity> {
    let (unit, times) = unit_of(text(words, at + 1), "").filter(|_| matches!(text(words, at), "a" | "an"))?;
    let number = words.get(at + 3).filter(|_| text(words, at + 2) == "and")?;
    let is_number = number.figure.is_some() || number_word(&number.text).is_some();
    let (smaller, part) = (3..=5).find_map(|skip| unit_of(text(words, at + skip), ""))?;
    let is_part = is_number && smaller == unit && part < times;
    is_part.then(|| Quantity { unit, value: times, end: at + 2, bound: bound(words, at), ..plain(1.0, at) })
}

/// Reads `half an hour`, and `half of the price` as 50 percent.
fn half(words: &[Word], at: usize) -> Option<Quantity> {
    match (text(words, at + 1), text(words, at + 2)) {
        ("a" | "an", unit) if unit_of(unit, "").is_some() => part_of(words, at..at + 3, 0.5, unit),
        ("a", "dozen") => Some(Quantity { end: at + 3, bound: bound(words, at), ..plain(6.0, at) }),
        ("of" | "the" | "your" | "our" | "its" | "their" | "what", _) => {
            Some(Quantity { unit: Unit::Percent, value: 50.0, raw: 50.0, bound: bound(words, at), ..plain(50.0, at) })
        }
        _ => None,
    }
}

/// Reads `a quarter of an hour` and `three quarters of a mile`.
fn quarters(words: &[Word], at: usize) -> Option<Quantity> {
    let count = match text(words, at) {
        "a" | "one" => 1.0,
        "three" => 3.0,
        _ => return None,
    };
    let is_part = matches!(text(words, at + 1), "quarter" | "quarters") && text(words, at + 2) == "of";
    let is_one = matches!(text(words, at + 3), "a" | "an");
    if is_part && is_one { part_of(words, at..at + 5, count / 4.0, text(words, at + 4)) } else { None }
}

/// Returns a part of one unit.
fn part_of(words: &[Word], at: std::ops::Range<usize>, part: f64, unit: &str) -> Option<Quantity> {
    let (unit, times) = unit_of(unit, "")?;
    let value =
        Quantity { unit, value: times * part, end: at.end, bound: bound(words, at.start), ..plain(part, at.start) };
    Some(value)
}

fn per(words: &[Word], at: usize) -> Option<String> {
    let is_by = matches!(text(words, at), "a" | "an" | "per" | "each" | "every")
        || text(words, at) == "for" && text(words, at + 1) == "each";
    let at = at
        + 1
        + usize::from(
            text(words, at) == "for" || matches!(text(words, at + 1), "linear" | "square" | "cubic" | "single"),
        );
    let noun = words.get(at)?;
    (is_by
        && (unit_of(&noun.text, "").is_some()
            || matches!(
                noun.text.as_str(),
                "person" | "room" | "window" | "tree" | "visit" | "page" | "square" | "load" | "head"
            )))
    .then(|| noun.stem.clone())
}

/// Returns the limit that the words before a figure set.
pub(super) fn bound(words: &[Word], at: usize) -> Bound {
    let before = |back: usize| at.checked_sub(back).map_or("", |at| text(words, at));
    let is_spreading = |word: &Word| SPREADING.contains(&word.stem.as_str());
    if before(1) == "over" && words[at.saturating_sub(SPREAD)..at].iter().any(is_spreading) {
        return Bound::None;
    }
    match (before(2), before(1)) {
        (_, "over" | "above" | "exceeding" | "beyond")
        | (
            "more" | "greater" | "longer" | "heavier" | "larger" | "bigger" | "older" | "taller" | "higher" | "deeper"
            | "wider",
            "than",
        ) => Bound::Above,
        ("upward" | "upwards" | "excess", "of") => Bound::Above,
        (_, "under" | "below")
        | ("less" | "fewer" | "lighter" | "smaller" | "shorter" | "younger" | "newer" | "lower" | "narrower", "than") => {
            Bound::Below
        }
        ("at", "least")
        | ("starting" | "starts" | "start" | "begin" | "begins", "at" | "from")
        | ("as", "low")
        | (_, "from" | "minimum") => Bound::AtLeast,
        ("low" | "little" | "few" | "early" | "soon", "as") => Bound::AtLeast,
        ("high" | "much" | "many" | "late" | "long" | "far", "as") => Bound::AtMost,
        ("up", "to") | ("at", "most") | ("as", "high") | (_, "within" | "maximum" | "reach" | "reaches") => {
            Bound::AtMost
        }
        _ => Bound::None,
    }
}

/// Joins the parts of one measure: `15 years and nine months`, `1 hour 30 minutes`.
fn join_parts(words: &[Word], found: &mut Vec<Quantity>) {
    let mut at = 1;
    while at < found.len() {
        let (big, small) = (&found[at - 1], &found[at]);
        let opener = big.at.checked_sub(1).map_or("", |before| text(words, before));
        let is_next = small.at == big.end || small.at == big.end + 1 && text(words, big.end) == "and";
        let is_part = big.unit == small.unit
            && matches!(big.unit, Unit::Time | Unit::Length | Unit::Weight)
            && is_next
            && opener != "between"
            && big.raw >= 1.0
            && big.raw.fract() == 0.0
            && small.value < big.value / big.raw
            && !words[small.at].is_after_mark
            && big.per.is_none();
        if is_part {
            let small = found.remove(at);
            let big = &mut found[at - 1];
            (big.value, big.end, big.per) = (big.value + small.value, small.end, small.per);
        } else {
            at += 1;
        }
    }
}

/// Finds the unit with which a bare number goes on: `poured in a day, but not to be used for seven`.
fn imply_units(words: &[Word], found: &mut [Quantity]) {
    for quantity in found.iter_mut().filter(|one| one.unit == Unit::Count) {
        let next = words.get(quantity.end);
        let is_bare = next.is_none_or(|next| next.is_after_mark || BEHIND.contains(&next.text.as_str()));
        let is_open = quantity.at > 0 && BEFORE.contains(&text(words, quantity.at - 1));
        if !is_bare || !is_open {
            continue;
        }
        let units = (0..quantity.at).rev().filter_map(|at| unit_of(text(words, at), text(words, at + 1)));
        let mut units = units.filter(|(unit, _)| matches!(unit, Unit::Time | Unit::Length | Unit::Weight));
        quantity.implied = units.next().map(|(unit, times)| (unit, quantity.raw * times));
    }
}

/// Marks neighbours joined by `to`, `and` or a hyphen as bounds of a range that share a unit.
fn join_ranges(words: &[Word], found: &mut [Quantity]) {
    for at in 1..found.len() {
        let (before, after) = found.split_at_mut(at);
        let (Some(low), Some(high)) = (before.last_mut(), after.first_mut()) else { continue };
        let is_hyphen = low.end == high.at && words[low.at].figure.as_ref().is_some_and(|figure| figure.opens_range);
        let link = text(words, low.end);
        let opener = low.at.checked_sub(1).map_or("", |before| text(words, before));
        let is_word =
            low.end + 1 == high.at && (matches!(link, "to" | "through" | "or") || link == "and" && opener == "between");
        let is_clock = low.unit == Unit::Clock && high.unit == Unit::Clock && high.at <= low.end + 4;
        let is_span = low.unit != Unit::Code && (is_hyphen || is_word || is_clock);
        if !is_span || low.raw > high.raw && low.unit == high.unit && !is_clock {
            continue;
        }
        if low.unit == Unit::Count && high.unit != Unit::Clock {
            let times = if high.raw > 0.0 { high.value / high.raw } else { 1.0 };
            (low.unit, low.value) = (high.unit, low.raw * times);
        } else if high.unit == Unit::Count {
            let times = if low.raw > 0.0 { low.value / low.raw } else { 1.0 };
            (high.unit, high.value) = (low.unit, high.raw * times);
        }
        if low.unit == high.unit {
            (low.place, high.place) = (Place::Low, Place::High);
            low.per = low.per.clone().or_else(|| high.per.clone());
        }
    }
}
