use std::{fs, path::Path};

use serde_json::json;
use targets::{Environment, Retry, Settings, Stage, TargetKind};

use crate::{
    servers::{cut::Cut, openssh::OpenSsh},
    world::{Door, Site, environment, first, kind, limits, of_another, second, site},
};

fn door(server: &OpenSsh) -> Door {
    Door::open(TargetKind::Sftp, &server.settings(server.address), &server.secrets(), environment())
}

/// Checks that what is served is exactly a release.
fn assert_serves(server: &OpenSsh, site: &Site) {
    let base = server.www().join("tulsa");
    let mut found = Vec::new();
    let mut folders = vec![base.join("current/")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { found.push(path) }
        }
    }
    assert_eq!(found.len(), site.contents.len(), "{found:?}");
    for (path, content) in &site.contents {
        assert_eq!(fs::read(base.join("current").join(path)).unwrap(), *content, "{path}");
    }
}

#[tokio::test]
async fn deploy_and_rollback_switch_the_symlink() {
    let Some(server) = OpenSsh::start("").await else { return };
    let (door, base) = (door(&server), server.www().join("tulsa"));
    let (one, two) = (first(), second());
    let published = door.publish(&one, None).await.unwrap();
    assert_eq!((published.is_live, published.uploaded, published.skipped), (false, 6, 0));
    assert!(!base.join("current").exists());
    assert_eq!(door.verify(&published.remote, Stage::Uploaded).await.unwrap().checked, 6);
    assert_eq!(kind(door.verify(&published.remote, Stage::Live).await), "mismatch");
    let old = door.activate(&published.remote).await.unwrap().remote;
    assert_serves(&server, &one);
    let published = door.publish(&two, Some(&old)).await.unwrap();
    // The home page, a style and a page are sent; the others are linked on the server.
    assert_eq!((published.uploaded, published.skipped), (3, 3));
    let new = door.activate(&published.remote).await.unwrap().remote;
    assert_serves(&server, &two);
    assert_eq!(fs::read_link(base.join("current")).unwrap(), Path::new("releases/r2"));
    door.verify(&new, Stage::Live).await.unwrap();
    let again = door.publish(&two, Some(&old)).await.unwrap();
    assert_eq!((again.uploaded, again.skipped), (0, 6));
    door.activate(&old).await.unwrap();
    assert_serves(&server, &one);
    door.remove(&new).await.unwrap();
    assert!(!base.exists());
    door.remove(&new).await.unwrap();
}

#[tokio::test]
async fn large_file_arrives_whole() {
    let Some(server) = OpenSsh::start("").await else { return };
    let text: String = (0..400_000).map(|number| char::from(b'a' + u8::try_from(number % 23).unwrap())).collect();
    let large = site("r1", &[("index.html", "x"), ("large.bin", &text), ("empty.txt", "")]);
    let remote = door(&server).deploy(&large, None).await.unwrap();
    assert_serves(&server, &large);
    assert_eq!(door(&server).verify(&remote, Stage::Live).await.unwrap().checked, 3);
}

#[tokio::test]
async fn deploy_that_dies_at_any_byte_is_completed_by_the_next() {
    let Some(server) = OpenSsh::start("").await else { return };
    let proxy = Cut::before(server.address).await;
    let once = Environment { limits: targets::Limits { attempts: 1, ..limits() }, ..environment() };
    let door = Door::open(TargetKind::Sftp, &server.settings(proxy.address), &server.secrets(), once);
    let (one, two) = (first(), second());
    let old = door.deploy(&one, None).await.unwrap();
    proxy.heal();
    door.publish(&two, Some(&old)).await.unwrap();
    let whole = proxy.passed();
    assert!(whole > 3_000, "{whole}");
    let releases = server.www().join("tulsa/releases");
    let mut cuts = 0;
    for bytes in (200..whole).step_by(433) {
        proxy.heal();
        door.activate(&old).await.unwrap();
        for entry in fs::read_dir(&releases).unwrap() {
            let path = entry.unwrap().path();
            if !path.ends_with("r1") {
                fs::remove_dir_all(path).unwrap();
            }
        }
        proxy.after(bytes);
        if let Err(error) = door.deploy(&two, Some(&old)).await {
            assert_eq!(error.retry(), Retry::After(None), "{bytes}: {error}");
            cuts += 1;
            assert_serves(&server, &one);
        }
        proxy.heal();
        let rest = door.publish(&two, Some(&old)).await.unwrap();
        door.activate(&rest.remote).await.unwrap();
        assert_serves(&server, &two);
        let names: Vec<_> = fs::read_dir(&releases).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(names.len(), 2, "{bytes}: {names:?}");
    }
    assert!(cuts > 5, "{cuts}");
}

#[tokio::test]
async fn host_key_is_pinned_by_the_test_and_refused_when_it_changes() {
    let (Some(server), Some(other)) = (OpenSsh::start("").await, OpenSsh::start("").await) else { return };
    let mut settings = server.settings(server.address);
    settings.as_object_mut().unwrap().remove("hostKey");
    let unknown = Door::open(TargetKind::Sftp, &settings, &server.secrets(), environment());
    assert_eq!(kind(unknown.publish(&first(), None).await), "host-key-unknown");
    let tested = unknown.test().await.unwrap();
    assert!(tested.detail.contains(&server.fingerprint), "{tested:?}");
    let Some(Settings::Sftp(pinned)) = tested.settings else { panic!("no settings to store") };
    assert_eq!(pinned.host_key.as_ref(), Some(&server.fingerprint));
    assert!(!server.www().exists() && fs::read_dir(server.home.path()).unwrap().count() == 6);
    // Another server answers at the address, with the user's key.
    let mut stolen = Settings::Sftp(pinned).to_json();
    stolen["port"] = json!(other.address.port());
    let door = Door::open(TargetKind::Sftp, &stolen, &server.secrets(), environment());
    for error in [door.publish(&first(), None).await.unwrap_err(), door.test().await.unwrap_err()] {
        assert_eq!((error.kind(), error.retry()), ("host-key-changed", Retry::No));
        let text = error.to_string();
        assert!(text.contains(&server.fingerprint) && text.contains(&other.fingerprint), "{text}");
    }
    assert!(!other.log().contains("publickey"), "no credentials are sent to it: {}", other.log());
}

#[tokio::test]
async fn wrong_credentials_are_named() {
    let (Some(server), Some(other)) = (OpenSsh::start("").await, OpenSsh::start("").await) else { return };
    let open = |secrets| Door::open(TargetKind::Sftp, &server.settings(server.address), &secrets, environment());
    let error = open(other.secrets()).publish(&first(), None).await.unwrap_err();
    assert_eq!((error.kind(), error.retry()), ("credentials", Retry::No), "{error}");
    assert!(error.to_string().contains("the private key"), "{error}");
    let error = open(json!({"password": "very-secret-password"})).test().await.unwrap_err();
    assert_eq!(error.kind(), "credentials");
    assert!(error.to_string().contains("the password") && !error.to_string().contains("very-secret"), "{error}");
}

#[tokio::test]
async fn server_without_sftp_or_access_is_named() {
    let Some(server) = OpenSsh::start("ForceCommand /bin/false").await else { return };
    let error = door(&server).test().await.unwrap_err();
    assert!(matches!(error.kind(), "unsupported" | "unreachable"), "{error}");
    let nobody = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let open = |environment| Door::open(TargetKind::Sftp, &server.settings(nobody), &server.secrets(), environment);
    let error = open(environment()).publish(&first(), None).await.unwrap_err();
    assert_eq!((error.kind(), error.retry()), ("unreachable", Retry::After(None)));
    let guarded = Environment { guard: net::addresses::AddressGuard::default(), ..environment() };
    assert_eq!(kind(open(guarded).publish(&first(), None).await), "address");
}

#[tokio::test]
async fn folder_of_another_site_or_with_other_files_is_refused() {
    let Some(server) = OpenSsh::start("").await else { return };
    let (door, base) = (door(&server), server.www().join("tulsa"));
    fs::create_dir_all(base.join("current")).unwrap();
    assert_eq!(kind(door.publish(&first(), None).await), "in-the-way");
    fs::rename(base.join("current"), base.join("notes")).unwrap();
    let remote = door.deploy(&first(), None).await.unwrap();
    assert_eq!(kind(door.publish(&of_another(second()), None).await), "occupied");
    let mut stolen = remote.clone();
    stolen.site.id = "w2".to_owned();
    assert_eq!(kind(door.activate(&stolen).await), "occupied");
    assert_eq!(kind(door.remove(&stolen).await), "occupied");
    door.remove(&remote).await.unwrap();
    let left: Vec<_> = fs::read_dir(&base).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["notes"]);
}

#[tokio::test]
async fn old_releases_are_pruned_but_never_the_live_one() {
    let Some(server) = OpenSsh::start("").await else { return };
    let mut settings = server.settings(server.address);
    settings["keep"] = json!(2);
    let door = Door::open(TargetKind::Sftp, &settings, &server.secrets(), environment());
    let mut remotes = Vec::new();
    for number in 1..=3 {
        let release = site(&format!("r{number}"), &[("index.html", &format!("{number}")), ("a/b.css", "x")]);
        remotes.push(door.deploy(&release, None).await.unwrap());
        // Times of SFTP are whole seconds.
        tokio::time::sleep(std::time::Duration::from_millis(1_010)).await;
    }
    let releases = server.www().join("tulsa/releases");
    let mut names: Vec<_> = fs::read_dir(releases).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["r2", "r3"]);
    assert_eq!(kind(door.activate(&remotes[0]).await), "gone");
    assert_eq!(fs::read(server.www().join("tulsa/current/index.html")).unwrap(), b"3");
}
