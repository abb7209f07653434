use std::{
    fs::File,
    io::{BufWriter, Write},
    process::Stdio,
    time::Duration,
};

use crate::world::{Ended, World, sample};

fn import(world: &World, more: &[&str]) -> crate::world::Ended {
    let file = sample();
    world.run(["import", file.to_str().expect("UTF-8"), "--json"].iter().chain(more))
}

#[test]
fn import_without_a_server_does_the_work_itself() {
    let world = World::new().with_account("ada@example.com");
    let answers = import(&world, &["--website", "www.sample.example"]).succeeded().json();
    assert!(answers[0]["rows"].as_i64().is_some_and(|rows| rows > 100), "{answers}");
    assert_eq!(answers[0]["website"], "https://www.sample.example/");
}

#[test]
fn import_of_the_same_file_again_requires_allow_duplicates() {
    let world = World::new().with_account("ada@example.com");
    let file = world.file("Queries.csv", "Top queries,Clicks,Impressions,CTR,Position\na,1,2,50%,1.5\nb,x,2,50%,1.5\n");
    let file = file.to_str().expect("UTF-8");
    let run = |more: &[&str]| world.run(["import", file, "--website", "example.com"].iter().chain(more));
    let said = run(&[]).succeeded().stdout;
    assert!(said.contains("1 of 2 rows imported"), "{said}");
    assert!(said.contains("left out: 1 (Queries.csv, first on line 3): clicks is not a valid number"), "{said}");
    run(&[]).failed(1, "--allow-duplicates");
    run(&["--allow-duplicates"]).succeeded();
}

#[test]
fn import_with_a_running_server_leaves_the_work_to_it() {
    let world = World::new().with_account("ada@example.com");
    let _server = world.serve(["up", "--port", "0", "--live-port", "0"]);
    let answers = import(&world, &["--website", "sample.example"]).succeeded().json();
    assert!(answers[0]["rows"].as_i64().is_some_and(|rows| rows > 100), "{answers}");
}

#[test]
fn import_preview_stores_nothing() {
    let world = World::new().with_account("ada@example.com");
    let answers = import(&world, &["--preview"]).succeeded().json();
    assert!(answers[0]["preview"]["files"].as_array().is_some_and(|files| files.len() > 3), "{answers}");
    let uploads = std::fs::read_dir(world.path("data/uploads")).expect("a folder").count();
    assert_eq!(uploads, 0, "nothing stays");
}

#[test]
fn unreadable_file_is_reported_and_the_next_imported() {
    let world = World::new().with_account("ada@example.com");
    let bad = world.file("picture.csv", "\u{89}PNG\r\n\u{1a}\nnot a table");
    let empty = world.file("empty.csv", "");
    let [bad, empty] = [&bad, &empty].map(|path| path.to_str().expect("UTF-8"));
    let ended = import(&world, &[bad, empty, "absent.csv", "--website", "sample.example"]);
    assert_eq!(ended.code, Some(1));
    let answers = ended.json();
    assert!(answers[0]["rows"].is_number(), "{answers}");
    for (place, said) in [(2, "empty"), (3, "absent.csv")] {
        assert!(answers[place]["error"].as_str().is_some_and(|error| error.contains(said)), "{answers}");
    }
    assert!(answers[1]["error"].is_string(), "{answers}");
}

#[test]
fn import_with_several_accounts_requires_the_user() {
    let world = World::new().with_account("ada@example.com").with_account("bob@example.com");
    import(&world, &["--website", "sample.example"]).failed(1, "--user EMAIL");
    import(&world, &["--website", "sample.example", "--user", "BOB@example.com"]).succeeded();
    import(&world, &["--website", "sample.example", "--user", "eve@example.com"]).failed(1, "eve@example.com");
    import(&world, &["--website", "no site", "--user", "bob@example.com"]).failed(1, "--website");
}

/// Writes an export with this many searches, a piece at a time.
fn write_searches(path: &std::path::Path, rows: u32) {
    let mut file = BufWriter::new(File::create(path).expect("a file"));
    writeln!(file, "Top queries,Clicks,Impressions,CTR,Position").expect("room");
    for row in 0..rows {
        writeln!(file, "search {row},1,2,50%,1.5").expect("room");
    }
    file.flush().expect("room");
}

/// The most memory that a process has ever held, in MiB; as long as it runs.
fn highest_mib(id: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{id}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? / 1024)
}

#[test]
fn ten_million_rows_are_imported_in_little_memory() {
    const ROWS: u32 = 10_000_000;
    let world = World::new().with_account("ada@example.com");
    let file = world.path("Queries.csv");
    write_searches(&file, ROWS);
    let file = file.to_str().expect("UTF-8");
    let mut command = world.command(["import", file, "--website", "sample.example", "--json"]);
    let mut child = command.stdout(Stdio::piped()).spawn().expect("the binary runs");
    let mut highest = 0;
    while child.try_wait().expect("a child").is_none() {
        highest = highest.max(highest_mib(child.id()).unwrap_or(0));
        std::thread::sleep(Duration::from_millis(100));
    }
    let answers = Ended::from(child.wait_with_output().expect("its answer")).succeeded().json();
    assert_eq!(answers[0]["rows"], ROWS, "{answers}");
    assert!(highest < 200, "{highest} MiB");
}

#[test]
fn preview_prints_rejected_rows_and_fails_for_an_unknown_file() {
    let world = World::new().with_account("ada@example.com");
    let days =
        world.file("Dates.csv", "Date,Clicks,Impressions,CTR,Position\n2026-01-01,50,12,4%,3\n2026-01-02,1,9,11%,3\n");
    let shown = world.run(["import", days.to_str().expect("UTF-8"), "--preview"]).succeeded();
    assert!(shown.stdout.contains("rows: 1 accepted, 1 rejected"), "{}", shown.stdout);
    assert!(shown.stdout.contains("line 2: has 50 clicks of 12 impressions"), "{}", shown.stdout);
    let notes = world.file("notes.csv", "colour,taste\nred,sweet\nblue,sour\n");
    world.run(["import", notes.to_str().expect("UTF-8"), "--preview"]).failed(1, "not recognised");
}
