//! Insights of the local engine.

use serde_json::json;

use super::SIGNATURE;
use super::output::{Dominator, Market, MoneyRange, Rent, Scan, Tenant, Tier};
use super::params::Checked;
use crate::common::{Action, Day, Evidence, Finding, Insight, Money, Nature, Severity, whole_money};

/// Days of validity of a score.
const LASTS_DAYS: i32 = 90;
/// Assumed minutes to build and check a site.
const SITE_MINUTES: u32 = 240;

/// Maximum confidence of an insight.
const MOST_CONFIDENCE: f64 = 0.95;

/// Returns the insights of a scan, highest value first.
pub(crate) fn insights(scan: &Scan, as_of: Option<Day>, params: &Checked) -> Vec<Insight> {
    let most = params.max_insights as usize;
    let mut found: Vec<Insight> = scan
        .markets
        .iter()
        .filter_map(|market| of_market(market, &scan.currency, as_of))
        .take(most.div_ceil(2))
        .collect();
    found.extend(
        scan.dominators.iter().filter_map(|site| dominator(site, &scan.currency, as_of)).take(most.div_ceil(4)),
    );
    found.extend(hot_spot(scan, as_of));
    found.extend(missing(scan, as_of));
    found.truncate(most);
    found
}

/// What the findings of the engine share.
fn base() -> Finding {
    Finding { severity: Severity::Opportunity, days_valid: LASTS_DAYS, ..Finding::default() }
}

/// The expected amount with its interval: the amount that titles, tables and the arithmetic state too.
fn money(range: &MoneyRange, currency: &str) -> Money {
    Money {
        low_cents: range.p10_cents,
        mid_cents: range.mean_cents.clamp(range.p10_cents, range.p90_cents.max(range.p10_cents)),
        high_cents: range.p90_cents,
        currency: currency.to_owned(),
    }
}

fn evidence(kind: &str, reference: &str, value: serde_json::Value, source: &str) -> Evidence {
    Evidence::new(kind, reference, value, source, None)
}

/// Reports a valuable market; returns `None` below tier 2.
pub(crate) fn of_market(market: &Market, currency: &str, as_of: Option<Day>) -> Option<Insight> {
    let profit = market.profit_month.as_ref()?;
    if !matches!(market.tier, Some(Tier::Tier1 | Tier::Tier2)) {
        return None;
    }
    let key = &market.key;
    let place = format!("{}, {}", key.city, key.state);
    let title = format!(
        "{} in {place}: expected profit {} a month",
        key.vertical_name,
        whole_money(profit.mean_cents, currency)
    );
    let reference = format!("{}:{}", key.vertical, key.place_id);
    let finding = Finding {
        confidence: market.confidence,
        impact: Some(money(profit, currency)),
        effort_minutes: SITE_MINUTES,
        evidence: vec![
            evidence(
                "demand",
                &reference,
                json!({ "searchesMonth": market.demand, "bound": market.demand_bound }),
                "reference data or measured volumes; see the parts of the score",
            ),
            evidence(
                "winChance",
                &reference,
                json!({ "chance": market.win_chance, "difficulty": market.difficulty }),
                "model; see the assumptions",
            ),
            evidence(
                "payout",
                &reference,
                json!(market.payout),
                "reference data or rate card; see the parts of the score",
            ),
        ],
        assumptions: market.flags.clone(),
        action: Some(Action::new("build_site", format!("Build a site for {place}"), Some(reference.clone()))),
        falsifier: format!(
            "A site for this market is not in the top 10 twelve months after launch, or its measured search volume stays below {:.0} a month.",
            market.demand.map_or(0.0, |demand| demand.p10)
        ),
        kind: "goldmine",
        subject: reference,
        title,
        ..base()
    };
    Some(finding.insight(SIGNATURE, as_of))
}

fn dominator(site: &Dominator, currency: &str, as_of: Option<Day>) -> Option<Insight> {
    if site.profit12.mean_cents <= 0 {
        return None;
    }
    let title = format!(
        "{} over {}: one site with {} area pages, expected revenue {} a month and profit {} in the first year",
        site.vertical_name,
        site.metro,
        site.place_count,
        whole_money(site.revenue.mean_cents, currency),
        whole_money(site.profit12.mean_cents, currency)
    );
    let reference = format!("{}:{}", site.vertical, site.metro_code);
    let finding = Finding {
        confidence: site.confidence,
        impact: Some(money(&site.revenue, currency)),
        effort_minutes: SITE_MINUTES + 30 * site.place_count,
        evidence: vec![evidence("region", &reference, json!({ "places": site.place_count, "revenue": site.revenue }), "sum of the scores of its places, with shared uncertainty")],
        assumptions: vec!["Each area page earns as much as a separate site; pages that differ only in the city name are doorway pages and earn nothing.".to_owned()],
        action: Some(Action::new("build_dominator", "Plan the regional site", Some(reference.clone()))),
        falsifier: "Fewer than a fifth of the area pages reach the top 10 within 12 months.".to_owned(),
        kind: "dominator",
 subject: reference,
 title,
 ..base()
 };
    Some(finding.insight(SIGNATURE, as_of))
}

fn hot_spot(scan: &Scan, as_of: Option<Day>) -> Option<Insight> {
    let spot = scan.hot_spots.first()?;
    let title = format!("Good markets are clustered around {}", spot.label);
    let finding = Finding {
        severity: Severity::Info,
        // The test treats the scores as known, although they are estimates.
        confidence: (1.0 - spot.q).min(MOST_CONFIDENCE),
        evidence: vec![evidence(
            "giStar",
            &spot.place_id,
            json!({ "z": spot.z, "q": spot.q }),
            "Gi* of the expected revenue",
        )],
        assumptions: vec![
            "Expected revenue depends on population and competing firms; with search results, also on how strong these are.".to_owned(),
        ],
        falsifier: "Once ten sites have outcomes, Gi* of their actual revenue is not above 1.645.".to_owned(),
        kind: "hot_spot",
        subject: spot.place_id.clone(),
        title,
        ..base()
    };
    Some(finding.insight(SIGNATURE, as_of))
}

fn missing(scan: &Scan, as_of: Option<Day>) -> Option<Insight> {
    let without: Vec<&str> = scan
        .verticals
        .iter()
        .filter(|vertical| !vertical.missing.is_empty())
        .map(|vertical| vertical.name.as_str())
        .collect();
    if without.is_empty() {
        return None;
    }
    let title = format!("{} trades cannot be scored without a published demand or payout", without.len());
    let finding = Finding {
        severity: Severity::Info,
        nature: Nature::Fact,
        confidence: 1.0,
        effort_minutes: 20,
        evidence: vec![evidence("verticals", "missing", json!(without), "reference data")],
        action: Some(Action::new("import_rates", "Import volumes and a rate card", None)),
        falsifier: "The next scan scores these trades without an import.".to_owned(),
        kind: "data_missing",
        subject: String::new(),
        title,
        ..base()
    };
    Some(finding.insight(SIGNATURE, as_of))
}

/// Reports the first call to make, with its possible rent.
pub(crate) fn of_tenants(
    market: &Market, tenants: &[Tenant], rent: Option<&Rent>, currency: &str, as_of: Option<Day>,
) -> Vec<Insight> {
    let Some(first) = tenants.first() else { return Vec::new() };
    let place = format!("{}, {}", market.key.city, market.key.state);
    let title = format!("{} businesses in {place} may rent or buy leads; call {} first", tenants.len(), first.name);
    let worth = rent.map(|rent| Money {
        low_cents: rent.low_cents,
        mid_cents: i64::midpoint(rent.low_cents, rent.high_cents),
        high_cents: rent.high_cents,
        currency: currency.to_owned(),
    });
    let finding = Finding {
        confidence: first.fit.clamp(0.05, 0.95),
        impact: worth,
        effort_minutes: 15,
        evidence: vec![evidence(
            "tenant",
            &first.name,
            json!({ "fit": first.fit, "reasons": first.reasons }),
            "candidates of the input",
        )],
        assumptions: vec!["The rent is for a site that ranks.".to_owned()],
        action: Some(Action::new("call_tenant", format!("Call {}", first.name), Some(first.phone.clone()))),
        falsifier: "None of the first ten businesses on the list accepts a one-week trial of leads.".to_owned(),
        kind: "tenant",
        subject: format!("{}:{}", market.key.vertical, market.key.place_id),
        title,
        ..base()
    };
    vec![finding.insight(SIGNATURE, as_of)]
}
