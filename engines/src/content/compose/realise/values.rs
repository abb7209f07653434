//! Values of facts about a business, read as phrases. A value that fits no pattern gives `None`.

use super::grammar::{bare, is_clause, is_first_person, lowered, with_article};
pub(super) use super::hours::hours;
use super::states;

/// Numbers in words with which times of guarantees begin.
const COUNTS: [&str; 13] =
    ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "twelve", "twenty", "thirty"];

/// Words of an insurance that name no kind of it.
const STATUS: [&str; 2] = ["bonded", "fully"];

/// Words that turn a value around.
const NEGATIONS: [&str; 11] =
    ["no", "not", "none", "without", "pending", "expired", "unlicensed", "uninsured", "applied", "n/a", "suspended"];

pub(super) fn is_negated(value: &str) -> bool {
    value.to_lowercase().split_whitespace().any(|word| NEGATIONS.contains(&word.trim_matches([',', '.', '(', ')'])))
}

/// Reads a license as a predicate: `licensed in Oklahoma (contractor 80123456)`.
pub(super) fn license(value: &str) -> Option<String> {
    let value = bare(value);
    if is_negated(&value) || is_clause(&value) || is_first_person(&value) || value.contains(['(', ')', '"', '\u{201C}'])
    {
        return None;
    }
    let (state, rest) = states::split(&value).map_or((None, value.as_str()), |(state, rest)| (Some(state), rest));
    let words: Vec<&str> = rest.split_whitespace().filter(|word| !is_license_word(word)).collect();
    let number = words.last().map(|word| word.trim_start_matches('#'))?;
    if number.bytes().filter(u8::is_ascii_digit).count() < 3 || words.len() > 6 {
        return None;
    }
    let kind = words[..words.len() - 1].join(" ");
    let kind = kind.trim_end_matches([',', ':', '-', ' ']);
    let place = state.map(|state| format!(" in {state}")).unwrap_or_default();
    Some(match kind {
        "" | "contractor" | "Contractor" => format!("licensed{place} ({number})"),
        kind if is_role(kind) => format!("licensed{place} as {} ({number})", with_article(&kind.to_lowercase())),
        kind => format!("licensed{place} ({kind} {number})"),
    })
}

fn is_license_word(word: &str) -> bool {
    let plain = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    matches!(plain.as_str(), "license" | "licence" | "licensed" | "lic" | "no" | "number" | "state") || plain.is_empty()
}

/// Returns true for the name of an occupation that a license names.
fn is_role(kind: &str) -> bool {
    let roles = [
        "contractor",
        "plumber",
        "electrician",
        "roofer",
        "applicator",
        "inspector",
        "attorney",
        "dentist",
        "locksmith",
        "mover",
        "adjuster",
        "agent",
        "broker",
        "appraiser",
    ];
    let last = kind.rsplit(' ').next().unwrap_or_default().to_lowercase();
    roles.contains(&last.as_str()) && kind.chars().all(|c| c.is_ascii_alphabetic() || c == ' ')
}

/// Reads an insurance as a verb phrase: `carries $2 million in general liability insurance`.
pub(super) fn insurance(value: &str) -> Option<String> {
    let value = bare(value);
    if is_negated(&value) || is_clause(&value) || is_first_person(&value) || value.contains(['(', '"', '\u{201C}']) {
        return None;
    }
    let lower = value.to_lowercase();
    if matches!(lower.as_str(), "insured" | "fully insured" | "bonded and insured" | "insured and bonded") {
        return Some(format!("is {lower}"));
    }
    let (amount, kind) = amount(&value);
    let kind: Vec<&str> = kind.split_whitespace().filter(|word| !is_insurance_word(word)).collect();
    if kind.iter().any(|word| STATUS.contains(&word.to_lowercase().as_str())) {
        return status(&lower, amount.as_deref(), &kind);
    }
    let is_plain = |word: &&str| word.chars().all(|c| c.is_alphabetic() || matches!(c, '\'' | '\u{2019}' | '-' | '&'));
    if kind.len() > 6 || !kind.iter().all(is_plain) {
        return None;
    }
    let kind = kind.iter().map(|word| if is_short_form(word) { (*word).to_owned() } else { word.to_lowercase() });
    let kind = kind.collect::<Vec<_>>().join(" ");
    match (amount, kind.is_empty()) {
        (Some(amount), true) => Some(format!("is insured for {amount}")),
        (Some(amount), false) => Some(format!("carries {amount} in {kind} insurance")),
        (None, true) => None,
        (None, false) => Some(format!("carries {kind} insurance")),
    }
}

/// Says that the business is bonded or insured; `None` if words say more than that.
fn status(value: &str, amount: Option<&str>, words: &[&str]) -> Option<String> {
    let is_known = |word: &&str| STATUS.contains(&word.to_lowercase().as_str()) || word.eq_ignore_ascii_case("and");
    let has = |word: &str| value.contains(word);
    let said = match (has("bonded"), has("insured")) {
        (true, true) => "bonded and insured",
        (true, false) => "bonded",
        (false, true) => "fully insured",
        (false, false) => return None,
    };
    let sum = amount.map(|amount| format!(" for {amount}")).unwrap_or_default();
    words.iter().all(is_known).then(|| format!("is {said}{sum}"))
}

fn is_short_form(word: &str) -> bool {
    word.chars().count() > 1 && word.chars().all(|c| !c.is_lowercase())
}

fn is_insurance_word(word: &str) -> bool {
    let plain = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    matches!(
        plain.as_str(),
        "of" | "up"
            | "to"
            | "for"
            | "with"
            | "in"
            | "insurance"
            | "insured"
            | "coverage"
            | "cover"
            | "policy"
            | "a"
            | ""
    )
}

/// Splits an amount of money from a value: `General liability of $2 million` gives `$2 million` and the rest.
fn amount(value: &str) -> (Option<String>, String) {
    let Some(at) = value.find('$') else { return (None, value.to_owned()) };
    let is_amount = |c: char| c.is_ascii_alphanumeric() || matches!(c, '$' | ',' | '.');
    let end = value[at..].find(|c| !is_amount(c)).map_or(value.len(), |length| at + length);
    let (before, first, rest) = (&value[..at], &value[at..end], value[end..].trim_start());
    let unit = rest.split_whitespace().next().filter(|word| matches!(*word, "million" | "thousand" | "billion"));
    let whole = unit.map_or_else(|| first.to_owned(), |unit| format!("{first} {unit}"));
    let rest = unit.map_or(rest, |unit| rest[unit.len()..].trim_start());
    (Some(whole), format!("{before} {rest}"))
}

/// How long a business exists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Experience {
    /// Since a year.
    Since(String),
    /// For a time: `more than 12 years`.
    Years(String),
}

/// Reads `since 1998`, `founded in 1998`, `12 years`, `over 12 years of experience`.
pub(super) fn experience(value: &str) -> Option<Experience> {
    let lower = bare(value).to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    let is_year = |word: &str| word.len() == 4 && word.parse::<u16>().is_ok_and(|year| (1700..=2100).contains(&year));
    if let [before @ .., year] = words.as_slice()
        && is_year(year)
        && matches!(
            before.join(" ").as_str(),
            "since" | "in business since" | "founded in" | "founded" | "established in" | "established" | "est."
        )
    {
        return Some(Experience::Since((*year).to_owned()));
    }
    let at = words.iter().position(|word| word.trim_end_matches('+').parse::<u16>().is_ok())?;
    let before = words[..at].join(" ");
    let rest = words[at + 1..].join(" ");
    let is_plain = matches!(
        rest.as_str(),
        "years" | "year" | "years of experience" | "years in business" | "years experience" | "years in the trade"
    );
    let more = match before.as_str() {
        "" if words[at].ends_with('+') => "more than ",
        "" => "",
        "over" | "more than" => "more than ",
        "about" | "nearly" | "almost" => "about ",
        _ => return None,
    };
    let unit = if words[at].trim_end_matches('+') == "1" { "year" } else { "years" };
    is_plain.then(|| Experience::Years(format!("{more}{} {unit}", words[at].trim_end_matches('+'))))
}

pub(super) fn lowered_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}

/// Returns true for a telephone number.
pub(super) fn is_phone(value: &str) -> bool {
    let digits = value.bytes().filter(u8::is_ascii_digit).count();
    let is_sign = |c: char| c.is_ascii_digit() || matches!(c, ' ' | '(' | ')' | '-' | '+' | '.' | '/');
    (6..=16).contains(&digits) && value.chars().all(is_sign) || is_vanity(value)
}

/// Returns true for a number with words: `1-800-FLOWERS`.
fn is_vanity(value: &str) -> bool {
    let signs = value.bytes().filter(u8::is_ascii_alphanumeric).count();
    let is_sign = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || " ()-+.".contains(c);
    (10..=14).contains(&signs)
        && value.chars().all(is_sign)
        && value.bytes().filter(u8::is_ascii_digit).count() >= 3
        && value.starts_with(['1', '8', '(', '+'])
}

/// A quantity such as a price or a time: `$350 to $900`, `about 45 minutes`, `from $99`.
pub(super) fn is_quantity(value: &str) -> bool {
    let lower = value.to_lowercase();
    let rest = ["about ", "around ", "from ", "up to ", "less than ", "more than ", "under ", "at least ", "between "]
        .iter()
        .find_map(|start| lower.strip_prefix(start))
        .unwrap_or(&lower);
    let is_number =
        |word: &str| matches!(word, "one" | "two" | "three" | "four" | "five" | "six" | "ten" | "half" | "an" | "a");
    let first = rest.split([' ', '-']).next().unwrap_or_default();
    let starts =
        rest.starts_with(|c: char| c.is_numeric() || matches!(c, '$' | '\u{20AC}' | '\u{A3}')) || is_number(first);
    starts && value.chars().count() <= 80 && !is_clause(value) && !value.contains(['"', '\u{201C}', '!', '?'])
}

/// A guarantee as a sentence about the work.
pub(super) fn guarantee(value: &str) -> Option<String> {
    let value = bare(value);
    if is_negated(&value) || is_first_person(&value) || value.contains(['"', '\u{201C}']) {
        return None;
    }
    let lower = value.to_lowercase();
    let ends = ["warranty", "guarantee"].iter().any(|end| lower.ends_with(end));
    let has_article = ["a ", "an ", "the "].iter().any(|start| lower.starts_with(start));
    let is_counted = value.starts_with(|c: char| c.is_ascii_digit()) || lower.starts_with("lifetime");
    if ends && has_article {
        return Some(format!("comes with {}", lowered(&value)));
    }
    let is_named = ends || [" warranty on ", " guarantee on "].iter().any(|middle| lower.contains(middle));
    if is_named && is_counted && value.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '-')) {
        return Some(format!("comes with {}", with_article(&lowered_first(&value))));
    }
    let (count, rest) = lower.split_once(' ')?;
    let is_count = count.bytes().all(|byte| byte.is_ascii_digit()) || COUNTS.contains(&count);
    let is_time = is_count && ["day", "month", "year"].iter().any(|unit| rest.starts_with(unit));
    let predicate = if lower.contains(" on ") { "comes with a guarantee of" } else { "is under guarantee for" };
    (is_time && !is_clause(&value)).then(|| format!("{predicate} {}", lowered_first(&value)))
}
