//! Insights about a portfolio.

use serde_json::{Value, json};

use super::input::Input;
use super::output::{ShadowPrice, Totals};
use super::portfolio::{Ground, assumptions};
use super::risk::Weighed;
use super::{METHOD, METHOD_VERSION};
use crate::common::{Action, EngineId, Evidence, Insight, Money, Nature, Severity, count};

/// Days of validity of an insight.
const DAYS: i32 = 60;

pub(super) fn write(
    input: &Input, ground: &Ground<'_>, best: &Weighed, totals: &Totals, prices: &[ShadowPrice],
) -> Vec<Insight> {
    let mut insights = vec![plan(input, ground, best, totals)];
    insights.extend(prices.iter().filter(|price| price.monthly_gain_cents > 0).map(|price| more(input, ground, price)));
    insights
}

/// Reports the whole plan.
fn plan(input: &Input, ground: &Ground<'_>, best: &Weighed, totals: &Totals) -> Insight {
    let count = best.chosen.iter().filter(|chosen| **chosen).count();
    let months = i64::from(ground.params.horizon_months);
    let monthly = Money {
        low_cents: totals.worth.low_cents / months,
        mid_cents: totals.worth.mid_cents / months,
        high_cents: totals.worth.high_cents / months,
        currency: totals.worth.currency.clone(),
    };
    let title = format!(
        "{count} of {} bets for {:.0} {} and {:.0} hours: they break even with {:.0} %",
        best.chosen.len(),
        totals.cost_cents as f64 / 100.0,
        monthly.currency,
        totals.hours,
        totals.break_even * 100.0
    );
    let falsifier = format!("The plan earns less than {} cents in all within {months} months.", totals.worth.low_cents);
    let value = json!({
        "meanCents": totals.mean_cents, "costCents": totals.cost_cents, "hours": totals.hours, "optimal": best.is_optimal,
    });
    let mut insight = insight(input, ground, "plan", (title, falsifier), totals.break_even, ("portfolio", value));
    insight.effort_minutes = (totals.hours * 60.0).min(f64::from(u32::MAX)) as u32;
    insight.impact = Some(monthly);
    insight.severity = if count == 0 { Severity::Info } else { Severity::Opportunity };
    insight.action = (count > 0).then(|| Action {
        kind: "approve_plan".to_owned(),
        label: "Turn these bets into a roadmap".to_owned(),
        target: None,
    });
    insight
}

/// Reports the value of raising a limit.
fn more(input: &Input, ground: &Ground<'_>, price: &ShadowPrice) -> Insight {
    let currency = ground.bets.currency;
    let step = if price.limit == "money" {
        format!("{} {currency}", count(price.step / 100.0))
    } else {
        format!("{:.0} hours", price.step)
    };
    let title = format!("{step} more would earn {} {currency} a month", count(price.monthly_gain_cents as f64 / 100.0));
    let falsifier = format!("A plan with {step} more does not hold a further bet of that worth.");
    let mut insight = insight(input, ground, "shadow_price", (title, falsifier), 0.6, (&price.limit, json!(price)));
    insight.severity = Severity::Info;
    insight
}

fn insight(
    input: &Input, ground: &Ground<'_>, kind: &str, (title, falsifier): (String, String), confidence: f64,
    (about, value): (&str, Value),
) -> Insight {
    Insight {
        engine: EngineId::Strategic,
        key: Insight::key_of(kind, if kind == "shadow_price" { about } else { "" }),
        title,
        kind: kind.to_owned(),
        severity: Severity::Opportunity,
        nature: Nature::Claim,
        confidence: (confidence * 1_000.0).round() / 1_000.0,
        impact: None,
        effort_minutes: 0,
        evidence: vec![Evidence {
            kind: "portfolio".to_owned(),
            reference: about.to_owned(),
            value,
            source: "computed from the opportunities given".to_owned(),
            observed_at: input.as_of.map(|day| day.to_rfc3339()),
        }],
        method: METHOD.to_owned(),
        method_version: METHOD_VERSION.to_owned(),
        assumptions: assumptions(ground.params),
        action: None,
        falsifier,
        expires_at: input.as_of.map(|day| day.plus(DAYS).to_rfc3339()),
    }
}

/// Reports whether the plan depends on the scenario.
pub(super) fn of_scenarios(
    input: &Input, params: &super::params::Checked, scenarios: &[super::scenarios::Scenario], robust: usize,
) -> Vec<Insight> {
    let most = scenarios.iter().map(|scenario| scenario.ids.len()).max().unwrap_or(0);
    vec![Insight {
        engine: EngineId::Strategic,
        key: Insight::key_of("robust_bets", ""),
        title: format!("{robust} bets are right whether things go badly or well, out of at most {most}"),
        kind: "robust_bets".to_owned(),
        severity: Severity::Info,
        nature: Nature::Claim,
        confidence: 0.8,
        impact: None,
        effort_minutes: 0,
        evidence: vec![Evidence {
            kind: "scenarios".to_owned(),
            reference: "scenarios".to_owned(),
            value: json!(scenarios),
            source: "computed from the opportunities given".to_owned(),
            observed_at: input.as_of.map(|day| day.to_rfc3339()),
        }],
        method: METHOD.to_owned(),
        method_version: METHOD_VERSION.to_owned(),
        assumptions: assumptions(params),
        action: None,
        falsifier: "Another scenario comes true in which one of these bets does not earn its cost back.".to_owned(),
        expires_at: input.as_of.map(|day| day.plus(DAYS).to_rfc3339()),
    }]
}
