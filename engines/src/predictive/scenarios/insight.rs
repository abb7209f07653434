//! Insight of the scenarios.

use serde_json::json;

use super::{ScenarioMonth, ScenariosInput, ScenariosOutput};
use crate::common::{Day, Finding, Insight, Money, Severity, count, whole_money};
use crate::market::factor_words;
use crate::predictive::finding::{evidence, insight};

/// Reports the monthly result from the first complete month on: the mean of several months.
pub(super) fn write(input: &ScenariosInput, output: &ScenariosOutput, last: Day) -> Vec<Insight> {
    let Some(month) = whole_month(&output.months) else { return Vec::new() };
    let site = input.site.as_deref().unwrap_or("the site");
    let worth = match &month.value {
        Some(Money { low_cents, high_cents, currency, .. }) => {
            format!(", value {} to {}", whole_money(*low_cents, currency), whole_money(*high_cents, currency))
        }
        None => String::new(),
    };
    let title = format!(
        "Forecast for {site}: {} to {} leads in {}{worth}",
        count(month.leads.low),
        count(month.leads.high),
        month.month
    );
    let assumed = output.factors.iter().filter(|factor| factor.is_assumption);
    let finding = Finding {
        kind: "scenarios",
        subject: month.month.clone(),
        title,
        severity: Severity::Info,
        confidence: 0.8,
        impact: month.value.clone(),
        evidence: [evidence("clicks", &month.month, json!(month.clicks), "this forecast", last)]
            .into_iter()
            .chain(output.first_lead.map(|lead| evidence("firstLead", site, json!(lead), "this forecast", last)))
            .collect(),
        assumptions: assumed
            .map(|factor| {
                let range = factor_words::range(&factor.name, &factor.interval, &output.currency);
                factor_words::sentence(&factor.label, &range, &factor.source)
            })
            .chain(output.assumptions.iter().cloned())
            .collect(),
        falsifier: format!(
            "In {} there are fewer than {:.0} or more than {:.0} leads.",
            month.month, month.leads.low, month.leads.high
        ),
        days_valid: 45,
        ..Finding::default()
    };
    vec![insight(finding, input.as_of.or(Some(last)))]
}

/// Returns the first complete future month; the first month if none is complete.
fn whole_month(months: &[ScenarioMonth]) -> Option<&ScenarioMonth> {
    months.iter().find(|month| month.days >= 28).or(months.first())
}
