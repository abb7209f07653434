use std::{
    fs,
    os::unix::fs::{PermissionsExt as _, symlink},
    path::Path,
};

use serde_json::json;
use targets::access::AccessKind;
use tokio_util::sync::CancellationToken;

use super::{Files, kind, names, seed, targets_sha};
use crate::world::with_folder;

fn files(above: &Path) -> Files {
    let settings = json!({"path": above.join("site")});
    Files::open(AccessKind::Folder, &settings, &json!({}), with_folder(above.to_owned()))
}

#[tokio::test]
async fn files_of_a_folder_are_changed_one_by_one() {
    let above = tempfile::tempdir().unwrap();
    seed(&above.path().join("site"));
    files(above.path()).0.check().unwrap();
    files(above.path()).behaves().await;
    assert_eq!(names(&above.path().join("site")), ["about", "empty.txt", "index.html", "new"]);
    assert_eq!(kind(files(above.path()).commit("x", &[]).await), "unsupported");
}

#[tokio::test]
async fn replaced_file_keeps_its_mode_and_its_other_names() {
    let above = tempfile::tempdir().unwrap();
    let site = above.path().join("site");
    seed(&site);
    fs::set_permissions(site.join("index.html"), fs::Permissions::from_mode(0o640)).unwrap();
    fs::hard_link(site.join("index.html"), above.path().join("old")).unwrap();
    files(above.path()).replace("index.html", "two", &targets_sha("<h1>One</h1>")).await.unwrap();
    assert_eq!(fs::metadata(site.join("index.html")).unwrap().permissions().mode() & 0o777, 0o640);
    assert_eq!(fs::read_to_string(above.path().join("old")).unwrap(), "<h1>One</h1>");
}

#[tokio::test]
async fn symbolic_links_are_never_followed() {
    let above = tempfile::tempdir().unwrap();
    let (site, outside) = (above.path().join("site"), tempfile::tempdir().unwrap());
    seed(&site);
    fs::write(outside.path().join("secret.html"), "secret").unwrap();
    symlink(outside.path().join("secret.html"), site.join("link.html")).unwrap();
    symlink(outside.path(), site.join("away")).unwrap();
    symlink("/nowhere", site.join("dangling.html")).unwrap();
    let (files, version) = (files(above.path()), targets_sha("secret"));
    for path in ["link.html", "dangling.html"] {
        assert_eq!(kind(files.read(path).await), "path");
        assert_eq!(kind(files.replace(path, "x", &version).await), "path");
        assert_eq!(kind(files.create(path, "x").await), "path");
        assert_eq!(kind(files.remove(path, &version).await), "path");
    }
    assert_eq!(kind(files.read("away/secret.html").await), "in-the-way");
    assert_eq!(kind(files.create("away/new.html", "x").await), "in-the-way");
    assert_eq!(kind(files.list("away", 9).await), "in-the-way");
    assert_eq!(files.list("", 9).await.unwrap().files.len(), 2);
    assert_eq!(names(outside.path()), ["secret.html"]);
    assert_eq!(fs::read_to_string(outside.path().join("secret.html")).unwrap(), "secret");
}

#[tokio::test]
async fn only_small_regular_files_are_read() {
    let above = tempfile::tempdir().unwrap();
    let site = above.path().join("site");
    seed(&site);
    fs::File::create(site.join("huge.html")).unwrap().set_len(1 << 40).unwrap();
    assert!(std::process::Command::new("mkfifo").arg(site.join("pipe")).status().unwrap().success());
    let files = files(above.path());
    assert_eq!(kind(files.read("huge.html").await), "too-large");
    assert_eq!(kind(files.replace("huge.html", "x", "0").await), "too-large");
    assert_eq!(kind(files.read("pipe").await), "in-the-way");
    assert_eq!(kind(files.read("about").await), "in-the-way");
    assert_eq!(kind(files.create("about", "x").await), "in-the-way");
    assert_eq!(kind(files.create("index.html/x", "x").await), "in-the-way");
    assert_eq!(files.list("", 9).await.unwrap().files.len(), 3);
}

#[tokio::test]
async fn what_interrupted_attempts_left_is_removed_by_the_next() {
    let above = tempfile::tempdir().unwrap();
    let site = above.path().join("site");
    seed(&site);
    let of_path = &targets_sha("index.html")[..16];
    fs::write(site.join(format!(".motherlode-{of_path}-0123456789abcdef")), "half").unwrap();
    fs::write(site.join(".motherlode-other"), "of another file").unwrap();
    let files = files(above.path());
    assert_eq!(files.list("", 9).await.unwrap().files.len(), 2);
    files.replace("index.html", "two", &targets_sha("<h1>One</h1>")).await.unwrap();
    assert_eq!(names(&site), [".motherlode-other", "about", "index.html"]);
}

#[tokio::test]
async fn folder_that_is_missing_or_not_allowed_is_named() {
    let above = tempfile::tempdir().unwrap();
    assert_eq!(kind(files(above.path()).test().await), "missing");
    assert_eq!(kind(files(above.path()).create("a.html", "x").await), "missing");
    let other = tempfile::tempdir().unwrap();
    let settings = json!({"path": above.path().join("site")});
    let files = Files::open(AccessKind::Folder, &settings, &json!({}), with_folder(other.path().to_owned()));
    assert_eq!(kind(files.0.check()), "settings");
    assert_eq!(kind(files.read("index.html").await), "settings");
}

#[tokio::test]
async fn cancelled_operation_changes_nothing() {
    let above = tempfile::tempdir().unwrap();
    seed(&above.path().join("site"));
    let (files, cancel) = (files(above.path()), CancellationToken::new());
    cancel.cancel();
    assert_eq!(kind(files.0.create("a.html", b"x", &cancel).await), "cancelled");
    assert_eq!(files.read("a.html").await.unwrap(), None);
}

#[tokio::test]
async fn one_of_two_simultaneous_creations_wins_and_no_file_is_torn() {
    let above = tempfile::tempdir().unwrap();
    seed(&above.path().join("site"));
    let (one, two) = (files(above.path()), files(above.path()));
    for number in 0..20 {
        let path = format!("{number}.html");
        let (a, b) = ("a".repeat(100_000), "b".repeat(100_000));
        let (first, second) = tokio::join!(one.create(&path, &a), two.create(&path, &b));
        assert!(first.is_ok() != second.is_ok(), "{first:?} {second:?}");
        let (text, _) = one.text(&path).await;
        assert_eq!(text, if first.is_ok() { a } else { b });
    }
}
