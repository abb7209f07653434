//! G04: a site and an account grow at a pace that people can follow.

use super::{Context, Outcome};
use crate::{GateError, words::counted};

/// Counts new pages and sites against the caps.
pub(super) fn run(context: &Context<'_>) -> Result<Outcome, GateError> {
    let (state, limits) = (context.state, context.limits);
    let mut outcome = Outcome::new();
    if state.is_first_launch {
        let (pages, sites) = (context.site.pages.len(), state.sites_launched_today as usize + 1);
        if pages > limits.pages_at_launch {
            let detail =
                format!("The site launches with {pages} pages; at most {} are allowed.", limits.pages_at_launch);
            outcome.block(None, detail, "Launch with the most useful pages, and add the others on later days.");
        }
        if sites > limits.new_sites_per_day {
            let detail = format!(
                "This would be new site {sites} of your account on this day; at most {} are allowed.",
                limits.new_sites_per_day
            );
            outcome.block(None, detail, "Launch it on another day.");
        }
        let cap = format!(
            "of {} pages, new site {sites} of {} on this day",
            limits.pages_at_launch, limits.new_sites_per_day
        );
        return Ok(outcome.measured(format!("First launch: {pages} {cap}")));
    }
    let new = state.new_pages.len() + state.pages_published_today as usize;
    if new > limits.new_pages_per_day {
        let detail = format!(
            "The site would get {} on this day; at most {} are allowed.",
            counted(new, "new page", "new pages"),
            limits.new_pages_per_day
        );
        outcome.block(None, detail, "Publish fewer pages now, and the others on later days.");
    }
    Ok(outcome.measured(format!("{new} of {} new pages on this day", limits.new_pages_per_day)))
}
