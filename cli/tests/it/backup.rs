use std::{fs, path::Path};

use crate::world::{World, sample};

/// Creates an installation with a secret, an account and an import.
fn used() -> World {
    let world = World::new().with_account("ada@example.com");
    world.file("data/secret", "0123456789abcdef0123456789abcdef");
    let file = sample();
    let file = file.to_str().expect("UTF-8");
    world.run(["import", file, "--website", "https://sample.example"]).succeeded();
    world
}

fn backup(world: &World) -> String {
    let file = world.path("all.zip").to_str().expect("UTF-8").to_owned();
    world.run(["backup", &file]).succeeded();
    file
}

fn names(dir: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(dir)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8"))
        .collect();
    names.sort();
    names
}

#[test]
fn restore_brings_back_the_whole_backup() {
    let world = used();
    let file = backup(&world);
    let restored = world.run(["restore", &file, "--data-dir", "elsewhere", "--json"]).succeeded().json();
    assert_eq!(restored["files"], 3);
    let listed = world.run(["user", "list", "--json", "--data-dir", "elsewhere"]).succeeded().json();
    assert_eq!(listed[0]["email"], "ada@example.com");
    let secret = |dir: &str| fs::read_to_string(world.path(dir).join("secret")).expect("a secret");
    assert_eq!(secret("elsewhere"), secret("data"));
    assert_eq!(names(&world.path("elsewhere/uploads")), names(&world.path("data/uploads")));
    world.run(["doctor", "--data-dir", "elsewhere", "--port", "0", "--live-port", "0"]).succeeded();
}

#[test]
fn copies_a_database_that_is_in_use() {
    let world = used();
    let server = world.serve(["up", "--port", "0", "--live-port", "0"]);
    let file = backup(&world);
    drop(server);
    world.run(["restore", &file, "--data-dir", "elsewhere"]).succeeded();
}

#[test]
fn an_installation_is_only_replaced_when_forced_and_then_moved_aside() {
    let world = used();
    let file = backup(&world);
    world.run(["user", "create", "late@example.com"]).succeeded();
    world.run(["restore", &file]).failed(1, "--force");
    let answer = world.run(["restore", &file, "--force", "--json"]).succeeded().json();
    let listed = world.run(["user", "list", "--json"]).succeeded().json();
    assert_eq!(listed.as_array().map(Vec::len), Some(1), "the later account is gone");
    let aside = world.path(answer["movedAside"].as_str().expect("a folder"));
    assert!(names(&aside).contains(&"motherlode.db".to_owned()), "{:?}", names(&aside));
}

#[test]
fn a_running_server_is_not_restored_under() {
    let world = used();
    let file = backup(&world);
    let _server = world.serve(["up", "--port", "0", "--live-port", "0"]);
    world.run(["restore", &file, "--force"]).failed(1, "another motherlode process");
}

#[test]
fn refuses_a_damaged_or_foreign_file_and_leaves_everything_as_it_was() {
    let world = used();
    let file = backup(&world);
    let mut bytes = fs::read(&file).expect("the archive");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0xff;
    fs::write(&file, &bytes).expect("damage");
    world.run(["restore", &file, "--force"]).failed(1, "damaged");
    fs::write(&file, &bytes[..middle]).expect("damage");
    world.run(["restore", &file, "--force"]).failed(1, "not whole");
    fs::write(&file, "a letter").expect("a file");
    world.run(["restore", &file, "--force"]).failed(1, "no backup of Motherlode");
    world.run(["restore", "absent.zip", "--force"]).failed(1, "absent.zip");
    assert_eq!(names(&world.path("data")), ["motherlode.db", "motherlode.lock", "secret", "uploads"]);
    world.run(["user", "list"]).succeeded();
}

#[test]
fn backup_overwrites_no_file_and_requires_an_installation() {
    let world = used();
    let file = backup(&world);
    world.run(["backup", &file]).failed(1, "exists already");
    world.run(["backup", "--data-dir", "nowhere"]).failed(1, "there is no installation");
}
