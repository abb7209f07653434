//! Scenarios of leads and revenue.

use engines::common::Unattended;
use engines::predictive::{Basis, Parameters, RankPath, RankPoint, ScenariosInput, ScenariosOutput, scenarios};

use super::{day, priced, site, traffic_input};

fn answer(input: &ScenariosInput, params: Parameters) -> ScenariosOutput {
    scenarios(input, &params.check().unwrap(), &Unattended).unwrap()
}

fn of_clicks(clicks: &[f64]) -> ScenariosInput {
    ScenariosInput { days: traffic_input(clicks).days, ..ScenariosInput::default() }
}

#[test]
fn constant_clicks_a_known_rate_and_a_known_value_make_a_known_sum() {
    let params = Parameters {
        conversion_rate: Some(0.1),
        conversion_visits: Some(1e7),
        value_per_lead_cents: Some(1_000.0),
        value_per_lead_spread: 0.0,
        months: 3,
        ..Parameters::default()
    };
    let output = answer(&of_clicks(&[100.0; 60]), params);
    let days: u32 = output.months.iter().map(|month| month.days).sum();
    let wanted = 100.0 * f64::from(days);
    assert_eq!(output.realistic.clicks, wanted);
    assert!((output.realistic.leads / (0.1 * wanted) - 1.0).abs() < 0.02, "{:?}", output.realistic);
    assert!((output.realistic.value_cents.unwrap() as f64 / (100.0 * wanted) - 1.0).abs() < 0.02);
    // A rate with the visits behind it was counted: the first lead is in the past.
    assert_eq!(output.first_lead, None);
    assert!(output.insights[0].evidence.iter().all(|fact| fact.kind != "firstLead"));
}

#[test]
fn scenarios_are_ordered_and_whole_months_are_told() {
    let output = answer(&of_clicks(&site(150, 8)), priced());
    let cents = [output.pessimistic, output.realistic, output.optimistic].map(|scenario| scenario.value_cents.unwrap());
    assert!(cents[0] < cents[1] && cents[1] < cents[2]);
    assert_eq!(output.months.len(), 6);
    assert_eq!(output.basis, Basis::Traffic);
    assert_eq!(output.insights[0].kind, "scenarios");
    assert!(output.factors.iter().any(|factor| factor.is_assumption && factor.name == "conversionRate"));
}

#[test]
fn without_a_value_there_are_leads_and_no_money() {
    let output = answer(&of_clicks(&site(60, 8)), Parameters::default());
    assert!(output.realistic.leads > 0.0);
    assert!(output.months.iter().all(|month| month.value.is_none()) && output.realistic.value_cents.is_none());
    assert!(output.needs.iter().any(|need| need.kind == "value_per_lead"));
}

#[test]
fn ranks_and_volumes_stand_in_for_clicks() {
    let points = (0..100).map(|ahead| RankPoint { date: day(ahead), rank: Some(3.0) }).collect();
    let keyword = RankPath { keyword: "roof".to_owned(), volume: Some(1_000.0), points, ..RankPath::default() };
    let output = answer(&ScenariosInput { keywords: vec![keyword], ..ScenariosInput::default() }, priced());
    assert_eq!(output.basis, Basis::Ranks);
    let month = &output.months[1];
    let rate = month.clicks.mid / 1_000.0 * 30.437 / f64::from(month.days);
    assert!((0.07..0.15).contains(&rate), "the published share at rank 3 is about 10 %: {rate}");
}

/// 341 leads of 23,600 clicks: 1.4 %, not the built-in 5 %.
#[test]
fn leads_follow_the_measured_rate_of_a_site_that_has_them() {
    let clicks = site(365, 12);
    let counted: f64 = clicks.iter().sum();
    let measured = Parameters {
        conversion_rate: Some(341.0 / counted),
        conversion_visits: Some(counted),
        value_per_lead_cents: Some(33_500.0),
        ..Parameters::default()
    };
    let output = answer(&of_clicks(&clicks), measured);
    let rate = output.realistic.leads / output.realistic.clicks;
    assert!((rate / (341.0 / counted) - 1.0).abs() < 0.05, "{rate} against {}", 341.0 / counted);
    assert!(output.needs.iter().all(|need| need.kind != "conversion_rate"), "{:?}", output.needs);
    assert!(output.factors.iter().all(|factor| factor.name != "conversionRate" || !factor.is_assumption));
    let built_in = answer(&of_clicks(&clicks), Parameters::default());
    assert!(built_in.realistic.leads > 3.0 * output.realistic.leads, "{:?}", built_in.realistic);
    let need = built_in.needs.iter().find(|need| need.kind == "conversion_rate").unwrap();
    assert!(need.label.contains("built-in conversion rate of 5 %"), "{}", need.label);
}

#[test]
fn a_first_lead_that_is_nearly_certain_is_left_out() {
    let first = |clicks: f64| answer(&of_clicks(&[clicks; 60]), Parameters::default()).first_lead;
    assert!(first(0.2).is_some_and(|lead| (0.5..=0.99).contains(&lead.probability)));
    assert_eq!(first(100.0), None);
}

#[test]
fn rare_clicks_may_bring_no_lead() {
    let clicks: Vec<f64> = (0..90).map(|t| if t % 9 == 0 { 1.0 } else { 0.0 }).collect();
    let output = answer(&of_clicks(&clicks), Parameters { months: 2, ..Parameters::default() });
    let first = output.first_lead.unwrap();
    assert!(first.probability < 0.6);
    assert_eq!(first.nearly_certain_by, None);
    assert_eq!(output.pessimistic.leads, 0.0);
}
