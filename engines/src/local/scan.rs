//! Scan of all markets.

use std::collections::BTreeMap;

use super::columns::{self, Columns, Priced};
use super::input::{Filters, Input};
use super::market::{market, shown};
use super::output::{Need, Scan, ScoredMarket, Scores, Tier, VerticalSummary};
use super::own_market::OwnRegion;
use super::params::Checked;
use super::reference::{ATTRIBUTION, Bound};
use super::world::{Finder, World};
use super::{METHOD, METHOD_VERSION, back_test, dominator, hot_spot, insight, parts};
use crate::common::{Control, EngineError};

/// Maximum number of markets listed.
const MOST_MARKETS: u32 = 50_000;

/// Scores every vertical and place that match the filters and lists the best.
///
/// Demand, CTR, conversion rate, acceptance and payout of a market are log-normal, the ranking probability is
/// logit-normal, and their product has a closed form. 106 verticals x 7,555 places take well under 0.1 s on one core.
///
/// # Errors
/// Returns [`EngineError::InvalidInput`] with the field, [`EngineError::TooLarge`], [`EngineError::NoInput`] if no
/// market matches the filters, or [`EngineError::Cancelled`].
pub fn scan(input: &Input, params: &Checked, control: &dyn Control) -> Result<Scan, EngineError> {
    let (world, mut columns) = priced(input, params, control)?;
    control.progress(50.0, "rank", "Ranking the markets.");
    let (best, own_count, own_note) = first(&world, &columns, input);
    let markets: Vec<_> = best.iter().map(|priced| market(&world, priced.vertical, priced.place).0).collect();
    let tiers = count_tiers(&world, &mut columns);
    control.progress(70.0, "regions", "Looking for regions and hot spots.");
    let dominators = dominator::dominators(&world, &columns);
    let (hot_spots, moran) = hot_spot::hot_spots(&world, &columns);
    let mut scan = Scan {
        mixed_bounds: mixed(markets.iter().map(|market| market.demand_bound)),
        verticals: summaries(&world, &columns, &tiers),
        back_test: back_test::back_test(&input.overrides, input.as_of, &world.currency, params)?,
        insights: Vec::new(),
        needs: needs(&world, &columns),
        assumptions: assumptions(params),
        attribution: ATTRIBUTION.to_owned(),
        currency: world.currency.clone(),
        notes: own_note.into_iter().chain(notes(&columns, moran)).collect(),
        method: METHOD.to_owned(),
        method_version: METHOD_VERSION.to_owned(),
        rejected: world.rejected.clone(),
        totals: columns.totals,
        markets,
        dominators,
        hot_spots,
    };
    scan.insights = insight::insights(&scan, input.own.as_ref().map(|_| own_count), input.as_of, params);
    control.progress(100.0, "done", "The scan is done.");
    Ok(scan)
}

/// Returns the best markets that match the filters, each with the parts of its score.
///
/// # Errors
/// Returns the errors of [`scan`].
pub fn score(input: &Input, params: &Checked, control: &dyn Control) -> Result<Scores, EngineError> {
    let (world, mut columns) = priced(input, params, control)?;
    let (best, _, own_note) = first(&world, &columns, input);
    count_tiers(&world, &mut columns);
    let scored = |priced: &Priced| {
        let (market, factors) = market(&world, priced.vertical, priced.place);
        ScoredMarket { market, parts: parts::parts(&world, priced.vertical, priced.place, &factors) }
    };
    let markets: Vec<ScoredMarket> = best.iter().map(scored).collect();
    control.progress(100.0, "done", "The markets are scored.");
    Ok(Scores {
        mixed_bounds: mixed(markets.iter().map(|market| market.market.demand_bound)),
        needs: needs(&world, &columns),
        notes: own_note.into_iter().chain(notes(&columns, None)).collect(),
        rejected: world.rejected.clone(),
        assumptions: assumptions(params),
        attribution: ATTRIBUTION.to_owned(),
        currency: world.currency.clone(),
        method: METHOD.to_owned(),
        method_version: METHOD_VERSION.to_owned(),
        totals: columns.totals,
        markets,
    })
}

/// Returns the markets to list, how many of them are the website's own, and a note on these.
fn first(world: &World<'_>, columns: &Columns, input: &Input) -> (Vec<Priced>, usize, Option<String>) {
    let limit = input.filters.limit as usize;
    match OwnRegion::of(world, input.own.as_ref()) {
        Ok(Some(region)) => {
            let (markets, count) = region.ordered(&columns.priced, limit);
            (markets, count, Some(region.note(world, count)))
        }
        Ok(None) => (columns::best(&columns.priced, limit), 0, None),
        Err(note) => (columns::best(&columns.priced, limit), 0, Some(note)),
    }
}

fn priced<'a>(input: &Input, params: &'a Checked, control: &dyn Control) -> Result<(World<'a>, Columns), EngineError> {
    check_filters(&input.filters)?;
    control.progress(0.0, "tables", "Loading the tables.");
    let world = World::new(&input.overrides, input.as_of, input.currency.as_deref(), params)?;
    check_names(&world, &input.filters)?;
    control.progress(10.0, "score", "Scoring every market.");
    let columns = columns::price(&world, &input.filters, control)?;
    if columns.totals.admitted == 0 {
        return Err(EngineError::NoInput { what: "markets admitted", unlock: "widen the filters" });
    }
    Ok((world, columns))
}

pub(super) fn check_filters(filters: &Filters) -> Result<(), EngineError> {
    use super::override_rows::optional;
    optional("filters.minPopulation", filters.min_population, 0.0, 1e10)?;
    optional("filters.maxPopulation", filters.max_population, 0.0, 1e10)?;
    optional("filters.minPayoutCents", filters.min_payout_cents, 0.0, 1e10)?;
    if filters.limit > MOST_MARKETS {
        return Err(EngineError::input("filters.limit", format!("must be at most {MOST_MARKETS}")));
    }
    Ok(())
}

/// Rejects unknown names in filters, which are mistakes and should not give an empty result.
pub(super) fn check_names(world: &World<'_>, filters: &Filters) -> Result<(), EngineError> {
    columns::check_filters(filters)?;
    if let Some(slug) = filters.verticals.iter().find(|slug| world.vertical(slug).is_none()) {
        return Err(EngineError::input("filters.verticals", format!("contains `{slug}`, which is not a vertical")));
    }
    let is_category = |word: &String| world.verticals.iter().any(|vertical| vertical.category == *word);
    if let Some(word) = filters.categories.iter().find(|word| !is_category(word)) {
        return Err(EngineError::input("filters.categories", format!("contains `{word}`, which is not a category")));
    }
    let is_state = |code: &String| world.places.iter().any(|place| place.state.eq_ignore_ascii_case(code));
    if let Some(code) = filters.states.iter().find(|code| !is_state(code)) {
        return Err(EngineError::input("filters.states", format!("contains `{code}`, which has no places")));
    }
    if filters.places.is_empty() {
        return Ok(());
    }
    let finder = Finder::new(&world.places);
    match filters.places.iter().find(|id| finder.find(id, None).is_err()) {
        Some(id) => {
            Err(EngineError::input("filters.places", format!("contains `{id}`, which is not the id of a place")))
        }
        None => Ok(()),
    }
}

/// Counts tiers; computes the confidence only of markets with enough profit.
fn count_tiers(world: &World<'_>, columns: &mut Columns) -> BTreeMap<u32, (u32, u32)> {
    let mut by_vertical: BTreeMap<u32, (u32, u32)> = BTreeMap::new();
    let enough = |vertical: u32| world.models[vertical as usize].tiers.1 + world.params.monthly_cost_cents - 1.0;
    for priced in columns.priced.iter().filter(|priced| priced.revenue >= enough(priced.vertical)) {
        let tier = market(world, priced.vertical, priced.place).0.tier;
        let counts = by_vertical.entry(priced.vertical).or_default();
        match tier {
            Some(Tier::Tier1) => counts.0 += 1,
            Some(Tier::Tier2) => counts.1 += 1,
            Some(Tier::Tier3) => {}
            None => columns.totals.too_unsure += 1,
        }
    }
    columns.totals.tier1 = by_vertical.values().map(|counts| u64::from(counts.0)).sum();
    columns.totals.tier2 = by_vertical.values().map(|counts| u64::from(counts.1)).sum();
    let totals = &mut columns.totals;
    totals.tier3 = totals.scored - totals.tier1 - totals.tier2 - totals.too_unsure;
    by_vertical
}

fn mixed(mut bounds: impl Iterator<Item = Bound>) -> bool {
    bounds.next().is_some_and(|first| bounds.any(|bound| bound != first))
}

fn summaries(world: &World<'_>, columns: &Columns, tiers: &BTreeMap<u32, (u32, u32)>) -> Vec<VerticalSummary> {
    let mut best: BTreeMap<u32, f64> = BTreeMap::new();
    for priced in &columns.priced {
        let most = best.entry(priced.vertical).or_insert(f64::NEG_INFINITY);
        *most = most.max(priced.profit12);
    }
    let summary = |vertical: &u32| {
        let (known, model) = (&world.verticals[*vertical as usize], &world.models[*vertical as usize]);
        let (tier1, tier2) = tiers.get(vertical).copied().unwrap_or_default();
        let has_payout = model.value.is_some() || !model.value_by_state.is_empty();
        let missing = [("demand", model.rate.is_none()), ("payout", !has_payout)];
        VerticalSummary {
            vertical: known.slug.clone(),
            name: known.name.clone(),
            markets: columns.places.len() as u32,
            scored: columns.scored.get(vertical).copied().unwrap_or(0),
            tier1,
            tier2,
            best_profit12_cents: best.get(vertical).map(|cents| cents.round() as i64),
            missing: missing.iter().filter(|part| part.1).map(|part| part.0.to_owned()).collect(),
            demand_bound: model.rate.as_ref().map_or(Bound::Unstated, |rate| rate.bound),
        }
    };
    columns.verticals.iter().map(summary).collect()
}

fn needs(world: &World<'_>, columns: &Columns) -> Vec<Need> {
    let need = |kind: &str, label: String| Need { kind: kind.to_owned(), label };
    let mut needs = Vec::new();
    if columns.totals.payout_unknown > 0 {
        let label = "Import a rate card (vertical, unit, amount): it gives trades without a published payout a value";
        needs.push(need("payouts", label.to_owned()));
    }
    if columns.totals.demand_unknown > 0 {
        let label = "Import Keyword Planner volumes: they give trades without a published demand a score";
        needs.push(need("volumes", label.to_owned()));
    }
    if world.special.values().all(|special| special.serp.is_none()) {
        let label = "Search results of the best markets, from a licensed rank data provider, show how strong the competition is";
        needs.push(need("serps", label.to_owned()));
    }
    needs
}

/// Assumptions of all figures.
pub(crate) fn assumptions(params: &Checked) -> Vec<String> {
    let mut told = vec![
        "The probability of reaching the top 10 within a year at difficulty 50 is between 6 % (share of non-empty English pages that do, Ahrefs) and 50 % in 8 of 10 cases.".to_owned(),
        "Without search results, difficulty is estimated from the number of competing firms and CPC; the slopes are assumptions that outcomes correct.".to_owned(),
        "Towns have the firms of their county by their share of its people, and directories and sites of the wider area as a third of the firms of an average city of 150,000 people.".to_owned(),
        "A ranking site is equally likely to hold any top 10 position, below a map pack, unless a position is set.".to_owned(),
        "5 % of visitors become leads, 7.5 % for emergencies.".to_owned(),
        "Published typical values are used as means; factors are independent of each other.".to_owned(),
        "A lower bound of demand widens the interval upwards, an upper bound downwards; the mean is the value itself.".to_owned(),
    ];
    told.push(format!("Buyers accept and pay for {} % of leads.", shown(params.accepted_share * 100.0)));
    told
}

fn notes(columns: &Columns, moran: Option<(f64, f64)>) -> Vec<String> {
    let totals = &columns.totals;
    let mut notes = vec![format!(
        "{} of {} markets have a score; {} have no published demand, {} no published payout.",
        totals.scored, totals.admitted, totals.demand_unknown, totals.payout_unknown
    )];
    notes.push(
        "Compare demand between verticals only for the same type of bound; within a vertical all markets are comparable.".to_owned(),
    );
    if totals.tier1 + totals.tier2 == 0 && totals.scored > 0 {
        notes.push("No market reaches tier 2 with the published data: consider regional sites, and import search volumes, search results and your rate card.".to_owned());
    }
    if totals.scored > 0 && columns.priced.iter().all(|priced| priced.profit12 <= 0.0) {
        notes.push("No market has an expected profit in the first year, so none is recommended.".to_owned());
    }
    if let Some((index, z)) = moran {
        notes.push(format!("Good markets cluster: Moran's I {index:.3} ({z:.1} standard deviations)."));
    }
    notes
}
