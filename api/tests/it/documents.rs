//! Content documents over HTTP.

use axum::http::{Method, StatusCode};
use documents::word_count;
use engines::content::Draft;
use serde_json::{Value, json};
use shared::{
    domain::{document::VersionOrigin, new_id},
    store::document::{DocumentWritten, NewVersion},
};

use crate::{
    fleet,
    world::{Account, Reply, World, on_each},
};

/// Returns a document of the account with a text.
pub(crate) async fn stored(world: &World, by: &Account) -> String {
    let body = json!({"title": "Mine", "query": "roof repair", "draft": draft("One.")});
    let made = world.post("/api/documents", &body).bearer(&by.token).send().await.success(StatusCode::CREATED);
    made["document"]["id"].as_str().expect("an id").to_owned()
}

fn draft(text: &str) -> Value {
    let block = |kind: &str, level: u8, text: &str, facts: &[&str]| json!({"kind": kind, "level": level, "sentences": [{"text": text, "factIds": facts}]});
    json!({
        "title": {"text": "Roof repair"},
        "blocks": [block("heading", 1, "Roof repair", &[]), block("paragraph", 0, text, &["price"])],
    })
}

fn brief() -> Value {
    let price = json!({"id": "price", "kind": "price", "value": "$350", "source": "https://example.com/prices"});
    json!({"questions": ["How much?"], "outline": ["Prices"], "facts": [price], "words": ["shingle"]})
}

async fn get(world: &World, by: &Account, path: &str) -> Value {
    world.get(path).bearer(&by.token).send().await.success(StatusCode::OK)
}

async fn post(world: &World, by: &Account, path: &str, body: Value) -> Reply {
    world.post(path, &body).bearer(&by.token).header("prefer", "wait=0").send().await
}

async fn patch(world: &World, by: &Account, path: &str, body: Value) -> Reply {
    world.patch(path, &body).bearer(&by.token).send().await
}

#[tokio::test]
async fn document_is_created_changed_listed_and_deleted() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let site = fleet::website(&world.state, &ada, "example.com").await;
        let body = json!({
            "title": " Roof repair in Tulsa ", "query": "roof repair tulsa", "vertical": "roofing", "intent": "local",
            "place": {"name": "Tulsa, OK", "geonameId": 4_553_433}, "brief": brief(),
        });
        let made = post(&world, &ada, "/api/documents", body).await.success(StatusCode::CREATED);
        let (found, none) = (&made["document"], &made["version"]);
        assert_eq!(
            (&found["title"], &found["version"], none),
            (&json!("Roof repair in Tulsa"), &json!(0), &json!(null))
        );
        assert_eq!((&found["status"], &found["intent"]), (&json!("draft"), &json!("local")));
        assert_eq!((&found["place"]["geonameId"], &found["brief"]["words"]), (&json!(4_553_433), &json!(["shingle"])));
        let path = format!("/api/documents/{}", found["id"].as_str().expect("an id"));
        let changes = json!({"revision": 1, "websiteId": site, "status": "ready", "place": null, "intent": null});
        let changed = patch(&world, &ada, &path, changes).await.success(StatusCode::OK)["document"].clone();
        assert_eq!((&changed["websiteId"], &changed["revision"]), (&json!(site), &json!(2)));
        assert_eq!((&changed["place"], &changed["intent"]), (&json!(null), &json!(null)));
        assert_eq!((&changed["title"], &changed["brief"]), (&found["title"], &found["brief"]), "the rest is unchanged");
        let stale = patch(&world, &ada, &path, json!({"revision": 1, "title": "Late"})).await;
        assert_eq!(stale.problem(409, "stale", &["/revision"])["current"], json!(2));
        let list = get(&world, &ada, &format!("/api/documents?websiteId={site}&contains=TULSA&status=ready")).await;
        assert_eq!((list["documents"].as_array().map(Vec::len), &list["nextCursor"]), (Some(1), &json!(null)));
        assert!(list["documents"][0]["brief"].is_null(), "lists have no briefs");
        patch(&world, &ada, &path, json!({"revision": 2, "archived": true})).await.success(StatusCode::OK);
        assert_eq!(get(&world, &ada, "/api/documents").await["documents"], json!([]));
        let archived = get(&world, &ada, "/api/documents?archived=true").await;
        assert!(archived["documents"][0]["archivedAt"].is_string());
        world.call(Method::DELETE, &path).bearer(&ada.token).send().await.success(StatusCode::OK);
        world.get(&path).bearer(&ada.token).send().await.problem(404, "not-found", &[]);
    })
    .await;
}

#[tokio::test]
async fn version_is_saved_once_and_a_stale_one_loses_nothing() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let body = json!({"title": "Mine", "brief": brief(), "draft": draft("Plan on $350.")});
        let made = post(&world, &ada, "/api/documents", body).await.success(StatusCode::CREATED);
        let path = format!("/api/documents/{}", made["document"]["id"].as_str().expect("an id"));
        let first = &made["version"];
        assert_eq!((&first["number"], &first["origin"], &first["base"]), (&json!(1), &json!("edited"), &json!(0)));
        assert_eq!(
            first["words"],
            json!(word_count(&serde_json::from_value::<Draft>(draft("Plan on $350.")).expect("a draft")))
        );
        let source = &first["cited"][0]["source"];
        assert_eq!((&first["cited"][0]["id"], &source["url"]), (&json!("price"), &json!("https://example.com/prices")));

        let versions = format!("{path}/versions");
        let save = async |base: i32, text: &str| {
            post(&world, &ada, &versions, json!({"baseVersion": base, "draft": draft(text), "note": " why "})).await
        };
        let saved = save(1, "Plan on $400.").await.success(StatusCode::CREATED);
        assert_eq!((&saved["isNew"], &saved["version"]["number"]), (&json!(true), &json!(2)));
        assert_eq!(saved["version"]["note"], json!("why"));
        let same = save(2, "Plan on $400.").await.success(StatusCode::OK);
        assert_eq!((&same["isNew"], &same["version"]["number"]), (&json!(false), &json!(2)));
        let stale = save(1, "Plan on $500.").await;
        assert_eq!(stale.problem(409, "stale", &["/baseVersion"])["current"], json!(2));
        let list = get(&world, &ada, &format!("{versions}?limit=1")).await;
        assert_eq!((&list["versions"][0]["number"], &list["nextCursor"]), (&json!(2), &json!("2")));
        assert_eq!(list["versions"][0]["userName"], json!("Ada Lovelace"));
        let older = get(&world, &ada, &format!("{versions}?cursor=2")).await;
        assert_eq!((older["versions"].as_array().map(Vec::len), &older["nextCursor"]), (Some(1), &json!(null)));

        let diff = get(&world, &ada, &format!("{versions}/1/diff/2")).await;
        assert_eq!((&diff["diff"]["changed"], &diff["from"], &diff["to"]), (&json!(1), &json!(1), &json!(2)));
        let spans = &diff["diff"]["blocks"][1]["sentences"][0]["spans"];
        assert_eq!(spans[1], json!({"change": "removed", "text": "$350."}));
        let restore = format!("{versions}/1/restore");
        let wrong = post(&world, &ada, &restore, json!({"baseVersion": 1})).await;
        assert_eq!(wrong.problem(409, "stale", &["/baseVersion"])["current"], json!(2));
        let restored = post(&world, &ada, &restore, json!({})).await.success(StatusCode::CREATED)["version"].clone();
        assert_eq!(
            (&restored["number"], &restored["origin"], &restored["base"]),
            (&json!(3), &json!("restored"), &json!(1))
        );
        assert_eq!((&restored["draft"], &restored["cited"]), (&first["draft"], &first["cited"]));
        let old = get(&world, &ada, &format!("{versions}/2")).await;
        assert_eq!(old["version"]["draft"], saved["version"]["draft"], "the version between remains");
        world.get(&format!("{versions}/9")).bearer(&ada.token).send().await.problem(404, "not-found", &[]);
    })
    .await;
}

#[tokio::test]
async fn invalid_document_lists_every_field() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        post(&world, &ada, "/api/documents", json!({})).await.problem(422, "invalid-request", &["/title"]);
        let facts = json!([{"id": "a", "value": "x".repeat(10_000), "source": "s"}, {"id": "a", "value": "?", "source": ""}]);
        let body = json!({
            "title": " ", "query": "two\nlines", "vertical": "alchemy", "place": {"name": "", "geonameId": 0},
            "brief": {"facts": facts, "questions": [""]},
        });
        let wrong = [
            "/title", "/query", "/place/name", "/place/geonameId", "/vertical", "/brief/questions/0", "/brief/facts/0/value",
            "/brief/facts/1/id", "/brief/facts/1/value", "/brief/facts/1/source",
        ];
        post(&world, &ada, "/api/documents", body).await.problem(422, "invalid-request", &wrong);
        let wrong = json!({"title": "A", "websiteId": new_id()});
        post(&world, &ada, "/api/documents", wrong).await.problem(404, "not-found", &[]);
        let id = stored(&world, &ada).await;
        let path = format!("/api/documents/{id}/versions");
        let save = async |draft: Value| post(&world, &ada, &path, json!({"baseVersion": 1, "draft": draft})).await;
        let bad = json!({"blocks": [{"kind": "heading", "level": 9, "sentences": [{"text": "a\u{0}"}]}]});
        save(bad).await.problem(422, "invalid-request", &["/draft/blocks/0/sentences/0/text"]);
        let bad = json!({"blocks": [{"kind": "heading", "level": 9, "sentences": [{"text": " "}]}], "links": [{"url": "ftp://x"}]});
        let wrong = ["/draft/blocks/0/level", "/draft/blocks/0/sentences/0/text", "/draft/links/0/url"];
        save(bad).await.problem(422, "invalid-request", &wrong);
        save(json!({"blocks": [{"kind": "video"}]})).await.problem(422, "invalid-request", &["/draft/blocks/0/kind"]);
        save(json!({"blocks": vec![json!({}); 2_001]})).await.problem(422, "invalid-request", &["/draft/blocks"]);
        let large = json!({"title": {"text": "x".repeat(1 << 20)}});
        assert_eq!(save(large).await.status, StatusCode::PAYLOAD_TOO_LARGE);
        assert_eq!(get(&world, &ada, &format!("/api/documents/{id}")).await["document"]["version"], json!(1));
    })
    .await;
}

#[tokio::test]
async fn compose_starts_one_run_whose_version_is_added() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let id = stored(&world, &ada).await;
        let path = format!("/api/documents/{id}");
        let compose = format!("{path}/compose");
        let started =
            post(&world, &ada, &compose, json!({"baseVersion": 1, "seed": 7})).await.success(StatusCode::ACCEPTED);
        assert_eq!(started["run"]["kind"], json!("document_compose"));
        post(&world, &ada, &compose, json!({"baseVersion": 1})).await.problem(409, "conflict", &["/runId"]);
        let shown = get(&world, &ada, &path).await["document"].clone();
        assert_eq!((&shown["runId"], &shown["runStatus"]), (&started["run"]["id"], &json!("queued")));
        let run_id = started["run"]["id"].as_str().and_then(|id| id.parse().ok()).expect("an id");
        let run = fleet::claim(&world.state, run_id).await;
        let payload = run.payload.0.clone();
        assert_eq!(
            (&payload["scope"], &payload["seed"], &payload["baseVersion"]),
            (&json!("page"), &json!(7), &json!(1))
        );
        let draft =
            serde_json::from_value::<Draft>(draft("Composed.")).and_then(serde_json::to_value).expect("a draft");
        let version = NewVersion {
            base: 1,
            origin: VersionOrigin::Composed,
            draft,
            cited: json!([]),
            score: None,
            words: 3,
            run_id: Some(run_id),
            user_id: ada.id,
            prompts: None,
            model: None,
            cost_micros: 0,
            note: String::new(),
        };
        let effect = DocumentWritten { document_id: id.parse().expect("an id"), expected: None, version };
        let done = shared::store::run::Outcome::Succeeded(json!({"changed": true}));
        fleet::finish(&world.state, run, done, vec![effect.into()]).await;
        let written = get(&world, &ada, &path).await;
        assert_eq!((&written["version"]["runId"], &written["version"]["origin"]), (&json!(run_id), &json!("composed")));
        post(&world, &ada, &compose, json!({"baseVersion": 2})).await.success(StatusCode::ACCEPTED);
    })
    .await;
}

#[tokio::test]
async fn compose_checks_the_part_and_the_version() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let made =
            post(&world, &ada, "/api/documents", json!({"title": "No query"})).await.success(StatusCode::CREATED);
        let bare = format!("/api/documents/{}/compose", made["document"]["id"].as_str().expect("an id"));
        post(&world, &ada, &bare, json!({"baseVersion": 0})).await.problem(422, "invalid-request", &["/query"]);
        let path = format!("/api/documents/{}/compose", stored(&world, &ada).await);
        for (body, pointer) in [
            (json!({}), "/baseVersion"),
            (json!({"baseVersion": 1, "scope": "book"}), "/scope"),
            (json!({"baseVersion": 1, "seed": 1_u64 << 53}), "/seed"),
            (json!({"baseVersion": 1, "scope": "section"}), "/blocks"),
            (json!({"baseVersion": 1, "scope": "section", "blocks": {"from": 1, "to": 2}}), "/blocks"),
            (json!({"baseVersion": 1, "scope": "section", "blocks": {"from": 0, "to": 1}}), "/blocks"),
            (json!({"baseVersion": 1, "scope": "section", "blocks": {"from": 0, "to": 99}}), "/blocks"),
            (json!({"baseVersion": 1, "scope": "sentence"}), "/sentence"),
            (json!({"baseVersion": 1, "scope": "sentence", "sentence": {"block": 1, "sentence": 1}}), "/sentence"),
        ] {
            post(&world, &ada, &path, body).await.problem(422, "invalid-request", &[pointer]);
        }
        let stale = post(&world, &ada, &path, json!({"baseVersion": 0})).await;
        assert_eq!(stale.problem(409, "stale", &["/baseVersion"])["current"], json!(1));
        let part = json!({"baseVersion": 1, "scope": "section", "blocks": {"from": 0, "to": 2}});
        post(&world, &ada, &path, part).await.success(StatusCode::ACCEPTED);
    })
    .await;
}

#[tokio::test]
async fn score_starts_a_run_of_the_engine_with_draft_and_facts() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let body = json!({"title": "Mine", "query": "roof repair", "brief": brief(), "draft": draft("Plan on $350.")});
        let made = post(&world, &ada, "/api/documents", body).await.success(StatusCode::CREATED);
        let path = format!("/api/documents/{}/score", made["document"]["id"].as_str().expect("an id"));
        let started = post(&world, &ada, &path, json!({})).await.success(StatusCode::ACCEPTED);
        let run = &started["run"];
        assert_eq!(
            (&run["kind"], &run["engineId"], &run["action"]),
            (&json!("engine"), &json!("content"), &json!("score"))
        );
        let id = run["id"].as_str().and_then(|id| id.parse().ok()).expect("an id");
        let input = fleet::claim(&world.state, id).await.payload.0["input"].clone();
        assert_eq!((&input["query"], &input["facts"][0]["id"]), (&json!("roof repair"), &json!("price")));
        assert_eq!((&input["questions"], &input["words"]), (&json!(["How much?"]), &json!(["shingle"])));
        assert_eq!(input["draft"], made["version"]["draft"]);
        post(&world, &ada, &path, json!({"version": 5})).await.problem(404, "not-found", &[]);
        let empty = post(&world, &ada, "/api/documents", json!({"title": "E", "query": "q"}))
            .await
            .success(StatusCode::CREATED);
        let path = format!("/api/documents/{}/score", empty["document"]["id"].as_str().expect("an id"));
        post(&world, &ada, &path, json!({})).await.problem(409, "conflict", &["/version"]);
    })
    .await;
}

#[tokio::test]
async fn contradicting_facts_are_reported_until_one_is_gone() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let fact = |id: &str, value: &str, is_owners: bool| {
            json!({"id": id, "kind": "phone", "value": value, "source": "the owner", "isOwnerSupplied": is_owners})
        };
        let (old, new) = (fact("old", "918-555-0134", false), fact("new", "918-555-0199", true));
        let body = json!({"title": "Mine", "brief": {"facts": [old, new]}});
        let made = post(&world, &ada, "/api/documents", body).await.success(StatusCode::CREATED);
        let found = json!([{"subject": "", "factIds": ["old", "new"], "stated": "new"}]);
        assert_eq!(made["document"]["conflicts"], found);
        let path = format!("/api/documents/{}", made["document"]["id"].as_str().expect("an id"));
        assert_eq!(get(&world, &ada, &path).await["document"]["conflicts"], found);
        let both = json!({"facts": [old, fact("new", "918-555-0199", false)]});
        let undecided = patch(&world, &ada, &path, json!({"revision": 1, "brief": both})).await.success(StatusCode::OK);
        assert_eq!(undecided["document"]["conflicts"][0]["stated"], json!(null));
        let one = json!({"revision": 2, "brief": {"facts": [new]}});
        let solved = patch(&world, &ada, &path, one).await.success(StatusCode::OK);
        assert_eq!(solved["document"]["conflicts"], json!([]));
    })
    .await;
}

#[tokio::test]
async fn export_is_a_file_of_the_version() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let body = json!({"title": "Roof \"repair\"; ../x", "brief": brief(), "draft": draft("Plan on <b>$350</b>.")});
        let made = post(&world, &ada, "/api/documents", body).await.success(StatusCode::CREATED);
        let path = format!("/api/documents/{}", made["document"]["id"].as_str().expect("an id"));
        let next = json!({"baseVersion": 1, "draft": draft("Two.")});
        post(&world, &ada, &format!("{path}/versions"), next).await.success(StatusCode::CREATED);
        let export = async |query: &str| {
            let reply = world.get(&format!("{path}/export{query}")).bearer(&ada.token).send().await;
            assert_eq!(reply.status, StatusCode::OK, "{}", reply.text());
            reply
        };
        let markdown = export("").await;
        assert_eq!(markdown.header("content-disposition"), "attachment; filename=\"roof-repair-x.md\"");
        assert!(markdown.text().contains("\nTwo.\n") && markdown.text().contains("## Sources"), "{}", markdown.text());
        let html = export("?format=html&version=1").await;
        assert_eq!(html.header("content-type"), "text/html; charset=utf-8");
        assert!(html.text().contains("<p>Plan on &lt;b&gt;$350&lt;/b&gt;.</p>"), "{}", html.text());
        let docx = export("?format=docx").await;
        assert!(docx.bytes.starts_with(b"PK") && docx.header("content-disposition").ends_with(".docx\""));
        let wrong = world.get(&format!("{path}/export?format=pdf")).bearer(&ada.token).send().await;
        wrong.problem(422, "invalid-request", &["/format"]);
        world.get(&format!("{path}/export?version=9")).bearer(&ada.token).send().await.problem(404, "not-found", &[]);
    })
    .await;
}

#[tokio::test]
async fn viewer_reads_documents_and_changes_none() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let bob = world.register("bob@example.com").await;
        let id = stored(&world, &ada).await;
        let mut tx = world.state.db.begin().await.expect("the store");
        let role = shared::domain::workspace::MemberRole::Viewer;
        shared::store::workspace::insert_member(&mut tx, ada.workspace_id, bob.id, role, shared::domain::now())
            .await
            .expect("a member");
        tx.commit().await.expect("the store");
        let workspace = ada.workspace_id.to_string();
        let call = async |method: Method, path: &str, body: Value| {
            let call = world.call(method, path).bearer(&bob.token).header("x-workspace-id", &workspace);
            call.json(&body).send().await
        };
        let path = format!("/api/documents/{id}");
        assert_eq!(call(Method::GET, &path, json!({})).await.status, StatusCode::OK);
        for (method, path, body) in [
            (Method::PATCH, path.clone(), json!({"revision": 1})),
            (Method::DELETE, path.clone(), json!({})),
            (Method::POST, format!("{path}/versions"), json!({"baseVersion": 1, "draft": {}})),
            (Method::POST, format!("{path}/compose"), json!({"baseVersion": 1})),
            (Method::POST, format!("{path}/score"), json!({})),
            (Method::PUT, "/api/packs/en/roofing".to_owned(), json!({"text": ""})),
            (Method::DELETE, "/api/packs/en/roofing".to_owned(), json!({})),
        ] {
            call(method, &path, body).await.problem(403, "forbidden", &[]);
        }
    })
    .await;
}
