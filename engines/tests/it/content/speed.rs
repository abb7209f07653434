//! Core Web Vitals in the content audit.

use engines::common::{Day, EngineError, Nature, Severity, Unattended};
use engines::content::{AuditInput, AuditOutput, PageQuery, PageVitals, VitalsBasis, audit};
use proptest::prelude::*;

use super::audit::{HOST, checked, page, row};

fn vitals(url: &str, lcp: f64, inp: f64, cls: f64) -> PageVitals {
    PageVitals {
        url: format!("{HOST}{url}"),
        device: "phone".to_owned(),
        lcp: Some(lcp),
        inp: Some(inp),
        cls: Some(cls),
        from: Day::parse("2026-10-20"),
        to: Day::parse("2026-11-16"),
        source: "Chrome UX Report".to_owned(),
        ..PageVitals::default()
    }
}

fn lab(url: &str, lcp: f64) -> PageVitals {
    PageVitals {
        basis: VitalsBasis::Lab,
        source: "PageSpeed Insights, 1 lab test".to_owned(),
        ..vitals(url, lcp, 900.0, 0.0)
    }
}

fn clicked(path: &str, clicks: f64) -> PageQuery {
    row("roof repair", path, clicks, 1_000.0, 5.0)
}

fn input(vitals: Vec<PageVitals>) -> AuditInput {
    let pages = ["/a", "/b", "/c"].map(|path| page(path, "Roofs", "We repair roofs."));
    let queries = vec![clicked("/a", 10.0), clicked("/b", 400.0), clicked("/c", 5.0), clicked("/not-crawled", 80.0)];
    let as_of = Day::parse("2026-11-21");
    AuditInput { as_of, pages: pages.into(), queries, period_days: Some(30.0), vitals, ..AuditInput::default() }
}

fn answered(vitals: Vec<PageVitals>) -> AuditOutput {
    audit(&input(vitals), &checked(), &Unattended).unwrap()
}

fn slow(output: &AuditOutput) -> Vec<(&str, Option<f64>)> {
    output.slow_pages.iter().map(|page| (page.url.strip_prefix(HOST).unwrap(), page.clicks)).collect()
}

#[test]
fn thresholds_are_those_of_google_at_the_75th_percentile() {
    assert!(answered(vec![vitals("/a", 2_500.0, 200.0, 0.1)]).slow_pages.is_empty(), "the limits are good");
    let output = answered(vec![vitals("/a", 2_501.0, 501.0, 0.25)]);
    let failed: Vec<(f64, f64, bool)> =
        output.slow_pages[0].failed.iter().map(|vital| (vital.value, vital.good, vital.is_poor)).collect();
    assert_eq!(failed, [(2_501.0, 2_500.0, false), (501.0, 200.0, true), (0.25, 0.1, false)]);
    let shift = PageVitals { lcp: None, inp: None, ..vitals("/a", 0.0, 0.0, 0.3) };
    assert_eq!(answered(vec![shift]).slow_pages[0].failed.len(), 1, "a missing metric is not a failed one");
}

#[test]
fn slow_pages_are_in_the_order_of_their_clicks_and_state_no_gain() {
    let output = answered(vec![
        vitals("/a", 9_000.0, 900.0, 0.9),
        vitals("/b", 2_600.0, 100.0, 0.0),
        vitals("/not-crawled", 3_000.0, 1.0, 0.0),
    ]);
    assert_eq!(slow(&output), [("/b", Some(400.0)), ("/not-crawled", Some(80.0)), ("/a", Some(10.0))]);
    let insight = output.insights.iter().find(|insight| insight.kind == "core_web_vitals").unwrap();
    assert_eq!(insight.key, format!("core_web_vitals:phone:{HOST}/b"));
    assert_eq!((insight.severity, insight.nature, &insight.impact), (Severity::Opportunity, Nature::Fact, &None));
    assert!(
        insight.title.contains("LCP 2.6 s") && insight.title.ends_with("400 clicks in 30 days"),
        "{}",
        insight.title
    );
    assert_eq!(insight.evidence[0].source, "Chrome UX Report");
    assert_eq!(insight.evidence[0].observed_at.as_deref(), Some("2026-11-16T00:00:00Z"));
    assert!(output.assumptions.iter().any(|one| one.contains("no source supports")), "{:?}", output.assumptions);
}

#[test]
fn field_data_of_a_page_count_before_a_lab_test_and_later_ones_before_earlier_ones() {
    assert!(answered(vec![lab("/a", 9_000.0), vitals("/a", 2_000.0, 1.0, 0.0)]).slow_pages.is_empty());
    let earlier = PageVitals { to: Day::parse("2026-09-01"), ..vitals("/a", 9_000.0, 1.0, 0.0) };
    assert!(answered(vec![earlier.clone(), vitals("/a", 2_000.0, 1.0, 0.0)]).slow_pages.is_empty());
    assert!(answered(vec![vitals("/a", 2_000.0, 1.0, 0.0), earlier]).slow_pages.is_empty());
    let output = answered(vec![lab("/a", 3_000.0), lab("/b", 5_000.0)]);
    assert!(output.slow_pages.iter().all(|page| page.failed.len() == 1), "a lab test has no INP");
    let of_speed: Vec<_> = output.insights.iter().filter(|insight| insight.kind == "core_web_vitals").collect();
    assert!(of_speed.iter().all(|insight| insight.title.contains("lab test, without field data")), "{of_speed:?}");
    assert_eq!(of_speed.iter().map(|one| one.severity).collect::<Vec<_>>(), [Severity::Opportunity, Severity::Info]);
}

#[test]
fn origin_has_the_clicks_of_the_pages_without_field_data_of_their_own() {
    let origin = PageVitals { is_origin: true, ..vitals("", 4_100.0, 100.0, 0.0) };
    let output = answered(vec![origin.clone(), vitals("/b", 2_000.0, 100.0, 0.0), lab("/c", 1_000.0)]);
    assert_eq!(slow(&output), [("", Some(95.0))]);
    // Another device has no field data of its own.
    let desktop = PageVitals { device: "desktop".to_owned(), ..origin };
    assert_eq!(slow(&answered(vec![desktop, vitals("/b", 2_000.0, 100.0, 0.0)])), [("", Some(495.0))]);
}

#[test]
fn unknown_clicks_stay_unknown_and_wrong_figures_are_refused() {
    let bare = AuditInput { queries: Vec::new(), period_days: None, ..input(vec![vitals("/a", 3_000.0, 1.0, 0.0)]) };
    let output = audit(&bare, &checked(), &Unattended).unwrap();
    assert_eq!(slow(&output), [("/a", None)]);
    for wrong in [f64::NAN, -1.0, f64::INFINITY] {
        let refused = audit(&input(vec![vitals("/a", 1.0, wrong, 0.0)]), &checked(), &Unattended).unwrap_err();
        assert!(matches!(&refused, EngineError::InvalidInput { field, .. } if field == "vitals[0].inp"), "{refused}");
    }
    let many = input(vec![PageVitals::default(); 20_001]);
    assert!(matches!(audit(&many, &checked(), &Unattended), Err(EngineError::TooLarge { what: "`vitals`", .. })));
    assert!(answered(Vec::new()).needs.iter().any(|need| need.contains("Core Web Vitals")));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn any_figures_are_answered(
        rows in prop::collection::vec(("\\PC{0,20}", any::<bool>(), any::<bool>(), prop::option::of(0.0_f64..90_000.0), "[a-z]{0,3}"), 0..30),
    ) {
        let row = |(url, is_origin, is_lab, lcp, device): (String, bool, bool, Option<f64>, String)| PageVitals {
            basis: if is_lab { VitalsBasis::Lab } else { VitalsBasis::Field },
            cls: lcp.map(|lcp| lcp / 1e5),
            url, is_origin, lcp, device,
            ..PageVitals::default()
        };
        let output = audit(&input(rows.into_iter().map(row).collect()), &checked(), &Unattended).unwrap();
        prop_assert!(output.slow_pages.iter().all(|page| !page.failed.is_empty() && !page.fix.is_empty()));
    }
}
