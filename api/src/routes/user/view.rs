//! A user, in responses.

use std::collections::BTreeMap;

use chrono::{DateTime, Days, NaiveDate, Utc};
use serde::Serialize;
use serde_json::Value;
use shared::{
    domain::{
        user::{Role, User},
        workspace::{MemberRole, Membership},
    },
    store::{
        Db, StoreError, audit, imported, ledger,
        user::{self, Possessions},
        workspace,
    },
};
use uuid::Uuid;

/// A user.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = User)]
pub struct UserView {
    pub id: Uuid,
    pub email: String,
    pub name: String,
    pub first_name: String,
    pub last_name: String,
    pub company: Option<String>,
    /// `free` or `admin`.
    pub role: Role,
    /// Same as `avatar`.
    pub profile_image_url: Option<String>,
    /// URL of the picture.
    pub avatar: Option<String>,
    /// Preferences of the user.
    #[schema(value_type = Object)]
    pub preferences: Value,
    pub stats: Stats,
    pub email_verified: bool,
    pub created_at: DateTime<Utc>,
    pub subscription: Subscription,
    /// Workspaces, the personal one first.
    pub workspaces: Vec<WorkspaceView>,
}

/// Totals over all workspaces of the user.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Stats {
    /// Websites, without the bundled sample.
    pub sites: i64,
    /// Number of runs in the last 90 days.
    pub runs: i64,
    /// Insights found by the engines.
    pub insights: i64,
    /// Opportunities found by the engines, including dismissed ones.
    pub opportunities: i64,
    /// Leads of all workspaces; `null` if none were imported.
    pub leads: Option<i64>,
    /// Revenue of all workspaces up to today in cents, imported and of the ledger; `null` without any, or if it has several currencies.
    pub revenue_cents: Option<i64>,
    /// Number of consecutive days with activity, up to today or yesterday (UTC).
    pub streak_days: i64,
}

/// Subscription of the user.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Subscription {
    pub plan: String,
    pub trial_ends_at: Option<DateTime<Utc>>,
}

/// A workspace as shown to a member.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Workspace)]
pub struct WorkspaceView {
    pub id: Uuid,
    pub name: String,
    /// Role of the caller: `owner`, `editor` or `viewer`.
    pub role: MemberRole,
    /// Whether it was created with the caller's account.
    pub personal: bool,
}

impl From<Membership> for WorkspaceView {
    fn from(membership: Membership) -> Self {
        let Membership { id, name, personal, role, .. } = membership;
        Self { id, name, role, personal }
    }
}

impl UserView {
    /// Reads the user with workspaces, subscription and totals.
    ///
    /// # Errors
    /// Returns an error if the query fails.
    pub async fn of(db: &Db, user: User, now: DateTime<Utc>) -> Result<Self, StoreError> {
        let workspaces = workspace::list(db, user.id).await?;
        let stats = stats(db, user.id, now.date_naive()).await?;
        Ok(Self {
            id: user.id,
            email: user.email,
            name: user.name,
            first_name: user.first_name,
            last_name: user.last_name,
            company: user.company,
            role: user.role,
            profile_image_url: user.avatar.clone(),
            avatar: user.avatar,
            preferences: user.preferences.0,
            stats,
            email_verified: user.email_verified_at.is_some(),
            created_at: user.created_at,
            subscription: Subscription { plan: user.plan, trial_ends_at: user.trial_ends_at },
            workspaces: workspaces.into_iter().map(WorkspaceView::from).collect(),
        })
    }
}

async fn stats(db: &Db, user_id: Uuid, today: NaiveDate) -> Result<Stats, StoreError> {
    let Possessions { sites, runs, insights, opportunities } = user::count_possessions(db, user_id).await?;
    let streak_days = streak(&audit::days_seen(db, user_id).await?, today);
    let (leads, revenue_cents) = earnings(db, user_id, today).await?;
    Ok(Stats { sites, runs, insights, opportunities, leads, revenue_cents, streak_days })
}

/// Returns the number of imported leads, and the revenue of the user's workspaces: imported and of the ledger. Amounts of
/// different currencies are not added.
async fn earnings(db: &Db, user_id: Uuid, today: NaiveDate) -> Result<(Option<i64>, Option<i64>), StoreError> {
    let mut leads = None;
    let mut revenue: BTreeMap<String, i64> = BTreeMap::new();
    for workspace in workspace::list(db, user_id).await? {
        if let Some(count) = imported::lead_count(db, workspace.id).await? {
            leads = Some(leads.unwrap_or(0) + count);
        }
        for (currency, cents) in imported::revenue_totals(db, workspace.id, today).await? {
            *revenue.entry(currency).or_default() += cents;
        }
        for currency in ledger::currencies(db, workspace.id).await? {
            let cents = ledger::revenue_cents(db, workspace.id, &currency).await?;
            // Costs alone are no revenue.
            if cents != 0 {
                *revenue.entry(currency).or_default() += cents;
            }
        }
    }
    let one = if revenue.len() == 1 { revenue.into_values().next() } else { None };
    Ok((leads, one))
}

/// Returns the number of consecutive days that end today or yesterday; `days` are distinct, newest first.
fn streak(days: &[NaiveDate], today: NaiveDate) -> i64 {
    let Some(&newest) = days.first() else { return 0 };
    if newest + Days::new(1) < today {
        return 0;
    }
    let in_a_row = days.iter().zip(0..).take_while(|(day, back)| newest - Days::new(*back) == **day).count();
    i64::try_from(in_a_row).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn days(texts: &[&str]) -> Vec<NaiveDate> {
        texts.iter().map(|text| text.parse().unwrap()).collect()
    }

    #[test]
    fn counts_days_in_a_row() {
        let today = "2026-03-02".parse().unwrap();
        for (seen, expected) in [
            (vec![], 0),
            (vec!["2026-03-02"], 1),
            (vec!["2026-03-01", "2026-02-28"], 2),
            (vec!["2026-03-02", "2026-03-01", "2026-02-28", "2026-02-26"], 3),
            (vec!["2026-02-28", "2026-02-27"], 0),
        ] {
            assert_eq!(streak(&days(&seen), today), expected, "{seen:?}");
        }
    }
}
