//! Tasks that take figures.

use engines::command::{Options, run};
use engines::common::{EngineId, Unattended};
use serde_json::{Value, json};

use super::Want::{Answer, Either, Refusal};
use super::{Case, case, check, column, date, gaps, wave};

const MILLION: usize = 1_000_000;

/// What every task that takes one series must stand, with the fields that it needs besides.
fn series(of: &dyn Fn(Value) -> Value) -> Vec<Case> {
    let ends = |value: f64| {
        let mut y = wave(80);
        y[40] = value;
        json!(y)
    };
    vec![
        case("nothing", of(json!([])), Refusal("no values|0 values")),
        case("no list", of(json!("12")), Refusal("sequence")),
        case("words", of(json!(["NaN", "Infinity"])), Refusal("NaN")),
        case("one point", of(json!([3.0])), Either),
        case("two points", of(json!([3.0, 4.0])), Either),
        case("nothing known", of(json!([null, null, null, null, null, null, null, null])), Refusal("known|missing")),
        case("constant", of(json!(vec![5.0; 80])), Either),
        case("zeros", of(json!(vec![0.0; 80])), Either),
        // A forecast refuses them by name; the others fill or skip them.
        case("gaps", of(gaps(81)), Either),
        case("a figure too large to square", of(ends(1e200)), Refusal("[40]")),
        case("an outlier", of(ends(1e15)), Either),
        case("the smallest figures", of(json!(wave(80).iter().map(|y| y * 1e-300).collect::<Vec<_>>())), Either),
        case("below zero", of(json!(wave(80).iter().map(|y| -y).collect::<Vec<_>>())), Answer),
        case("a million points", of(json!(wave(MILLION))), Either),
        case("a million and one", of(json!(wave(MILLION + 1))), Either),
    ]
}

#[test]
fn forecasts() {
    let mut cases = series(&|y| json!({"y": y, "season": 7, "horizon": 14}));
    let y = || json!(wave(80));
    cases.extend([
        case("no horizon", json!({"y": y()}), Refusal("horizon")),
        case("horizon 0", json!({"y": y(), "season": 7, "horizon": 0}), Refusal("horizon")),
        case("horizon of ages", json!({"y": y(), "season": 7, "horizon": 1_000_000_000}), Refusal("horizon")),
        case("season 0", json!({"y": y(), "season": 0, "horizon": 5}), Refusal("season")),
        case("season below 0", json!({"y": y(), "season": -7, "horizon": 5}), Refusal("-7")),
        case("season longer than the series", json!({"y": y(), "season": 400, "horizon": 5}), Either),
        case("an unknown field in place of y", json!({"values": y(), "horizon": 5}), Refusal("days")),
    ]);
    check(EngineId::Predictive, "forecast", cases);
}

#[test]
fn days_ranks_and_scenarios() {
    let day = |at: usize, clicks: f64| json!({"date": date(at), "clicks": clicks, "impressions": 10.0 * clicks});
    let days: Vec<Value> = wave(120).into_iter().enumerate().map(|(at, clicks)| day(at, clicks)).collect();
    let twice = [days.clone(), days.clone()].concat();
    let flat: Vec<Value> = (0..120).map(|at| day(at, 0.0)).collect();
    let sparse: Vec<Value> = (0..120).map(|at| day(at * 30, 3.0)).collect();
    let cases = |of: &dyn Fn(Value) -> Value| {
        vec![
            case("no day", of(json!([])), Refusal("day|daily")),
            case("one day", of(json!([day(0, 5.0)])), Either),
            case("days twice", of(json!(twice)), Refusal("days")),
            case("no click", of(json!(flat)), Either),
            case("ten years with a day a month", of(json!(sparse)), Either),
            case("fewer clicks than none", of(json!([day(0, -5.0)])), Refusal("clicks")),
            case("a date that is none", of(json!([{"date": "2026-02-30", "clicks": 1}])), Refusal("date")),
        ]
    };
    check(EngineId::Predictive, "forecast", cases(&|days| json!({"days": days})));
    check(EngineId::Predictive, "scenarios", cases(&|days| json!({"days": days})));
    let path = |points: Value| json!({"keywords": [{"keyword": "roof repair", "points": points}]});
    let points =
        |rank: &dyn Fn(usize) -> Value| (0..60).map(|at| json!({"date": date(at), "rank": rank(at)})).collect();
    check(
        EngineId::Predictive,
        "ranking",
        vec![
            case("nothing", json!({"keywords": []}), Refusal("rank paths")),
            case("no point", path(json!([])), Either),
            case("one point", path(json!([{"date": date(0), "rank": 5}])), Either),
            case("never found", path(points(&|_| Value::Null)), Either),
            case("always first", path(points(&|_| json!(1))), Either),
            case("rank 0", path(points(&|_| json!(0))), Refusal("rank")),
            case("a day twice", path(json!([{"date": date(0), "rank": 5}, {"date": date(0), "rank": 6}])), Either),
            case(
                "10,000 keywords",
                json!({"keywords": (0..10_000).map(|no| json!({"keyword": format!("k {no}"),
                    "points": (0..8).map(|at| json!({"date": date(7 * at), "rank": 1 + (no + at) % 40})).collect::<Vec<_>>()}))
                    .collect::<Vec<_>>()}),
                Answer,
            ),
        ],
    );
}

#[test]
fn change_points() {
    let mut cases = series(&|y| json!({"series": [y]}));
    cases.retain(|case| !matches!(case.name, "no list" | "nothing"));
    let many: Vec<Vec<f64>> = (0..101).map(|no| column(60, no)).collect();
    cases.extend([
        case("no series", json!({"series": []}), Refusal("series")),
        case("an empty series", json!({"series": [[]]}), Refusal("values")),
        case("the same series ten times", json!({"series": vec![wave(200); 10]}), Answer),
        case("a hundred series and one", json!({"series": many}), Refusal("at most 100")),
        case("a parameter that is none", json!({"series": [wave(80)], "params": {"penality": 2}}), Refusal("penality")),
    ]);
    check(EngineId::Pattern, "change-points", cases);
}

#[test]
fn decompositions() {
    let mut cases = series(&|y| json!({"y": y, "period": 7}));
    cases.extend([
        case("robust, a million points", json!({"y": wave(MILLION), "period": 7, "params": {"robust": true}}), Either),
        case("several periods", json!({"y": wave(400), "periods": [7, 30, 90]}), Answer),
        case("robust and constant", json!({"y": vec![1.0; 40], "period": 4, "params": {"robust": true}}), Answer),
        case("a period of half a million", json!({"y": wave(MILLION), "period": 500_000}), Either),
        case("no period", json!({"y": wave(80)}), Refusal("period")),
        case("a period longer than the series", json!({"y": wave(10), "period": 7}), Refusal("two periods")),
        case("the widest windows", json!({"y": wave(20_000), "period": 7, "params": {"t_window": 10_000_001}}), Either),
    ]);
    check(EngineId::Pattern, "decompose", cases);
}

#[test]
fn anomalies() {
    let mut cases = series(&|y| json!({"y": y, "season": 7}));
    cases.extend([
        case("season 1", json!({"y": wave(80), "season": 1}), Either),
        case("season longer than the series", json!({"y": wave(80), "season": 500}), Either),
        case("half of it far off", json!({"y": (0..80).map(|at| f64::from(at % 2) * 1e6).collect::<Vec<_>>()}), Answer),
    ]);
    check(EngineId::Pattern, "anomalies", cases);
}

#[test]
fn attribution_and_rules() {
    let row = |page: &str, before: f64, after: f64| json!({"values": {"page": page}, "before": before, "after": after});
    let many: Vec<Value> = (0..100_000).map(|at| row(&format!("/{at}"), 5.0, f64::from(at % 9))).collect();
    check(
        EngineId::Pattern,
        "attribute",
        vec![
            case("nothing", json!({"rows": []}), Refusal("rows")),
            case("one row", json!({"rows": [row("/", 10.0, 2.0)]}), Either),
            case("nothing changed", json!({"rows": vec![row("/", 10.0, 10.0); 5]}), Either),
            case("all zero", json!({"rows": [row("/", 0.0, 0.0), row("/a", 0.0, 0.0)]}), Either),
            case("100,000 rows", json!({"rows": many}), Answer),
            case("too large a figure", json!({"rows": [row("/", 1e308, 1e308), row("/a", 1e308, 0.0)]}), Either),
        ],
    );
    let baskets: Vec<Vec<String>> =
        (0..20_000).map(|at| (0..8).map(|no| format!("i{}", (at * 7 + no * no) % 60)).collect()).collect();
    let wide: Vec<Vec<String>> = vec![(0..2_000).map(|no| format!("i{no}")).collect(); 20];
    check(
        EngineId::Pattern,
        "rules",
        vec![
            case("nothing", json!({"transactions": []}), Refusal("transactions")),
            case("empty lists", json!({"transactions": [[], []]}), Either),
            case("one thing many times", json!({"transactions": vec![vec!["a", "a"]; 50]}), Answer),
            case("20,000 lists", json!({"transactions": baskets}), Either),
            case("lists of 2,000 things, all alike", json!({"transactions": wide}), Either),
        ],
    );
}

#[test]
fn impacts() {
    let (pre, post) = (json!([0, 59]), json!([60, 79]));
    let mut cases = series(&|y| json!({"y": y, "pre": pre, "post": post}));
    cases.retain(|case| !matches!(case.name, "one point" | "two points" | "no list"));
    let with = |x: Vec<Vec<f64>>| json!({"y": wave(80), "x": x, "pre": pre, "post": post});
    let thousand = |count: usize| (0..1_000).map(|no| column(count, no)).collect::<Vec<_>>();
    cases.extend([
        case("a thousand controls", with(thousand(80)), Refusal("at most 50")),
        case(
            "a thousand controls of three years",
            json!({"y": wave(1_095), "x": thousand(1_095), "pre": [0, 999], "post": [1_000, 1_094]}),
            Either,
        ),
        case(
            "collinear controls",
            with(vec![column(80, 1), column(80, 1), column(80, 1).iter().map(|x| 2.0 * x + 1.0).collect()]),
            Answer,
        ),
        case("a control that is the series", with(vec![wave(80)]), Answer),
        case("a constant control", with(vec![vec![4.0; 80]]), Answer),
        case("a control of another length", with(vec![vec![4.0; 7]]), Refusal("x[0]")),
        case("periods that overlap", json!({"y": wave(80), "pre": [0, 60], "post": [50, 79]}), Refusal("post")),
        case("a period beyond the end", json!({"y": wave(80), "pre": [0, 60], "post": [61, 200]}), Refusal("post")),
        case("a period the wrong way round", json!({"y": wave(80), "pre": [60, 0], "post": [61, 79]}), Refusal("pre")),
        case("no period", json!({"y": wave(80)}), Refusal("pre")),
        case(
            "a change before the first day",
            json!({"y": wave(80), "firstDay": "2026-01-01", "change": "2025-01-01"}),
            Refusal("change"),
        ),
        case("a million points", json!({"y": wave(MILLION), "pre": [0, 999_899], "post": [999_900, 999_999]}), Either),
    ]);
    check(EngineId::Causal, "impact", cases);
}

#[test]
fn power_and_experiments() {
    let mut cases = series(&|y| json!({"y": y, "post_steps": 28}));
    cases.extend([
        case("no steps after", json!({"y": wave(80), "post_steps": 0}), Refusal("post")),
        case("steps for ever", json!({"y": wave(80), "post_steps": 4_000_000_000_u64}), Either),
    ]);
    check(EngineId::Causal, "power", cases);
    let page = |name: String, treated: Value, y: Vec<f64>| json!({"page": name, "treated": treated, "y": y});
    let pages = |count: usize, change: Value| {
        let all: Vec<Value> = (0..count).map(|no| page(format!("/{no}"), json!(no % 2 == 0), column(90, no))).collect();
        json!({"pages": all, "change": change})
    };
    let flat: Vec<Value> = (0..20).map(|no| page(format!("/{no}"), json!(no % 2 == 0), vec![0.0; 90])).collect();
    let same: Vec<Value> = (0..20).map(|no| page("/".into(), json!(no % 2 == 0), column(90, no))).collect();
    let sided: Vec<Value> = (0..20).map(|no| page(format!("/{no}"), json!(true), column(90, no))).collect();
    let ragged: Vec<Value> = (0..20).map(|no| page(format!("/{no}"), json!(true), column(80 + no, no))).collect();
    check(
        EngineId::Causal,
        "experiment",
        vec![
            case("nothing", json!({"pages": []}), Refusal("pages")),
            case("one page", pages(1, Value::Null), Either),
            case("two pages", pages(2, json!(60)), Either),
            case("no click anywhere", json!({"pages": flat, "change": 60}), Either),
            case("a page twenty times", json!({"pages": same, "change": 60}), Refusal("page")),
            case("all changed", json!({"pages": sided, "change": 60}), Refusal("treated")),
            case("days that differ", json!({"pages": ragged, "change": 60}), Refusal("pages")),
            case("a change on the first day", pages(20, json!(0)), Refusal("change")),
            case("a change after the last", pages(20, json!(90)), Refusal("change")),
            case("2,000 pages", pages(2_000, json!(60)), Either),
        ],
    );
}

#[test]
fn discoveries() {
    let nodes = |count: usize| (0..count).map(|no| format!("n{no}")).collect::<Vec<_>>();
    let rows = |count: usize, wide: usize| {
        let columns: Vec<Vec<f64>> = (0..wide).map(|no| column(count, no)).collect();
        (0..count).map(|at| columns.iter().map(|column| column[at]).collect::<Vec<_>>()).collect::<Vec<_>>()
    };
    let of = |wide: usize, rows: Vec<Vec<f64>>| json!({"nodes": nodes(wide), "rows": rows, "kind": "continuous"});
    let alike: Vec<Vec<f64>> = wave(100).into_iter().map(|x| vec![x, x, 2.0 * x, 5.0]).collect();
    let categories: Vec<Vec<String>> =
        (0..200).map(|at| (0..4).map(|no| format!("c{}", at * (no + 1) % 50)).collect()).collect();
    check(
        EngineId::Causal,
        "discover",
        vec![
            case("nothing", json!({"nodes": [], "rows": []}), Refusal("nodes")),
            case("no row", json!({"nodes": ["a", "b"], "rows": []}), Refusal("row")),
            case("one row", of(3, rows(1, 3)), Either),
            case("more nodes than rows", of(128, rows(40, 128)), Answer),
            case("129 nodes", of(129, rows(40, 129)), Refusal("128")),
            case("columns that are one another, and a constant", of(4, alike), Answer),
            case(
                "a name twice",
                json!({"nodes": ["a", "a"], "rows": rows(50, 2), "kind": "continuous"}),
                Refusal("nodes"),
            ),
            case("rows of other lengths", json!({"nodes": ["a", "b"], "rows": [[1, 2], [1]]}), Refusal("rows")),
            case(
                "words for figures",
                json!({"nodes": ["a", "b"], "rows": [["x", 1], ["y", 2]], "kind": "continuous"}),
                Refusal("rows"),
            ),
            case("fifty categories", json!({"nodes": nodes(4), "rows": categories, "kind": "discrete"}), Answer),
            case("a file of nothing", json!({"csv": ""}), Either),
            case("a file with NaN", json!({"csv": "a,b\n1,NaN\n2,inf\n3,4\n4,5\n", "kind": "continuous"}), Either),
            case("a kind that is none", json!({"nodes": ["a"], "rows": [[1]], "kind": "magic"}), Refusal("magic")),
        ],
    );
}

#[test]
fn treatments() {
    let half = |count: usize| (0..count).map(|at| (at % 2) as f64).collect::<Vec<_>>();
    let x = |count: usize, wide: usize| {
        let columns: Vec<Vec<f64>> = (0..wide).map(|no| column(count, no)).collect();
        (0..count).map(|at| columns.iter().map(|column| column[at]).collect::<Vec<_>>()).collect::<Vec<_>>()
    };
    let of = |t: Vec<f64>, y: Vec<f64>, x: Vec<Vec<f64>>| json!({"t": t, "y": y, "x": x});
    let separate: Vec<Vec<f64>> = half(100).iter().map(|t| vec![100.0 * t]).collect();
    let collinear: Vec<Vec<f64>> = wave(100).iter().map(|x| vec![*x, *x, 3.0 * x]).collect();
    check(
        EngineId::Causal,
        "treatment",
        vec![
            case("nothing", of(vec![], vec![], vec![]), Refusal("row")),
            case("one row", of(vec![1.0], vec![2.0], vec![vec![3.0]]), Either),
            case("all treated", of(vec![1.0; 50], wave(50), x(50, 2)), Refusal("t")),
            case("perfect separation", of(half(100), wave(100), separate), Answer),
            case("collinear columns", of(half(100), wave(100), collinear), Answer),
            case("constant columns", of(half(100), wave(100), vec![vec![1.0, 2.0]; 100]), Answer),
            case("a constant outcome", of(half(100), vec![7.0; 100], x(100, 2)), Answer),
            case("no column", of(half(100), wave(100), vec![vec![]; 100]), Either),
            case("more columns than rows", of(half(60), wave(60), x(60, 300)), Either),
            case("half a treatment", of(vec![0.5; 50], wave(50), x(50, 2)), Refusal("t[0]")),
            case("lengths that differ", of(half(50), wave(40), x(50, 2)), Refusal("`t`")),
            case("outcomes of 1e300", of(half(50), wave(50).iter().map(|y| y * 1e299).collect(), x(50, 2)), Either),
            // Fitting takes the cube of an arm's rows: a thousand take half a minute here, where little is optimised.
            case("400 rows", of(half(400), wave(400), x(400, 3)), Answer),
            case("a row too many", of(half(100_001), wave(100_001), x(100_001, 3)), Refusal("100000")),
        ],
    );
}

#[test]
fn calibrations_reports_and_curves() {
    let pairs = |count: usize, outcome: &dyn Fn(usize) -> f64| {
        (0..count).map(|at| vec![(at % 100) as f64 / 100.0, outcome(at)]).collect::<Vec<_>>()
    };
    let apply = json!([0.0, 0.5, 1.0]);
    check(
        EngineId::Learning,
        "calibrate",
        vec![
            case("nothing to learn from", json!({"fit": [], "apply": apply}), Refusal("`fit`")),
            case("no field", json!({"apply": apply}), Refusal("fit")),
            case("one pair", json!({"fit": [[0.5, 1]], "apply": apply}), Answer),
            case("all came true", json!({"fit": pairs(200, &|_| 1.0), "apply": apply}), Answer),
            case("none came true", json!({"fit": pairs(200, &|_| 0.0), "apply": apply}), Answer),
            case(
                "the order turned round",
                json!({"fit": pairs(200, &|at| f64::from(at % 100 < 50)), "apply": apply}),
                Answer,
            ),
            case(
                "perfect separation",
                json!({"fit": pairs(200, &|at| f64::from(at % 100 >= 50)), "apply": apply}),
                Answer,
            ),
            case("one forecast for all", json!({"fit": vec![vec![0.7, 1.0]; 50], "apply": apply}), Answer),
            case("half an outcome", json!({"fit": [[0.5, 0.5]], "apply": apply}), Refusal("fit[0]")),
            case("a probability of 1.2", json!({"fit": [[0.5, 1]], "apply": [1.2]}), Refusal("apply[0]")),
            case("a million pairs", json!({"fit": pairs(MILLION, &|at| (at % 3 % 2) as f64), "apply": apply}), Answer),
        ],
    );
    let entry = |id: usize, p: f64, outcome: Value| {
        json!({"id": format!("e{id}"), "model": "m", "probability": p, "outcome": outcome,
        "madeAt": "2026-01-01", "dueAt": "2026-02-01"})
    };
    let quantity = json!({"id": "q", "model": "m", "mean": 5.0, "lo": 9.0, "hi": 1.0, "level": 0.8, "outcome": 4.0});
    check(
        EngineId::Learning,
        "report",
        vec![
            case("nothing", json!({"entries": []}), Either),
            case("one claim", json!({"entries": [entry(1, 0.5, json!(1))]}), Answer),
            case(
                "nothing due",
                json!({"entries": (0..50).map(|id| entry(id, 0.5, Value::Null)).collect::<Vec<_>>()}),
                Answer,
            ),
            case("the same claim fifty times", json!({"entries": vec![entry(1, 0.9, json!(0)); 50]}), Either),
            case("an interval the wrong way round", json!({"entries": [quantity]}), Either),
            case(
                "certain and wrong",
                json!({"entries": (0..50).map(|id| entry(id, 1.0, json!(0))).collect::<Vec<_>>()}),
                Answer,
            ),
            case(
                "200,000 claims",
                json!({"entries": (0..200_000).map(|id| entry(id, (id % 100) as f64 / 100.0, json!(id % 2))).collect::<Vec<_>>()}),
                Either,
            ),
        ],
    );
    let click = |position: f64, impressions: f64, clicks: f64| json!({"site": "s", "bucket": "b", "position": position, "impressions": impressions, "clicks": clicks});
    check(
        EngineId::Learning,
        "curves",
        vec![
            case("nothing", json!({}), Either),
            case("more clicks than impressions", json!({"clicks": [click(1.0, 5.0, 9.0)]}), Either),
            case("position 0", json!({"clicks": [click(0.0, 5.0, 1.0)]}), Either),
            case("no impression", json!({"clicks": [click(1.0, 0.0, 0.0)]}), Either),
            case(
                "all trials succeed",
                json!({"rates": [{"kind": "close", "key": "roofing", "successes": 50, "trials": 50}]}),
                Answer,
            ),
            case(
                "more successes than trials",
                json!({"rates": [{"kind": "close", "key": "x", "successes": 51, "trials": 50}]}),
                Refusal("rates[0]"),
            ),
            case(
                "50,000 rows",
                json!({"clicks": (0..50_000).map(|at| click(f64::from(1 + at % 30), 100.0, f64::from(at % 7))).collect::<Vec<_>>()}),
                Either,
            ),
        ],
    );
}

/// A bandit remembers its lines, so it is fed through the command line.
#[test]
fn bandits() {
    let lines = [
        json!({"id": 1, "x": [], "n_actions": 3}),
        json!({"id": 2, "reward": 1.0}),
        json!({"id": 3, "x": [1.0, 2.0], "n_actions": 0}),
        json!({"id": 4, "x": [1.0, 2.0], "n_actions": 1}),
        json!({"id": 5, "x": ["NaN"], "n_actions": 3}),
        json!({"id": 6, "x": [1.0, 2.0], "n_actions": 3}),
        json!({"id": 7, "reward": 1e300}),
        json!({"id": 8, "x": [1.0, 2.0, 3.0], "n_actions": 3}),
        json!({"id": 9, "reward": "much"}),
        json!({"id": 10, "x": [1e200, -1e200], "n_actions": 3}),
        json!({"id": 11, "reward": 1.0}),
        json!({"id": 12, "reward": 1.0}),
        json!({"id": 13, "x": [0.0, 0.0], "n_actions": 3}),
    ];
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let mut output = Vec::new();
    let outcome =
        run(EngineId::Learning, "bandit", &mut text.as_bytes(), &mut output, &Options::default(), &Unattended);
    outcome.expect("the session goes on to its end");
    let answers: Vec<Value> =
        String::from_utf8_lossy(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(!answers.is_empty());
    for answer in answers {
        let is_action = answer["action"].as_u64().is_some_and(|action| action < 3);
        assert!(is_action || answer["error"]["detail"].as_str().is_some_and(|detail| detail.len() > 10), "{answer}");
    }
}

#[test]
fn knapsacks() {
    let of = |c: Value, a: Value, b: Value| json!({"c": c, "A": a, "b": b});
    let hard = |items: usize, limits: usize| {
        let c: Vec<f64> = column(items, 1).iter().map(|x| x.round()).collect();
        let a: Vec<Vec<f64>> =
            (0..limits).map(|no| column(items, no + 2).iter().map(|x| x.round()).collect()).collect();
        let b: Vec<f64> = a.iter().map(|row| (row.iter().sum::<f64>() / 2.0).round()).collect();
        of(json!(c), json!(a), json!(b))
    };
    check(
        EngineId::Strategic,
        "portfolio",
        vec![
            case("nothing", of(json!([]), json!([]), json!([])), Either),
            case("a budget of 0", of(json!([5, 4]), json!([[1, 2]]), json!([0])), Answer),
            case(
                "limits that contradict",
                of(json!([5, 4]), json!([[1, 1], [-1, -1]]), json!([0, -1])),
                Refusal("no choice"),
            ),
            case("a limit below 0", of(json!([5, 4]), json!([[1, 2]]), json!([-1])), Refusal("no choice")),
            case("n that is not so", json!({"n": 3, "m": 1, "c": [5, 4], "A": [[1, 2]], "b": [2]}), Refusal("`n`")),
            case("rows of other lengths", of(json!([5, 4]), json!([[1]]), json!([2])), Refusal("A")),
            case("no worth", of(json!([0, 0]), json!([[1, 2]]), json!([2])), Answer),
            case("worth of 1e300", of(json!([1e300, 1e300]), json!([[1, 1]]), json!([2])), Either),
            case("items all alike", of(json!(vec![7; 300]), json!([vec![3; 300]]), json!([451])), Answer),
            case("300 items and 30 limits", hard(300, 30), Answer),
            case("20,000 items", hard(20_000, 2), Either),
        ],
    );
}

#[test]
fn bets() {
    let bet = |id: &str, cents: f64| json!({"id": id, "lowCents": cents / 2.0, "midCents": cents, "highCents": cents * 2.0, "hours": 2.0});
    let of = |bets: Value, hours: Value| json!({"opportunities": bets, "parameters": {"hours": hours}});
    let ring = json!([{"id": "a", "lowCents": 4, "midCents": 5, "highCents": 6, "hours": 1, "dependsOn": ["b"]}, {"id": "b", "lowCents": 4, "midCents": 5, "highCents": 6, "hours": 1, "dependsOn": ["a"]}]);
    let cases = || {
        vec![
            case("nothing", of(json!([]), json!(5)), Refusal("opportunit")),
            case("no hour", of(json!([bet("a", 100.0)]), json!(0)), Either),
            case("hours below 0", of(json!([bet("a", 100.0)]), json!(-1)), Refusal("hours")),
            case("one bet", of(json!([bet("a", 100.0)]), json!(5)), Answer),
            case("a bet twice", of(json!([bet("a", 100.0), bet("a", 100.0)]), json!(5)), Refusal("a")),
            case("each needs the other", of(ring.clone(), json!(5)), Either),
            case(
                "points in the wrong order",
                of(json!([{"id": "a", "lowCents": 9, "midCents": 5, "highCents": 1, "hours": 1}]), json!(5)),
                Refusal("Cents"),
            ),
            case(
                "needs what is not there",
                of(
                    json!([{"id": "a", "lowCents": 4, "midCents": 5, "highCents": 6, "hours": 1, "dependsOn": ["z"]}]),
                    json!(5),
                ),
                Refusal("z"),
            ),
            case(
                "a chance of 2",
                of(
                    json!([{"id": "a", "lowCents": 4, "midCents": 5, "highCents": 6, "hours": 1, "successProbability": 2}]),
                    json!(5),
                ),
                Refusal("successProbability"),
            ),
            case("worth of 1e300", of(json!([bet("a", 1e300)]), json!(5)), Either),
            case(
                "200 bets",
                of((0..200).map(|no| bet(&format!("b{no}"), f64::from(100 + no * 37 % 900))).collect(), json!(40)),
                Answer,
            ),
        ]
    };
    for task in ["portfolio", "scenarios", "roadmap"] {
        check(EngineId::Strategic, task, cases());
    }
}
