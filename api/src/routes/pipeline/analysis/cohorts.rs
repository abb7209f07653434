//! Cohorts: sites by the month in which they went live for the first time.

use std::collections::BTreeMap;

use chrono::{Datelike, NaiveDate};
use serde::Serialize;
use shared::store::ledger::{CohortMonth, SiteFigures};
use utoipa::ToSchema;

use super::Sum;

/// What a cohort earned and cost in a month.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AnalysisAge)]
struct Age {
    /// Months after the month of the launch. Month 0 has the transactions before the launch too.
    age: i32,
    #[serde(flatten)]
    sum: Sum,
}

/// Sites that went live for the first time in the same month (UTC).
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AnalysisCohort)]
pub(super) struct Cohort {
    #[schema(examples("2026-11"))]
    month: String,
    sites: usize,
    #[serde(flatten)]
    sum: Sum,
    /// A row for each month since the launch, also for those without a transaction.
    ages: Vec<Age>,
}

/// Returns the cohorts, the earliest first.
pub(super) fn cohorts(sites: &[SiteFigures], months: &[CohortMonth], today: NaiveDate) -> Vec<Cohort> {
    let mut sizes = BTreeMap::<String, usize>::new();
    for at in sites.iter().filter_map(|site| site.launched_at) {
        *sizes.entry(at.format("%Y-%m").to_string()).or_default() += 1;
    }
    let current = number(today.year(), today.month());
    let cohort = |(month, sites): (String, usize)| {
        let launched = parsed(&month).unwrap_or(current);
        let mut ages: BTreeMap<i32, Sum> = (0..=(current - launched).max(0)).map(|age| (age, Sum::default())).collect();
        let mut sum = Sum::default();
        for one in months.iter().filter(|one| one.launched == month) {
            let part = Sum::new(one.revenue_cents, one.cost_cents);
            let age = parsed(&one.month).map_or(0, |at| (at - launched).max(0));
            ages.entry(age).or_default().add(part);
            sum.add(part);
        }
        let ages = ages.into_iter().map(|(age, sum)| Age { age, sum }).collect();
        Cohort { month, sites, sum, ages }
    };
    sizes.into_iter().map(cohort).collect()
}

/// Returns a number that grows by one with each month.
fn number(year: i32, month: u32) -> i32 {
    year * 12 + i32::try_from(month).unwrap_or_default()
}

fn parsed(month: &str) -> Option<i32> {
    let (year, month) = month.split_once('-')?;
    Some(number(year.parse().ok()?, month.parse().ok()?))
}
