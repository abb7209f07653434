//! Visits: of the beacon, otherwise sessions of Google Analytics.

use shared::{
    domain::report::{ReportPeriod, ReportSource, ReportVisitFigures, ReportVisits},
    store::{
        StoreError,
        analytics::{self, SessionFilter, SessionsBy},
        visit,
    },
};

use super::Scope;

/// More days than any period has.
const MOST_DAYS: i64 = 1_000;

pub(super) async fn section(scope: Scope<'_>) -> Result<Option<ReportVisits>, StoreError> {
    let (current, previous) = (scope.periods.current, scope.periods.previous);
    let now = own(scope, current).await?;
    if now.visits > 0 {
        let before = own(scope, previous).await?;
        let source = ReportSource { name: "Beacon of the website".to_owned(), as_of: current.to };
        return Ok(Some(ReportVisits { source, current: now, previous: (before.visits > 0).then_some(before) }));
    }
    let now = google(scope, current).await?;
    if now.visits == 0 {
        return Ok(None);
    }
    let before = google(scope, previous).await?;
    let source = ReportSource { name: "Google Analytics".to_owned(), as_of: current.to };
    Ok(Some(ReportVisits { source, current: now, previous: (before.visits > 0).then_some(before) }))
}

async fn own(scope: Scope<'_>, days: ReportPeriod) -> Result<ReportVisitFigures, StoreError> {
    let counts = visit::totals(scope.db, scope.workspace_id, scope.website.id, (days.from, days.to)).await?;
    Ok(ReportVisitFigures { visits: counts.visits, conversions: counts.conversions })
}

#[expect(clippy::cast_possible_truncation, reason = "key events are rounded")]
async fn google(scope: Scope<'_>, days: ReportPeriod) -> Result<ReportVisitFigures, StoreError> {
    let filter = SessionFilter { from: Some(days.from), to: Some(days.to), ..SessionFilter::default() };
    let (workspace_id, id) = (scope.workspace_id, scope.website.id);
    let groups = analytics::groups(scope.db, workspace_id, id, &filter, SessionsBy::Day, MOST_DAYS).await?;
    let events: f64 = groups.iter().map(|group| group.key_events).sum();
    Ok(ReportVisitFigures {
        visits: groups.iter().map(|group| group.sessions).sum(),
        conversions: events.round() as i64,
    })
}
