//! Visits: of the beacon, otherwise sessions of a connection to Google Analytics, otherwise of its imported exports.

use shared::{
    domain::report::{ReportPeriod, ReportSource, ReportVisitFigures, ReportVisits},
    store::{
        StoreError,
        analytics::{self, SessionFilter, SessionsBy},
        imported::{self, SessionsOfFile},
        visit,
    },
};

use super::{Scope, files};

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
        return exported(scope).await;
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

/// Returns the sessions of imported exports: of periods within the report's, otherwise of the latest period that ends in
/// it, which the source then names.
async fn exported(scope: Scope<'_>) -> Result<Option<ReportVisits>, StoreError> {
    let (current, previous) = (scope.periods.current, scope.periods.previous);
    let all = sessions(scope, current).await?;
    let names = |of: &[&SessionsOfFile]| files::names(of.iter().map(|one| (one.file_name.as_str(), one.imported_at)));
    let within = chosen(&all, current);
    if !within.is_empty() {
        let before = sessions(scope, previous).await?;
        let before = chosen(&before, previous);
        let is_covered = covered(&before) == covered(&within);
        let source = ReportSource { name: format!("Google Analytics, {}", names(&within)), as_of: within[0].last_day };
        let previous = is_covered.then(|| sum(&before));
        return Ok(Some(ReportVisits { source, current: sum(&within), previous }));
    }
    Ok(all.first().map(|latest| {
        let name = format!("Google Analytics, {} to {}, {}", latest.first_day, latest.last_day, names(&[latest]));
        let source = ReportSource { name, as_of: latest.last_day };
        ReportVisits { source, current: sum(&[latest]), previous: None }
    }))
}

async fn sessions(scope: Scope<'_>, days: ReportPeriod) -> Result<Vec<SessionsOfFile>, StoreError> {
    imported::sessions_within(scope.db, scope.workspace_id, scope.website.id, (days.from, days.to)).await
}

/// Returns periods within the report's that do not overlap, latest first, of the dimension whose periods cover most days.
fn chosen(all: &[SessionsOfFile], days: ReportPeriod) -> Vec<&SessionsOfFile> {
    let of = |dimension: i32| {
        let mut found: Vec<&SessionsOfFile> = Vec::new();
        for one in all.iter().filter(|one| one.dimension == dimension && one.first_day >= days.from) {
            if found.last().is_none_or(|later| one.last_day < later.first_day) {
                found.push(one);
            }
        }
        found
    };
    // Of equal ones the first counts.
    let mut best = of(0);
    for other in [of(1), of(2)] {
        if covered(&other) > covered(&best) {
            best = other;
        }
    }
    best
}

/// Number of days.
fn covered(all: &[&SessionsOfFile]) -> i64 {
    all.iter().map(|one| (one.last_day - one.first_day).num_days() + 1).sum()
}

fn sum(all: &[&SessionsOfFile]) -> ReportVisitFigures {
    ReportVisitFigures {
        visits: all.iter().map(|one| one.sessions).sum(),
        conversions: all.iter().filter_map(|one| one.key_events).sum(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(dimension: i32, first: &str, last: &str, sessions: i64) -> SessionsOfFile {
        let day = |text: &str| text.parse().expect("a day");
        SessionsOfFile {
            file_name: "ga4.csv".to_owned(),
            imported_at: None,
            dimension,
            first_day: day(first),
            last_day: day(last),
            sessions,
            key_events: None,
        }
    }

    #[test]
    fn overlapping_periods_and_other_dimensions_are_not_added() {
        let all = [
            of(0, "2026-10-31", "2026-10-31", 5),
            of(0, "2026-10-30", "2026-10-30", 7),
            of(2, "2026-10-30", "2026-10-30", 7),
            of(0, "2026-10-01", "2026-10-31", 300),
            of(0, "2026-09-01", "2026-10-29", 900),
        ];
        let days = ReportPeriod { from: all[3].first_day, to: all[0].last_day };
        assert_eq!(sum(&chosen(&all, days)).visits, 12);
        assert_eq!(sum(&chosen(&all[3..], days)).visits, 300, "one report of the month");
    }
}
