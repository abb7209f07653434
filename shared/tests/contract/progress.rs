//! What moves with time and with work done: trials, milestones, achievements.

use chrono::{DateTime, Duration, Utc};
use serde_json::{Value, json};
use shared::{
    domain::{
        milestone::{Milestone, MilestoneStatus as Status},
        new_id, now,
        opportunity::OpportunityStatus,
        run::{NewRun, RunKind},
    },
    store::{
        Db,
        achievement::{self, GOALS},
        event::{Audience, StoredEvent},
        milestone, opportunity, run, subscription, user,
        webhook::{self, NewWebhook},
    },
};
use uuid::Uuid;

use crate::{
    support::{add_website, at, execute, hard_texts, literal, opportunity as body, other_user, succeeded, within},
    world::{World, on_each_database},
};

fn changes(events: &[StoredEvent]) -> Vec<(Uuid, &str)> {
    let of_trials = events.iter().filter(|event| event.r#type == "user:subscription");
    of_trials.map(|event| (event.user_id, event.payload.0["change"].as_str().expect("a change"))).collect()
}

async fn advance(db: &Db, now: DateTime<Utc>) -> Vec<StoredEvent> {
    subscription::advance(db, now).await.expect("advance")
}

async fn set_trial(db: &Db, user: Uuid, plan: &str, end: Option<DateTime<Utc>>) -> Vec<StoredEvent> {
    within(db, async |tx| subscription::set(tx, user, plan, end, now()).await).await
}

async fn plan(db: &Db, user: Uuid) -> String {
    user::find(db, user).await.expect("find").expect("the account").plan
}

#[tokio::test]
async fn trial_is_announced_three_days_before_its_end_and_ends_at_its_moment() {
    on_each_database(|world| async {
        let (db, ada) = (&world.db, world.user_id);
        let end = at("2026-09-14T12:00:00Z");
        set_trial(db, ada, user::TRIAL_PLAN, Some(end)).await;
        let notice = end - subscription::NOTICE;
        assert!(advance(db, notice - Duration::microseconds(1)).await.is_empty(), "{}", world.name);
        assert_eq!(changes(&advance(db, notice).await), [(ada, "trial_ending")]);
        assert!(advance(db, notice).await.is_empty(), "notified once");
        assert!(advance(db, end - Duration::microseconds(1)).await.is_empty());
        assert_eq!(plan(db, ada).await, user::TRIAL_PLAN);
        let ended = advance(db, end).await;
        assert_eq!(changes(&ended), [(ada, "trial_ended")]);
        assert_eq!(ended[0].payload.0["plan"], subscription::FREE_PLAN);
        assert_eq!(ended.iter().filter(|event| event.r#type == "user:notification").count(), 1);
        assert_eq!(plan(db, ada).await, subscription::FREE_PLAN);
        assert!(advance(db, end + Duration::days(400)).await.is_empty(), "nothing follows");
        world
    })
    .await;
}

#[tokio::test]
async fn trial_found_after_its_end_ends_without_an_announcement() {
    on_each_database(|world| async {
        let (db, ada) = (&world.db, world.user_id);
        let end = at("2026-09-14T12:00:00Z");
        set_trial(db, ada, user::TRIAL_PLAN, Some(end)).await;
        let late = end + Duration::days(30);
        assert_eq!(changes(&advance(db, late).await), [(ada, "trial_ended")], "{}", world.name);
        assert!(advance(db, late).await.is_empty());
        world
    })
    .await;
}

#[tokio::test]
async fn trials_advanced_by_two_processes_notify_each_user_once() {
    on_each_database(|world| async {
        let db = &world.db;
        let end = at("2026-09-14T12:00:00Z");
        let mut users = vec![world.user_id];
        for n in 0..4 {
            users.push(other_user(&world, &format!("user{n}@example.com")).await.0);
        }
        for user in &users {
            set_trial(db, *user, user::TRIAL_PLAN, Some(end)).await;
        }
        let (a, b) = tokio::join!(advance(db, end), advance(db, end));
        let mut notified: Vec<Uuid> = changes(&a).iter().chain(&changes(&b)).map(|(user, _)| *user).collect();
        notified.sort_unstable();
        assert_eq!(notified, users, "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn plans_set_by_an_administrator_restart_their_notices() {
    on_each_database(|world| async {
        let (db, ada) = (&world.db, world.user_id);
        let end = at("2026-09-14T12:00:00Z");
        set_trial(db, ada, user::TRIAL_PLAN, Some(end)).await;
        advance(db, end).await;
        let later = end + Duration::days(10);
        let changed = set_trial(db, ada, user::TRIAL_PLAN, Some(later)).await;
        assert_eq!(changes(&changed), [(ada, "changed")], "{}", world.name);
        assert_eq!(changes(&advance(db, later - Duration::days(1)).await), [(ada, "trial_ending")], "again");
        let paid = set_trial(db, ada, "professional", None).await;
        assert_eq!(paid[0].payload.0, json!({"plan": "professional", "trialEndsAt": null, "change": "changed"}));
        assert!(advance(db, at("2999-01-01T00:00:00Z")).await.is_empty(), "no trial, no end");
        assert_eq!(plan(db, ada).await, "professional");
        set_trial(db, ada, user::TRIAL_PLAN, None).await;
        assert!(advance(db, at("2999-01-01T00:00:00Z")).await.is_empty(), "a trial without an end");
        world
    })
    .await;
}

async fn add_milestone(db: &Db, ws: Uuid, site: Uuid, due_at: Option<&str>) -> Uuid {
    let id = new_id();
    let due_at = due_at.map_or("NULL".to_owned(), |day| format!("'{day}'"));
    let (row, ws, site) = (literal(db, id), literal(db, ws), literal(db, site));
    execute(
        db,
        &format!(
            "INSERT INTO milestones (id, workspace_id, website_id, metric, title, description, status, target, current,
               unit, due_at, created_at) VALUES ({row}, {ws}, {site}, 'clicks', '100 clicks', '', 'in_progress', 100, 42.5,
               'clicks', {due_at}, '2026-01-01T00:00:00+00:00')"
        ),
    )
    .await;
    id
}

#[tokio::test]
async fn milestones_are_listed_found_and_changed_by_their_workspace_only() {
    on_each_database(|world| async {
        let (db, ws) = (&world.db, world.workspace_id);
        let (_, bobs) = other_user(&world, "bob@example.com").await;
        let (one, two) = (add_website(db, ws, "one.example").await, add_website(db, ws, "two.example").await);
        let first = add_milestone(db, ws, one, None).await;
        let second = add_milestone(db, ws, two, None).await;
        let ids = async |ws, site| {
            let rows = milestone::list(db, ws, site).await.expect("list");
            rows.into_iter().map(|row| row.id).collect::<Vec<_>>()
        };
        assert_eq!(ids(ws, None).await, [first, second], "{}: oldest first", world.name);
        assert_eq!((ids(ws, Some(two)).await, ids(bobs, None).await), (vec![second], Vec::new()));
        assert!(milestone::find(db, bobs, first).await.expect("find").is_none());
        let row = milestone::find(db, ws, first).await.expect("find").expect("it");
        assert_eq!((row.website_id, row.status, row.current), (one, Status::InProgress, 42.5));
        for title in hard_texts() {
            let done = at("2026-06-01T00:00:00.000001Z");
            let changed = Milestone {
                title: title.clone(),
                status: Status::Completed,
                target: 0.1,
                due_at: Some(done),
                completed_at: Some(done),
                ..row.clone()
            };
            assert!(within(db, async |tx| milestone::update(tx, bobs, &changed).await).await.is_none());
            let (stored, event) =
                within(db, async |tx| milestone::update(tx, ws, &changed).await).await.expect("the milestone");
            assert_eq!(json!(stored), json!(changed), "{}", world.name);
            assert_eq!((event.audience, event.r#type), (Audience::Workspace(ws), "performance:update"));
            assert_eq!(event.payload["milestone"]["title"], title);
        }
        world
    })
    .await;
}

#[tokio::test]
async fn milestones_are_missed_after_their_moment_unless_they_are_completed() {
    on_each_database(|world| async {
        let (db, ws) = (&world.db, world.workspace_id);
        let site = add_website(db, ws, "site.example").await;
        let due = "2026-06-01T00:00:00+00:00";
        let late = add_milestone(db, ws, site, Some(due)).await;
        let completed = add_milestone(db, ws, site, Some(due)).await;
        let open = add_milestone(db, ws, site, None).await;
        let row = milestone::find(db, ws, completed).await.expect("find").expect("it");
        let row = Milestone { status: Status::Completed, ..row };
        within(db, async |tx| milestone::update(tx, ws, &row).await).await;
        let miss = async |now: &str| milestone::miss(db, at(now)).await.expect("miss");
        assert_eq!(miss("2026-06-01T00:00:00Z").await, 0, "{}: at its moment", world.name);
        assert_eq!(miss("2026-06-01T00:00:00.000001Z").await, 1);
        assert_eq!(miss("2999-01-01T00:00:00Z").await, 0, "once");
        let status = async |id| milestone::find(db, ws, id).await.expect("find").expect("it").status;
        assert_eq!(
            (status(late).await, status(completed).await, status(open).await),
            (Status::Missed, Status::Completed, Status::InProgress)
        );
        world
    })
    .await;
}

async fn run_engine(world: &World, engine: &str) -> Vec<StoredEvent> {
    let new = NewRun {
        engine_id: Some(engine.to_owned()),
        ..NewRun::new(world.workspace_id, world.user_id, RunKind::Engine, json!({}))
    };
    run::insert(&world.db, &new).await.expect("insert");
    let run = world.claim(&[new.id], 100).await.runs.remove(0);
    run::finish(&world.db, &[succeeded(&run)], now()).await.expect("finish").events
}

fn earned(events: &[StoredEvent]) -> Vec<&str> {
    let of_goals = events.iter().filter(|event| event.r#type == "user:achievement");
    of_goals.map(|event| event.payload.0["achievement"]["id"].as_str().expect("an id")).collect()
}

async fn progress(db: &Db, user: Uuid) -> Value {
    let all = achievement::list(db, user).await.expect("list");
    assert_eq!(all.len(), GOALS.len(), "every goal is shown");
    all.into_iter().map(|one| (one.id.to_owned(), json!([one.progress, one.earned_at.is_some()]))).collect()
}

#[tokio::test]
async fn achievements_of_runs_are_earned_once_with_the_run_that_completes_them() {
    on_each_database(|world| async {
        let (db, ada) = (&world.db, world.user_id);
        assert_eq!(progress(db, ada).await["first-run"], json!([0.0, false]), "{}", world.name);
        assert_eq!(earned(&run_engine(&world, "keyword").await), ["first-run"]);
        assert!(earned(&run_engine(&world, "keyword").await).is_empty(), "the same engine again");
        for engine in ["causal", "pattern", "content"] {
            assert!(earned(&run_engine(&world, engine).await).is_empty(), "{engine}");
        }
        let shown = progress(db, ada).await;
        assert_eq!((&shown["five-engines"], &shown["first-run"]), (&json!([0.8, false]), &json!([1.0, true])));
        assert_eq!(earned(&run_engine(&world, "local").await), ["five-engines"]);
        let (bob, _) = other_user(&world, "bob@example.com").await;
        assert_eq!(progress(db, bob).await["first-run"], json!([0.0, false]), "another user's are their own");
        execute(db, "DELETE FROM runs").await;
        assert_eq!(progress(db, ada).await["five-engines"], json!([1.0, true]), "what is earned stays");
        world
    })
    .await;
}

#[tokio::test]
async fn achievements_of_deeds_count_the_workspaces_of_the_user() {
    on_each_database(|world| async {
        let (db, ws, ada) = (&world.db, world.workspace_id, world.user_id);
        let (bob, bobs) = other_user(&world, "bob@example.com").await;
        let implement = async |ws| {
            within(db, async |tx| {
                let row = opportunity::insert(tx, ws, None, &body("Do it", 1.0), now()).await?.expect("the row");
                opportunity::update(tx, ws, row.id, OpportunityStatus::Implemented, &row.body.0, now()).await
            })
            .await;
        };
        let after = async |user| {
            let events = within(db, async |tx| achievement::award_outcomes(tx, user, now()).await).await;
            events.iter().map(|event| event.payload["achievement"]["id"].clone()).collect::<Vec<_>>()
        };
        assert!(after(ada).await.is_empty(), "{}: nothing was done", world.name);
        implement(bobs).await;
        assert!(after(ada).await.is_empty(), "another workspace's");
        implement(ws).await;
        let (a, b) = tokio::join!(after(ada), after(ada));
        assert_eq!([a, b].concat(), [json!("first-implemented")], "{}: once", world.name);
        for _ in 0..9 {
            implement(ws).await;
        }
        assert_eq!(after(ada).await, [json!("ten-implemented")]);
        assert_eq!(after(bob).await, [json!("first-implemented")]);
        world
    })
    .await;
}

#[tokio::test]
async fn user_events_are_not_delivered_to_webhooks() {
    on_each_database(|world| async {
        let new = NewWebhook {
            id: new_id(),
            workspace_id: world.workspace_id,
            user_id: world.user_id,
            url: "https://receiver.example/".to_owned(),
            sealed_url: None,
            description: String::new(),
            events: shared::domain::webhook::WebhookEvent::ALL.to_vec(),
            nonce: vec![1],
        };
        webhook::insert(&world.db, &new, now()).await.expect("insert");
        set_trial(&world.db, world.user_id, "professional", None).await;
        let later = now() + Duration::seconds(1);
        assert!(webhook::due(&world.db, later, 10).await.expect("due").is_empty(), "{}", world.name);
        run_engine(&world, "keyword").await;
        let sent = webhook::due(&world.db, now(), 10).await.expect("due");
        assert_eq!(sent.iter().map(|one| one.event.as_str()).collect::<Vec<_>>(), ["run:finished"]);
        world
    })
    .await;
}
