//! G21: telephone numbers on the site are real and its own.

use std::collections::BTreeSet;

use super::{Context, Outcome};
use crate::{
    GateError,
    page::Reading,
    words::{
        counted, matches, patterns,
        phone::{self, Dialable},
        short,
    },
};

patterns! {
    /// Says that calls are recorded.
    RECORDED = r"(?i)\bcalls?\b[^.]{0,60}\brecord(?:ed|ing)?\b|\brecord(?:ed|ing)?\b[^.]{0,40}\bcalls?\b";
}

/// Checks the numbers of the model and those on the pages.
pub(super) fn run(context: &Context<'_>) -> Result<Outcome, GateError> {
    let mut outcome = Outcome::new();
    let model = context.site.contact.phone.as_ref();
    let tenant = context.tenant().map(|tenant| tenant.phone.as_str()).filter(|number| !number.trim().is_empty());
    if let Some(model) = model {
        number(&model.number, "The telephone number of the site", &mut outcome);
        if !model.is_owned {
            outcome.block(
                None,
                format!("Nobody stated that the number {} belongs to your account.", model.number),
                "Confirm in the site's settings that you own the number.",
            );
        }
    }
    if let Some(tenant) = tenant {
        number(tenant, "The telephone number of the tenant", &mut outcome);
    }
    copied(context, &mut outcome);
    let own: BTreeSet<String> =
        [model.map(|phone| phone.number.as_str()), tenant, Some(context.site.operator.phone.as_str())]
            .into_iter()
            .flatten()
            .filter_map(phone::key)
            .collect();
    let mut found = 0_usize;
    for reading in &context.content.readings {
        context.checkpoint()?;
        found += foreign(context, reading, &own, &mut outcome);
        if let Some(model) = model.filter(|model| model.is_recorded) {
            recorded(reading, &model.number, &mut outcome);
        }
    }
    if model.is_none() && tenant.is_none() && found == 0 {
        return Ok(Outcome::not_applicable("The site shows no telephone number"));
    }
    Ok(outcome.measured(counted(found, "number on the pages", "numbers on the pages")))
}

fn number(number: &str, what: &str, outcome: &mut Outcome) {
    match phone::dialable(number) {
        Dialable::Yes => {}
        Dialable::Fictional => outcome.warn(
            None,
            format!("{what}, {number}, is reserved for examples: nobody can be called there."),
            "Enter a number that rings.",
        ),
        Dialable::No => outcome.block(
            None,
            format!("{what}, \"{}\", cannot be called.", short(number)),
            "Enter a number with country and area code, such as +19185550123.",
        ),
    }
}

/// Finds the number of a competitor.
fn copied(context: &Context<'_>, outcome: &mut Outcome) {
    let Some(own) = context.site.contact.phone.as_ref().and_then(|phone| phone::key(&phone.number)) else { return };
    let same = context.state.competitors.iter().find(|one| phone::key(&one.phone).as_ref() == Some(&own));
    if let Some(competitor) = same {
        let detail = format!("The telephone number of the site is that of the competitor {}.", competitor.name);
        outcome.block(None, detail, "Enter a number of your own.");
    }
}

/// Finds numbers that are neither of the site nor of a cited fact; returns how many numbers the page shows.
fn foreign(context: &Context<'_>, reading: &Reading<'_>, own: &BTreeSet<String>, outcome: &mut Outcome) -> usize {
    let path = Some(reading.path.as_str());
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let linked = reading.links.iter().filter(|link| link.href.trim_start().to_ascii_lowercase().starts_with("tel:"));
    for link in linked {
        let Some(key) = phone::key(&link.href) else {
            outcome.block(
                path,
                format!("The link {} cannot be called.", short(&link.href)),
                "Write the number as tel:+19185550123.",
            );
            continue;
        };
        if seen.insert(key.clone()) && !own.contains(&key) && !is_of_fact(reading, &key) {
            outcome.block(
                path,
                format!("The page lets visitors call {}, which is not a number of the site.", short(&link.href)),
                "Use the site's own number.",
            );
        }
    }
    for number in reading.blocks.iter().flat_map(|block| phone::find(&block.text)) {
        let Some(key) = phone::key(number) else { continue };
        if seen.insert(key.clone()) && !own.contains(&key) && !is_of_fact(reading, &key) {
            let is_copied = context.state.competitors.iter().any(|one| phone::key(&one.phone).as_ref() == Some(&key));
            let of = if is_copied { "that of a competitor" } else { "neither of the site nor of a fact with a source" };
            outcome.block(
                path,
                format!("The page shows the number {number}, which is {of}."),
                "Remove the number, or add the fact that it comes from.",
            );
        }
    }
    seen.len()
}

fn is_of_fact(reading: &Reading<'_>, key: &str) -> bool {
    let facts = reading.page.iter().flat_map(|page| &page.facts).map(|cited| &cited.fact);
    facts.filter(|fact| !fact.source.trim().is_empty()).any(|fact| {
        phone::digits(&fact.value).contains(key)
            || fact.detail.as_deref().is_some_and(|detail| phone::digits(detail).contains(key))
    })
}

/// Checks the notice on pages with the number of a recorded line.
fn recorded(reading: &Reading<'_>, number: &str, outcome: &mut Outcome) {
    let Some(key) = phone::key(number) else { return };
    let is_shown =
        reading.links.iter().any(|link| link.href.starts_with("tel:") && phone::key(&link.href).as_ref() == Some(&key))
            || reading
                .blocks
                .iter()
                .flat_map(|block| phone::find(&block.text))
                .any(|text| phone::key(text).as_ref() == Some(&key));
    if is_shown && !reading.blocks.iter().any(|block| matches(&RECORDED, &block.text)) {
        outcome.block(
            Some(&reading.path),
            "Calls are recorded, and the page with the number does not say so.",
            "Write next to the number that calls may be recorded.",
        );
    }
}
