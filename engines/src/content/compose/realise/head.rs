//! Title, description and first heading.

use super::super::super::facts::Sheet;
use super::super::super::input::{FactKind, PageIntent, Sentence};
use super::super::super::width::{is_title_ok, title_pixels};
use super::alone;
use super::grammar::{closed, is_plural, list, titled};
use super::headings;
use super::names::Names;

/// Maximum number of characters of a description.
const LONGEST: usize = 155;
/// Number of titles of an intent.
const PROMISES: usize = 3;
/// Minimum number of characters of a description.
pub(in crate::content) const SHORTEST: usize = 70;

/// Writes the first heading.
pub(in crate::content) fn heading(sheet: Sheet<'_>, intent: PageIntent, has_pack: bool) -> Sentence {
    let names = Names::of(sheet);
    Sentence::new(headings::first(intent, has_pack, &names), ids(sheet, &[FactKind::Service, FactKind::Place]))
}

/// Returns the first wording that fits, otherwise the nearest to the limits.
pub(in crate::content) fn title(sheet: Sheet<'_>, intent: PageIntent, business_noun: Option<&str>) -> Sentence {
    let names = Names::of(sheet);
    let service = titled(&names.service);
    let city = names.city().map(|city| format!(" in {city}")).unwrap_or_default();
    let places = [names.in_place(), city, String::new()];
    let noun = business_noun.map(titled);
    let has_price = sheet.first(FactKind::Price).is_some();
    let promising = |place: &String| promising(intent, &service, noun.as_deref(), has_price, place);
    let mut wordings: Vec<String> = Vec::new();
    // A long promise must not cost the name of the place.
    for at in 0..PROMISES {
        let with_place = places.iter().filter(|place| !place.is_empty());
        wordings.extend(with_place.filter_map(|place| promising(place).into_iter().nth(at)));
    }
    if names.city().is_none() {
        wordings.extend(promising(&String::new()));
    }
    let business = names.business.as_ref();
    let named = |place: &String| business.map(|business| format!("{service}{place} | {business}"));
    let (with_place, without): (Vec<&String>, Vec<&String>) = places.iter().partition(|place| !place.is_empty());
    wordings.extend(with_place.iter().filter_map(|place| named(place)));
    if sheet.first(FactKind::Price).is_some() {
        wordings.extend(with_place.iter().map(|place| format!("{service}{place}: Prices and How It Works")));
    }
    if with_place.is_empty() {
        wordings.extend(without.iter().filter_map(|place| named(place)));
    }
    for end in [
        "",
        ": What to Know",
        ": What to Know First",
        ": A Guide for Homes and Businesses",
        ": Steps, Prices and Questions Answered",
    ] {
        wordings.extend(places.iter().map(|place| format!("{service}{place}{end}")));
    }
    wordings.extend(without.iter().filter_map(|place| named(place)));
    wordings.extend(promising(&String::new()));
    let text =
        wordings.iter().find(|title| is_title_ok(title)).or_else(|| wordings.iter().min_by_key(|title| excess(title)));
    let text = text.cloned().unwrap_or_default();
    let mut kinds = vec![FactKind::Service, FactKind::Place];
    if business.is_some_and(|business| text.contains(business.as_str())) {
        kinds.push(FactKind::Business);
    }
    Sentence::new(text, ids(sheet, &kinds))
}

/// Returns titles that promise what the intent asks for, the fullest first, at most [`PROMISES`].
fn promising(intent: PageIntent, service: &str, noun: Option<&str>, has_price: bool, place: &str) -> Vec<String> {
    let it = if is_plural(service) { "They Cost" } else { "It Costs" };
    match (intent, noun) {
        (PageIntent::Cost, _) if has_price => vec![
            format!("{service}{place}: Prices and What Drives Them"),
            format!("{service}{place}: What {it}"),
            format!("{service} Prices{place}"),
        ],
        (PageIntent::Cost, Some(_)) => vec![
            format!("{service}{place}: What Drives the Price"),
            format!("{service}{place}: What {it}"),
            format!("{service} Prices{place}"),
        ],
        (PageIntent::Compare, Some(noun)) => vec![
            format!("How to Choose {}{place}", super::grammar::with_article(noun)),
            format!("Choosing {}{place}", super::grammar::with_article(noun)),
        ],
        (PageIntent::HowTo, Some(_)) => {
            vec![format!("{service}{place}, Step by Step"), format!("{service}{place}: The Steps")]
        }
        (PageIntent::Emergency, Some(_)) => {
            vec![format!("{service}{place}: What to Do Now"), format!("{service}{place}: Do This Now")]
        }
        _ => Vec::new(),
    }
}

/// How far a title is from the limits.
fn excess(title: &str) -> u32 {
    let characters = title.chars().count() as u32;
    title_pixels(title).saturating_sub(561)
        + 10 * 30_u32.saturating_sub(characters)
        + 10 * characters.saturating_sub(60)
}

/// Topics that a description lists, with their facts.
#[derive(Debug, Default)]
pub(in crate::content) struct Topics {
    /// Words before the list: `The price of roofing in Tulsa depends on`.
    pub(in crate::content) opening: String,
    /// Topics in lower case.
    pub(in crate::content) topics: Vec<(String, String)>,
}

/// Lists as many topics as fit, then adds sentences that fit.
pub(in crate::content) fn listed(topics: &Topics, opening_ids: &[String], rest: &[Sentence]) -> Sentence {
    let mut whole = Sentence::default();
    for count in (1..=topics.topics.len().min(5)).rev() {
        let names: Vec<String> = topics.topics.iter().take(count).map(|(name, _)| name.clone()).collect();
        let text = closed(&format!("{} {}", topics.opening, topic_list(&names)));
        if text.chars().count() <= LONGEST {
            let ids = opening_ids.iter().chain(topics.topics.iter().take(count).map(|(_, id)| id));
            whole = Sentence::new(text, ids);
            break;
        }
    }
    extended(whole, rest)
}

/// Returns a list in which a name that has `and` itself is set off: `height and access, and residue`.
fn topic_list(names: &[String]) -> String {
    match names {
        [one, two] if names.iter().any(|name| name.contains(" and ")) => format!("{one}, and {two}"),
        _ => list(names),
    }
}

/// Adds sentences while the description stays within its limit.
fn extended(mut whole: Sentence, rest: &[Sentence]) -> Sentence {
    for part in rest {
        let longer = if whole.text.is_empty() { part.text.clone() } else { format!("{} {}", whole.text, part.text) };
        if longer.chars().count() <= LONGEST
            && (whole.text.chars().count() < SHORTEST || part.text.chars().count() < 60)
        {
            let ids: Vec<String> = whole.fact_ids.iter().chain(&part.fact_ids).cloned().collect();
            whole = Sentence::new(longer, ids);
        }
    }
    whole
}

/// Writes a description from the fact sheet alone: what is done where, then the facts that searchers ask for.
pub(in crate::content) fn description(sheet: Sheet<'_>) -> Sentence {
    let names = Names::of(sheet);
    let ids = ids(sheet, &[FactKind::Business, FactKind::Service, FactKind::Place]);
    let opening = match &names.business {
        Some(business) => {
            format!("{business} {} {}{}.", names.verb("offers"), names.service, names.in_place())
        }
        None => format!("{}{}.", super::grammar::capital(&names.service), names.in_place()),
    };
    let kinds = [
        FactKind::Price,
        FactKind::Hours,
        FactKind::Duration,
        FactKind::Phone,
        FactKind::Guarantee,
        FactKind::Permit,
        FactKind::Process,
        FactKind::Statement,
        FactKind::Neighbourhood,
        FactKind::Climate,
    ];
    let facts = kinds.into_iter().flat_map(|kind| sheet.of(kind));
    let opening = Sentence::new(opening, ids);
    let mut whole = if opening.text.chars().count() <= LONGEST { opening } else { Sentence::default() };
    for part in facts.map(|fact| alone::sentence(fact, &names)) {
        let longer = if whole.text.is_empty() { part.text.clone() } else { format!("{} {}", whole.text, part.text) };
        if longer.chars().count() <= LONGEST {
            let ids: Vec<String> = whole.fact_ids.iter().chain(&part.fact_ids).cloned().collect();
            whole = Sentence::new(longer, ids);
        }
    }
    whole
}

fn ids(sheet: Sheet<'_>, kinds: &[FactKind]) -> Vec<String> {
    kinds.iter().filter_map(|kind| sheet.first(*kind)).map(|fact| fact.id.clone()).collect()
}
