//! Plans, their steps, and the switches that stop all acting.

use serde_json::json;
use shared::{
    domain::{
        new_id, now,
        plan::{Decision, PlanStatus, StepOutcome},
    },
    store::{
        kill_switch::{self, Scope},
        plan::{self, Filter, NewPlan, NewStep, PlannedSteps},
    },
};

use crate::world::on_each_database;

#[tokio::test]
async fn a_step_is_decided_once_taken_once_and_taken_back_once() {
    on_each_database(|world| async {
        let (db, ws, id, run_id) = (&world.db, world.workspace_id, new_id(), new_id());
        let new = NewPlan {
            id,
            website_id: None,
            title: "Begin".into(),
            reason: String::new(),
            source: None,
            requests: vec![json!({"id": "1"})],
        };
        let step = |n: u8| NewStep {
            step_id: n.to_string(),
            idempotency_key: format!("{id}-{n}"),
            body: json!({"id": n.to_string()}),
        };
        let laid = PlannedSteps {
            id,
            steps: vec![step(1), step(2)],
            blocked: Vec::new(),
            status: PlanStatus::Waiting,
            detail: "2 of 2 steps need approval.".into(),
        };
        let mut tx = db.begin().await.expect("begin");
        plan::insert(&mut tx, ws, world.user_id, run_id, &new, now()).await.expect("insert");
        plan::insert_steps(&mut tx, ws, new_id(), &laid, now()).await.expect("lay down");
        plan::insert_steps(&mut tx, ws, run_id, &laid, now()).await.expect("lay down");
        plan::insert_steps(&mut tx, ws, run_id, &laid, now()).await.expect("a second time changes nothing");
        tx.commit().await.expect("commit");
        assert_eq!(plan::steps(db, ws, id).await.expect("steps").len(), 2, "{}", world.name);
        assert!(plan::steps(db, new_id(), id).await.expect("steps").is_empty(), "nobody else's");
        assert!(plan::find(db, new_id(), id).await.expect("find").is_none());

        let mut tx = db.begin().await.expect("begin");
        let yes = Decision::Approved;
        assert!(plan::decide(&mut tx, id, "1", yes, world.user_id, now()).await.expect("decide"));
        assert!(!plan::decide(&mut tx, id, "1", Decision::Rejected, world.user_id, now()).await.expect("decide"));
        assert!(plan::take(&mut tx, id, "1", now()).await.expect("take"));
        assert!(!plan::take(&mut tx, id, "1", now()).await.expect("take"));
        plan::keep_compensation(&mut tx, id, "1", &json!({"kind": "restore_record"})).await.expect("keep");
        plan::note(&mut tx, id, "1", StepOutcome::Verified, "Seen.").await.expect("note");
        assert!(!plan::take_back(&mut tx, id, "2", now()).await.expect("take back"), "it was not done");
        assert!(plan::take_back(&mut tx, id, "1", now()).await.expect("take back"));
        assert!(!plan::take_back(&mut tx, id, "1", now()).await.expect("take back"));
        plan::settle(&mut tx, ws, id, run_id, PlanStatus::Undone, "", now()).await.expect("settle");
        tx.commit().await.expect("commit");
        let steps = plan::steps(db, ws, id).await.expect("steps");
        assert_eq!((steps[0].outcome, steps[0].decision), (Some(StepOutcome::Verified), Some(yes)));
        assert!(steps[0].decided_by_name.is_some() && steps[0].taken_back_at.is_some());
        let undone = Filter { status: Some(PlanStatus::Undone), before: None };
        assert_eq!(plan::list(db, ws, &undone, 9).await.expect("list").items.len(), 1);
        world
    })
    .await;
}

#[tokio::test]
async fn either_switch_stops_a_workspace_and_only_its_own_or_the_operators() {
    on_each_database(|world| async {
        let (db, ws) = (&world.db, world.workspace_id);
        let stopped = async || {
            let mut tx = db.begin().await.expect("begin");
            let is = kill_switch::is_stopped(&mut tx, ws, now()).await.expect("a look");
            tx.commit().await.expect("commit");
            is
        };
        let set = async |scope: Scope, is_on: bool| {
            let mut tx = db.begin().await.expect("begin");
            kill_switch::set(&mut tx, scope, is_on, "why", None, now()).await.expect("set");
            tx.commit().await.expect("commit");
        };
        assert!(!stopped().await);
        set(Scope::Workspace(new_id()), true).await;
        assert!(!stopped().await, "another's switch");
        set(Scope::Workspace(ws), true).await;
        assert!(stopped().await, "{}", world.name);
        set(Scope::Workspace(ws), false).await;
        set(Scope::Operator, true).await;
        assert!(stopped().await);
        set(Scope::Operator, false).await;
        assert!(!stopped().await);
        assert_eq!(kill_switch::find(db, Scope::Workspace(ws)).await.expect("find").expect("one").reason, "why");
        world
    })
    .await;
}
