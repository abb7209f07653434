//! Kills a process with SIGKILL while it changes files, and repeats the change.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Stdio,
    time::Instant,
};

use serde_json::{Value, json};
use targets::{TargetError, access::AccessKind};
use tokio::process::{Child, Command};

use super::{Files, git::changes, names, repositories::Upstream, seed, targets_sha};
use crate::{
    servers::{
        openssh::OpenSsh,
        s3::{Server, secrets, settings},
    },
    world::with_folder,
};

/// How often a process is killed, at other times of its work.
const KILLS: u32 = 8;
/// Variable that describes the work of a process.
const JOB: &str = "MOTHERLODE_TEST_CHANGE";

/// What a process does.
struct Job {
    kind: AccessKind,
    settings: Value,
    secrets: Value,
    folder: PathBuf,
}

impl Job {
    async fn run(&self) -> Result<(), TargetError> {
        let files = Files::open(self.kind, &self.settings, &self.secrets, with_folder(self.folder.clone()));
        if self.kind == AccessKind::Git {
            return files.commit("Ours", &changes()).await.map(drop);
        }
        files.replace("index.html", "<h1>Two</h1>", &targets_sha("<h1>One</h1>")).await?;
        files.create("deep/new.html", "new").await?;
        files.remove("about/index.html", &targets_sha("<h1>About</h1>")).await
    }

    fn start(&self) -> Child {
        let (kind, folder) = (self.kind.as_str(), &self.folder);
        let job = json!({"kind": kind, "settings": self.settings, "secrets": self.secrets, "folder": folder});
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--exact", "access::killed::change_in_a_process", "--ignored"]);
        command.env(JOB, job.to_string()).env("TMPDIR", folder).stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().unwrap()
    }

    /// Kills the work at some times of its run; each time the next attempt completes it.
    async fn survives(&self, reset: impl Fn(), check: impl Fn(&str)) {
        reset();
        let start = Instant::now();
        assert!(self.start().wait().await.unwrap().success());
        let whole = start.elapsed();
        check("without a kill");
        for number in 0..KILLS {
            reset();
            let (mut child, delay) = (self.start(), whole * number / KILLS);
            tokio::time::sleep(delay).await;
            child.kill().await.unwrap();
            self.run().await.unwrap();
            check(&format!("killed after {delay:?} of {whole:?}"));
        }
    }
}

#[tokio::test]
#[ignore = "runs in the processes that the other tests kill"]
async fn change_in_a_process() {
    let job: Value = serde_json::from_str(&std::env::var(JOB).unwrap()).unwrap();
    let folder = PathBuf::from(job["folder"].as_str().unwrap());
    let kind = job["kind"].as_str().unwrap().parse().unwrap();
    Job { kind, settings: job["settings"].clone(), secrets: job["secrets"].clone(), folder }.run().await.unwrap();
}

fn reset(site: &Path) {
    let _ = fs::remove_dir_all(site);
    seed(site);
}

fn check(site: &Path, when: &str) {
    assert_eq!(fs::read_to_string(site.join("index.html")).unwrap(), "<h1>Two</h1>", "{when}");
    assert_eq!(names(site).iter().filter(|name| !name.starts_with(".motherlode")).count(), 3, "{when}");
    assert_eq!(names(&site.join("deep")), ["new.html"], "{when}");
    assert!(!site.join("about/index.html").exists(), "{when}");
}

#[tokio::test]
async fn killed_change_of_a_folder_is_completed() {
    let above = tempfile::tempdir().unwrap();
    let site = above.path().join("site");
    let (settings, folder) = (json!({"path": site}), above.path().to_owned());
    let job = Job { kind: AccessKind::Folder, settings, secrets: json!({}), folder };
    job.survives(|| reset(&site), |when| check(&site, when)).await;
}

#[tokio::test]
async fn killed_change_over_sftp_is_completed() {
    let Some(server) = OpenSsh::start("").await else { return };
    let mut settings = server.settings(server.address);
    settings["path"] = json!(server.www());
    let folder = server.home.path().to_owned();
    let job = Job { kind: AccessKind::Sftp, settings, secrets: server.secrets(), folder };
    job.survives(|| reset(&server.www()), |when| check(&server.www(), when)).await;
}

#[tokio::test]
async fn killed_change_of_a_bucket_is_completed() {
    let server = Server::start().await;
    let mut settings = settings(server.address);
    settings["prefix"] = json!("site");
    let (site, above) = (server.bucket().join("site"), tempfile::tempdir().unwrap());
    let job = Job { kind: AccessKind::S3, settings, secrets: secrets(), folder: above.path().to_owned() };
    let files = |when: &str| {
        assert_eq!(server.object("site/index.html").unwrap(), b"<h1>Two</h1>", "{when}");
        assert_eq!(server.object("site/deep/new.html").unwrap(), b"new", "{when}");
        assert_eq!(server.object("site/about/index.html"), None, "{when}");
    };
    job.survives(|| reset(&site), files).await;
}

#[tokio::test]
async fn killed_commit_is_completed_and_made_once() {
    let Some(upstream) = Upstream::start().await else { return };
    let above = tempfile::tempdir().unwrap();
    let first = upstream.git(&["rev-parse", "main"]);
    let (settings, secrets) = (upstream.settings(upstream.server.address), upstream.server.secrets());
    let job = Job { kind: AccessKind::Git, settings, secrets, folder: above.path().to_owned() };
    let back = || drop(upstream.git(&["update-ref", "refs/heads/main", &first]));
    let check = |when: &str| {
        assert_eq!(upstream.commits(), 2, "{when}");
        assert_eq!(upstream.file("index.html"), "<h1>Two</h1>", "{when}");
    };
    job.survives(back, check).await;
}
