//! Plans: planned, approved, executed once, verified, undone; stopped by the kill switch.

use engines::execution::{
    Action, Request,
    record::{AnnotationRecord, ExperimentRecord, TaskRecord, WHEN_DONE},
};
use serde_json::json;
use shared::{
    domain::{
        annotation::AnnotationKind,
        new_id, now,
        opportunity::{OpportunityBody, OpportunityStatus},
        plan::{Decision, Plan, PlanStatus, PlanStep, StepOutcome},
        run::{NewRun, RunKind, RunStatus},
    },
    store::{
        annotation::{self, AnnotationBody},
        experiment,
        kill_switch::{self, Scope},
        opportunity,
        plan::{self, NewPlan},
    },
};
use uuid::Uuid;

use crate::{
    engine::website,
    installation::{Installation, in_each_mode},
};

async fn found_opportunity(at: &Installation) -> Uuid {
    let body = OpportunityBody {
        title: "Answer the question".into(),
        category: "striking_distance".into(),
        difficulty: None,
        score: 50.0,
        engine_id: None,
        keyword: None,
        impact: None,
        effort_minutes: None,
        quick_win: false,
        automated: false,
        edited: false,
        evidence: json!([]),
    };
    let mut tx = at.backends.db.begin().await.expect("begin");
    let found = opportunity::insert(&mut tx, at.world.workspace_id, None, &body, now()).await.expect("insert");
    tx.commit().await.expect("commit");
    found.expect("an opportunity").id
}

fn request(id: &str, action: Action) -> serde_json::Value {
    let request = Request { id: id.into(), action, depends_on: Vec::new(), reason: None, impact_cents: None };
    serde_json::to_value(request).expect("JSON")
}

fn implementing(opportunity: Uuid) -> Action {
    let status = "implementing".into();
    Action::SetOpportunityStatus { site: "workspace".into(), opportunity: opportunity.to_string(), status }
}

fn note(id: Uuid) -> Action {
    let note = AnnotationRecord {
        website: None,
        day: "2026-10-01".into(),
        change: "edit".into(),
        title: "Work began".into(),
        detail: String::new(),
        pages: Vec::new(),
    };
    Action::AddAnnotation { site: "workspace".into(), annotation: id.to_string(), note }
}

/// Returns a plan as created by a run.
async fn planned(at: &Installation, requests: Vec<serde_json::Value>) -> Uuid {
    let (ws, user, id) = (at.world.workspace_id, at.world.user_id, new_id());
    let run = NewRun::new(ws, user, RunKind::Plan, json!({"planId": id}));
    let new = NewPlan { id, website_id: None, title: "Begin".into(), reason: String::new(), source: None, requests };
    let mut tx = at.backends.db.begin().await.expect("begin");
    plan::insert(&mut tx, ws, user, run.id, &new, now()).await.expect("insert");
    tx.commit().await.expect("commit");
    ended(at, run).await;
    id
}

async fn ended(at: &Installation, run: NewRun) {
    at.enqueue(std::slice::from_ref(&run)).await;
    let ended = at.ended(run.id).await;
    assert_eq!(ended.status, RunStatus::Succeeded, "{}: {:?}", at.world.name, ended.error);
}

async fn approve(at: &Installation, id: Uuid, step: &str) {
    let mut tx = at.backends.db.begin().await.expect("begin");
    assert!(plan::decide(&mut tx, id, step, Decision::Approved, at.world.user_id, now()).await.expect("decide"));
    tx.commit().await.expect("commit");
}

/// Starts a run on the plan and returns the resulting plan.
async fn work(at: &Installation, kind: RunKind, id: Uuid) -> (Plan, Vec<PlanStep>) {
    let (db, ws) = (&at.backends.db, at.world.workspace_id);
    let run = NewRun::new(ws, at.world.user_id, kind, json!({"planId": id}));
    let mut tx = db.begin().await.expect("begin");
    plan::set_status(&mut tx, ws, id, PlanStatus::Running, "", Some(run.id), now()).await.expect("set");
    tx.commit().await.expect("commit");
    ended(at, run).await;
    let found = plan::find(db, ws, id).await.expect("find").expect("it");
    (found, plan::steps(db, ws, id).await.expect("steps"))
}

/// Returns the plan that implements an opportunity, as requested by the API.
async fn implementation(at: &Installation, opportunity: Uuid, site: Uuid, note: Uuid) -> Uuid {
    let (ws, user, id, workspace) = (at.world.workspace_id, at.world.user_id, new_id(), "workspace".to_owned());
    let task = TaskRecord { website: Some(site.to_string()), title: "Do it".into(), detail: String::new() };
    let record = AnnotationRecord {
        website: Some(site.to_string()),
        day: WHEN_DONE.into(),
        change: "edit".into(),
        title: "Do it".into(),
        detail: String::new(),
        pages: Vec::new(),
    };
    let task = Request {
        id: "task".into(),
        action: Action::CompleteTask { site: workspace.clone(), id: new_id().to_string(), task },
        depends_on: Vec::new(),
        reason: None,
        impact_cents: None,
    };
    let noted = Request {
        id: "note".into(),
        action: Action::AddAnnotation { site: workspace, annotation: note.to_string(), note: record },
        depends_on: vec!["task".into()],
        reason: None,
        impact_cents: None,
    };
    let requests = [task, noted].iter().map(|one| serde_json::to_value(one).expect("JSON")).collect();
    let source = Some(format!("opportunity:{opportunity}"));
    let new = NewPlan { id, website_id: Some(site), title: "Do it".into(), reason: String::new(), source, requests };
    let run = NewRun::new(ws, user, RunKind::Plan, json!({"planId": id}));
    let mut tx = at.backends.db.begin().await.expect("begin");
    let found = opportunity::find(&mut tx, ws, opportunity).await.expect("find").expect("it");
    let begun = OpportunityStatus::Implementing;
    opportunity::update(&mut tx, ws, opportunity, begun, &found.body.0, now()).await.expect("update");
    plan::insert(&mut tx, ws, user, run.id, &new, now()).await.expect("insert");
    tx.commit().await.expect("commit");
    ended(at, run).await;
    id
}

#[tokio::test(flavor = "multi_thread")]
async fn opportunity_is_implemented_and_its_change_noted_only_once_the_task_is_done() {
    in_each_mode(|at| async {
        let worker = at.worker();
        let (opportunity, site, note) = (found_opportunity(&at).await, website(&at).await, new_id());
        let id = implementation(&at, opportunity, site, note).await;
        let (found, _) = work(&at, RunKind::Apply, id).await;
        assert_eq!(found.status, PlanStatus::Waiting, "{}: nobody has done the task", at.world.name);
        assert!(!noted(&at, note).await, "no change was made");
        assert_eq!(status(&at, opportunity).await, OpportunityStatus::Implementing);
        approve(&at, id, "task").await;
        let (found, steps) = work(&at, RunKind::Apply, id).await;
        assert_eq!(found.status, PlanStatus::Finished, "{}", found.detail);
        assert!(steps.iter().all(|step| step.outcome == Some(StepOutcome::Verified)));
        let kept = annotation::find(&at.backends.db, at.world.workspace_id, note).await.expect("find").expect("it");
        assert_eq!(kept.day, now().date_naive(), "dated when done");
        assert_eq!(status(&at, opportunity).await, OpportunityStatus::Implemented);
        let (found, _) = work(&at, RunKind::Undo, id).await;
        assert_eq!(found.status, PlanStatus::Undone, "{}", found.detail);
        assert!(!noted(&at, note).await);
        assert_eq!(status(&at, opportunity).await, OpportunityStatus::InReview);
        worker.stop().await;
        at
    })
    .await;
}

async fn status(at: &Installation, id: Uuid) -> OpportunityStatus {
    opportunity::find(&at.backends.db, at.world.workspace_id, id).await.expect("find").expect("it").status
}

async fn noted(at: &Installation, id: Uuid) -> bool {
    annotation::find(&at.backends.db, at.world.workspace_id, id).await.expect("find").is_some()
}

#[tokio::test(flavor = "multi_thread")]
async fn approved_step_runs_once_is_verified_and_undone() {
    in_each_mode(|at| async {
        let worker = at.worker();
        let (opportunity, annotation) = (found_opportunity(&at).await, new_id());
        let gone = request("gone", implementing(new_id()));
        let id =
            planned(&at, vec![request("status", implementing(opportunity)), request("note", note(annotation)), gone])
                .await;
        let found = plan::find(&at.backends.db, at.world.workspace_id, id).await.expect("find").expect("it");
        assert_eq!((found.status, found.blocked.len()), (PlanStatus::Waiting, 1), "{}", at.world.name);
        assert_eq!(status(&at, opportunity).await, OpportunityStatus::Discovered, "planning changes nothing");

        // Without approval only the safe step is executed.
        let (found, _) = work(&at, RunKind::Apply, id).await;
        assert_eq!(found.status, PlanStatus::Waiting);
        assert!(noted(&at, annotation).await);
        assert_eq!(status(&at, opportunity).await, OpportunityStatus::Discovered);

        approve(&at, id, "status").await;
        let (found, steps) = work(&at, RunKind::Apply, id).await;
        assert_eq!(found.status, PlanStatus::Finished, "{}: {}", at.world.name, found.detail);
        assert_eq!(status(&at, opportunity).await, OpportunityStatus::Implementing);
        assert!(steps.iter().all(|step| step.outcome == Some(StepOutcome::Verified)));
        let done_at: Vec<_> = steps.iter().map(|step| step.done_at).collect();
        let (_, again) = work(&at, RunKind::Apply, id).await;
        assert_eq!(again.iter().map(|step| step.done_at).collect::<Vec<_>>(), done_at, "nothing is done twice");

        let (found, steps) = work(&at, RunKind::Undo, id).await;
        assert_eq!(found.status, PlanStatus::Undone, "{}: {}", at.world.name, found.detail);
        assert!(steps.iter().all(|step| step.taken_back_at.is_some()));
        assert_eq!(status(&at, opportunity).await, OpportunityStatus::Discovered);
        assert!(!noted(&at, annotation).await);
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn experiment_of_a_plan_links_its_annotation() {
    in_each_mode(|at| async {
        let worker = at.worker();
        let (db, ws, annotation, tried) = (&at.backends.db, at.world.workspace_id, new_id(), new_id());
        let record = ExperimentRecord {
            website: website(&at).await.to_string(),
            title: "Work began".into(),
            hypothesis: String::new(),
            pages: Vec::new(),
            starts_on: "2026-10-01".into(),
            days: 28,
            annotation: Some(annotation.to_string()),
        };
        let begin = Action::StartExperiment { site: "workspace".into(), id: tried.to_string(), experiment: record };
        let id = planned(&at, vec![request("note", note(annotation)), request("try", begin)]).await;
        approve(&at, id, "try").await;
        let (found, _) = work(&at, RunKind::Apply, id).await;
        assert_eq!(found.status, PlanStatus::Finished, "{}: {}", at.world.name, found.detail);
        let begun = experiment::find(db, ws, tried).await.expect("find").expect("the experiment");
        assert_eq!(begun.annotation_id, Some(annotation));
        let (found, _) = work(&at, RunKind::Undo, id).await;
        assert_eq!(found.status, PlanStatus::Undone, "{}: {}", at.world.name, found.detail);
        assert!(experiment::find(db, ws, tried).await.expect("find").is_none());
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn kill_switch_stops_plans_and_undo_keeps_later_changes() {
    in_each_mode(|at| async {
        let worker = at.worker();
        let (db, ws) = (&at.backends.db, at.world.workspace_id);
        let annotation = new_id();
        let id = planned(&at, vec![request("note", note(annotation))]).await;
        let set = async |is_on: bool| {
            let mut tx = db.begin().await.expect("begin");
            kill_switch::set(&mut tx, Scope::Workspace(ws), is_on, "", None, now()).await.expect("set");
            tx.commit().await.expect("commit");
        };
        set(true).await;
        let (found, _) = work(&at, RunKind::Apply, id).await;
        assert_eq!(found.status, PlanStatus::Halted, "{}", at.world.name);
        assert!(!noted(&at, annotation).await);
        set(false).await;
        let (found, _) = work(&at, RunKind::Apply, id).await;
        assert_eq!(found.status, PlanStatus::Finished);
        assert!(noted(&at, annotation).await);

        let changed = AnnotationBody {
            website_id: None,
            day: "2026-10-01".parse().expect("a day"),
            at: None,
            kind: AnnotationKind::Edit,
            title: "Somebody's own words".into(),
            detail: String::new(),
            pages: Vec::new(),
        };
        assert!(annotation::update(db, ws, annotation, &changed).await.expect("update"));
        let (found, _) = work(&at, RunKind::Undo, id).await;
        assert_eq!(found.status, PlanStatus::Finished, "{}", found.detail);
        assert!(found.detail.contains("changed in the meantime"), "{}", found.detail);
        assert!(noted(&at, annotation).await);
        worker.stop().await;
        at
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn deletion_requires_its_own_approval() {
    in_each_mode(|at| async {
        let worker = at.worker();
        let (db, ws) = (&at.backends.db, at.world.workspace_id);
        let body = AnnotationBody {
            website_id: None,
            day: "2026-10-01".parse().expect("a day"),
            at: None,
            kind: AnnotationKind::Edit,
            title: "To go".into(),
            detail: "All of it".into(),
            pages: vec!["/a".into()],
        };
        let annotation = annotation::insert(db, ws, at.world.user_id, &body, now()).await.expect("insert");
        let delete = Action::DeleteAnnotation { site: "workspace".into(), annotation: annotation.to_string() };
        let id = planned(&at, vec![request("delete", delete)]).await;
        let (found, _) = work(&at, RunKind::Apply, id).await;
        assert_eq!(found.status, PlanStatus::Waiting, "{}", at.world.name);
        assert!(noted(&at, annotation).await);
        approve(&at, id, "delete").await;
        let (found, _) = work(&at, RunKind::Apply, id).await;
        assert_eq!(found.status, PlanStatus::Finished);
        assert!(!noted(&at, annotation).await);
        let (found, _) = work(&at, RunKind::Undo, id).await;
        assert_eq!(found.status, PlanStatus::Undone);
        let back = annotation::find(db, ws, annotation).await.expect("find").expect("it is back");
        assert_eq!((back.detail.as_str(), back.pages.0), ("All of it", vec!["/a".to_owned()]));
        worker.stop().await;
        at
    })
    .await;
}
