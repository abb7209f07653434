//! Backlinks, sessions, leads and revenue over HTTP, and how an upload is read.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};
use shared::{
    domain::{imported::RecordKind, now},
    store::{
        self,
        import::{ImportEnd, SearchLine, SearchRows},
        run::Outcome,
    },
};
use uuid::Uuid;

use crate::{
    fleet, imports,
    world::{Account, World, on_each},
};

/// Imports records of every kind as the worker does. Returns the website.
async fn bring(world: &World, by: &Account) -> Uuid {
    bring_rows(world, by, &rows()).await
}

/// Imports records as the worker does, into example.com. Returns the website.
pub(crate) async fn bring_rows(world: &World, by: &Account, rows: &[(RecordKind, Value)]) -> Uuid {
    let preview = json!({"container": "text", "files": [], "warnings": []});
    let id = imports::uploaded(world, by, preview).await;
    let body = json!({"url": "example.com"});
    let begun = world.post(&format!("/api/imports/{id}/commit"), &body).bearer(&by.token).send().await;
    let begun = begun.success(StatusCode::ACCEPTED);
    let id = |pointer: &str| begun.pointer(pointer).and_then(Value::as_str).expect(pointer).parse::<Uuid>().unwrap();
    let (import_id, website_id) = (id("/import/id"), id("/website/id"));
    let run = fleet::claim(&world.state, id("/run/id")).await;
    let db = &world.state.db;
    let batch_id = store::import::begin_batch(db, import_id, website_id, run.attempt, now()).await.unwrap();
    for (kind, rows) in rows {
        store::imported::insert(db, *kind, batch_id, 0, &rows.to_string()).await.unwrap();
    }
    let mut searches = SearchRows::new(db, batch_id, 0);
    let line = SearchLine {
        dimension: "bing_query",
        period: "current",
        query: Some("drain"),
        clicks: 3,
        impressions: 40,
        ..SearchLine::default()
    };
    searches.push(&line).unwrap();
    searches.insert().await.unwrap();
    let end = ImportEnd {
        import_id,
        batch_id,
        rows: 5,
        rejected: 0,
        kinds: vec!["leads".to_owned()],
        rejects: json!([]),
        totals: (0, 0, 0),
        observed: (None, None),
    };
    fleet::finish(&world.state, run, Outcome::Succeeded(json!({})), vec![end.into()]).await;
    website_id
}

fn rows() -> [(RecordKind, Value); 5] {
    let link = |key: i64, host: &str, is_lost: bool, anchor: &str| {
        json!([
            key,
            "ahrefs",
            format!("https://{host}/"),
            host,
            "https://example.com/",
            anchor,
            true,
            false,
            null,
            "2026-01-02",
            null,
            null,
            is_lost,
            12.5,
            "Ahrefs domain rating"
        ])
    };
    [
        (RecordKind::Backlink, json!([link(1, "a.example", false, "=1+1"), link(2, "b.example", true, "b")])),
        (
            RecordKind::Sessions,
            json!([[1, "2026-05-01", "2026-05-31", "/a", null, null, null, 120, 60, 100, 6, 0, null]]),
        ),
        (RecordKind::Lead, json!([[1, "L-1", "2026-08-01", "/a", "drain", "google", "won", 9_050, "USD"]])),
        (RecordKind::Revenue, json!([[1, "R-1", "2026-08-01", -550, "USD", "refund", null, null, null, "Austin, TX"]])),
        (
            RecordKind::CrawlerVisits,
            json!([
                [1, "2026-11-19", "GPTBot", "training", "/blog/", 2, 3],
                [2, "2026-11-20", "GPTBot", "training", "/blog/", 4, 1],
                [3, "2026-11-20", "ChatGPT-User", "userRequest", null, 2, 2],
            ]),
        ),
    ]
}

#[tokio::test]
async fn first_day_after_the_last_is_named() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let website = fleet::website(&world.state, &ada, "example.com").await;
        for path in [
            "answers",
            "answers/export",
            "ranks/history",
            "ranks/history/export",
            "crawler-visits",
            "crawler-visits/export",
            "observations/export",
            "search-performance",
            "search-performance/export",
            "evidence",
            "evidence/export",
        ] {
            let table = if path.starts_with("observations") { "&table=serps" } else { "" };
            let own = if path.starts_with("evidence") { String::new() } else { format!("&websiteId={website}{table}") };
            let call = world.get(&format!("/api/{path}?from=2026-11-02&to=2026-11-01{own}")).bearer(&ada.token);
            call.send().await.problem(422, "invalid-request", &["/from"]);
        }
        let conversions = format!("/api/websites/{website}/conversions?from=2026-11-02&to=2026-11-01");
        world.get(&conversions).bearer(&ada.token).send().await.problem(422, "invalid-request", &["/from"]);
    })
    .await;
}

#[tokio::test]
async fn visits_of_crawlers_are_listed_filtered_and_exported() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let eve = world.register("eve@example.com").await;
        let get = async |path: &str| world.get(path).bearer(&ada.token).send().await;
        let empty = get("/api/crawler-visits").await.success(StatusCode::OK);
        assert_eq!((&empty["websiteId"], &empty["source"]), (&json!(null), &json!(null)));
        let site = bring(&world, &ada).await;
        let found = get(&format!("/api/crawler-visits?websiteId={site}")).await.success(StatusCode::OK);
        let first = json!({
            "agent": "GPTBot", "purpose": "training", "directory": "/blog/", "requests": 4, "failed": 1,
            "failedShare": 0.25, "firstDay": "2026-11-19", "lastDay": "2026-11-20", "pages": null, "allowed": null,
        });
        assert_eq!(found["visits"][0], first, "without a crawl: {found}");
        assert_eq!(found["visits"][1]["directory"], json!(null), "{found}");
        let source = &found["source"];
        assert_eq!((&source["lastDay"], &source["fileName"]), (&json!("2026-11-20"), &json!("Queries.csv")), "{found}");
        let of = get("/api/crawler-visits?purpose=training&agent=GPTBot&from=2026-11-20&limit=1").await;
        let of = of.success(StatusCode::OK);
        assert_eq!((&of["visits"][0]["requests"], &of["nextCursor"]), (&json!(1), &json!(null)), "{of}");
        let csv = get("/api/crawler-visits/export?purpose=userRequest").await.text();
        assert!(csv.starts_with("Crawler,Purpose,Directory,Requests,Failed,"), "{csv}");
        assert!(csv.contains("ChatGPT-User,userRequest,All other directories,2,0,"), "{csv}");
        let theirs = world.get("/api/crawler-visits").bearer(&eve.token).send().await.success(StatusCode::OK);
        assert_eq!(theirs["visits"], json!([]), "nobody else's");
        for path in ["/api/crawler-visits", "/api/crawler-visits/export"] {
            let named = world.get(&format!("{path}?websiteId={site}")).bearer(&eve.token).send().await;
            named.problem(404, "not-found", &[]);
        }
    })
    .await;
}

#[tokio::test]
async fn records_are_listed_filtered_summarised_and_exported() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let eve = world.register("eve@example.com").await;
        let empty = world.get("/api/backlinks").bearer(&ada.token).send().await.success(StatusCode::OK);
        assert_eq!((&empty["websiteId"], &empty["backlinks"]), (&json!(null), &json!([])));
        let site = bring(&world, &ada).await;
        let get = async |path: &str| world.get(path).bearer(&ada.token).send().await;
        let found =
            get("/api/backlinks?lost=false&rel=nofollow&q=a.EXAMPLE&provider=ahrefs").await.success(StatusCode::OK);
        assert_eq!(found["backlinks"].as_array().map(Vec::len), Some(1), "{found}");
        let first = &found["backlinks"][0];
        assert_eq!((&first["authority"], &first["fileName"]), (&json!(12.5), &json!("Queries.csv")));
        assert_eq!(
            (&first["isSponsored"], &first["isUgc"], &first["isLost"]),
            (&json!(null), &json!(false), &json!(false))
        );
        let summary = get(&format!("/api/backlinks/summary?websiteId={site}")).await.success(StatusCode::OK);
        assert_eq!((&summary["referringDomains"], &summary["groups"][0]["links"]), (&json!(1), &json!(2)));
        let csv = get("/api/backlinks/export").await.text();
        let lines: Vec<&str> = csv.lines().collect();
        assert_eq!(lines.len(), 3, "{csv}");
        assert!(lines[1].contains("'=1+1"), "a formula is text: {csv}");
        let list: Value = serde_json::from_str(&get("/api/backlinks/export?format=json").await.text()).unwrap();
        assert_eq!((list.as_array().map(Vec::len), &list[1]["isLost"]), (Some(2), &json!(true)));
        let none: Value = serde_json::from_str(&get("/api/leads/export?format=json&status=lost").await.text()).unwrap();
        assert_eq!(none, json!([]));

        for (path, name, pointer, value) in [
            ("page-sessions", "sessions", "/sessions/0/sessions", json!(120)),
            ("leads", "leads", "/leads/0/valueCents", json!(9_050)),
            ("revenue", "revenue", "/revenue/0/amountCents", json!(-550)),
            ("bing-performance", "rows", "/rows/0/impressions", json!(40)),
        ] {
            let list = get(&format!("/api/{path}?websiteId={site}")).await.success(StatusCode::OK);
            assert_eq!(list.pointer(pointer), Some(&value), "{list}");
            let groups = get(&format!("/api/{path}/summary")).await.success(StatusCode::OK);
            assert_eq!(groups["groups"].as_array().map(Vec::len), Some(1), "{groups}");
            let file = get(&format!("/api/{path}/export?format=ndjson")).await.text();
            assert_eq!(file.lines().count(), 1, "{file}");
            let theirs = world.get(&format!("/api/{path}")).bearer(&eve.token).send().await.success(StatusCode::OK);
            assert_eq!(theirs[name], json!([]), "nobody else's");
            let named = world.get(&format!("/api/{path}/export?websiteId={site}")).bearer(&eve.token).send().await;
            named.problem(404, "not-found", &[]);
        }
        get("/api/leads?rel=nofollow").await.problem(422, "invalid-request", &["/rel"]);
        let me = get("/api/auth/me").await.json();
        assert_eq!(me.pointer("/user/stats/leads"), Some(&json!(1)), "{me}");
        assert_eq!(me.pointer("/user/stats/revenueCents"), Some(&json!(-550)), "{me}");
    })
    .await;
}

#[tokio::test]
async fn options_are_checked_and_end_with_the_import() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let id = imports::uploaded(&world, &ada, json!({"container": "text", "files": [], "warnings": []})).await;
        let path = format!("/api/imports/{id}/options");
        let put = async |body: Value| world.call(Method::PUT, &path).json(&body).bearer(&ada.token).send().await;
        let backwards = json!({"period": {"from": "2026-02-01", "to": "2026-01-01"}});
        put(backwards).await.problem(422, "invalid-request", &["/period/to"]);
        let mapping = json!({"fingerprint": "f", "target": "leads", "columns": [null], "currency": "dollars"});
        put(json!({"mappings": [mapping]})).await.problem(422, "invalid-request", &["/mappings/0/currency"]);
        let long = json!({"fingerprint": "f", "target": "leads", "columns": ["x".repeat(65)]});
        put(json!({"mappings": [long]})).await.problem(422, "invalid-request", &["/mappings/0/columns"]);
        put(json!({"conflicts": "some"})).await.problem(422, "invalid-request", &["/conflicts"]);
        put(json!({"colour": 1})).await.problem(422, "invalid-request", &["/colour"]);
        let body = json!({"url": "example.com"});
        world
            .post(&format!("/api/imports/{id}/commit"), &body)
            .bearer(&ada.token)
            .send()
            .await
            .success(StatusCode::ACCEPTED);
        put(json!({"conflicts": "existing"})).await.problem(409, "conflict", &["/status"]);
    })
    .await;
}
