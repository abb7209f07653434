//! `motherlode tool`: parts of the crawler on JSON input.

use serde_json::{Value, json};

use crate::world::World;

#[test]
fn robots_answers_each_question_by_the_rules_of_its_agent() {
    let world = World::new();
    let robots = "User-agent: GPTBot\nDisallow: /\n\nUser-agent: *\nDisallow: /private\nAllow: /private/open$\n";
    let ask = |id: u32, agent: &str, path: &str| json!({"id": id, "robots_txt": robots, "agent": agent, "url": format!("https://example.com{path}")});
    let questions =
        [ask(1, "GPTBot", "/"), ask(2, "Other", "/"), ask(3, "Other", "/private/x"), ask(4, "Other", "/private/open")];
    let lines: String = questions.iter().map(|question| format!("{question}\n")).collect();
    for input in [lines, json!(questions).to_string()] {
        let answers = world.feed(["tool", "robots"], &input).succeeded().json_lines();
        let decisions: Vec<Value> = answers.iter().map(|answer| answer["allowed"].clone()).collect();
        assert_eq!(decisions, [json!(false), json!(true), json!(false), json!(true)], "{input}");
        assert_eq!(answers[3]["id"], 4);
    }
    world.feed(["tool", "robots"], "{").failed(2, "case 1");
}

#[test]
fn extract_finds_the_content_of_each_page_and_goes_on_after_a_bad_one() {
    let world = World::new();
    let text =
        "A plumber who looks at the valve before the wall saves the owner a week of work, and the bill shows it. ";
    let page = format!(
        "<html><head><title>Leaks</title></head><body><nav><a href=/>Home</a> <a href=/x>Shop</a></nav>
         <article><h1>Leaks</h1><p>{0}</p><p>{0}</p></article><footer>All rights reserved</footer></body></html>",
        text.repeat(3)
    );
    let lines = format!("{}\n{}\n", json!({"id": "a", "html": page}), json!({"id": "b", "html": 7}));
    let answers = world.feed(["tool", "extract"], &lines).failed(1, "1 page could not be read").json_lines();
    let body = answers[0]["articleBody"].as_str().expect("a text");
    assert!(body.contains("looks at the valve") && !body.contains("Shop") && !body.contains("rights"), "{body}");
    assert_eq!((&answers[0]["id"], &answers[0]["title"]), (&json!("a"), &json!("Leaks")));
    assert!(answers[1]["error"].is_string(), "{}", answers[1]);
    let one = format!("{}\n", json!({"id": "a", "html": page}));
    let object = world.feed(["tool", "extract", "--object"], &one).succeeded().json_lines();
    assert_eq!(object[0]["a"]["articleBody"], body);
}
