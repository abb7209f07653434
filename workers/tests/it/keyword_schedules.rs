//! Schedules of data on keywords: one run for each time, within its budget.

use serde_json::{Value, json};
use shared::{
    domain::{
        now,
        run::{RunKind, RunStatus},
        schedule::Schedule,
    },
    store::schedule::{self, NewSchedule},
};
use uuid::Uuid;

use crate::{
    installation::{Installation, in_each_mode},
    keyword_data::{Labs, connect, new_website, result, settings},
};

/// Stores a schedule that is due, with an order.
async fn due(at: &Installation, website_id: Uuid, order: Value) -> Uuid {
    let mut payload = json!({"websiteId": website_id, "country": "us", "language": "en"});
    for (name, value) in order.as_object().expect("fields") {
        payload[name] = value.clone();
    }
    let new = NewSchedule {
        workspace_id: at.world.workspace_id,
        user_id: at.world.user_id,
        website_id: Some(website_id),
        kind: RunKind::KeywordData,
        engine_id: None,
        action: None,
        payload,
        name: "Keyword data".to_owned(),
        cron: "0 6 1 * *".to_owned(),
        time_zone: "UTC".to_owned(),
        next_at: now() - chrono::Duration::hours(1),
    };
    schedule::insert(&at.backends.db, &new, now()).await.expect("a schedule")
}

/// Waits until a due schedule has moved to its next time.
async fn fired(at: &Installation, id: Uuid) -> Schedule {
    loop {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        let found = schedule::find(&at.backends.db, at.world.workspace_id, id).await.expect("find");
        let found = found.expect("the schedule");
        if found.next_at.is_some_and(|next| next > now()) {
            break found;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn schedule_fetches_once_within_its_budget_and_skips_a_time_without_keywords() {
    in_each_mode(|at| async {
        let labs = Labs::start().await;
        let name = at.world.name;
        connect(&at, &labs).await;
        let website_id = new_website(&at).await;
        // The volumes cost 0.075 dollars; the difficulty may cost 0.0201.
        let order = json!({"keywords": ["plumber"], "difficulty": true, "budgetMicros": 95_099});
        let on_order = due(&at, website_id, order).await;
        let on_nothing = due(&at, website_id, json!({"known": true, "tracked": true, "budgetMicros": 95_099})).await;
        let without_budget = due(&at, website_id, json!({"keywords": ["roofer"]})).await;
        let worker = at.worker_with(settings(&at));
        let run_id = fired(&at, on_order).await.last_run_id.expect("a run");
        let found = result(&at, &at.ended(run_id).await).await;
        assert_eq!((&found["volumes"], &found["difficulties"]), (&json!(1), &json!(0)), "{name}");
        assert_eq!(found["stopped"], "the budget does not cover another call", "{name}");
        assert_eq!(found["costMicros"], 75_000, "{name}");
        let skipped = fired(&at, on_nothing).await;
        assert_eq!(skipped.last_run_id, None, "{name}");
        assert_eq!(
            skipped.skipped_reason.as_deref(),
            Some("There were no keywords without figures to fetch."),
            "{name}"
        );
        let refused = fired(&at, without_budget).await.last_run_id.expect("a run");
        assert_eq!(at.ended(refused).await.status, RunStatus::Failed, "{name}: an order without a budget buys nothing");
        assert_eq!(labs.calls(), 1, "{name}");
        worker.stop().await;
        at
    })
    .await;
}
