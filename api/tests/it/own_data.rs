//! A user's picture, data and end; writing to the operator.

use std::io::{Cursor, Read};

use axum::http::{Method, StatusCode};
use image::{GenericImageView, ImageFormat, RgbImage};
use serde_json::{Value, json};
use shared::{
    domain::{chat::ChatMessage, new_id, now},
    store::{
        chat,
        export::{AccountFile, WebsiteFile, WorkspaceFile},
    },
};

use crate::{
    mails,
    world::{Account, PASSWORD, Reply, World, on_each},
};

async fn put_picture(world: &World, account: &Account, bytes: Vec<u8>) -> Reply {
    world.call(Method::PUT, "/api/user/avatar").raw("image/png", bytes).bearer(&account.token).send().await
}

fn picture(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
    let mut bytes = Cursor::new(Vec::new());
    let picture = RgbImage::from_fn(width, height, |x, _| image::Rgb([u8::try_from(x % 256).unwrap_or(0), 80, 160]));
    picture.write_to(&mut bytes, format).expect("a picture");
    bytes.into_inner()
}

/// A small PNG whose header declares a square of this side.
fn png_that_declares(side: u32) -> Vec<u8> {
    let mut bytes = picture(64, 64, ImageFormat::Png);
    // Signature, length and name of the header, then width and height; its check sum covers name and values.
    bytes[16..24].copy_from_slice(&[side.to_be_bytes(), side.to_be_bytes()].concat());
    let sum = bytes[12..29].iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| if sum & 1 == 1 { (sum >> 1) ^ 0xEDB8_8320 } else { sum >> 1 })
    });
    bytes[29..33].copy_from_slice(&(!sum).to_be_bytes());
    bytes
}

#[tokio::test]
async fn avatar_is_cropped_and_re_encoded() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let mut first = None;
        for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP] {
            let mut bytes = picture(640, 300, format);
            bytes.extend_from_slice(b"<script>alert(1)</script>");
            let body = put_picture(&world, &account, bytes).await.success(StatusCode::OK);
            let url = body["avatar"].as_str().expect("an address").to_owned();
            let got = world.get(&url).send().await;
            assert_eq!((got.status, got.header("content-type")), (StatusCode::OK, "image/png"));
            assert!(got.header("cache-control").contains("immutable"));
            assert!(!got.text().contains("script"));
            assert_eq!(image::load_from_memory(&got.bytes).expect("a picture").dimensions(), (256, 256));
            first.get_or_insert(url);
        }
        let first = first.expect("a picture");
        world.get(&first).send().await.problem(404, "not-found", &[]);
        let me = world.get("/api/auth/me").bearer(&account.token).send().await.success(StatusCode::OK);
        let url = me["user"]["avatar"].as_str().expect("an address").to_owned();
        assert_eq!(me["user"]["profileImageUrl"], json!(url));
        let gone = world.call(Method::DELETE, "/api/user/avatar").bearer(&account.token).send().await;
        assert_eq!(gone.success(StatusCode::OK)["avatar"], Value::Null);
        world.get(&url).send().await.problem(404, "not-found", &[]);
    })
    .await;
}

#[tokio::test]
async fn profile_patch_keeps_sets_and_removes_the_avatar() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let patch = async |body: Value| {
            world.call(Method::PATCH, "/api/user/profile").bearer(&account.token).json(&body).send().await
        };
        let avatar = async || {
            let me = world.get("/api/auth/me").bearer(&account.token).send().await.success(StatusCode::OK);
            me["user"]["avatar"].clone()
        };
        let bytes = picture(64, 64, ImageFormat::Png);
        let data = format!("data:image/png;base64,{}", data_encoding::BASE64.encode(&bytes));
        let set = patch(json!({"name": "Ada", "avatar": data})).await.success(StatusCode::OK);
        let url = set["avatar"].as_str().expect("an address").to_owned();
        assert_eq!((&set["name"], avatar().await), (&json!("Ada"), json!(url)));
        let got = world.get(&url).send().await;
        assert_eq!((got.status, got.header("content-type")), (StatusCode::OK, "image/png"));

        patch(json!({"name": "Ada L."})).await.success(StatusCode::OK);
        assert_eq!(avatar().await, json!(url), "a change of the name keeps the picture");
        patch(json!({"avatar": url})).await.success(StatusCode::OK);
        assert_eq!(avatar().await, json!(url), "its own address keeps the picture");
        for wrong in ["https://elsewhere.example/a.png", "data:text/html;base64,PGI+", "data:image/png;base64,%%%"] {
            patch(json!({"avatar": wrong})).await.problem(422, "invalid-request", &["/avatar"]);
        }
        assert_eq!(avatar().await, json!(url));
        let removed = patch(json!({"avatar": null})).await.success(StatusCode::OK);
        assert_eq!((&removed["avatar"], avatar().await), (&Value::Null, Value::Null));
    })
    .await;
}

#[tokio::test]
async fn invalid_avatar_is_rejected() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let svg = b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>".to_vec();
        let mut broken = picture(64, 64, ImageFormat::Png);
        broken.truncate(60);
        for bytes in [Vec::new(), b"hello".to_vec(), svg, broken, picture(8_001, 1, ImageFormat::Png)] {
            put_picture(&world, &account, bytes).await.problem(422, "unreadable-upload", &[]);
        }
        put_picture(&world, &account, vec![0; (5 << 20) + 1]).await.problem(413, "too-large", &[]);
        let me = world.get("/api/auth/me").bearer(&account.token).send().await.success(StatusCode::OK);
        assert_eq!(me["user"]["avatar"], Value::Null);
    })
    .await;
}

/// The files of an archive, by their names.
fn files(reply: &Reply) -> std::collections::BTreeMap<String, Value> {
    assert_eq!(reply.header("content-type"), "application/zip");
    let mut archive = zip::ZipArchive::new(Cursor::new(reply.bytes.to_vec())).expect("an archive");
    let names: Vec<String> = archive.file_names().map(|name| name.expect("a name").into_owned()).collect();
    let mut read = |name: &String| {
        let mut text = String::new();
        archive.by_name(name).expect("a file").read_to_string(&mut text).expect("a text");
        serde_json::from_str(&text).expect("JSON")
    };
    names.iter().map(|name| (name.clone(), read(name))).collect()
}

#[tokio::test]
async fn data_export_contains_only_own_data() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let bob = world.register("bob@example.com").await;
        for (account, url) in [(&ada, "ada.example"), (&bob, "bob.example")] {
            let added = world.post("/api/websites", &json!({"url": url})).bearer(&account.token).send().await;
            let site: uuid::Uuid = added.success(StatusCode::CREATED)["website"]["id"].as_str().expect("an id").parse().expect("it");
            let note = json!({"day": "2026-02-03", "kind": "deploy", "title": if url == "ada.example" { "Release 3" } else { "bob" }});
            world.post("/api/annotations", &note).bearer(&account.token).send().await.success(StatusCode::CREATED);
            let message = ChatMessage {
                id: new_id(),
                room_id: site,
                user_id: account.id,
                message: format!("A word about {}", &url[..3]),
                created_at: now(),
            };
            assert!(chat::insert(&world.state.db, account.workspace_id, &message).await.expect("a message"));
        }
        let reply = world.get("/api/user/export").bearer(&ada.token).send().await;
        let files = files(&reply);
        assert_eq!(files["account.json"]["email"], json!("ada@example.com"));
        let own = |file: &str| &files[&format!("workspaces/{}/{file}.json", ada.workspace_id)];
        assert_eq!(own("websites")[0]["host"], json!("ada.example"));
        assert_eq!(own("members")[0]["email"], json!("ada@example.com"));
        for file in ["insights", "imports", "opportunities", "experiments", "plans", "forecasts"] {
            assert_eq!(own(file), &json!([]));
        }
        let site = own("websites")[0]["id"].as_str().expect("an id");
        for file in AccountFile::ALL {
            assert!(files.contains_key(&format!("{file}.json")), "{file}");
        }
        for file in WorkspaceFile::ALL {
            assert!(!own(file.as_str()).is_string(), "{file}");
        }
        for file in WebsiteFile::ALL {
            assert!(own(&format!("websites/{site}/{file}")).is_array(), "{file}");
        }
        assert_eq!(own("annotations")[0]["title"], json!("Release 3"));
        assert_eq!(own(&format!("websites/{site}/chat"))[0]["message"], json!("A word about ada"));
        assert_eq!(files["security-events.json"][0]["action"], json!("account.exported"));
        assert_eq!(files["sessions.json"].as_array().map(Vec::len), Some(1));
        let all = serde_json::to_string(&files.values().collect::<Vec<_>>()).expect("JSON");
        for foreign in ["bob", "argon2", &ada.refresh, &ada.token] {
            assert!(!all.contains(foreign), "{foreign} is in the archive");
        }
    })
    .await;
}

#[tokio::test]
async fn data_export_is_complete_with_compression() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let call = |path| world.get(path).bearer(&ada.token).header("accept-encoding", "gzip").send();
        let reply = call("/api/user/export").await;
        assert_eq!(files(&reply)["account.json"]["email"], json!("ada@example.com"));
        let keywords = call("/api/keywords/export").await;
        assert_eq!(keywords.status, StatusCode::OK);
        assert!(!keywords.bytes.is_empty());
    })
    .await;
}

#[tokio::test]
async fn picture_above_the_limit_of_pixels_is_refused() {
    on_each(async |world| {
        let account = world.register("ada@example.com").await;
        let reply = put_picture(&world, &account, png_that_declares(5_001)).await;
        let problem = reply.problem(422, "unreadable-upload", &[]);
        assert!(problem["detail"].as_str().is_some_and(|detail| detail.contains("25 megapixels")), "{problem}");
    })
    .await;
}

#[tokio::test]
async fn deleting_an_account_deletes_its_data() {
    on_each(async |world| {
        let admin = world.register("ada@example.com").await;
        let bob = world.register("bob@example.com").await;
        let site = world.post("/api/websites", &json!({"url": "bob.example"})).bearer(&bob.token).send().await;
        site.success(StatusCode::CREATED);
        let delete = async |account: &Account, password: &str| {
            let call = world.post("/api/user/delete", &json!({"password": password}));
            call.bearer(&account.token).send().await
        };
        delete(&bob, "wrong").await.problem(422, "invalid-request", &["/password"]);
        delete(&admin, PASSWORD).await.problem(409, "conflict", &[""]);
        delete(&bob, PASSWORD).await.success(StatusCode::OK);
        world.get("/api/auth/me").bearer(&bob.token).send().await.problem(401, "not-authenticated", &[]);
        world.login("bob@example.com", PASSWORD).await.problem(401, "invalid-credentials", &[]);
        let again = world.register("bob@example.com").await;
        assert_ne!(again.id, bob.id);
        let sites = world.get("/api/websites").bearer(&again.token).send().await.success(StatusCode::OK);
        assert_eq!(sites["websites"], json!([]));
        let log = world.get(&format!("/api/admin/audit-log?userId={}", bob.id)).bearer(&admin.token).send().await;
        assert_eq!(log.success(StatusCode::OK)["audit"][0]["action"], json!("account.deleted"));
    })
    .await;
}

#[tokio::test]
async fn deleting_an_owner_requires_transferring_shared_workspaces() {
    on_each(async |world| {
        world.register("ada@example.com").await;
        let bob = world.register("bob@example.com").await;
        let eve = world.register("eve@example.com").await;
        let made = world.post("/api/workspaces", &json!({"name": "Agency"})).bearer(&bob.token).send().await;
        let id: uuid::Uuid = made.success(StatusCode::CREATED)["workspace"]["id"]
            .as_str()
            .and_then(|id| id.parse().ok())
            .expect("an id");
        let mut tx = world.state.db.begin().await.expect("a transaction");
        let editor = shared::domain::workspace::MemberRole::Editor;
        let at = shared::domain::now();
        shared::store::workspace::insert_member(&mut tx, id, eve.id, editor, at).await.expect("a member");
        tx.commit().await.expect("a commit");
        let delete = async || {
            let call = world.post("/api/user/delete", &json!({"password": PASSWORD}));
            call.bearer(&bob.token).send().await
        };
        delete().await.problem(409, "conflict", &[""]);
        let path = format!("/api/workspaces/{id}/members/{}", eve.id);
        let call = world.call(Method::PATCH, &path).json(&json!({"role": "owner"})).bearer(&bob.token);
        call.send().await.success(StatusCode::OK);
        delete().await.success(StatusCode::OK);
        let left = world.get(&format!("/api/workspaces/{id}/members")).bearer(&eve.token).send().await;
        assert_eq!(left.success(StatusCode::OK)["members"].as_array().map(Vec::len), Some(1));
    })
    .await;
}

#[tokio::test]
async fn control_characters_of_a_contact_message_are_refused_or_escaped() {
    on_each(async |world| {
        world.register("ada@example.com").await;
        let write = async |message: &str| {
            let body = json!({"name": "Eve", "email": "eve@example.com", "message": message});
            world.post("/api/contact", &body).send().await
        };
        write("two\u{1b}[2J").await.problem(422, "invalid-request", &["/message"]);
        write("One\r\ntwo\u{202e}three\tfour").await.success(StatusCode::CREATED);
        let page = shared::store::mail::list(&world.state.db, None, 1).await.expect("mails");
        let text = &page.items[0].body_text;
        assert!(text.contains("One\ntwo\\u{202e}three\tfour"), "{text:?}");
    })
    .await;
}

#[tokio::test]
async fn contact_message_reaches_every_administrator() {
    on_each(async |world| {
        let ada = world.register("ada@example.com").await;
        let write = async |body: Value| world.post("/api/contact", &body).send().await;
        write(json!({"name": "", "email": "x", "message": " "})).await.problem(
            422,
            "invalid-request",
            &["/name", "/email", "/message"],
        );
        let message = json!({"name": "Eve", "email": "Eve@example.com", "message": "Hello <b>there</b>"});
        write(message.clone()).await.success(StatusCode::CREATED);
        let page = shared::store::mail::list(&world.state.db, None, 1).await.expect("mails");
        let mail = &page.items[0];
        assert_eq!((mail.recipient.as_str(), mail.reply_to.as_deref()), ("ada@example.com", Some("eve@example.com")));
        assert!(mail.body_text.contains("Hello <b>there</b>") && mail.body_html.contains("&lt;b&gt;"));
        let (subject, text) = mails::newest(&world, "ada@example.com").await;
        assert_eq!(subject, "Message from the contact page");
        assert!(text.starts_with("Eve <"), "{text}");
        let list = "/api/admin/contact-messages";
        let read = world.get(list).bearer(&ada.token).send().await.success(StatusCode::OK)["messages"].clone();
        assert_eq!((&read[0]["name"], &read[0]["message"]), (&json!("Eve"), &json!("Hello <b>there</b>")));
        let other = world.register("bob@example.com").await;
        world.get(list).bearer(&other.token).send().await.problem(403, "forbidden", &[]);
        let one = format!("{list}/{}", read[0]["id"].as_str().expect("an id"));
        world.call(Method::DELETE, &one).bearer(&other.token).send().await.problem(403, "forbidden", &[]);
        world.call(Method::DELETE, &one).bearer(&ada.token).send().await.success(StatusCode::OK);
        world.call(Method::DELETE, &one).bearer(&ada.token).send().await.problem(404, "not-found", &[]);
        let more = futures::future::join_all((0..10).map(|_| write(message.clone()))).await;
        assert!(more.iter().any(|reply| reply.status == StatusCode::TOO_MANY_REQUESTS));
    })
    .await;
}
