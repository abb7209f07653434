//! Audits of pages over HTTP. What an audit finds is tested with the workers.

use axum::http::StatusCode;
use net::addresses::AddressGuard;
use serde_json::{Value, json};
use shared::{
    config::{ApiSettings, OutsideSettings, WorkspaceLimits},
    domain::{
        new_id, now,
        page_audit::NewPageAudit,
        run::{NewRun, RunKind},
    },
    store::{
        page_audit::{self, PageAuditEnd},
        run::Outcome,
    },
};
use uuid::Uuid;

use crate::{
    fleet,
    world::{Account, Reply, World, on_each_with, settings},
};

const ADDRESS: &str = "/api/page-audits";

fn outside() -> ApiSettings {
    let outside = OutsideSettings { fetches_pages: true, guard: AddressGuard::default(), browser: None };
    ApiSettings { outside, ..settings() }
}

async fn start(world: &World, account: &Account, url: &str, keyword: &str) -> Reply {
    world.post(ADDRESS, &json!({"url": url, "keyword": keyword})).bearer(&account.token).send().await
}

/// Stores an audit; returns its id.
pub(crate) async fn stored(world: &World, account: &Account) -> String {
    let audit = NewPageAudit {
        id: new_id(),
        website_id: None,
        url: "https://example.com/".to_owned(),
        keyword: "plumber".to_owned(),
    };
    let run = NewRun::new(account.workspace_id, account.id, RunKind::PageAudit, Value::Null);
    let mut tx = world.state.db.begin().await.expect("the store");
    page_audit::start(&mut tx, WorkspaceLimits::default(), &audit, run, now()).await.expect("an audit");
    tx.commit().await.expect("the store");
    audit.id.to_string()
}

#[tokio::test]
async fn page_audit_belongs_to_the_website_of_its_host_and_ends_with_a_report() {
    on_each_with(outside(), async |world| {
        let (ada, bob) = (world.register("ada@example.com").await, world.register("bob@example.com").await);
        let website = fleet::website_with_days(&world.state, &ada, "example.com").await;
        let body = start(&world, &ada, " www.example.com/a#top ", " Emergency   Plumber ").await;
        let body = body.success(StatusCode::ACCEPTED);
        let audit = &body["pageAudit"];
        assert_eq!(
            (&audit["url"], &audit["keyword"]),
            (&json!("https://www.example.com/a"), &json!("Emergency Plumber"))
        );
        assert_eq!((&audit["websiteId"], &audit["status"]), (&json!(website), &json!("queued")));
        assert_eq!(body["run"]["kind"], "page_audit");
        let path = format!("{ADDRESS}/{}", audit["id"].as_str().expect("an id"));
        assert_eq!(world.get(&path).bearer(&bob.token).send().await.status, StatusCode::NOT_FOUND);
        let before = world.get(&path).bearer(&ada.token).send().await.success(StatusCode::OK);
        assert_eq!((&before["pageAudit"]["report"], &before["pageAudit"]["fixes"]), (&Value::Null, &Value::Null));
        finish(&world, &body).await;
        let after = world.get(&path).bearer(&ada.token).send().await.success(StatusCode::OK);
        let after = &after["pageAudit"];
        assert_eq!((&after["status"], &after["fixes"]), (&json!("succeeded"), &json!(1)));
        assert_eq!(after["report"]["fixes"][0]["key"], "title");
        let list = world.get(ADDRESS).bearer(&ada.token).send().await.success(StatusCode::OK);
        assert_eq!(
            (list["pageAudits"].as_array().map(Vec::len), &list["pageAudits"][0]["fixes"]),
            (Some(1), &json!(1))
        );
        let others = world.get(ADDRESS).bearer(&bob.token).send().await.success(StatusCode::OK);
        assert_eq!(others["pageAudits"], json!([]));
    })
    .await;
}

/// Plays the worker.
async fn finish(world: &World, started: &Value) {
    let id = |pointer: &str| -> Uuid {
        started.pointer(pointer).and_then(Value::as_str).expect(pointer).parse().expect("an id")
    };
    let claimed = fleet::claim(&world.state, id("/run/id")).await;
    let report = json!({
        "page": {"url": "https://www.example.com/a", "status": 200, "title": null, "description": null, "h1": null, "words": 0,
            "canonical": null, "isIndexable": true, "types": [], "responseMs": 9, "observedAt": "2026-11-26T03:00:00Z"},
        "scores": [], "places": [], "lighthouse": [], "missing": [], "assumptions": [], "method": "m", "methodVersion": "1",
        "search": {"position": null, "rankingUrl": null, "beyond": null, "clicks": null, "impressions": null, "volume": null,
            "serp": null},
        "fixes": [{"key": "title", "title": "Add a title", "reason": "None.", "isBlocking": false, "impact": 90,
            "effortMinutes": 10, "priority": 216.0, "clicks": null, "clicksMissing": "Unknown.", "snippet": null,
            "evidence": [], "source": "HTML", "changes": []}],
    });
    let end = PageAuditEnd { page_audit_id: id("/pageAudit/id"), report };
    fleet::finish(&world.state, claimed, Outcome::Succeeded(json!({})), vec![end.into()]).await;
}

#[tokio::test]
async fn page_audit_rejects_invalid_input_by_field() {
    on_each_with(outside(), async |world| {
        let ada = world.register("ada@example.com").await;
        let long = "k".repeat(201);
        for (url, keyword, field) in [
            ("", "plumber", "/url"),
            ("ftp://example.com/", "plumber", "/url"),
            ("http://127.0.0.1:5432/", "plumber", "/url"),
            ("http://169.254.169.254/latest/meta-data/", "plumber", "/url"),
            ("https://ada:secret@example.com/", "plumber", "/url"),
            ("https://example.com/", " ", "/keyword"),
            ("https://example.com/", "---", "/keyword"),
            ("https://example.com/", &long, "/keyword"),
        ] {
            start(&world, &ada, url, keyword).await.problem(422, "invalid-request", &[field]);
        }
        let list = world.get(ADDRESS).bearer(&ada.token).send().await.success(StatusCode::OK);
        assert_eq!(list["pageAudits"], json!([]));
    })
    .await;
}

#[tokio::test]
async fn page_audit_can_be_disabled() {
    let outside = OutsideSettings { fetches_pages: false, guard: AddressGuard::default(), browser: None };
    on_each_with(ApiSettings { outside, ..settings() }, async |world| {
        let ada = world.register("ada@example.com").await;
        start(&world, &ada, "https://example.com", "plumber").await.problem(501, "switched-off", &[]);
    })
    .await;
}
