//! Edits over HTTP: drafts, approval by people, patches, accesses and opportunities. Workers are played by hand.

use std::io::Write;

use axum::http::{Method, StatusCode};
use data_encoding::HEXLOWER;
use flate2::{Compression, write::GzEncoder};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use shared::{
    domain::{
        annotation::AnnotationKind,
        edit::{EditStatus, EditWay},
        now,
        opportunity::OpportunityBody,
        release::Blob,
    },
    store::{
        edit::{EditEnded, EditPrepared, NewEditFile},
        opportunity,
        run::Outcome,
    },
};
use uuid::Uuid;

use crate::{
    api_keys, fleet,
    sites::{get, id, post},
    world::{Account, Reply, World, on_each},
};

const BEFORE: &str = "<!doctype html>\n<title>Old</title>\n<p>Text</p>\n";
const AFTER: &str = "<!doctype html>\n<title>New</title>\n<p>Text</p>\n";

fn blob(text: &str) -> Blob {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text.as_bytes()).expect("memory");
    Blob {
        sha256: HEXLOWER.encode(&Sha256::digest(text.as_bytes())),
        bytes: encoder.finish().expect("memory"),
        size: i64::try_from(text.len()).expect("a size"),
    }
}

fn title(path: &str, title: &str) -> Value {
    json!({"kind": "set_title", "path": path, "title": title})
}

async fn created(world: &World, by: &Account, website: Uuid) -> Uuid {
    let body = json!({"websiteId": website, "changes": [title("/a/", "New")]});
    id(&post(world, by, "/api/edits", body).await.success(StatusCode::CREATED)["edit"]["id"])
}

/// Ends the run that prepares an edit, like a worker.
async fn prepare(world: &World, by: &Account, edit: Uuid, way: EditWay) {
    let begun = post(world, by, &format!("/api/edits/{edit}/prepare"), json!({})).await.success(StatusCode::ACCEPTED);
    assert_eq!((&begun["edit"]["status"], &begun["run"]["kind"]), (&json!("preparing"), &json!("edit")));
    end_preparation(world, &begun["run"]["id"], edit, way, [("Old", BEFORE), ("New", AFTER)]).await;
}

/// Ends the run that prepares an edit: the title and content of the page before, and after.
async fn end_preparation(world: &World, run: &Value, edit: Uuid, way: EditWay, pages: [(&str, &str); 2]) {
    let [(old, before), (new, after)] = pages;
    let facts = |title: &str| {
        json!({
            "title": title, "description": null, "heading": null, "canonical": null, "robots": null, "language": null,
            "encoding": "UTF-8", "structuredDataTypes": [], "titles": 1, "descriptions": 0, "headings": 0, "links": 0,
        })
    };
    let file = json!({
        "path": "a/index.html", "url": "https://example.com/a/", "before": facts(old), "after": facts(new),
        "hunks": [], "notes": [],
    });
    let (before, after) = (blob(before), blob(after));
    let end = EditPrepared {
        id: edit,
        way,
        preview: json!({"files": [file], "problems": []}),
        checked: vec![json!({"isApplied": false, "found": old})],
        problem: None,
        files: vec![NewEditFile {
            path: "a/index.html".to_owned(),
            url: Some("https://example.com/a/".to_owned()),
            before_sha256: Some(before.sha256.clone()),
            after_sha256: after.sha256.clone(),
            is_canary: way == EditWay::Access,
        }],
        blobs: vec![before, after],
    };
    let run = fleet::claim(&world.state, id(run)).await;
    fleet::finish(&world.state, run, Outcome::Succeeded(json!({})), vec![end.into()]).await;
}

/// A prepared edit of the account's, for a person.
pub(crate) async fn prepared(world: &World, by: &Account, website: &str) -> String {
    let edit = created(world, by, website.parse().expect("an id")).await;
    prepare(world, by, edit, EditWay::Person).await;
    edit.to_string()
}

async fn end(world: &World, run: &Value, edit: Uuid, status: EditStatus) {
    let end = EditEnded {
        id: edit,
        status,
        detail: String::new(),
        checked: Some(vec![json!({"isApplied": status == EditStatus::Applied, "found": "New"})]),
        kind: AnnotationKind::Title,
        pages: vec!["https://example.com/a/".to_owned()],
        next: None,
    };
    let run = fleet::claim(&world.state, id(run)).await;
    fleet::finish(&world.state, run, Outcome::Succeeded(json!({})), vec![end.into()]).await;
}

/// Approves an edit that a person makes, and ends the run that finds its changes.
async fn made_by_a_person(world: &World, by: &Account, edit: Uuid) {
    let path = format!("/api/edits/{edit}");
    post(world, by, &format!("{path}/approve"), json!({})).await.success(StatusCode::OK);
    let check = post(world, by, &format!("{path}/check"), json!({})).await.success(StatusCode::ACCEPTED);
    end(world, &check["run"]["id"], edit, EditStatus::Applied).await;
}

#[tokio::test]
async fn what_a_person_made_is_undone_by_another_edit_with_an_entry_of_its_own() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let website = fleet::website(&world.state, &ada, "example.com").await;
        let edit = created(&world, &ada, website).await;
        let path = format!("/api/edits/{edit}");
        prepare(&world, &ada, edit, EditWay::Person).await;
        made_by_a_person(&world, &ada, edit).await;
        let applied = get(&world, &ada, &path).await["edit"].clone();
        assert_eq!((&applied["canBeUndone"], &applied["undoEditId"]), (&json!(true), &Value::Null));

        let (key, _) = api_keys::make(&world, &ada, &["write"]).await;
        let by_key = world.post(&format!("{path}/undo"), &json!({})).bearer(&key).send().await;
        by_key.problem(403, "forbidden", &[]);
        let undo = post(&world, &ada, &format!("{path}/undo"), json!({})).await.success(StatusCode::ACCEPTED);
        let other = undo["edit"].clone();
        assert_eq!((&other["undoesId"], &other["title"]), (&applied["id"], &json!("Undo: Change the title of /a/")));
        assert_eq!((&other["status"], &other["isMeasured"]), (&json!("preparing"), &json!(false)));
        assert_eq!((&other["changes"][0]["kind"], &other["changes"][0]["title"]), (&json!("set_title"), &json!("Old")));
        let again = post(&world, &ada, &format!("{path}/undo"), json!({})).await;
        again.problem(409, "conflict", &["/undoEditId"]);
        let open = get(&world, &ada, &path).await["edit"].clone();
        assert_eq!((&open["status"], &open["undoEditId"]), (&json!("applied"), &other["id"]), "until it is shown");

        let other_id = id(&other["id"]);
        let pages = [("New", AFTER), ("Old", BEFORE)];
        end_preparation(&world, &undo["run"]["id"], other_id, EditWay::Person, pages).await;
        made_by_a_person(&world, &ada, other_id).await;
        let undone = get(&world, &ada, &path).await["edit"].clone();
        assert_eq!((&undone["status"], &undone["canBeUndone"]), (&json!("undone"), &json!(false)));
        assert!(
            undone["undoneAt"].is_string() && undone["detail"].as_str().is_some_and(|text| text.contains("Undo: "))
        );
        let undoing = get(&world, &ada, &format!("/api/edits/{other_id}")).await["edit"].clone();
        assert_eq!((&undoing["status"], &undoing["experimentId"]), (&json!("applied"), &Value::Null));
        assert_eq!(undoing["canBeUndone"], false, "the first one is made again instead");
        let entries = get(&world, &ada, "/api/annotations").await["annotations"].clone();
        let titles: Vec<&str> =
            entries.as_array().into_iter().flatten().filter_map(|one| one["title"].as_str()).collect();
        assert_eq!(titles.len(), 2, "{titles:?}");
        assert!(titles.contains(&"Undo: Change the title of /a/"), "{titles:?}");
        let log = get(&world, &ada, "/api/user/audit-log").await.to_string();
        assert_eq!(log.matches("edit.undone").count(), 1, "{log}");
    })
    .await;
}

async fn opportunity(world: &World, by: &Account, website: Uuid, title: &str, evidence: Value) -> Uuid {
    let body = OpportunityBody {
        title: title.to_owned(),
        category: "content_improve".to_owned(),
        difficulty: None,
        score: 50.0,
        engine_id: Some("content".to_owned()),
        keyword: None,
        impact: None,
        effort_minutes: None,
        quick_win: true,
        automated: false,
        edited: false,
        evidence,
    };
    let mut tx = world.state.db.begin().await.expect("the store");
    let new = opportunity::insert(&mut tx, by.workspace_id, Some(website), &body, now()).await.expect("the store");
    tx.commit().await.expect("the store");
    new.expect("an opportunity").id
}

async fn delete(world: &World, by: &Account, path: &str) -> Reply {
    world.call(Method::DELETE, path).bearer(&by.token).send().await
}

#[tokio::test]
async fn edit_of_a_person_waits_until_the_website_shows_it() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let website = fleet::website(&world.state, &ada, "example.com").await;
        let edit = created(&world, &ada, website).await;
        let path = format!("/api/edits/{edit}");
        let draft = get(&world, &ada, &path).await["edit"].clone();
        assert_eq!((&draft["status"], &draft["title"]), (&json!("draft"), &json!("Change the title of /a/")));
        assert_eq!(draft["changes"][0]["kind"], "set_title");
        assert!(draft["changes"][0]["instruction"]["where"].is_string(), "{draft}");
        post(&world, &ada, &format!("{path}/approve"), json!({})).await.problem(409, "conflict", &["/status"]);
        world.get(&format!("{path}/patch")).bearer(&ada.token).send().await.problem(409, "conflict", &["/status"]);
        prepare(&world, &ada, edit, EditWay::Person).await;
        let ready = get(&world, &ada, &path).await["edit"].clone();
        assert_eq!((&ready["status"], &ready["way"]), (&json!("ready"), &json!("person")));
        assert_eq!(ready["preview"]["files"][0]["after"]["title"], "New");
        assert_eq!((&ready["changes"][0]["found"], &ready["canary"]), (&json!("Old"), &Value::Null));
        let patch = world.get(&format!("{path}/patch")).bearer(&ada.token).send().await;
        assert!(patch.header("content-type").starts_with("text/x-diff"), "{}", patch.header("content-type"));
        let text = patch.text();
        assert!(text.contains("-<title>Old</title>") && text.contains("+<title>New</title>"), "{text}");

        let (key, _) = api_keys::make(&world, &ada, &["write"]).await;
        let by_key = world.post(&format!("{path}/approve"), &json!({})).bearer(&key).send().await;
        by_key.problem(403, "forbidden", &[]);
        let earlier = json!({"updatedAt": draft["updatedAt"]});
        post(&world, &ada, &format!("{path}/approve"), earlier).await.problem(409, "conflict", &["/updatedAt"]);
        let ready = get(&world, &ada, &path).await["edit"].clone();
        let seen = json!({"updatedAt": ready["updatedAt"]});
        let waiting = post(&world, &ada, &format!("{path}/approve"), seen).await.success(StatusCode::OK);
        assert_eq!((&waiting["edit"]["status"], &waiting["run"]), (&json!("waiting"), &Value::Null));
        post(&world, &ada, &format!("{path}/approve"), json!({})).await.problem(409, "conflict", &["/status"]);
        world.patch(&path, &json!({"title": "X"})).bearer(&ada.token).send().await.problem(
            409,
            "conflict",
            &["/status"],
        );
        post(&world, &ada, &format!("{path}/undo"), json!({})).await.problem(409, "conflict", &["/status"]);
        let check = post(&world, &ada, &format!("{path}/check"), json!({})).await.success(StatusCode::ACCEPTED);
        post(&world, &ada, &format!("{path}/check"), json!({})).await.problem(409, "conflict", &["/runId"]);
        end(&world, &check["run"]["id"], edit, EditStatus::Applied).await;
        let applied = get(&world, &ada, &path).await["edit"].clone();
        assert_eq!((&applied["status"], &applied["changes"][0]["isApplied"]), (&json!("applied"), &json!(true)));
        let entry = get(&world, &ada, "/api/annotations").await["annotations"][0].clone();
        assert_eq!((&entry["id"], &entry["kind"]), (&applied["annotationId"], &json!("title")));
        let path = format!("/api/experiments/{}", applied["experimentId"].as_str().expect("it"));
        assert_eq!(get(&world, &ada, &path).await["experiment"]["days"], 28);
        let log = get(&world, &ada, "/api/user/audit-log").await.to_string();
        assert_eq!(log.matches("edit.approved").count(), 1, "{log}");
    })
    .await;
}

#[tokio::test]
async fn hostile_changes_are_refused_by_the_name_of_their_field() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let website = fleet::website(&world.state, &ada, "example.com").await;
        let refused = async |changes: Value, pointer: &str| {
            let body = json!({"websiteId": website, "changes": changes});
            let reply = post(&world, &ada, "/api/edits", body).await;
            let problem = reply.json();
            let named = problem["errors"][0]["pointer"].as_str().unwrap_or_default().to_owned();
            assert!(reply.status.is_client_error() && named.starts_with(pointer), "{changes}: {problem}");
        };
        refused(json!([]), "/changes").await;
        refused(json!([title("no-slash", "New")]), "/changes/0/path").await;
        refused(json!([title("/a", "New"), title("/b", "\u{7}")]), "/changes/1/title").await;
        refused(json!([title("/a", &"x".repeat(5_000))]), "/changes/0/title").await;
        refused(json!([{"kind": "set_title", "path": "/a", "title": "New", "script": "x"}]), "/changes/0").await;
        refused(json!([{"kind": "delete_everything", "path": "/a"}]), "/changes/0").await;
        refused(
            json!([{"kind": "add_link", "path": "/a", "target": "javascript:alert(1)", "anchor": "words"}]),
            "/changes/0/target",
        )
        .await;
        let data = json!({"@context": "https://schema.org", "@type": "Thing", "name": "</script><script>alert(1)"});
        refused(json!([{"kind": "set_structured_data", "path": "/a", "json": data}]), "/changes/0/json").await;
        let many: Vec<Value> = (0..201).map(|no| title(&format!("/{no}"), "New")).collect();
        refused(json!(many), "/changes").await;
        let huge = json!({"websiteId": website, "changes": [title("/a", &"x".repeat(3 << 20))]});
        assert_eq!(post(&world, &ada, "/api/edits", huge).await.status, StatusCode::PAYLOAD_TOO_LARGE);
        let body = json!({"changes": [title("/a", "New")]});
        post(&world, &ada, "/api/edits", body).await.problem(422, "invalid-request", &["/websiteId"]);
        assert_eq!(get(&world, &ada, "/api/edits").await["edits"], json!([]), "nothing is stored");
    })
    .await;
}

#[tokio::test]
async fn changed_edit_is_prepared_again_and_a_cancelled_one_is_deleted() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let website = fleet::website(&world.state, &ada, "example.com").await;
        let edit = created(&world, &ada, website).await;
        let path = format!("/api/edits/{edit}");
        prepare(&world, &ada, edit, EditWay::Access).await;
        let patch = async |body: Value| {
            let reply = world.patch(&path, &body).bearer(&ada.token).send().await;
            reply.success(StatusCode::OK)["edit"].clone()
        };
        let renamed = patch(json!({"title": "  Better   titles ", "isMeasured": false})).await;
        assert_eq!((&renamed["title"], &renamed["status"]), (&json!("Better titles"), &json!("ready")));
        let canary = json!({"pages": 1, "of": 1, "written": 0});
        assert_eq!((&renamed["isMeasured"], &renamed["canary"]), (&json!(false), &canary));
        let changed = patch(json!({"changes": [title("/a/", "Other")]})).await;
        assert_eq!((&changed["status"], &changed["way"]), (&json!("draft"), &Value::Null));
        assert_eq!((&changed["preview"]["files"], &changed["canary"]), (&json!([]), &Value::Null));
        let listed = get(&world, &ada, &format!("/api/edits?status=draft&websiteId={website}")).await;
        assert_eq!((&listed["edits"][0]["id"], &listed["edits"][0]["changeCount"]), (&json!(edit), &json!(1)));
        assert_eq!(get(&world, &ada, "/api/edits?status=applied").await["edits"], json!([]));
        let cancelled = post(&world, &ada, &format!("{path}/cancel"), json!({})).await.success(StatusCode::OK);
        assert_eq!(cancelled["edit"]["status"], "cancelled");
        post(&world, &ada, &format!("{path}/cancel"), json!({})).await.problem(409, "conflict", &["/status"]);
        delete(&world, &ada, &path).await.success(StatusCode::OK);
        delete(&world, &ada, &path).await.problem(404, "not-found", &[]);
    })
    .await;
}

#[tokio::test]
async fn kill_switch_and_failed_files_decide_what_may_follow() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let website = fleet::website(&world.state, &ada, "example.com").await;
        let edit = created(&world, &ada, website).await;
        let path = format!("/api/edits/{edit}");
        prepare(&world, &ada, edit, EditWay::Access).await;
        let switch = async |is_on: bool| {
            let body = json!({"isOn": is_on, "reason": "odd"});
            let call = world.call(Method::PUT, "/api/kill-switch").json(&body).bearer(&ada.token);
            call.send().await.success(StatusCode::OK);
        };
        switch(true).await;
        post(&world, &ada, &format!("{path}/approve"), json!({})).await.problem(409, "conflict", &["/killSwitch"]);
        switch(false).await;
        let begun = post(&world, &ada, &format!("{path}/approve"), json!({})).await.success(StatusCode::ACCEPTED);
        assert_eq!(begun["edit"]["status"], "applying");
        delete(&world, &ada, &path).await.problem(409, "conflict", &["/runId"]);
        // Cancelling lets the run restore what it wrote.
        let told = post(&world, &ada, &format!("{path}/cancel"), json!({})).await.success(StatusCode::OK);
        assert_eq!(
            (&told["edit"]["status"], &told["edit"]["detail"]),
            (&json!("applying"), &json!("It was cancelled."))
        );
        fleet::fail(&world.state, id(&begun["run"]["id"]), "The server is gone.").await;
        let failed = get(&world, &ada, &path).await["edit"].clone();
        assert_eq!((&failed["status"], &failed["detail"]), (&json!("failed"), &json!("The server is gone.")));
        post(&world, &ada, &format!("{path}/undo"), json!({})).await.problem(409, "conflict", &["/status"]);
        prepare(&world, &ada, edit, EditWay::Access).await;
        let begun = post(&world, &ada, &format!("{path}/approve"), json!({})).await.success(StatusCode::ACCEPTED);
        end(&world, &begun["run"]["id"], edit, EditStatus::Applied).await;
        let undo = post(&world, &ada, &format!("{path}/undo"), json!({})).await.success(StatusCode::ACCEPTED);
        end(&world, &undo["run"]["id"], edit, EditStatus::Undone).await;
        let undone = get(&world, &ada, &path).await["edit"].clone();
        assert_eq!((&undone["status"], &undone["canBeUndone"]), (&json!("undone"), &json!(false)));
        assert!(undone["undoneAt"].is_string() && undone["appliedAt"].is_string(), "{undone}");
    })
    .await;
}

#[tokio::test]
async fn access_keeps_its_secrets_to_itself_and_to_its_server() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let website = fleet::website(&world.state, &ada, "example.com").await;
        let path = format!("/api/websites/{website}/access");
        let none = get(&world, &ada, &path).await;
        assert_eq!((&none["access"], &none["way"]), (&Value::Null, &json!("person")));
        let put = async |body: Value| world.call(Method::PUT, &path).json(&body).bearer(&ada.token).send().await;
        let folder = json!({"kind": "folder", "settings": {"path": "/etc"}});
        let refused = put(folder).await.json();
        assert!(refused["errors"][0]["pointer"].as_str().is_some_and(|at| at.starts_with("/settings")), "{refused}");
        let sftp = |host: &str, secrets: Value| {
            json!({"kind": "sftp", "settings": {"host": host, "user": "web", "path": "www"}, "secrets": secrets})
        };
        put(sftp("files.example.com", json!({"password": "very-secret", "token": "x"}))).await.problem(422, "invalid-request", &["/secrets/token"]);
        let stored = put(sftp("files.example.com", json!({"password": "very-secret"}))).await.success(StatusCode::OK);
        assert_eq!((&stored["access"]["hasSecrets"], &stored["way"]), (&json!(true), &json!("access")));
        assert_eq!(stored["access"]["baseUrl"], "https://example.com/");
        assert!(!stored.to_string().contains("very-secret"), "{stored}");
        let same = json!({"kind": "sftp", "settings": {"host": "files.example.com", "user": "web", "path": "other"}});
        put(same).await.success(StatusCode::OK);
        let elsewhere = json!({"kind": "sftp", "settings": {"host": "evil.example.com", "user": "web", "path": "www"}});
        put(elsewhere).await.problem(422, "invalid-request", &["/secrets"]);
        let mut wrong = sftp("files.example.com", json!({"password": "very-secret"}));
        wrong["baseUrl"] = json!("ftp://example.com");
        put(wrong).await.problem(422, "invalid-request", &["/baseUrl"]);
        delete(&world, &ada, &path).await.success(StatusCode::OK);
        delete(&world, &ada, &path).await.problem(404, "not-found", &[]);
        let log = get(&world, &ada, "/api/user/audit-log").await.to_string();
        assert_eq!(log.matches("website_access.changed").count(), 3, "{log}");
        assert!(!log.contains("very-secret"), "{log}");
    })
    .await;
}

#[tokio::test]
async fn opportunity_with_page_changes_becomes_an_edit() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let website = fleet::website(&world.state, &ada, "example.com").await;
        let change = json!({
            "type": "change", "ref": "https://example.com/a/", "source": "crawl and queries", "observedAt": null,
            "value": {"kind": "title", "before": "Old", "after": "New", "target": null},
        });
        let found = opportunity(&world, &ada, website, "Improve /a/", json!([change])).await;
        let path = format!("/api/opportunities/{found}/implement");
        let begun = post(&world, &ada, &path, json!({})).await.success(StatusCode::OK);
        assert_eq!((&begun["status"], &begun["opportunity"]["planId"]), (&json!("implementing"), &Value::Null));
        let edit = get(&world, &ada, &format!("/api/edits/{}", begun["editId"].as_str().expect("an edit"))).await;
        assert_eq!((&edit["edit"]["status"], &edit["edit"]["opportunityId"]), (&json!("preparing"), &json!(found)));
        assert_eq!(edit["edit"]["changes"][0]["title"], "New");
        let again = post(&world, &ada, &path, json!({})).await.success(StatusCode::OK);
        assert_eq!(again["editId"], begun["editId"], "no second one");
        let listed = get(&world, &ada, "/api/opportunities").await["opportunities"][0].clone();
        assert_eq!(listed["editId"], begun["editId"]);

        let other = opportunity(&world, &ada, website, "Write a page", json!([])).await;
        let planned = post(&world, &ada, &format!("/api/opportunities/{other}/implement"), json!({})).await;
        let planned = planned.success(StatusCode::OK);
        assert_eq!(planned["editId"], Value::Null);
        assert!(planned["opportunity"]["planId"].is_string(), "{planned}");
    })
    .await;
}
