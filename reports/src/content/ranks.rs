//! Ranks of tracked keywords, otherwise of imported ones, won and lost.

use std::{cmp::Reverse, collections::BTreeMap};

use chrono::{Days, NaiveDate, NaiveTime};
use shared::{
    domain::{
        observation::ObservationKind,
        report::{ReportMove, ReportRanks, ReportSource},
    },
    ranks::Move,
    store::{
        StoreError,
        import::{self, ObservationFilter},
        rank,
    },
};

use super::{Scope, files};

const MOST: usize = 10;
/// Days before the period in which a check is a comparison.
const COMPARED_DAYS: u64 = 31;
/// Rank of a page that was not found, for the order of moves.
const BEYOND: i32 = 101;

pub(super) async fn section(scope: Scope<'_>) -> Result<Option<ReportRanks>, StoreError> {
    let period = scope.periods.current;
    let start = |day: chrono::NaiveDate| day.and_time(NaiveTime::MIN).and_utc();
    let (from, until) = (start(period.from), start(period.to + Days::new(1)));
    let digest = rank::digest(scope.db, scope.workspace_id, scope.website, (from, until)).await?;
    if digest.checked == 0 {
        return imported(scope).await;
    }
    let join = |first: &[Move], second: &[Move]| first.iter().chain(second).take(MOST).map(moved).collect();
    Ok(Some(ReportRanks {
        source: ReportSource { name: "Rank checks of Google".to_owned(), as_of: period.to },
        tracked: digest.keywords,
        checked: digest.checked,
        won: join(&digest.entered, &digest.up),
        lost: join(&digest.left, &digest.down),
    }))
}

fn moved(one: &Move) -> ReportMove {
    ReportMove { keyword: one.keyword.clone(), at: one.at.clone(), from: one.from, to: one.to }
}

/// Returns the imported ranks of the period, compared with the last ones before it, otherwise with the first ones in it.
async fn imported(scope: Scope<'_>) -> Result<Option<ReportRanks>, StoreError> {
    let period = scope.periods.current;
    let of = (scope.workspace_id, scope.website.id);
    let days = (period.from - Days::new(COMPARED_DAYS), period.to);
    let checks = import::ranks(scope.db, of.0, of.1, days).await?;
    let mut moves = Vec::new();
    for (keyword, checks) in checks.iter().collect::<BTreeMap<_, _>>() {
        let Some((first, last)) = compared(checks, period.from) else { continue };
        moves.push(ReportMove { keyword: keyword.clone(), at: "imported".to_owned(), from: first, to: last });
    }
    if moves.is_empty() {
        return Ok(None);
    }
    let filter = ObservationFilter { from: Some(period.from), to: Some(period.to), ..ObservationFilter::default() };
    let latest = import::observation_page(scope.db, of.0, of.1, ObservationKind::Rank, &filter, 1).await?;
    let names = files::names(latest.items.iter().map(|one| (one.file_name.as_str(), one.imported_at)));
    Ok(Some(ReportRanks {
        source: ReportSource { name: format!("Ranks of {names}"), as_of: period.to },
        tracked: checks.len(),
        checked: moves.len(),
        won: sorted(&moves, |from, to| from - to),
        lost: sorted(&moves, |from, to| to - from),
    }))
}

/// Returns the rank before a period and the last one in it; `None` without one in it.
#[expect(clippy::cast_possible_truncation, reason = "ranks are at most 1,000")]
fn compared(checks: &BTreeMap<NaiveDate, Option<f64>>, start: NaiveDate) -> Option<(Option<i32>, Option<i32>)> {
    let place = |rank: &Option<f64>| rank.map(|rank| rank.round() as i32);
    let (_, last) = checks.range(start..).next_back()?;
    let before = checks.range(..start).next_back().or_else(|| checks.range(start..).next());
    Some((before.and_then(|(_, rank)| place(rank)), place(last)))
}

/// Returns the moves with a positive gain, largest first.
fn sorted(moves: &[ReportMove], gain: impl Fn(i32, i32) -> i32) -> Vec<ReportMove> {
    let gain = |one: &ReportMove| gain(one.from.unwrap_or(BEYOND), one.to.unwrap_or(BEYOND));
    let mut found: Vec<&ReportMove> = moves.iter().filter(|one| gain(one) > 0).collect();
    found.sort_by_key(|one| Reverse(gain(one)));
    found.into_iter().take(MOST).cloned().collect()
}
