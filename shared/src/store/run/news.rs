//! The one notification of a run that found something.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::{
    domain::{
        notification::{NewNotification, NotificationKind},
        run::Run,
    },
    store::{Result, Tx, event::NewEvent, macros::*, notification},
};

/// What a run found that was not known before.
#[derive(Debug, Default)]
pub(super) struct News {
    insights: usize,
    opportunities: usize,
    /// The title of the first finding.
    first: Option<String>,
}

impl News {
    /// Counts insights by their events.
    pub(super) fn insights(&mut self, events: &[NewEvent]) {
        self.insights += events.len();
        self.note_first(events, "insight");
    }

    /// Counts opportunities; the events are those of the best.
    pub(super) fn opportunities(&mut self, count: usize, events: &[NewEvent]) {
        self.opportunities += count;
        self.note_first(events, "opportunity");
    }

    fn note_first(&mut self, events: &[NewEvent], member: &str) {
        let title = events.first().and_then(|event| event.payload[member]["title"].as_str());
        self.first = self.first.take().or_else(|| title.map(str::to_owned));
    }

    /// Stores one notification for each member of the run's workspace; none when nothing is new.
    pub(super) async fn notify(self, tx: &mut Tx, run: &Run, now: DateTime<Utc>) -> Result<Vec<NewEvent>> {
        let Some(new) = self.notification(run) else { return Ok(Vec::new()) };
        let sql = "SELECT user_id FROM members WHERE workspace_id = $1 ORDER BY user_id";
        let members = query_all!(tx, (Uuid,), sql, run.workspace_id)?;
        let mut events = Vec::with_capacity(members.len());
        for (user_id,) in members {
            events.push(notification::insert(tx, user_id, &new, now).await?);
        }
        Ok(events)
    }

    fn notification(self, run: &Run) -> Option<NewNotification> {
        let parts = [
            counted(self.insights, "insight", "insights"),
            counted(self.opportunities, "opportunity", "opportunities"),
        ];
        let found: Vec<String> = parts.into_iter().flatten().collect();
        if found.is_empty() {
            return None;
        }
        let engine = run.engine_id.as_deref().unwrap_or("keyword");
        let path = if engine == "keyword" { "/keyword-finder".to_owned() } else { format!("/intelligence/{engine}") };
        let route = notification::route(&path, run.website_id.map(|id| id.to_string()).as_deref());
        let title = format!("{} from {}", found.join(", "), capitalized(engine));
        let new = NewNotification::new(NotificationKind::Insight, "success", title, self.first.unwrap_or_default());
        Some(new.about("run", run.id, route).within(run.workspace_id))
    }
}

fn counted(count: usize, one: &str, many: &str) -> Option<String> {
    (count > 0).then(|| format!("{count} {}", if count == 1 { one } else { many }))
}

/// The name of an engine, which is its id with a capital.
fn capitalized(engine: &str) -> String {
    let mut letters = engine.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
