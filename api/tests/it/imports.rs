//! Imports over HTTP.

use std::time::Duration;

use axum::http::StatusCode;
use serde_json::{Value, json};
use shared::{
    domain::run::{RunKind, RunStatus},
    store::{
        self, Tx,
        import::{ImportEnd, ImportUndone},
        run::{Effect, Filter, Outcome},
    },
    uploads::Uploads,
};
use uuid::Uuid;

use crate::{
    fleet,
    world::{Account, Reply, World, on_each, on_each_with, settings},
};

const BOUNDARY: &str = "a-line-that-is-in-no-file";

/// Which part of the market an export covers: one country.
fn market(country: &str) -> Value {
    json!({
        "searchType": null, "dateRange": null, "from": null, "to": null, "country": country, "device": null,
        "isComparison": false, "previousFrom": null, "previousTo": null, "query": null, "page": null,
        "appearance": null, "other": [],
    })
}

fn form(parts: &[(&str, Option<&str>, &[u8])]) -> Vec<u8> {
    let mut body = Vec::new();
    for (name, file, bytes) in parts {
        let file = file.map(|file| format!("; filename=\"{file}\"")).unwrap_or_default();
        body.extend(
            format!("--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"{name}\"{file}\r\n\r\n").into_bytes(),
        );
        body.extend_from_slice(bytes);
        body.extend_from_slice(b"\r\n");
    }
    body.extend(format!("--{BOUNDARY}--\r\n").into_bytes());
    body
}

async fn upload(world: &World, account: &Account, body: Vec<u8>) -> Reply {
    let kind = format!("multipart/form-data; boundary={BOUNDARY}");
    let call = world.call(axum::http::Method::POST, "/api/imports").bearer(&account.token).header("prefer", "wait=5");
    call.raw(&kind, body).send().await
}

/// Plays the worker that looks at the next upload: well, or badly.
fn look(world: &World, account: &Account, outcome: Result<Value, &'static str>) -> tokio::task::JoinHandle<()> {
    let (world, account) = (world.clone(), account.clone());
    tokio::spawn(async move {
        loop {
            tokio::time::sleep(Duration::from_millis(50)).await;
            let filter =
                Filter { kind: Some(RunKind::ImportPreview), status: Some(RunStatus::Queued), ..Filter::default() };
            let page = store::run::list(&world.state.db, account.workspace_id, &filter, 1).await.expect("the store");
            let Some(run) = page.items.into_iter().next() else { continue };
            let id: Uuid = run.payload["importId"].as_str().expect("an import").parse().expect("an id");
            match outcome {
                Ok(preview) => {
                    let found = store::import::find(&world.state.db, account.workspace_id, id).await.unwrap().unwrap();
                    let size = found.size_bytes;
                    store::import::set_preview(&world.state.db, id, size, &preview).await.expect("the store");
                    fleet::succeed(&world.state, run.id, json!({})).await;
                }
                Err(detail) => fleet::fail(&world.state, run.id, detail).await,
            }
            return;
        }
    })
}

pub(crate) async fn uploaded(world: &World, account: &Account, preview: Value) -> String {
    let worker = look(world, account, Ok(preview));
    let bytes = format!("Top queries,Clicks\n{},1\n", Uuid::now_v7());
    let reply = upload(world, account, form(&[("file", Some("Queries.csv"), bytes.as_bytes())])).await;
    worker.await.expect("a worker");
    reply.success(StatusCode::CREATED)["import"]["id"].as_str().expect("an id").to_owned()
}

#[tokio::test]
async fn upload_is_stored_and_previewed() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let preview = json!({"files": [], "warnings": [], "container": "text", "market": market("USA"), "suggestedUrl": "https://example.com/"});
        let worker = look(&world, &ada, Ok(preview));
        let bytes: Vec<u8> = (0..3_000_000_u32).map(|n| (n % 251) as u8).collect();
        let reply = upload(&world, &ada, form(&[("file", Some("C:\\x\\Queries.csv"), &bytes)])).await;
        worker.await.unwrap();
        let body = reply.success(StatusCode::CREATED);
        let import = &body["import"];
        assert_eq!((&import["fileName"], &import["sizeBytes"]), (&json!("Queries.csv"), &json!(3_000_000)));
        assert_eq!((&import["market"]["country"], &import["suggestedUrl"]), (&json!("USA"), &json!("https://example.com/")));
        let left_out = json!({"files": [], "warnings": [], "container": "text", "rejects": [], "rejectReasons": [], "targets": []});
        assert_eq!(import["preview"], left_out, "a preview of an earlier release lists no rows left out");
        let id = import["id"].as_str().unwrap().parse().unwrap();
        let uploads = Uploads::new(world.state.settings.upload_dir.clone(), &world.state.db);
        let mut reader = uploads.reader(id).await.unwrap();
        let read = tokio::task::spawn_blocking(move || {
            let mut read = Vec::new();
            std::io::Read::read_to_end(&mut reader, &mut read).map(|_| read)
        });
        assert!(read.await.unwrap().unwrap() == bytes, "what is read is what was sent");
    })
    .await;
}

#[tokio::test]
async fn upload_to_a_full_disk_fails_and_can_be_repeated() {
    on_each(async |world| {
        // PostgreSQL has no limit of its own that a test could set.
        if !allow_pages(&world, 1_000_000).await {
            return;
        }
        let ada = world.register("ada@example.com").await;
        let bytes = vec![b'x'; 3_000_000];
        allow_pages(&world, 1).await;
        let told = upload(&world, &ada, form(&[("file", Some("Queries.csv"), &bytes)])).await;
        told.problem(507, "disk-full", &[]);
        let list = world.get("/api/imports").bearer(&ada.token).send().await.success(StatusCode::OK);
        assert_eq!(list["imports"], json!([]), "what could not be kept is not there");
        allow_pages(&world, 1_000_000).await;
        let worker = look(&world, &ada, Ok(json!({"container": "text", "files": [], "warnings": []})));
        let reply = upload(&world, &ada, form(&[("file", Some("Queries.csv"), &bytes)])).await;
        worker.await.unwrap();
        reply.success(StatusCode::CREATED);
    })
    .await;
}

/// How many pages SQLite's file may have from now on, or as many as it has where these are more; false on PostgreSQL.
async fn allow_pages(world: &World, pages: u32) -> bool {
    let mut tx = world.state.db.begin().await.expect("a transaction");
    let Tx::Sqlite(sqlite) = &mut tx else { return false };
    let sql = format!("PRAGMA max_page_count = {pages}");
    sqlx::query(sqlx::AssertSqlSafe(sql)).execute(&mut **sqlite).await.expect("the limit");
    tx.commit().await.expect("commit");
    true
}

#[tokio::test]
async fn invalid_form_stores_nothing() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let bob = world.register("bob@example.com").await;
        let foreign = fleet::website(&world.state, &bob, "example.com").await.to_string();
        let file: (&str, Option<&str>, &[u8]) = ("file", Some("a.csv"), b"x");
        upload(&world, &ada, form(&[])).await.problem(422, "invalid-request", &["/file"]);
        upload(&world, &ada, form(&[("file", Some("a.csv"), b"")])).await.problem(422, "invalid-request", &["/file"]);
        upload(&world, &ada, form(&[file, file])).await.problem(422, "invalid-request", &["/file"]);
        upload(&world, &ada, form(&[file, ("colour", None, b"red")])).await.problem(
            422,
            "invalid-request",
            &["/colour"],
        );
        upload(&world, &ada, form(&[file, ("websiteId", None, b"x")])).await.problem(
            422,
            "invalid-request",
            &["/websiteId"],
        );
        upload(&world, &ada, form(&[("websiteId", None, foreign.as_bytes()), file])).await.problem(
            404,
            "not-found",
            &[],
        );
        let mut broken = form(&[file]);
        broken.truncate(broken.len() - 20);
        upload(&world, &ada, broken).await.problem(400, "broken-body", &[]);
        world.post("/api/imports", &json!({})).bearer(&ada.token).send().await.problem(
            422,
            "invalid-request",
            &["/file"],
        );
        tokio::time::sleep(Duration::from_millis(300)).await;
        let count: i64 = match &world.state.db {
            store::Db::Postgres(pool) => {
                sqlx::query_scalar("SELECT COUNT(*) FROM imports").fetch_one(pool).await.unwrap()
            }
            store::Db::Sqlite(db) => {
                sqlx::query_scalar("SELECT COUNT(*) FROM imports").fetch_one(db.reader()).await.unwrap()
            }
        };
        assert_eq!(count, 0);
    })
    .await;
}

#[tokio::test]
async fn unreadable_file_is_rejected_with_the_reason() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let worker = look(&world, &ada, Err("This is a picture, not a table."));
        let reply = upload(&world, &ada, form(&[("file", Some("cat.png"), b"PNG")])).await;
        worker.await.unwrap();
        let problem = reply.problem(422, "unreadable-upload", &[]);
        assert_eq!(problem["detail"], json!("This is a picture, not a table."));
        let list = world.get("/api/imports").bearer(&ada.token).send().await.success(StatusCode::OK);
        assert_eq!(list["imports"], json!([]));
    })
    .await;
}

#[tokio::test]
async fn slow_preview_returns_202() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let kind = format!("multipart/form-data; boundary={BOUNDARY}");
        let call = world.call(axum::http::Method::POST, "/api/imports").bearer(&ada.token).header("prefer", "wait=0");
        let reply = call.raw(&kind, form(&[("file", Some("a.csv"), b"x")])).send().await.success(StatusCode::ACCEPTED);
        assert_eq!((&reply["import"]["preview"], &reply["run"]["kind"]), (&json!(null), &json!("import_preview")));
        let id = reply["import"]["id"].as_str().unwrap();
        let found = world.get(&format!("/api/imports/{id}")).bearer(&ada.token).send().await.success(StatusCode::OK);
        assert_eq!(found["import"]["status"], json!("previewed"));
    })
    .await;
}

#[tokio::test]
async fn commit_finds_or_creates_the_website() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let commit = async |id: &str, body: Value| {
            world.post(&format!("/api/imports/{id}/commit"), &body).bearer(&ada.token).send().await
        };
        let id = uploaded(&world, &ada, json!({"container": "text", "files": [], "warnings": []})).await;
        commit(&id, json!({})).await.problem(422, "invalid-request", &["/websiteId"]);
        commit(&id, json!({"url": "not a place"})).await.problem(422, "invalid-request", &["/url"]);
        commit(&id, json!({"websiteId": Uuid::now_v7()})).await.problem(404, "not-found", &[]);
        commit(&id, json!({"colour": 1})).await.problem(422, "invalid-request", &["/colour"]);
        let first = commit(&id, json!({"url": "https://www.Example.com/shop"})).await.success(StatusCode::ACCEPTED);
        assert_eq!(
            (&first["website"]["host"], &first["import"]["status"]),
            (&json!("example.com"), &json!("importing"))
        );
        assert_eq!(first["run"]["importId"], json!(id));
        commit(&id, json!({"url": "example.com"})).await.problem(409, "conflict", &["/status"]);
        let second = uploaded(
            &world,
            &ada,
            json!({"container": "text", "files": [], "warnings": [], "suggestedUrl": "https://example.com/"}),
        )
        .await;
        let second = commit(&second, json!({})).await.success(StatusCode::ACCEPTED);
        assert_eq!(second["website"]["id"], first["website"]["id"]);
    })
    .await;
}

#[tokio::test]
async fn undo_removes_the_imported_rows() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let id = uploaded(&world, &ada, json!({"container": "text", "files": [], "warnings": []})).await;
        let undo = async || world.post(&format!("/api/imports/{id}/undo"), &json!({})).bearer(&ada.token).send().await;
        undo().await.problem(409, "conflict", &["/status"]);
        let body = json!({"url": "example.com"});
        let begun = world.post(&format!("/api/imports/{id}/commit"), &body).bearer(&ada.token).send().await;
        let begun = begun.success(StatusCode::ACCEPTED);
        finish_import(&world, &begun).await;
        let undone = undo().await.success(StatusCode::ACCEPTED);
        assert_eq!(undone["run"]["kind"], json!("import_undo"));
        let run = fleet::claim(&world.state, undone["run"]["id"].as_str().unwrap().parse().unwrap()).await;
        let effect = Effect::from(ImportUndone { import_id: id.parse().unwrap() });
        fleet::finish(&world.state, run, Outcome::Succeeded(json!({})), vec![effect]).await;
        let found = world.get(&format!("/api/imports/{id}")).bearer(&ada.token).send().await.success(StatusCode::OK);
        assert_eq!(found["import"]["status"], json!("undone"));
    })
    .await;
}

/// Plays the worker that reads an import.
async fn finish_import(world: &World, begun: &Value) {
    let id = |pointer: &str| begun.pointer(pointer).and_then(Value::as_str).expect(pointer).parse::<Uuid>().unwrap();
    let (import_id, website_id) = (id("/import/id"), id("/website/id"));
    let run = fleet::claim(&world.state, id("/run/id")).await;
    let now = shared::domain::now();
    let batch_id = store::import::begin_batch(&world.state.db, import_id, website_id, run.attempt, now).await.unwrap();
    let end = ImportEnd {
        import_id,
        batch_id,
        rows: 2,
        rejected: 1,
        kinds: vec!["gsc_queries".to_owned()],
        rejects: json!({
            "rows": [{"file": "a.csv", "line": 3, "reason": "no clicks"}],
            "reasons": [{"file": "a.csv", "reason": "no clicks", "rows": 1, "firstLine": 3}],
        }),
        totals: (2, 3, 4),
        observed: (None, None),
    };
    fleet::finish(&world.state, run, Outcome::Succeeded(json!({})), vec![end.into()]).await;
}

#[tokio::test]
async fn several_files_are_stored_as_one_import() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let worker = look(&world, &ada, Ok(json!({"container": "zip", "files": [], "warnings": []})));
        let queries = vec![b'q'; 700_000];
        let parts: [(&str, Option<&str>, &[u8]); 3] = [
            ("files", Some("Chart.csv"), b"Date,Clicks\n"),
            ("files", Some("Queries.csv"), &queries),
            ("files", Some("old/Queries.csv"), b"Top queries,Clicks\n"),
        ];
        let body = upload(&world, &ada, form(&parts)).await.success(StatusCode::CREATED);
        worker.await.unwrap();
        assert_eq!(
            (&body["import"]["fileName"], &body["duplicates"]),
            (&json!("Chart.csv and 2 more files"), &json!([]))
        );
        let id = body["import"]["id"].as_str().unwrap().parse().unwrap();
        let uploads = Uploads::new(world.state.settings.upload_dir.clone(), &world.state.db);
        let reader = uploads.reader(id).await.unwrap();
        let entries = tokio::task::spawn_blocking(move || {
            let mut archive = zip::ZipArchive::new(reader).expect("an archive");
            let mut entry = |index| {
                let mut entry = archive.by_index(index).expect("an entry");
                let mut bytes = Vec::new();
                std::io::Read::read_to_end(&mut entry, &mut bytes).expect("its bytes");
                (entry.name().expect("a name").into_owned(), bytes)
            };
            [entry(0), entry(1), entry(2)]
        });
        let names = ["Chart.csv", "Queries.csv", "Queries (2).csv"];
        let expected = [b"Date,Clicks\n".to_vec(), queries, b"Top queries,Clicks\n".to_vec()];
        for ((found, name), bytes) in entries.await.unwrap().into_iter().zip(names).zip(expected) {
            assert!(found == (name.to_owned(), bytes), "{name} is stored as it was sent");
        }
    })
    .await;
}

/// Field, file name and content of a part of a form.
type Part<'a> = (&'a str, Option<&'a str>, &'a [u8]);

#[tokio::test]
async fn several_files_with_an_archive_or_a_repeated_file_are_rejected() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let one: Part = ("files", Some("a.csv"), b"x");
        let rejected: [(&[Part], &str, &str); 5] = [
            (&[one, ("files", Some("b.zip"), b"PK\x03\x04rest")], "/files", "b.zip is an archive or a workbook"),
            (&[one, ("files", Some("b.csv"), b"x")], "/files", "a.csv and b.csv are the same file"),
            (&[one, ("files", Some("b.csv"), b"")], "/files", "b.csv is empty"),
            (&[one, ("file", Some("b.csv"), b"y")], "/file", "not both"),
            (&[("file", Some("b.csv"), b"y"), one], "/file", "not both"),
        ];
        for (parts, pointer, words) in rejected {
            let problem = upload(&world, &ada, form(parts)).await.problem(422, "invalid-request", &[pointer]);
            assert!(problem.to_string().contains(words), "{problem}");
        }
    })
    .await;
}

/// Uploads a file whose preview is empty.
async fn send(world: &World, account: &Account, name: &str, bytes: &[u8]) -> Value {
    let worker = look(world, account, Ok(json!({"container": "text", "files": [], "warnings": []})));
    let reply = upload(world, account, form(&[("file", Some(name), bytes)])).await;
    worker.await.expect("a worker");
    reply.success(StatusCode::CREATED)
}

#[tokio::test]
async fn commit_of_an_imported_file_requires_allow_duplicates() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let commit = async |id: &Value, body: Value| {
            let path = format!("/api/imports/{}/commit", id.as_str().unwrap());
            world.post(&path, &body).bearer(&ada.token).send().await
        };
        let first = send(&world, &ada, "Queries.csv", b"rows").await;
        let early = send(&world, &ada, "Copy.csv", b"rows").await;
        assert_eq!(early["duplicates"], json!([]), "an upload alone does not count");
        let begun = commit(&first["import"]["id"], json!({"url": "example.com"})).await.success(StatusCode::ACCEPTED);
        let reading = commit(&early["import"]["id"], json!({"url": "example.com"})).await;
        assert!(reading.problem(409, "conflict", &["/allowDuplicates"]).to_string().contains("is being imported"));
        finish_import(&world, &begun).await;

        let again = send(&world, &ada, "Again.csv", b"rows").await;
        let duplicate = &again["duplicates"][0];
        assert_eq!(again["duplicates"].as_array().map(Vec::len), Some(1));
        assert_eq!((&duplicate["fileName"], &duplicate["importId"]), (&json!("Again.csv"), &first["import"]["id"]));
        assert_eq!(
            (&duplicate["importFileName"], &duplicate["websiteName"]),
            (&json!("Queries.csv"), &json!("example.com"))
        );
        assert!(duplicate["importedAt"].is_string(), "{duplicate}");
        let id = again["import"]["id"].as_str().unwrap();
        let found = world.get(&format!("/api/imports/{id}")).bearer(&ada.token).send().await.success(StatusCode::OK);
        assert_eq!(found["duplicates"], again["duplicates"]);

        let refused = commit(&again["import"]["id"], json!({"url": "example.com"})).await;
        let problem = refused.problem(409, "conflict", &["/allowDuplicates"]);
        assert!(problem.to_string().contains("as part of Queries.csv for example.com"), "{problem}");
        let body = json!({"url": "example.com", "allowDuplicates": true});
        commit(&again["import"]["id"], body).await.success(StatusCode::ACCEPTED);
    })
    .await;
}

#[tokio::test]
async fn duplicates_of_other_workspaces_are_not_listed() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let bob = world.register("bob@example.com").await;
        let first = send(&world, &ada, "Queries.csv", b"rows").await;
        let path = format!("/api/imports/{}/commit", first["import"]["id"].as_str().unwrap());
        world.post(&path, &json!({"url": "example.com"})).bearer(&ada.token).send().await.success(StatusCode::ACCEPTED);
        let of_bob = send(&world, &bob, "Queries.csv", b"rows").await;
        assert_eq!(of_bob["duplicates"], json!([]));
    })
    .await;
}

#[tokio::test]
async fn sample_is_imported_once() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let sample = async || world.post("/api/imports/sample", &json!({})).bearer(&ada.token).send().await;
        let first = sample().await.success(StatusCode::ACCEPTED);
        assert_eq!((&first["website"]["kind"], &first["website"]["name"]), (&json!("sample"), &json!("Sample data")));
        finish_import(&world, &first).await;
        let again = sample().await.success(StatusCode::OK);
        assert_eq!((&again["import"]["id"], &again["import"]["rows"]), (&first["import"]["id"], &json!(2)));
        assert_eq!(again["import"]["rejects"][0]["line"], json!(3));
        assert_eq!(again["import"]["rejectReasons"][0]["firstLine"], json!(3));
    })
    .await;
}

#[tokio::test]
async fn imports_of_other_workspaces_are_not_found() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let bob = world.register("bob@example.com").await;
        let id = uploaded(&world, &ada, json!({"container": "text", "files": [], "warnings": []})).await;
        world.get(&format!("/api/imports/{id}")).bearer(&bob.token).send().await.problem(404, "not-found", &[]);
        for verb in ["commit", "undo"] {
            let path = format!("/api/imports/{id}/{verb}");
            world.post(&path, &json!({"url": "example.com"})).bearer(&bob.token).send().await.problem(
                404,
                "not-found",
                &[],
            );
        }
        let list = world.get("/api/imports").bearer(&bob.token).send().await.success(StatusCode::OK);
        assert_eq!(list["imports"], json!([]));
    })
    .await;
}

#[tokio::test]
async fn uploads_are_stored_in_the_configured_folder() {
    let folder = std::env::temp_dir().join(format!("motherlode-uploads-{}", shared::domain::new_id()));
    let with_folder = shared::config::ApiSettings { upload_dir: Some(folder.clone()), ..settings() };
    on_each_with(with_folder, async |world| {
        let ada = world.register("ada@example.com").await;
        let id = uploaded(&world, &ada, json!({"container": "text", "files": [], "warnings": []})).await;
        let folder = world.state.settings.upload_dir.clone().unwrap();
        assert!(std::fs::read(folder.join(&id)).unwrap().starts_with(b"Top queries,Clicks\n"));
        let worker = look(&world, &ada, Err("Not a table."));
        upload(&world, &ada, form(&[("file", Some("x"), b"x")])).await.problem(422, "unreadable-upload", &[]);
        worker.await.unwrap();
        assert!(std::fs::read_dir(&folder).unwrap().all(|entry| entry.unwrap().file_name().to_str() == Some(&id)));
        std::fs::remove_file(folder.join(&id)).unwrap();
    })
    .await;
    std::fs::remove_dir_all(folder).unwrap();
}

#[tokio::test]
async fn upload_that_takes_too_long_is_refused_and_deleted() {
    let limits = shared::config::ClientLimits { upload: Duration::from_millis(400), ..Default::default() };
    on_each_with(shared::config::ApiSettings { limits, ..settings() }, async |world| {
        let ada = world.register("ada@example.com").await;
        let head = format!(
            "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"slow.csv\"\r\n\r\nquery\r\n"
        );
        let pieces = futures::stream::unfold(head, async |piece| {
            tokio::time::sleep(Duration::from_millis(50)).await;
            Some((Ok::<_, std::io::Error>(piece), "one more line\r\n".to_owned()))
        });
        let kind = format!("multipart/form-data; boundary={BOUNDARY}");
        let call = world.call(axum::http::Method::POST, "/api/imports").bearer(&ada.token);
        let body = axum::body::Body::from_stream(pieces);
        call.raw(&kind, body).send().await.problem(408, "body-timed-out", &[]);
        tokio::time::sleep(Duration::from_millis(500)).await;
        let imports = world.get("/api/imports").bearer(&ada.token).send().await.success(StatusCode::OK);
        assert_eq!(imports["imports"].as_array().map(Vec::len), Some(0), "{imports}");
    })
    .await;
}
