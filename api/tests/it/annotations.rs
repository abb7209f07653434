//! Annotations over HTTP.

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};
use shared::{
    domain::{now, workspace::MemberRole},
    store::workspace,
};

use crate::{
    fleet,
    world::{Account, Call, Reply, World, on_each},
};

async fn create(world: &World, account: &Account, body: Value) -> Reply {
    world.post("/api/annotations", &body).bearer(&account.token).send().await
}

async fn noted(world: &World, account: &Account, body: Value) -> Value {
    create(world, account, body).await.success(StatusCode::CREATED)["annotation"].clone()
}

async fn titles(world: &World, account: &Account, query: &str) -> (Vec<String>, Option<String>) {
    let path = format!("/api/annotations{query}");
    let body = world.get(&path).bearer(&account.token).send().await.success(StatusCode::OK);
    let rows = body["annotations"].as_array().expect("a list").iter();
    let titles = rows.filter_map(|row| row["title"].as_str().map(str::to_owned)).collect();
    (titles, body["nextCursor"].as_str().map(str::to_owned))
}

/// Request of this account in this workspace.
fn by<'a>(account: &Account, workspace: &str, call: Call<'a>) -> Call<'a> {
    call.bearer(&account.token).header("x-workspace-id", workspace)
}

#[tokio::test]
async fn annotations_are_created_listed_and_filtered() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let site = fleet::website(&world.state, &ada, "example.com").await;
        let first = noted(&world, &ada, json!({"day": "2026-08-02", "kind": "deploy", "title": " One ", "websiteId": site, "pages": ["/a", "https://example.com/b"]})).await;
        assert_eq!((&first["title"], &first["day"], &first["at"]), (&json!("One"), &json!("2026-08-02"), &json!(null)));
        assert_eq!((&first["createdBy"], &first["pages"][0]), (&json!(ada.id), &json!("/a")));
        let second = noted(&world, &ada, json!({"at": "2026-08-03T23:30:00-05:00", "kind": "google_update", "title": "Two"})).await;
        assert_eq!((&second["day"], &second["websiteId"]), (&json!("2026-08-04"), &json!(null)), "the day in UTC");
        noted(&world, &ada, json!({"day": "2026-08-01", "kind": "title", "title": "Three"})).await;
        let other = fleet::website(&world.state, &ada, "other.example").await;
        for (query, expected) in [
            (String::new(), vec!["Two", "One", "Three"]),
            (format!("?websiteId={site}&kind="), vec!["Two", "One", "Three"]),
            (format!("?websiteId={other}"), vec!["Two", "Three"]),
            ("?from=2026-08-02&to=2026-08-03".into(), vec!["One"]),
            ("?kind=title".into(), vec!["Three"]),
        ] {
            assert_eq!(titles(&world, &ada, &query).await.0, expected, "{query}");
        }
        let (page, cursor) = titles(&world, &ada, "?limit=2").await;
        let (rest, end) = titles(&world, &ada, &format!("?limit=2&cursor={}", cursor.expect("a cursor"))).await;
        assert_eq!((page, rest, end), (vec!["Two".into(), "One".into()], vec!["Three".to_owned()], None));
        for (query, pointer) in [("cursor=x", "/cursor"), ("kind=x", "/kind"), ("from=x", "/from"), ("limit=0", "/limit"), ("colour=red", "/colour")] {
            let reply = world.get(&format!("/api/annotations?{query}")).bearer(&ada.token).send().await;
            reply.problem(422, "invalid-request", &[pointer]);
        }
    })
    .await;
}

#[tokio::test]
async fn annotations_are_updated_and_deleted() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let site = fleet::website(&world.state, &ada, "example.com").await;
        let note = json!({"at": "2026-08-02T10:00:00Z", "kind": "edit", "title": "One", "websiteId": site});
        let id = noted(&world, &ada, note).await["id"].as_str().expect("an id").to_owned();
        let path = format!("/api/annotations/{id}");
        let patch = async |body: Value| world.call(Method::PATCH, &path).json(&body).bearer(&ada.token).send().await;
        let changed = patch(json!({"title": "Two", "detail": "more"})).await.success(StatusCode::OK);
        let changed = &changed["annotation"];
        assert_eq!(
            (&changed["title"], &changed["detail"], &changed["kind"]),
            (&json!("Two"), &json!("more"), &json!("edit"))
        );
        assert_eq!((&changed["websiteId"], &changed["at"]), (&json!(site), &json!("2026-08-02T10:00:00Z")));
        let changed = patch(json!({"websiteId": null, "at": null, "day": "2026-09-09"})).await.success(StatusCode::OK);
        let changed = &changed["annotation"];
        assert_eq!(
            (&changed["websiteId"], &changed["at"], &changed["day"]),
            (&json!(null), &json!(null), &json!("2026-09-09"))
        );
        let changed = patch(json!({"at": "2026-10-01T01:00:00Z"})).await.success(StatusCode::OK);
        assert_eq!(changed["annotation"]["day"], json!("2026-10-01"));
        patch(json!({"day": "2026-01-01"})).await.problem(422, "invalid-request", &["/day"]);
        patch(json!({"title": " "})).await.problem(422, "invalid-request", &["/title"]);
        let read = world.get(&path).bearer(&ada.token).send().await.success(StatusCode::OK);
        assert_eq!(read["annotation"]["title"], json!("Two"), "what is refused changes nothing");
        let delete = async || world.call(Method::DELETE, &path).bearer(&ada.token).send().await;
        delete().await.success(StatusCode::OK);
        delete().await.problem(404, "not-found", &[]);
        world.get(&path).bearer(&ada.token).send().await.problem(404, "not-found", &[]);
    })
    .await;
}

#[tokio::test]
async fn invalid_annotation_lists_every_field() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let bob = world.register("bob@example.com").await;
        let foreign = fleet::website(&world.state, &bob, "bob.example").await;
        let good = json!({"day": "2026-08-02", "kind": "edit", "title": "One"});
        let with = |name: &str, value: Value| {
            let mut body = good.clone();
            body[name] = value;
            body
        };
        for (body, pointers) in [
            (json!({"kind": "edit", "title": "One"}), vec!["/day"]),
            (json!({"day": "2026-08-02", "title": "One"}), vec!["/kind"]),
            (with("kind", json!("party")), vec!["/kind"]),
            (with("day", json!("2026-02-30")), vec!["/day"]),
            (with("day", json!("0001-01-01")), vec!["/day"]),
            (with("at", json!("2026-08-09T00:00:00Z")), vec!["/day"]),
            (with("title", json!("x".repeat(201))), vec!["/title"]),
            (with("title", json!("a\u{0}b")), vec!["/title"]),
            (with("detail", json!("x".repeat(10_001))), vec!["/detail"]),
            (with("pages", json!(["/a", "javascript:x", "/a b"])), vec!["/pages/1", "/pages/2"]),
            (with("pages", json!(vec!["/a"; 501])), vec!["/pages"]),
            (with("colour", json!("red")), vec!["/colour"]),
        ] {
            create(&world, &ada, body).await.problem(422, "invalid-request", &pointers);
        }
        create(&world, &ada, with("websiteId", json!(foreign))).await.problem(404, "not-found", &[]);
    })
    .await;
}

#[tokio::test]
async fn annotations_are_readable_by_viewers_and_editable_by_editors() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let viewer = world.register("vic@example.com").await;
        let bob = world.register("bob@example.com").await;
        let mut tx = world.state.db.begin().await.expect("a transaction");
        workspace::insert_member(&mut tx, ada.workspace_id, viewer.id, MemberRole::Viewer, now())
            .await
            .expect("a member");
        tx.commit().await.expect("a commit");
        let body = json!({"day": "2026-08-02", "kind": "edit", "title": "One"});
        let id = noted(&world, &ada, body.clone()).await["id"].as_str().expect("an id").to_owned();
        let path = format!("/api/annotations/{id}");
        let workspace = ada.workspace_id.to_string();
        by(&viewer, &workspace, world.get(&path)).send().await.success(StatusCode::OK);
        let list = by(&viewer, &workspace, world.get("/api/annotations")).send().await.success(StatusCode::OK);
        assert_eq!(list["annotations"].as_array().map(Vec::len), Some(1));
        by(&viewer, &workspace, world.post("/api/annotations", &body)).send().await.problem(403, "forbidden", &[]);
        by(&viewer, &workspace, world.call(Method::PATCH, &path).json(&json!({}))).send().await.problem(
            403,
            "forbidden",
            &[],
        );
        by(&viewer, &workspace, world.call(Method::DELETE, &path)).send().await.problem(403, "forbidden", &[]);
        world.get(&path).bearer(&bob.token).send().await.problem(404, "not-found", &[]);
        world.call(Method::PATCH, &path).json(&json!({})).bearer(&bob.token).send().await.problem(
            404,
            "not-found",
            &[],
        );
        world.call(Method::DELETE, &path).bearer(&bob.token).send().await.problem(404, "not-found", &[]);
        assert!(titles(&world, &bob, "").await.0.is_empty());
        world.get("/api/annotations").send().await.problem(401, "not-authenticated", &[]);
    })
    .await;
}
