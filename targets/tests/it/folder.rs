use std::{
    fs,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    sync::atomic::{AtomicUsize, Ordering},
};

use futures::{FutureExt as _, future::BoxFuture};
use serde_json::json;
use targets::{BlobError, Blobs, Phase, Retry, Stage, TargetError, TargetKind};
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

use crate::world::{Door, Site, Steps, first, kind, of_another, second, site, with_folder};

fn door(root: &Path, path: &Path, keep: u32) -> Door {
    let settings = json!({"path": path, "keep": keep});
    Door::open(TargetKind::Folder, &settings, &json!({}), with_folder(root.to_owned()))
}

fn place() -> (TempDir, PathBuf) {
    let root = tempfile::tempdir().unwrap();
    let base = root.path().join("sites/tulsa");
    (root, base)
}

/// Checks that what is served is exactly a release.
fn assert_serves(base: &Path, site: &Site) {
    let mut found = Vec::new();
    let mut folders = vec![base.join("current/")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { found.push(path) }
        }
    }
    assert_eq!(found.len(), site.contents.len());
    for (path, content) in &site.contents {
        assert_eq!(fs::read(base.join("current").join(path)).unwrap(), *content, "{path}");
    }
}

/// Blobs that fail at the nth reading, as if the process died there.
struct Dying<'a> {
    site: &'a Site,
    left: AtomicUsize,
}

impl Blobs for Dying<'_> {
    fn read<'a>(&'a self, sha256: &'a str) -> BoxFuture<'a, Result<Vec<u8>, BlobError>> {
        if self.left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, |left| left.checked_sub(1)).is_err() {
            return std::future::ready(Err(BlobError::new("dead"))).boxed();
        }
        self.site.blobs.read(sha256)
    }
}

#[tokio::test]
async fn deploy_and_rollback_switch_the_symlink() {
    let (root, base) = place();
    let door = door(root.path(), &root.path().join("sites/{site}"), 5);
    let (one, two) = (first(), second());
    let published = door.publish(&one, None).await.unwrap();
    assert_eq!((published.is_live, published.uploaded, published.skipped), (false, 6, 0));
    assert!(!base.join("current").exists());
    assert_eq!(door.verify(&published.remote, Stage::Uploaded).await.unwrap().checked, 6);
    assert_eq!(kind(door.verify(&published.remote, Stage::Live).await), "mismatch");
    let old = door.activate(&published.remote).await.unwrap().remote;
    assert_serves(&base, &one);
    let new = door.deploy(&two, Some(&old)).await.unwrap();
    assert_serves(&base, &two);
    assert_eq!(fs::read_link(base.join("current")).unwrap(), Path::new("releases/r2"));
    door.verify(&new, Stage::Live).await.unwrap();
    door.activate(&old).await.unwrap();
    assert_serves(&base, &one);
    door.remove(&new).await.unwrap();
    assert!(!base.exists());
    door.remove(&new).await.unwrap();
}

#[tokio::test]
async fn repeated_publish_writes_nothing() {
    let (root, base) = place();
    let door = door(root.path(), &base, 5);
    let one = first();
    door.deploy(&one, None).await.unwrap();
    let again = door.publish(&one, None).await.unwrap();
    assert_eq!((again.uploaded, again.skipped, again.bytes), (0, 6, 0));
    fs::write(base.join("releases/r1/old.html"), "broken").unwrap();
    assert_eq!(kind(door.verify(&again.remote, Stage::Live).await), "mismatch");
    assert_eq!(door.publish(&one, None).await.unwrap().uploaded, 1);
    door.verify(&again.remote, Stage::Live).await.unwrap();
}

#[tokio::test]
async fn publish_that_dies_at_any_file_is_completed_by_the_next() {
    for left in 0..6 {
        let (root, base) = place();
        let door = door(root.path(), &base, 5);
        let (one, two) = (first(), second());
        door.deploy(&one, None).await.unwrap();
        let dying = Dying { site: &two, left: AtomicUsize::new(left) };
        let died = door.0.publish(&two.release, None, &dying, &targets::Silent, &CancellationToken::new()).await;
        assert_eq!(kind(died), "blob");
        assert_serves(&base, &one);
        assert!(!base.join("releases/r2").exists());
        let half = targets::Remote { release: "r2".to_owned(), ..door.publish(&one, None).await.unwrap().remote };
        assert_eq!(kind(door.activate(&half).await), "gone");
        let rest = door.publish(&two, None).await.unwrap();
        assert_eq!(rest.uploaded, 6 - left as u64);
        door.activate(&rest.remote).await.unwrap();
        assert_serves(&base, &two);
        assert_eq!(fs::read_dir(base.join("releases")).unwrap().count(), 2);
    }
}

#[tokio::test]
async fn leftovers_of_a_killed_process_do_no_harm() {
    let (root, base) = place();
    let door = door(root.path(), &base, 5);
    let one = first();
    let partial = base.join("releases/.partial-r1");
    fs::create_dir_all(&partial).unwrap();
    fs::write(partial.join("index.html"), "<h1>O").unwrap();
    fs::write(base.join("releases/.file-r1"), "half").unwrap();
    fs::create_dir_all(base.join("releases/.old/x")).unwrap();
    fs::write(base.join(".motherlode.tmp"), "half").unwrap();
    symlink("nowhere", base.join(".current")).unwrap();
    door.deploy(&one, None).await.unwrap();
    assert_serves(&base, &one);
    assert_eq!(fs::read_dir(base.join("releases")).unwrap().count(), 1);
}

#[tokio::test]
async fn old_releases_are_pruned_but_never_the_live_one() {
    let (root, base) = place();
    let door = door(root.path(), &base, 2);
    let mut remotes = Vec::new();
    for number in 1..=4 {
        let release = site(&format!("r{number}"), &[("index.html", &format!("{number}"))]);
        remotes.push(door.deploy(&release, None).await.unwrap());
        // The order of releases is that of their times.
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    let mut names: Vec<_> =
        fs::read_dir(base.join("releases")).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["r3", "r4"]);
    door.activate(&remotes[2]).await.unwrap();
    assert_eq!(kind(door.activate(&remotes[0]).await), "gone");
    assert_eq!(fs::read(base.join("current/index.html")).unwrap(), b"3");
}

#[tokio::test]
async fn path_outside_the_allowed_folders_is_refused() {
    let (root, _) = place();
    let other = tempfile::tempdir().unwrap();
    let one = first();
    for path in [other.path().join("x"), root.path().to_owned(), PathBuf::from("/etc/motherlode")] {
        assert_eq!(kind(door(root.path(), &path, 5).publish(&one, None).await), "settings", "{}", path.display());
    }
    symlink(other.path(), root.path().join("link")).unwrap();
    for path in ["link", "link/x"] {
        let refused = door(root.path(), &root.path().join(path), 5);
        assert_eq!(kind(refused.publish(&one, None).await), "in-the-way");
        assert_eq!(kind(refused.test().await), "in-the-way");
    }
    assert_eq!(fs::read_dir(other.path()).unwrap().count(), 0);
    let nowhere = Door::open(TargetKind::Folder, &json!({"path": "/srv/x"}), &json!({}), crate::world::environment());
    let error = nowhere.publish(&one, None).await.unwrap_err();
    assert!(error.to_string().contains("Allowed: none"), "{error}");
}

#[tokio::test]
async fn symlink_inside_a_release_is_never_followed() {
    let (root, base) = place();
    let other = tempfile::tempdir().unwrap();
    fs::create_dir_all(base.join("releases/.partial-r1")).unwrap();
    symlink(other.path(), base.join("releases/.partial-r1/about")).unwrap();
    assert_eq!(kind(door(root.path(), &base, 5).publish(&first(), None).await), "in-the-way");
    fs::remove_dir_all(&base).unwrap();
    fs::create_dir_all(base.join("releases")).unwrap();
    symlink(other.path(), base.join("releases/r1")).unwrap();
    assert_eq!(kind(door(root.path(), &base, 5).publish(&first(), None).await), "in-the-way");
    assert_eq!(fs::read_dir(other.path()).unwrap().count(), 0);
}

#[tokio::test]
async fn hostile_manifest_writes_nothing() {
    let (root, base) = place();
    for path in ["../x", "/x", "a/../../x", "a\\b", "a\0b", &"x".repeat(5_000), ".motherlode.json"] {
        let mut hostile = first();
        hostile.release.files[1].path = path.to_owned();
        assert_eq!(kind(door(root.path(), &base, 5).publish(&hostile, None).await), "release", "{path:?}");
    }
    let mut hostile = first();
    hostile.release.id = "../r1".to_owned();
    assert_eq!(kind(door(root.path(), &base, 5).publish(&hostile, None).await), "release");
    assert_eq!(fs::read_dir(root.path()).unwrap().count(), 0);
}

#[tokio::test]
async fn folder_of_another_site_is_refused() {
    let (root, base) = place();
    let door = door(root.path(), &base, 5);
    let remote = door.deploy(&first(), None).await.unwrap();
    assert_eq!(kind(door.publish(&of_another(second()), None).await), "occupied");
    let mut stolen = remote.clone();
    stolen.site.id = "w2".to_owned();
    assert_eq!(kind(door.activate(&stolen).await), "occupied");
    assert_eq!(kind(door.remove(&stolen).await), "occupied");
    assert_serves(&base, &first());
    let (_other_root, other) = (root.path(), root.path().join("sites/other"));
    let moved = self::door(root.path(), &other, 5);
    assert_eq!(kind(moved.activate(&remote).await), "moved");
}

#[tokio::test]
async fn files_of_others_are_neither_replaced_nor_removed() {
    let (root, base) = place();
    fs::create_dir_all(base.join("current")).unwrap();
    fs::write(base.join("current/index.html"), "mine").unwrap();
    let door = door(root.path(), &base, 5);
    assert_eq!(kind(door.publish(&first(), None).await), "in-the-way");
    assert_eq!(fs::read(base.join("current/index.html")).unwrap(), b"mine");
    fs::rename(base.join("current"), base.join("notes")).unwrap();
    let remote = door.deploy(&first(), None).await.unwrap();
    door.remove(&remote).await.unwrap();
    assert_eq!(fs::read(base.join("notes/index.html")).unwrap(), b"mine");
    assert_eq!(fs::read_dir(&base).unwrap().count(), 1);
}

#[tokio::test]
async fn trial_leaves_nothing_behind() {
    let (root, base) = place();
    let tested = door(root.path(), &base, 5).test().await.unwrap();
    assert!(tested.settings.is_none() && tested.detail.contains("can be written to"), "{tested:?}");
    assert_eq!(fs::read_dir(root.path()).unwrap().count(), 0);
}

#[tokio::test]
async fn progress_counts_files_and_bytes_and_cancel_stops() {
    let (root, base) = place();
    let door = door(root.path(), &base, 5);
    let (one, steps, cancel) = (first(), Steps::default(), CancellationToken::new());
    door.0.publish(&one.release, None, &one.blobs, &steps, &cancel).await.unwrap();
    let steps = steps.0.into_inner().unwrap();
    let counts: Vec<u64> = steps.iter().map(|step| step.files_done).collect();
    assert_eq!(counts, [0, 1, 2, 3, 4, 5, 6]);
    assert!(steps.iter().all(|step| step.phase == Phase::Upload && step.files_total == 6));
    let total = one.release.files.iter().map(|file| file.size).sum::<u64>();
    assert_eq!((steps[6].bytes_done, steps[6].bytes_total), (total, total));
    let (two, cancel) = (second(), CancellationToken::new());
    let stopping = |step: &targets::Step| {
        if step.files_done == 2 {
            cancel.cancel();
        }
    };
    let stopped = door.0.publish(&two.release, None, &two.blobs, &stopping, &cancel).await;
    assert_eq!(stopped.unwrap_err(), TargetError::Cancelled);
    assert!(!base.join("releases/r2").exists());
}

#[tokio::test]
async fn full_disk_is_reported_and_leaves_no_half_release() {
    let (root, _) = place();
    let disk = root.path().join("disk");
    fs::create_dir(&disk).unwrap();
    let Some(_mounted) = SmallDisk::mount(&disk) else { return };
    let base = disk.join("tulsa");
    let door = door(&disk, &base, 5);
    door.deploy(&first(), None).await.unwrap();
    let text = "x".repeat(300_000);
    let large = site("r2", &[("index.html", "two"), ("large.html", &text), ("other.html", &text[1..])]);
    let error = door.publish(&large, None).await.unwrap_err();
    assert_eq!((error.kind(), error.retry()), ("full", Retry::No));
    assert_serves(&base, &first());
    assert_eq!(fs::read_dir(base.join("releases")).unwrap().count(), 1);
}

/// A file system of half a megabyte; only the administrator can mount one.
struct SmallDisk(PathBuf);

impl SmallDisk {
    fn mount(path: &Path) -> Option<Self> {
        let mount =
            std::process::Command::new("mount").args(["-t", "tmpfs", "-o", "size=512k", "tmpfs"]).arg(path).status();
        mount.is_ok_and(|status| status.success()).then(|| Self(path.to_owned()))
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = std::process::Command::new("umount").arg(&self.0).status();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn operations_run_on_any_thread() {
    let (root, base) = place();
    let door = door(root.path(), &base, 5);
    let all = tokio::spawn(async move {
        let remote = door.deploy(&first(), None).await.unwrap();
        door.verify(&remote, Stage::Live).await.unwrap();
        door.test().await.unwrap();
        door.remove(&remote).await.unwrap();
    });
    all.await.unwrap();
    assert!(!base.exists());
}
