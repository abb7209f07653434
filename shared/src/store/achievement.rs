//! Achievements of users.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::json;
use uuid::Uuid;

use super::{Executor, Result, Tx, macros::*};
use crate::domain::event::{Audience, NewEvent};

/// A goal: a required number of something counted.
#[derive(Debug, Clone, Copy)]
pub struct Goal {
    /// Stable identifier.
    pub code: &'static str,
    /// Title.
    pub title: &'static str,
    /// Description of how to earn it.
    pub description: &'static str,
    /// Name of its icon.
    pub icon: &'static str,
    counted: Counted,
    enough: i64,
}

/// Quantity counted for a goal, in a user's workspaces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Counted {
    Imports,
    EngineRuns,
    Engines,
    Implemented,
    ConfirmedClaims,
}

const fn goal(
    code: &'static str, title: &'static str, description: &'static str, icon: &'static str, counted: Counted,
    enough: i64,
) -> Goal {
    Goal { code, title, description, icon, counted, enough }
}

/// All goals.
pub const GOALS: [Goal; 8] = [
    goal("first-import", "First import", "Import search data for the first time.", "upload", Counted::Imports, 1),
    goal("ten-imports", "Ten imports", "Import search data ten times.", "database", Counted::Imports, 10),
    goal("first-run", "First analysis", "Complete your first engine run.", "spark", Counted::EngineRuns, 1),
    goal("five-engines", "Five engines used", "Complete runs of five engines.", "layers", Counted::Engines, 5),
    goal("all-engines", "All engines used", "Complete runs of all eleven engines.", "trophy", Counted::Engines, 11),
    goal(
        "first-implemented",
        "First opportunity implemented",
        "Implement an opportunity.",
        "check",
        Counted::Implemented,
        1,
    ),
    goal(
        "ten-implemented",
        "Ten opportunities implemented",
        "Implement ten opportunities.",
        "checks",
        Counted::Implemented,
        10,
    ),
    goal(
        "first-confirmed",
        "First claim confirmed",
        "Have a claim of an engine confirmed.",
        "target",
        Counted::ConfirmedClaims,
        1,
    ),
];

/// A goal with a user's progress.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Achievement {
    /// Identifier of the goal.
    pub id: &'static str,
    /// Title.
    pub title: &'static str,
    /// Description of how to earn it.
    pub description: &'static str,
    /// Name of its icon.
    pub icon: &'static str,
    /// Time at which it was earned.
    pub earned_at: Option<DateTime<Utc>>,
    /// Progress, 0 to 1.
    pub progress: f64,
}

/// Awards achievements for implemented opportunities and confirmed claims.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn award_outcomes(tx: &mut Tx, user_id: Uuid, now: DateTime<Utc>) -> Result<Vec<NewEvent>> {
    award(tx, user_id, &[Counted::Implemented, Counted::ConfirmedClaims], now).await
}

/// Awards due achievements. Returns an event for each new one.
///
/// # Errors
/// Returns an error if a query fails.
pub(super) async fn award(
    tx: &mut Tx, user_id: Uuid, counted: &[Counted], now: DateTime<Utc>,
) -> Result<Vec<NewEvent>> {
    let mut events = Vec::new();
    for what in counted {
        let n: i64 = query_value!(tx, i64, sql(*what), user_id)?;
        for goal in GOALS.iter().filter(|goal| goal.counted == *what && n >= goal.enough) {
            let fresh = execute!(
                tx,
                "INSERT INTO achievements (user_id, code, earned_at) VALUES ($1, $2, $3)
                 ON CONFLICT (user_id, code) DO NOTHING",
                user_id,
                goal.code,
                now
            )?;
            if fresh > 0 {
                events.push(earned(user_id, goal, now));
            }
        }
    }
    Ok(events)
}

fn earned(user_id: Uuid, goal: &Goal, now: DateTime<Utc>) -> NewEvent {
    let payload = json!({"achievement": {
        "id": goal.code, "title": goal.title, "description": goal.description, "icon": goal.icon, "earnedAt": now,
        "progress": 1.0,
    }});
    NewEvent { audience: Audience::User(user_id), r#type: "user:achievement", payload }
}

/// Returns a user's achievements and the progress of the others.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn list(executor: impl Into<Executor<'_>>, user_id: Uuid) -> Result<Vec<Achievement>> {
    let mut executor = executor.into();
    let earned: Vec<(String, DateTime<Utc>)> = query_all!(
        executor,
        (String, DateTime<Utc>),
        "SELECT code, earned_at FROM achievements WHERE user_id = $1",
        user_id
    )?;
    let mut all = Vec::with_capacity(GOALS.len());
    for goal in &GOALS {
        let earned_at = earned.iter().find(|(code, _)| code == goal.code).map(|(_, at)| *at);
        let n: i64 =
            if earned_at.is_some() { goal.enough } else { query_value!(executor, i64, sql(goal.counted), user_id)? };
        #[expect(clippy::cast_precision_loss, reason = "small counts")]
        let progress = (n as f64 / goal.enough as f64).min(1.0);
        let Goal { code, title, description, icon, .. } = *goal;
        all.push(Achievement { id: code, title, description, icon, earned_at, progress });
    }
    Ok(all)
}

/// Returns the query that counts in the user's workspaces, or the user's own actions.
const fn sql(counted: Counted) -> &'static str {
    match counted {
        Counted::Imports => "SELECT COUNT(*) FROM imports WHERE user_id = $1 AND imported_at IS NOT NULL",
        Counted::EngineRuns => {
            "SELECT COUNT(*) FROM runs WHERE user_id = $1 AND kind = 'engine' AND status = 'succeeded'"
        }
        Counted::Engines => {
            "SELECT COUNT(DISTINCT engine_id) FROM runs WHERE user_id = $1 AND kind = 'engine' AND status = 'succeeded'"
        }
        Counted::Implemented => {
            "SELECT COUNT(*) FROM opportunities WHERE status = 'implemented'
                AND workspace_id IN (SELECT workspace_id FROM members WHERE user_id = $1)"
        }
        Counted::ConfirmedClaims => {
            "SELECT COUNT(*) FROM forecasts WHERE kind = 'claim' AND outcome = 1
                AND workspace_id IN (SELECT workspace_id FROM members WHERE user_id = $1)"
        }
    }
}
