//! Deployments: status, counts and runs follow from their sites; nothing is lost or done twice.

use chrono::Duration;
use serde_json::{Value, json};
use shared::{
    config::WorkspaceLimits,
    domain::{
        deployment::{Deployment, DeploymentKind, DeploymentStatus},
        new_id, now,
        run::{Lane, NewRun, Run, RunError, RunKind, RunStatus},
        site::SiteStatus,
    },
    store::{
        StoreError,
        deployment::{self, Acted, Batched, DeploymentFilter, NewDeployment, Reviews},
        run::{self, Finish, Outcome},
        site::NewSite,
    },
};
use uuid::Uuid;

use crate::{
    sites::{NO_LIMITS, build_of, found, hosted, new_site},
    support::{is_conflict, other_user, try_within, within},
    world::{World, on_each_database},
};

const PER_DAY: u32 = 1_000;

/// A deployment of some sites.
struct Batch {
    id: Uuid,
    sites: Vec<Uuid>,
}

fn of(world: &World, name: &str) -> NewDeployment {
    NewDeployment {
        id: new_id(),
        workspace_id: world.workspace_id,
        user_id: world.user_id,
        name: name.to_owned(),
        kind: DeploymentKind::Batch,
        plan: json!({"limit": 3}),
    }
}

async fn insert(world: &World, count: usize) -> Batch {
    let new = of(world, "Three \"sites\"");
    let sites: Vec<NewSite> = (0..count).map(|no| new_site(&format!("d{no}"))).collect();
    let (stored, due, events) =
        within(&world.db, async |tx| deployment::insert(tx, NO_LIMITS, &new, &sites, now()).await).await;
    assert_eq!((stored.status, due.len()), (DeploymentStatus::Building, count), "{}", world.name);
    assert!(events.iter().any(|event| event.r#type == "deployment:updated"), "{}", world.name);
    Batch { id: new.id, sites: sites.iter().map(|site| site.id).collect() }
}

async fn now_of(world: &World, batch: &Batch) -> Deployment {
    let found = deployment::find(&world.db, world.workspace_id, batch.id).await.expect("find").expect("it");
    let counts = found.counts;
    let all = counts.deployed + counts.errors + counts.waiting + counts.building + counts.deploying;
    assert_eq!(all, i64::from(found.sites_planned), "{}: {counts:?}", world.name);
    found
}

/// Claims the run of a site.
async fn claimed(world: &World, site_id: Uuid) -> Run {
    let run_id = found(world, site_id).await.run_id.expect("a run");
    let at = now();
    let claim = run::claim(&world.db, Lane::Batch, &[run_id], new_id(), 10_000, at, at + Duration::seconds(60)).await;
    claim.expect("claim").runs.remove(0)
}

async fn end(world: &World, run: &Run, outcome: Outcome, effects: Vec<run::Effect>) {
    let done = Finish { run: run.clone(), outcome, effects };
    run::finish(&world.db, &[done], now()).await.expect("finish");
}

fn broken() -> Outcome {
    Outcome::Failed(RunError::new("broken", "It broke. Mend it."))
}

async fn build(world: &World, site_id: Uuid, is_blocked: bool) {
    let run = claimed(world, site_id).await;
    let effect = build_of(world, site_id, &["one"], is_blocked);
    end(world, &run, Outcome::Succeeded(Value::Null), vec![effect.into()]).await;
}

async fn deploy(world: &World, site_id: Uuid) {
    let run = claimed(world, site_id).await;
    let release_id = found(world, site_id).await.latest_release_id.expect("a release");
    end(world, &run, Outcome::Succeeded(Value::Null), vec![hosted(site_id, release_id).into()]).await;
}

async fn approve(world: &World, batch: &Batch) -> Acted<Batched> {
    let key = (world.workspace_id, batch.id);
    deployment::approve(&world.db, (NO_LIMITS, PER_DAY), key, world.user_id, None, now()).await.expect("approve")
}

async fn retry(world: &World, batch: &Batch) -> Acted<Batched> {
    let key = (world.workspace_id, batch.id);
    deployment::retry(&world.db, (NO_LIMITS, PER_DAY), key, world.user_id, now()).await.expect("retry")
}

#[tokio::test]
async fn deployment_ends_when_each_site_is_live_or_has_an_error() {
    on_each_database(async |world| {
        let batch = insert(&world, 3).await;
        let [a, b, c] = batch.sites[..] else { panic!("three sites") };
        assert_eq!(now_of(&world, &batch).await.counts.building, 3, "{}", world.name);
        build(&world, a, false).await;
        build(&world, b, true).await;
        assert_eq!(now_of(&world, &batch).await.status, DeploymentStatus::Building, "{}", world.name);
        build(&world, c, false).await;
        let waiting = now_of(&world, &batch).await;
        assert_eq!((waiting.status, waiting.counts.built, waiting.counts.waiting), (DeploymentStatus::Waiting, 3, 2));
        assert_eq!((waiting.counts.errors, waiting.finished_at), (1, None), "{}: one is blocked", world.name);
        let Acted::Done(started) = approve(&world, &batch).await else { panic!("{}", world.name) };
        assert_eq!((started.due.len(), started.deployment.status), (2, DeploymentStatus::Deploying), "{}", world.name);
        assert!(matches!(approve(&world, &batch).await, Acted::Nothing), "{}: once", world.name);
        deploy(&world, a).await;
        let run = claimed(&world, c).await;
        end(&world, &run, broken(), Vec::new()).await;
        let ended = now_of(&world, &batch).await;
        assert_eq!((ended.status, ended.counts.deployed, ended.counts.errors), (DeploymentStatus::Failed, 1, 2));
        assert!(ended.finished_at.is_some() && ended.progress() == 100, "{}", world.name);
        let errors = deployment::errors(&world.db, world.workspace_id, batch.id, 9).await.expect("errors");
        let details: Vec<_> = errors.iter().map(|error| (error.site_id, error.detail.as_str())).collect();
        assert_eq!(details, [(b, "G07: too thin. Write more."), (c, "It broke. Mend it.")], "{}", world.name);
        let parent = world.run(ended.run_id.expect("a run")).await;
        assert_eq!((parent.status, parent.children_total, parent.children_done), (RunStatus::Failed, 5, 5));
        let Acted::Done(again) = retry(&world, &batch).await else { panic!("{}", world.name) };
        assert_eq!((again.due.len(), again.deployment.status), (2, DeploymentStatus::Building), "{}", world.name);
        let kinds = async |id| world.run(found(&world, id).await.run_id.expect("a run")).await.kind;
        assert_eq!((kinds(b).await, kinds(c).await), (RunKind::SiteBuild, RunKind::SiteDeploy), "{}", world.name);
        deploy(&world, c).await;
        build(&world, b, false).await;
        assert!(matches!(approve(&world, &batch).await, Acted::Done(_)), "{}", world.name);
        deploy(&world, b).await;
        let ended = now_of(&world, &batch).await;
        assert_eq!((ended.status, ended.counts.deployed, ended.counts.errors), (DeploymentStatus::Succeeded, 3, 0));
        assert!(matches!(retry(&world, &batch).await, Acted::Nothing), "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn sites_that_end_at_the_same_time_are_all_counted() {
    on_each_database(async |world| {
        let batch = insert(&world, 12).await;
        let mut runs = Vec::new();
        for id in &batch.sites {
            runs.push(claimed(&world, *id).await);
        }
        let (db, name) = (&world.db, world.name);
        let ends = runs.iter().enumerate().map(|(no, run)| {
            let id = batch.sites[no];
            let (outcome, effects) = if no % 3 == 0 {
                (broken(), Vec::new())
            } else {
                (Outcome::Succeeded(Value::Null), vec![build_of(&world, id, &["one"], false).into()])
            };
            let done = vec![Finish { run: run.clone(), outcome, effects }];
            async move {
                // As the finisher does: a deadlock that the database ended is tried again.
                for _ in 0..20 {
                    match run::finish(db, &done, now()).await {
                        Ok(_) => return,
                        Err(error) if error.is_transient() => continue,
                        Err(error) => panic!("{name}: {error}"),
                    }
                }
                panic!("{name}: it never ended");
            }
        });
        futures::future::join_all(ends).await;
        let found = now_of(&world, &batch).await;
        assert_eq!((found.status, found.counts.waiting, found.counts.errors), (DeploymentStatus::Waiting, 8, 4));
        world
    })
    .await;
}

#[tokio::test]
async fn pause_resume_and_cancel_act_on_the_runs() {
    on_each_database(async |world| {
        let (db, ws) = (&world.db, world.workspace_id);
        let batch = insert(&world, 3).await;
        let [a, b, c] = batch.sites[..] else { panic!("three sites") };
        let running = claimed(&world, a).await;
        let paused = deployment::pause(db, ws, batch.id, now()).await.expect("pause");
        assert!(
            matches!(&paused, Acted::Done((found, _)) if found.status == DeploymentStatus::Paused),
            "{}",
            world.name
        );
        assert!(matches!(deployment::pause(db, ws, batch.id, now()).await.expect("pause"), Acted::Nothing));
        assert!(matches!(retry(&world, &batch).await, Acted::Paused | Acted::Nothing), "{}", world.name);
        let done = build_of(&world, a, &["one"], false);
        end(&world, &running, Outcome::Succeeded(Value::Null), vec![done.into()]).await;
        assert!(matches!(approve(&world, &batch).await, Acted::Paused), "{}: resume it first", world.name);
        assert_eq!(found(&world, a).await.latest_approved_at, None, "{}: nothing is approved then", world.name);
        let Acted::Done(resumed) = deployment::resume(db, ws, batch.id, now()).await.expect("resume") else {
            panic!("{}", world.name)
        };
        assert_eq!((resumed.due.len(), resumed.deployment.status), (2, DeploymentStatus::Building), "{}", world.name);
        let running = claimed(&world, b).await;
        let Acted::Done((cancelled, held, _)) = deployment::cancel(db, ws, batch.id, now()).await.expect("cancel")
        else {
            panic!("{}", world.name)
        };
        assert_eq!((cancelled.status, held), (DeploymentStatus::Cancelled, vec![running.id]), "{}", world.name);
        end(&world, &running, Outcome::Cancelled, Vec::new()).await;
        let statuses = [found(&world, a).await, found(&world, b).await, found(&world, c).await].map(|site| site.status);
        assert_eq!(statuses, [SiteStatus::Waiting, SiteStatus::Draft, SiteStatus::Draft], "{}", world.name);
        let after = now_of(&world, &batch).await;
        assert_eq!((after.counts.errors, after.counts.deployed), (3, 0), "{}", world.name);
        assert!(matches!(approve(&world, &batch).await, Acted::Nothing), "{}: it is cancelled", world.name);
        let Acted::Done(again) = retry(&world, &batch).await else { panic!("{}", world.name) };
        assert_eq!((again.due.len(), again.deployment.status), (2, DeploymentStatus::Building), "{}", world.name);
        build(&world, b, false).await;
        build(&world, c, false).await;
        assert!(matches!(approve(&world, &batch).await, Acted::Done(_)), "{}", world.name);
        for id in [a, b, c] {
            deploy(&world, id).await;
        }
        assert_eq!(now_of(&world, &batch).await.status, DeploymentStatus::Succeeded, "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn waiting_deployment_is_cancelled_and_deleted_sites_are_errors() {
    on_each_database(async |world| {
        let (db, ws) = (&world.db, world.workspace_id);
        let batch = insert(&world, 2).await;
        for id in &batch.sites {
            build(&world, *id, false).await;
        }
        let archived = within(db, async |tx| shared::store::site::archive(tx, ws, batch.sites[0], now()).await).await;
        assert!(matches!(archived, shared::store::site::Archived::Done(_)), "{}", world.name);
        let found = now_of(&world, &batch).await;
        assert_eq!((found.status, found.counts.waiting, found.counts.errors), (DeploymentStatus::Waiting, 1, 1));
        let done = deployment::cancel(db, ws, batch.id, now()).await.expect("cancel");
        assert!(matches!(done, Acted::Done((ref found, ..)) if found.status == DeploymentStatus::Cancelled));
        assert!(matches!(deployment::cancel(db, ws, batch.id, now()).await.expect("cancel"), Acted::Nothing));
        assert_eq!(now_of(&world, &batch).await.counts.errors, 2, "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn approval_is_of_the_releases_that_were_looked_at() {
    on_each_database(async |world| {
        let batch = insert(&world, 2).await;
        let [a, b] = batch.sites[..] else { panic!("two sites") };
        build(&world, a, false).await;
        let (db, key) = (&world.db, (world.workspace_id, batch.id));
        let seen = deployment::waiting_version(db, key.0, key.1).await.expect("version");
        build(&world, b, false).await;
        let approve = async |version: &str| {
            let reviews = Reviews { seen: Some(version.to_owned()), ..Reviews::default() };
            let limits = (NO_LIMITS, PER_DAY);
            deployment::approve(db, limits, key, world.user_id, Some(&reviews), now()).await.expect("approve")
        };
        assert!(matches!(approve(&seen).await, Acted::Changed), "{}", world.name);
        assert_eq!(now_of(&world, &batch).await.counts.waiting, 2, "{}: nothing is approved", world.name);
        let seen = deployment::waiting_version(db, key.0, key.1).await.expect("version");
        let Acted::Done(started) = approve(&seen).await else { panic!("{}", world.name) };
        assert_eq!(started.due.len(), 2, "{}", world.name);
        assert!(matches!(approve(&seen).await, Acted::Nothing), "{}: nothing waits any more", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn first_deployments_are_spread_over_days() {
    on_each_database(async |world| {
        let batch = insert(&world, 5).await;
        for id in &batch.sites {
            build(&world, *id, false).await;
        }
        let at = now();
        let key = (world.workspace_id, batch.id);
        let acted =
            deployment::approve(&world.db, (NO_LIMITS, 2), key, world.user_id, None, at).await.expect("approve");
        let Acted::Done(started) = acted else { panic!("{}", world.name) };
        assert_eq!(started.due.len(), 2, "{}: the others are due later", world.name);
        let mut days = Vec::new();
        for id in &batch.sites {
            let run = world.run(found(&world, *id).await.run_id.expect("a run")).await;
            days.push((run.run_at.date_naive() - at.date_naive()).num_days());
        }
        assert_eq!(days, [0, 0, 1, 1, 2], "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn deployment_of_a_taken_slug_or_over_the_limit_stores_nothing() {
    on_each_database(async |world| {
        let (db, ws) = (&world.db, world.workspace_id);
        let new = of(&world, "Twice");
        let twice = [new_site("same"), new_site("same")];
        let refused = try_within(db, async |tx| deployment::insert(tx, NO_LIMITS, &new, &twice, now()).await).await;
        assert!(is_conflict(&refused), "{}", world.name);
        let limits = WorkspaceLimits { runs_per_day: Some(2), ..NO_LIMITS };
        let three: Vec<NewSite> = (0..3).map(|no| new_site(&format!("over-{no}"))).collect();
        let refused = try_within(db, async |tx| deployment::insert(tx, limits, &new, &three, now()).await).await;
        assert!(matches!(refused, Err(StoreError::OverLimit(_))), "{}", world.name);
        assert!(
            deployment::list(db, ws, DeploymentFilter::default(), 9).await.expect("list").items.is_empty(),
            "{}",
            world.name
        );
        let (_, other_ws) = other_user(&world, "eve@example.com").await;
        let batch = insert(&world, 1).await;
        assert!(deployment::find(db, other_ws, batch.id).await.expect("find").is_none(), "{}", world.name);
        assert!(deployment::errors(db, other_ws, batch.id, 9).await.expect("errors").is_empty(), "{}", world.name);
        let foreign = deployment::cancel(db, other_ws, batch.id, now()).await.expect("cancel");
        assert!(matches!(foreign, Acted::NotFound), "{}", world.name);
        let key = (other_ws, batch.id);
        let foreign = deployment::approve(db, (NO_LIMITS, 1), key, world.user_id, None, now()).await.expect("approve");
        assert!(matches!(foreign, Acted::NotFound), "{}", world.name);
        let active = DeploymentFilter { is_active: true, ..DeploymentFilter::default() };
        let active = deployment::list(db, ws, active, 9).await.expect("list").items;
        assert_eq!(active.iter().map(|found| found.id).collect::<Vec<_>>(), [batch.id], "{}", world.name);
        for (status, count) in [(DeploymentStatus::Building, 1), (DeploymentStatus::Paused, 0)] {
            let filter = DeploymentFilter { status: Some(status), ..DeploymentFilter::default() };
            let found = deployment::list(db, ws, filter, 9).await.expect("list").items;
            assert_eq!(found.len(), count, "{}: {status:?}", world.name);
        }
        deployment::pause(db, ws, batch.id, now()).await.expect("pause");
        let paused = DeploymentFilter { status: Some(DeploymentStatus::Paused), ..DeploymentFilter::default() };
        assert_eq!(deployment::list(db, ws, paused, 9).await.expect("list").items.len(), 1, "{}", world.name);
        world
    })
    .await;
}

#[tokio::test]
async fn parent_takes_more_than_a_thousand_children() {
    on_each_database(async |world| {
        let parent = NewRun::new(world.workspace_id, world.user_id, RunKind::Batch, json!({}));
        let children: Vec<NewRun> =
            (0..2_500).map(|_| NewRun { parent_id: Some(parent.id), ..world.probe() }).collect();
        let (stored, due) = run::insert_parent(&world.db, NO_LIMITS, &parent, &children).await.expect("insert");
        assert_eq!((stored.children_total, due.len()), (2_500, 2_500), "{}", world.name);
        world
    })
    .await;
}
