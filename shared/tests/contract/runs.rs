//! The life of a run.

use chrono::Duration;
use serde_json::json;
use shared::{
    config::WorkspaceLimits,
    domain::{
        new_id,
        notification::{NewNotification, NotificationKind},
        now,
        run::{NewRun, Run, RunError, RunKind, RunStatus},
    },
    store::run::{self, Finish, Held, Outcome},
};

use crate::world::{World, add_user, lease, on_each_database};

fn done(run: &Run) -> Finish {
    Finish { run: run.clone(), outcome: Outcome::Succeeded(json!({"answer": 42})), effects: Vec::new() }
}

fn failed(run: &Run) -> Finish {
    Finish { outcome: Outcome::Failed(RunError::new("broken", "It broke. Mend it.")), ..done(run) }
}

async fn claim_one(world: &World) -> Run {
    let stored = world.stored().await;
    world.claim(&[stored.id], 10).await.runs.remove(0)
}

#[tokio::test]
async fn a_run_goes_from_queued_to_succeeded_with_its_result() {
    on_each_database(|world| async {
        let stored = world.stored().await;
        assert_eq!((stored.status, stored.attempt), (RunStatus::Queued, 0), "{}", world.name);
        let claim = world.claim(&[stored.id], 10).await;
        assert_eq!((claim.runs[0].status, claim.runs[0].attempt), (RunStatus::Running, 1));
        assert_eq!(world.running().await, 1);
        let finished = run::finish(&world.db, &[done(&claim.runs[0])], now()).await.expect("finish");
        assert!(finished.accepted.contains(&stored.id));
        assert_eq!(finished.events.len(), 1);
        let ended = world.run(stored.id).await;
        assert_eq!((ended.status, ended.percent), (RunStatus::Succeeded, 100));
        assert!(ended.finished_at.is_some() && ended.duration_ms().is_some());
        let result = run::result(&world.db, world.workspace_id, stored.id).await.expect("result");
        assert_eq!(result, Some(json!({"answer": 42})));
        assert_eq!(world.running().await, 0);
        world
    })
    .await;
}

#[tokio::test]
async fn only_one_of_two_workers_claims_a_run() {
    on_each_database(|world| async {
        let id = world.stored().await.id;
        let ids = [id];
        let (a, b) = tokio::join!(world.claim(&ids, 10), world.claim(&ids, 10));
        assert_eq!(a.runs.len() + b.runs.len(), 1, "{}", world.name);
        assert_eq!(world.running().await, 1);
        world
    })
    .await;
}

#[tokio::test]
async fn the_outcome_of_a_worker_that_lost_its_lease_changes_nothing() {
    on_each_database(|world| async {
        let first = claim_one(&world).await;
        let later = now() + Duration::seconds(60);
        let (due, _) = run::requeue_expired(&world.db, later, 100).await.expect("requeue");
        assert_eq!(due.len(), 1, "{}", world.name);
        let second = world.claim(&[first.id], 10).await.runs.remove(0);
        assert_eq!(second.attempt, 2);
        let told = NewNotification::new(NotificationKind::Notice, "info", "twice", "never");
        let stale = Finish { effects: vec![told.into()], ..failed(&first) };
        let finished = run::finish(&world.db, &[stale], now()).await.expect("finish");
        assert!(finished.accepted.is_empty() && finished.events.is_empty());
        assert_eq!(world.run(first.id).await.status, RunStatus::Running);
        assert_eq!(shared::store::notification::unread(&world.db, world.user_id).await.expect("unread"), 0);
        let finished = run::finish(&world.db, &[done(&second)], now()).await.expect("finish");
        assert_eq!(finished.accepted.len(), 1);
        assert_eq!(world.running().await, 0);
        world
    })
    .await;
}

#[tokio::test]
async fn what_a_run_leaves_behind_counts_once_however_often_it_is_written() {
    on_each_database(|world| async {
        let run = claim_one(&world).await;
        let told = NewNotification::new(NotificationKind::Notice, "info", "once", "only");
        let finish = Finish { effects: vec![told.into()], ..done(&run) };
        let first = run::finish(&world.db, std::slice::from_ref(&finish), now()).await.expect("finish");
        let again = run::finish(&world.db, &[finish], now()).await.expect("finish");
        assert_eq!((first.accepted.len(), again.accepted.len()), (1, 0), "{}", world.name);
        assert_eq!(shared::store::notification::unread(&world.db, world.user_id).await.expect("unread"), 1);
        assert_eq!(world.running().await, 0);
        world
    })
    .await;
}

#[tokio::test]
async fn a_beat_extends_leases_and_tells_of_cancellation_and_loss() {
    on_each_database(|world| async {
        let run = claim_one(&world).await;
        let held = |attempt| Held { id: run.id, attempt, progress: progress() };
        let beats = run::beat(&world.db, &[held(1)], lease(now()) + Duration::seconds(60)).await.expect("beat");
        assert_eq!((beats.len(), beats[0].cancel_requested), (1, false), "{}", world.name);
        assert_eq!(world.run(run.id).await.stage, "reading");
        let (due, _) = run::requeue_expired(&world.db, now() + Duration::seconds(30), 100).await.expect("requeue");
        assert!(due.is_empty());
        run::cancel(&world.db, world.workspace_id, run.id, now()).await.expect("cancel");
        assert!(run::beat(&world.db, &[held(1)], lease(now())).await.expect("beat")[0].cancel_requested);
        assert!(run::beat(&world.db, &[held(7)], lease(now())).await.expect("beat").is_empty());
        world
    })
    .await;
}

#[tokio::test]
async fn beats_and_outcomes_of_the_same_runs_never_wait_for_each_other() {
    on_each_database(|world| async {
        for _ in 0..10 {
            let new: Vec<NewRun> = (0..500).map(|_| world.probe()).collect();
            run::insert_many(&world.db, &new).await.expect("insert");
            let ids: Vec<_> = new.iter().map(|run| run.id).collect();
            let runs = world.claim(&ids, i32::MAX).await.runs;
            let held: Vec<Held> =
                runs.iter().map(|run| Held { id: run.id, attempt: run.attempt, progress: progress() }).collect();
            // As they ended, which is not as they were claimed.
            let ended: Vec<Finish> = runs.iter().rev().map(done).collect();
            let (beats, finished) =
                tokio::join!(run::beat(&world.db, &held, lease(now())), run::finish(&world.db, &ended, now()),);
            beats.unwrap_or_else(|error| panic!("{}, the beat: {error:?}", world.name));
            let finished = finished.unwrap_or_else(|error| panic!("{}, the outcomes: {error:?}", world.name));
            assert_eq!(finished.accepted.len(), 500, "{}", world.name);
        }
        world
    })
    .await;
}

fn progress() -> shared::domain::run::Progress {
    shared::domain::run::Progress { percent: 30, stage: "reading".into(), message: "file".into() }
}

#[tokio::test]
async fn a_retry_waits_for_its_time_and_an_exhausted_run_can_be_retried_by_hand() {
    on_each_database(|world| async {
        let run = claim_one(&world).await;
        let at = now() + Duration::seconds(30);
        let retry = Finish { outcome: Outcome::Retry { error: RunError::new("x", "y"), at }, ..done(&run) };
        let finished = run::finish(&world.db, &[retry], now()).await.expect("finish");
        assert_eq!(finished.waiting.len(), 1, "{}", world.name);
        assert!(world.claim(&[run.id], 10).await.runs.is_empty(), "not due yet");
        assert!(run::due(&world.db, now(), 10).await.expect("due").is_empty());
        assert_eq!(run::due(&world.db, at, 10).await.expect("due").len(), 1);
        let claim = run::claim(&world.db, run.lane, &[run.id], new_id(), 10, at, lease(at)).await.expect("claim");
        run::finish(&world.db, &[failed(&claim.runs[0])], at).await.expect("finish");
        let log = run::log(&world.db, world.workspace_id, run.id).await.expect("log");
        assert_eq!(log.iter().map(|entry| entry.event.as_str()).collect::<Vec<_>>(), ["retry", "failed"]);
        let (run, again) = run::retry(&world.db, WorkspaceLimits::default(), world.workspace_id, run.id, at)
            .await
            .expect("retry")
            .expect("a run");
        assert_eq!((run.status, again.len(), run.error.is_none()), (RunStatus::Queued, 1, true));
        assert_eq!(world.running().await, 0);
        world
    })
    .await;
}

#[tokio::test]
async fn a_run_that_was_given_back_keeps_its_attempts() {
    on_each_database(|world| async {
        let run = claim_one(&world).await;
        let back = Finish { outcome: Outcome::Released, ..done(&run) };
        run::finish(&world.db, &[back], now()).await.expect("finish");
        let again = world.run(run.id).await;
        assert_eq!((again.status, again.max_attempts), (RunStatus::Queued, run.max_attempts + 1), "{}", world.name);
        assert_eq!(run::due(&world.db, now(), 10).await.expect("due").len(), 1);
        world
    })
    .await;
}

#[tokio::test]
async fn a_user_holds_no_more_runs_of_a_lane_than_allowed() {
    on_each_database(|world| async {
        let runs: Vec<NewRun> = (0..10).map(|_| world.probe()).collect();
        let stored = run::insert_many(&world.db, &runs).await.expect("insert");
        assert_eq!(stored.len(), 10);
        let ids: Vec<_> = runs.iter().map(|run| run.id).collect();
        let claim = world.claim(&ids, 3).await;
        assert_eq!((claim.runs.len(), claim.over_limit.len()), (3, 7), "{}", world.name);
        let other = add_user(&world.db, "bob@example.com").await;
        let of_other = NewRun { user_id: other, ..world.probe() };
        run::insert(&world.db, &of_other).await.expect("insert");
        assert_eq!(world.claim(&[of_other.id], 3).await.runs.len(), 1, "another user is not held up");
        run::finish(&world.db, &[done(&claim.runs[0])], now()).await.expect("finish");
        let next: Vec<_> = claim.over_limit.iter().map(|run| run.id).collect();
        assert_eq!(world.claim(&next, 3).await.runs.len(), 1);
        world
    })
    .await;
}

#[tokio::test]
async fn a_repeated_request_returns_the_first_run() {
    on_each_database(|world| async {
        let keyed = |key: &str| NewRun { idempotency_key: Some(key.into()), ..world.probe() };
        let first = run::insert(&world.db, &keyed("a")).await.expect("insert");
        let again = run::insert(&world.db, &keyed("a")).await.expect("insert");
        let other = run::insert(&world.db, &keyed("b")).await.expect("insert");
        assert!(first.fresh && !again.fresh && other.fresh, "{}", world.name);
        assert_eq!(first.run.id, again.run.id);
        assert_ne!(first.run.id, other.run.id);
        world
    })
    .await;
}

#[tokio::test]
async fn a_parent_ends_with_its_last_child() {
    on_each_database(|world| async {
        let parent = NewRun::new(world.workspace_id, world.user_id, RunKind::Batch, json!({}));
        let child = || NewRun { parent_id: Some(parent.id), ..world.probe() };
        let children = [child(), child(), child()];
        let ids: Vec<_> = children.iter().map(|child| child.id).collect();
        let (stored, _) =
            run::insert_parent(&world.db, WorkspaceLimits::default(), &parent, &children).await.expect("insert");
        assert_eq!((stored.status, stored.children_total), (RunStatus::Running, 3), "{}", world.name);
        let claim = world.claim(&ids, 10).await;
        run::finish(&world.db, &[done(&claim.runs[0]), failed(&claim.runs[1])], now()).await.expect("finish");
        let half = world.run(parent.id).await;
        assert_eq!((half.percent, half.children_done, half.children_failed), (66, 2, 1));
        let finished = run::finish(&world.db, &[done(&claim.runs[2])], now()).await.expect("finish");
        assert_eq!(finished.events.len(), 2, "the child's and the parent's");
        let ended = world.run(parent.id).await;
        assert_eq!((ended.status, ended.percent), (RunStatus::Failed, 100));
        let (parent_again, again) =
            run::retry(&world.db, WorkspaceLimits::default(), world.workspace_id, parent.id, now())
                .await
                .expect("retry")
                .expect("a run");
        assert_eq!((parent_again.status, again.len()), (RunStatus::Running, 1), "only the failed child");
        let claim = world.claim(&[again[0].id], 10).await;
        run::finish(&world.db, &[done(&claim.runs[0])], now()).await.expect("finish");
        assert_eq!(world.run(parent.id).await.status, RunStatus::Succeeded);
        world
    })
    .await;
}

#[tokio::test]
async fn a_parent_is_paused_resumed_and_cancelled_with_its_children() {
    on_each_database(|world| async {
        let parent = NewRun::new(world.workspace_id, world.user_id, RunKind::Batch, json!({}));
        let children: Vec<_> = (0..3).map(|_| NewRun { parent_id: Some(parent.id), ..world.probe() }).collect();
        let ids: Vec<_> = children.iter().map(|child| child.id).collect();
        run::insert_parent(&world.db, WorkspaceLimits::default(), &parent, &children).await.expect("insert");
        let at_work = world.claim(&ids[..1], 10).await.runs.remove(0);
        run::pause(&world.db, world.workspace_id, parent.id, now()).await.expect("pause").expect("a parent");
        assert!(world.claim(&ids, 10).await.runs.is_empty(), "{}", world.name);
        let (_, again) =
            run::resume(&world.db, world.workspace_id, parent.id, now()).await.expect("resume").expect("it");
        assert_eq!(again.len(), 2);
        let ended = run::cancel(&world.db, world.workspace_id, parent.id, now()).await.expect("cancel").expect("it");
        assert_eq!((ended.run.status, ended.held.len()), (RunStatus::Cancelled, 1));
        assert!(world.claim(&ids, 10).await.runs.is_empty());
        run::finish(&world.db, &[Finish { outcome: Outcome::Cancelled, ..done(&at_work) }], now())
            .await
            .expect("finish");
        let parent = world.run(parent.id).await;
        assert_eq!((parent.status, parent.children_done), (RunStatus::Cancelled, 3));
        assert_eq!(world.running().await, 0);
        world
    })
    .await;
}

#[tokio::test]
async fn a_queued_run_is_cancelled_at_once_and_an_ended_one_stays() {
    on_each_database(|world| async {
        let run = world.stored().await;
        let ended = run::cancel(&world.db, world.workspace_id, run.id, now()).await.expect("cancel").expect("it");
        assert_eq!((ended.run.status, ended.events.len()), (RunStatus::Cancelled, 1), "{}", world.name);
        let again = run::cancel(&world.db, world.workspace_id, run.id, now()).await.expect("cancel").expect("it");
        assert!(again.events.is_empty() && again.held.is_empty());
        let foreign = run::cancel(&world.db, new_id(), run.id, now()).await.expect("cancel");
        assert!(foreign.is_none(), "another workspace's run is not found");
        world
    })
    .await;
}

#[tokio::test]
async fn a_run_that_outlives_many_workers_fails_in_the_end() {
    on_each_database(|world| async {
        let id = world.stored().await.id;
        for attempt in 1..=10 {
            assert_eq!(world.claim(&[id], 10).await.runs[0].attempt, attempt, "{}", world.name);
            run::requeue_expired(&world.db, now() + Duration::seconds(60), 10).await.expect("requeue");
        }
        let ended = world.run(id).await;
        assert_eq!(ended.status, RunStatus::Failed);
        assert_eq!(ended.error.map(|error| error.0.r#type), Some("worker-lost".to_owned()));
        assert_eq!(world.running().await, 0);
        world
    })
    .await;
}

#[tokio::test]
async fn at_the_embedded_start_everything_at_work_begins_again() {
    on_each_database(|world| async {
        let run = claim_one(&world).await;
        run::release_all(&world.db, now()).await.expect("release");
        assert_eq!(world.run(run.id).await.status, RunStatus::Queued, "{}", world.name);
        assert_eq!(world.running().await, 0);
        assert_eq!(run::waiting(&world.db, now(), uuid::Uuid::nil(), 10).await.expect("waiting").len(), 1);
        world
    })
    .await;
}

#[tokio::test]
async fn lists_page_by_keyset_and_show_only_the_workspace() {
    on_each_database(|world| async {
        let runs: Vec<NewRun> = (0..5).map(|_| world.probe()).collect();
        run::insert_many(&world.db, &runs).await.expect("insert");
        let mut filter = run::Filter::default();
        let mut seen = Vec::new();
        loop {
            let page = run::list(&world.db, world.workspace_id, &filter, 2).await.expect("list");
            seen.extend(page.items.iter().map(|run| run.id));
            let Some(cursor) = page.next_cursor else { break };
            filter.cursor = Some(cursor.parse().expect("an id"));
        }
        let mut expected: Vec<_> = runs.iter().map(|run| run.id).collect();
        expected.reverse();
        assert_eq!(seen, expected, "{}", world.name);
        let foreign = run::list(&world.db, new_id(), &run::Filter::default(), 10).await.expect("list");
        assert!(foreign.items.is_empty());
        assert!(run::find(&world.db, new_id(), seen[0]).await.expect("find").is_none());
        world
    })
    .await;
}

#[tokio::test]
async fn old_runs_go_and_young_ones_stay() {
    on_each_database(|world| async {
        let old = claim_one(&world).await;
        run::finish(&world.db, &[failed(&old)], now() - Duration::days(100)).await.expect("finish");
        let young = claim_one(&world).await;
        run::finish(&world.db, &[done(&young)], now()).await.expect("finish");
        let deleted = run::delete_older(&world.db, now() - Duration::days(90), 100).await.expect("delete");
        assert_eq!(deleted, 1, "{}", world.name);
        assert!(run::find(&world.db, world.workspace_id, old.id).await.expect("find").is_none());
        assert!(run::find(&world.db, world.workspace_id, young.id).await.expect("find").is_some());
        world
    })
    .await;
}

#[tokio::test]
async fn a_batch_of_outcomes_with_text_that_a_database_refuses_counts_not_at_all() {
    on_each_database(|world| async {
        let (good, bad) = (claim_one(&world).await, claim_one(&world).await);
        let poison = Finish { outcome: Outcome::Succeeded(json!({"text": "a\u{0}b"})), ..done(&bad) };
        let written = run::finish(&world.db, &[done(&good), poison], now()).await;
        let status = world.run(good.id).await.status;
        // SQLite keeps NUL in JSON, PostgreSQL refuses it: together or not at all.
        assert_eq!(written.is_ok(), status == RunStatus::Succeeded, "{}", world.name);
        world
    })
    .await;
}
