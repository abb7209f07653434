//! Title, description and first heading.

use super::super::facts::Sheet;
use super::super::input::{FactKind, Sentence};
use super::super::width::is_title_ok;
use super::grammar::{Names, capital, introduction, sentence};

/// Writes the first heading.
pub(in crate::content) fn heading(sheet: Sheet<'_>) -> Sentence {
    let names = Names::of(sheet);
    let text = format!("{}{}", capital(&names.service), names.in_place());
    Sentence { text, fact_ids: ids(sheet, &[FactKind::Service, FactKind::Place]) }
}

/// Returns the first wording that fits, otherwise the nearest.
pub(in crate::content) fn title(sheet: Sheet<'_>, _seed: u64) -> Sentence {
    let names = Names::of(sheet);
    let (service, place) = (titled(&names.service), names.in_place());
    let business = sheet.first(FactKind::Business).map(|fact| fact.value.trim().to_owned());
    let mut wordings: Vec<String> = Vec::new();
    if let Some(business) = &business {
        wordings.push(format!("{service}{place} | {business}"));
        wordings.push(format!("{service} | {business}"));
    }
    if sheet.first(FactKind::Price).is_some() {
        wordings.push(format!("{service}{place}: Prices and How It Works"));
        wordings.push(format!("{service}{place}: Prices"));
    }
    wordings.push(format!("{service}{place}: Answers and How to Book"));
    wordings.push(format!("{service}{place}: How to Book"));
    wordings.push(format!("{service}{place}"));
    wordings.push(format!("{service}: What to Know and How to Book"));
    let text = wordings.iter().find(|title| is_title_ok(title)).unwrap_or(&wordings[0]).clone();
    let mut kinds = vec![FactKind::Service, FactKind::Place];
    if business.as_ref().is_some_and(|business| text.contains(business)) {
        kinds.push(FactKind::Business);
    }
    Sentence { text, fact_ids: ids(sheet, &kinds) }
}

/// Writes the introduction and as many facts as fit, in the order in which searchers ask.
pub(in crate::content) fn description(sheet: Sheet<'_>, seed: u64) -> Sentence {
    let names = Names::of(sheet);
    let mut whole = Sentence::default();
    let kinds = [
        FactKind::Price,
        FactKind::Duration,
        FactKind::Hours,
        FactKind::Phone,
        FactKind::Permit,
        FactKind::Process,
        FactKind::Statement,
        FactKind::Neighbourhood,
    ];
    let facts = kinds.into_iter().flat_map(|kind| sheet.of(kind)).map(|fact| sentence(fact, &names, seed));
    for part in introduction(sheet, seed).into_iter().chain(facts) {
        let longer = if whole.text.is_empty() { part.text.clone() } else { format!("{} {}", whole.text, part.text) };
        if longer.chars().count() <= 155 {
            whole.text = longer;
            whole.fact_ids.extend(part.fact_ids);
        }
    }
    whole
}

/// Capitalises each word except short joining words.
fn titled(text: &str) -> String {
    let word =
        |word: &str| if matches!(word, "and" | "of" | "for" | "in" | "or") { word.to_owned() } else { capital(word) };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

fn ids(sheet: Sheet<'_>, kinds: &[FactKind]) -> Vec<String> {
    kinds.iter().filter_map(|kind| sheet.first(*kind)).map(|fact| fact.id.clone()).collect()
}
