//! Tasks that take tables of numbers.

use engines::command::{Options, run};
use engines::common::{EngineId, Unattended};
use serde_json::{Value, json};

use super::Want::{Answer, Either, Refusal};
use super::{MILLION, case, check, column, wave};

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
            // Fitting is cubic in an arm's rows: a thousand take half a minute without optimisation.
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

/// A bandit keeps state, so it is tested through the command line.
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
                Refusal("infeasible"),
            ),
            case("a limit below 0", of(json!([5, 4]), json!([[1, 2]]), json!([-1])), Refusal("infeasible")),
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
