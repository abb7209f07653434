//! Insights about a portfolio.

use serde_json::{Value, json};

use super::SIGNATURE;
use super::context::{Ground, assumptions};
use super::input::Input;
use super::output::{Scenario, ShadowPrice, Totals};
use super::params::Checked;
use super::risk::Weighed;
use crate::common::{Action, Evidence, Finding, Insight, Money, Severity, count, three_digits, whole_money};

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
    let number = best.chosen.iter().filter(|chosen| **chosen).count();
    let months = i64::from(ground.params.horizon_months);
    let monthly = Money {
        // The mean of very skewed results can lie outside their 80 % interval.
        low_cents: totals.worth.low_cents.min(totals.mean_cents) / months,
        mid_cents: totals.mean_cents / months,
        high_cents: totals.worth.high_cents.max(totals.mean_cents) / months,
        currency: totals.worth.currency.clone(),
    };
    let title = title(totals, (number, best.chosen.len()), months);
    let least = whole_money(totals.worth.low_cents, &monthly.currency);
    let falsifier = format!("The plan earns less than {least} in total within {months} months.");
    let value = json!({
        "meanCents": totals.mean_cents, "costCents": totals.cost_cents, "hours": totals.hours, "optimal": best.is_optimal,
    });
    let confidence = confidence(totals, number);
    let mut insight = insight(input, ground, "plan", (title, falsifier), confidence, ("portfolio", value));
    insight.effort_minutes = (totals.hours * 60.0).min(f64::from(u32::MAX)) as u32;
    insight.impact = Some(monthly);
    insight.severity = if number == 0 { Severity::Info } else { Severity::Opportunity };
    insight.action = (number > 0).then(|| Action {
        kind: "approve_plan".to_owned(),
        label: "Create a roadmap for these opportunities".to_owned(),
        target: None,
    });
    insight
}

fn title(totals: &Totals, (chosen, all): (usize, usize), months: i64) -> String {
    if chosen == 0 {
        return format!("None of {all} opportunities fits the limits and earns back its cost within {months} months");
    }
    let mean = whole_money(totals.mean_cents, &totals.worth.currency);
    format!(
        "{chosen} of {all} opportunities{}: {mean} on average within {months} months, {}",
        price(totals),
        chance(totals)
    )
}

/// What the plan takes: money and hours, without a zero.
fn price(totals: &Totals) -> String {
    let money = (totals.cost_cents > 0).then(|| whole_money(totals.cost_cents, &totals.worth.currency));
    let hours = (totals.hours > 0.0).then(|| hours(totals.hours));
    let parts: Vec<String> = money.into_iter().chain(hours).collect();
    if parts.is_empty() { String::new() } else { format!(" for {}", parts.join(" and ")) }
}

fn hours(hours: f64) -> String {
    let text = count(hours);
    format!("{text} {}", if text == "1" { "hour" } else { "hours" })
}

/// The probability to break even, with the condition that it rests on.
fn chance(totals: &Totals) -> String {
    // A share of the draws is never a certainty.
    let percent = match totals.break_even * 100.0 {
        all if all > 99.0 => "more than 99".to_owned(),
        none if none < 1.0 => "less than 1".to_owned(),
        some => format!("{some:.0}"),
    };
    let condition = if totals.assumed_chances > 0 { " if the assumed probabilities of success hold" } else { "" };
    format!("with a probability of {percent} % to break even{condition}")
}

/// Probability that the plan breaks even; as far as chances are assumed, not known, it may as well fail.
fn confidence(totals: &Totals, number: usize) -> f64 {
    let assumed = f64::from(totals.assumed_chances) / number.max(1) as f64;
    (1.0 - assumed) * totals.break_even + assumed * totals.break_even.min(0.5)
}

/// Reports the value of raising a limit.
fn more(input: &Input, ground: &Ground<'_>, price: &ShadowPrice) -> Insight {
    let currency = ground.bets.currency;
    let step =
        if price.limit == "money" { whole_money(price.step.round() as i64, currency) } else { hours(price.step) };
    let title = format!("{step} more would add {} a month on average", whole_money(price.monthly_gain_cents, currency));
    let falsifier = format!("A plan with {step} more does not contain another opportunity of this value.");
    let mut insight = insight(input, ground, "shadow_price", (title, falsifier), 0.6, (&price.limit, json!(price)));
    insight.severity = Severity::Info;
    insight
}

fn insight(
    input: &Input, ground: &Ground<'_>, kind: &'static str, (title, falsifier): (String, String), confidence: f64,
    (about, value): (&str, Value),
) -> Insight {
    let finding = Finding {
        subject: if kind == "shadow_price" { about } else { "" }.to_owned(),
        title,
        kind,
        severity: Severity::Opportunity,
        confidence: three_digits(confidence),
        evidence: vec![Evidence::new("portfolio", about, value, "computed from the opportunities given", input.as_of)],
        assumptions: assumptions(ground.params, ground.bets.currency),
        falsifier,
        days_valid: DAYS,
        ..Finding::default()
    };
    finding.insight(SIGNATURE, input.as_of)
}

/// Reports whether the plan depends on the scenario.
pub(super) fn of_scenarios(
    input: &Input, (params, currency): (&Checked, &str), scenarios: &[Scenario], robust: usize,
) -> Vec<Insight> {
    let most = scenarios.iter().map(|scenario| scenario.ids.len()).max().unwrap_or(0);
    let finding = Finding {
        subject: String::new(),
        title: format!("{robust} of at most {most} opportunities are in the best portfolio of every scenario"),
        kind: "robust_bets",
        confidence: 0.8,
        evidence: vec![Evidence::new(
            "scenarios",
            "scenarios",
            json!(scenarios),
            "computed from the opportunities given",
            input.as_of,
        )],
        assumptions: assumptions(params, currency),
        falsifier: "In a different scenario one of these opportunities does not earn back its cost.".to_owned(),
        days_valid: DAYS,
        ..Finding::default()
    };
    vec![finding.insight(SIGNATURE, input.as_of)]
}
