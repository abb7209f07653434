//! What an owner of a small site reads: figures that mean what they say, through the public actions.

use engines::command::{Options, run};
use engines::common::{EngineId, Unattended};
use serde_json::{Value, json};

/// Answers one case of an action, as the command line does.
fn answer(task: &str, case: &Value) -> Value {
    let mut output = Vec::new();
    let input = format!("{case}\n");
    run(EngineId::Competitive, task, &mut input.as_bytes(), &mut output, &Options::default(), &Unattended).unwrap();
    let answer: Value = serde_json::from_slice(&output).unwrap();
    assert!(answer["error"].is_null(), "{answer}");
    answer
}

/// A result page of hosts in order, best first.
fn page(query: &str, hosts: &[&str]) -> Value {
    let result = |(at, host): (usize, &&str)| json!({ "position": at + 1, "url": format!("https://{host}/{query}") });
    let results: Vec<Value> = hosts.iter().enumerate().map(result).collect();
    json!({ "query": query, "observedAt": "2026-11-20", "results": results })
}

const RIVALS: [&str; 10] = [
    "a.example",
    "b.example",
    "c.example",
    "d.example",
    "e.example",
    "f.example",
    "g.example",
    "h.example",
    "i.example",
    "j.example",
];

/// Three queries without your site in ten results. Search Console has two of them.
fn plumber(parameters: &Value) -> Value {
    let queries = ["drain cleaning", "water heater", "sewer camera"];
    let volume = |query: &&str| json!({ "query": query, "volume": 1_000, "cpcCents": 2_000, "cluster": "plumbing" });
    json!({
        "asOf": "2026-11-21", "site": "own.example",
        "snapshots": queries.iter().map(|query| page(query, &RIVALS)).collect::<Vec<_>>(),
        "volumes": queries.iter().map(volume).collect::<Vec<_>>(),
        "ownQueries": [
            { "query": "Drain Cleaning", "position": 17.2, "clicks": 4, "page": "https://own.example/drains" },
            { "query": "drain cleaning", "position": 40, "clicks": 1, "page": "https://own.example/other" },
            { "query": "water heater", "position": 11, "clicks": 9, "page": "https://own.example/heaters" },
        ],
        "parameters": parameters,
    })
}

fn texts(value: &Value, field: &str) -> Vec<String> {
    value.as_array().unwrap().iter().map(|row| row[field].as_str().unwrap().to_owned()).collect()
}

#[test]
fn replacement_cost_is_never_the_income_of_a_finding() {
    for task in ["gap", "share"] {
        let output = answer(task, &plumber(&json!({})));
        let insights = output["insights"].as_array().unwrap();
        assert!(!insights.is_empty(), "{task}");
        for insight in insights {
            assert!(insight["impact"].is_null(), "{insight}");
            assert!(insight["title"].as_str().unwrap().contains("as ads"), "{insight}");
        }
    }
}

#[test]
fn overlapping_losses_carry_their_income_once_and_a_sum_of_gaps_never() {
    let case = plumber(&json!({ "valuePerLeadCents": 10_000, "conversionRate": 0.1 }));
    let share = answer("share", &case);
    let with_income =
        share["insights"].as_array().unwrap().iter().filter(|insight| !insight["impact"].is_null()).count();
    assert!(share["insights"].as_array().unwrap().len() > 5, "{share}");
    assert_eq!(with_income, 1, "the losses of the one cluster overlap");
    let largest = share["losses"][0]["value"].clone();
    assert_eq!(share["insights"][0]["impact"], largest);
    let gap = answer("gap", &case);
    assert!(gap["insights"].as_array().unwrap().iter().all(|insight| insight["impact"].is_null()));
    assert!(gap["insights"][0]["title"].as_str().unwrap().contains("of income a month on average"), "{gap}");
}

#[test]
fn query_with_a_position_in_search_console_ranks_and_its_page_is_improved() {
    let output = answer("gap", &plumber(&json!({})));
    let of =
        |query: &str| output["queries"].as_array().unwrap().iter().find(|row| row["query"] == query).unwrap().clone();
    let drains = of("drain cleaning");
    assert_eq!(drains["standing"], "not in the first 10 results; position 17.2 in Search Console");
    assert_eq!(drains["advice"], "Improve https://own.example/drains");
    assert_eq!((drains["searchClicks"].as_f64(), drains["ownPosition"].is_null()), (Some(5.0), true));
    assert_eq!(of("water heater")["standing"], "not in the first 10 results; position 11.0 in Search Console");
    let camera = of("sewer camera");
    assert_eq!(
        (&camera["standing"], &camera["advice"]),
        (&json!("not in the first 10 results"), &json!("Create a page for this query"))
    );
    // The measured clicks of each query are not lost.
    let clicks = |row: &Value| row["clicks"].as_f64().unwrap();
    assert!((clicks(&camera) - clicks(&drains) - 5.0).abs() < 1e-9, "{output}");
    let kinds: Vec<(String, String)> =
        texts(&output["insights"], "kind").into_iter().zip(texts(&output["insights"], "title")).collect();
    assert_eq!(kinds.len(), 2, "{kinds:?}");
    assert!(kinds[0].0 == "ranked_lower" && kinds[0].1.contains("2 queries, where you rank lower"), "{kinds:?}");
    assert!(kinds[1].0 == "keyword_gap" && kinds[1].1.contains("1 query, where you are not among"), "{kinds:?}");
    let actions: Vec<&Value> =
        output["insights"].as_array().unwrap().iter().map(|insight| &insight["action"]).collect();
    assert_eq!((&actions[0]["kind"], &actions[1]["kind"]), (&json!("improve_page"), &json!("create_page")));
    assert!(actions[0]["target"].as_str().unwrap().starts_with("https://own.example/"), "{actions:?}");
}

#[test]
fn nobody_is_told_to_create_a_page_without_search_data() {
    let mut case = plumber(&json!({}));
    case["ownQueries"] = json!([]);
    let output = answer("gap", &case);
    assert!(!output.to_string().contains("Create a page"), "{output}");
    assert!(output["needs"].to_string().contains("Connect Search Console"), "{}", output["needs"]);
}

#[test]
fn own_clicks_are_measured_where_they_are_known() {
    let output = answer("share", &plumber(&json!({})));
    let own = output["domains"].as_array().unwrap().iter().find(|site| site["isOwn"] == true).unwrap();
    assert_eq!((own["clicks"].as_f64(), output["measured"].as_bool()), (Some(14.0), Some(true)));
    // A row without a page has the clicks of all pages.
    let mut case = plumber(&json!({}));
    case["ownQueries"].as_array_mut().unwrap().push(json!({ "query": "drain cleaning", "position": 18, "clicks": 6 }));
    let output = answer("gap", &case);
    let drains = output["queries"].as_array().unwrap().iter().find(|row| row["query"] == "drain cleaning").unwrap();
    assert_eq!(
        (drains["searchClicks"].as_f64(), &drains["searchPage"]),
        (Some(6.0), &json!("https://own.example/drains"))
    );
    // Two places of one query share its measured clicks, so they count once.
    let mut case = plumber(&json!({}));
    let mut second = page("drain cleaning", &RIVALS);
    second["location"] = json!("Austin");
    case["snapshots"].as_array_mut().unwrap().push(second);
    let output = answer("share", &case);
    let own = output["domains"].as_array().unwrap().iter().find(|site| site["isOwn"] == true).unwrap();
    assert!((own["clicks"].as_f64().unwrap() - 14.0).abs() < 1e-9, "{own}");
}

#[test]
fn own_search_data_that_cannot_be_used_are_named() {
    for (row, field) in [
        (json!({ "query": "q", "position": 0 }), "ownQueries[0].position"),
        (json!({ "query": "q", "clicks": -1 }), "ownQueries[0].clicks"),
    ] {
        let mut case = plumber(&json!({}));
        case["ownQueries"] = json!([row]);
        let mut output = Vec::new();
        let input = format!("{case}\n");
        run(EngineId::Competitive, "gap", &mut input.as_bytes(), &mut output, &Options::default(), &Unattended)
            .unwrap();
        let answer: Value = serde_json::from_slice(&output).unwrap();
        assert!(answer["error"]["detail"].as_str().unwrap_or_default().contains(field), "{answer}");
    }
}

#[test]
fn title_of_the_gap_states_the_mean_of_its_values() {
    let output = answer("gap", &plumber(&json!({ "valuePerLeadCents": 10_000 })));
    let whole = |value: f64| {
        let text = format!("{value:.0}");
        if text.len() > 3 { format!("{},{}", &text[..text.len() - 3], &text[text.len() - 3..]) } else { text }
    };
    let clicks = output["clicks"]["mean"].as_f64().unwrap();
    let cents = output["value"]["midCents"].as_f64().unwrap();
    let title = output["insights"][0]["title"].as_str().unwrap();
    assert!(title.contains(&format!("all gaps: {} clicks a month on average", whole(clicks))), "{title}");
    assert!(title.contains(&format!("about ${} of income", whole(cents / 100.0))), "{title}");
    // The mean is above the median of such skewed results.
    assert!(clicks > 1.05 * output["clicks"]["mid"].as_f64().unwrap(), "{output}");
}

#[test]
fn no_rival_stands_out_where_chance_explains_the_common_queries() {
    // Your site is on every page, so any site on a page shares its queries: no evidence of competition.
    let pages = ["q1", "q2", "q3", "q4"].map(|query| page(query, &["zeta.example", "own.example", "airhart.example"]));
    let output = answer("discover", &json!({ "site": "own.example", "snapshots": pages }));
    assert!(output["closest"].is_null(), "{output}");
    assert!(
        output["summary"].as_str().unwrap().starts_with("No competitor is clearly ahead of the others"),
        "{output}"
    );
    assert_eq!(texts(&output["insights"], "kind"), ["no_main_rival"]);
    assert!(output["insights"][0]["action"].is_null(), "{output}");
    // Equal otherwise, the site that is above yours more often comes first, not the first by name.
    assert_eq!(texts(&output["rivals"], "domain"), ["zeta.example", "airhart.example"]);
}

#[test]
fn rival_with_evidence_comes_before_a_site_that_is_everywhere() {
    let mut pages: Vec<Value> =
        (0..10).map(|at| page(&format!("mine {at}"), &["wiki.example", "own.example", "near.example"])).collect();
    pages.extend((0..12).map(|at| page(&format!("other {at}"), &["wiki.example", "far.example"])));
    let output = answer("discover", &json!({ "site": "own.example", "snapshots": pages }));
    assert_eq!(output["closest"], "near.example");
    assert_eq!(texts(&output["rivals"], "domain")[0], "near.example");
    assert!(
        output["summary"].as_str().unwrap().starts_with("near.example is your closest competitor: 10 common queries")
    );
}

#[test]
fn strengths_from_two_result_pages_are_too_few() {
    let explained = |pages: usize| {
        let pages: Vec<Value> =
            (0..pages).map(|at| page(&format!("q{at}"), &["strong.example", "mid.example", "own.example"])).collect();
        answer("explain", &json!({ "site": "own.example", "snapshots": pages }))
    };
    let few = explained(2);
    assert!(few["insights"].as_array().unwrap().is_empty(), "{few}");
    assert!(few["summary"].as_str().unwrap().contains("From 2 result pages: too few to compare sites"), "{few}");
    assert!(few["notes"].to_string().contains("too few to compare sites"), "{few}");
    assert!(few["clusters"][0]["sites"].as_array().unwrap().iter().all(|site| site["aboveOwn"].is_null()));
    let enough = explained(5);
    assert_eq!(
        enough["summary"],
        "In all searches, strong.example is the strongest, your site is number 3 of 3 sites. From 5 result pages"
    );
    let first = &enough["clusters"][0]["sites"][0];
    let (strength, odds) = (first["strength"].as_f64().unwrap(), first["odds"].as_f64().unwrap());
    assert!((odds.ln() - strength).abs() < 1e-9 && odds > 1.0, "{first}");
    assert_eq!(
        (first["commonPages"].as_u64(), &enough["clusters"][0]["basis"]),
        (Some(5), &json!("From 5 result pages"))
    );
    assert!(enough["insights"][0]["title"].as_str().unwrap().ends_with("from 5 result pages with both"), "{enough}");
}

#[test]
fn link_gap_that_was_not_computed_is_no_gap_of_0() {
    let link = |source: &str, target: &str| json!({ "provider": "ahrefs", "sourceUrl": format!("https://{source}/"), "targetUrl": format!("https://{target}/"), "isFollowed": true });
    let linked = |links: Vec<Value>| {
        let case = json!({ "site": "own.example", "rivals": ["a.example", "b.example"], "links": links });
        answer("links", &case)["gapNotComputed"].as_str().map(str::to_owned)
    };
    let own = link("news.example", "own.example");
    let (a, b) = (link("both.example", "a.example"), link("guide.example", "b.example"));
    assert!(linked(vec![own.clone()]).unwrap().ends_with("there are links to no rival"));
    assert!(linked(vec![own.clone(), a.clone()]).unwrap().ends_with("there are links to one rival only"));
    assert!(linked(vec![a.clone(), b.clone()]).unwrap().contains("no links to your own site"));
    assert_eq!(linked(vec![own, a, b]), None, "a gap of 0 domains is counted");
}
