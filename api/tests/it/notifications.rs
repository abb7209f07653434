//! The inbox: what is stored in it, once, by what happens.

use axum::http::StatusCode;
use serde_json::{Value, json};
use shared::{
    domain::{engine_version::PRIOR, opportunity::OpportunityBody, workspace::MemberRole},
    store::{
        self,
        insight::NewInsights,
        opportunity::NewOpportunities,
        run::{Effect, Outcome},
    },
};

use crate::{
    engines, fleet,
    world::{Account, World, on_each},
};

async fn inbox(world: &World, account: &Account, query: &str) -> Value {
    let path = format!("/api/notifications{query}");
    world.get(&path).bearer(&account.token).send().await.success(StatusCode::OK)
}

/// Starts a run of the keyword engine and claims it, as a worker does.
async fn claimed(world: &World, account: &Account) -> shared::domain::run::Run {
    let path = "/api/intelligence-engines/keyword/execute";
    let reply = world.post(path, &json!({})).bearer(&account.token).header("prefer", "wait=0").send().await;
    let run = reply.success(StatusCode::ACCEPTED)["run"]["id"].as_str().expect("an id").parse().expect("an id");
    fleet::claim(&world.state, run).await
}

fn found() -> Vec<Effect> {
    let insights = ["One", "Two", "Three"].map(engines::insight).to_vec();
    let opportunity = |n: usize| {
        let body = json!({
            "title": format!("Page {n}"), "category": "striking_distance", "score": 50.0, "quickWin": false,
            "automated": false, "evidence": [],
        });
        let body: OpportunityBody = serde_json::from_value(body).expect("a body");
        (format!("page-{n}"), body)
    };
    let insights = Effect::from(NewInsights { engine_id: "keyword".to_owned(), version: PRIOR.into(), insights });
    vec![insights, Effect::from(NewOpportunities((0..12).map(opportunity).collect()))]
}

#[tokio::test]
async fn run_that_finds_something_stores_one_notification_for_each_member() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let bob = world.register("bob@example.com").await;
        let mut tx = world.state.db.begin().await.expect("a transaction");
        let (role, now) = (MemberRole::Viewer, shared::domain::now());
        store::workspace::insert_member(&mut tx, ada.workspace_id, bob.id, role, now).await.expect("a member");
        tx.commit().await.expect("commit");
        let website = fleet::website_with_searches(&world.state, &ada, "example.com").await;
        for expected in [1, 0] {
            let run = claimed(&world, &ada).await;
            let id = run.id;
            fleet::finish(&world.state, run, Outcome::Succeeded(json!({})), found()).await;
            for account in [&ada, &bob] {
                let body = inbox(&world, account, "?kind=engine:insight&unread=true").await;
                let all = body["notifications"].as_array().expect("a list");
                assert_eq!(all.len(), expected, "what is known already is no news: {body}");
                if expected == 1 {
                    assert_eq!(all[0]["title"], json!("3 insights, 12 opportunities from Keyword"));
                    assert_eq!(all[0]["message"], json!("One"));
                    assert_eq!((&all[0]["objectType"], &all[0]["objectId"]), (&json!("run"), &json!(id)));
                    assert_eq!(all[0]["route"], json!(format!("/keyword-finder?website={website}")));
                    assert_eq!(all[0]["workspaceId"], json!(ada.workspace_id));
                }
                world.post("/api/notifications/read", &json!({"all": true})).bearer(&account.token).send().await;
            }
        }
    })
    .await;
}

#[tokio::test]
async fn failures_of_one_engine_are_one_notification_until_it_is_read() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        fleet::website_with_searches(&world.state, &ada, "example.com").await;
        for expected in [1, 2, 3] {
            let run = claimed(&world, &ada).await;
            let error = shared::domain::run::RunError::new("no-luck", "Import a longer period.");
            fleet::finish(&world.state, run, Outcome::Failed(error), Vec::new()).await;
            let body = inbox(&world, &ada, "?kind=engine:error").await;
            let all = body["notifications"].as_array().expect("a list");
            assert_eq!((all.len(), &all[0]["count"]), (1, &json!(expected)));
            assert_eq!((&all[0]["title"], &all[0]["type"]), (&json!("Engine Error"), &json!("error")));
            assert_eq!(all[0]["message"], json!("Import a longer period."));
        }
        let id = inbox(&world, &ada, "?kind=engine:error").await["notifications"][0]["id"].clone();
        world.post("/api/notifications/read", &json!({"ids": [id]})).bearer(&ada.token).send().await;
        assert_eq!(inbox(&world, &ada, "?unread=true&kind=engine:error").await["notifications"], json!([]));
        let run = claimed(&world, &ada).await;
        let error = shared::domain::run::RunError::new("no-luck", "Again.");
        fleet::finish(&world.state, run, Outcome::Failed(error), Vec::new()).await;
        let body = inbox(&world, &ada, "?kind=engine:error").await;
        assert_eq!(body["notifications"].as_array().map(Vec::len), Some(2), "what was read stays");
    })
    .await;
}

#[tokio::test]
async fn implemented_opportunities_and_achievements_are_stored_with_their_event() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let made = json!({"title": "Write a page"});
        let body = world.post("/api/opportunities", &made).bearer(&ada.token).send().await.success(StatusCode::CREATED);
        let id = body["opportunity"]["id"].clone();
        let path = format!("/api/opportunities/{}", id.as_str().expect("an id"));
        world.patch(&path, &json!({"status": "implemented"})).bearer(&ada.token).send().await.success(StatusCode::OK);
        let body = inbox(&world, &ada, "").await;
        let kinds: Vec<&Value> = body["notifications"].as_array().expect("a list").iter().map(|n| &n["kind"]).collect();
        assert_eq!(kinds, [&json!("user:achievement"), &json!("opportunity:implemented")]);
        assert_eq!(body["notifications"][1]["objectId"], id);
        assert_eq!(body["unread"], json!(2));
        let wrong = world.get("/api/notifications?kind=nonsense").bearer(&ada.token).send().await;
        wrong.problem(422, "invalid-request", &["/kind"]);
    })
    .await;
}
