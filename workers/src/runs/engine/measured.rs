//! Conversion rate and value per lead of a website as they were measured. They are defaults where its settings have none.

use chrono::{NaiveDate, TimeDelta};
use serde_json::{Value, json};
use shared::{
    domain::{money::written, website_settings::WebsiteSettings},
    store::{
        imported::{self, LeadRevenue},
        measured::{self, SearchConversions},
    },
};
use uuid::Uuid;

use crate::{context::RunContext, error::JobError};

/// Currency of amounts without one.
pub(super) const USUAL_CURRENCY: &str = "USD";
/// Days over which the conversion rate is measured, up to the day of the run.
const VISIT_DAYS: TimeDelta = TimeDelta::days(90);
/// Days over which imported leads and the value per lead are measured, up to the day of the run.
const LEAD_DAYS: TimeDelta = TimeDelta::days(365);
/// Minimum number of visits for a rate.
const LEAST_VISITS: i64 = 100;
/// Most visits that the parameter takes.
const MOST_VISITS: i64 = 10_000_000;
/// Share of visits above which a key event is something that almost everybody does, such as a page view, and no lead.
const MOST_SHARE: f64 = 0.5;
/// Minimum number of leads for a value.
const LEAST_LEADS: i64 = 20;
/// Minimum number of days with leads and revenue for a value.
const LEAST_DAYS: i64 = 28;
/// 90 % quantile of the standard normal distribution.
const Z90: f64 = 1.281_551_565_5;

/// A measured value with its uncertainty: two parameters that belong together.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Measure {
    /// Parameter of the value.
    pub(super) value: (&'static str, Value),
    /// Parameter of its uncertainty.
    pub(super) uncertainty: (&'static str, Value),
    /// Currency of an amount; `None` for a rate.
    pub(super) currency: Option<String>,
    /// Source, period and amount of data, a sentence without a full stop.
    pub(super) source: String,
}

/// Returns what was measured of the website and is missing in its settings. `has` reports whether the action has a parameter.
///
/// # Errors
/// Returns an error if a query fails.
pub(super) async fn load(
    context: &RunContext, website_id: Uuid, settings: &WebsiteSettings, has: impl Fn(&str) -> bool,
) -> Result<Vec<Measure>, JobError> {
    let (db, workspace_id) = (&context.db, context.run.workspace_id);
    let today = context.run.created_at.date_naive();
    let mut measures = Vec::new();
    if settings.conversion_rate.is_none() && has("conversionRate") && has("conversionVisits") {
        let days = (today - VISIT_DAYS, today);
        let analytics = measured::analytics_conversions(db, workspace_id, website_id, days).await?;
        measures.extend(analytics.and_then(|found| rate(&found, "Google Analytics", "key events", "organic sessions")));
        if measures.is_empty() {
            let visits = measured::visit_conversions(db, workspace_id, website_id, days).await?;
            measures.extend(visits.and_then(|found| rate(&found, "the beacon", "conversions", "visits from search")));
        }
        if measures.is_empty() {
            let leads = imported::lead_rate(db, workspace_id, website_id, (today - LEAD_DAYS, today)).await?;
            measures.extend(leads.and_then(|found| rate(&found, "your imports", "leads", "clicks from search")));
        }
    }
    if settings.value_per_lead_cents.is_none() && has("valuePerLeadCents") && has("valuePerLeadSpread") {
        let found = imported::lead_revenue(db, workspace_id, website_id, (today - LEAD_DAYS, today)).await?;
        let currency = settings.currency.as_deref().unwrap_or(USUAL_CURRENCY);
        measures.extend(found.and_then(|found| value(&found, currency)));
    }
    Ok(measures)
}

/// Returns the conversion rate; `None` with too few visits, without conversions, or if conversions cannot be leads.
#[expect(clippy::cast_precision_loss, reason = "visits of 90 days stay far below 2^53")]
fn rate(found: &SearchConversions, source: &str, conversions: &str, visits: &str) -> Option<Measure> {
    let share = found.conversions / found.visits as f64;
    let is_plausible = (0.0001..=MOST_SHARE).contains(&share);
    if found.visits < LEAST_VISITS || found.conversions < 1.0 || !is_plausible {
        return None;
    }
    Some(Measure {
        value: ("conversionRate", json!(share)),
        uncertainty: ("conversionVisits", json!(found.visits.min(MOST_VISITS))),
        currency: None,
        source: format!(
            "The conversion rate of {:.2} % is measured by {source}: {:.0} {conversions} of {} {visits}, {} to {}",
            100.0 * share,
            found.conversions,
            found.visits,
            found.first_day,
            found.last_day
        ),
    })
}

/// Returns the revenue per lead in a currency; `None` with too few leads or days, without revenue, or in another currency.
///
/// The uncertainty takes the payments as a compound Poisson process: the squared coefficient of variation of their sum is
/// the sum of the squared amounts over the square of their sum.
#[expect(clippy::cast_precision_loss, reason = "sums of cents stay far below 2^53")]
fn value(found: &LeadRevenue, currency: &str) -> Option<Measure> {
    let is_enough = found.leads >= LEAST_LEADS && days(found.from, found.to) >= LEAST_DAYS;
    if !is_enough || found.amount_cents <= 0 || found.currency != currency {
        return None;
    }
    let amount = found.amount_cents as f64;
    let cents = (amount / found.leads as f64).round();
    if !(1.0..=1e8).contains(&cents) {
        return None;
    }
    let variation = found.squares / (amount * amount);
    let spread = (Z90 * variation.ln_1p().sqrt()).exp_m1().clamp(0.0, 3.0);
    Some(Measure {
        value: ("valuePerLeadCents", json!(cents)),
        uncertainty: ("valuePerLeadSpread", json!((spread * 1_000.0).round() / 1_000.0)),
        currency: Some(currency.to_owned()),
        source: format!(
            "The value per lead of {} is measured by your imports: revenue of {} of {} leads, {} to {}, without rent and ads",
            written((2 * found.amount_cents + found.leads) / (2 * found.leads), currency),
            written(found.amount_cents, currency),
            found.leads,
            found.from,
            found.to
        ),
    })
}

fn days(from: NaiveDate, to: NaiveDate) -> i64 {
    (to - from).num_days() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().expect("a day")
    }

    fn visits(visits: i64, conversions: f64) -> Option<Measure> {
        let found =
            SearchConversions { visits, conversions, first_day: day("2026-09-01"), last_day: day("2026-11-20") };
        rate(&found, "Google Analytics", "key events", "organic sessions")
    }

    fn revenue(leads: i64, amount_cents: i64, squares: f64, to: &str, currency: &str) -> Option<Measure> {
        let (currency, from) = (currency.to_owned(), day("2026-01-01"));
        value(&LeadRevenue { leads, amount_cents, squares, currency, from, to: day(to) }, "USD")
    }

    #[test]
    fn rate_names_its_source_and_the_visits_behind_it() {
        let found = visits(2_000, 46.0).expect("a rate");
        assert_eq!((&found.value.1, &found.uncertainty.1), (&json!(0.023), &json!(2_000)));
        assert_eq!(
            found.source,
            "The conversion rate of 2.30 % is measured by Google Analytics: 46 key events of 2000 organic sessions, \
             2026-09-01 to 2026-11-20"
        );
    }

    #[test]
    fn rate_needs_visits_with_conversions_that_may_be_leads() {
        assert_eq!(visits(99, 5.0), None, "too few visits");
        assert_eq!(visits(5_000, 0.0), None, "no key event is set up");
        assert_eq!(visits(1_000_000, 1.0), None, "below the range of the parameter");
        assert_eq!(visits(1_000, 900.0), None, "an event of nearly every visit is no lead");
        assert!(visits(100, 1.0).is_some());
    }

    #[test]
    fn value_is_revenue_per_lead_with_the_uncertainty_of_the_payments() {
        // Ten equal payments: a squared variation of 1/10.
        let found = revenue(20, 1_000_000, 10.0 * 1e10, "2026-06-30", "USD").expect("a value");
        assert_eq!((found.value.1, found.currency.as_deref()), (json!(50_000.0), Some("USD")));
        let spread = found.uncertainty.1.as_f64().expect("a number");
        assert!((spread - ((1.281_551_565_5 * 1.1_f64.ln().sqrt()).exp() - 1.0)).abs() < 1e-3, "{spread}");
        assert!(found.source.contains("of $500 ") && found.source.contains("20 leads"), "{}", found.source);
        // One payment of the same sum says less.
        let one = revenue(20, 1_000_000, 1e12, "2026-06-30", "USD").expect("a value");
        assert!(one.uncertainty.1.as_f64() > found.uncertainty.1.as_f64());
    }

    #[test]
    fn value_needs_enough_leads_days_and_the_currency_of_the_website() {
        assert_eq!(revenue(19, 1_000_000, 1e11, "2026-06-30", "USD"), None);
        assert_eq!(revenue(20, 1_000_000, 1e11, "2026-01-27", "USD"), None, "27 days");
        assert_eq!(revenue(20, 0, 0.0, "2026-06-30", "USD"), None);
        assert_eq!(revenue(20, -500, 1e11, "2026-06-30", "USD"), None, "refunds only");
        assert_eq!(revenue(20, 1_000_000, 1e11, "2026-06-30", "EUR"), None);
    }
}
