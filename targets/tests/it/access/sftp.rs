use std::{
    fs,
    os::unix::fs::{PermissionsExt as _, symlink},
};

use serde_json::json;
use targets::{
    Environment, Retry,
    access::{AccessKind, AccessSettings},
};

use super::{Files, kind, names, seed, targets_sha};
use crate::{
    servers::{cut::Cut, openssh::OpenSsh},
    world::{environment, limits},
};

fn settings(server: &OpenSsh, address: std::net::SocketAddr) -> serde_json::Value {
    let mut settings = server.settings(address);
    settings["path"] = json!(server.www());
    settings
}

fn files(server: &OpenSsh) -> Files {
    Files::open(AccessKind::Sftp, &settings(server, server.address), &server.secrets(), environment())
}

#[tokio::test]
async fn files_of_an_sftp_server_are_changed_one_by_one() {
    let Some(server) = OpenSsh::start("").await else { return };
    seed(&server.www());
    let files = files(&server);
    files.behaves().await;
    assert_eq!(names(&server.www()), ["about", "empty.txt", "index.html", "new"]);
    assert_eq!(kind(files.commit("x", &[]).await), "unsupported");
    let sessions = server.log().matches("Accepted publickey").count();
    assert!(sessions <= 2, "one connection for the test and one for the rest: {sessions}");
}

#[tokio::test]
async fn replaced_file_keeps_its_mode() {
    let Some(server) = OpenSsh::start("").await else { return };
    seed(&server.www());
    let page = server.www().join("index.html");
    fs::set_permissions(&page, fs::Permissions::from_mode(0o604)).unwrap();
    files(&server).replace("index.html", "two", &targets_sha("<h1>One</h1>")).await.unwrap();
    assert_eq!(fs::metadata(&page).unwrap().permissions().mode() & 0o777, 0o604);
}

#[tokio::test]
async fn link_inside_the_folder_is_followed_and_one_that_leaves_it_is_refused() {
    let Some(server) = OpenSsh::start("").await else { return };
    let (site, outside) = (server.www(), server.home.path().join("www-outside"));
    seed(&site);
    fs::create_dir(&outside).unwrap();
    fs::write(outside.join("secret.html"), "secret").unwrap();
    symlink("index.html", site.join("inside.html")).unwrap();
    symlink("about", site.join("folder")).unwrap();
    symlink(outside.join("secret.html"), site.join("link.html")).unwrap();
    symlink("../www-outside", site.join("away")).unwrap();
    symlink("/nowhere/at/all", site.join("dangling.html")).unwrap();
    let (files, version) = (files(&server), targets_sha("secret"));
    for path in ["link.html", "away/secret.html"] {
        assert_eq!(kind(files.read(path).await), "path", "{path}");
        assert_eq!(kind(files.replace(path, "x", &version).await), "path", "{path}");
        assert_eq!(kind(files.create(path, "x").await), "path", "{path}");
        assert_eq!(kind(files.remove(path, &version).await), "path", "{path}");
    }
    assert_eq!(kind(files.create("away/new.html", "x").await), "path");
    assert_eq!(kind(files.create("away/deep/new.html", "x").await), "path");
    assert_eq!(kind(files.list("away", 9).await), "path");
    assert!(matches!(kind(files.create("dangling.html", "x").await), "path" | "missing" | "in-the-way"));
    assert_eq!(names(&outside), ["secret.html"]);
    assert_eq!(fs::read_to_string(outside.join("secret.html")).unwrap(), "secret");
    files.replace("inside.html", "two", &targets_sha("<h1>One</h1>")).await.unwrap();
    files.create("folder/new.html", "new").await.unwrap();
    assert!(fs::symlink_metadata(site.join("inside.html")).unwrap().is_symlink());
    assert_eq!(fs::read_to_string(site.join("index.html")).unwrap(), "two");
    assert_eq!(names(&site.join("about")), ["index.html", "new.html"]);
    let listed = files.list("", 9).await.unwrap();
    assert_eq!(listed.files.len(), 3, "{listed:?}");
}

#[tokio::test]
async fn only_small_regular_files_are_read() {
    let Some(server) = OpenSsh::start("").await else { return };
    seed(&server.www());
    fs::File::create(server.www().join("huge.html")).unwrap().set_len(1 << 40).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(server.www().join("pipe")).status().unwrap().success());
    let files = files(&server);
    assert_eq!(kind(files.read("huge.html").await), "too-large");
    assert_eq!(kind(files.read("pipe").await), "in-the-way");
    assert_eq!(kind(files.read("about").await), "in-the-way");
    assert_eq!(kind(files.create("about", "x").await), "in-the-way");
    assert_eq!(kind(files.create("index.html/x", "x").await), "in-the-way");
    let large = "y".repeat(8 << 20);
    let version = files.create("large.html", &large).await.unwrap();
    assert_eq!(files.text("large.html").await, (large, version));
}

#[tokio::test]
async fn change_that_dies_at_any_byte_is_completed_by_the_next() {
    let Some(server) = OpenSsh::start("").await else { return };
    let proxy = Cut::before(server.address).await;
    let once = Environment { limits: targets::Limits { attempts: 1, ..limits() }, ..environment() };
    let open = || Files::open(AccessKind::Sftp, &settings(&server, proxy.address), &server.secrets(), once.clone());
    let (old, new) = ("<h1>One</h1>".repeat(200), "<h1>Two</h1>".repeat(200));
    let page = server.www().join("index.html");
    seed(&server.www());
    fs::write(&page, &old).unwrap();
    let change = async |files: &Files| {
        files.replace("index.html", &new, &targets_sha(&old)).await?;
        files.create("deep/new.html", "new").await?;
        files.remove("about/index.html", &targets_sha("<h1>About</h1>")).await
    };
    proxy.heal();
    change(&open()).await.unwrap();
    let whole = proxy.passed();
    let mut cuts = 0;
    for bytes in (100..whole).step_by(331) {
        fs::remove_dir_all(server.www()).unwrap();
        seed(&server.www());
        fs::write(&page, &old).unwrap();
        proxy.after(bytes);
        if let Err(error) = change(&open()).await {
            assert_eq!(error.retry(), Retry::After(None), "{bytes}: {error}");
            cuts += 1;
        }
        let seen = fs::read_to_string(&page).unwrap();
        assert!(seen == old || seen == new, "{bytes}: half a page");
        proxy.heal();
        change(&open()).await.unwrap();
        assert_eq!(fs::read_to_string(&page).unwrap(), new);
        assert_eq!(names(&server.www()), ["about", "deep", "index.html"], "{bytes}");
        assert_eq!(names(&server.www().join("deep")), ["new.html"], "{bytes}");
        assert_eq!(names(&server.www().join("about")).len(), 0, "{bytes}");
    }
    assert!(cuts > 5, "{cuts}");
}

#[tokio::test]
async fn broken_connection_is_opened_again() {
    let Some(server) = OpenSsh::start("").await else { return };
    seed(&server.www());
    let proxy = Cut::before(server.address).await;
    let files = Files::open(AccessKind::Sftp, &settings(&server, proxy.address), &server.secrets(), environment());
    files.text("index.html").await;
    proxy.after(0);
    assert_eq!(files.read("index.html").await.unwrap_err().retry(), Retry::After(None));
    proxy.heal();
    assert_eq!(files.text("index.html").await.0, "<h1>One</h1>");
}

#[tokio::test]
async fn host_key_is_pinned_by_the_test_and_refused_when_it_changes() {
    let (Some(server), Some(other)) = (OpenSsh::start("").await, OpenSsh::start("").await) else { return };
    seed(&server.www());
    let mut unknown = settings(&server, server.address);
    unknown.as_object_mut().unwrap().remove("hostKey");
    let open = |settings: &serde_json::Value| Files::open(AccessKind::Sftp, settings, &server.secrets(), environment());
    assert_eq!(kind(open(&unknown).read("index.html").await), "host-key-unknown");
    let tested = open(&unknown).test().await.unwrap();
    let Some(AccessSettings::Sftp(pinned)) = tested.settings else { panic!("no settings to store") };
    assert_eq!(pinned.host_key.as_ref(), Some(&server.fingerprint));
    assert_eq!(names(&server.www()), ["about", "index.html"]);
    let mut stolen = AccessSettings::Sftp(pinned).to_json();
    stolen["port"] = json!(other.address.port());
    assert_eq!(kind(open(&stolen).read("index.html").await), "host-key-changed");
    assert!(!other.log().contains("publickey"), "no credentials are sent to it");
    let wrong = Files::open(AccessKind::Sftp, &settings(&server, server.address), &other.secrets(), environment());
    assert_eq!(kind(wrong.read("index.html").await), "credentials");
    let guarded = Environment { guard: net::addresses::AddressGuard::default(), ..environment() };
    let private = Files::open(AccessKind::Sftp, &settings(&server, server.address), &server.secrets(), guarded);
    assert_eq!(kind(private.read("index.html").await), "address");
}
