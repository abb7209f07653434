//! Insights.

use std::collections::BTreeSet;

use engines::common::{Nature, Unattended};
use engines::keyword::{Parameters, QueryRow, VolumeField, wins};

use super::{answer, input, priced, row};

fn site() -> Vec<QueryRow> {
    let mut rows: Vec<QueryRow> = (0..60)
        .map(|n| {
            row(
                &format!(
                    "{} repair {}",
                    ["roof", "siding", "gutter", "deck"][n % 4],
                    ["austin", "dallas", "houston"][n % 3]
                ),
                2.0,
                400.0 + n as f64,
                5.0 + (n % 20) as f64,
            )
        })
        .collect();
    rows.push(row("acme roofing", 300.0, 500.0, 1.0));
    rows.push(QueryRow {
        volume: Some(VolumeField::Number(9_000.0)),
        ..QueryRow { position: None, ..row("solar panel installation austin", 0.0, 0.0, 0.0) }
    });
    rows
}

#[test]
fn every_finding_has_evidence_a_falsifier_and_an_end() {
    let output = answer(&input(site()), priced());
    assert!(output.insights.len() >= 5);
    for insight in &output.insights {
        assert!(!insight.evidence.is_empty() && insight.falsifier.len() > 20, "{}", insight.title);
        assert!(insight.expires_at.as_deref() > Some("2026-11-21T00:00:00Z"), "{:?}", insight.expires_at);
        assert!(insight.confidence > 0.0 && insight.confidence <= 1.0);
        assert!(insight.method_version.starts_with("keyword-"));
    }
}

#[test]
fn findings_do_not_repeat_and_keep_to_their_number() {
    let output = answer(&input(site()), Parameters { max_insights: 6, ..priced() });
    assert_eq!(output.insights.len(), 6);
    let titles: BTreeSet<&str> = output.insights.iter().map(|insight| insight.title.as_str()).collect();
    assert_eq!(titles.len(), 6);
}

#[test]
fn findings_about_the_whole_stand_where_the_data_bears_them() {
    let output = answer(&input(site()), priced());
    let find = |kind: &str| output.insights.iter().find(|insight| insight.kind == kind);
    let brand = find("brand_share").unwrap();
    assert!(brand.title.starts_with("71 %"), "{}", brand.title);
    assert_eq!(brand.nature, Nature::Fact, "a share that was counted is nothing to be scored");
    let page = find("page_needed").unwrap();
    assert!(page.title.contains("solar panel installation austin") && page.impact.is_some());
    assert_eq!(page.nature, Nature::Claim);
    assert!(find("portfolio_value").is_some());
    assert!(find("value_missing").is_none());
}

#[test]
fn a_page_that_would_not_earn_its_work_is_not_asked_for() {
    let small = QueryRow {
        volume: Some(VolumeField::Number(30.0)),
        position: None,
        ..row("solar panel installation austin", 0.0, 0.0, 0.0)
    };
    let output = answer(
        &input(vec![small, row("roof", 1.0, 100.0, 5.0)]),
        Parameters { value_per_lead_cents: Some(2_000.0), ..Parameters::default() },
    );
    assert!(output.insights.iter().all(|insight| insight.kind != "page_needed"));
}

#[test]
fn expiry_is_left_out_without_a_date() {
    let mut given = input(site());
    given.as_of = None;
    assert!(answer(&given, priced()).insights.iter().all(|insight| insight.expires_at.is_none()));
}

#[test]
fn a_site_far_below_published_studies_is_told_so() {
    let rows = (0..20).map(|n| row(&format!("t{n} u{n}"), 10.0, 2_000.0, 3.0)).collect();
    let output = answer(&input(rows), priced());
    assert!(output.insights.iter().any(|insight| insight.kind == "site_curve" && insight.title.contains("fewer")));
    assert!(output.curve.points[2].ctr < 0.05, "{}", output.curve.points[2].ctr);
}

#[test]
fn wins_are_the_short_answer() {
    let given = input(site());
    let params = priced().check().unwrap();
    let (short, whole) = (wins(&given, &params, None, &Unattended).unwrap(), answer(&given, priced()));
    assert_eq!(short.wins, whole.wins);
    assert_eq!(short.insights, whole.insights);
    let worth = |win: &engines::keyword::Win| win.win.impact.as_ref().map_or(0, |impact| impact.high_cents);
    assert!(worth(&short.wins[0]) > 0);
}
