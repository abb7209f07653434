//! Loads opportunities as bets.

use std::collections::BTreeMap;

use engines::strategic::{self, ValueBasis};
use serde_json::Value;
use shared::{
    domain::{
        money::MoneyRange,
        opportunity::{Opportunity, OpportunityStatus},
    },
    store::opportunity,
};

use super::count;
use crate::{context::RunContext, error::JobError};

/// Maximum number of opportunities.
const MOST: i64 = 200;
/// Default effort of an opportunity without an estimate.
const USUAL_MINUTES: i32 = 60;

/// Opportunities to choose from.
#[derive(Debug)]
pub(super) struct Bets {
    pub(super) opportunities: Vec<strategic::Opportunity>,
    /// Most common currency; opportunities in other currencies are left out.
    pub(super) currency: Option<String>,
    pub(super) assumptions: Vec<String>,
}

/// Loads open opportunities in one currency.
pub(super) async fn bets(context: &RunContext) -> Result<Bets, JobError> {
    let found = opportunity::list(&context.db, context.run.workspace_id, context.run.website_id, MOST).await?;
    let is_open = |one: &Opportunity| matches!(one.status, OpportunityStatus::Discovered | OpportunityStatus::InReview);
    let open: Vec<Opportunity> = found.into_iter().filter(is_open).collect();
    // An opportunity without a value cannot be compared with others.
    let priced: Vec<(&Opportunity, &MoneyRange)> =
        open.iter().filter_map(|one| Some((one, one.body.impact.as_ref()?))).collect();
    let currency = commonest(priced.iter().map(|(_, impact)| impact.currency.as_str()));
    let bets: Vec<_> =
        priced.iter().filter(|(_, impact)| currency.is_none_or(|code| code == impact.currency)).collect();
    let untimed = bets.iter().filter(|(one, _)| one.body.effort_minutes.is_none()).count();
    Ok(Bets {
        assumptions: assumptions(open.len(), priced.len(), bets.len(), untimed),
        currency: currency.map(str::to_owned),
        opportunities: bets.iter().map(|(one, impact)| bet(one, impact)).collect(),
    })
}

fn commonest<'a>(currencies: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for currency in currencies {
        *counts.entry(currency).or_default() += 1;
    }
    counts.into_iter().max_by_key(|(_, count)| *count).map(|(currency, _)| currency)
}

/// Assumptions about the opportunities, and the number left out.
fn assumptions(total: usize, priced: usize, taken: usize, untimed: usize) -> Vec<String> {
    let all = [
        (taken, "Opportunities carry no cost in money: only their hours count against the budget".to_owned()),
        (
            untimed,
            format!("{untimed} of {taken} opportunities have no effort: {USUAL_MINUTES} minutes are assumed for each"),
        ),
        (
            total - priced,
            format!("{} of {total} open opportunities have no monthly value and are left out", total - priced),
        ),
        (priced - taken, format!("{} opportunities in another currency are left out", priced - taken)),
    ];
    all.into_iter().filter(|(count, _)| *count > 0).map(|(_, text)| text).collect()
}

fn bet(one: &Opportunity, impact: &MoneyRange) -> strategic::Opportunity {
    let minutes = one.body.effort_minutes.unwrap_or(USUAL_MINUTES);
    strategic::Opportunity {
        id: one.id.to_string(),
        title: Some(one.body.title.clone()),
        vertical: Some(one.body.category.clone()),
        low_cents: Some(count(impact.low_cents)),
        mid_cents: Some(count(impact.mid_cents)),
        high_cents: Some(count(impact.high_cents)),
        hours: f64::from(minutes) / 60.0,
        basis: basis(one.body.engine_id.as_deref(), &one.body.evidence),
        ..strategic::Opportunity::default()
    }
}

/// Returns the basis of the opportunity's monthly value. Evidence of the keyword engine without one is from before it was
/// stated: then the value may be what ads would cost, and counts as no income.
fn basis(engine: Option<&str>, evidence: &Value) -> ValueBasis {
    let unstated = if engine == Some("keyword") { ValueBasis::ReplacementCost } else { ValueBasis::Income };
    strategic::basis_of(evidence).unwrap_or(unstated)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn assumptions_name_what_is_left_out() {
        assert!(assumptions(0, 0, 0, 0).is_empty());
        let told = assumptions(12, 10, 9, 4);
        assert_eq!(told.len(), 4);
        assert!(
            told[1].starts_with("4 of 9") && told[2].starts_with("2 of 12") && told[3].starts_with("1 opp"),
            "{told:?}"
        );
    }

    #[test]
    fn value_of_a_keyword_is_income_only_if_its_evidence_states_it() {
        let income = json!({"page": "/a", "valueBasis": "leadValue"});
        assert_eq!(basis(Some("keyword"), &income), ValueBasis::Income);
        for evidence in [json!({"valueBasis": "replacementCost"}), json!({"page": "/a"}), Value::Null] {
            assert_eq!(basis(Some("keyword"), &evidence), ValueBasis::ReplacementCost, "{evidence}");
        }
        assert_eq!(basis(Some("local"), &json!({"place": "Tulsa"})), ValueBasis::Income);
        assert_eq!(basis(None, &Value::Null), ValueBasis::Income, "a person entered it");
    }

    #[test]
    fn commonest_returns_the_currency_of_most() {
        assert_eq!(commonest(["EUR", "USD", "EUR"].into_iter()), Some("EUR"));
        assert_eq!(commonest(std::iter::empty()), None);
    }
}
