//! Facts as data: markup is removed from them, and what gives orders to the writer of a page is not stated.

mod markup;
mod orders;

use markup::plain;

use super::super::input::{Fact, FactKind};

/// Maximum number of ids that a note lists.
const MOST_LISTED: usize = 10;

/// Facts that may be stated, and what was done with the others.
#[derive(Debug, Default)]
pub(super) struct Screened {
    pub(super) facts: Vec<Fact>,
    /// Notes that name the facts.
    pub(super) notes: Vec<String>,
}

/// Removes markup from facts, and leaves out those that give orders to the writer or say nothing without their markup.
pub(super) fn screen(facts: &[Fact]) -> Screened {
    let mut screened = Screened::default();
    let (mut orders, mut empty, mut marked): (Vec<&str>, Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new(), Vec::new());
    for fact in facts {
        let (value, detail) = (plain(&fact.value), fact.detail.as_deref().map(plain));
        let is_silent = |text: &str| !text.chars().any(char::is_alphanumeric);
        let needs_detail = fact.kind == FactKind::Question;
        if [&value, detail.as_ref().unwrap_or(&value)].into_iter().any(|text| orders::is_order(text)) {
            orders.push(&fact.id);
        } else if is_silent(&value) || needs_detail && detail.as_deref().is_none_or(is_silent) {
            empty.push(&fact.id);
        } else {
            if value != fact.value || detail != fact.detail {
                marked.push(&fact.id);
            }
            screened.facts.push(Fact { value, detail, ..fact.clone() });
        }
    }
    let notes = [
        ("Facts that give orders to the writer of the page are not stated", orders),
        ("Facts that say nothing without their markup are not stated", empty),
        ("Markup was removed from facts", marked),
    ];
    screened.notes = notes.into_iter().filter_map(|(text, ids)| note(text, &ids)).collect();
    screened
}

/// Returns a note that lists facts; `None` without one.
fn note(text: &str, ids: &[&str]) -> Option<String> {
    let listed = ids.iter().take(MOST_LISTED).copied().collect::<Vec<_>>().join(", ");
    let more = ids.len().saturating_sub(MOST_LISTED);
    let rest = if more == 0 { String::new() } else { format!(" and {more} more") };
    (!ids.is_empty()).then(|| format!("{text}: {listed}{rest}"))
}
