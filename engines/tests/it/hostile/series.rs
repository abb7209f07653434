//! Tasks that take series.

use engines::common::EngineId;
use serde_json::{Value, json};

use super::Want::{Answer, Either, Refusal};
use super::{Case, MILLION, case, check, column, date, gaps, wave};

/// Cases of every task that takes one series, with its other required fields.
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
        // A forecast rejects them by name; the others fill or skip them.
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
