use std::{fs, path::Path, time::Duration};

use serde_json::json;
use targets::{Environment, Limits, Retry, access::AccessKind};
use tokio_util::sync::CancellationToken;

use super::{
    Files,
    git::{change, changes},
    kind,
    repositories::{Upstream, git},
};
use crate::{
    servers::{cut::Cut, openssh::OpenSsh},
    world::{environment, limits},
};

/// Commits something of somebody else into the repository, without a push, and returns its id.
fn rival(upstream: &Upstream) -> String {
    fs::write(upstream.work().join("rival.html"), "of somebody else").unwrap();
    git(&upstream.work(), &["add", "--all"]);
    git(&upstream.work(), &["commit", "--quiet", "-m", "rival"]);
    git(&upstream.work(), &["push", "--quiet", "origin", "HEAD:refs/heads/rival"]);
    git(&upstream.work(), &["rev-parse", "HEAD"])
}

#[tokio::test]
async fn push_of_somebody_else_right_before_ours_is_never_overwritten() {
    let Some(upstream) = Upstream::start().await else { return };
    let (theirs, bare) = (rival(&upstream), upstream.bare());
    let update = format!("git --git-dir={} update-ref refs/heads/main {theirs}", bare.display());
    // After our fetch and before the server names its commits for the push.
    upstream.gate(&format!(
        "case \"$SSH_ORIGINAL_COMMAND\" in git-receive-pack*) {update};; esac\neval \"$SSH_ORIGINAL_COMMAND\""
    ));
    let error = upstream.open().commit("Ours", &changes()).await.unwrap_err();
    assert_eq!((error.kind(), error.retry()), ("changed", Retry::No), "{error}");
    assert_eq!(upstream.git(&["rev-parse", "main"]), theirs);
    assert_eq!(upstream.file("index.html"), "<h1>One</h1>");
    // After the server named its commits, in the moment in which it takes ours.
    upstream.gate("eval \"$SSH_ORIGINAL_COMMAND\"");
    upstream.git(&["update-ref", "refs/heads/main", "main~1"]);
    let hook = bare.join("hooks/pre-receive");
    // Git refuses changes of branches inside the hook unless the quarantine is left.
    fs::write(&hook, format!("#!/bin/sh\nunset GIT_QUARANTINE_PATH\n{update}\n")).unwrap();
    fs::set_permissions(&hook, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let error = upstream.open().commit("Ours", &changes()).await.unwrap_err();
    assert_eq!(error.kind(), "changed", "{error}");
    assert_eq!(upstream.git(&["rev-parse", "main"]), theirs);
    fs::remove_file(hook).unwrap();
    upstream.open().commit("Ours", &changes()).await.unwrap();
    assert_eq!(
        (upstream.file("rival.html"), upstream.file("deep/new.html")),
        ("of somebody else".into(), "new".into())
    );
}

#[tokio::test]
async fn branch_that_was_set_back_is_not_restored() {
    let Some(upstream) = Upstream::start().await else { return };
    let first = upstream.git(&["rev-parse", "main"]);
    fs::write(upstream.work().join("secret.html"), "removed on purpose").unwrap();
    upstream.push("second");
    let back = format!("git --git-dir={} update-ref refs/heads/main {first}", upstream.bare().display());
    upstream.gate(&format!(
        "case \"$SSH_ORIGINAL_COMMAND\" in git-receive-pack*) {back};; esac\neval \"$SSH_ORIGINAL_COMMAND\""
    ));
    assert_eq!(kind(upstream.open().commit("Ours", &changes()).await), "changed");
    assert_eq!(upstream.git(&["rev-parse", "main"]), first);
}

#[tokio::test]
async fn refusal_of_the_server_is_named() {
    let Some(upstream) = Upstream::start().await else { return };
    let hook = upstream.bare().join("hooks/pre-receive");
    fs::write(&hook, "#!/bin/sh\necho 'main is protected' >&2\nexit 1\n").unwrap();
    fs::set_permissions(&hook, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let error = upstream.open().commit("Ours", &changes()).await.unwrap_err();
    assert!(error.kind() == "permission" && error.to_string().contains("main is protected"), "{error}");
    assert_eq!(upstream.commits(), 1);
    // A key that may only read is found by the test.
    upstream.gate(
        "case \"$SSH_ORIGINAL_COMMAND\" in git-receive-pack*) \
         echo 'ERROR: The key you are authenticating with has been marked as read only.' >&2; exit 1;; esac\n\
         eval \"$SSH_ORIGINAL_COMMAND\"",
    );
    let error = upstream.open().test().await.unwrap_err();
    assert!(error.kind() == "permission" && error.to_string().contains("read only"), "{error}");
}

#[tokio::test]
async fn wrong_key_changed_host_key_and_private_address_are_named() {
    let (Some(upstream), Some(other)) = (Upstream::start().await, OpenSsh::start("").await) else { return };
    let settings = upstream.settings(upstream.server.address);
    let wrong = Files::open(AccessKind::Git, &settings, &other.secrets(), environment());
    let error = wrong.read("index.html").await.unwrap_err();
    assert_eq!((error.kind(), error.retry()), ("credentials", Retry::No), "{error}");
    let stolen = upstream.open_at(other.address, environment());
    for error in [stolen.read("index.html").await.unwrap_err(), stolen.test().await.unwrap_err()] {
        assert_eq!((error.kind(), error.retry()), ("host-key-changed", Retry::No), "{error}");
        let text = error.to_string();
        assert!(text.contains(&upstream.server.fingerprint) && text.contains(&other.fingerprint), "{text}");
    }
    assert!(!other.log().contains("publickey"), "no credentials are sent to it: {}", other.log());
    let guarded = Environment { guard: net::addresses::AddressGuard::default(), ..environment() };
    assert_eq!(kind(upstream.open_in(guarded).read("index.html").await), "address");
    let nobody = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let error = upstream.open_at(nobody, environment()).read("index.html").await.unwrap_err();
    assert_eq!((error.kind(), error.retry()), ("unreachable", Retry::After(None)));
    let token = json!({"token": "abc"});
    let settings = targets::access::AccessSettings::parse(AccessKind::Git, &settings).unwrap();
    let secrets = targets::access::AccessSecrets::parse(AccessKind::Git, &token).unwrap();
    assert_eq!(targets::access::Access::new(settings, secrets, environment()).unwrap_err().kind(), "settings");
}

#[tokio::test]
async fn commit_that_dies_at_any_byte_is_completed_by_the_next_and_made_once() {
    let Some(upstream) = Upstream::start().await else { return };
    let proxy = Cut::before(upstream.server.address).await;
    let open = || upstream.open_at(proxy.address, environment());
    let first = upstream.git(&["rev-parse", "main"]);
    proxy.heal();
    open().commit("Ours", &changes()).await.unwrap();
    let whole = proxy.passed();
    assert!(whole > 5_000, "{whole}");
    let mut cuts = 0;
    for bytes in (0..whole).step_by(usize::try_from(whole / 10).unwrap()).chain([whole - 200, whole - 100, whole - 1]) {
        upstream.git(&["update-ref", "refs/heads/main", &first]);
        proxy.after(bytes);
        if let Err(error) = open().commit("Ours", &changes()).await {
            assert_eq!(error.retry(), Retry::After(None), "{bytes}: {error}");
            cuts += 1;
        }
        proxy.heal();
        let id = open().commit("Ours", &changes()).await.unwrap();
        assert_eq!((upstream.git(&["rev-parse", "main"]), upstream.commits()), (id, 2), "{bytes}");
        assert_eq!(upstream.file("index.html"), "<h1>Two</h1>");
    }
    assert!(cuts > 6, "{cuts}");
}

#[tokio::test]
async fn huge_files_and_repositories_are_refused_within_their_limit() {
    let Some(upstream) = Upstream::start().await else { return };
    let mut state = 1_u64;
    let mut noise = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state.to_le_bytes()[4]
    };
    fs::write(upstream.work().join("noise.bin"), (0..300_000).map(|_| noise()).collect::<Vec<_>>()).unwrap();
    // A few kilobytes that become 64 MiB.
    fs::write(upstream.work().join("bomb.html"), vec![b'x'; 64 << 20]).unwrap();
    upstream.push("second");
    let files = upstream.open();
    assert_eq!(kind(files.read("bomb.html").await), "too-large");
    assert_eq!(kind(files.commit("x", &[change("bomb.html", Some("x"), Some("y"))]).await), "too-large");
    assert_eq!(files.text("index.html").await.0, "<h1>One</h1>");
    let small = Environment { limits: Limits { repository: 100_000, ..limits() }, ..environment() };
    let error = upstream.open_in(small).read("index.html").await.unwrap_err();
    assert!(error.kind() == "too-large" && error.to_string().contains("100000"), "{error}");
}

#[tokio::test]
async fn cancelled_operation_and_one_without_an_end_leave_no_process_behind() {
    let Some(upstream) = Upstream::start().await else { return };
    upstream.gate("sleep 30");
    let short = Environment { limits: Limits { operation: Duration::from_secs(2), ..limits() }, ..environment() };
    let files = upstream.open_in(short);
    assert_eq!(kind(files.read("index.html").await), "timeout");
    let (files, address) = (upstream.open(), upstream.bare().display().to_string());
    let cancel = CancellationToken::new();
    let (cancelled, ()) = tokio::join!(files.0.read("index.html", &cancel), async {
        tokio::time::sleep(Duration::from_secs(1)).await;
        assert!(running(&address) >= 2, "git and ssh run");
        cancel.cancel();
    });
    assert_eq!(kind(cancelled), "cancelled");
    for _ in 0..50 {
        if running(&address) == 0 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(running(&address), 0);
    upstream.gate("eval \"$SSH_ORIGINAL_COMMAND\"");
    assert_eq!(files.text("index.html").await.0, "<h1>One</h1>");
}

/// Returns how many clients of a repository run: `git fetch` and `ssh`.
fn running(address: &str) -> usize {
    let entries = fs::read_dir("/proc").unwrap().filter_map(Result::ok);
    let is_client = |path: &Path| {
        let line = fs::read(path.join("cmdline")).unwrap_or_default();
        let line = String::from_utf8_lossy(&line).replace('\0', " ");
        line.contains(address) && (line.contains("ssh-config") || line.contains("--depth=1"))
    };
    entries.filter(|entry| is_client(&entry.path())).count()
}
