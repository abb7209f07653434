//! What all engines share: days, money, keys, errors and control.

use std::str::FromStr;

use engines::common::{
    Action, Control, Day, EngineError, EngineId, Evidence, Insight, Interval, Metric, Money, Nature, Severity,
    Unattended, checkpoint,
};
use proptest::prelude::*;
use serde_json::json;

fn insight() -> Insight {
    Insight {
        engine: EngineId::Causal,
        key: Insight::key_of("impact", "acme.com/roofing"),
        title: "The change raised clicks".to_owned(),
        kind: "impact".to_owned(),
        severity: Severity::Opportunity,
        nature: Nature::Claim,
        confidence: 0.9,
        impact: Some(Money { low_cents: -100, mid_cents: 250, high_cents: 900, currency: "EUR".to_owned() }),
        effort_minutes: 30,
        evidence: vec![Evidence {
            kind: "query".to_owned(),
            reference: "roofer".to_owned(),
            value: json!({"clicks": 12}),
            source: "Search Console".to_owned(),
            observed_at: None,
        }],
        method: "method".to_owned(),
        method_version: "1.0.0".to_owned(),
        assumptions: vec!["Nothing else happened.".to_owned()],
        action: Some(Action { kind: "improve_page".to_owned(), label: "Improve the page".to_owned(), target: None }),
        falsifier: "Clicks fall back.".to_owned(),
        expires_at: Some("2026-12-01T00:00:00Z".to_owned()),
    }
}

#[test]
fn insights_survive_the_wire_in_camel_case() {
    let written = serde_json::to_value(insight()).unwrap();
    for (pointer, wanted) in [
        ("/engine", json!("causal")),
        ("/severity", json!("opportunity")),
        ("/nature", json!("claim")),
        ("/impact/midCents", json!(250)),
        ("/impact/currency", json!("EUR")),
        ("/effortMinutes", json!(30)),
        ("/evidence/0/type", json!("query")),
        ("/evidence/0/ref", json!("roofer")),
        ("/evidence/0/observedAt", json!(null)),
        ("/methodVersion", json!("1.0.0")),
        ("/action/kind", json!("improve_page")),
        ("/expiresAt", json!("2026-12-01T00:00:00Z")),
    ] {
        assert_eq!(written.pointer(pointer), Some(&wanted), "{pointer}");
    }
    assert_eq!(serde_json::from_value::<Insight>(written.clone()).unwrap(), insight());
    // Stored before there were keys and natures.
    let mut old = written;
    old.as_object_mut().unwrap().retain(|name, _| name != "key" && name != "nature");
    let read: Insight = serde_json::from_value(old).unwrap();
    assert_eq!((read.key.as_str(), read.nature), ("", Nature::Claim));
}

#[test]
fn keys_are_kind_and_subject() {
    for (kind, subject, wanted) in [
        ("season", "", "season"),
        ("impact", "/roofing", "impact:/roofing"),
        ("change_point", "clicks:2026-11-23", "change_point:clicks:2026-11-23"),
        ("query", "سباك", "query:سباك"),
    ] {
        assert_eq!(Insight::key_of(kind, subject), wanted);
    }
}

#[test]
fn a_fact_differs_from_its_claim_by_nature_alone() {
    let fact = insight().as_fact();
    assert_eq!(fact.nature, Nature::Fact);
    assert_eq!(Insight { nature: Nature::Claim, ..fact }, insight());
}

#[test]
fn severities_are_ordered_from_good_to_know_to_critical() {
    let order = [Severity::Info, Severity::Opportunity, Severity::Warning, Severity::Critical];
    assert!(order.is_sorted() && order.windows(2).all(|pair| pair[0] != pair[1]));
    assert_eq!(
        order.map(|severity| serde_json::to_value(severity).unwrap()),
        ["info", "opportunity", "warning", "critical"]
    );
}

#[test]
fn money_is_rounded_to_whole_cents() {
    for (cents, wanted) in [
        ((0.0, 0.0, 0.0), (0, 0, 0)),
        ((10.4, 10.5, 10.6), (10, 11, 11)),
        ((-10.6, -10.5, -10.4), (-11, -11, -10)),
        ((-0.4, 0.4, 1e9), (0, 0, 1_000_000_000)),
        ((f64::NEG_INFINITY, 0.0, f64::INFINITY), (i64::MIN, 0, i64::MAX)),
    ] {
        let (low, mid, high) = cents;
        let money = Money::from_interval(&Interval { low, mid, high, mean: mid }, "USD");
        assert_eq!((money.low_cents, money.mid_cents, money.high_cents), wanted, "{cents:?}");
        assert_eq!(money.currency, "USD");
    }
}

#[test]
fn engines_are_read_from_their_words_and_from_nothing_else() {
    for engine in EngineId::ALL {
        assert_eq!(EngineId::from_str(engine.as_str()), Ok(engine));
        assert_eq!(engine.to_string(), engine.as_str());
        assert_eq!(serde_json::from_value::<EngineId>(json!(engine.as_str())).unwrap(), engine);
        assert_eq!(engine.name().to_lowercase(), engine.as_str());
        assert!(engine.question().ends_with(['?', '.']) && engine.description().ends_with('.'), "{engine}");
    }
    for word in ["", "Causal", "causal ", "seo", "CAUSAL"] {
        assert_eq!(EngineId::parse(word), None, "{word:?}");
        assert_eq!(EngineId::from_str(word).unwrap_err().to_string(), format!("there is no engine `{word}`"));
    }
    let mut words: Vec<&str> = EngineId::ALL.iter().map(|engine| engine.as_str()).collect();
    words.sort_unstable();
    words.dedup();
    assert_eq!(words.len(), 11, "no two engines of one name");
}

#[test]
fn errors_say_what_is_wrong_and_have_a_stable_kind() {
    let cases = [
        (EngineError::Cancelled, "cancelled", "the run was cancelled"),
        (
            EngineError::NoInput { what: "queries", unlock: "import an export" },
            "no-input",
            "no queries given: import an export",
        ),
        (
            EngineError::NoUsableRow { rows: 3, first_row: 1, first_reason: "is empty".to_owned() },
            "no-usable-row",
            "none of the 3 rows can be used; row 1: is empty",
        ),
        (EngineError::input("days[3].clicks", "is negative"), "invalid-input", "input `days[3].clicks` is negative"),
        (
            EngineError::InvalidParameter { field: "months", problem: "is 13, must be 1 to 12".to_owned() },
            "invalid-parameter",
            "parameter `months` is 13, must be 1 to 12",
        ),
        (
            EngineError::TooManyClusters { clusters: 9, texts: 2 },
            "too-many-clusters",
            "9 clusters were asked for, but there are only 2 texts",
        ),
        (
            EngineError::TooLarge { what: "rows", got: 11, limit: 10 },
            "too-large",
            "11 rows given, at most 10 are taken in one run",
        ),
    ];
    for (error, kind, text) in cases {
        assert_eq!((error.kind(), error.to_string().as_str()), (kind, text));
    }
}

struct Asked(bool);

impl Control for Asked {
    fn progress(&self, _: f64, _: &str, _: &str) {}

    fn is_cancelled(&self) -> bool {
        self.0
    }
}

#[test]
fn a_checkpoint_passes_until_the_run_is_cancelled() {
    Unattended.progress(50.0, "stage", "A sentence");
    assert_eq!(checkpoint(&Unattended), Ok(()));
    assert_eq!(checkpoint(&Asked(false)), Ok(()));
    assert_eq!(checkpoint(&Asked(true)), Err(EngineError::Cancelled));
}

/// Day numbers of the proleptic Gregorian calendar: `datetime.date.toordinal` of Python less 719,163.
#[test]
fn days_count_from_1970() {
    let epoch = Day::from_ymd(1970, 1, 1).unwrap();
    for (text, days) in [
        ("0001-01-01", -719_162),
        ("1600-02-29", -135_081),
        ("1899-12-31", -25_568),
        ("1969-12-31", -1),
        ("2000-02-29", 11_016),
        ("2000-03-01", 11_017),
        ("2024-12-31", 20_088),
        ("2100-02-28", 47_540),
        ("2100-03-01", 47_541),
        ("9999-12-31", 2_932_896),
    ] {
        assert_eq!(Day::parse(text).unwrap().since(epoch), days, "{text}");
        assert_eq!(epoch.plus(days).to_string(), text);
    }
}

#[test]
fn days_stop_at_the_ends_of_the_calendar() {
    let (first, last) = (Day::parse("0001-01-01").unwrap(), Day::parse("9999-12-31").unwrap());
    for far in [1, 1_000, i32::MAX] {
        assert_eq!((last.plus(far), first.plus(-far)), (last, first));
    }
    assert_eq!(first.plus(i32::MAX), last);
    assert_eq!(last.plus(i32::MIN), first);
    for (year, month, day) in
        [(0, 1, 1), (10_000, 1, 1), (2026, 0, 1), (2026, 13, 1), (2026, 4, 31), (2026, 4, 0), (1900, 2, 29)]
    {
        assert_eq!(Day::from_ymd(year, month, day), None, "{year}-{month}-{day}");
    }
}

#[test]
fn days_in_json_are_dates_or_times_of_which_the_date_counts() {
    let read = |text: &str| serde_json::from_value::<Day>(json!(text));
    for text in ["2026-11-23", "2026-11-23T23:59:59Z", "2026-11-23T00:00:00+02:00"] {
        assert_eq!(serde_json::to_value(read(text).unwrap()).unwrap(), "2026-11-23", "{text}");
    }
    for text in ["23.11.2026", "2026-11-31", "20261123", "2026-11-23x", ""] {
        let error = read(text).unwrap_err().to_string();
        assert!(error.contains("is not a date like 2026-11-21"), "{text:?}: {error}");
    }
    assert!(serde_json::from_value::<Day>(json!(20_781)).is_err());
}

#[test]
fn metrics_have_the_words_of_the_tables() {
    assert_eq!([Metric::Clicks, Metric::Impressions].map(Metric::as_str), ["clicks", "impressions"]);
}

proptest! {
    #[test]
    fn days_add_and_subtract_like_numbers(start in -600_000_i32..2_800_000, a in -50_000_i32..50_000, b in -50_000_i32..50_000) {
        let day = Day::from_ymd(1970, 1, 1).unwrap().plus(start);
        prop_assert_eq!(day.plus(a).since(day), a);
        prop_assert_eq!(day.plus(a).plus(b), day.plus(b).plus(a));
        prop_assert_eq!(day.plus(a) < day.plus(b), a < b);
        prop_assert_eq!(day.plus(a).to_string() < day.plus(b).to_string(), a < b, "dates sort as text");
        prop_assert_eq!(day.to_rfc3339(), format!("{day}T00:00:00Z"));
    }

    #[test]
    fn money_keeps_the_order_of_its_points(points in prop::collection::vec(-1e12..1e12_f64, 3)) {
        let mut points = points;
        points.sort_by(f64::total_cmp);
        let money = Money::from_interval(&Interval { low: points[0], mid: points[1], high: points[2], mean: points[1] }, "USD");
        prop_assert!(money.low_cents <= money.mid_cents && money.mid_cents <= money.high_cents);
        prop_assert!((money.mid_cents as f64 - points[1]).abs() <= 0.5);
    }
}
