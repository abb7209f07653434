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
///
/// For a website, `own` of the markets listed first are its own: the insights are about these only.
pub(crate) fn insights(scan: &Scan, own: Option<usize>, as_of: Option<Day>, params: &Checked) -> Vec<Insight> {
    let most = params.max_insights as usize;
    let markets = &scan.markets[..own.unwrap_or(scan.markets.len())];
    let home = own.and(markets.first());
    let mut found: Vec<Insight> = home.map(|market| own_market(market, &scan.currency, as_of)).into_iter().collect();
    let others = markets.iter().skip(usize::from(home.is_some()));
    found.extend(others.filter_map(|market| of_market(market, &scan.currency, as_of)).take(most.div_ceil(2)));
    let is_near = |site: &&Dominator| match (own, home) {
        (None, _) => true,
        (_, Some(home)) => home.key.vertical == site.vertical && home.key.metro.as_ref() == Some(&site.metro),
        (Some(_), None) => false,
    };
    let sites = scan.dominators.iter().filter(is_near);
    found.extend(sites.filter_map(|site| dominator(site, &scan.currency, as_of)).take(most.div_ceil(4)));
    found.extend(hot_spot(scan, as_of).filter(|_| own.is_none()));
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

/// Reports the website's own market, also if no profit is expected there: it is where the website works.
fn own_market(market: &Market, currency: &str, as_of: Option<Day>) -> Insight {
    let key = &market.key;
    let profit = market.profit_month.as_ref();
    let is_profitable = profit.is_some_and(|profit| profit.mean_cents > 0);
    let outlook = match profit {
        Some(profit) if is_profitable => {
            format!("expected profit {} a month", whole_money(profit.mean_cents, currency))
        }
        _ => "no profit is expected from these figures".to_owned(),
    };
    let reference = format!("{}:{}", key.vertical, key.place_id);
    let chance = json!({ "chance": market.win_chance, "difficulty": market.difficulty });
    let finding = Finding {
        severity: Severity::Info,
        confidence: market.confidence,
        impact: profit.filter(|_| is_profitable).map(|profit| money(profit, currency)),
        evidence: vec![
            evidence("demand", &reference, json!(market.demand), "see the parts of the score"),
            evidence("winChance", &reference, chance, "model; see the assumptions"),
            evidence("payout", &reference, json!(market.payout), "see the parts of the score"),
        ],
        assumptions: market.flags.clone(),
        falsifier: format!(
            "The measured search volume of the market is outside of {:.0} to {:.0} a month.",
            market.demand.map_or(0.0, |demand| demand.p10),
            market.demand.map_or(0.0, |demand| demand.p90)
        ),
        kind: "own_market",
        title: format!("The website's own market, {} in {}, {}: {outlook}", key.vertical_name, key.city, key.state),
        subject: reference,
        ..base()
    };
    finding.insight(SIGNATURE, as_of)
}

/// Reports a valuable market; returns `None` below tier 2, or if no profit is expected.
pub(crate) fn of_market(market: &Market, currency: &str, as_of: Option<Day>) -> Option<Insight> {
    let profit = market.profit_month.as_ref().filter(|profit| profit.mean_cents > 0)?;
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
    let is_cut = site.left_out > 0;
    let finding = Finding {
        // Where a page would pay nearly everywhere, the temptation is a page for each town: no offer, only a fact to know.
        severity: if is_cut { Severity::Info } else { Severity::Opportunity },
        confidence: site.confidence,
        impact: (!is_cut).then(|| money(&site.revenue, currency)),
        effort_minutes: SITE_MINUTES + 30 * site.place_count,
        evidence: vec![evidence(
            "region",
            &reference,
            json!({ "places": site.place_count, "revenue": site.revenue }),
            "sum of the scores of its places, with shared uncertainty",
        )],
        assumptions: doorways(site),
        action: (!is_cut).then(|| Action::new("build_dominator", "Plan the regional site", Some(reference.clone()))),
        falsifier: "Fewer than a fifth of the area pages reach the top 10 within 12 months.".to_owned(),
        kind: "dominator",
        subject: reference,
        title,
        ..base()
    };
    Some(finding.insight(SIGNATURE, as_of))
}

/// Says what area pages need, and how many places were left out for it.
fn doorways(site: &Dominator) -> Vec<String> {
    let mut all = vec!["Each area page earns as much as a separate site, and has facts of its own about the place, such as jobs, staff or prices there; pages that differ only in the city name are doorway pages, and the publishing gate blocks them.".to_owned()];
    if site.left_out > 0 {
        all.push(format!(
            "{} more places would pay for a page. They are left out: Google's spam policies name many pages for similar searches by region as doorway abuse.",
            site.left_out
        ));
    }
    all
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
