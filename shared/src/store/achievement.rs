//! Achievements: what a user has done for the first time, or often enough.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::json;
use uuid::Uuid;

use super::{Executor, Result, Tx, macros::*};
use crate::domain::event::{Audience, NewEvent};

/// One thing to achieve: so many of something that is counted.
#[derive(Debug, Clone, Copy)]
pub struct Goal {
    /// A stable word.
    pub code: &'static str,
    /// What it is called.
    pub title: &'static str,
    /// How it is earned.
    pub description: &'static str,
    /// A word for its picture.
    pub icon: &'static str,
    counted: Counted,
    enough: i64,
}

/// What is counted for a goal, in a user's workspaces.
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

/// All goals: the one list.
pub const GOALS: [Goal; 8] = [
    goal("first-import", "Real data", "Import search data for the first time.", "upload", Counted::Imports, 1),
    goal("ten-imports", "Well fed", "Import search data ten times.", "database", Counted::Imports, 10),
    goal("first-run", "First finding", "Complete your first engine run.", "spark", Counted::EngineRuns, 1),
    goal("five-engines", "Many eyes", "Complete runs of five engines.", "layers", Counted::Engines, 5),
    goal("all-engines", "Full house", "Complete runs of all eleven engines.", "trophy", Counted::Engines, 11),
    goal("first-implemented", "Done is better", "Implement an opportunity.", "check", Counted::Implemented, 1),
    goal("ten-implemented", "Steady hands", "Implement ten opportunities.", "checks", Counted::Implemented, 10),
    goal(
        "first-confirmed",
        "Proved right",
        "Have a claim of an engine confirmed.",
        "target",
        Counted::ConfirmedClaims,
        1,
    ),
];

/// A goal as it stands for a user.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Achievement {
    /// The goal's word.
    pub id: &'static str,
    /// What it is called.
    pub title: &'static str,
    /// How it is earned.
    pub description: &'static str,
    /// A word for its picture.
    pub icon: &'static str,
    /// When it was earned.
    pub earned_at: Option<DateTime<Utc>>,
    /// 0 to 1.
    pub progress: f64,
}

/// Gives the user what has been earned by an opportunity that is implemented or a claim that came true.
///
/// # Errors
/// Those of the database.
pub async fn award_outcomes(tx: &mut Tx, user_id: Uuid, now: DateTime<Utc>) -> Result<Vec<NewEvent>> {
    award(tx, user_id, &[Counted::Implemented, Counted::ConfirmedClaims], now).await
}

/// Gives the user the achievements that are due by what is counted. Returns an event for each that is new.
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

/// What the user has earned, and how far the rest is.
///
/// # Errors
/// Those of the database.
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

/// Counts in the workspaces that the user is a member of, or of what the user has done.
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
