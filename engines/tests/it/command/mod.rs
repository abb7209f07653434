//! The JSON Lines contract.

mod lines;
mod questions;

use std::cell::Cell;

use engines::command::{CommandError, Options, Outcome, run};
use engines::common::{Control, EngineId, Unattended};
use engines::{ActionId, describe};
use serde_json::{Value, json};

fn answer(task: &str, input: &str, options: &Options<'_>) -> (Vec<Value>, Result<Outcome, CommandError>) {
    let mut output = Vec::new();
    let outcome = run(EngineId::Keyword, task, &mut input.as_bytes(), &mut output, options, &Unattended);
    let lines = String::from_utf8(output).unwrap();
    (lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect(), outcome)
}

#[test]
fn invalid_cases_answer_an_error_and_the_rest_go_on() {
    let input = concat!(
        "\u{feff}{\"id\": 1, \"text\": \"Graph neural networks learn from graph structured data.\"}\n",
        "not json\n",
        "\n",
        "[1]\n",
        "{\"id\": \"b\", \"text\": 3}\n",
        "{\"id\": {\"deep\": true}, \"text\": \"Solar panels on roofs.\", \"top\": 0}\n",
        "{\"id\": null, \"text\": \"Solar panels on flat roofs.\"}",
    );
    let (answers, outcome) = answer("keyphrases", input, &Options::default());
    assert_eq!(outcome.unwrap(), Outcome { answered: 2, failed: 4 });
    let ids: Vec<&Value> = answers.iter().map(|answer| &answer["id"]).collect();
    assert_eq!(ids, [&json!(1), &Value::Null, &Value::Null, &json!("b"), &json!({"deep": true}), &Value::Null]);
    let kinds: Vec<&Value> = answers.iter().map(|answer| &answer["error"]["type"]).collect();
    assert_eq!(
        kinds,
        [
            &Value::Null,
            &json!("not-json"),
            &json!("not-an-object"),
            &json!("invalid-case"),
            &json!("invalid-input"),
            &Value::Null
        ]
    );
    assert!(answers[5]["keys"].as_array().unwrap().contains(&json!("flat roofs")));
}

#[test]
fn input_without_a_case_is_unusable() {
    for input in ["", "\n \n", "nothing\nhere"] {
        let (_, outcome) = answer("analyse", input, &Options::default());
        assert!(matches!(outcome, Err(CommandError::UnusableInput { .. })), "{input:?}");
    }
}

#[test]
fn unknown_tasks_are_told_with_those_there_are() {
    let (_, outcome) = answer("forecast", "{}", &Options::default());
    let message = outcome.unwrap_err().to_string();
    assert!(message.contains("forecast") && message.contains("analyse, expand, cluster"), "{message}");
    let mut output = Vec::new();
    let other = run(EngineId::Causal, "nothing", &mut "{}".as_bytes(), &mut output, &Options::default(), &Unattended);
    assert!(other.unwrap_err().to_string().contains("impact, citations, power"));
}

#[test]
fn threads_do_not_change_answers() {
    let lines: Vec<String> = (0..100)
        .map(|case| match case % 7 {
            3 => "broken".to_owned(),
            _ => json!({"id": case, "text": format!("Deep learning for image number{case} retrieval")}).to_string(),
        })
        .collect();
    let input = lines.join("\n");
    let (one, _) = answer("keyphrases", &input, &Options::default());
    let (four, outcome) = answer("keyphrases", &input, &Options { threads: 4, ..Options::default() });
    assert_eq!(one, four);
    assert_eq!(outcome.unwrap(), Outcome { answered: 86, failed: 14 });
}

#[test]
fn timing_adds_seconds_of_the_callers_clock() {
    let now = Cell::new(0.0);
    let clock = || {
        now.set(now.get() + 0.5);
        now.get()
    };
    let options = Options { clock: Some(&clock), threads: 8, ..Options::default() };
    let (answers, _) = answer("keyphrases", "{\"id\":1,\"text\":\"a b\"}\n{\"id\":2,\"text\":\"c\"}", &options);
    assert_eq!(answers.iter().map(|answer| answer["seconds"].as_f64().unwrap()).collect::<Vec<_>>(), [0.5, 0.5]);
}

#[test]
fn cluster_takes_all_lines_as_one_problem() {
    let input = concat!(
        "{\"id\": 1, \"text\": \"python list comprehension syntax\"}\n",
        "{\"id\": 2}\n",
        "{\"id\": 3, \"text\": \"excel pivot table total\"}\n",
        "{\"id\": 4, \"text\": \"python list slicing syntax\"}\n",
        "{\"id\": 5, \"text\": \"excel pivot table filter\"}\n",
    );
    let (answers, outcome) = answer("cluster", input, &Options { clusters: Some(2), ..Options::default() });
    assert_eq!(outcome.unwrap(), Outcome { answered: 4, failed: 1 });
    assert_eq!(answers[0]["cluster"], answers[3]["cluster"]);
    assert_eq!(answers[2]["cluster"], answers[4]["cluster"]);
    assert_ne!(answers[0]["cluster"], answers[2]["cluster"]);
    assert_eq!(answers[1]["error"]["type"], "invalid-case");
}

#[test]
fn a_line_with_texts_is_a_problem_by_itself() {
    let input = concat!(
        "{\"id\": 1, \"text\": \"python list comprehension syntax\"}\n",
        "{\"id\": 2, \"clusters\": 2, \"texts\": [\"python list slicing syntax\", \"excel pivot table total\", \"python list comprehension syntax\", \"excel pivot table filter\", \"python list sorting\"]}\n",
        "{\"id\": 3, \"texts\": []}\n",
        "{\"id\": 4, \"texts\": [\"a\"], \"text\": \"a\"}\n",
    );
    let (answers, outcome) = answer("cluster", input, &Options::default());
    assert_eq!(outcome.unwrap(), Outcome { answered: 2, failed: 2 });
    assert_eq!(answers[0]["cluster"], 0);
    assert_eq!(answers[1]["clusters"], json!([0, 1, 0, 1, 0]));
    assert_eq!(
        answers[1]["groups"][0],
        json!({"cluster": 0, "size": 3, "texts": ["python list slicing syntax", "python list comprehension syntax", "python list sorting"]})
    );
    assert_eq!(answers[2]["error"]["type"], "no-input");
    assert_eq!(answers[3]["error"]["type"], "invalid-case");
}

#[test]
fn impossible_numbers_of_clusters_fail_every_case_by_name() {
    let input = "{\"id\": 1, \"text\": \"a\"}";
    for (clusters, kind) in [(2, "too-many-clusters"), (0, "invalid-parameter")] {
        let (answers, outcome) = answer("cluster", input, &Options { clusters: Some(clusters), ..Options::default() });
        assert_eq!(answers[0]["error"]["type"], kind);
        assert_eq!(outcome.unwrap().failed, 1);
    }
}

#[test]
fn analyse_reads_plain_rows_and_parameters() {
    let input = json!({
        "id": "x",
        "queries": [
            {"query": "emergency plumber austin", "clicks": 3, "impressions": 400, "position": 8.2, "page": "/p", "volume": 900, "cpc": 12.5},
        ],
        "periodDays": 28,
        "parameters": {"minImpressions": 10},
    });
    let (answers, outcome) = answer("analyse", &input.to_string(), &Options::default());
    assert_eq!(outcome.unwrap().failed, 0, "{}", answers[0]["error"]);
    let keyword = &answers[0]["keywords"][0];
    assert_eq!(keyword["intent"], "local");
    assert_eq!(keyword["volume"], 900.0);
    assert_eq!(keyword["volumeSource"], "estimate");
    assert_eq!(keyword["cpcCents"], 1250.0);
    assert_eq!(keyword["valueBasis"], "replacementCost");
    let kinds: Vec<&Value> = keyword["wins"].as_array().unwrap().iter().map(|win| &win["kind"]).collect();
    assert_eq!(kinds, ["ctr_gap", "striking_distance"]);
}

#[test]
fn wrong_parameters_are_told_by_name() {
    let case = |parameters: Value| json!({"id": 1, "queries": [{"query": "a"}], "parameters": parameters}).to_string();
    for (parameters, word) in [
        (json!({"targetPosition": 0}), "targetPosition"),
        (json!({"noSuchThing": 1}), "noSuchThing"),
        (json!({"ctrPercentByPosition": [10.0, 20.0]}), "ctrPercentByPosition"),
        (json!({"strikingFrom": 20, "strikingTo": 10}), "strikingTo"),
    ] {
        let (answers, _) = answer("wins", &case(parameters), &Options::default());
        let detail = answers[0]["error"]["detail"].as_str().unwrap_or_default().to_owned();
        assert!(detail.contains(word), "{word}: {detail}");
    }
}

#[test]
fn description_holds_a_schema_of_every_task() {
    let described = describe(EngineId::Keyword);
    for task in ["analyse", "expand", "cluster", "keyphrases", "wins"] {
        let task = &described["tasks"][task];
        assert_eq!(task["input"]["type"], "object", "{task}");
        let output = task["output"]["anyOf"].get(0).unwrap_or(&task["output"]);
        assert!(output["properties"]["id"].is_object());
    }
    let parameters = &described["tasks"]["analyse"]["input"]["properties"]["parameters"]["properties"];
    assert_eq!(parameters["targetPosition"]["default"], 3.0);
    assert_eq!(parameters["targetPosition"]["maximum"], 10);
    assert!(parameters["targetPosition"]["title"].is_string());
    for engine in EngineId::ALL {
        let described = describe(engine);
        let known: Vec<&str> = ActionId::of(engine).map(|action| action.info().name).collect();
        assert_eq!(described["tasks"].as_object().map(serde_json::Map::len), Some(known.len()), "{engine}");
        assert!(known.iter().all(|task| described["tasks"][task]["input"]["type"] == "object"), "{engine}");
    }
}

struct Stopped;

impl Control for Stopped {
    fn progress(&self, _: f64, _: &str, _: &str) {}

    fn is_cancelled(&self) -> bool {
        true
    }
}

#[test]
fn a_cancelled_run_says_so() {
    let mut output = Vec::new();
    let input = "{\"id\":1,\"text\":\"a\"}";
    let outcome =
        run(EngineId::Keyword, "keyphrases", &mut input.as_bytes(), &mut output, &Options::default(), &Stopped);
    assert!(matches!(outcome, Err(CommandError::Cancelled)));
}
