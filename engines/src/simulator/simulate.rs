//! Day-by-day simulation of a market.

use super::latent::{self, CLICK_THROUGH, Path, WEEKDAY};
use super::output::{
    ChangeEntry, KeywordSeries, MonthOutcome, PageSeries, Serp, Simulation, TrueEffect, TrueUpdate, Truth,
};
use super::params::{ChangeKind, Checked, PlannedChange};
use super::world::{World, build, stream};
use super::{METHOD, METHOD_VERSION};
use crate::common::{Control, EngineError, checkpoint};
use crate::stat::{binomial, poisson};

/// Share of paid leads in the simulated market.
const ACCEPTED: f64 = 0.75;
/// Days of a month of outcomes, and between two SERPs of a query.
const MONTH: u32 = 30;

/// Simulates a search market: the same parameters and seed give a byte-identical market.
///
/// # Errors
/// Returns [`EngineError::Cancelled`] if the caller cancelled.
pub fn simulate(params: &Checked, control: &dyn Control) -> Result<Simulation, EngineError> {
    let world = build(params);
    let mut simulation = empty(params, &world);
    for market in 0..world.markets.len() {
        checkpoint(control)?;
        control.progress(100.0 * market as f64 / world.markets.len() as f64, "simulate", "Simulating the market.");
        let path = latent::path(params, &world, market, &world.changes);
        let expected = latent::expected(params, &world, market, &path);
        for (at, change) in world.changes.iter().enumerate().filter(|(_, change)| change.page as usize == market) {
            simulation.truth.effects.push(true_effect(params, &world, at, change, &expected));
        }
        draw_market(params, &world, market, &path, &mut simulation);
        simulation.truth.expected_clicks.push(expected);
    }
    simulation.truth.effects.sort_by(|a, b| a.id.cmp(&b.id));
    simulation.serps.sort_by_key(|serp| (serp.date, serp.keyword));
    simulation.places = world.places;
    simulation.markets = world.markets;
    simulation.keywords = world.keywords;
    Ok(simulation)
}

fn empty(params: &Checked, world: &World) -> Simulation {
    Simulation {
        simulated: true,
        start: params.start,
        days: params.days,
        places: Vec::new(),
        markets: Vec::new(),
        keywords: Vec::new(),
        series: Vec::new(),
        keyword_series: Vec::new(),
        serps: Vec::new(),
        change_log: world.changes.iter().enumerate().map(|(at, change)| entry(params, world, at, change)).collect(),
        outcomes: Vec::new(),
        truth: Truth {
            simulated: true,
            effects: Vec::new(),
            updates: world.updates.iter().map(|update| TrueUpdate { day: update.day, size: update.size }).collect(),
            conversion: world.conversion.clone(),
            accepted_share: ACCEPTED,
            click_through: CLICK_THROUGH.to_vec(),
            weekday: WEEKDAY.to_vec(),
            season: params.season,
            expected_clicks: Vec::new(),
        },
        method: METHOD.to_owned(),
        method_version: METHOD_VERSION.to_owned(),
    }
}

fn id(at: usize) -> String {
    format!("sim-change-{at:04}")
}

fn entry(params: &Checked, world: &World, at: usize, change: &PlannedChange) -> ChangeEntry {
    let description = match change.kind {
        ChangeKind::Title => "Title and description rewritten",
        ChangeKind::Content => "Page rewritten with prices and answers",
        ChangeKind::Links => "Links from three local sites",
        // Half of the changes without effect are described like titles, half like content.
        ChangeKind::None if at.is_multiple_of(2) => "Title and description rewritten",
        ChangeKind::None => "Page rewritten with prices and answers",
    };
    ChangeEntry {
        simulated: true,
        id: id(at),
        date: params.start.plus(change.day as i32),
        page: world.markets[change.page as usize].page.clone(),
        description: description.to_owned(),
    }
}

/// Expected clicks with a change minus those without it, all else equal.
fn true_effect(params: &Checked, world: &World, at: usize, change: &PlannedChange, with: &[f64]) -> TrueEffect {
    let mut others = world.changes.clone();
    others.remove(at);
    let market = change.page as usize;
    let without = latent::expected(params, world, market, &latent::path(params, world, market, &others));
    let from = change.day as usize;
    let days = (params.days as usize - from).max(1) as f64;
    let (sum_with, sum_without): (f64, f64) = (with[from..].iter().sum(), without[from..].iter().sum());
    TrueEffect {
        id: id(at),
        page: change.page,
        day: change.day,
        kind: change.kind,
        clicks_per_day: (sum_with - sum_without) / days,
        relative: if sum_without > 0.0 { sum_with / sum_without - 1.0 } else { 0.0 },
    }
}

fn draw_market(params: &Checked, world: &World, market: usize, path: &Path, simulation: &mut Simulation) {
    let days = params.days as usize;
    let mut page = PageSeries {
        simulated: true,
        page: world.markets[market].page.clone(),
        clicks: vec![0; days],
        impressions: vec![0; days],
        position: vec![None; days],
        leads: vec![0; days],
    };
    let mut weighed = vec![0.0; days];
    let keywords = (0..world.keywords.len()).filter(|at| world.keywords[*at].market as usize == market);
    for (slot, keyword) in keywords.enumerate() {
        let series = draw_keyword(params, world, keyword, (&path.position[slot], &path.share[slot]));
        for (day, weighed) in weighed.iter_mut().enumerate() {
            page.clicks[day] += series.clicks[day];
            page.impressions[day] += series.impressions[day];
            *weighed += f64::from(series.impressions[day] * series.position[day]);
        }
        let months = (0..params.days).step_by(MONTH as usize);
        simulation.serps.extend(months.map(|day| serp(params, world, keyword, day, path.position[slot][day as usize])));
        simulation.keyword_series.push(series);
    }
    for (day, weighed) in weighed.into_iter().enumerate() {
        let shown = page.impressions[day];
        page.position[day] = (shown > 0).then(|| weighed / f64::from(shown));
    }
    draw_leads(params, world, market, &mut page, simulation);
    simulation.series.push(page);
}

fn draw_keyword(params: &Checked, world: &World, keyword: usize, (position, share): (&[u32], &[f64])) -> KeywordSeries {
    let mut random = stream(params.seed, 5, keyword);
    let mut series = KeywordSeries {
        searches: Vec::new(),
        clicks: Vec::new(),
        impressions: Vec::new(),
        position: position.to_vec(),
    };
    for day in 0..params.days {
        let searches = poisson(latent::demand(params, world, keyword, day), &mut random) as u32;
        // The first page is always seen; the second by half of the searchers.
        let seen = if position[day as usize] <= 10 { searches } else { binomial(searches, 0.5, &mut random) };
        let click =
            if position[day as usize] <= 10 { share[day as usize] } else { (2.0 * share[day as usize]).min(1.0) };
        series.searches.push(searches);
        series.impressions.push(seen);
        series.clicks.push(binomial(seen, click, &mut random));
    }
    series
}

/// Returns the first ten addresses: competitors by strength, and the own page at its position.
fn serp(params: &Checked, world: &World, keyword: usize, day: u32, position: u32) -> Serp {
    let market = world.keywords[keyword].market as usize;
    let mut rivals: Vec<&(f64, String)> = world.rivals[market].iter().collect();
    rivals.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut urls: Vec<String> = rivals.into_iter().map(|rival| rival.1.clone()).collect();
    urls.insert((position as usize - 1).min(urls.len()), world.markets[market].page.clone());
    urls.truncate(10);
    Serp { simulated: true, keyword: keyword as u32, date: params.start.plus(day as i32), urls }
}

fn draw_leads(params: &Checked, world: &World, market: usize, page: &mut PageSeries, simulation: &mut Simulation) {
    let mut random = stream(params.seed, 6, market);
    for (leads, clicks) in page.leads.iter_mut().zip(&page.clicks) {
        *leads = binomial(*clicks, world.conversion[market], &mut random);
    }
    let months = page.clicks.chunks_exact(MONTH as usize).zip(page.leads.chunks_exact(MONTH as usize));
    for (month, (clicks, leads)) in months.enumerate() {
        let (visits, leads) = (clicks.iter().sum(), leads.iter().sum());
        let accepted_leads = binomial(leads, ACCEPTED, &mut random);
        simulation.outcomes.push(MonthOutcome {
            simulated: true,
            market: market as u32,
            from: params.start.plus((month as u32 * MONTH) as i32),
            visits,
            leads,
            accepted_leads,
            revenue_cents: (f64::from(accepted_leads) * world.markets[market].payout_cents) as i64,
        });
    }
}
