//! G03: no other own site targets the same vertical in the same city or metropolitan area.

use super::{Context, Outcome};
use crate::{GateError, Market, words::counted};

/// Compares the markets with the markets of the other sites.
pub(super) fn run(context: &Context<'_>) -> Result<Outcome, GateError> {
    let mut outcome = Outcome::new();
    let own = &context.state.markets;
    let others = context.portfolio.sites.iter().filter(|site| site.id != context.state.site_id || site.id.is_empty());
    let mut compared = 0_usize;
    for site in others {
        context.checkpoint()?;
        compared += 1;
        let pairs = own.iter().flat_map(|own| site.markets.iter().map(move |other| (own, other)));
        let Some((market, other)) = pairs.into_iter().find(|(own, other)| is_same(own, other)) else { continue };
        let place = match &other.metro {
            Some(metro) if other.place != market.place => format!("{} (metropolitan area {metro})", other.place),
            _ => other.place.clone(),
        };
        let detail = format!("Your site {} already targets {} in {place}.", site.name, market.vertical);
        let fix = "Add the pages to that site, or take it offline first. Several sites for the same search count as doorway abuse.";
        outcome.block(None, detail, fix);
    }
    if own.is_empty() {
        return Ok(Outcome::not_applicable("The site targets no market"));
    }
    let markets = counted(own.len(), "market", "markets");
    Ok(outcome.measured(format!("{markets} compared with {}", counted(compared, "other site", "other sites"))))
}

fn is_same(own: &Market, other: &Market) -> bool {
    let same = |a: &str, b: &str| !a.trim().is_empty() && a.trim().eq_ignore_ascii_case(b.trim());
    let is_same_metro = own.metro.as_deref().zip(other.metro.as_deref()).is_some_and(|(a, b)| same(a, b));
    same(&own.vertical, &other.vertical) && (same(&own.place, &other.place) || is_same_metro)
}
