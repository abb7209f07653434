//! Plan of the checks of a website's keywords.

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use super::{Need, PRIOR, due, intervals};
use crate::domain::{
    connection::{Connection, ConnectionStatus},
    rank::TrackedKeyword,
};

/// Keys of the providers that return search results.
pub const SERP_PROVIDERS: [&str; 3] = ["serper", "data_for_seo", "serp_api"];

/// Frequency of a keyword's checks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Planned {
    /// Keyword.
    pub id: Uuid,
    /// Days between two checks; `None` if the budget does not cover the keyword.
    pub interval_days: Option<f64>,
    /// Whether it is due.
    pub is_due: bool,
    /// Next check; now for one that is due.
    pub next_at: Option<DateTime<Utc>>,
    /// Priority, see [`Need::priority`].
    pub priority: f64,
}

/// Plans the checks of all keywords of a website, by priority, highest first.
#[must_use]
pub fn plan(
    keywords: &[TrackedKeyword], check_micros: u64, month_budget_micros: Option<i64>, now: DateTime<Utc>,
) -> Vec<Planned> {
    let needs: Vec<Need> = keywords.iter().map(need).collect();
    let budget = month_budget_micros.map(|micros| u64::try_from(micros).unwrap_or(0));
    let days = intervals(&needs, check_micros, budget);
    let mut all: Vec<Planned> = keywords
        .iter()
        .zip(needs.iter().zip(days))
        .map(|(keyword, (need, interval))| planned(keyword, need.priority(), interval, now))
        .collect();
    all.sort_by(|a, b| b.priority.total_cmp(&a.priority).then(a.id.cmp(&b.id)));
    all
}

/// Returns what the frequency of a keyword depends on.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "cents below a trillion dollars")]
pub fn need(keyword: &TrackedKeyword) -> Need {
    Need { value_cents: keyword.value_cents.map(|cents| cents as f64), volatility: keyword.volatility.unwrap_or(PRIOR) }
}

fn planned(keyword: &TrackedKeyword, priority: f64, interval_days: Option<f64>, now: DateTime<Utc>) -> Planned {
    let since = keyword.checked_at.map(|at| (now - at).as_seconds_f64() / 86_400.0);
    let after = |days: f64| TimeDelta::try_milliseconds(whole_millis(days)).unwrap_or_default();
    let next_at = interval_days.map(|days| keyword.checked_at.map_or(now, |at| (at + after(days)).max(now)));
    Planned { id: keyword.id, interval_days, is_due: due(since, interval_days), next_at, priority }
}

#[expect(clippy::cast_possible_truncation, reason = "30 days at most")]
fn whole_millis(days: f64) -> i64 {
    (days * 86_400_000.0).round() as i64
}

/// Returns the connection to check ranks with: the chosen one, or else the first that returns search results and works.
#[must_use]
pub fn choose(connections: Vec<Connection>, chosen: Option<Uuid>) -> Option<Connection> {
    choose_of(connections, &SERP_PROVIDERS, chosen)
}

/// Returns the connection of some providers to use: the chosen one, or else the first that works.
#[must_use]
pub fn choose_of(connections: Vec<Connection>, providers: &[&str], chosen: Option<Uuid>) -> Option<Connection> {
    let mut fit: Vec<Connection> =
        connections.into_iter().filter(|one| providers.contains(&one.provider.as_str())).collect();
    if let Some(id) = chosen {
        fit.retain(|one| one.id == id);
    }
    let is_broken = |one: &Connection| {
        matches!(one.status, ConnectionStatus::Revoked | ConnectionStatus::Expired | ConnectionStatus::Error)
    };
    fit.sort_by_key(|one| (is_broken(one), one.id));
    fit.into_iter().next()
}
