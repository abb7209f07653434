//! G20: a qualified person is responsible for pages of regulated and often abused trades and reviews each release, and
//! their facts have sources.

use std::collections::BTreeSet;

use engines::text::fold;
use sites::Trade;

use super::{Context, Outcome};
use crate::{
    GateError,
    page::contains_words,
    words::{counted, table},
};

/// Facts without a source that are listed.
const LISTED: usize = 5;

/// Checks reviewer and sources.
pub(super) fn run(context: &Context<'_>) -> Result<Outcome, GateError> {
    let trade = &context.site.trade;
    let abused = abused(trade);
    if trade.review.is_none() && abused.is_none() {
        return Ok(Outcome::not_applicable("The trade is neither regulated nor often abused"));
    }
    let mut outcome = Outcome::new();
    if let Some(abused) = abused {
        let detail = format!("The trade is often abused, so that search engines look closely. {}", abused.reason);
        outcome.warn(
            None,
            detail,
            "Check the rules of the state, and name the licensed business that takes the calls.",
        );
    }
    let Some(who) = reviewer_of(trade) else { return Ok(outcome.measured("No reviewer needed")) };
    let reviewer = context.site.operator.reviewer.as_ref();
    let reviewer =
        reviewer.filter(|reviewer| !reviewer.name.trim().is_empty() && !reviewer.credentials.trim().is_empty());
    let Some(reviewer) = reviewer else {
        outcome.block(
            None,
            format!("Pages of this trade need a named reviewer: {who}."),
            "Enter name and qualification of the reviewer in the settings of the site operator.",
        );
        return Ok(outcome.measured("No reviewer"));
    };
    let mut facts = 0_usize;
    for (reading, page) in context.answers() {
        context.checkpoint()?;
        if !reading.shows(&reviewer.name) {
            outcome.block(
                Some(&page.path),
                format!("The page does not name {}, who is responsible for it.", reviewer.name),
                "Name the responsible person with the qualification on the page.",
            );
        }
        let cited: BTreeSet<&str> =
            page.draft.body().flat_map(|sentence| &sentence.fact_ids).map(String::as_str).collect();
        let used = page.facts.iter().filter(|fact| cited.contains(fact.fact.id.as_str()));
        for fact in used.take(500) {
            facts += 1;
            let has_source =
                !fact.sources.is_empty() || fact.fact.is_owner_supplied || !fact.fact.source.trim().is_empty();
            if !has_source && outcome.findings.len() < LISTED {
                outcome.block(
                    Some(&page.path),
                    format!("A fact has no source: {}", fact.fact.value),
                    "Add the source, or remove the fact.",
                );
            }
        }
    }
    let facts = counted(facts, "cited fact", "cited facts");
    let record = context.state.review.as_ref().filter(|review| fold(&review.name) == fold(&reviewer.name));
    // Each release is reviewed when it is approved; an earlier record is no review of this one.
    outcome.waits = true;
    let last = record.map(|review| format!("; last review on {}", review.on)).unwrap_or_default();
    Ok(outcome.measured(format!("Waiting for the review of {}{last}; {facts}", reviewer.name)))
}

/// Returns who must review pages of a trade.
pub(super) fn reviewer_of(trade: &Trade) -> Option<String> {
    let is_abused = || abused(trade).is_some_and(|abused| abused.needs_review);
    trade.review.clone().or_else(|| is_abused().then(|| "a licensed professional of the trade".to_owned()))
}

fn abused(trade: &Trade) -> Option<table::Abused> {
    let names = [fold(&trade.vertical), fold(&trade.name), fold(&trade.work)];
    table::abused_trades().find(|abused| names.iter().any(|name| contains_words(name, abused.words)))
}
