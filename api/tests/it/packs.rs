//! Editorial packs over HTTP.

use std::io::{Cursor, Read, Write};

use axum::http::{Method, StatusCode};
use serde_json::{Value, json};
use shared::config::{ApiSettings, WorkspaceLimits};
use zip::{ZipArchive, ZipWriter, write::SimpleFileOptions};

use crate::world::{Account, Reply, World, on_each, on_each_with, settings};

const PATH: &str = "/api/packs/en/water-damage";

fn text() -> String {
    editorial::library::text("en", "water-damage").expect("the model of all packs")
}

/// Returns the pack with another title.
fn edited(title: &str) -> String {
    let text = text();
    let line = text.lines().find(|line| line.starts_with("title = ")).expect("a title");
    text.replacen(line, &format!("title = \"{title}\""), 1)
}

async fn put(world: &World, by: &Account, body: Value) -> Reply {
    world.call(Method::PUT, PATH).json(&body).bearer(&by.token).send().await
}

async fn get(world: &World, by: &Account, path: &str) -> Value {
    world.get(path).bearer(&by.token).send().await.success(StatusCode::OK)
}

/// Stores an own pack; returns the id of its change.
pub(crate) async fn changed(world: &World, by: &Account) -> String {
    let saved = put(world, by, json!({"text": edited("Mine")})).await.success(StatusCode::OK);
    saved["pack"]["changes"][0]["id"].as_str().expect("an id").to_owned()
}

fn listed<'a>(list: &'a Value, vertical: &str) -> &'a Value {
    let packs = list["packs"].as_array().expect("packs");
    packs.iter().find(|pack| pack["vertical"] == vertical).expect("the vertical")
}

#[tokio::test]
async fn list_has_every_vertical_and_says_which_has_no_pack() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let list = get(&world, &ada, "/api/packs").await;
        assert_eq!(list["packs"].as_array().map(Vec::len), Some(106));
        let water = listed(&list, "water-damage");
        assert_eq!(
            (&water["hasPack"], &water["source"], &water["errors"]),
            (&json!(true), &json!("built_in"), &json!(0))
        );
        assert!(water["words"].as_u64().is_some_and(|words| words >= 2_500), "{water}");
        let german = get(&world, &ada, "/api/packs?language=de").await;
        let none = listed(&german, "water-damage");
        assert_eq!((&none["hasPack"], &none["source"], &none["words"]), (&json!(false), &json!(null), &json!(null)));
        let path = "/api/packs/de/water-damage";
        let empty = get(&world, &ada, path).await["pack"].clone();
        assert_eq!(
            (&empty["hasPack"], &empty["content"], &empty["changes"]),
            (&json!(false), &json!(null), &json!([]))
        );
        world.get("/api/packs?language=DE").bearer(&ada.token).send().await.problem(
            422,
            "invalid-request",
            &["/language"],
        );
        for path in ["/api/packs/en/alchemy", "/api/packs/e/roofing", "/api/packs/en/..%2Fx"] {
            world.get(path).bearer(&ada.token).send().await.problem(404, "not-found", &[]);
        }
    })
    .await;
}

#[tokio::test]
async fn own_pack_overrides_the_built_in_one_until_it_is_removed() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let bob = world.register("bob@example.com").await;
        let built_in = get(&world, &ada, PATH).await["pack"].clone();
        assert_eq!((&built_in["source"], &built_in["revision"]), (&json!("built_in"), &json!(0)));
        assert_eq!(built_in["content"]["text"], json!(text()));
        assert_eq!(built_in["content"]["sections"].as_array().map(Vec::len), Some(10));
        let first = put(&world, &ada, json!({"text": edited("Mine"), "revision": 0, "note": " better "})).await;
        let first = first.success(StatusCode::OK);
        let pack = &first["pack"];
        assert_eq!((&first["isNew"], &pack["source"], &pack["revision"]), (&json!(true), &json!("own"), &json!(1)));
        assert_eq!((&pack["content"]["title"], &pack["changes"][0]["note"]), (&json!("Mine"), &json!("better")));
        assert_eq!(get(&world, &bob, PATH).await["pack"]["source"], json!("built_in"), "another workspace");
        let same = put(&world, &ada, json!({"text": edited("Mine"), "revision": 1})).await.success(StatusCode::OK);
        assert_eq!((&same["isNew"], &same["pack"]["revision"]), (&json!(false), &json!(1)));
        let stale = put(&world, &ada, json!({"text": edited("Late"), "revision": 0})).await;
        assert_eq!(stale.problem(409, "stale", &["/revision"])["current"], json!(1));
        let list = get(&world, &ada, "/api/packs").await;
        assert_eq!(
            (&listed(&list, "water-damage")["hasOwn"], &listed(&list, "water-damage")["title"]),
            (&json!(true), &json!("Mine"))
        );

        let remove = async || world.call(Method::DELETE, PATH).bearer(&ada.token).send().await;
        let removed = remove().await.success(StatusCode::OK)["pack"].clone();
        assert_eq!((&removed["source"], &removed["hasOwn"]), (&json!("built_in"), &json!(false)));
        remove().await.problem(404, "not-found", &[]);
        let history = get(&world, &ada, &format!("{PATH}/history")).await;
        let actions: Vec<&Value> =
            history["changes"].as_array().expect("changes").iter().map(|one| &one["change"]).collect();
        assert_eq!(actions, ["removed", "edited"]);
        let id = history["changes"][1]["id"].as_str().expect("an id");
        let change = get(&world, &ada, &format!("{PATH}/history/{id}")).await;
        assert_eq!(change["text"], json!(edited("Mine")));
        let restore = format!("{PATH}/history/{id}/restore");
        let restored = world.post(&restore, &json!({})).bearer(&ada.token).send().await.success(StatusCode::OK);
        assert_eq!(
            (&restored["pack"]["source"], &restored["pack"]["content"]["title"]),
            (&json!("own"), &json!("Mine"))
        );
        assert_eq!(restored["pack"]["changes"][0]["change"], json!("restored"));
    })
    .await;
}

#[tokio::test]
async fn pack_with_errors_is_refused_with_their_lines() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let details = async |text: &str| {
            let body = put(&world, &ada, json!({"text": text})).await;
            assert_eq!(body.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", body.text());
            let fields = body.json()["errors"].as_array().cloned().expect("errors");
            assert!(fields.iter().all(|field| field["pointer"] == "/text") && fields.len() <= 50);
            fields.iter().map(|field| field["detail"].as_str().unwrap_or_default().to_owned()).collect::<Vec<_>>()
        };
        assert!(details("").await[0].starts_with("Line 1: "));
        let unknown = details(&format!("{}\n# Recipes\n", text())).await;
        let line = text().lines().count() + 2;
        assert!(unknown[0].starts_with(&format!("Line {line}: the section `Recipes`")), "{unknown:?}");
        let other = details(&editorial::library::text("en", "roofing").expect("a pack")).await;
        assert!(other[0].contains("`vertical` must be `water-damage`") && other[0].starts_with("Line 2"), "{other:?}");
        // A pack that lacks its last section is read, but it is not complete.
        let short = text();
        let short = short.split("\n# Questions").next().expect("a start");
        assert!(details(short).await.iter().any(|detail| detail.contains("Questions")), "rules count too");
        assert_eq!(get(&world, &ada, PATH).await["pack"]["hasOwn"], json!(false), "nothing was stored");
        let large = "x".repeat(600 * 1024);
        assert!(details(&large).await[0].contains("512 KiB"));
    })
    .await;
}

fn zipped(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(*name, SimpleFileOptions::default()).expect("an entry");
        zip.write_all(bytes).expect("its bytes");
    }
    zip.finish().expect("a file").into_inner()
}

async fn import(world: &World, by: &Account, bytes: Vec<u8>) -> Reply {
    let call = world.call(Method::POST, "/api/packs/import").bearer(&by.token);
    call.raw("application/octet-stream", bytes).send().await
}

#[tokio::test]
async fn exported_packs_can_be_imported_elsewhere() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let bob = world.register("bob@example.com").await;
        changed(&world, &ada).await;
        let file = world.get("/api/packs/export").bearer(&ada.token).send().await;
        assert_eq!(file.header("content-type"), "application/zip");
        let mut zip = ZipArchive::new(Cursor::new(file.bytes.to_vec())).expect("a ZIP file");
        let mut inside = String::new();
        zip.by_name("en/water-damage.md").expect("the pack").read_to_string(&mut inside).expect("text");
        assert_eq!((zip.len(), inside), (1, edited("Mine")));
        let done = import(&world, &bob, file.bytes.to_vec()).await.success(StatusCode::OK);
        assert_eq!((&done["imported"], &done["refused"]), (&json!(1), &json!(0)));
        assert_eq!(get(&world, &bob, PATH).await["pack"]["content"]["title"], json!("Mine"));
        let again = import(&world, &bob, edited("Mine").into_bytes()).await.success(StatusCode::OK);
        assert_eq!(again["files"][0]["outcome"], json!("unchanged"), "a single text");
    })
    .await;
}

#[tokio::test]
async fn import_reports_each_file_and_survives_hostile_archives() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let good = edited("Mine").into_bytes();
        let alien = String::from_utf8_lossy(&good).replacen("vertical = \"water-damage\"", "vertical = \"alchemy\"", 1);
        let bomb = vec![b'x'; 20 << 20];
        let zip = zipped(&[
            ("../../etc/en/water-damage.md", &good),
            ("notes.txt", b"hello"),
            ("broken.md", b"+++\nvertical = 7\n+++\n"),
            ("alien.md", alien.as_bytes()),
            ("binary.md", &[0xFF, 0xFE, 0]),
            ("control.md", b"+++\x00"),
            ("bomb.md", &bomb),
        ]);
        assert!(zip.len() < 1 << 20, "it is small");
        let done = import(&world, &ada, zip).await.success(StatusCode::OK);
        let outcomes: Vec<(&str, &str)> = done["files"]
            .as_array()
            .expect("files")
            .iter()
            .map(|file| (file["file"].as_str().unwrap_or_default(), file["outcome"].as_str().unwrap_or_default()))
            .collect();
        let expected = [
            ("../../etc/en/water-damage.md", "imported"),
            ("notes.txt", "ignored"),
            ("broken.md", "refused"),
            ("alien.md", "refused"),
            ("binary.md", "refused"),
            ("control.md", "refused"),
            ("bomb.md", "refused"),
        ];
        assert_eq!(outcomes, expected);
        assert!(done["files"][2]["findings"][0]["line"].is_u64(), "{}", done["files"][2]);
        import(&world, &ada, Vec::new()).await.problem(422, "invalid-request", &[""]);
        import(&world, &ada, b"PK\x03\x04 not a ZIP file".to_vec()).await.problem(422, "unreadable-upload", &[]);
        let many: Vec<String> = (0..1_001).map(|at| format!("{at}.md")).collect();
        let many: Vec<(&str, &[u8])> = many.iter().map(|name| (name.as_str(), &b""[..])).collect();
        import(&world, &ada, zipped(&many)).await.problem(422, "unreadable-upload", &[]);
        let large = vec![b'x'; (16 << 20) + 1];
        assert_eq!(import(&world, &ada, large).await.status, StatusCode::PAYLOAD_TOO_LARGE);
    })
    .await;
}

#[tokio::test]
async fn pack_over_the_storage_of_the_workspace_is_refused() {
    let limits = WorkspaceLimits { storage_bytes: Some(1_000), ..WorkspaceLimits::default() };
    let limited = ApiSettings { workspace: limits, ..settings() };
    on_each_with(limited, async |world| {
        let ada = world.register("ada@example.com").await;
        let body = json!({"text": edited("Mine")});
        let refused = put(&world, &ada, body).await;
        assert_eq!((refused.status, &refused.json()["type"]), (StatusCode::PAYLOAD_TOO_LARGE, &json!("storage-limit")));
        assert_eq!(get(&world, &ada, PATH).await["pack"]["hasOwn"], json!(false), "nothing is stored");
        let text = "A sentence of some words. ".repeat(60);
        let draft = json!({"title": {"text": "T"}, "blocks": [{"sentences": [{"text": text.trim()}]}]});
        let document = json!({"title": "Long", "draft": draft});
        let refused = world.post("/api/documents", &document).bearer(&ada.token).send().await;
        assert_eq!(refused.json()["type"], json!("storage-limit"));
        assert_eq!(get(&world, &ada, "/api/documents").await["documents"], json!([]), "nothing is stored");
    })
    .await;
}
