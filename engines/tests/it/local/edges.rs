//! Invalid input returns an error with the name of the field.

use engines::command::{Options, run};
use engines::common::{EngineError, EngineId, Unattended};
use engines::local::{Filters, Input, MarketInput, MeasuredVolume, Overrides, OwnPlace, Parameters, explain, scan};
use serde_json::{Value, json};

fn failed(input: &Input) -> EngineError {
    scan(input, &Parameters::default().check().unwrap(), &Unattended).unwrap_err()
}

#[test]
fn figures_that_are_none_are_named() {
    for wrong in [f64::NAN, f64::INFINITY, -1.0] {
        let volume = MeasuredVolume {
            vertical: "plumbing".into(),
            place: "Tulsa, OK".into(),
            searches: wrong,
            ..Default::default()
        };
        let overrides = Overrides { volumes: vec![volume], ..Overrides::default() };
        let message = failed(&Input { overrides, ..Input::default() }).to_string();
        assert!(message.contains("overrides.volumes[0].searches"), "{message}");
    }
    for params in [
        Parameters { tier1_cents: f64::NAN, ..Parameters::default() },
        Parameters { tier2_cents: 200_000.0, ..Parameters::default() },
        Parameters { accepted_share: 0.0, ..Parameters::default() },
    ] {
        assert!(matches!(params.check(), Err(EngineError::InvalidParameter { .. })));
    }
}

#[test]
fn filters_that_name_nothing_are_told() {
    let with = |filters: Filters| failed(&Input { filters, ..Input::default() }).to_string();
    assert!(with(Filters { verticals: vec!["alchemy".into()], ..Filters::default() }).contains("alchemy"));
    assert!(with(Filters { states: vec!["XX".into()], ..Filters::default() }).contains("filters.states"));
    assert!(with(Filters { places: vec!["0".into()], ..Filters::default() }).contains("filters.places"));
    assert!(with(Filters { limit: 60_000, ..Filters::default() }).contains("filters.limit"));
    assert!(matches!(
        failed(&Input { filters: Filters { min_population: Some(1e9), ..Filters::default() }, ..Input::default() }),
        EngineError::NoInput { .. }
    ));
    assert!(failed(&Input { currency: Some("usd".into()), ..Input::default() }).to_string().contains("currency"));
}

#[test]
fn a_place_that_is_several_is_not_guessed() {
    let asked =
        |place: &str| MarketInput { vertical: "plumbing".into(), place: place.into(), ..MarketInput::default() };
    let params = Parameters::default().check().unwrap();
    let message = explain(&asked("Springfield"), &params, &Unattended).unwrap_err().to_string();
    assert!(message.contains("places; name one by its id"), "{message}");
    assert!(explain(&asked("Springfield, IL"), &params, &Unattended).is_ok());
    assert!(explain(&asked("Atlantis"), &params, &Unattended).unwrap_err().to_string().contains("Atlantis"));
    let hostile = "<script>\u{202e}' OR 1=1 --";
    assert!(explain(&asked(hostile), &params, &Unattended).is_err());
}

#[test]
fn rows_that_name_nothing_known_are_told_and_the_rest_counts() {
    let volume = |place: &str| MeasuredVolume {
        vertical: "plumbing".into(),
        place: place.into(),
        searches: 10.0,
        ..Default::default()
    };
    let overrides = Overrides { volumes: vec![volume("Nowhere"), volume("Tulsa, OK")], ..Overrides::default() };
    let input = super::input(overrides);
    let scan = super::scanned(&input, Parameters::default());
    assert_eq!(scan.rejected.len(), 1);
    assert!(scan.rejected[0].row == "overrides.volumes[0]" && scan.rejected[0].reason.contains("Nowhere"));
    let doubled = OwnPlace { id: "4553433".into(), name: "Tulsa".into(), population: 1.0, ..Default::default() };
    let doubled = Overrides { places: vec![doubled.clone(), doubled], ..Overrides::default() };
    assert!(failed(&Input { overrides: doubled, ..Input::default() }).to_string().contains("overrides.places["));
}

#[test]
fn another_currency_has_no_built_in_payouts() {
    let input = Input { currency: Some("EUR".into()), ..super::input(Overrides::default()) };
    let scan = super::scanned(&input, Parameters::default());
    assert_eq!((scan.totals.scored, scan.currency.as_str()), (0, "EUR"));
    assert!(scan.totals.payout_unknown > 0);
}

#[test]
fn the_command_line_scores_with_filters() {
    let line = json!({ "id": "a", "filters": { "verticals": ["roofing"], "states": ["OK"], "limit": 3 } }).to_string();
    let wrong = json!({ "id": "b", "filters": { "states": 3 } }).to_string();
    let mut output = Vec::new();
    let input = format!("{line}\n{wrong}\n");
    let outcome = run(EngineId::Local, "score", &mut input.as_bytes(), &mut output, &Options::default(), &Unattended);
    assert_eq!((outcome.as_ref().unwrap().answered, outcome.unwrap().failed), (1, 1));
    let answers: Vec<Value> =
        String::from_utf8(output).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let market = &answers[0]["markets"][0];
    assert!(market["demand"]["p10"].is_f64() && market["profit12"]["p90Cents"].is_i64());
    assert_eq!(market["parts"].as_array().unwrap().len(), 6);
    assert_eq!((&answers[1]["id"], &answers[1]["error"]["type"]), (&json!("b"), &json!("invalid-case")));
}
