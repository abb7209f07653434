use serde_json::json;

use crate::world::World;

const TEXTS: &str = "{\"id\": \"a\", \"text\": \"emergency plumber leeds and boiler repair leeds\"}\n\
                     {\"id\": 2, \"text\": 7}\n\
                     {\"id\": 3, \"text\": \"solar panel installation cost\"}\n";

#[test]
fn answers_each_line_in_order_and_goes_on_after_a_bad_one() {
    let world = World::new();
    let ended = world.feed(["engine", "keyword", "keyphrases", "--input", "-"], TEXTS).failed(1, "1 of 3 cases failed");
    let answers = ended.json_lines();
    let ids: Vec<_> = answers.iter().map(|answer| answer["id"].clone()).collect();
    assert_eq!(ids, [json!("a"), json!(2), json!(3)]);
    assert!(answers[0]["keys"].as_array().is_some_and(|keys| keys.contains(&json!("emergency plumber leeds"))));
    assert!(answers[1]["error"]["type"].is_string() && answers[1]["error"]["detail"].is_string());
}

#[test]
fn a_table_may_be_a_csv_file() {
    let world = World::new();
    let row = |n: u32| format!("{},{},{}\n", n % 2, n % 2, (n / 2) % 2);
    let table = world.file("rain.csv", &format!("\u{feff}rain,wet,heads\n{}", (0..200).map(row).collect::<String>()));
    let path = table.to_str().expect("UTF-8");
    let answer = &world.run(["engine", "causal", "discover", "--input", path]).succeeded().json_lines()[0];
    assert_eq!(answer["id"], "rain");
    let edges =
        [&answer["directed"], &answer["undirected"]].map(|edges| edges.as_array().expect("edges").clone()).concat();
    assert_eq!(edges, [json!(["rain", "wet"])]);
    let few = world.file("few.csv", "a,b\n1,2\n");
    let path = few.to_str().expect("UTF-8");
    world.run(["engine", "causal", "discover", "--input", path]).failed(1, "1 of 1 cases failed");
    world.feed(["engine", "causal", "discover", "--input", "-"], "").failed(2, "cannot be used");
}

#[test]
fn exits_with_0_when_every_line_was_answered() {
    let world = World::new();
    let input = world.file("cases.jsonl", "{\"id\": 1, \"text\": \"blue widgets for sale\"}\n");
    let input = input.to_str().expect("UTF-8");
    let output = world.path("answers.jsonl");
    let output = output.to_str().expect("UTF-8");
    let ended =
        world.run(["engine", "keyword", "keyphrases", "--input", input, "--output", output, "--timing"]).succeeded();
    assert_eq!(ended.stdout, "");
    let answer: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(output).expect("answers")).expect("JSON");
    assert!(answer["seconds"].as_f64().is_some_and(|seconds| seconds >= 0.0), "{answer}");
}

#[test]
fn answers_do_not_depend_on_the_number_of_threads() {
    let world = World::new();
    let cases: String =
        (0..200).map(|n| format!("{{\"id\": {n}, \"text\": \"cheap flights to city {n} in spring\"}}\n")).collect();
    let with = |threads| {
        world.feed(["engine", "keyword", "keyphrases", "--input", "-", "--threads", threads], &cases).succeeded().stdout
    };
    assert_eq!(with("1"), with("4"));
}

#[test]
fn unusable_input_exits_with_2() {
    let world = World::new();
    let run = |args: [&str; 5], input| world.feed(args, input);
    run(["engine", "keyword", "keyphrases", "--input", "-"], "").failed(2, "cannot be used");
    run(["engine", "keyword", "keyphrases", "--input", "-"], "no json\n").failed(2, "cannot be used");
    run(["engine", "keyword", "nothing", "--input", "-"], "{}\n").failed(2, "keyphrases");
    run(["engine", "nobody", "nothing", "--input", "-"], "{}\n").failed(2, "keyword");
    run(["engine", "keyword", "keyphrases", "--input", "absent.jsonl"], "").failed(2, "absent.jsonl");
    world.run(["engine", "keyword", "keyphrases"]).failed(2, "--input");
}

#[test]
fn describes_its_tasks_by_json_schemas() {
    let described = World::new().run(["engine", "keyword", "--describe"]).succeeded().json();
    for task in ["analyse", "expand", "cluster", "keyphrases", "wins"] {
        let task = &described["tasks"][task];
        assert_eq!(task["input"]["type"], "object", "{task}");
        assert_eq!(task["output"]["type"], "object", "{task}");
    }
}
