//! How runs end: by their worker, by a user, with their children, and what lists and figures then show.

use chrono::Duration;
use serde_json::{Value, json};
use shared::{
    config::WorkspaceLimits,
    domain::{
        new_id, now,
        run::{NewRun, Run, RunKind, RunStatus},
    },
    store::run::{self, Filter, Outcome},
};
use uuid::Uuid;

use crate::{
    support::{at, count, end, failed, hard_texts, ids_of_pages, other_user, succeeded},
    world::{World, on_each_database},
};

struct Family {
    parent: Uuid,
    children: Vec<Uuid>,
}

async fn family(world: &World, n: usize) -> Family {
    let parent = NewRun::new(world.workspace_id, world.user_id, RunKind::Batch, json!({}));
    let children: Vec<NewRun> = (0..n).map(|_| NewRun { parent_id: Some(parent.id), ..world.probe() }).collect();
    run::insert_parent(&world.db, WorkspaceLimits::default(), &parent, &children).await.expect("insert");
    Family { parent: parent.id, children: children.iter().map(|child| child.id).collect() }
}

async fn cancel(world: &World, id: Uuid) -> run::Cancelled {
    run::cancel(&world.db, world.workspace_id, id, now()).await.expect("cancel").expect("the run")
}

async fn retry(world: &World, id: Uuid) -> Option<(Run, Vec<Run>)> {
    run::retry(&world.db, WorkspaceLimits::default(), world.workspace_id, id, now()).await.expect("retry")
}

async fn finish(world: &World, outcomes: &[run::Finish]) -> run::Finished {
    run::finish(&world.db, outcomes, now()).await.expect("finish")
}

async fn events_of(world: &World, id: Uuid) -> Vec<String> {
    let log = run::log(&world.db, world.workspace_id, id).await.expect("log");
    log.into_iter().map(|entry| entry.event).collect()
}

#[tokio::test]
async fn result_of_every_shape_comes_back_as_it_was() {
    on_each_database(|world| async {
        let shapes = [
            Value::Null,
            json!({}),
            json!([1, "two", null, {"deep": [[[]]]}]),
            json!("text"),
            json!(0.1),
            json!({"texts": hard_texts(), "large": 9_007_199_254_740_993_i64, "small": -1.0e-9}),
        ];
        for shape in shapes {
            let id = world.stored().await.id;
            let run = world.claim(&[id], 100).await.runs.remove(0);
            finish(&world, &[end(&run, Outcome::Succeeded(shape.clone()))]).await;
            let result = run::result(&world.db, world.workspace_id, id).await.expect("result");
            assert_eq!(result.unwrap_or_default(), shape, "{}", world.name);
            assert_eq!(run::result(&world.db, new_id(), id).await.expect("result"), None);
        }
        let unfinished = world.stored().await.id;
        assert_eq!(run::result(&world.db, world.workspace_id, unfinished).await.expect("result"), None);
        world
    })
    .await;
}

#[tokio::test]
async fn finish_of_a_batch_counts_what_is_held_and_passes_over_the_rest() {
    on_each_database(|world| async {
        let new: Vec<NewRun> = (0..4).map(|_| world.probe()).collect();
        run::insert_many(&world.db, &new).await.expect("insert");
        let ids: Vec<_> = new.iter().map(|run| run.id).collect();
        let runs = world.claim(&ids, 10).await.runs;
        let stale = Run { attempt: 9, ..runs[3].clone() };
        let outcomes = [succeeded(&runs[0]), failed(&runs[1]), end(&runs[2], Outcome::Cancelled), failed(&stale)];
        let finished = finish(&world, &outcomes).await;
        assert_eq!(finished.accepted.len(), 3, "{}", world.name);
        assert!(!finished.accepted.contains(&stale.id));
        let mut statuses: Vec<&str> =
            finished.events.iter().map(|event| event.payload.0["status"].as_str().expect("a status")).collect();
        statuses.sort_unstable();
        assert_eq!(statuses, ["cancelled", "failed", "succeeded"]);
        assert_eq!(world.running().await, 1, "the stale one still counts");
        assert_eq!(events_of(&world, runs[0].id).await, Vec::<String>::new(), "success is no news for the log");
        assert_eq!(events_of(&world, runs[1].id).await, ["failed"]);
        assert_eq!(events_of(&world, runs[2].id).await, ["cancelled"]);
        assert!(finish(&world, &[]).await.accepted.is_empty(), "no outcomes");
        world
    })
    .await;
}

#[tokio::test]
async fn cancel_of_a_run_at_work_asks_its_worker_and_success_may_still_win() {
    on_each_database(|world| async {
        let id = world.stored().await.id;
        let run = world.claim(&[id], 10).await.runs.remove(0);
        let asked = cancel(&world, id).await;
        assert_eq!((asked.held, asked.events.len()), (vec![id], 0), "{}", world.name);
        assert!(asked.run.cancel_requested);
        assert_eq!(finish(&world, &[succeeded(&run)]).await.accepted.len(), 1);
        let ended = world.run(id).await;
        assert_eq!(ended.status, RunStatus::Succeeded, "it was done before the worker noticed");
        let late = cancel(&world, id).await;
        assert_eq!((late.run.status, late.held.len(), late.events.len()), (RunStatus::Succeeded, 0, 0));
        assert!(retry(&world, id).await.is_none(), "a success is not retried");
        world
    })
    .await;
}

#[tokio::test]
async fn cancel_and_claim_at_the_same_time_agree_on_one_end() {
    on_each_database(|world| async {
        for _ in 0..6 {
            let id = world.stored().await.id;
            let ids = [id];
            let (cancelled, claim) = tokio::join!(cancel(&world, id), world.claim(&ids, 100));
            let run = world.run(id).await;
            if claim.runs.is_empty() {
                assert_eq!((run.status, cancelled.held.len()), (RunStatus::Cancelled, 0), "{}", world.name);
            } else {
                assert_eq!((run.status, run.cancel_requested), (RunStatus::Running, true), "{}", world.name);
                assert_eq!(cancelled.held, [id], "its worker is notified");
            }
        }
        world
    })
    .await;
}

#[tokio::test]
async fn retry_starts_a_failed_run_again_with_attempts_of_its_kind() {
    on_each_database(|world| async {
        let id = world.stored().await.id;
        assert!(retry(&world, id).await.is_none(), "{}: it waits already", world.name);
        let run = world.claim(&[id], 10).await.runs.remove(0);
        assert!(retry(&world, id).await.is_none(), "it is at work");
        finish(&world, &[failed(&run)]).await;
        assert!(
            run::retry(&world.db, WorkspaceLimits::default(), new_id(), id, now()).await.expect("retry").is_none(),
            "another workspace"
        );
        let (first, second) = tokio::join!(retry(&world, id), retry(&world, id));
        let again = usize::from(first.is_some()) + usize::from(second.is_some());
        assert!(again >= 1, "{}", world.name);
        let waits = world.run(id).await;
        assert_eq!((waits.status, waits.percent, waits.finished_at), (RunStatus::Queued, 0, None));
        assert_eq!(waits.max_attempts, waits.attempt + RunKind::Probe.policy().max_attempts);
        assert_eq!(world.claim(&[id], 10).await.runs[0].attempt, 2);
        let cancelled = cancel(&world, world.stored().await.id).await.run;
        let (queued, deliver) = retry(&world, cancelled.id).await.expect("a cancelled run is retried too");
        assert_eq!((queued.status, queued.cancel_requested, deliver.len()), (RunStatus::Queued, false, 1));
        world
    })
    .await;
}

#[tokio::test]
async fn parent_succeeds_with_the_totals_of_its_children() {
    on_each_database(|world| async {
        let family = family(&world, 3).await;
        let runs = world.claim(&family.children, 10).await.runs;
        let finished = finish(&world, &runs.iter().map(succeeded).collect::<Vec<_>>()).await;
        assert_eq!(finished.events.len(), 4, "{}: three children and their parent", world.name);
        let parent = world.run(family.parent).await;
        assert_eq!((parent.status, parent.percent), (RunStatus::Succeeded, 100));
        assert_eq!((parent.children_total, parent.children_done, parent.children_failed), (3, 3, 0));
        let result = run::result(&world.db, world.workspace_id, family.parent).await.expect("result");
        assert_eq!(result, Some(json!({"total": 3, "succeeded": 3, "failed": 0})));
        assert!(world.claim(&[family.parent], 10).await.runs.is_empty(), "a parent is no work for workers");
        assert!(run::due(&world.db, now() + Duration::days(1), 10).await.expect("due").is_empty());
        world
    })
    .await;
}

#[tokio::test]
async fn parent_ends_once_when_its_last_children_end_at_the_same_time() {
    on_each_database(|world| async {
        let family = family(&world, 4).await;
        let runs = world.claim(&family.children, 10).await.runs;
        let outcomes: Vec<[run::Finish; 1]> = runs.iter().map(|run| [succeeded(run)]).collect();
        let ends = outcomes.iter().map(|outcome| finish(&world, outcome));
        let events: Vec<_> = futures::future::join_all(ends).await.into_iter().flat_map(|end| end.events).collect();
        let of_parent = events.iter().filter(|event| event.payload.0["runId"] == json!(family.parent)).count();
        assert_eq!((events.len(), of_parent), (5, 1), "{}", world.name);
        assert_eq!(world.run(family.parent).await.status, RunStatus::Succeeded);
        world
    })
    .await;
}

#[tokio::test]
async fn child_that_is_cancelled_alone_counts_as_failed_in_its_parent() {
    on_each_database(|world| async {
        let family = family(&world, 2).await;
        let cancelled = cancel(&world, family.children[0]).await;
        assert_eq!(cancelled.run.status, RunStatus::Cancelled, "{}", world.name);
        let half = world.run(family.parent).await;
        assert_eq!((half.status, half.percent, half.children_failed), (RunStatus::Running, 50, 1));
        let run = world.claim(&family.children[1..], 10).await.runs.remove(0);
        finish(&world, &[succeeded(&run)]).await;
        let ended = world.run(family.parent).await;
        assert_eq!(ended.status, RunStatus::Failed);
        assert_eq!(ended.error.map(|error| error.0.r#type).as_deref(), Some("children-failed"));
        let (_, again) = retry(&world, family.children[0]).await.expect("a run");
        assert_eq!(again.len(), 1);
        let reopened = world.run(family.parent).await;
        assert_eq!((reopened.status, reopened.percent, reopened.children_failed), (RunStatus::Running, 50, 0));
        let run = world.claim(&family.children[..1], 10).await.runs.remove(0);
        finish(&world, &[succeeded(&run)]).await;
        assert_eq!(world.run(family.parent).await.status, RunStatus::Succeeded);
        world
    })
    .await;
}

#[tokio::test]
async fn children_that_lose_their_worker_too_often_end_their_parent() {
    on_each_database(|world| async {
        let family = family(&world, 1).await;
        for _ in 1..=10 {
            world.claim(&family.children, 10).await;
            run::requeue_expired(&world.db, now() + Duration::seconds(60), 10).await.expect("requeue");
        }
        let parent = world.run(family.parent).await;
        assert_eq!((parent.status, parent.children_failed), (RunStatus::Failed, 1), "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn retry_of_a_cancelled_parent_whose_children_all_succeeded_does_not_reopen_it() {
    on_each_database(|world| async {
        let family = family(&world, 1).await;
        let run = world.claim(&family.children, 10).await.runs.remove(0);
        cancel(&world, family.parent).await;
        finish(&world, &[succeeded(&run)]).await;
        let parent = world.run(family.parent).await;
        assert_eq!((parent.status, parent.children_done), (RunStatus::Cancelled, 1), "{}", world.name);
        assert!(retry(&world, family.parent).await.is_none(), "{}: no child is left to run", world.name);
        assert_eq!(world.run(family.parent).await.status, RunStatus::Cancelled, "not at work for ever");
        world
    })
    .await;
}

#[tokio::test]
async fn cancelled_parent_is_retried_with_the_children_that_had_not_ended() {
    on_each_database(|world| async {
        let family = family(&world, 3).await;
        let run = world.claim(&family.children[..1], 10).await.runs.remove(0);
        finish(&world, &[succeeded(&run)]).await;
        assert_eq!(cancel(&world, family.parent).await.run.status, RunStatus::Cancelled, "{}", world.name);
        assert!(cancel(&world, family.parent).await.events.is_empty(), "once");
        let (parent, again) = retry(&world, family.parent).await.expect("a parent");
        assert_eq!((parent.status, parent.children_done, parent.children_failed), (RunStatus::Running, 1, 0));
        let mut delivered: Vec<Uuid> = again.iter().map(|run| run.id).collect();
        delivered.sort_unstable();
        assert_eq!(delivered, family.children[1..]);
        let runs = world.claim(&family.children, 10).await.runs;
        finish(&world, &runs.iter().map(succeeded).collect::<Vec<_>>()).await;
        assert_eq!(world.run(family.parent).await.status, RunStatus::Succeeded);
        world
    })
    .await;
}

#[tokio::test]
async fn pause_and_resume_apply_to_a_parent_of_the_workspace_at_work() {
    on_each_database(|world| async {
        let (db, ws) = (&world.db, world.workspace_id);
        let family = family(&world, 2).await;
        let pause = async |ws, id| run::pause(db, ws, id, now()).await.expect("pause").map(|run| run.status);
        let resume = async |ws, id| run::resume(db, ws, id, now()).await.expect("resume").map(|(run, _)| run.status);
        assert_eq!(resume(ws, family.parent).await, None, "{}: it is not paused", world.name);
        assert_eq!((pause(new_id(), family.parent).await, pause(ws, family.children[0]).await), (None, None));
        assert_eq!(pause(ws, family.parent).await, Some(RunStatus::Paused));
        assert_eq!(pause(ws, family.parent).await, None, "once");
        assert!(run::waiting(db, now(), Uuid::nil(), 10).await.expect("waiting").is_empty());
        assert!(run::due(db, now() + Duration::days(1), 10).await.expect("due").is_empty());
        assert_eq!(resume(new_id(), family.parent).await, None);
        assert_eq!(resume(ws, family.parent).await, Some(RunStatus::Running));
        assert_eq!(world.claim(&family.children, 10).await.runs.len(), 2);
        assert_eq!(events_of(&world, family.parent).await, ["paused", "resumed"]);
        world
    })
    .await;
}

#[tokio::test]
async fn list_and_children_show_each_run_once_while_more_are_added() {
    on_each_database(|world| async {
        let (db, ws) = (&world.db, world.workspace_id);
        let family = family(&world, 7).await;
        let mut expected = family.children.clone();
        let shown = ids_of_pages(
            async |after| run::children(db, ws, family.parent, after, 3).await.expect("children"),
            |run| run.id,
        )
        .await;
        assert_eq!(shown, expected, "{}: oldest first", world.name);
        expected.insert(0, family.parent);
        expected.reverse();
        let shown = ids_of_pages(
            async |cursor| {
                let filter = Filter { cursor, ..Filter::default() };
                let page = run::list(db, ws, &filter, 3).await.expect("list");
                world.stored().await;
                page
            },
            |run| run.id,
        )
        .await;
        assert_eq!(shown, expected, "{}: newest first", world.name);
        let foreign = run::children(db, new_id(), family.parent, None, 3).await.expect("children");
        assert!(foreign.items.is_empty() && foreign.next_cursor.is_none());
        world
    })
    .await;
}

#[tokio::test]
async fn list_filters_by_kind_status_engine_and_website() {
    on_each_database(|world| async {
        let (db, ws, site) = (&world.db, world.workspace_id, new_id());
        let engine = |engine: &str, website_id| NewRun {
            engine_id: Some(engine.to_owned()),
            action: Some("analyse".to_owned()),
            website_id,
            ..NewRun::new(ws, world.user_id, RunKind::Engine, json!({}))
        };
        let runs =
            [engine("keyword", Some(site)), engine("keyword", None), engine("causal", Some(site)), world.probe()];
        run::insert_many(db, &runs).await.expect("insert");
        let claimed = world.claim(&[runs[0].id], 10).await.runs.remove(0);
        finish(&world, &[succeeded(&claimed)]).await;
        let shown = async |filter: Filter| {
            let page = run::list(db, ws, &filter, 10).await.expect("list");
            let mut places: Vec<usize> =
                page.items.iter().map(|run| runs.iter().position(|new| new.id == run.id).expect("known")).collect();
            places.sort_unstable();
            places
        };
        let any = Filter::default;
        assert_eq!(shown(Filter { kind: Some(RunKind::Probe), ..any() }).await, [3], "{}", world.name);
        assert_eq!(shown(Filter { status: Some(RunStatus::Succeeded), ..any() }).await, [0]);
        assert_eq!(shown(Filter { engine_id: Some("keyword".to_owned()), ..any() }).await, [0, 1]);
        assert_eq!(shown(Filter { website_id: Some(site), ..any() }).await, [0, 2]);
        let both = Filter { website_id: Some(site), status: Some(RunStatus::Queued), ..any() };
        assert_eq!(shown(both).await, [2]);
        let latest = async |website, status| {
            let found = run::latest(db, ws, "keyword", website, status).await.expect("latest");
            found.map(|run| run.id)
        };
        assert_eq!(latest(None, None).await, Some(runs[1].id), "the newest");
        assert_eq!(latest(Some(site), None).await, Some(runs[0].id));
        assert_eq!(latest(None, Some(RunStatus::Succeeded)).await, Some(runs[0].id));
        assert_eq!(latest(None, Some(RunStatus::Failed)).await, None);
        let action =
            async |name| run::latest_action(db, ws, "keyword", name, None).await.expect("latest").map(|run| run.id);
        assert_eq!((action("analyse").await, action("other").await), (Some(runs[0].id), None));
        world
    })
    .await;
}

#[tokio::test]
async fn figures_count_the_runs_of_a_workspace_by_engine() {
    on_each_database(|world| async {
        let (db, ws) = (&world.db, world.workspace_id);
        let (bob, bobs) = other_user(&world, "bob@example.com").await;
        let start = at("2026-03-01T00:00:00Z");
        for (workspace_id, user_id, millis, succeeds) in [
            (ws, world.user_id, 100, true),
            (ws, world.user_id, 400, true),
            (ws, world.user_id, 900, false),
            (bobs, bob, 7, true),
        ] {
            let new = NewRun {
                engine_id: Some("keyword".to_owned()),
                run_at: start,
                ..NewRun::new(workspace_id, user_id, RunKind::Engine, json!({}))
            };
            run::insert(db, &new).await.expect("insert");
            let until = start + Duration::hours(1);
            let claim = run::claim(db, new.lane, &[new.id], new_id(), 10, start, until).await.expect("claim");
            let outcome = if succeeds { succeeded(&claim.runs[0]) } else { failed(&claim.runs[0]) };
            run::finish(db, &[outcome], start + Duration::milliseconds(millis)).await.expect("finish");
        }
        let figures = run::by_engine(db, ws, None).await.expect("figures");
        assert_eq!((figures.len(), figures[0].runs, figures[0].failures), (1, 3, 1), "{}", world.name);
        let times = run::median_times(db, ws, None).await.expect("times");
        assert!((times[0].median_ms - 250.0).abs() < 1.0, "{}: {}", world.name, times[0].median_ms);
        assert!(run::median_times(db, ws, Some(new_id())).await.expect("times").is_empty());
        assert!(run::by_engine(db, new_id(), None).await.expect("figures").is_empty());
        let ended = async |since| run::ended_since(db, ws, since).await.expect("ended");
        assert_eq!(ended(now() - Duration::hours(1)).await, (3, 1));
        assert_eq!(ended(now() + Duration::hours(1)).await, (0, 0));
        world
    })
    .await;
}

#[tokio::test]
async fn delete_older_takes_ended_runs_with_their_logs_and_no_more_than_its_limit() {
    on_each_database(|world| async {
        let (db, cut) = (&world.db, at("2026-05-01T00:00:00Z"));
        let mut ended = Vec::new();
        for micros in [-3, -2, -1, 0, 1] {
            let id = world.stored().await.id;
            let run = world.claim(&[id], 100).await.runs.remove(0);
            run::finish(db, &[failed(&run)], cut + Duration::microseconds(micros)).await.expect("finish");
            ended.push(id);
        }
        let waits = NewRun { run_at: cut - Duration::days(99), ..world.probe() };
        run::insert(db, &waits).await.expect("insert");
        let delete = async |limit| run::delete_older(db, cut, limit).await.expect("delete");
        assert_eq!((delete(2).await, delete(2).await, delete(2).await), (2, 1, 0), "{}: by the limit", world.name);
        let left = run::list(db, world.workspace_id, &Filter::default(), 10).await.expect("list").items;
        let left: Vec<Uuid> = left.iter().map(|run| run.id).collect();
        assert_eq!(left, [waits.id, ended[4], ended[3]], "that of the exact moment and that which never ran stay");
        assert_eq!(count(db, "run_log", "TRUE").await, 2, "{}: the logs go with their runs", world.name);
        world
    })
    .await;
}
