//! Possible tenants of a market, and a fair rent.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::factor::Factor;
use super::input::{PackEntry, TenantsInput};
use super::market::{Means, market, revenue};
use super::model::Factors;
use super::output::{Market, Need, Rejected, Rent, Tenant};
use super::override_rows::{check_pack_entry, optional};
use super::params::Checked;
use super::world::World;
use super::{METHOD, METHOD_VERSION, insight};
use crate::common::{Control, EngineError, Insight};
use crate::stat::distance_km;

/// Maximum number of candidates.
const MOST_CANDIDATES: usize = 10_000;
/// Assumed value of a flat rent relative to pay per lead, because pay per lead carries no risk for the tenant.
/// Source: industry practice.
const PARITY: f64 = 0.8;

/// Answer of `tenants`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Tenants {
    /// The market.
    pub market: Market,
    /// The call list, best first.
    pub tenants: Vec<Tenant>,
    /// Candidates left out: no telephone number, or in the first three of the pack without a need.
    pub left_out: u32,
    /// Suggested rent; `None` if demand, ticket, close rate or margin is unknown.
    pub rent: Option<Rent>,
    /// Insights.
    pub insights: Vec<Insight>,
    /// Data that would improve the result.
    pub needs: Vec<Need>,
    /// Rejected rows of the overrides.
    pub rejected: Vec<Rejected>,
    /// Assumptions.
    pub assumptions: Vec<String>,
    /// ISO 4217 code of all amounts.
    pub currency: String,
    /// Notes.
    pub notes: Vec<String>,
    /// Name of the method.
    pub method: String,
    /// Version of the method.
    pub method_version: String,
}

/// Creates the call list of a market and suggests a rent.
///
/// # Errors
/// Returns [`EngineError::InvalidInput`] with the field; [`EngineError::NoInput`] without candidates.
pub fn tenants(input: &TenantsInput, params: &Checked, control: &dyn Control) -> Result<Tenants, EngineError> {
    check(input)?;
    control.progress(0.0, "tables", "Loading the tables.");
    let world = World::new(&input.overrides, input.as_of, input.currency.as_deref(), params)?;
    let (vertical, place) = world.find_market(&input.vertical, &input.place, input.state.as_deref())?;
    let (market, factors) = market(&world, vertical, place);
    let centre = market.key.latitude.zip(market.key.longitude);
    let mut tenants: Vec<Tenant> = input.candidates.iter().filter_map(|entry| tenant(entry, centre)).collect();
    tenants
        .sort_by(|a, b| b.fit.total_cmp(&a.fit).then_with(|| a.name.cmp(&b.name)).then_with(|| a.phone.cmp(&b.phone)));
    let mut called = BTreeSet::new();
    tenants.retain(|tenant| called.insert(tenant.phone.clone()));
    tenants.iter_mut().zip(1..).for_each(|(tenant, rank)| tenant.rank = rank);
    let economics = Economics::of(&world, vertical, input);
    let rent = economics.as_ref().ok().and_then(|known| rent(&factors, known, params));
    control.progress(100.0, "done", "The call list is ready.");
    Ok(Tenants {
        left_out: (input.candidates.len() - tenants.len()) as u32,
        insights: insight::of_tenants(&market, &tenants, rent.as_ref(), &world.currency, input.as_of),
        needs: economics.err().unwrap_or_default(),
        rejected: world.rejected.clone(),
        assumptions: assumptions(params),
        currency: world.currency.clone(),
        notes: vec!["The rent is a suggestion; ask what the tenant pays for leads today.".to_owned()],
        method: METHOD.to_owned(),
        method_version: METHOD_VERSION.to_owned(),
        market,
        tenants,
        rent,
    })
}

fn check(input: &TenantsInput) -> Result<(), EngineError> {
    let got = input.candidates.len();
    if got == 0 {
        let unlock = "give the businesses of the map pack and the local finder, with their phone numbers";
        return Err(EngineError::NoInput { what: "candidates", unlock });
    }
    if got > MOST_CANDIDATES {
        return Err(EngineError::TooLarge { what: "candidates", got, limit: MOST_CANDIDATES });
    }
    for (at, entry) in input.candidates.iter().enumerate() {
        check_pack_entry(&format!("candidates[{at}]"), entry)?;
    }
    optional("ticketCents", input.ticket_cents, 1.0, 1e10)?;
    optional("closeRate", input.close_rate, 0.0001, 1.0)?;
    optional("grossMargin", input.gross_margin, 0.01, 1.0)
}

/// Returns a business with a telephone number that advertises or ranks below the first three.
fn tenant(entry: &PackEntry, centre: Option<(f64, f64)>) -> Option<Tenant> {
    let phone = entry.phone.as_deref().map(str::trim).filter(|phone| !phone.is_empty())?;
    let position = entry.position.unwrap_or(f64::INFINITY);
    if position <= 3.0 && !entry.is_advertiser {
        return None;
    }
    let distance = centre.zip(entry.latitude.zip(entry.longitude)).map(|(a, b)| distance_km(a, b));
    let (fit, reasons) = fit(entry, position, distance);
    Some(Tenant {
        rank: 0,
        name: entry.name.clone(),
        phone: phone.to_owned(),
        website: entry.website.clone(),
        position: entry.position,
        rating: entry.rating,
        votes: entry.votes,
        distance_km: distance,
        fit,
        reasons,
    })
}

/// Scores, from 0 to 1, how likely a business is to need leads and to serve them: a sum of assumed signals.
fn fit(entry: &PackEntry, position: f64, distance: Option<f64>) -> (f64, Vec<String>) {
    let rating = entry.rating.unwrap_or(0.0);
    let signs = [
        (0.30, entry.is_advertiser, "already pays for ads"),
        (0.20, (4.0..=20.0).contains(&position), "ranks below the top 3 of the map pack"),
        (0.20, rating >= 4.0, "is rated four stars or more, so it serves customers well"),
        (0.10, entry.votes.is_some_and(|votes| (5.0..100.0).contains(&votes)), "has customers, but few reviews"),
        (0.10, entry.website.is_none(), "has no website"),
    ];
    let mut fit: f64 = signs.iter().filter(|sign| sign.1).map(|sign| sign.0).sum();
    let mut reasons: Vec<String> = signs.iter().filter(|sign| sign.1).map(|sign| sign.2.to_owned()).collect();
    if let Some(km) = distance {
        // The weight of distance decays as in Huff (1964) with exponent 2, half at 15 km.
        fit += 0.10 / (1.0 + (km / 15.0).powi(2));
        if km <= 15.0 {
            reasons.push(format!("is {km:.0} km from the centre of the place"));
        }
    }
    (fit.min(1.0), reasons)
}

/// Economics of a lead for a tenant.
struct Economics {
    ticket_cents: f64,
    close_rate: f64,
    gross_margin: f64,
}

impl Economics {
    fn of(world: &World<'_>, vertical: u32, input: &TenantsInput) -> Result<Self, Vec<Need>> {
        let known = &world.verticals[vertical as usize];
        let ticket = input.ticket_cents.or(known.ticket.as_ref().map(|figure| figure.typical * 100.0));
        let close = input.close_rate.or(known.close_pct.as_ref().map(|figure| (figure.typical / 100.0).min(1.0)));
        let needs = [
            (ticket.is_none(), "ticketCents", "Average revenue of a job in this trade"),
            (close.is_none(), "closeRate", "Share of paid leads that become jobs"),
            (input.gross_margin.is_none(), "grossMargin", "Gross margin of a job; no published values by trade"),
        ];
        let missing = |(_, kind, label): (bool, &str, &str)| Need { kind: kind.to_owned(), label: label.to_owned() };
        let missing: Vec<Need> = needs.into_iter().filter(|need| need.0).map(missing).collect();
        match (ticket, close, input.gross_margin) {
            (Some(ticket_cents), Some(close_rate), Some(gross_margin)) => {
                Ok(Self { ticket_cents, close_rate, gross_margin })
            }
            _ => Err(missing),
        }
    }
}

/// Computes the rent for a ranking site: a share of the tenant's gross profit, capped by pay-per-lead parity.
fn rent(factors: &Factors, known: &Economics, params: &Checked) -> Option<Rent> {
    let demand = factors.demand?;
    let paid = Factor::product(&[demand, factors.ctr, factors.conversion, factors.accepted]);
    let profit = Factor::product(&[
        paid,
        Factor::log_normal(known.ticket_cents, 0.3),
        Factor::log_normal(known.close_rate, 0.3),
        Factor::log_normal(known.gross_margin, 0.15),
    ]);
    let parity = Means::of(factors).map(|means| PARITY * paid.mean * means.value);
    let cap = parity.unwrap_or(f64::INFINITY);
    let cents = |share: f64| (share * profit.mean).min(cap).round() as i64;
    Some(Rent {
        leads_once_ranked: paid.mean,
        gross_profit: profit.money(),
        low_cents: cents(params.rent_share_low),
        high_cents: cents(params.rent_share_high),
        parity_cents: revenue(factors).and(parity).map(|cents| cents.round() as i64),
        formula: format!(
            "{:.3} paid leads x {} close rate x {} cents a job x {} margin = {:.0} cents gross profit; {} to {} of it, at most {PARITY} x leads x payout",
            paid.mean,
            known.close_rate,
            known.ticket_cents,
            known.gross_margin,
            profit.mean,
            params.rent_share_low,
            params.rent_share_high
        ),
    })
}

fn assumptions(params: &Checked) -> Vec<String> {
    vec![
        format!(
            "Rent is {} to {} of the tenant's gross profit from the leads, and at most 0.8 of the price of the same leads bought individually.",
            params.rent_share_low, params.rent_share_high
        ),
        "The call order is a heuristic: ads, map pack position, rating, reviews, website and distance.".to_owned(),
    ]
}
