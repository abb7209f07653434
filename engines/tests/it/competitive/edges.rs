//! Invalid and hostile input.

use engines::common::{EngineError, Unattended};
use engines::competitive::{Input, Parameters, SerpResult, Snapshot, discover, explain, gap, share};
use proptest::prelude::*;

use super::{checked, input, serp, volume};

#[test]
fn what_is_missing_is_told_by_name() {
    let none = share(&input(Vec::new(), Vec::new()), &checked(), &Unattended).unwrap_err();
    assert!(matches!(none, EngineError::NoInput { .. }), "{none}");
    let site = Input { site: " ".to_owned(), ..input(vec![serp("a", &["x.example"])], Vec::new()) };
    assert!(share(&site, &checked(), &Unattended).unwrap_err().to_string().contains("site"));
    let bad = input(vec![serp("a", &["x.example"])], vec![volume("a", f64::NAN, "c")]);
    assert!(share(&bad, &checked(), &Unattended).unwrap_err().to_string().contains("volumes[0]"));
    let unknown = share(&input(vec![serp("a", &["x.example"])], Vec::new()), &checked(), &Unattended).unwrap();
    assert!(unknown.losses.is_empty() && !unknown.needs.is_empty() && unknown.volume == 0.0);
    assert!(Parameters { persistence: f64::NAN, ..Parameters::default() }.check().is_err());
}

#[test]
fn without_a_value_no_money_is_shown() {
    let given = input(vec![serp("a", &["x.example", "own.example"])], vec![volume("a", 1_000.0, "c")]);
    let output = share(&given, &Parameters::default().check().unwrap(), &Unattended).unwrap();
    assert!(output.losses[0].value.is_none() && output.losses[0].clicks.mid > 0.0);
    assert!(output.insights.iter().all(|insight| insight.impact.is_none()));
    assert!(output.needs.iter().any(|need| need.contains("value per lead")));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn any_result_pages_are_answered_with_finite_figures(
        rows in prop::collection::vec((any::<f64>(), "\\PC{0,20}", 0_usize..4), 0..30), volumes in prop::collection::vec(0.0_f64..1e6, 4),
    ) {
        let mut snapshots: Vec<Snapshot> = (0..4).map(|at| Snapshot { query: format!("q{at}"), ..Snapshot::default() }).collect();
        for (position, url, at) in rows {
            snapshots[at].results.push(SerpResult { position, url, ..SerpResult::default() });
        }
        snapshots[0].results.push(SerpResult { position: 3.0, url: "https://own.example/".to_owned(), ..SerpResult::default() });
        let volumes = volumes.into_iter().enumerate().map(|(at, v)| volume(&format!("q{at}"), v, "c")).collect();
        let given = input(snapshots, volumes);
        let output = share(&given, &checked(), &Unattended).unwrap();
        prop_assert!(output.domains.iter().all(|domain| domain.share.is_finite() && domain.rating.is_finite()));
        prop_assert!(discover(&given, &checked(), &Unattended).is_ok());
        prop_assert!(gap(&given, &checked(), &Unattended).is_ok());
        let output = explain(&given, &checked(), &Unattended).unwrap();
        prop_assert!(output.clusters.iter().flat_map(|c| &c.sites).all(|site| site.strength.is_finite() && site.standard_error.is_finite()));
    }
}
