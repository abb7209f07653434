use std::{fs::File, io::Write, path::Path};

use serde_json::json;
use zip::{ZipWriter, write::SimpleFileOptions};

use crate::world::World;

const CASE: &str = r#"{"text": "emergency plumber leeds and boiler repair leeds"}"#;

fn write(path: &Path, action: &str, answer: &str) {
    let about = json!({"engineId": "keyword", "action": action, "program": "1.2.3", "hasModel": false}).to_string();
    let mut zip = ZipWriter::new(File::create(path).expect("a file"));
    for (name, text) in [("capsule.json", about.as_str()), ("input.jsonl", CASE), ("answer.jsonl", answer)] {
        zip.start_file(name, SimpleFileOptions::default()).expect("a member");
        writeln!(zip, "{text}").expect("a member");
    }
    zip.finish().expect("a ZIP file");
}

#[test]
fn capsule_with_the_same_answer_passes_and_a_changed_one_fails() {
    let world = World::new();
    let ended = world.feed(["engine", "keyword", "keyphrases", "--input", "-"], &format!("{CASE}\n")).succeeded();
    // The command line adds the id of the case.
    let mut answer = ended.json_lines().remove(0);
    answer.as_object_mut().expect("an object").remove("id");
    let answer = answer.to_string();
    let path = world.path("a.capsule.zip");
    let file = path.to_str().expect("UTF-8");
    write(&path, "keyphrases", &answer);
    let same = world.run(["capsule", file]).succeeded();
    assert!(
        same.stderr.contains("keyword keyphrases: the same") && same.stderr.contains("version 1.2.3"),
        "{}",
        same.stderr
    );
    write(&path, "keyphrases", &answer.replacen("boiler", "broiler", 1));
    world.run(["capsule", file]).failed(1, "the answer differs from byte");
}

#[test]
fn what_is_no_capsule_is_named() {
    let world = World::new();
    let text = world.file("notes.txt", "no archive");
    world.run(["capsule", text.to_str().expect("UTF-8")]).failed(1, "is not a capsule");
    let path = world.path("b.capsule.zip");
    let file = path.to_str().expect("UTF-8");
    write(&path, "dance", "{}");
    world.run(["capsule", file]).failed(1, "no action `keyword dance`");
    world.run(["capsule", "gone.zip"]).failed(1, "cannot read gone.zip");
}
