//! Notification of a run with new findings.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::{
    domain::{
        event::NewEvent,
        notification::{NewNotification, NotificationKind},
        run::{Run, RunKind},
    },
    store::{Result, Tx, effect::NewFindings, macros::*, notification},
    words,
};

/// Stores a notification for each member of the run's workspace if there are new findings.
pub(super) async fn notify(found: NewFindings, tx: &mut Tx, run: &Run, now: DateTime<Utc>) -> Result<Vec<NewEvent>> {
    let Some(new) = summary(found, run) else { return Ok(Vec::new()) };
    let sql = "SELECT user_id FROM members WHERE workspace_id = $1 ORDER BY user_id";
    let members = query_all!(tx, (Uuid,), sql, run.workspace_id)?;
    let mut events = Vec::with_capacity(members.len());
    for (user_id,) in members {
        events.push(notification::insert(tx, user_id, &new, now).await?);
    }
    Ok(events)
}

/// Returns the notification of the new findings; `None` without any.
fn summary(found: NewFindings, run: &Run) -> Option<NewNotification> {
    let parts =
        [counted(found.insights, "insight", "insights"), counted(found.opportunities, "opportunity", "opportunities")];
    let counts: Vec<String> = parts.into_iter().flatten().collect();
    if counts.is_empty() {
        return None;
    }
    let (source, path) = match run.engine_id.as_deref().unwrap_or("keyword") {
        _ if run.kind == RunKind::Crawl => ("the crawl".to_owned(), "/opportunities/discover".to_owned()),
        "keyword" => (capitalized("keyword"), "/keyword-finder".to_owned()),
        engine => (capitalized(engine), format!("/intelligence/{engine}")),
    };
    let route = notification::route(&path, run.website_id.map(|id| id.to_string()).as_deref());
    let title = format!("{} from {source}", counts.join(", "));
    let new = NewNotification::new(NotificationKind::Insight, "success", title, found.first.unwrap_or_default());
    Some(new.about("run", run.id, route).within(run.workspace_id))
}

fn counted(count: usize, one: &str, many: &str) -> Option<String> {
    (count > 0).then(|| words::counted(count, one, many))
}

/// Returns the name of an engine: its capitalised id.
fn capitalized(engine: &str) -> String {
    let mut letters = engine.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
