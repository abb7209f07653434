use std::{fs, net::SocketAddr};

use serde_json::json;
use targets::{Environment, Limits, access::AccessKind};

use super::{Files, kind, seed, targets_sha};
use crate::{
    servers::{
        cut::Cut,
        fake::{Fake, Reply, Seen},
        s3::{Server, secrets, settings},
    },
    world::{environment, limits},
};

fn open(address: SocketAddr, environment: Environment) -> Files {
    let mut settings = settings(address);
    settings["prefix"] = json!("site");
    Files::open(AccessKind::S3, &settings, &secrets(), environment)
}

fn header<'a>(seen: &'a Seen, name: &str) -> Option<&'a str> {
    seen.headers.get(name).and_then(|value| value.to_str().ok())
}

#[tokio::test]
async fn objects_of_a_bucket_are_changed_one_by_one() {
    let server = Server::start().await;
    seed(&server.bucket().join("site"));
    let files = open(server.address, environment());
    files.behaves().await;
    assert_eq!(kind(files.commit("x", &[]).await), "unsupported");
    assert!(!server.keys().iter().any(|key| key.contains(".motherlode")), "{:?}", server.keys());
}

#[tokio::test]
async fn change_of_somebody_else_between_comparison_and_write_is_refused() {
    // The object has the expected bytes when it is read, and the storage refuses the condition of the write.
    let page = Reply::new(200, "one").header("etag", "\"e1\"");
    let changed = Reply::new(412, "<Error><Code>PreconditionFailed</Code></Error>");
    let other = Reply::new(200, "other").header("etag", "\"e2\"");
    let fake = Fake::start(vec![page.clone(), changed.clone(), other]).await;
    let files = open(fake.address, environment());
    assert_eq!(kind(files.replace("index.html", "two", &targets_sha("one")).await), "changed");
    let asked = fake.seen();
    assert_eq!(header(&asked[1], "if-match"), Some("\"e1\""), "{asked:?}");
    // The answer to a first attempt was lost: the bytes are there.
    let two = Reply::new(200, "two").header("etag", "\"e3\"");
    let fake = Fake::start(vec![page, changed, two]).await;
    let files = open(fake.address, environment());
    assert_eq!(files.replace("index.html", "two", &targets_sha("one")).await.unwrap(), targets_sha("two"));
}

#[tokio::test]
async fn headers_of_an_object_stay() {
    let page = Reply::new(200, "one")
        .header("etag", "\"e1\"")
        .header("content-type", "text/html; charset=latin1")
        .header("cache-control", "max-age=5")
        .header("x-amz-meta-author", "me");
    let fake = Fake::start(vec![page, Reply::new(200, "")]).await;
    open(fake.address, environment()).replace("index.html", "two", &targets_sha("one")).await.unwrap();
    let asked = fake.seen();
    for (name, value) in
        [("content-type", "text/html; charset=latin1"), ("cache-control", "max-age=5"), ("x-amz-meta-author", "me")]
    {
        assert_eq!(header(&asked[1], name), Some(value), "{asked:?}");
    }
}

#[tokio::test]
async fn storage_without_conditions_and_compressed_objects_are_refused() {
    let listing = "<ListBucketResult><Contents><Key>site/.motherlode/test/2</Key><Size>4</Size></Contents>\
                   </ListBucketResult>";
    let mut replies = vec![Reply::new(200, listing), Reply::new(200, ""), Reply::new(200, "test")];
    replies.extend([Reply::new(200, "<CopyObjectResult/>"), Reply::new(200, listing)]);
    // Deletes, a write, and a write whose condition does not hold and is done all the same.
    replies.extend([Reply::new(204, ""), Reply::new(204, ""), Reply::new(200, ""), Reply::new(200, "")]);
    replies.push(Reply::new(204, ""));
    let fake = Fake::start(replies).await;
    let error = open(fake.address, environment()).test().await.unwrap_err();
    assert!(error.kind() == "unsupported" && error.to_string().contains("If-Match"), "{error}");
    let packed = Reply::new(200, "x").header("etag", "\"e\"").header("content-encoding", "gzip");
    let fake = Fake::start(vec![packed]).await;
    assert_eq!(kind(open(fake.address, environment()).read("index.html").await), "unsupported");
}

#[tokio::test]
async fn huge_object_is_not_downloaded() {
    let server = Server::start().await;
    seed(&server.bucket().join("site"));
    fs::File::create(server.bucket().join("site/huge.html")).unwrap().set_len(100 << 20).unwrap();
    let files = open(server.address, environment());
    assert_eq!(kind(files.read("huge.html").await), "too-large");
    assert_eq!(kind(files.replace("huge.html", "x", "0").await), "too-large");
    assert_eq!(files.list("", 9).await.unwrap().files.len(), 3);
}

#[tokio::test]
async fn change_that_dies_at_any_byte_is_completed_by_the_next() {
    let server = Server::start().await;
    let proxy = Cut::before(server.address).await;
    let once = Environment { limits: Limits { attempts: 1, ..limits() }, ..environment() };
    let (old, new) = ("<h1>One</h1>".repeat(200), "<h1>Two</h1>".repeat(200));
    let site = server.bucket().join("site");
    let reset = || {
        let _ = fs::remove_dir_all(&site);
        seed(&site);
        fs::write(site.join("index.html"), &old).unwrap();
    };
    let change = async || {
        let files = open(proxy.address, once.clone());
        files.replace("index.html", &new, &targets_sha(&old)).await?;
        files.create("deep/new.html", "new").await?;
        files.remove("about/index.html", &targets_sha("<h1>About</h1>")).await
    };
    reset();
    proxy.heal();
    change().await.unwrap();
    let whole = proxy.passed();
    let mut cuts = 0;
    for bytes in (0..whole).step_by(433) {
        reset();
        proxy.after(bytes);
        cuts += u32::from(change().await.is_err());
        proxy.heal();
        change().await.unwrap();
        assert_eq!(server.object("site/index.html").unwrap(), new.as_bytes(), "{bytes}");
        let keys: Vec<String> = server.keys().into_iter().filter(|key| key.starts_with("site/")).collect();
        assert_eq!(keys, ["site/deep/new.html", "site/index.html"], "{bytes}");
    }
    assert!(cuts > 5, "{cuts}");
}

#[tokio::test]
async fn wrong_key_bucket_and_address_are_named() {
    let server = Server::start().await;
    seed(&server.bucket().join("site"));
    let wrong = json!({"accessKeyId": "AKIATEST", "secretAccessKey": "wrong-secret-key"});
    let files = Files::open(
        AccessKind::S3,
        &json!({"endpoint": format!("http://{}", server.address),
        "region": "us-east-1", "bucket": "sites", "pathStyle": true}),
        &wrong,
        environment(),
    );
    assert_eq!(kind(files.read("index.html").await), "credentials");
    let files = Files::open(
        AccessKind::S3,
        &json!({"endpoint": format!("http://{}", server.address),
        "region": "us-east-1", "bucket": "none", "pathStyle": true}),
        &secrets(),
        environment(),
    );
    assert_eq!(kind(files.test().await), "missing");
    let guarded = Environment { guard: net::addresses::AddressGuard::default(), ..environment() };
    assert_eq!(kind(open(server.address, guarded).read("index.html").await), "address");
}
