//! Changes of the period, and measured effects.

use shared::{
    domain::{
        experiment::Experiment,
        report::{ReportChange, ReportChanges, ReportEffect, ReportSource},
    },
    store::{StoreError, annotation, experiment},
};

use super::Scope;

const MOST_CHANGES: usize = 20;
const MOST_EFFECTS: usize = 10;
/// Entries that are counted.
const MOST_COUNTED: usize = 1_000;

pub(super) async fn section(scope: Scope<'_>) -> Result<Option<ReportChanges>, StoreError> {
    let (website_id, period) = (Some(scope.website.id), scope.periods.current);
    let filter = annotation::Filter { website_id, from: Some(period.from), to: Some(period.to), ..Default::default() };
    let noted = annotation::list(scope.db, scope.workspace_id, &filter, MOST_COUNTED).await?.items;
    let filter = experiment::Filter { website_id, ..Default::default() };
    let tried = experiment::list(scope.db, scope.workspace_id, &filter, MOST_COUNTED).await?.items;
    let from = period.from.to_string();
    let effects: Vec<ReportEffect> =
        tried.into_iter().filter_map(effect).filter(|effect| effect.until >= from).take(MOST_EFFECTS).collect();
    if noted.is_empty() && effects.is_empty() {
        return Ok(None);
    }
    let change = |one: &shared::domain::annotation::Annotation| ReportChange { day: one.day, title: one.title.clone() };
    Ok(Some(ReportChanges {
        source: ReportSource { name: "Change log and experiments".to_owned(), as_of: period.to },
        count: noted.len(),
        changes: noted.iter().take(MOST_CHANGES).map(change).collect(),
        effects,
    }))
}

fn effect(tried: Experiment) -> Option<ReportEffect> {
    let (verdict, outcome) = (tried.verdict?, tried.outcome?.0);
    let range = outcome.relative;
    Some(ReportEffect {
        title: tried.title,
        verdict,
        relative: range.map(|range| range.effect),
        lo: range.map(|range| range.lo),
        hi: range.map(|range| range.hi),
        until: outcome.until,
    })
}
