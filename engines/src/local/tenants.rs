//! Who may pay for the leads of a market, and what rent is fair.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::explain::locate;
use super::factor::Factor;
use super::input::{PackEntry, TenantsInput};
use super::market::{Means, market, revenue};
use super::model::Factors;
use super::output::{Market, MoneyRange, Need, Rejected};
use super::override_rows::{check_pack_entry, optional};
use super::params::Checked;
use super::world::World;
use super::{METHOD, METHOD_VERSION, insight};
use crate::common::{Control, EngineError, Insight};
use crate::stat::distance_km;

/// Most candidates taken.
const MOST_CANDIDATES: usize = 10_000;
/// A flat rent is worth less to the owner of the site than pay by the lead, which carries no risk for the tenant.
/// Source: practice of the trade; assumption.
const PARITY: f64 = 0.8;

/// A business to call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Tenant {
    /// 1 is called first.
    pub rank: u32,
    /// Name of the business.
    pub name: String,
    /// Telephone number.
    pub phone: String,
    /// Its site, where it has one.
    pub website: Option<String>,
    /// Position in the pack or behind it.
    pub position: Option<f64>,
    /// Stars.
    pub rating: Option<f64>,
    /// Number of reviews.
    pub votes: Option<f64>,
    /// Distance from the middle of the place, km.
    pub distance_km: Option<f64>,
    /// 0 to 1: how likely it needs leads and can serve them.
    pub fit: f64,
    /// Why it is on the list.
    pub reasons: Vec<String>,
}

/// What rent to ask.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Rent {
    /// Paid leads a month once the site ranks.
    pub leads_once_ranked: f64,
    /// What the tenant makes of them after direct costs, a month.
    pub gross_profit: MoneyRange,
    /// Lowest rent suggested: that share of the mean gross profit.
    pub low_cents: i64,
    /// Highest rent suggested, not above what pay by the lead would cost.
    pub high_cents: i64,
    /// 0.8 x paid leads x payout a lead: above it the tenant is better off buying leads. `None` without a payout.
    pub parity_cents: Option<i64>,
    /// The computation.
    pub formula: String,
}

/// Answer of `tenants`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Tenants {
    /// The market.
    pub market: Market,
    /// The call list, best first.
    pub tenants: Vec<Tenant>,
    /// Candidates left out: no telephone number, or in the pack's first three without need.
    pub left_out: u32,
    /// What rent to ask; `None` where demand, ticket, close rate or margin is unknown.
    pub rent: Option<Rent>,
    /// Findings.
    pub insights: Vec<Insight>,
    /// Data that would unlock more.
    pub needs: Vec<Need>,
    /// Rows of the overrides that were left out.
    pub rejected: Vec<Rejected>,
    /// Assumptions.
    pub assumptions: Vec<String>,
    /// ISO 4217 code of all amounts.
    pub currency: String,
    /// Remarks.
    pub notes: Vec<String>,
    /// Name of the method.
    pub method: String,
    /// Its version.
    pub method_version: String,
}

/// The call list of a market and the rent to ask.
///
/// # Errors
/// [`EngineError::InvalidInput`] naming the field; [`EngineError::NoInput`] without candidates.
pub fn tenants(input: &TenantsInput, params: &Checked, control: &dyn Control) -> Result<Tenants, EngineError> {
    check(input)?;
    control.progress(0.0, "tables", "Putting the tables together.");
    let world = World::new(&input.overrides, input.as_of, input.currency.as_deref(), params)?;
    let (vertical, place) = locate(&world, &input.vertical, &input.place, input.state.as_deref())?;
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
        notes: vec!["Rent is a suggestion to plan against; ask what the tenant pays for leads today.".to_owned()],
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
        let unlock = "give the businesses of the map pack and of the list behind it, with their telephone numbers";
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

/// A business with a telephone that advertises or stands behind the first three.
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

/// How likely a business needs leads and can serve them: a sum of signs, each an assumption, on 0 to 1.
fn fit(entry: &PackEntry, position: f64, distance: Option<f64>) -> (f64, Vec<String>) {
    let rating = entry.rating.unwrap_or(0.0);
    let signs = [
        (0.30, entry.is_advertiser, "pays for advertising already"),
        (0.20, (4.0..=20.0).contains(&position), "stands behind the first three of the pack"),
        (0.20, rating >= 4.0, "is rated four stars or better, so it serves leads well"),
        (0.10, entry.votes.is_some_and(|votes| (5.0..100.0).contains(&votes)), "has customers, but few reviews"),
        (0.10, entry.website.is_none(), "has no site of its own"),
    ];
    let mut fit: f64 = signs.iter().filter(|sign| sign.1).map(|sign| sign.0).sum();
    let mut reasons: Vec<String> = signs.iter().filter(|sign| sign.1).map(|sign| sign.2.to_owned()).collect();
    if let Some(km) = distance {
        // Nearness fades as in Huff (1964) with exponent 2, half at 15 km.
        fit += 0.10 / (1.0 + (km / 15.0).powi(2));
        if km <= 15.0 {
            reasons.push(format!("is {km:.0} km from the middle of the place"));
        }
    }
    (fit.min(1.0), reasons)
}

/// What a tenant makes of a lead.
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
            (ticket.is_none(), "ticketCents", "What an average job of this trade brings"),
            (close.is_none(), "closeRate", "Share of paid leads that become jobs"),
            (
                input.gross_margin.is_none(),
                "grossMargin",
                "Share of a job's price left after its direct costs: nobody publishes it by trade",
            ),
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

/// Rent for a site that ranks: a share of the tenant's gross profit, capped by pay-per-lead parity.
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
            "{:.3} paid leads x {} closed x {} cents a job x {} left = {:.0} cents gross profit; {} to {} of it, at most {PARITY} x leads x payout",
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
        format!("Rent is {} to {} of the tenant's gross profit from the leads, and no more than 0.8 of what the same leads would cost one by one.", params.rent_share_low, params.rent_share_high),
        "The order of calls is a judgement by signs: advertising, place in the pack, rating, reviews, site, distance. Outcomes correct it.".to_owned(),
    ]
}
