//! Ranks of tracked keywords, won and lost.

use chrono::{Days, NaiveTime};
use shared::{
    domain::report::{ReportMove, ReportRanks, ReportSource},
    ranks::Move,
    store::{StoreError, rank},
};

use super::Scope;

const MOST: usize = 10;

pub(super) async fn section(scope: Scope<'_>) -> Result<Option<ReportRanks>, StoreError> {
    let period = scope.periods.current;
    let start = |day: chrono::NaiveDate| day.and_time(NaiveTime::MIN).and_utc();
    let (from, until) = (start(period.from), start(period.to + Days::new(1)));
    let digest = rank::digest(scope.db, scope.workspace_id, scope.website, (from, until)).await?;
    if digest.checked == 0 {
        return Ok(None);
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
