//! Opportunities as bets.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use shared::{
    domain::{
        money::MoneyRange,
        opportunity::{Opportunity, OpportunityStatus},
    },
    store::opportunity,
};

use super::Loaded;
use crate::{context::RunContext, error::JobError};

/// Opportunities that a plan chooses among.
const MOST: i64 = 200;
/// Work on an opportunity whose finder gave no figure.
const USUAL_MINUTES: i32 = 60;

/// Those that nobody has begun or dropped, as `opportunities: […]`, all in one currency: the one that most of them have.
pub(super) async fn bets(context: &RunContext, loaded: &mut Loaded) -> Result<(), JobError> {
    let found = opportunity::list(&context.db, context.run.workspace_id, context.run.website_id, MOST).await?;
    let is_open = |one: &Opportunity| matches!(one.status, OpportunityStatus::Discovered | OpportunityStatus::InReview);
    let open: Vec<Opportunity> = found.into_iter().filter(is_open).collect();
    let total = open.len();
    // One without a worth cannot be weighed against the others.
    let priced: Vec<(&Opportunity, &MoneyRange)> =
        open.iter().filter_map(|one| Some((one, one.body.impact.as_ref()?))).collect();
    let currency = commonest(priced.iter().map(|(_, impact)| impact.currency.as_str()));
    let bets: Vec<_> =
        priced.iter().filter(|(_, impact)| currency.is_none_or(|code| code == impact.currency)).collect();
    let untimed = bets.iter().filter(|(one, _)| one.body.effort_minutes.is_none()).count();
    loaded.assumptions = told(total, priced.len(), bets.len(), untimed);
    loaded.case.insert("opportunities".into(), bets.iter().map(|(one, impact)| bet(one, impact)).collect());
    if let Some(currency) = currency {
        loaded.case.insert("currency".into(), json!(currency));
    }
    Ok(())
}

fn commonest<'a>(currencies: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for currency in currencies {
        *counts.entry(currency).or_default() += 1;
    }
    counts.into_iter().max_by_key(|(_, count)| *count).map(|(currency, _)| currency)
}

/// What was taken for granted of the opportunities, and how many were left out.
fn told(total: usize, priced: usize, taken: usize, untimed: usize) -> Vec<String> {
    let all = [
        (
            taken,
            "No opportunity says what it costs in money: nothing beside the hours is taken off the budget".to_owned(),
        ),
        (
            untimed,
            format!("{untimed} of {taken} opportunities do not say how long they take: {USUAL_MINUTES} minutes each"),
        ),
        (total - priced, format!("{} of {total} open opportunities have no worth and are left out", total - priced)),
        (priced - taken, format!("{} opportunities in another currency are left out", priced - taken)),
    ];
    all.into_iter().filter(|(count, _)| *count > 0).map(|(_, text)| text).collect()
}

fn bet(one: &Opportunity, impact: &MoneyRange) -> Value {
    let minutes = one.body.effort_minutes.unwrap_or(USUAL_MINUTES);
    json!({
        "id": one.id, "title": one.body.title, "vertical": one.body.category, "lowCents": impact.low_cents,
        "midCents": impact.mid_cents, "highCents": impact.high_cents, "costCents": 0, "hours": f64::from(minutes) / 60.0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_left_out_or_taken_for_granted_is_told() {
        assert!(told(0, 0, 0, 0).is_empty());
        let told = told(12, 10, 9, 4);
        assert_eq!(told.len(), 4);
        assert!(
            told[1].starts_with("4 of 9") && told[2].starts_with("2 of 12") && told[3].starts_with("1 opp"),
            "{told:?}"
        );
    }

    #[test]
    fn the_currency_of_most_is_taken() {
        assert_eq!(commonest(["EUR", "USD", "EUR"].into_iter()), Some("EUR"));
        assert_eq!(commonest(std::iter::empty()), None);
    }
}
