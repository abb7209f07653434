//! Campaigns: a step for each day, once, within the budget, whatever dies and however many workers there are.

use std::time::Duration;

use serde_json::json;
use shared::{
    domain::{
        campaign::{
            CampaignAction, CampaignBudget, CampaignDecision, CampaignFigures, CampaignGoal, CampaignGoalKind,
            CampaignMarket, CampaignPlan, CampaignRules, CampaignSite, CampaignStatus, CampaignTargets,
            CampaignTargetsKind,
        },
        deployment::DeploymentStatus,
        ledger::{LedgerReason, LedgerSubject, Transaction},
        new_id, now,
        run::{Lane, NewRun, Run, RunKind, RunStatus},
        site::{SiteKind, SiteStatus},
    },
    store::{
        Tx,
        campaign::{self, Moved},
        deployment, kill_switch, ledger, run,
        site::{self, SiteFilter},
    },
};
use uuid::Uuid;

use crate::{
    installation::{Installation, in_each_mode},
    sites::{NO_LIMITS, operator, settings},
};

/// Places with a market of plumbing.
const PLACES: [&str; 4] = ["4553433", "5586437", "4174757", "4930956"];

fn plan(places: &[&str]) -> CampaignPlan {
    let market = |place: &&str| CampaignMarket { vertical: "plumbing".to_owned(), place: (*place).to_owned() };
    CampaignPlan {
        name: "Plumbers".to_owned(),
        goal: CampaignGoal { kind: CampaignGoalKind::LiveSites, target: 100, by: None },
        targets: CampaignTargets {
            kind: CampaignTargetsKind::Markets,
            markets: places.iter().map(market).collect(),
            verticals: Vec::new(),
            states: Vec::new(),
            min_population: None,
            tiers: Vec::new(),
        },
        site: CampaignSite { kind: SiteKind::Goldmine, theme: None, target_id: None },
        rules: CampaignRules { min_score: 0.0, min_confidence: 0.0, sites_per_day: 2, ..CampaignRules::default() },
        budget: CampaignBudget { total_cents: 100_000, cost_per_site_cents: 4_000, provider_cents: 0 },
    }
}

async fn stored(at: &Installation, plan: &CampaignPlan) -> Uuid {
    let id = new_id();
    let mut tx = at.world.db.begin().await.expect("begin");
    let key = (at.world.workspace_id, at.world.user_id);
    campaign::insert(&mut tx, key, id, plan, now()).await.expect("insert");
    tx.commit().await.expect("commit");
    id
}

/// Launches a campaign like the API; returns the run of its first step, which is not delivered.
async fn launched(at: &Installation, plan: &CampaignPlan) -> (Uuid, Run) {
    let id = stored(at, plan).await;
    let mut tx = at.world.db.begin().await.expect("begin");
    let key = (at.world.workspace_id, id);
    let moved = campaign::launch(&mut tx, NO_LIMITS, key, at.world.user_id, now()).await.expect("launch");
    tx.commit().await.expect("commit");
    let Moved::Done(Some(run), _) = moved else { panic!("{}: {moved:?}", at.world.name) };
    (id, *run)
}

async fn delivered(at: &Installation, run: &Run) -> Run {
    at.backends.queue.deliver(run.lane, &[run.delivery()]).await.expect("deliver");
    at.ended(run.id).await
}

async fn found(at: &Installation, id: Uuid) -> shared::domain::campaign::Campaign {
    campaign::find(&at.world.db, at.world.workspace_id, id).await.expect("find").expect("the campaign")
}

async fn actions(at: &Installation, id: Uuid) -> Vec<CampaignAction> {
    campaign::actions(&at.world.db, (at.world.workspace_id, id), None, None, 1_000).await.expect("actions").items
}

async fn started(at: &Installation, id: Uuid) -> Vec<CampaignAction> {
    let all = actions(at, id).await;
    all.into_iter().filter(|one| one.decision == CampaignDecision::Deployed).collect()
}

async fn figures(at: &Installation, id: Uuid) -> CampaignFigures {
    let all = campaign::figures(&at.world.db, at.world.workspace_id, Some(id), now().date_naive()).await;
    all.expect("figures").get(&id).copied().unwrap_or_default()
}

/// Another run for the step of today.
fn again(at: &Installation, id: Uuid) -> NewRun {
    let payload = json!({"campaignId": id, "day": now().date_naive()});
    NewRun::new(at.world.workspace_id, at.world.user_id, RunKind::Campaign, payload)
}

async fn switch(at: &Installation, is_on: bool) {
    let mut tx = at.world.db.begin().await.expect("begin");
    let scope = kill_switch::Scope::Workspace(at.world.workspace_id);
    kill_switch::set(&mut tx, scope, is_on, "", Some(at.world.user_id), now()).await.expect("set");
    tx.commit().await.expect("commit");
}

async fn set_time(at: &Installation, id: Uuid, next_at: &str, last_day: &str) {
    let sql = format!("UPDATE campaigns SET next_at = {next_at}, last_day = {last_day} WHERE id = $1");
    execute(at, &sql, id).await;
}

async fn execute(at: &Installation, sql: &str, id: Uuid) {
    let sql = sqlx::AssertSqlSafe(sql.to_owned());
    let mut tx = at.world.db.begin().await.expect("begin");
    match &mut tx {
        Tx::Postgres(tx) => sqlx::query(sql).bind(id).execute(&mut **tx).await.map(drop),
        Tx::Sqlite(tx) => sqlx::query(sql).bind(id).execute(&mut **tx).await.map(drop),
    }
    .expect("a statement");
    tx.commit().await.expect("commit");
}

#[tokio::test(flavor = "multi_thread")]
async fn step_starts_sites_that_wait_for_a_person() {
    in_each_mode(|at| async {
        operator(&at).await;
        let worker = at.worker_with(settings(&at).await);
        let (id, run) = launched(&at, &plan(&PLACES[..3])).await;
        let run = delivered(&at, &run).await;
        assert_eq!(run.status, RunStatus::Succeeded, "{}: {:?}", at.world.name, run.error);
        let all = actions(&at, id).await;
        let words: Vec<&str> = all.iter().map(|one| one.decision.as_str()).collect();
        assert_eq!(words, ["deployed", "deployed", "waiting"], "{}: {all:?}", at.world.name);
        assert_eq!(all[2].reason, "2 of 2 sites today");
        assert_eq!(all.iter().map(|one| one.cost_cents).sum::<i64>(), 8_000);
        let deployment_id = all[1].deployment_id.expect("a deployment");
        let (db, ws) = (&at.world.db, at.world.workspace_id);
        // Built, and then waiting: nothing is deployed before a person approves it.
        let mut waits = None;
        for _ in 0..600 {
            let current = deployment::find(db, ws, deployment_id).await.expect("find").expect("the deployment");
            if current.status != DeploymentStatus::Building {
                waits = Some(current);
                break;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        let deployment = waits.unwrap_or_else(|| panic!("{}: the sites are not built", at.world.name));
        assert_eq!((deployment.sites_planned, deployment.approved_at, deployment.counts.deployed), (2, None, 0));
        let sites = site::list(db, ws, &SiteFilter::default(), 10).await.expect("sites").items;
        assert!(sites.iter().all(|one| one.live_release_id.is_none()), "{}", at.world.name);
        assert!(sites.iter().any(|one| one.status == SiteStatus::Waiting), "{}: {sites:?}", at.world.name);
        let campaign = found(&at, id).await;
        let today = now().date_naive();
        assert_eq!((campaign.status, campaign.last_day), (CampaignStatus::Active, Some(today)));
        assert!(campaign.next_at.is_some_and(|at| at > now()), "{campaign:?}");
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn step_starts_one_site_for_a_metropolitan_area() {
    in_each_mode(|at| async {
        operator(&at).await;
        let worker = at.worker_with(settings(&at).await);
        // Oklahoma City and Norman are one area.
        let mut plan = plan(&["4544349", "4543762", "4553433"]);
        plan.rules.min_monthly_profit_cents = -100_000;
        let (id, run) = launched(&at, &plan).await;
        assert_eq!(delivered(&at, &run).await.status, RunStatus::Succeeded, "{}", at.world.name);
        let all = actions(&at, id).await;
        let found: Vec<(&str, &str)> = all.iter().map(|one| (one.place.as_str(), one.decision.as_str())).collect();
        let wanted = [("Tulsa, OK", "deployed"), ("Oklahoma City, OK", "deployed"), ("Norman, OK", "skipped")];
        assert_eq!(found, wanted, "{}: {all:?}", at.world.name);
        assert_eq!(all[2].reason, "a better market serves the same metropolitan area: Oklahoma City, OK");
        // A campaign after it finds the area taken, and spends nothing on it.
        plan.targets.markets.retain(|market| market.place == "4543762");
        let (other, run) = launched(&at, &plan).await;
        assert_eq!(delivered(&at, &run).await.status, RunStatus::Succeeded, "{}", at.world.name);
        let reasons: Vec<String> = actions(&at, other).await.into_iter().map(|one| one.reason).collect();
        assert_eq!(reasons, ["a site of this trade serves Oklahoma City, OK already"], "{}", at.world.name);
        assert_eq!(figures(&at, other).await.spent_cents, 0, "{}", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn reconciler_starts_one_step_a_day_and_none_while_the_kill_switch_is_on() {
    in_each_mode(|at| async {
        operator(&at).await;
        let (id, first) = launched(&at, &plan(&PLACES[..2])).await;
        let worker = at.worker_with(settings(&at).await);
        // Nobody delivered the run; the reconciler does.
        assert_eq!(at.ended(first.id).await.status, RunStatus::Succeeded, "{}", at.world.name);
        assert_eq!(started(&at, id).await.len(), 2, "{}", at.world.name);
        switch(&at, true).await;
        let yesterday = now().date_naive().pred_opt().expect("a day");
        set_time(&at, id, "created_at", &format!("'{yesterday}'")).await;
        tokio::time::sleep(Duration::from_secs(3)).await;
        assert_eq!(found(&at, id).await.run_id, Some(first.id), "{}: the switch is on", at.world.name);
        // A run that is stored already does nothing either.
        let late = at.enqueue(&[again(&at, id)]).await[0];
        assert_eq!(at.ended(late).await.status, RunStatus::Succeeded);
        let result = run::result(&at.world.db, at.world.workspace_id, late).await.expect("result").expect("it");
        assert_eq!(result["note"], "The kill switch is on.");
        assert_eq!(started(&at, id).await.len(), 2, "{}", at.world.name);
        switch(&at, false).await;
        for _ in 0..200 {
            if found(&at, id).await.run_id != Some(first.id) {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let second = found(&at, id).await.run_id.expect("a run");
        assert_ne!(second, first.id, "{}: the switch is off", at.world.name);
        assert_eq!(at.ended(second).await.status, RunStatus::Succeeded);
        assert_eq!(actions(&at, id).await.len(), 2, "{}: its own markets are not decided about again", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn budget_holds_when_workers_race_on_one_day() {
    in_each_mode(|at| async {
        operator(&at).await;
        let mut plan = plan(&PLACES);
        plan.rules.sites_per_day = 4;
        plan.budget.total_cents = 9_000;
        let (id, first) = launched(&at, &plan).await;
        let others: Vec<NewRun> = (0..7).map(|_| again(&at, id)).collect();
        let workers = [at.worker_with(settings(&at).await), at.worker_with(settings(&at).await)];
        let mut ids = at.enqueue(&others).await;
        at.backends.queue.deliver(Lane::Batch, &[first.delivery()]).await.expect("deliver");
        ids.push(first.id);
        for run in ids {
            let run = at.ended(run).await;
            assert_eq!(run.status, RunStatus::Succeeded, "{}: {:?}", at.world.name, run.error);
        }
        let sites = started(&at, id).await;
        assert_eq!(sites.len(), 2, "{}: $90 pay for two sites of $40: {sites:?}", at.world.name);
        assert_eq!(figures(&at, id).await.spent_cents, 8_000, "{}", at.world.name);
        let count = site::count(&at.world.db, at.world.workspace_id).await.expect("count");
        assert_eq!(count, 2, "{}", at.world.name);
        let campaign = found(&at, id).await;
        assert_eq!(campaign.status, CampaignStatus::Paused, "{}", at.world.name);
        let reason = "The budget is used up: $10 left, a site costs $40.";
        assert_eq!(campaign.pause_reason.as_deref(), Some(reason), "{}", at.world.name);
        for worker in workers {
            worker.stop().await;
        }
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_campaigns_never_take_the_same_market() {
    in_each_mode(|at| async {
        operator(&at).await;
        let mut plan = plan(&PLACES);
        plan.rules.sites_per_day = 4;
        let (one, first) = launched(&at, &plan).await;
        let (other, second) = launched(&at, &plan).await;
        let workers = [at.worker_with(settings(&at).await), at.worker_with(settings(&at).await)];
        at.backends.queue.deliver(Lane::Batch, &[first.delivery(), second.delivery()]).await.expect("deliver");
        for run in [first.id, second.id] {
            assert_eq!(at.ended(run).await.status, RunStatus::Succeeded, "{}", at.world.name);
        }
        let (mine, theirs) = (started(&at, one).await.len(), started(&at, other).await.len());
        assert_eq!((mine.max(theirs), mine.min(theirs)), (4, 0), "{}", at.world.name);
        let loser = if mine == 0 { one } else { other };
        let reasons: Vec<String> = actions(&at, loser).await.into_iter().map(|one| one.reason).collect();
        assert_eq!(reasons, vec!["this market has a site already".to_owned(); 4], "{}", at.world.name);
        for worker in workers {
            worker.stop().await;
        }
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn step_of_a_dead_worker_is_done_once() {
    in_each_mode(|at| async {
        operator(&at).await;
        let (id, first) = launched(&at, &plan(&PLACES)).await;
        // A worker claims the run, does the step, and dies before it can report the end of the run.
        let worker_id = new_id();
        let lost = claimed(&at, first.id, worker_id).await;
        let candidates = candidates(&at, id).await;
        let sites = shared::config::SiteSettings { new_sites_per_day: 100, ..shared::config::SiteSettings::default() };
        let step = campaign::Step {
            run: &lost,
            campaign_id: id,
            day: now().date_naive(),
            candidates: &candidates,
            sites: &sites,
            limits: NO_LIMITS,
            metro_of: markets::metro_of,
        };
        let stepped = campaign::step(&at.world.db, &step, now()).await.expect("step");
        assert!(matches!(stepped, campaign::Stepped::Done(_)), "{}: {stepped:?}", at.world.name);
        let worker = at.worker_with(settings(&at).await);
        let run = at.ended(first.id).await;
        assert_eq!((run.status, run.attempt), (RunStatus::Succeeded, 2), "{}: {:?}", at.world.name, run.error);
        assert_eq!(started(&at, id).await.len(), 2, "{}", at.world.name);
        let count = site::count(&at.world.db, at.world.workspace_id).await.expect("count");
        assert_eq!(count, 2, "{}", at.world.name);
        // The attempt that was lost changes nothing any more.
        let stepped = campaign::step(&at.world.db, &step, now()).await.expect("step");
        assert!(matches!(stepped, campaign::Stepped::Gone), "{}: {stepped:?}", at.world.name);
        worker.stop().await;
        at
    })
    .await;
}

async fn claimed(at: &Installation, id: Uuid, worker_id: Uuid) -> Run {
    let until = now() + chrono::Duration::seconds(2);
    let claim = run::claim(&at.world.db, Lane::Batch, &[id], worker_id, 100, now(), until).await.expect("claim");
    claim.runs.into_iter().next().expect("a queued run")
}

async fn candidates(at: &Installation, id: Uuid) -> Vec<shared::domain::campaign::Candidate> {
    let targets = found(at, id).await.targets.0;
    let own = markets::own(&at.world.db, at.world.workspace_id).await.expect("own data");
    let params = engines::local::Parameters::default().check().expect("defaults");
    let day = markets::day(now().date_naive());
    let pool = markets::pool(&own, &targets, day, &params, &engines::common::Unattended).expect("markets");
    markets::select(&targets, pool)
}

#[tokio::test(flavor = "multi_thread")]
async fn campaign_is_paused_without_an_operator_and_finished_at_its_goal() {
    in_each_mode(|at| async {
        let worker = at.worker_with(settings(&at).await);
        let (id, run) = launched(&at, &plan(&PLACES)).await;
        assert_eq!(delivered(&at, &run).await.status, RunStatus::Succeeded, "{}", at.world.name);
        let campaign = found(&at, id).await;
        assert_eq!(campaign.status, CampaignStatus::Paused, "{}", at.world.name);
        assert!(campaign.pause_reason.is_some_and(|text| text.contains("legal name")), "{}", at.world.name);
        assert!(started(&at, id).await.is_empty(), "{}", at.world.name);
        operator(&at).await;
        let mut rich = plan(&PLACES[..1]);
        rich.goal = CampaignGoal { kind: CampaignGoalKind::MonthlyRevenue, target: 5_000, by: None };
        let (id, run) = launched(&at, &rich).await;
        assert_eq!(delivered(&at, &run).await.status, RunStatus::Succeeded, "{}", at.world.name);
        let site_id = started(&at, id).await[0].site_id.expect("a site");
        for (key, reason, cents) in [
            ("rent", LedgerReason::Rent, 6_000),
            ("domain", LedgerReason::Domain, 4_500),
            ("old", LedgerReason::Rent, 1),
        ] {
            let posted = Transaction::of(reason, key, "USD", cents, now()).expect("a transaction");
            let subject = LedgerSubject { website_id: Some(site_id), ..LedgerSubject::default() };
            let mut tx = at.world.db.begin().await.expect("begin");
            ledger::post(&mut tx, at.world.workspace_id, &posted.about(subject), None, now()).await.expect("post");
            tx.commit().await.expect("commit");
        }
        let earned = figures(&at, id).await;
        assert_eq!((earned.spent_cents, earned.revenue_cents), (4_500, 6_001), "{}: the ledger counts", at.world.name);
        set_time(&at, id, "next_at", "NULL").await;
        let run = at.enqueue(&[again(&at, id)]).await[0];
        assert_eq!(at.ended(run).await.status, RunStatus::Succeeded, "{}", at.world.name);
        let campaign = found(&at, id).await;
        assert_eq!(campaign.status, CampaignStatus::Finished, "{}", at.world.name);
        let reason = "The goal is reached: $50 of revenue in 30 days.";
        assert_eq!(campaign.pause_reason.as_deref(), Some(reason), "{}", at.world.name);
        assert_eq!(campaign.next_at, None);
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn failed_step_is_tried_again_later_and_a_removed_person_pauses_the_campaign() {
    in_each_mode(|at| async {
        operator(&at).await;
        let worker = at.worker_with(settings(&at).await);
        let mut wrong = plan(&PLACES);
        wrong.targets.markets[1].place = "0".to_owned();
        let (id, run) = launched(&at, &wrong).await;
        let run = delivered(&at, &run).await;
        assert_eq!(run.error.map(|error| error.0.r#type), Some("markets-unknown".to_owned()), "{}", at.world.name);
        let campaign = found(&at, id).await;
        assert_eq!((campaign.status, campaign.last_day), (CampaignStatus::Active, None), "{}", at.world.name);
        assert!(campaign.next_at.is_some_and(|at| at > now()), "{}: {campaign:?}", at.world.name);
        worker.stop().await;
        execute(&at, "UPDATE members SET role = 'viewer' WHERE workspace_id = $1", at.world.workspace_id).await;
        set_time(&at, id, "created_at", "NULL").await;
        let begun = campaign::start_day(&at.world.db, NO_LIMITS, (at.world.workspace_id, id), now()).await;
        assert!(begun.expect("start").run.is_none(), "{}", at.world.name);
        let campaign = found(&at, id).await;
        assert_eq!(campaign.status, CampaignStatus::Paused, "{}", at.world.name);
        assert!(campaign.pause_reason.is_some_and(|text| text.contains("may no longer change")), "{}", at.world.name);
        at
    })
    .await;
}
