use std::{
    fs,
    os::unix::fs::{PermissionsExt as _, symlink},
};

use serde_json::json;
use targets::access::{AccessKind, AccessSettings, FileChange};

use super::{
    Files, kind,
    repositories::{Upstream, git},
    targets_sha,
};
use crate::world::environment;

pub(super) fn change(path: &str, bytes: Option<&str>, expected: Option<&str>) -> FileChange {
    FileChange {
        path: path.to_owned(),
        bytes: bytes.map(|text| text.as_bytes().to_vec()),
        expected: expected.map(targets_sha),
    }
}

/// Three changes of the first commit.
pub(super) fn changes() -> [FileChange; 3] {
    [
        change("index.html", Some("<h1>Two</h1>"), Some("<h1>One</h1>")),
        change("deep/new.html", Some("new"), None),
        change("about/index.html", None, Some("<h1>About</h1>")),
    ]
}

#[tokio::test]
async fn files_of_a_branch_are_changed_one_by_one() {
    let Some(upstream) = Upstream::start().await else { return };
    upstream.open().behaves().await;
    let subjects = upstream.git(&["log", "--format=%s", "main"]);
    let expected = [
        "Change empty.txt",
        "Add empty.txt",
        "Remove new/deep/a b+ä.html",
        "Add new/deep/a b+ä.html",
        "Change index.html",
        "first",
    ];
    assert_eq!(subjects.lines().collect::<Vec<_>>(), expected);
    assert_eq!(upstream.git(&["ls-tree", "-r", "--name-only", "main"]), "about/index.html\nempty.txt\nindex.html");
}

#[tokio::test]
async fn set_of_changes_is_one_commit_and_repeating_it_pushes_nothing() {
    let Some(upstream) = Upstream::start().await else { return };
    fs::set_permissions(upstream.work().join("index.html"), fs::Permissions::from_mode(0o755)).unwrap();
    upstream.push("mode");
    let message = "Improve titles\n\nWhy: a test.";
    let id = upstream.open().commit(message, &changes()).await.unwrap();
    assert_eq!(upstream.git(&["rev-parse", "main"]), id);
    assert_eq!(
        upstream.git(&["log", "-1", "--format=%an <%ae> %cn|%B", "main"]).trim_end(),
        "Ann <ann@example.com> Ann|Improve titles\n\nWhy: a test."
    );
    let stats = upstream.git(&["show", "--raw", "--no-abbrev", "--format=", "main"]);
    assert!(stats.contains(":100755 100755") && stats.lines().count() == 3, "{stats}");
    assert_eq!((upstream.file("index.html"), upstream.file("deep/new.html")), ("<h1>Two</h1>".into(), "new".into()));
    for files in [upstream.open(), upstream.open()] {
        assert_eq!(files.commit(message, &changes()).await.unwrap(), id);
    }
    assert_eq!(upstream.commits(), 3);
    assert_eq!(upstream.open().commit(message, &[]).await.unwrap(), id);
}

#[tokio::test]
async fn file_changed_in_the_meantime_is_refused_and_another_one_is_not() {
    let Some(upstream) = Upstream::start().await else { return };
    let files = upstream.open();
    files.text("index.html").await;
    fs::write(upstream.work().join("other.html"), "of somebody else").unwrap();
    upstream.push("second");
    files.commit("Ours", &changes()).await.unwrap();
    assert_eq!((upstream.file("other.html"), upstream.commits()), ("of somebody else".into(), 3));
    git(&upstream.work(), &["pull", "--quiet"]);
    fs::write(upstream.work().join("index.html"), "<h1>Three</h1>").unwrap();
    upstream.push("third");
    let again = [change("index.html", Some("<h1>Four</h1>"), Some("<h1>Two</h1>")), change("a.html", Some("a"), None)];
    let error = files.commit("Ours", &again).await.unwrap_err();
    assert!(error.kind() == "changed" && error.to_string().contains("index.html"), "{error}");
    assert_eq!((upstream.file("index.html"), upstream.commits()), ("<h1>Three</h1>".into(), 4));
    assert_eq!(kind(upstream.open().commit("x", &[change("index.html", None, Some("?"))]).await), "changed");
    assert_eq!(kind(upstream.open().commit("x", &[change("index.html", Some("x"), None)]).await), "changed");
}

#[tokio::test]
async fn folder_of_the_repository_is_the_root_of_the_website() {
    let Some(upstream) = Upstream::start().await else { return };
    fs::create_dir_all(upstream.work().join("public/a")).unwrap();
    fs::write(upstream.work().join("public/a/index.html"), "inside").unwrap();
    upstream.push("second");
    let open = |path: &str| {
        let mut settings = upstream.settings(upstream.server.address);
        settings["path"] = json!(path);
        Files::open(AccessKind::Git, &settings, &upstream.server.secrets(), environment())
    };
    let files = open("public");
    files.test().await.unwrap();
    let listed = files.list("", 9).await.unwrap();
    assert_eq!((listed.files.len(), listed.files[0].path.as_str()), (1, "a/index.html"));
    assert_eq!(files.read("index.html").await.unwrap(), None);
    files.commit("Inside", &[change("a/index.html", Some("changed"), Some("inside"))]).await.unwrap();
    assert_eq!(upstream.file("public/a/index.html"), "changed");
    assert_eq!(kind(open("none").test().await), "missing");
}

#[tokio::test]
async fn symbolic_links_submodules_and_folders_are_never_files() {
    let Some(upstream) = Upstream::start().await else { return };
    symlink("/etc/passwd", upstream.work().join("link.html")).unwrap();
    symlink("about", upstream.work().join("folder")).unwrap();
    let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n";
    fs::write(upstream.work().join("large.html"), pointer).unwrap();
    let head = git(&upstream.work(), &["rev-parse", "HEAD"]);
    git(&upstream.work(), &["update-index", "--add", "--cacheinfo", &format!("160000,{head},module")]);
    fs::create_dir(upstream.work().join("module")).unwrap();
    upstream.push("second");
    let files = upstream.open();
    assert_eq!(kind(files.read("link.html").await), "path");
    assert_eq!(kind(files.commit("x", &[change("link.html", Some("x"), Some("y"))]).await), "path");
    assert_eq!(files.read("folder/index.html").await.unwrap(), None);
    assert_eq!(kind(files.create("folder/new.html", "x").await), "path");
    assert_eq!(kind(files.create("index.html/new.html", "x").await), "in-the-way");
    for path in ["about", "module"] {
        assert_eq!(kind(files.read(path).await), "in-the-way", "{path}");
        assert_eq!(kind(files.create(path, "x").await), "in-the-way", "{path}");
    }
    assert_eq!(kind(files.create("module/x", "x").await), "in-the-way");
    assert_eq!(kind(files.read("large.html").await), "unsupported");
    assert_eq!(files.list("", 9).await.unwrap().files.len(), 3);
    assert_eq!(upstream.commits(), 2);
}

#[tokio::test]
async fn malformed_commits_are_refused_before_anything_is_fetched() {
    let Some(upstream) = Upstream::start().await else { return };
    let files = upstream.open();
    let twice = [change("a", Some("1"), None), change("a", Some("2"), None)];
    assert_eq!(kind(files.commit("x", &twice).await), "settings");
    for message in ["", "  ", "a\0b", "a\u{7}b", &"x".repeat(10_001)] {
        assert_eq!(kind(files.commit(message, &changes()).await), "settings");
    }
    assert_eq!(kind(files.commit("x", &[change("../a", Some("1"), None)]).await), "path");
    assert_eq!(kind(files.commit("x", &vec![change("a", None, None); 2_001]).await), "settings");
    assert!(!upstream.server.log().contains("Accepted"), "{}", upstream.server.log());
}

#[tokio::test]
async fn host_key_is_found_by_the_test_and_a_missing_branch_is_named() {
    let Some(upstream) = Upstream::start().await else { return };
    let mut settings = upstream.settings(upstream.server.address);
    settings.as_object_mut().unwrap().remove("hostKey");
    let open = |settings: &serde_json::Value| {
        Files::open(AccessKind::Git, settings, &upstream.server.secrets(), environment())
    };
    assert_eq!(kind(open(&settings).read("index.html").await), "host-key-unknown");
    assert!(!upstream.server.log().contains("publickey"));
    let tested = open(&settings).test().await.unwrap();
    assert!(tested.detail.contains(&upstream.server.fingerprint), "{tested:?}");
    let Some(AccessSettings::Git(found)) = tested.settings else { panic!("no settings to store") };
    assert_eq!(found.host_key, Some(upstream.host_key()));
    let pinned = AccessSettings::Git(found).to_json();
    assert!(open(&pinned).test().await.unwrap().settings.is_none());
    let mut wrong = pinned.clone();
    wrong["branch"] = json!("none");
    let error = open(&wrong).test().await.unwrap_err();
    assert!(error.kind() == "missing" && error.to_string().contains("none of"), "{error}");
    let mut wrong = pinned;
    wrong["url"] = json!(format!("{}x", wrong["url"].as_str().unwrap()));
    assert_eq!(kind(open(&wrong).test().await), "missing");
    assert_eq!(upstream.commits(), 1);
}

#[tokio::test]
async fn configuration_hooks_and_attributes_of_others_have_no_effect() {
    let Some(upstream) = Upstream::start().await else { return };
    let trace = upstream.home().join("trace");
    fs::write(upstream.work().join(".gitattributes"), "*.html filter=evil text eol=crlf ident\n").unwrap();
    fs::write(upstream.work().join(".gitmodules"), "[submodule \"x\"]\npath=x\nurl=file:///etc\n").unwrap();
    fs::write(upstream.work().join("$Id$.html"), "a\r\nb\n$Id$").unwrap();
    git(&upstream.work(), &["config", "filter.evil.clean", &format!("touch {}; cat", trace.display())]);
    git(&upstream.work(), &["-c", "filter.evil.clean=cat", "-c", "core.autocrlf=false", "add", "--all"]);
    git(&upstream.work(), &["commit", "--quiet", "-m", "second"]);
    git(&upstream.work(), &["push", "--quiet", "origin", "HEAD:main"]);
    let _ = fs::remove_file(&trace);
    let files = upstream.open();
    let text = files.text("$Id$.html").await.0;
    files.commit("x", &[change("$Id$.html", Some("c\r\nd\n$Id$"), Some(&text))]).await.unwrap();
    assert_eq!(upstream.file("$Id$.html"), "c\r\nd\n$Id$");
    assert!(!trace.exists());
}
