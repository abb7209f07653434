use std::collections::BTreeSet;

use serde_json::json;
use targets::{Environment, Limits, Retry, Stage, TargetKind};

use crate::{
    servers::{
        cut::Cut,
        fake::{Fake, Reply},
        s3::{Server, secrets, settings},
    },
    world::{Door, Site, environment, first, kind, limits, of_another, second, site},
};

fn door(address: std::net::SocketAddr) -> Door {
    Door::open(TargetKind::S3, &settings(address), &secrets(), environment())
}

/// Returns the visible keys.
fn visible(server: &Server) -> Vec<String> {
    server.keys().into_iter().filter(|key| !key.contains(".motherlode")).collect()
}

/// Checks that visitors get exactly a release.
fn assert_serves(server: &Server, site: &Site) {
    let wanted: Vec<String> = site.contents.keys().map(|path| format!("tulsa/{path}")).collect();
    assert_eq!(visible(server), wanted);
    for (path, content) in &site.contents {
        assert_eq!(server.object(&format!("tulsa/{path}")).unwrap(), *content, "{path}");
    }
}

#[tokio::test]
async fn deploy_and_rollback_serve_whole_releases() {
    let server = Server::start().await;
    let door = door(server.address);
    let (one, two) = (first(), second());
    let published = door.publish(&one, None).await.unwrap();
    // Two paths have the same bytes.
    assert_eq!((published.is_live, published.uploaded, published.skipped), (false, 5, 1));
    assert!(visible(&server).is_empty());
    assert!(door.verify(&published.remote, Stage::Uploaded).await.unwrap().checked >= 6);
    let old = door.activate(&published.remote).await.unwrap().remote;
    assert_serves(&server, &one);
    door.verify(&old, Stage::Live).await.unwrap();
    let published = door.publish(&two, Some(&old)).await.unwrap();
    assert_eq!((published.uploaded, published.skipped), (3, 3));
    assert_serves(&server, &one);
    let new = door.activate(&published.remote).await.unwrap().remote;
    assert_serves(&server, &two);
    assert_eq!(kind(door.verify(&old, Stage::Live).await), "mismatch");
    server.requests();
    door.activate(&old).await.unwrap();
    assert_serves(&server, &one);
    let uploads = server.requests();
    assert!(!uploads.iter().any(|request| request.starts_with("PUT") && request.contains("/blobs/")), "{uploads:?}");
    door.remove(&new).await.unwrap();
    assert_eq!(server.keys(), Vec::<String>::new());
    door.remove(&new).await.unwrap();
}

#[tokio::test]
async fn switch_copies_assets_pages_and_the_home_page_in_this_order() {
    let server = Server::start().await;
    let door = door(server.address);
    door.deploy(&first(), None).await.unwrap();
    let published = door.publish(&second(), None).await.unwrap();
    server.requests();
    door.activate(&published.remote).await.unwrap();
    let changes: Vec<String> = server
        .requests()
        .into_iter()
        .filter(|line| !line.contains(".motherlode") && !line.starts_with("GET"))
        .collect();
    assert_eq!(
        changes,
        [
            "PUT /sites/tulsa/style.css",
            "PUT /sites/tulsa/new/deep/index.html",
            "PUT /sites/tulsa/index.html",
            "DELETE /sites/tulsa/old.html",
        ]
    );
}

#[tokio::test]
async fn objects_have_their_type_and_cache_time() {
    let server = Server::start().await;
    let digest = &targets::MemoryBlobs::default().add("h1 {}")[..8];
    let named = format!("style.{digest}.css");
    let release = site("r1", &[("index.html", "<h1>One</h1>"), (&named, "h1 {}"), ("plain.css", "h1 {}")]);
    door(server.address).deploy(&release, None).await.unwrap();
    // The server in this process answers without a signature as little as a bucket of Amazon does: it is asked with one.
    let metadata = |key: &str| {
        let name = std::fs::read_dir(server.bucket().parent().unwrap()).unwrap();
        let texts: Vec<String> = name
            .filter_map(|entry| std::fs::read_to_string(entry.unwrap().path()).ok())
            .filter(|text| text.contains("cache_control"))
            .collect();
        assert!(!texts.is_empty(), "{key}");
        texts.join("\n")
    };
    let all = metadata("all");
    assert!(all.contains("public, max-age=31536000, immutable"), "{all}");
    assert!(all.contains("public, max-age=60") && all.contains("public, max-age=3600"), "{all}");
    assert!(all.contains("text/html; charset=utf-8") && all.contains("text/css"), "{all}");
}

#[tokio::test]
async fn deploy_that_dies_at_any_byte_is_completed_by_the_next() {
    let server = Server::start().await;
    let proxy = Cut::before(server.address).await;
    let once = Environment { limits: Limits { attempts: 1, parallel: 2, ..limits() }, ..environment() };
    // A client of its own each time: connections of before the cut are dead.
    let door = || Door::open(TargetKind::S3, &settings(proxy.address), &secrets(), once.clone());
    let (one, two) = (first(), second());
    door().deploy(&one, None).await.unwrap();
    proxy.heal();
    door().deploy(&two, None).await.unwrap();
    let whole = proxy.passed();
    assert!(whole > 5_000, "{whole}");
    let homes: Vec<&[u8]> = [&one, &two].map(|site| site.contents["index.html"].as_slice()).into();
    let mut outcomes = BTreeSet::new();
    for bytes in (0..whole + 1_000).step_by(331) {
        proxy.heal();
        door().deploy(&one, None).await.unwrap();
        // The bytes of the second release are missing again.
        std::fs::remove_dir_all(server.bucket().join("tulsa/.motherlode/blobs")).unwrap();
        door().publish(&one, None).await.unwrap();
        proxy.after(bytes);
        let died = door().deploy(&two, None).await;
        outcomes.insert(died.is_ok());
        if let Err(error) = died {
            assert_eq!(error.retry(), Retry::After(None), "{bytes}: {error}");
        }
        let home = server.object("tulsa/index.html").unwrap();
        assert!(homes.contains(&home.as_slice()), "{bytes}: half a home page");
        if home == homes[1] {
            for (path, content) in &two.contents {
                assert_eq!(server.object(&format!("tulsa/{path}")).as_ref(), Some(content), "{bytes}: {path}");
            }
        }
        proxy.heal();
        door().deploy(&two, None).await.unwrap();
        assert_serves(&server, &two);
    }
    assert_eq!(outcomes.len(), 2, "some died and some did not");
}

#[tokio::test]
async fn wrong_credentials_bucket_and_address_are_named() {
    let server = Server::start().await;
    let open = |settings, secrets| Door::open(TargetKind::S3, &settings, &secrets, environment());
    let wrong = json!({"accessKeyId": "AKIATEST", "secretAccessKey": "another-secret"});
    let error = open(settings(server.address), wrong).test().await.unwrap_err();
    assert_eq!((error.kind(), error.retry()), ("credentials", Retry::No), "{error}");
    assert!(!error.to_string().contains("another-secret"));
    let unknown = json!({"accessKeyId": "AKIAOTHER", "secretAccessKey": "secret-key-of-the-test"});
    assert_eq!(kind(open(settings(server.address), unknown).publish(&first(), None).await), "credentials");
    let mut no_bucket = settings(server.address);
    no_bucket["bucket"] = json!("nowhere");
    let error = open(no_bucket, secrets()).test().await.unwrap_err();
    assert_eq!(error.kind(), "missing", "{error}");
    let guarded = Environment { guard: net::addresses::AddressGuard::default(), ..environment() };
    let guarded = Door::open(TargetKind::S3, &settings(server.address), &secrets(), guarded);
    assert_eq!(kind(guarded.test().await), "address");
    let nobody = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let error = open(settings(nobody), secrets()).test().await.unwrap_err();
    assert_eq!((error.kind(), error.retry()), ("unreachable", Retry::After(None)));
}

#[tokio::test]
async fn trial_leaves_nothing_behind() {
    let server = Server::start().await;
    let tested = door(server.address).test().await.unwrap();
    assert!(tested.detail.contains("can be written"), "{tested:?}");
    assert_eq!(server.keys(), Vec::<String>::new());
}

#[tokio::test]
async fn objects_of_others_are_neither_replaced_nor_removed() {
    let server = Server::start().await;
    std::fs::create_dir(server.bucket().join("tulsa")).unwrap();
    std::fs::write(server.bucket().join("tulsa/index.html"), "mine").unwrap();
    let door = door(server.address);
    assert_eq!(kind(door.publish(&first(), None).await), "in-the-way");
    std::fs::rename(server.bucket().join("tulsa/index.html"), server.bucket().join("tulsa/notes.txt")).unwrap();
    let remote = door.deploy(&first(), None).await.unwrap();
    assert_eq!(kind(door.publish(&of_another(second()), None).await), "occupied");
    let mut stolen = remote.clone();
    stolen.site.id = "w2".to_owned();
    assert_eq!(kind(door.activate(&stolen).await), "occupied");
    door.remove(&remote).await.unwrap();
    assert_eq!(server.keys(), ["tulsa/notes.txt"]);
}

#[tokio::test]
async fn bytes_of_old_releases_are_pruned_but_shared_ones_stay() {
    let server = Server::start().await;
    let mut settings = settings(server.address);
    settings["keep"] = json!(2);
    let door = Door::open(TargetKind::S3, &settings, &secrets(), environment());
    let mut remotes = Vec::new();
    for number in 1..=4 {
        let release = site(&format!("r{number}"), &[("index.html", &format!("{number}")), ("same.css", "same")]);
        remotes.push(door.deploy(&release, None).await.unwrap());
        tokio::time::sleep(std::time::Duration::from_millis(1_010)).await;
    }
    let blobs = server.keys().into_iter().filter(|key| key.contains("/blobs/")).count();
    assert_eq!(blobs, 3);
    door.activate(&remotes[2]).await.unwrap();
    assert_eq!(server.object("tulsa/index.html").unwrap(), b"3");
    assert_eq!(kind(door.activate(&remotes[0]).await), "gone");
    assert_eq!(server.object("tulsa/index.html").unwrap(), b"3");
}

#[tokio::test]
async fn repeated_switch_repairs_what_others_changed() {
    let server = Server::start().await;
    let door = door(server.address);
    let remote = door.deploy(&first(), None).await.unwrap();
    std::fs::write(server.bucket().join("tulsa/style.css"), "hacked").unwrap();
    assert_eq!(kind(door.verify(&remote, Stage::Live).await), "mismatch");
    door.activate(&remote).await.unwrap();
    assert_serves(&server, &first());
}

fn error_of(code: &str) -> String {
    format!("<?xml version=\"1.0\"?><Error><Code>{code}</Code><Message>Words.</Message></Error>")
}

#[tokio::test]
async fn answers_of_other_services_are_understood() {
    for (status, code, wanted) in [
        (403, "XMinioAdminBucketQuotaExceeded", "full"),
        (507, "XMinioStorageFull", "full"),
        (403, "QuotaExceeded", "full"),
        (403, "AccessDenied", "permission"),
        (403, "ExpiredToken", "credentials"),
        (301, "PermanentRedirect", "settings"),
        (400, "AuthorizationHeaderMalformed", "settings"),
        (404, "NoSuchBucket", "missing"),
        (503, "SlowDown", "rate-limited"),
        (500, "InternalError", "unavailable"),
        (418, "Teapot", "rejected"),
    ] {
        let fake = Fake::start([Reply::new(status, error_of(code))]).await;
        let error = door(fake.address).publish(&first(), None).await.unwrap_err();
        assert_eq!(error.kind(), wanted, "{code}: {error}");
        let is_passing = matches!(wanted, "rate-limited" | "unavailable");
        assert_eq!(error.retry() != Retry::No, is_passing, "{code}");
    }
}

#[tokio::test]
async fn failure_that_passes_is_tried_again() {
    let busy = || Reply::new(503, error_of("SlowDown")).header("retry-after", "0");
    let denied = Reply::new(403, error_of("AccessDenied"));
    let fake = Fake::start([busy(), busy(), denied]).await;
    assert_eq!(kind(door(fake.address).test().await), "permission");
    let slow = Reply::new(503, error_of("SlowDown")).header("retry-after", "900");
    let fake = Fake::start([slow]).await;
    let error = door(fake.address).publish(&first(), None).await.unwrap_err();
    assert_eq!(error.retry(), Retry::After(Some(std::time::Duration::from_secs(900))));
    assert_eq!(fake.seen().len(), 1);
}

#[tokio::test]
async fn copy_that_fails_with_status_200_is_an_error() {
    let mark = Reply::new(200, r#"{"site":"w1"}"#);
    let digest = |site: &Site| site.release.files[0].sha256.clone();
    let only = site("r1", &[("index.html", "x")]);
    let list = format!(
        "<ListBucketResult><IsTruncated>false</IsTruncated><Contents><Key>tulsa/.motherlode/blobs/{}</Key><Size>1</Size>\
         </Contents></ListBucketResult>",
        digest(&only)
    );
    let missing = || Reply::new(404, error_of("NoSuchKey"));
    let fine = || Reply::new(200, "");
    let fake = Fake::start([
        mark,
        fine(),
        Reply::new(200, list.clone()), // publish: mark, record, list
        Reply::new(200, r#"{"site":"w1"}"#),
        Reply::new(200, list),
        missing(),
        fine(), // switch: mark, list, live, live
        Reply::new(200, error_of("InternalError")),
    ])
    .await;
    let error = door(fake.address).deploy(&only, None).await.unwrap_err();
    assert_eq!((error.kind(), error.retry()), ("unavailable", Retry::After(None)), "{error}");
}
