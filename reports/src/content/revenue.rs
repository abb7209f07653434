//! Leads and revenue.

use std::collections::BTreeMap;

use chrono::{Days, NaiveDate, NaiveTime};
use shared::{
    domain::{
        ledger::LedgerGroup,
        report::{ReportMoney, ReportPeriod, ReportRevenue, ReportSource},
    },
    store::{
        StoreError, lead,
        ledger::{self, LedgerFilter},
    },
};

use super::Scope;

pub(super) async fn section(scope: Scope<'_>) -> Result<Option<ReportRevenue>, StoreError> {
    let (current, previous) = (scope.periods.current, scope.periods.previous);
    let (leads, previous_leads) = (leads(scope, current).await?, leads(scope, previous).await?);
    let mut money: BTreeMap<String, ReportMoney> = BTreeMap::new();
    for (period, is_current) in [(current, true), (previous, false)] {
        let filter = LedgerFilter {
            from: Some(period.from),
            to: Some(period.to),
            website_id: Some(scope.website.id),
            ..LedgerFilter::default()
        };
        for sum in ledger::sums(scope.db, scope.workspace_id, &filter, LedgerGroup::Website).await? {
            let none = ReportMoney { currency: sum.currency.clone(), current_cents: 0, previous_cents: 0 };
            let one = money.entry(sum.currency).or_insert(none);
            *(if is_current { &mut one.current_cents } else { &mut one.previous_cents }) += sum.revenue_cents;
        }
    }
    let revenue: Vec<_> = money.into_values().filter(|one| one.current_cents != 0 || one.previous_cents != 0).collect();
    if leads == 0 && previous_leads == 0 && revenue.is_empty() {
        return Ok(None);
    }
    let source = ReportSource { name: "Received leads and the ledger".to_owned(), as_of: current.to };
    Ok(Some(ReportRevenue { source, leads, previous_leads, revenue }))
}

async fn leads(scope: Scope<'_>, period: ReportPeriod) -> Result<i64, StoreError> {
    let start = |day: NaiveDate| day.and_time(NaiveTime::MIN).and_utc();
    let times = (start(period.from), start(period.to + Days::new(1)));
    lead::count(scope.db, scope.workspace_id, scope.website.id, times).await
}
