//! Plans, approvals and the kill switch over HTTP.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};
use shared::{
    domain::{new_id, plan::PlanStatus},
    store::{
        plan::{NewStep, PlannedSteps},
        run::Outcome,
    },
};

use crate::{
    fleet,
    world::{Account, World, on_each},
};

fn step(id: &str, risk: &str, action: &Value) -> NewStep {
    let body = json!({
        "id": id, "action": action, "risk": risk, "idempotencyKey": format!("{id}-{}", new_id()), "dependsOn": [],
        "isCanary": false, "day": 0, "preview": {"summary": "s", "removed": [], "added": ["+"]}, "checks": [],
        "compensation": {"kind": "restore_record", "site": "workspace", "record": "annotation/x", "content": null, "expected": null},
        "reason": "Because",
    });
    let idempotency_key = body["idempotencyKey"].as_str().expect("a key").to_owned();
    NewStep { step_id: id.to_owned(), idempotency_key, body }
}

/// Creates a plan with two steps, as a worker does: a safe annotation, and a deletion.
pub(crate) async fn planned(world: &World, account: &Account) -> String {
    let note = json!({"kind": "add_annotation", "change": "edit", "title": "Begun"});
    let body = json!({"title": "Begin", "actions": [note]});
    let made = world.post("/api/plans", &body).bearer(&account.token).send().await.success(StatusCode::ACCEPTED);
    assert_eq!((&made["plan"]["status"], &made["run"]["kind"]), (&json!("planning"), &json!("plan")));
    let id = made["plan"]["id"].as_str().expect("an id").to_owned();
    let delete = json!({"kind": "delete_annotation", "site": "workspace", "annotation": new_id()});
    let laid = PlannedSteps {
        id: id.parse().expect("an id"),
        steps: vec![step("note", "safe_auto", &delete), step("delete", "never_auto", &delete)],
        blocked: Vec::new(),
        status: PlanStatus::Waiting,
        detail: "1 of 2 steps need approval.".to_owned(),
    };
    let run_id = made["run"]["id"].as_str().and_then(|id| id.parse().ok()).expect("an id");
    let run = fleet::claim(&world.state, run_id).await;
    fleet::finish(&world.state, run, Outcome::Succeeded(json!({})), vec![laid.into()]).await;
    id
}

async fn said(world: &World, account: &Account, id: &str, verb: &str, steps: Value) -> crate::world::Reply {
    let path = format!("/api/plans/{id}/{verb}");
    world.post(&path, &json!({"steps": steps})).bearer(&account.token).send().await
}

#[tokio::test]
async fn approving_all_steps_excludes_deletions() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let id = planned(&world, &ada).await;
        said(&world, &ada, &id, "approve", json!(["none"])).await.problem(422, "invalid-request", &["/steps"]);
        let body = said(&world, &ada, &id, "approve", json!([])).await.success(StatusCode::ACCEPTED);
        assert_eq!((&body["plan"]["status"], &body["run"]["kind"]), (&json!("running"), &json!("apply")));
        let steps = body["plan"]["steps"].as_array().expect("steps");
        assert_eq!((&steps[0]["decision"], &steps[1]["decision"]), (&json!("approved"), &json!(null)));
        assert!(steps[0]["decidedBy"].is_string() && steps[0]["decidedAt"].is_string());
        said(&world, &ada, &id, "approve", json!(["delete"])).await.problem(409, "conflict", &["/status"]);
        let log = world.get("/api/user/audit-log").bearer(&ada.token).send().await.success(StatusCode::OK);
        assert!(log.to_string().contains("plan.approved"));
    })
    .await;
}

#[tokio::test]
async fn rejecting_all_steps_ends_the_plan() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let id = planned(&world, &ada).await;
        said(&world, &ada, &id, "undo", json!([])).await.problem(409, "conflict", &["/status"]);
        let body = said(&world, &ada, &id, "reject", json!([])).await.success(StatusCode::OK);
        assert_eq!(body["plan"]["status"], json!("rejected"));
        said(&world, &ada, &id, "reject", json!([])).await.problem(409, "conflict", &["/steps"]);
    })
    .await;
}

#[tokio::test]
async fn kill_switch_blocks_plans() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let id = planned(&world, &ada).await;
        let set = async |body: Value| {
            let call = world.call(Method::PUT, "/api/kill-switch").json(&body).bearer(&ada.token);
            call.send().await.success(StatusCode::OK)
        };
        let on = set(json!({"isOn": true, "reason": "odd figures"})).await;
        assert_eq!((&on["isStopped"], &on["workspace"]["reason"]), (&json!(true), &json!("odd figures")));
        for verb in ["approve", "apply", "undo"] {
            said(&world, &ada, &id, verb, json!([])).await.problem(409, "conflict", &["/killSwitch"]);
        }
        let (key, _) = crate::api_keys::make(&world, &ada, &["write"]).await;
        for verb in ["approve", "undo"] {
            let call = world.post(&format!("/api/plans/{id}/{verb}"), &json!({"steps": []})).bearer(&key);
            call.send().await.problem(403, "forbidden", &[]);
        }
        assert_eq!(set(json!({"isOn": false})).await["isStopped"], json!(false));
        let all = world.call(Method::PUT, "/api/admin/kill-switch").json(&json!({"isOn": true})).bearer(&ada.token);
        assert_eq!(all.send().await.success(StatusCode::OK)["operator"]["isOn"], json!(true));
        let read = world.get("/api/kill-switch").bearer(&ada.token).send().await.success(StatusCode::OK);
        assert_eq!((&read["isStopped"], &read["workspace"]["isOn"]), (&json!(true), &json!(false)));
        let bob = world.register("bob@example.com").await;
        let other = world.call(Method::PUT, "/api/admin/kill-switch").json(&json!({"isOn": false})).bearer(&bob.token);
        other.send().await.problem(403, "forbidden", &[]);
    })
    .await;
}

#[tokio::test]
async fn plans_of_other_workspaces_are_not_found() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let bob = world.register("bob@example.com").await;
        let id = planned(&world, &ada).await;
        let path = format!("/api/plans/{id}");
        world.get(&path).bearer(&bob.token).send().await.problem(404, "not-found", &[]);
        for verb in ["approve", "reject", "undo"] {
            said(&world, &bob, &id, verb, json!([])).await.problem(404, "not-found", &[]);
        }
        world.post(&format!("{path}/apply"), &json!({})).bearer(&bob.token).send().await.problem(404, "not-found", &[]);
        let site = fleet::website(&world.state, &ada, "example.com").await;
        for action in [
            json!({"kind": "set_opportunity_status", "opportunityId": new_id(), "status": "implementing"}),
            json!({"kind": "add_annotation", "websiteId": site, "change": "edit", "title": "T"}),
            json!({"kind": "delete_annotation", "annotationId": new_id()}),
            json!({"kind": "delete_schedule", "scheduleId": new_id()}),
            json!({"kind": "start_experiment", "websiteId": site, "title": "T"}),
        ] {
            let body = json!({"title": "T", "actions": [action]});
            world.post("/api/plans", &body).bearer(&bob.token).send().await.problem(404, "not-found", &[]);
        }
        for source in ["insightId", "opportunityId"] {
            let body = json!({source: new_id()});
            world.post("/api/plans", &body).bearer(&bob.token).send().await.problem(404, "not-found", &[]);
        }
    })
    .await;
}

/// An opportunity and the plan that implements it: a task, a note of it that waits for the task, and a rejected rest.
async fn implementing(world: &World, account: &Account) -> (String, String) {
    let body = json!({"title": "Rewrite the title"});
    let made = world.post("/api/opportunities", &body).bearer(&account.token).send().await.success(StatusCode::CREATED);
    let opportunity = made["opportunity"]["id"].as_str().expect("an id").to_owned();
    let path = format!("/api/opportunities/{opportunity}/implement");
    let begun = world.post(&path, &json!({})).bearer(&account.token).send().await.success(StatusCode::OK);
    let id = begun["opportunity"]["planId"].as_str().expect("a plan").to_owned();
    let plan = world.get(&format!("/api/plans/{id}")).bearer(&account.token).send().await.success(StatusCode::OK);
    let record = json!({"website": null, "title": "Rewrite the title", "detail": ""});
    let task = json!({"kind": "complete_task", "site": "workspace", "id": new_id(), "task": record});
    let delete = json!({"kind": "delete_annotation", "site": "workspace", "annotation": new_id()});
    let mut note = step("note", "needs_approval", &delete);
    note.body["dependsOn"] = json!(["task"]);
    let laid = PlannedSteps {
        id: id.parse().expect("an id"),
        steps: vec![step("task", "never_auto", &task), note],
        blocked: Vec::new(),
        status: PlanStatus::Waiting,
        detail: String::new(),
    };
    let run_id = plan["plan"]["runId"].as_str().and_then(|id| id.parse().ok()).expect("an id");
    let run = fleet::claim(&world.state, run_id).await;
    fleet::finish(&world.state, run, Outcome::Succeeded(json!({})), vec![laid.into()]).await;
    (opportunity, id)
}

#[tokio::test]
async fn task_marked_as_done_approves_the_steps_that_record_it() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let (_, id) = implementing(&world, &ada).await;
        let body = said(&world, &ada, &id, "approve", json!(["task"])).await.success(StatusCode::ACCEPTED);
        let steps = body["plan"]["steps"].as_array().expect("steps");
        assert_eq!((&steps[0]["decision"], &steps[1]["decision"]), (&json!("approved"), &json!("approved")));
    })
    .await;
}

#[tokio::test]
async fn approving_all_steps_marks_no_task_as_done() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let (_, id) = implementing(&world, &ada).await;
        let body = said(&world, &ada, &id, "approve", json!([])).await.success(StatusCode::ACCEPTED);
        let steps = body["plan"]["steps"].as_array().expect("steps");
        assert_eq!((&steps[0]["decision"], &steps[1]["decision"]), (&json!(null), &json!("approved")));
    })
    .await;
}

#[tokio::test]
async fn rejected_task_fails_its_opportunity() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let (opportunity, id) = implementing(&world, &ada).await;
        let body = said(&world, &ada, &id, "reject", json!(["task"])).await.success(StatusCode::OK);
        assert_eq!(body["plan"]["status"], json!("rejected"), "what depends on the task goes with it");
        let list = world.get("/api/opportunities").bearer(&ada.token).send().await.success(StatusCode::OK);
        assert_eq!(
            (&list["opportunities"][0]["id"], &list["opportunities"][0]["status"]),
            (&json!(opportunity), &json!("failed"))
        );
        assert_eq!(list["opportunities"][0]["planId"], json!(id));
    })
    .await;
}
