//! A fact as a sentence of its own.

use super::super::super::input::{Fact, FactKind, Sentence};
use super::grammar::{
    bare, capital, closed, is_clause, is_first_person, is_plural, lacks_article, lowered, quoted, tidy,
};
use super::names::Names;
use super::values;
use crate::text::sentences;

/// Maximum number of characters of the thing that has a price.
const LONGEST_SUBJECT: usize = 90;

/// Writes a fact as one text.
pub(in crate::content) fn sentence(fact: &Fact, names: &Names) -> Sentence {
    let text = wordings(fact, names).swap_remove(0);
    Sentence::new(text, [&fact.id])
}

/// Splits the text of a fact into sentences that cite it.
pub(in crate::content) fn split(text: &str, fact: &Fact) -> Vec<Sentence> {
    let text = tidy(text);
    sentences(&text).into_iter().map(|sentence| Sentence::new(closed(sentence), [&fact.id])).collect()
}

/// Returns the wordings of a fact, at least one; the first is the plainest.
pub(in crate::content) fn wordings(fact: &Fact, names: &Names) -> Vec<String> {
    let value = bare(&fact.value);
    let detail = bare(fact.detail.as_deref().unwrap_or_default());
    match fact.kind {
        FactKind::Business => vec![format!("The business is {value}.")],
        FactKind::Service => vec![format!("The service is {value}.")],
        FactKind::Place => vec![format!("The place is {value}.")],
        FactKind::Neighbourhood if detail.is_empty() => {
            vec![
                format!("The service area includes {value}."),
                format!("{} is part of the service area.", capital(&value)),
            ]
        }
        FactKind::Neighbourhood => vec![neighborhood(&value, &detail)],
        FactKind::Price => price(&value, &detail, names),
        FactKind::Duration => duration(&value, &detail, names),
        FactKind::Hours => hours(&value, names),
        FactKind::Phone => phone(&value, names),
        FactKind::Licence => license(&value, names),
        FactKind::Insurance => insurance(&value, names),
        FactKind::Experience => experience(&value, names),
        FactKind::Award => award(&fact.value, names),
        FactKind::Rating => rating(&value, names),
        FactKind::Guarantee => guarantee(&fact.value, names),
        FactKind::Permit => vec![permit(&fact.value, &detail)],
        FactKind::Question => vec![closed(fact.detail.as_deref().unwrap_or_default())],
        FactKind::Statement if is_first_person(&fact.value) && sentences(&fact.value).len() == 1 => {
            vec![format!("In the words of the {}: {}", names.company, quoted(&fact.value))]
        }
        FactKind::Climate | FactKind::Process | FactKind::Statement => vec![closed(&fact.value)],
    }
}

/// Reports a value word for word, because it fits no pattern.
pub(super) fn stated(topic: &str, value: &str, names: &Names) -> String {
    format!("On {topic}, the {} states: {}", names.company, quoted(value))
}

/// Returns a clause or a row of sentences as it is, or reports it word for word.
fn own_words(topic: &str, value: &str, names: &Names) -> String {
    if is_clause(value) && !is_first_person(value) { closed(value) } else { stated(topic, value, names) }
}

fn price(value: &str, detail: &str, names: &Names) -> Vec<String> {
    let subject = if detail.is_empty() { names.service.clone() } else { lowered(detail) };
    if is_clause(value) {
        return vec![closed(value)];
    }
    if !values::is_quantity(value) || is_clause(&subject) || subject.chars().count() > LONGEST_SUBJECT {
        let topic = if detail.is_empty() { "price".to_owned() } else { format!("the price of {subject}") };
        return vec![stated(&topic, value, names)];
    }
    if lacks_article(&subject) {
        return listed(&subject, value, names);
    }
    let verb = if is_plural(&subject) { "cost" } else { "costs" };
    let mut wordings =
        vec![format!("{} {verb} {value}.", capital(&subject)), format!("The price for {subject} is {value}.")];
    wordings.extend(names.city().map(|city| format!("In {city}, {subject} {verb} {value}.")));
    wordings
}

/// Returns the wordings of a price whose subject makes no sentence: `Oil change: $50.`
fn listed(subject: &str, value: &str, names: &Names) -> Vec<String> {
    let mut wordings = vec![
        format!("{}: {}.", capital(subject), lowered(value)),
        format!("The price listed for {} is {}.", unstopped(subject), lowered(value)),
    ];
    wordings.extend(
        names
            .city()
            .map(|city| format!("In {city}, the price listed for {} is {}.", unstopped(subject), lowered(value))),
    );
    wordings
}

/// Returns a text in quotation marks inside a sentence.
fn unstopped(text: &str) -> String {
    quoted(text).replace(".\u{201D}", "\u{201D}")
}

/// Says something about a part of the place.
fn neighborhood(name: &str, detail: &str) -> String {
    let lower = lowered(detail);
    if lower == detail && detail.starts_with(char::is_uppercase) {
        return closed(&format!("{name}: {detail}"));
    }
    closed(&format!("In {name}, {lower}"))
}

/// Returns the wordings of a price and the time that the same thing takes; none if one of them fits no pattern.
pub(in crate::content) fn priced(price: &Fact, duration: &Fact, names: &Names) -> Option<Vec<String>> {
    let (value, time) = (bare(&price.value), bare(&duration.value));
    let subject = lowered(&bare(price.detail.as_deref().unwrap_or_default()));
    let is_odd = subject.is_empty()
        || lacks_article(&subject)
        || is_clause(&subject)
        || subject.chars().count() > LONGEST_SUBJECT;
    if is_odd || !values::is_quantity(&value) || !values::is_quantity(&time) {
        return None;
    }
    let (costs, takes) = if is_plural(&subject) { ("cost", "take") } else { ("costs", "takes") };
    let mut wordings = vec![
        format!("{} {costs} {value} and {takes} {time}.", capital(&subject)),
        format!("{} {takes} {time} and {costs} {value}.", capital(&subject)),
    ];
    wordings.extend(names.city().map(|city| format!("In {city}, {subject} {costs} {value} and {takes} {time}.")));
    Some(wordings)
}

fn duration(value: &str, detail: &str, names: &Names) -> Vec<String> {
    if !values::is_quantity(value) {
        return vec![own_words(if detail.is_empty() { "timing" } else { detail }, value, names)];
    }
    if detail.is_empty() {
        return vec![format!("Allow {value}."), format!("Plan on {value}.")];
    }
    let subject = lowered(detail);
    let mut wordings = vec![format!("Allow {value} for {subject}."), format!("Plan on {value} for {subject}.")];
    wordings.extend(names.city().map(|city| format!("In {city}, allow {value} for {subject}.")));
    wordings
}

fn hours(value: &str, names: &Names) -> Vec<String> {
    match values::hours(value) {
        Some(hours) => vec![format!("{} {} open {hours}.", names.subject(), names.verb("is"))],
        None => vec![own_words("hours", value, names)],
    }
}

fn phone(value: &str, names: &Names) -> Vec<String> {
    if values::is_phone(value) {
        vec![format!("Call {} at {value}.", names.object()), format!("The number of {} is {value}.", names.object())]
    } else {
        vec![stated("the telephone", value, names)]
    }
}

fn license(value: &str, names: &Names) -> Vec<String> {
    match values::license(value) {
        Some(license) => vec![format!("{} {} {license}.", names.subject(), names.verb("is"))],
        None => vec![own_words("licensing", value, names)],
    }
}

fn insurance(value: &str, names: &Names) -> Vec<String> {
    match values::insurance(value) {
        Some(carries) => vec![format!("{} {}.", names.subject(), agreeing(&carries, names))],
        None => vec![own_words("insurance", value, names)],
    }
}

/// Returns a predicate whose verb agrees with the name of the business.
fn agreeing(predicate: &str, names: &Names) -> String {
    predicate
        .split_once(' ')
        .map_or_else(|| names.verb(predicate), |(verb, rest)| format!("{} {rest}", names.verb(verb)))
}

fn experience(value: &str, names: &Names) -> Vec<String> {
    match values::experience(value) {
        Some(values::Experience::Since(year)) => {
            vec![format!("{} {} been in business since {year}.", names.subject(), names.verb("has"))]
        }
        Some(values::Experience::Years(years)) => {
            vec![format!("{} {} {years} of experience.", names.subject(), names.verb("has"))]
        }
        None => vec![own_words("its experience", value, names)],
    }
}

fn award(value: &str, names: &Names) -> Vec<String> {
    let value = bare(value);
    if is_clause(&value) || is_first_person(&value) {
        return vec![own_words("awards", &value, names)];
    }
    let lower = value.to_lowercase();
    let is_prize = ["award", "prize", "medal", "certificate"].iter().any(|end| lower.ends_with(end));
    let has_article = ["the ", "a ", "an "].iter().any(|start| lower.starts_with(start));
    let article = if is_prize && !has_article { "the " } else { "" };
    vec![format!("The awards of the {} include {article}{value}.", names.company)]
}

fn rating(value: &str, names: &Names) -> Vec<String> {
    if value.starts_with(|c: char| c.is_ascii_digit()) && !is_clause(value) {
        vec![format!("{} {} a rating of {value}.", names.subject(), names.verb("has"))]
    } else {
        vec![own_words("ratings", value, names)]
    }
}

fn guarantee(value: &str, names: &Names) -> Vec<String> {
    if is_clause(value) && !is_first_person(value) && sentences(value).len() == 1 {
        let clause = lowered(&bare(value));
        let mut wordings = vec![
            format!("Under the guarantee of the {}, {clause}.", names.company),
            format!("The {} gives a guarantee: {clause}.", names.company),
        ];
        wordings
            .extend(names.city().map(|city| format!("In {city}, the {} gives a guarantee: {clause}.", names.company)));
        return wordings;
    }
    match values::guarantee(value) {
        Some(vp) => vec![format!("The work {vp}.")],
        None => vec![own_words("its guarantee", value, names)],
    }
}

fn permit(value: &str, detail: &str) -> String {
    if detail.is_empty() || is_clause(value) {
        return closed(value);
    }
    closed(&format!("For {}, the rule is: {}", lowered(detail), lowered(&bare(value))))
}
