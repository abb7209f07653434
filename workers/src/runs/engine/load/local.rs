//! Loaders of the local engine.

use engines::local::{
    Input, Overrides, OwnMarket,
    actions::{Explain, Scan, Score, Tenants},
    is_in_home_country, vertical_named,
};
use shared::store::website;

use super::{Load, Loaded, as_of, market};
use crate::{context::RunContext, error::JobError};

/// Loads imported rate cards, SERPs and outcomes, if the caller gives no overrides.
async fn overrides(context: &RunContext, given: &mut Overrides) -> Result<(), JobError> {
    if *given == Overrides::default() {
        *given = market::overrides(context).await?;
    }
    Ok(())
}

async fn fill(context: &RunContext, input: &mut Input) -> Result<Loaded, JobError> {
    input.as_of = input.as_of.or_else(|| as_of(context));
    overrides(context, &mut input.overrides).await?;
    let assumptions = keep_to_website(context, input).await?;
    Ok(Loaded { assumptions, ..Loaded::default() })
}

/// Keeps a scan for a website in its trade and country, unless the caller names trades or places. Returns what it did, as
/// sentences.
async fn keep_to_website(context: &RunContext, input: &mut Input) -> Result<Vec<String>, JobError> {
    let Some(id) = context.run.website_id else { return Ok(Vec::new()) };
    let site = website::find(&context.db, context.run.workspace_id, id).await?;
    let settings = site.map(|site| site.settings.0).unwrap_or_default();
    let Some(market) = settings.market else { return Ok(Vec::new()) };
    let trade = keep_to_trade(input, &market.vertical)?;
    if input.own.is_none() {
        input.own = own_market(&input.filters.verticals, &market.place);
    }
    // `Perth, WA` is in Washington only for a website that earns dollars of the United States.
    let is_home = is_in_home_country(&market.place) && settings.currency.is_none_or(|currency| currency == "USD");
    let place = if is_home { None } else { keep_to_own_places(input, &market.place)? };
    Ok(trade.into_iter().chain(place).collect())
}

/// Returns the market of a website with one trade and a place.
fn own_market(trades: &[String], place: &str) -> Option<OwnMarket> {
    let [vertical] = trades else { return None };
    let place = place.trim();
    (!place.is_empty()).then(|| OwnMarket { vertical: vertical.clone(), place: place.to_owned(), state: None })
}

fn keep_to_trade(input: &mut Input, trade: &str) -> Result<Option<String>, JobError> {
    let filters = &mut input.filters;
    if !filters.verticals.is_empty() || !filters.categories.is_empty() || trade.trim().is_empty() {
        return Ok(None);
    }
    let own = input.overrides.verticals.iter().find(|own| own.slug == trade || own.name.as_deref() == Some(trade));
    let Some(slug) = own.map(|own| own.slug.as_str()).or_else(|| vertical_named(trade)) else {
        let detail = format!("No figures of the website's trade, {trade}, are built in. Name the trades to compare.");
        return Err(JobError::permanent("unknown-trade", detail));
    };
    filters.verticals = vec![slug.to_owned()];
    Ok(Some(format!(
        "Only markets of {slug}, the trade of the website, are compared. Name other trades to compare them."
    )))
}

/// Built-in places are in the United States: for a website elsewhere only the workspace's own places are left.
fn keep_to_own_places(input: &mut Input, place: &str) -> Result<Option<String>, JobError> {
    let filters = &mut input.filters;
    let is_asked = !filters.states.is_empty() || !filters.places.is_empty();
    if is_asked || place.trim().is_empty() {
        return Ok(None);
    }
    filters.places = input.overrides.places.iter().map(|own| own.id.clone()).collect();
    if filters.places.is_empty() {
        let detail = format!(
            "{place}, the place of the website, is not built in: places of the United States are. Add places of its country \
             under Market data, or name states or places."
        );
        return Err(JobError::permanent("unknown-place", detail));
    }
    Ok(Some(format!("Only the places of your own market data are compared, because {place} is not built in.")))
}

impl Load for Scan {
    async fn load(context: &RunContext, input: &mut Input) -> Result<Loaded, JobError> {
        fill(context, input).await
    }
}

impl Load for Score {
    async fn load(context: &RunContext, input: &mut Input) -> Result<Loaded, JobError> {
        fill(context, input).await
    }
}

impl Load for Explain {
    async fn load(context: &RunContext, input: &mut Self::Input) -> Result<Loaded, JobError> {
        input.as_of = input.as_of.or_else(|| as_of(context));
        overrides(context, &mut input.overrides).await?;
        Ok(Loaded::default())
    }
}

impl Load for Tenants {
    async fn load(context: &RunContext, input: &mut Self::Input) -> Result<Loaded, JobError> {
        input.as_of = input.as_of.or_else(|| as_of(context));
        Ok(Loaded::default())
    }
}
