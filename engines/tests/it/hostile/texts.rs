//! Tasks that take texts, pages, places and plans.

use engines::common::EngineId;
use serde_json::{Value, json};

use super::Want::{Answer, Either, Refusal};
use super::{Case, HOSTILE, case, check};

/// Ten megabytes of words.
fn long() -> String {
    "emergency plumber austin repair cost near me and the quick brown fox ".repeat(10 << 20 >> 6)
}

/// Cases of every task that takes a text.
fn texts(of: &dyn Fn(&str) -> Value) -> Vec<Case> {
    let mut cases = vec![
        case("nothing", of(""), Either),
        case("one letter", of("a"), Either),
        case("ten megabytes", of(&long()), Either),
        case("ten megabytes without a space", of(&"x".repeat(10 << 20)), Either),
        case("ten megabytes of full stops", of(&".".repeat(10 << 20)), Either),
    ];
    cases.extend(HOSTILE.map(|text| case(text, of(text), Either)));
    cases
}

#[test]
fn keyphrases_similarity_and_clusters() {
    let mut cases = texts(&|text| json!({"text": text}));
    cases.push(case("a number", json!({"text": 3}), Refusal("text")));
    cases.push(case("no text", json!({}), Refusal("text")));
    check(EngineId::Keyword, "keyphrases", cases);
    let mut cases = texts(&|text| json!({"a": text, "b": "roof repair in austin"}));
    cases.push(case("one text of two", json!({"a": "x"}), Refusal("`b`")));
    cases.push(case("the same text", json!({"a": "roof repair", "b": "roof repair"}), Answer));
    check(EngineId::Semantic, "similarity", cases);
    check(EngineId::Keyword, "cluster", texts(&|text| json!({"text": text})));
}

#[test]
fn searches() {
    let of = |queries: Value| json!({"queries": queries});
    let row = |query: &str| json!({"query": query, "clicks": 1, "impressions": 50, "position": 8.0});
    let one = |name: &'static str, row: Value, want| {
        case(name, of(json!([row, {"query": "roof repair", "impressions": 9}])), want)
    };
    let cases = || {
        vec![
            case("nothing", of(json!([])), Refusal("queries")),
            case("hostile searches", of(HOSTILE.iter().map(|text| row(text)).collect()), Answer),
            case("a search of ten megabytes", of(json!([row(&long())])), Refusal("row 0")),
            case("the same search a thousand times", of(json!(vec![row("roof repair austin"); 1_000])), Answer),
            one("clicks below 0", json!({"query": "a b", "clicks": -1, "impressions": 5}), Answer),
            one("clicks in words", json!({"query": "a b", "clicks": "many"}), Refusal("many")),
            one(
                "figures of 1e300",
                json!({"query": "a b", "clicks": 1e300, "impressions": 1e300, "volume": 1e300, "cpc": 1e300}),
                Answer,
            ),
            case(
                "20,000 searches of one word",
                of((0..20_000).map(|no| row(&format!("plumber {no}"))).collect()),
                Answer,
            ),
        ]
    };
    for task in ["analyse", "wins"] {
        check(EngineId::Keyword, task, cases());
    }
    check(
        EngineId::Keyword,
        "expand",
        vec![
            case("nothing", json!({"seeds": []}), Refusal("seeds")),
            case("hostile seeds", json!({"seeds": HOSTILE, "cities": HOSTILE, "modifiers": HOSTILE}), Either),
            case("ten megabytes", json!({"seeds": [long()]}), Either),
            case(
                "10,000 seeds in 10,000 cities",
                json!({
                "seeds": (0..10_000).map(|no| format!("seed {no}")).collect::<Vec<_>>(),
                "cities": (0..10_000).map(|no| format!("city {no}")).collect::<Vec<_>>()}),
                Either,
            ),
        ],
    );
}

#[test]
fn pages() {
    let page = |url: &str, text: &str| json!({"url": url, "title": "Roof repair", "text": text, "links": [{"url": url, "anchor": "here"}]});
    let one = |text: &str| json!({"query": "roof repair", "page": page("https://a.example/", text), "winners": [page("https://b.example/", "Roof repair costs 500 dollars.")]});
    let mut coverage = texts(&one);
    coverage.push(case(
        "no winner",
        json!({"query": "roof repair", "page": page("/", "a"), "winners": []}),
        Refusal("no pages to compare"),
    ));
    coverage.push(case(
        "a hostile search",
        json!({"query": HOSTILE[0], "page": page("/", HOSTILE[1]), "winners": [page("/b", HOSTILE[2])]}),
        Either,
    ));
    check(EngineId::Semantic, "coverage", coverage);
    let brief =
        |text: &str| json!({"query": "roof repair", "winners": [page("https://b.example/", text)], "facts": [text]});
    check(EngineId::Semantic, "brief", texts(&brief));
    let of = |pages: Vec<Value>| json!({"pages": pages});
    let cases = || {
        let mut cases = texts(&|text| of(vec![page("https://a.example/", text), page("https://a.example/b", text)]));
        let alike =
            (0..2_000).map(|no| page(&format!("https://a.example/{no}"), &"the same words on every page ".repeat(20)));
        cases.extend([
            case("no page", of(vec![]), Refusal("pages")),
            case("one page", of(vec![page("https://a.example/", "a")]), Either),
            case("a page twice", of(vec![page("https://a.example/", "a"); 2]), Either),
            case("2,000 pages that are the same", of(alike.collect()), Either),
            case("addresses that are none", of(HOSTILE.iter().map(|text| page(text, text)).collect()), Either),
        ]);
        cases
    };
    for task in ["overlap", "links"] {
        check(EngineId::Semantic, task, cases());
    }
}

#[test]
fn writing() {
    let fact =
        |id: usize, value: &str| json!({"id": format!("f{id}"), "kind": "service", "value": value, "source": "owner"});
    let of = |text: &str| json!({"query": "roof repair austin", "facts": [fact(1, text), fact(2, "Austin")]});
    let asked = |text: &str| json!({"query": text, "facts": [fact(1, "roof repair"), fact(2, "Austin")]});
    for task in ["brief", "compose"] {
        let mut cases = texts(&of);
        cases.extend(HOSTILE.map(|text| case(text, asked(text), Either)));
        cases.extend([
            case("no fact", json!({"query": "roof repair", "facts": []}), Either),
            case("a fact twice", json!({"query": "roof repair", "facts": [fact(1, "a"), fact(1, "b")]}), Refusal("facts[1].id")),
            case("a fact without source", json!({"query": "roof repair", "facts": [{"id": "f", "kind": "price", "value": "5"}]}), Refusal("source")),
            case("5,000 facts", json!({"query": "roof repair", "facts": (0..5_000).map(|no| fact(no, &format!("service {no}"))).collect::<Vec<_>>()}), Either),
        ]);
        check(EngineId::Content, task, cases);
    }
    let draft = |text: &str| {
        let sentence = json!({"text": text, "factIds": ["f1"]});
        json!({
            "query": "roof repair", "facts": [fact(1, "roof repair")],
            "draft": {"title": sentence, "description": sentence, "blocks": [{"kind": "paragraph", "sentences": [sentence]}]},
            "siblings": [{"url": "/a", "text": text}],
        })
    };
    for task in ["score", "revise"] {
        check(EngineId::Content, task, texts(&draft));
    }
}

#[test]
fn result_pages() {
    let look = |query: &str, position: f64, url: &str| json!({"query": query, "observedAt": "2026-01-01", "results": [{"position": position, "url": url}]});
    let of = |snapshots: Value| json!({"site": "a.example", "snapshots": snapshots});
    let many = |count: usize| {
        let one = |no: usize| {
            let results: Vec<Value> = (0..10).map(|at| json!({"position": at + 1, "url": format!("https://s{}.example/{no}", (no * 7 + at * at) % 300)})).collect();
            json!({"query": format!("q {no}"), "observedAt": "2026-01-01", "results": results})
        };
        (0..count).map(one).collect::<Value>()
    };
    for task in ["discover", "gap", "share", "explain"] {
        check(
            EngineId::Competitive,
            task,
            vec![
                case("nothing", of(json!([])), Refusal("search results")),
                case("no site", json!({"site": "", "snapshots": many(5)}), Refusal("site")),
                case("one result", of(json!([look("a", 1.0, "https://b.example/")])), Either),
                case("the same look fifty times", of(json!(vec![look("a", 1.0, "https://b.example/"); 50])), Either),
                case("position 0", of(json!([look("a", 0.0, "https://b.example/")])), Either),
                case(
                    "two results at one position",
                    of(json!([{"query": "a", "results": [
                    {"position": 1, "url": "https://a.example/"}, {"position": 1, "url": "https://b.example/"}]}])),
                    Either,
                ),
                case("no result", of(json!([{"query": "a", "results": []}])), Either),
                case("hostile words", of(HOSTILE.iter().map(|text| look(text, 1.0, text)).collect()), Either),
                case("3,000 searches", of(many(3_000)), Answer),
            ],
        );
    }
}

#[test]
fn markets() {
    let filters = |filters: Value| json!({"filters": filters});
    let payout = |amount: f64| json!({"overrides": {"payouts": [{"vertical": "plumbing", "unit": "lead", "amountCents": amount}]}});
    for task in ["scan", "score"] {
        check(
            EngineId::Local,
            task,
            vec![
                case("nothing", json!({}), Answer),
                case("a filter that is none", filters(json!({"town": "Austin"})), Refusal("town")),
                case("a state that is none", filters(json!({"states": ["ZZ"]})), Refusal("ZZ")),
                case("hostile places", filters(json!({"places": HOSTILE})), Refusal("places")),
                case("no place so large", filters(json!({"minPopulation": 1e12})), Either),
                case("bounds that contradict", filters(json!({"minPopulation": 1e6, "maxPopulation": 10})), Either),
                case("people below 0", filters(json!({"minPopulation": -5})), Refusal("opulation")),
                case("a payout below 0", payout(-5.0), Refusal("amountCents")),
                case("a payout of 1e300", payout(1e300), Refusal("amountCents")),
            ],
        );
    }
    let market = |vertical: &str, place: &str| json!({"vertical": vertical, "place": place});
    for task in ["explain", "tenants"] {
        let mut cases: Vec<Case> = HOSTILE.map(|text| case(text, market(text, text), Either)).into();
        cases.push(case("nothing", json!({}), Refusal("vertical|candidates")));
        check(EngineId::Local, task, cases);
    }
}

#[test]
fn plans() {
    let site =
        json!({"files": {"index.html": "<!doctype html><html><head><title>Old</title></head><body></body></html>"}});
    let title = |id: &str, path: &str, title: &str| json!({"id": id, "action": {"kind": "add_title", "site": "s", "path": path, "title": title}});
    let of = |requests: Value| json!({"planId": "p", "requests": requests, "sites": {"s": site}});
    let ring = json!([
        {"id": "a", "dependsOn": ["b"], "action": {"kind": "add_title", "site": "s", "path": "index.html", "title": "A"}},
        {"id": "b", "dependsOn": ["a"], "action": {"kind": "add_title", "site": "s", "path": "index.html", "title": "B"}},
    ]);
    let mut cases = vec![
        case("nothing", json!({}), Either),
        case("no request", of(json!([])), Either),
        case("each waits for the other", of(ring), Either),
        case("a request twice", of(json!([title("a", "index.html", "A"), title("a", "index.html", "B")])), Either),
        case("a file outside of the site", of(json!([title("a", "../../etc/passwd", "A")])), Either),
        case("a title of ten megabytes", of(json!([title("a", "index.html", &long())])), Either),
        case(
            "a site that is not there",
            json!({"planId": "p", "requests": [title("a", "index.html", "A")], "sites": {}}),
            Either,
        ),
        case(
            "an action that is none",
            of(json!([{"id": "a", "action": {"kind": "explode", "site": "s"}}])),
            Refusal("explode"),
        ),
        case(
            "5,000 requests",
            of((0..5_000).map(|no| title(&format!("r{no}"), "index.html", &format!("Title {no}"))).collect()),
            Either,
        ),
    ];
    cases.extend(HOSTILE.map(|text| case(text, of(json!([title("a", "index.html", text)])), Either)));
    check(EngineId::Execution, "plan", cases);
    check(
        EngineId::Execution,
        "apply",
        vec![case("nothing", json!({}), Either), case("no step", json!({"steps": []}), Either)],
    );
    check(
        EngineId::Execution,
        "verify",
        vec![case("nothing", json!({}), Either), case("no check", json!({"checks": []}), Either)],
    );
    check(
        EngineId::Execution,
        "undo",
        vec![case("nothing", json!({}), Either), case("no step", json!({"steps": []}), Either)],
    );
}
