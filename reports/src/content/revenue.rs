//! Leads and revenue: received leads and the ledger, or else imported ones. The two are never added, as they may be the same.

use std::collections::BTreeMap;

use chrono::{Days, NaiveDate, NaiveTime};
use shared::{
    domain::{
        ledger::LedgerGroup,
        report::{ReportMoney, ReportPeriod, ReportRevenue, ReportSource},
    },
    store::{
        StoreError, imported, lead,
        ledger::{self, LedgerFilter},
    },
};

use super::{Scope, files};

/// Figures of both periods with the name of their source.
struct Found<T> {
    figures: T,
    source: String,
}

pub(super) async fn section(scope: Scope<'_>) -> Result<Option<ReportRevenue>, StoreError> {
    let (leads, money) = (leads(scope).await?, money(scope).await?);
    if leads.is_none() && money.is_none() {
        return Ok(None);
    }
    let sources = [leads.as_ref().map(|found| &found.source), money.as_ref().map(|found| &found.source)];
    let mut names: Vec<&str> = sources.into_iter().flatten().map(String::as_str).collect();
    names.dedup();
    let source = ReportSource { name: names.join("; "), as_of: scope.periods.current.to };
    let (leads, previous_leads) = leads.map_or((0, 0), |found| found.figures);
    let revenue = money.map_or_else(Vec::new, |found| found.figures);
    Ok(Some(ReportRevenue { source, leads, previous_leads, revenue }))
}

async fn leads(scope: Scope<'_>) -> Result<Option<Found<(i64, i64)>>, StoreError> {
    let (current, previous) = (scope.periods.current, scope.periods.previous);
    let figures = (received(scope, current).await?, received(scope, previous).await?);
    if figures != (0, 0) {
        return Ok(Some(Found { figures, source: "Received leads".to_owned() }));
    }
    let (now, before) = (imported_leads(scope, current).await?, imported_leads(scope, previous).await?);
    let sum = |all: &[imported::LeadsOfFile]| -> i64 { all.iter().map(|one| one.leads).sum() };
    let figures = (sum(&now), sum(&before));
    let names = now.iter().chain(&before).map(|one| (one.file_name.as_str(), one.imported_at));
    Ok((figures != (0, 0)).then(|| Found { figures, source: format!("Leads of {}", files::names(names)) }))
}

async fn received(scope: Scope<'_>, period: ReportPeriod) -> Result<i64, StoreError> {
    let start = |day: NaiveDate| day.and_time(NaiveTime::MIN).and_utc();
    let times = (start(period.from), start(period.to + Days::new(1)));
    lead::count(scope.db, scope.workspace_id, scope.website.id, times).await
}

async fn imported_leads(scope: Scope<'_>, days: ReportPeriod) -> Result<Vec<imported::LeadsOfFile>, StoreError> {
    imported::leads_within(scope.db, scope.workspace_id, scope.website.id, (days.from, days.to)).await
}

async fn money(scope: Scope<'_>) -> Result<Option<Found<Vec<ReportMoney>>>, StoreError> {
    let booked = sums(booked(scope, scope.periods.current).await?, booked(scope, scope.periods.previous).await?);
    if !booked.is_empty() {
        return Ok(Some(Found { figures: booked, source: "Revenue of the ledger".to_owned() }));
    }
    let now = imported_revenue(scope, scope.periods.current).await?;
    let before = imported_revenue(scope, scope.periods.previous).await?;
    let names = now.iter().chain(&before).map(|one| (one.file_name.as_str(), one.imported_at));
    let source = format!("Revenue of {}", files::names(names));
    let amounts =
        |all: Vec<imported::RevenueOfFile>| all.into_iter().map(|one| (one.currency, one.amount_cents)).collect();
    let figures = sums(amounts(now), amounts(before));
    Ok((!figures.is_empty()).then_some(Found { figures, source }))
}

async fn booked(scope: Scope<'_>, period: ReportPeriod) -> Result<Vec<(String, i64)>, StoreError> {
    let filter = LedgerFilter {
        from: Some(period.from),
        to: Some(period.to),
        website_id: Some(scope.website.id),
        ..LedgerFilter::default()
    };
    let sums = ledger::sums(scope.db, scope.workspace_id, &filter, LedgerGroup::Website).await?;
    Ok(sums.into_iter().map(|sum| (sum.currency, sum.revenue_cents)).collect())
}

async fn imported_revenue(scope: Scope<'_>, days: ReportPeriod) -> Result<Vec<imported::RevenueOfFile>, StoreError> {
    imported::revenue_within(scope.db, scope.workspace_id, scope.website.id, (days.from, days.to)).await
}

/// Adds the amounts of both periods by currency; currencies without an amount are left out.
fn sums(now: Vec<(String, i64)>, before: Vec<(String, i64)>) -> Vec<ReportMoney> {
    let mut money: BTreeMap<String, (i64, i64)> = BTreeMap::new();
    for (currency, cents) in now {
        money.entry(currency).or_default().0 += cents;
    }
    for (currency, cents) in before {
        money.entry(currency).or_default().1 += cents;
    }
    let is_amount = |(_, cents): &(String, (i64, i64))| *cents != (0, 0);
    let one = |(currency, (current_cents, previous_cents))| ReportMoney { currency, current_cents, previous_cents };
    money.into_iter().filter(is_amount).map(one).collect()
}
