//! Runs that succeed, are retried, cancelled, limited and scheduled.

use std::time::{Duration, Instant};

use serde_json::json;
use shared::{
    bus::{Received, workspace_topic},
    config::FleetSettings,
    domain::{
        now,
        run::{NewRun, RunKind, RunStatus},
    },
    events,
    store::{
        event, run,
        schedule::{self, NewSchedule},
    },
};

use crate::{
    installation::{in_each_mode, nothing},
    world::add_user,
};

#[tokio::test(flavor = "multi_thread")]
async fn run_is_executed_by_the_fleet() {
    in_each_mode(|at| async {
        let worker = at.worker();
        let id = at.start(json!({"echo": "hello"})).await;
        assert_eq!(at.ended(id).await.status, RunStatus::Succeeded, "{}", at.world.name);
        let result = run::result(&at.backends.db, at.world.workspace_id, id).await.expect("result");
        assert_eq!(result, Some(json!({"echo": "hello", "attempt": 1})));
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_transient_error_is_retried_and_a_permanent_one_is_not() {
    in_each_mode(|at| async {
        let worker = at.worker();
        let again = at.start(json!({"failAttempts": 1})).await;
        let never = at.start(json!({"fail": true})).await;
        let spent = at.enqueue(&[NewRun { max_attempts: 1, ..at.probe(json!({"failAttempts": 9})) }]).await[0];
        assert_eq!(at.ended(again).await.attempt, 2, "{}", at.world.name);
        let failed = at.ended(never).await;
        assert_eq!((failed.status, failed.attempt), (RunStatus::Failed, 1));
        assert_eq!(failed.error.map(|error| error.0.r#type), Some("asked-to-fail".to_owned()));
        let spent = at.ended(spent).await;
        assert_eq!((spent.status, spent.attempt), (RunStatus::Failed, 1));
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn running_run_is_cancelled_within_a_second() {
    in_each_mode(|at| async {
        let worker = at.worker();
        // The worker subscribes to the bus shortly after its start.
        tokio::time::sleep(Duration::from_millis(300)).await;
        let id = at.start(json!({"sleepMs": 60_000})).await;
        at.at_work(id).await;
        let asked = Instant::now();
        let cancelled = run::cancel(&at.backends.db, at.world.workspace_id, id, now()).await.expect("cancel");
        for held in cancelled.expect("a run").held {
            events::publish_cancel(&at.backends.bus, held);
        }
        assert_eq!(at.ended(id).await.status, RunStatus::Cancelled, "{}", at.world.name);
        assert!(asked.elapsed() < Duration::from_secs(1), "{}: {:?}", at.world.name, asked.elapsed());
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn lost_cancellation_is_found_by_the_heartbeat() {
    in_each_mode(|at| async {
        let worker = at.worker();
        let id = at.start(json!({"sleepMs": 60_000})).await;
        at.at_work(id).await;
        run::cancel(&at.backends.db, at.world.workspace_id, id, now()).await.expect("cancel");
        assert_eq!(at.ended(id).await.status, RunStatus::Cancelled, "{}", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn progress_is_throttled_and_ends_with_the_last() {
    in_each_mode(|at| async {
        let worker = at.worker();
        let mut messages = at.backends.bus.subscribe(&workspace_topic(at.world.workspace_id));
        tokio::time::sleep(Duration::from_millis(300)).await;
        let id = at.start(json!({"progress": 400, "sleepMs": 800})).await;
        at.ended(id).await;
        let mut percents = Vec::new();
        while let Ok(received) = tokio::time::timeout(Duration::from_millis(500), messages.receive()).await {
            let Received::Message(text) = received else { continue };
            let event: events::LiveEvent = serde_json::from_str(&text).expect("an event");
            if event.r#type == "run:progress" {
                percents.push(event.payload["percent"].as_i64().expect("a number"));
            }
        }
        assert!(percents.len() >= 2 && percents.len() <= 40, "{}: {percents:?}", at.world.name);
        assert_eq!(percents.last(), Some(&100), "{}", at.world.name);
        assert!(percents.is_sorted(), "{}: {percents:?}", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn thousand_runs_of_one_user_do_not_delay_another() {
    in_each_mode(|at| async {
        let worker = at.worker_with(FleetSettings { per_user: 2, interactive_slots: 8, ..at.settings() });
        let many: Vec<NewRun> = (0..300).map(|_| at.probe(json!({"sleepMs": 50}))).collect();
        at.enqueue(&many).await;
        let user_id = add_user(&at.backends.db, "bob@example.com").await;
        let other = at.enqueue(&[NewRun { user_id, ..at.probe(nothing()) }]).await[0];
        assert_eq!(at.ended(other).await.status, RunStatus::Succeeded, "{}", at.world.name);
        let last = at.world.run(many[299].id).await;
        assert!(!last.status.is_final(), "{}: those that were there first are still at work", at.world.name);
        assert!(at.world.running().await <= 2, "{}", at.world.name);
        for run in &many {
            at.ended(run.id).await;
        }
        assert_eq!(at.world.running().await, 0, "{}", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn schedule_tick_starts_one_run_for_any_number_of_workers() {
    in_each_mode(|at| async {
        let workers = [at.worker(), at.worker(), at.worker()];
        let new = NewSchedule {
            workspace_id: at.world.workspace_id,
            user_id: at.world.user_id,
            website_id: None,
            kind: RunKind::Probe,
            engine_id: None,
            action: None,
            payload: nothing(),
            cron: "0 0 1 1 *".to_owned(),
            name: String::new(),
            time_zone: "UTC".to_owned(),
            next_at: now(),
        };
        schedule::insert(&at.backends.db, &new, now()).await.expect("a schedule");
        tokio::time::sleep(Duration::from_secs(4)).await;
        let page = run::list(&at.backends.db, at.world.workspace_id, &run::Filter::default(), 10).await.expect("list");
        assert_eq!(page.items.len(), 1, "{}", at.world.name);
        at.ended(page.items[0].id).await;
        for worker in workers {
            worker.stop().await;
        }
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_workers_finish_a_thousand_runs_once_each() {
    in_each_mode(|at| async {
        let base = event::last_id(&at.backends.db, at.world.user_id).await.expect("last id");
        let workers = [at.worker(), at.worker()];
        let many: Vec<NewRun> = (0..1_000).map(|_| at.probe(nothing())).collect();
        at.enqueue(&many).await;
        // Everything is delivered twice: repeated ids have no effect.
        for run in &many {
            at.backends.queue.deliver(run.lane, &[run.delivery()]).await.expect("deliver");
        }
        for run in &many {
            let ended = at.ended(run.id).await;
            assert_eq!((ended.status, ended.attempt), (RunStatus::Succeeded, 1), "{}", at.world.name);
        }
        let last = event::last_id(&at.backends.db, at.world.user_id).await.expect("last id");
        assert_eq!(last - base, 1_000, "{}: one event each", at.world.name);
        assert_eq!(at.world.running().await, 0, "{}", at.world.name);
        for worker in workers {
            worker.stop().await;
        }
        at
    })
    .await;
}
