//! G20: a qualified person reviews pages of regulated and often abused trades, and their facts have sources.

use std::collections::BTreeSet;

use engines::text::fold;

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
    let names = [fold(&trade.vertical), fold(&trade.name), fold(&trade.work)];
    let abused = table::abused_trades().find(|abused| names.iter().any(|name| contains_words(name, abused.words)));
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
    let needs_review = trade.review.is_some() || abused.is_some_and(|abused| abused.needs_review);
    if !needs_review {
        return Ok(outcome.measured("No reviewer needed"));
    }
    let reviewer = context.site.operator.reviewer.as_ref();
    let reviewer =
        reviewer.filter(|reviewer| !reviewer.name.trim().is_empty() && !reviewer.credentials.trim().is_empty());
    let who = trade.review.as_deref().unwrap_or("a licensed professional of the trade");
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
                format!("The page does not name its reviewer {}.", reviewer.name),
                "Name the reviewer with the qualification on the page.",
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
    Ok(outcome.measured(format!("Reviewer {}; {}", reviewer.name, counted(facts, "cited fact", "cited facts"))))
}
