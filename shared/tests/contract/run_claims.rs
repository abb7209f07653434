//! Runs on their way to a worker: order, limits, leases, and what the reconciler delivers again.

use chrono::Duration;
use serde_json::json;
use shared::{
    domain::{
        new_id, now,
        run::{Lane, NewRun, Progress, RunKind, RunStatus},
    },
    store::run::{self, Held, Outcome},
};
use uuid::Uuid;

use crate::{
    support::{at, end, execute, failed, hard_texts, other_user, succeeded},
    world::{World, lease, on_each_database},
};

async fn insert(world: &World, n: usize) -> Vec<Uuid> {
    let new: Vec<NewRun> = (0..n).map(|_| world.probe()).collect();
    let stored = run::insert_many(&world.db, &new).await.expect("insert");
    assert_eq!(stored.len(), n);
    new.iter().map(|run| run.id).collect()
}

async fn claim_in(world: &World, lane: Lane, ids: &[Uuid]) -> Vec<Uuid> {
    let at = now();
    let claim = run::claim(&world.db, lane, ids, new_id(), 100, at, lease(at)).await.expect("claim");
    claim.runs.into_iter().map(|run| run.id).collect()
}

#[tokio::test]
async fn insert_stores_every_field_with_the_policy_of_the_kind() {
    on_each_database(|world| async {
        for (kind, text) in RunKind::ALL.iter().copied().zip(hard_texts().into_iter().cycle()) {
            let payload = json!({"text": text, "list": [1, 2.5, null]});
            let new = NewRun {
                website_id: Some(new_id()),
                engine_id: Some("keyword".to_owned()),
                action: Some("analyse".to_owned()),
                ..NewRun::new(world.workspace_id, world.user_id, kind, payload.clone())
            };
            let stored = run::insert(&world.db, &new).await.expect("insert");
            assert!(stored.fresh, "{}", world.name);
            let run = world.run(new.id).await;
            assert_eq!((run.started_at, run.finished_at, run.duration_ms()), (None, None, None));
            assert_eq!((run.kind, run.lane), (kind, kind.policy().lane));
            assert_eq!((run.max_attempts, run.attempt), (kind.policy().max_attempts, 0));
            assert_eq!((run.website_id, run.engine_id, run.action), (new.website_id, new.engine_id, new.action));
            assert_eq!((run.payload.0, run.run_at, run.status), (payload, new.run_at, RunStatus::Queued));
        }
        world
    })
    .await;
}

#[tokio::test]
async fn claim_returns_runs_oldest_first_whatever_the_order_of_ids() {
    on_each_database(|world| async {
        let ids = insert(&world, 6).await;
        let shuffled = [ids[4], ids[0], ids[5], ids[2], ids[2], new_id(), ids[1]];
        let claim = world.claim(&shuffled, 10).await;
        let claimed: Vec<Uuid> = claim.runs.iter().map(|run| run.id).collect();
        assert_eq!(claimed, [ids[0], ids[1], ids[2], ids[4], ids[5]], "{}", world.name);
        assert!(claim.runs.iter().all(|run| run.attempt == 1 && run.started_at.is_some()));
        assert_eq!(world.running().await, 5, "an id that is named twice counts once");
        assert_eq!(world.run(ids[3]).await.status, RunStatus::Queued);
        assert!(world.claim(&[], 10).await.runs.is_empty());
        world
    })
    .await;
}

#[tokio::test]
async fn claim_over_the_limit_takes_the_oldest_and_leaves_the_rest_as_they_were() {
    on_each_database(|world| async {
        let ids = insert(&world, 5).await;
        let claim = world.claim(&[ids[4], ids[3], ids[2], ids[1], ids[0]], 2).await;
        assert_eq!(claim.runs.iter().map(|run| run.id).collect::<Vec<_>>(), ids[..2], "{}", world.name);
        let mut parked: Vec<Uuid> = claim.over_limit.iter().map(|run| run.id).collect();
        parked.sort_unstable();
        assert_eq!(parked, ids[2..]);
        assert!(claim.over_limit.iter().all(|run| run.user_id == world.user_id));
        let back = world.run(ids[4]).await;
        assert_eq!((back.status, back.attempt, back.started_at), (RunStatus::Queued, 0, None));
        assert_eq!(run::running(&world.db, Lane::Interactive, world.user_id).await.expect("running"), 2);
        assert_eq!(world.claim(&ids[2..], 2).await.runs.len(), 0, "full");
        assert_eq!(world.claim(&ids[2..], 4).await.runs.len(), 2, "a higher limit");
        assert_eq!(world.running().await, 4);
        world
    })
    .await;
}

#[tokio::test]
async fn limits_count_each_user_and_each_lane_apart() {
    on_each_database(|world| async {
        let (bob, bobs) = other_user(&world, "bob@example.com").await;
        let batch = |run: NewRun| NewRun { lane: Lane::Batch, ..run };
        let of_bob = |run: NewRun| NewRun { user_id: bob, workspace_id: bobs, ..run };
        let runs = [
            world.probe(),
            batch(world.probe()),
            of_bob(world.probe()),
            of_bob(batch(world.probe())),
            world.probe(),
            of_bob(world.probe()),
        ];
        run::insert_many(&world.db, &runs).await.expect("insert");
        let ids = runs.each_ref().map(|run| run.id);
        let claim = world.claim(&ids, 1).await;
        let claimed: Vec<Uuid> = claim.runs.iter().map(|run| run.id).collect();
        assert_eq!(claimed, [runs[0].id, runs[2].id], "{}: one of each user", world.name);
        assert_eq!(claim.over_limit.len(), 2);
        assert_eq!(claim_in(&world, Lane::Batch, &ids).await, [runs[1].id, runs[3].id], "the other lane");
        let running = async |lane, user| run::running(&world.db, lane, user).await.expect("running");
        assert_eq!((running(Lane::Batch, bob).await, running(Lane::Interactive, bob).await), (1, 1));
        assert_eq!(running(Lane::Batch, new_id()).await, 0);
        world
    })
    .await;
}

#[tokio::test]
async fn limit_holds_when_many_workers_claim_at_the_same_time() {
    on_each_database(|world| async {
        let ids = insert(&world, 24).await;
        let claims = ids.chunks(3).map(|some| world.claim(some, 5));
        let claimed: usize = futures::future::join_all(claims).await.iter().map(|claim| claim.runs.len()).sum();
        assert!(claimed <= 5, "{}: {claimed}", world.name);
        assert_eq!(world.running().await, i64::try_from(claimed).expect("few"), "{}", world.name);
        assert_eq!(world.claim(&ids, 5).await.runs.len(), 5 - claimed, "the limit can be reached");
        world
    })
    .await;
}

#[tokio::test]
async fn run_for_later_is_claimed_from_its_moment_on() {
    on_each_database(|world| async {
        let moment = at("2026-08-01T00:00:00Z");
        for run_at in [moment, moment + Duration::microseconds(1), moment + Duration::milliseconds(100)] {
            let new = NewRun { run_at, ..world.probe() };
            run::insert(&world.db, &new).await.expect("insert");
            let early = run_at - Duration::microseconds(1);
            let claim = async |at| {
                run::claim(&world.db, new.lane, &[new.id], new_id(), 10, at, lease(at)).await.expect("claim").runs.len()
            };
            let waiting = async |at| run::waiting(&world.db, at, Uuid::nil(), 10).await.expect("waiting").len();
            assert_eq!((claim(early).await, waiting(early).await), (0, 0), "{}: {early}", world.name);
            assert_eq!((waiting(run_at).await, claim(run_at).await, claim(run_at).await), (1, 1, 0));
        }
        world
    })
    .await;
}

#[tokio::test]
async fn reconciler_delivers_again_what_nobody_took_and_postpones_what_it_delivered() {
    on_each_database(|world| async {
        let moment = at("2026-08-01T00:00:00Z");
        let new = NewRun { run_at: moment, ..world.probe() };
        run::insert(&world.db, &new).await.expect("insert");
        let silent = NewRun { run_at: moment, ..world.probe() };
        run::insert_undelivered(&world.db, &silent).await.expect("insert");
        let due = async |at| {
            let rows = run::due(&world.db, at, 10).await.expect("due");
            rows.into_iter().map(|row| row.id).collect::<Vec<_>>()
        };
        let grace = moment + Duration::seconds(5);
        assert_eq!(due(moment).await, [silent.id], "{}: nobody delivers it but the reconciler", world.name);
        assert_eq!(due(grace - Duration::microseconds(1)).await, [silent.id]);
        assert_eq!(due(grace).await, [silent.id, new.id], "longest due first");
        let until = grace + Duration::seconds(30);
        run::postpone(&world.db, &[new.id, silent.id, new_id()], until).await.expect("postpone");
        run::postpone(&world.db, &[], grace).await.expect("nothing to postpone");
        assert!(due(until - Duration::microseconds(1)).await.is_empty());
        assert_eq!(due(until).await.len(), 2);
        let at_work = world.claim(&[new.id], 10).await.runs.remove(0);
        run::postpone(&world.db, &[new.id], at("2999-01-01T00:00:00Z")).await.expect("postpone");
        let (lost, _) = run::requeue_expired(&world.db, now() + Duration::seconds(60), 10).await.expect("requeue");
        assert_eq!(lost.iter().map(|row| row.id).collect::<Vec<_>>(), [at_work.id], "a lease is not postponed");
        world
    })
    .await;
}

#[tokio::test]
async fn waiting_pages_through_everything_that_is_due_by_id() {
    on_each_database(|world| async {
        let ids = insert(&world, 7).await;
        let (mut seen, mut after) = (Vec::new(), Uuid::nil());
        loop {
            let rows = run::waiting(&world.db, now(), after, 3).await.expect("waiting");
            let Some(last) = rows.last() else { break };
            after = last.id;
            assert!(rows.iter().all(|row| row.lane == Lane::Interactive));
            seen.extend(rows.iter().map(|row| row.id));
        }
        assert_eq!(seen, ids, "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn lease_ends_at_its_moment_and_then_the_run_waits_again() {
    on_each_database(|world| async {
        let (id, start) = (insert(&world, 1).await[0], now());
        let until = lease(start);
        let claim = run::claim(&world.db, Lane::Interactive, &[id], new_id(), 10, start, until).await.expect("claim");
        let requeue = async |at| run::requeue_expired(&world.db, at, 10).await.expect("requeue").0.len();
        assert_eq!(requeue(until - Duration::microseconds(1)).await, 0, "{}", world.name);
        assert_eq!(requeue(until).await, 1);
        assert_eq!(requeue(until).await, 0, "once");
        let waits = world.run(id).await;
        assert_eq!((waits.status, waits.attempt), (RunStatus::Queued, 1));
        assert_eq!(waits.max_attempts, claim.runs[0].max_attempts + 1, "a lost worker costs no attempt");
        assert_eq!(world.running().await, 0);
        let log = run::log(&world.db, world.workspace_id, id).await.expect("log");
        assert_eq!(log.iter().map(|one| (one.event.as_str(), one.attempt)).collect::<Vec<_>>(), [("lease-lost", 1)]);
        world
    })
    .await;
}

#[tokio::test]
async fn two_reconcilers_requeue_an_expired_run_once() {
    on_each_database(|world| async {
        let ids = insert(&world, 8).await;
        world.claim(&ids, 100).await;
        let later = now() + Duration::seconds(60);
        let (a, b) =
            tokio::join!(run::requeue_expired(&world.db, later, 100), run::requeue_expired(&world.db, later, 100));
        let requeued = a.expect("requeue").0.len() + b.expect("requeue").0.len();
        assert_eq!((requeued, world.running().await), (8, 0), "{}", world.name);
        for id in ids {
            assert_eq!(run::log(&world.db, world.workspace_id, id).await.expect("log").len(), 1, "{}", world.name);
        }
        world
    })
    .await;
}

#[tokio::test]
async fn run_that_was_to_be_cancelled_ends_cancelled_when_its_worker_dies() {
    on_each_database(|world| async {
        let id = insert(&world, 1).await[0];
        world.claim(&[id], 10).await;
        let asked = run::cancel(&world.db, world.workspace_id, id, now()).await.expect("cancel").expect("the run");
        assert_eq!((asked.held, asked.run.status), (vec![id], RunStatus::Running), "{}", world.name);
        let later = now() + Duration::seconds(60);
        let (due, events) = run::requeue_expired(&world.db, later, 10).await.expect("requeue");
        assert!(due.is_empty());
        assert_eq!(events.iter().map(|event| event.payload.0["status"].clone()).collect::<Vec<_>>(), ["cancelled"]);
        let ended = world.run(id).await;
        assert_eq!((ended.status, ended.finished_at), (RunStatus::Cancelled, Some(later)));
        world
    })
    .await;
}

#[tokio::test]
async fn beat_of_another_attempt_or_of_an_ended_run_is_not_answered() {
    on_each_database(|world| async {
        let ids = insert(&world, 3).await;
        let runs = world.claim(&ids, 10).await.runs;
        run::finish(&world.db, &[succeeded(&runs[1])], now()).await.expect("finish");
        let progress = Progress { percent: 55, stage: "čtení".to_owned(), message: hard_texts().remove(2) };
        let held = |id, attempt| Held { id, attempt, progress: progress.clone() };
        let beats = [held(ids[2], 1), held(ids[0], 2), held(ids[1], 1), held(new_id(), 1)];
        let answered = run::beat(&world.db, &beats, lease(now())).await.expect("beat");
        assert_eq!(answered.iter().map(|one| one.id).collect::<Vec<_>>(), [ids[2]], "{}", world.name);
        assert_eq!(world.run(ids[2]).await.progress(), progress);
        assert_eq!(world.run(ids[0]).await.progress(), Progress::default(), "another attempt writes nothing");
        assert_eq!(world.run(ids[1]).await.percent, 100);
        assert!(run::beat(&world.db, &[], lease(now())).await.expect("beat").is_empty());
        world
    })
    .await;
}

#[tokio::test]
async fn retry_of_an_attempt_waits_for_its_moment_and_clears_nothing_else() {
    on_each_database(|world| async {
        let id = insert(&world, 1).await[0];
        let run = world.claim(&[id], 10).await.runs.remove(0);
        let at = now() + Duration::minutes(3);
        let error = shared::domain::run::RunError::new("busy", "The site is busy.");
        let retry = end(&run, Outcome::Retry { error: error.clone(), at });
        let finished = run::finish(&world.db, &[retry], now()).await.expect("finish");
        assert_eq!(finished.waiting, [(run.lane, id, at)], "{}", world.name);
        assert!(finished.events.is_empty(), "the run goes on");
        let waits = world.run(id).await;
        assert_eq!((waits.status, waits.run_at, waits.attempt), (RunStatus::Queued, at, 1));
        assert_eq!(waits.error.map(|error| error.0), Some(error), "the reason of the wait");
        assert_eq!(waits.finished_at, None);
        let second = run::claim(&world.db, run.lane, &[id], new_id(), 10, at, lease(at)).await.expect("claim");
        assert_eq!(second.runs[0].attempt, 2);
        let stale = run::finish(&world.db, &[failed(&run)], at).await.expect("finish");
        assert!(stale.accepted.is_empty(), "the first attempt has no say any more");
        assert_eq!(world.run(id).await.status, RunStatus::Running);
        world
    })
    .await;
}

#[tokio::test]
async fn depths_count_what_waits_and_what_is_at_work_in_each_lane() {
    on_each_database(|world| async {
        let ids = insert(&world, 4).await;
        let batch = NewRun { lane: Lane::Batch, ..world.probe() };
        run::insert(&world.db, &batch).await.expect("insert");
        let runs = world.claim(&ids[..2], 10).await.runs;
        run::finish(&world.db, &[succeeded(&runs[0])], now()).await.expect("finish");
        let mut depths = run::depths(&world.db).await.expect("depths");
        depths.sort_unstable();
        let (fast, slow) = (Lane::Interactive, Lane::Batch);
        let expected = [(fast, RunStatus::Queued, 2), (fast, RunStatus::Running, 1), (slow, RunStatus::Queued, 1)];
        assert_eq!(depths, expected, "{}", world.name);
        execute(&world.db, "DELETE FROM runs").await;
        assert!(run::depths(&world.db).await.expect("depths").is_empty());
        world
    })
    .await;
}

#[tokio::test]
async fn claim_of_short_runs_leaves_those_queued_that_are_long_by_now() {
    on_each_database(|world| async {
        let (user_id, workspace_id) = other_user(&world, "bob@example.com").await;
        let of_bob = NewRun::new(workspace_id, user_id, RunKind::Probe, json!({}));
        run::insert(&world.db, &of_bob).await.expect("insert");
        let mut ids = insert(&world, 3).await;
        assert!(world.run(ids[0]).await.is_short, "{}: until something was measured", world.name);
        run::add_times(&world.db, &[(run::TimeOf::new(&world.run(ids[0]).await), 1_000)]).await.expect("times");
        ids.push(of_bob.id);
        let at = now();
        let claim = run::claim_short(&world.db, Lane::Interactive, &ids, new_id(), 100, at, lease(at)).await;
        let claim = claim.expect("claim");
        let (claimed, long) = (claim.runs, claim.long);
        assert_eq!(claimed.iter().map(|run| run.id).collect::<Vec<_>>(), [of_bob.id], "{}", world.name);
        assert_eq!(long.iter().map(|run| run.id).collect::<Vec<_>>(), ids[..3], "{}", world.name);
        assert!(long.iter().all(|run| !run.is_short));
        let left = world.run(ids[0]).await;
        assert_eq!((left.status, left.attempt, left.is_short), (RunStatus::Queued, 0, false), "{}", world.name);
        assert_eq!(run::running(&world.db, Lane::Interactive, world.user_id).await.expect("count"), 0);
        assert_eq!(world.claim(&ids, 100).await.runs.len(), 3, "{}: as long ones they start", world.name);
        world
    })
    .await;
}
