//! Shares of users: what one of them has queued or runs does not delay another's run.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use shared::{
    config::FleetSettings,
    domain::{
        new_id,
        run::{Lane, NewRun, RunKind, RunStatus},
    },
    store::{
        run::{self, TimeOf},
        worker, workspace,
    },
};
use uuid::Uuid;

use crate::{
    installation::{Installation, in_each_mode, nothing},
    world::add_user,
};

/// How soon another user's run ends here. The installation is shared with other tests; `bench/fair` measures it.
const SOON: Duration = Duration::from_secs(2);

/// A lane as an operator might set it, with fewer slots than the default.
fn four_slots(at: &Installation) -> FleetSettings {
    FleetSettings { interactive_slots: 4, batch_slots: 4, per_user: 4, ..at.settings() }
}

/// Another user, with a workspace.
async fn bob(at: &Installation) -> (Uuid, Uuid) {
    let user_id = add_user(&at.backends.db, &format!("{}@example.com", new_id())).await;
    let found = workspace::list(&at.backends.db, user_id).await.expect("workspaces");
    (user_id, found[0].id)
}

fn of((user_id, workspace_id): (Uuid, Uuid), payload: Value) -> NewRun {
    NewRun::new(workspace_id, user_id, RunKind::Probe, payload)
}

/// Waits for the end of a run of any workspace; returns how long it took.
async fn time_to_end(at: &Installation, id: Uuid) -> Duration {
    let begun = Instant::now();
    loop {
        let found = run::find_any(&at.backends.db, id).await.expect("find").expect("the run");
        if found.status.is_final() {
            assert_eq!(found.status, RunStatus::Succeeded);
            return begun.elapsed();
        }
        assert!(begun.elapsed() < Duration::from_secs(30), "{}: it does not start", at.world.name);
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

async fn wait_until_running(at: &Installation, runs: i64) {
    let begun = Instant::now();
    while at.world.running().await < runs {
        assert!(begun.elapsed() < Duration::from_secs(30), "{}: too few start", at.world.name);
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn long_runs_of_one_user_do_not_delay_another_users_run() {
    in_each_mode(|at| async {
        let worker = at.worker_with(four_slots(&at));
        let twelve: Vec<NewRun> = (0..12).map(|_| at.probe(json!({"sleepMs": 60_000}))).collect();
        at.enqueue(&twelve).await;
        wait_until_running(&at, 2).await;
        tokio::time::sleep(Duration::from_millis(300)).await;
        let bob = bob(&at).await;
        for _ in 0..3 {
            let id = at.enqueue(&[of(bob, nothing())]).await[0];
            let took = time_to_end(&at, id).await;
            assert!(took < SOON, "{}: {took:?}", at.world.name);
        }
        let long = at.enqueue(&[of(bob, json!({"sleepMs": 60_000}))]).await[0];
        wait_until_running(&at, 3).await;
        let of_bob = run::find_any(&at.backends.db, long).await.expect("find").expect("the run");
        assert_eq!(of_bob.status, RunStatus::Running, "{}: a long run starts too", at.world.name);
        assert_eq!(at.world.running().await, 3, "{}: the last slot stays free", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn share_of_a_user_counts_over_all_workers() {
    in_each_mode(|at| async {
        let settings = || FleetSettings { per_user: 100, ..four_slots(&at) };
        let workers = [at.worker_with(settings()), at.worker_with(settings())];
        // Shares are computed at heartbeats.
        tokio::time::sleep(Duration::from_millis(1_300)).await;
        let found = worker::list(&at.backends.db, shared::domain::now() - chrono::Duration::minutes(1)).await;
        assert_eq!(found.expect("workers").len(), 2, "{}", at.world.name);
        let many: Vec<NewRun> = (0..40).map(|_| at.probe(json!({"sleepMs": 60_000}))).collect();
        at.enqueue(&many).await;
        wait_until_running(&at, 5).await;
        tokio::time::sleep(Duration::from_millis(500)).await;
        assert_eq!(at.world.running().await, 5, "{}: two workers with three slots for long runs each", at.world.name);
        let bob = bob(&at).await;
        let id = at.enqueue(&[of(bob, nothing())]).await[0];
        let took = time_to_end(&at, id).await;
        assert!(took < SOON, "{}: {took:?}", at.world.name);
        for worker in workers {
            worker.stop().await;
        }
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn short_run_starts_while_several_users_fill_the_lane_with_long_ones() {
    in_each_mode(|at| async {
        let hogs = [bob(&at).await, bob(&at).await, bob(&at).await, bob(&at).await];
        // Measured before: runs of this action take a minute, so they are not expected to be short.
        for &(user_id, workspace_id) in &hogs {
            let stored = run::insert(&at.backends.db, &of((user_id, workspace_id), nothing())).await.expect("insert");
            let measured = [(TimeOf::new(&stored.run), 60_000)];
            run::add_times(&at.backends.db, &measured).await.expect("times");
        }
        let worker = at.worker_with(four_slots(&at));
        for &hog in &hogs {
            let many: Vec<NewRun> = (0..5).map(|_| of(hog, json!({"sleepMs": 60_000}))).collect();
            at.enqueue(&many).await;
        }
        wait_until_running(&at, 3).await;
        tokio::time::sleep(Duration::from_millis(300)).await;
        let running = at.world.running().await;
        assert_eq!(running, 3, "{}: long runs leave one slot free", at.world.name);
        let bob = bob(&at).await;
        let id = at.enqueue(&[of(bob, nothing())]).await[0];
        let took = time_to_end(&at, id).await;
        assert!(took < SOON, "{}: {took:?}", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn short_run_starts_while_runs_expected_to_be_short_turn_out_long() {
    in_each_mode(|at| async {
        // Nothing was measured in these workspaces, so all of their runs are queued as short ones.
        let hogs = [bob(&at).await, bob(&at).await, bob(&at).await, bob(&at).await, bob(&at).await];
        let mut queued = Vec::new();
        for &hog in &hogs {
            let many: Vec<NewRun> = (0..5).map(|_| of(hog, json!({"sleepMs": 60_000}))).collect();
            queued.extend(at.enqueue(&many).await);
        }
        let worker = at.worker_with(FleetSettings { lease: Duration::from_secs(3), ..four_slots(&at) });
        wait_until_running(&at, 4).await;
        let bob = bob(&at).await;
        let id = at.enqueue(&[of(bob, nothing())]).await[0];
        let took = time_to_end(&at, id).await;
        assert!(took < Duration::from_secs(15), "{}: {took:?}", at.world.name);
        // By now the durations of most are known: their runs have become long ones and take no short slot.
        tokio::time::sleep(Duration::from_secs(8)).await;
        let id = at.enqueue(&[of(bob, nothing())]).await[0];
        let took = time_to_end(&at, id).await;
        assert!(took < SOON, "{}: {took:?}", at.world.name);
        assert!(at.world.running().await <= 8, "{}: at most twice the slots", at.world.name);
        let mut long = 0;
        for id in queued {
            let run = run::find_any(&at.backends.db, id).await.expect("find").expect("the run");
            assert_eq!(run.attempt, i32::from(run.status == RunStatus::Running), "{}: once each", at.world.name);
            long += usize::from(run.status == RunStatus::Queued && !run.is_short);
        }
        assert!(long > 0, "{}: runs that wait are classed again", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn users_with_backlogs_finish_alternately_and_no_run_is_lost_or_doubled() {
    in_each_mode(|at| async {
        let (bob, carol) = (bob(&at).await, bob(&at).await);
        let hers: Vec<NewRun> = (0..300).map(|_| of(carol, json!({"sleepMs": 5}))).collect();
        let his: Vec<NewRun> = (0..30).map(|_| of(bob, json!({"sleepMs": 5}))).collect();
        at.enqueue(&hers).await;
        at.enqueue(&his).await;
        let workers = [at.worker_with(four_slots(&at)), at.worker_with(four_slots(&at))];
        for run in &his {
            time_to_end(&at, run.id).await;
        }
        let first = run::find_any(&at.backends.db, hers[299].id).await.expect("find").expect("the run");
        assert!(!first.status.is_final(), "{}: his thirty end before her three hundred", at.world.name);
        for run in hers.iter().chain(&his) {
            time_to_end(&at, run.id).await;
            let ended = run::find_any(&at.backends.db, run.id).await.expect("find").expect("the run");
            assert_eq!(ended.attempt, 1, "{}: once each", at.world.name);
        }
        assert_eq!(at.world.running().await, 0, "{}", at.world.name);
        for lane in Lane::ALL {
            assert_eq!(at.backends.queue.depth(*lane).await.expect("depth"), 0, "{}", at.world.name);
        }
        for worker in workers {
            worker.stop().await;
        }
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn durations_are_measured_and_decide_what_counts_as_short() {
    in_each_mode(|at| async {
        let worker = at.worker_with(FleetSettings { lease: Duration::from_secs(3), ..four_slots(&at) });
        let first = at.probe(json!({"sleepMs": 1_500}));
        let stored = run::insert(&at.backends.db, &first).await.expect("insert").run;
        assert!(stored.is_short, "{}: a probe is expected to be short until one was measured", at.world.name);
        at.backends.queue.deliver(first.lane, &[stored.delivery()]).await.expect("deliver");
        at.ended(first.id).await;
        tokio::time::sleep(Duration::from_millis(1_500)).await;
        let next = run::insert(&at.backends.db, &at.probe(nothing())).await.expect("insert").run;
        assert!(!next.is_short, "{}: it was measured", at.world.name);
        let elsewhere = run::insert(&at.backends.db, &of(bob(&at).await, nothing())).await.expect("insert").run;
        assert!(elsewhere.is_short, "{}: only in that workspace", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}
