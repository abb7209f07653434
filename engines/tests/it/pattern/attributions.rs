//! Explanations of a change: shares, surprise and drill-down.

use std::collections::BTreeMap;

use engines::common::{Control, Day, EngineError, Severity, Unattended};
use engines::pattern::attribute::{AttributeInput, Attribution, Parameters, Row, attribute};
use engines::stat::poisson_ratio_test;
use proptest::prelude::*;

use crate::table::assert_close;

fn row(values: &[(&str, &str)], before: f64, after: f64) -> Row {
    let values: BTreeMap<String, String> =
        values.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    Row { values, before, after }
}

fn explained(rows: Vec<Row>, params: Parameters) -> Attribution {
    let input = AttributeInput { rows, ..AttributeInput::default() };
    attribute(&input, &params.check().unwrap(), &Unattended).unwrap()
}

fn pages(figures: &[(f64, f64)]) -> Vec<Row> {
    let page = |(at, (before, after)): (usize, &(f64, f64))| row(&[("page", &format!("/{at}"))], *before, *after);
    figures.iter().enumerate().map(page).collect()
}

/// Each element's term of `scipy.spatial.distance.jensenshannon(p, q, base=2) ** 2`, with p = (600, 400, 500, 500) / 2000
/// and q = (200, 395, 495, 502) / 1592; the four add up to 0.0335.
#[test]
fn surprise_is_the_divergence_of_jensen_and_shannon() {
    let found =
        explained(pages(&[(600.0, 200.0), (400.0, 395.0), (500.0, 495.0), (500.0, 502.0)]), Parameters::default());
    let best = &found.explanations[0];
    assert_eq!((best.dimension.as_str(), best.elements.len(), best.elements[0].name.as_str()), ("page", 1, "/0"));
    assert_close(best.surprise, 0.026_539_397_388_502_07, 1e-9, "surprise");
    assert_close(best.explains, 400.0 / 408.0, 1e-12, "share of the change");
    assert_close(found.relative.unwrap(), 1_592.0 / 2_000.0 - 1.0, 1e-12, "change");
}

#[test]
fn surprise_of_all_elements_is_the_whole_divergence() {
    // All four lose or gain more than chance allows, and together they are asked to explain everything.
    let params = Parameters { least_of_one: 0.0, least_of_all: 1.0, ..Parameters::default() };
    let found = explained(pages(&[(6_000.0, 2_000.0), (4_000.0, 2_000.0)]), params);
    let best = &found.explanations[0];
    assert_eq!(best.elements.len(), 2);
    // jensenshannon((0.6, 0.4), (0.5, 0.5), base=2) ** 2
    assert_close(best.surprise, 0.007_299_156_760_473_896, 1e-9, "divergence");
    assert_close(best.explains, 1.0, 1e-12, "share");
}

#[test]
fn figures_before_are_put_on_the_length_of_the_time_after() {
    let rows = pages(&[(2_800.0, 700.0), (2_800.0, 200.0)]);
    let change = Day::from_ymd(2026, 3, 4);
    let periods =
        AttributeInput { change, before_days: Some(28.0), after_days: Some(7.0), ..AttributeInput::default() };
    let input = AttributeInput { rows, ..periods };
    let found = attribute(&input, &Parameters::default().check().unwrap(), &Unattended).unwrap();
    assert_eq!((found.change, found.before_days, found.after_days), (change, Some(28.0), Some(7.0)));
    assert_close(found.expected, 1_400.0, 1e-12, "expected in a week");
    assert_eq!(found.path[0].elements[0].name, "/1");
    assert_close(found.path[0].explains, 1.0, 1e-12, "the other page is as expected");
    let element = &found.path[0].elements[0];
    // Its rate against the part of the whole it would have kept, by the test of two rates.
    let (_, p) = poisson_ratio_test(2_800.0, 28.0, 200.0, 28.0 * 900.0 / 5_600.0, 1.0);
    assert_close(element.p, p, 1e-9, "p");
}

#[test]
fn the_path_drills_into_the_elements_of_the_best_dimension() {
    let mut rows = Vec::new();
    for page in ["/a", "/b", "/c"] {
        for device in ["mobile", "desktop"] {
            for country in ["us", "ca"] {
                let is_hit = page == "/b" && device == "desktop" && country == "ca";
                let after = if is_hit { 40.0 } else { 1_000.0 };
                rows.push(row(&[("page", page), ("device", device), ("country", country)], 1_000.0, after));
            }
        }
    }
    let found = explained(rows.clone(), Parameters::default());
    let mut steps: Vec<(&str, &str)> =
        found.path.iter().map(|step| (step.dimension.as_str(), step.elements[0].name.as_str())).collect();
    assert_eq!(steps[0], ("page", "/b"), "a third of the site is the greatest surprise");
    steps.sort_unstable();
    assert_eq!(steps, [("country", "ca"), ("device", "desktop"), ("page", "/b")]);
    assert!(found.path.iter().all(|step| step.elements.len() == 1 && step.explains > 0.99));
    for depth in 1..=3 {
        assert_eq!(explained(rows.clone(), Parameters { depth, ..Parameters::default() }).path.len(), depth);
    }
}

#[test]
fn a_rise_is_explained_like_a_fall() {
    let fall = explained(pages(&[(900.0, 300.0), (800.0, 790.0), (700.0, 705.0)]), Parameters::default());
    let rise = explained(pages(&[(300.0, 900.0), (790.0, 800.0), (705.0, 700.0)]), Parameters::default());
    assert_eq!(fall.path[0].elements[0].name, rise.path[0].elements[0].name);
    assert_close(fall.path[0].surprise, rise.path[0].surprise, 1e-9, "surprise is symmetric");
    assert_eq!((fall.insights[0].severity, rise.insights[0].severity), (Severity::Warning, Severity::Info));
    assert!(fall.insights[0].title.starts_with("Clicks fell 25"), "{}", fall.insights[0].title);
}

#[test]
fn small_counts_are_left_to_chance() {
    let found = explained(pages(&[(6.0, 2.0), (5.0, 5.0), (4.0, 4.0)]), Parameters::default());
    assert!(found.path.is_empty() && found.insights.is_empty());
    assert_eq!(found.notes.len(), 1, "the change is spread evenly");
    // A hundred times as many leave no doubt.
    let many = explained(pages(&[(600.0, 200.0), (500.0, 500.0), (400.0, 400.0)]), Parameters::default());
    assert_eq!(many.path.len(), 1);
}

#[test]
fn elements_that_are_new_or_gone_are_explanations_too() {
    let gone = explained(pages(&[(500.0, 0.0), (500.0, 495.0), (500.0, 505.0)]), Parameters::default());
    assert_eq!((gone.path[0].elements[0].name.as_str(), gone.path[0].elements[0].actual), ("/0", 0.0));
    let new = explained(pages(&[(0.0, 500.0), (500.0, 495.0), (500.0, 505.0)]), Parameters::default());
    assert_eq!((new.path[0].elements[0].name.as_str(), new.path[0].elements[0].expected), ("/0", 0.0));
    let first = explained(pages(&[(0.0, 500.0), (0.0, 10.0)]), Parameters::default());
    assert_eq!(first.relative, None, "nothing was expected");
}

#[test]
fn the_finding_names_metric_elements_and_expiry() {
    let input = AttributeInput {
        as_of: Day::parse("2026-11-23"),
        metric: Some("impressions".to_owned()),
        rows: vec![
            row(&[("query", "roofer"), ("device", "mobile")], 900.0, 200.0),
            row(&[("query", "plumber"), ("device", "mobile")], 900.0, 890.0),
            row(&[("query", "plumber"), ("device", "desktop")], 900.0, 905.0),
        ],
        ..AttributeInput::default()
    };
    let found = attribute(&input, &Parameters::default().check().unwrap(), &Unattended).unwrap();
    let insight = &found.insights[0];
    assert_eq!((insight.key.as_str(), insight.kind.as_str()), ("attribution:impressions", "attribution"));
    assert_eq!(insight.expires_at.as_deref(), Some("2026-12-21T00:00:00Z"));
    assert_eq!(insight.action.as_ref().unwrap().target.as_deref(), Some("roofer"));
    assert!(insight.impact.is_none() && insight.confidence > 0.9 && insight.confidence <= 0.99);
    assert!(found.notes.iter().any(|note| note.contains("no query")), "half of the clicks have no query");
}

#[test]
fn share_without_a_query_is_measured_or_named_as_a_study() {
    let notes = |first: &str| {
        let rows = vec![row(&[("query", first)], 32.0, 32.0), row(&[("query", "plumber")], 68.0, 68.0)];
        let input = AttributeInput { rows, ..AttributeInput::default() };
        attribute(&input, &Parameters::default().check().unwrap(), &Unattended).unwrap().notes
    };
    let has = |notes: &[String], part: &str| notes.iter().any(|note| note.contains(part));
    for none in ["(not told)", ""] {
        assert!(has(&notes(none), "32 % of the clicks in these rows have no query"), "{:?}", notes(none));
    }
    let unknown = notes("roofer");
    assert!(has(&unknown, "unknown: in a study of other websites (Ahrefs, 2022), 46 % of clicks"), "{unknown:?}");
}

struct Stopped;

impl Control for Stopped {
    fn progress(&self, _: f64, _: &str, _: &str) {}

    fn is_cancelled(&self) -> bool {
        true
    }
}

#[test]
fn rows_that_cannot_be_used_are_named() {
    let one = || row(&[("page", "/a")], 1.0, 2.0);
    let run = |input: AttributeInput| attribute(&input, &Parameters::default().check().unwrap(), &Unattended);
    let of = |rows: Vec<Row>| AttributeInput { rows, ..AttributeInput::default() };
    let wide: Vec<(String, String)> = (0..13).map(|at| (at.to_string(), "x".to_owned())).collect();
    let cases = [
        ("rows[0].values", of(vec![row(&[], 1.0, 2.0)])),
        ("rows[0].values", of(vec![Row { values: wide.into_iter().collect(), before: 1.0, after: 2.0 }])),
        ("rows[1].values", of(vec![one(), row(&[("device", "mobile")], 1.0, 2.0)])),
        ("rows[1].before", of(vec![one(), row(&[("page", "/b")], f64::NAN, 2.0)])),
        ("rows[0].after", of(vec![row(&[("page", "/b")], 1.0, -0.5)])),
        ("rows[0].after", of(vec![row(&[("page", "/b")], 1.0, 1e13)])),
        ("beforeDays", AttributeInput { before_days: Some(0.0), ..of(vec![one()]) }),
        ("afterDays", AttributeInput { after_days: Some(4_000.0), ..of(vec![one()]) }),
        ("afterDays", AttributeInput { after_days: Some(f64::NAN), ..of(vec![one()]) }),
    ];
    for (field, input) in cases {
        match run(input) {
            Err(EngineError::InvalidInput { field: named, .. }) => assert_eq!(named, field),
            other => panic!("{field}: {other:?}"),
        }
    }
    assert_eq!(run(AttributeInput::default()).unwrap_err().kind(), "no-input");
    let stopped = attribute(&of(vec![one()]), &Parameters::default().check().unwrap(), &Stopped);
    assert_eq!(stopped.unwrap_err(), EngineError::Cancelled);
    for (field, params) in [
        ("leastOfOne", Parameters { least_of_one: 1.1, ..Parameters::default() }),
        ("leastOfAll", Parameters { least_of_all: 0.05, ..Parameters::default() }),
        ("depth", Parameters { depth: 0, ..Parameters::default() }),
    ] {
        assert!(params.check().unwrap_err().to_string().contains(field), "{field}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(50))]

    #[test]
    fn chosen_elements_explain_enough_and_add_up(
        figures in prop::collection::vec((0.0..2_000.0_f64, 0.0..2_000.0_f64), 2..20),
    ) {
        let found = explained(pages(&figures), Parameters::default());
        let sum = |of: fn(&(f64, f64)) -> f64| figures.iter().map(of).sum::<f64>();
        prop_assert!((found.expected - sum(|pair| pair.0)).abs() < 1e-6);
        prop_assert!((found.actual - sum(|pair| pair.1)).abs() < 1e-6);
        // A share of a small difference of large sums is as exact as that difference is.
        let change = found.actual - found.expected;
        let relative = 1e-12 * sum(|pair| pair.0 + pair.1) / change.abs();
        for one in &found.explanations {
            prop_assert!(one.explains >= 0.67);
            prop_assert!((one.elements.iter().map(|element| element.explains).sum::<f64>() - one.explains).abs() < 1e-9);
            for element in &one.elements {
                prop_assert!(element.explains >= 0.1 && (0.0..=0.01).contains(&element.p));
                let share = (element.actual - element.expected) / change;
                prop_assert!((share - element.explains).abs() <= relative * share.abs(), "{share} {relative}");
            }
        }
    }

    #[test]
    fn the_order_of_rows_does_not_matter(
        figures in prop::collection::vec((0.0..2_000.0_f64, 0.0..2_000.0_f64), 2..15), turn in 1_usize..15,
    ) {
        let rows = pages(&figures);
        let mut turned = rows.clone();
        turned.rotate_left(turn % rows.len());
        let names = |found: &Attribution| -> Vec<String> {
            found.path.iter().flat_map(|step| step.elements.iter().map(|element| element.name.clone())).collect()
        };
        prop_assert_eq!(names(&explained(rows, Parameters::default())), names(&explained(turned, Parameters::default())));
    }
}
