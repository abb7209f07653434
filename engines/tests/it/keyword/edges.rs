//! Empty, single, constant, non-finite, hostile and huge input.

use engines::common::{Control, EngineError, Unattended};
use engines::keyword::{
    Input, MAX_QUERY_CHARACTERS, Parameters, PreviousPeriod, QueryRow, Volume, VolumeField, analyse, keyphrases,
};

use super::{answer, input, priced, row};

#[test]
fn no_rows_name_what_would_unlock_the_run() {
    let error = analyse(Input::default(), &Parameters::default().check().unwrap(), None, &Unattended).unwrap_err();
    assert_eq!(error.kind(), "no-input");
    assert!(error.to_string().contains("Search Console"));
}

#[test]
fn rows_that_cannot_be_used_are_listed_and_the_rest_go_on() {
    let mut rows = vec![
        row("roof repair", 1.0, 10.0, 4.0),
        row("", 1.0, 10.0, 4.0),
        row("!!!", 1.0, 10.0, 4.0),
        row("a", f64::NAN, 10.0, 4.0),
        row("b", 1.0, f64::INFINITY, 4.0),
        row("c", -1.0, 10.0, 4.0),
        row("d", 1.0, 1e300, 4.0),
        row("e", 1.0, 10.0, f64::NAN),
    ];
    let upside_down = Volume { low: Some(10.0), high: Some(5.0), ..Volume::default() };
    rows.push(QueryRow { volume: Some(VolumeField::Detailed(upside_down)), ..row("f", 0.0, 0.0, 1.0) });
    rows.push(QueryRow { volume: Some(VolumeField::Number(f64::NAN)), ..row("g", 0.0, 0.0, 1.0) });
    rows.push(QueryRow { cpc_cents: Some(-5.0), ..row("h", 0.0, 0.0, 1.0) });
    let output = answer(&input(rows), Parameters::default());
    assert_eq!(output.totals.queries, 1);
    assert_eq!(output.totals.rejected, 10);
    let numbers: Vec<u64> = output.rejected.iter().map(|rejected| rejected.row).collect();
    assert_eq!(numbers, (1..=10).collect::<Vec<u64>>());
    assert!(output.rejected[2].reason.contains("clicks is NaN"), "{}", output.rejected[2].reason);
}

#[test]
fn only_unusable_rows_are_an_error_with_the_first_reason() {
    let input = input(vec![row("?", 1.0, 1.0, 1.0)]);
    let error = analyse(&input, &Parameters::default().check().unwrap(), None, &Unattended).unwrap_err();
    assert!(matches!(error, EngineError::NoUsableRow { rows: 1, first_row: 0, .. }), "{error}");
}

#[test]
fn a_query_of_ten_megabytes_is_turned_away() {
    let huge = "plumber ".repeat(1_310_720);
    let output = answer(&input(vec![row(&huge, 1.0, 10.0, 4.0), row("roof", 1.0, 10.0, 4.0)]), priced());
    assert_eq!((output.totals.queries, output.totals.rejected), (1, 1));
    let longest = "é".repeat(MAX_QUERY_CHARACTERS);
    assert_eq!(answer(&input(vec![row(&longest, 0.0, 10.0, 4.0)]), priced()).totals.queries, 1);
}

#[test]
fn impossible_periods_and_currencies_are_named() {
    let params = Parameters::default().check().unwrap();
    let ask = |change: fn(&mut Input)| {
        let mut input = input(vec![row("roof", 1.0, 10.0, 4.0)]);
        change(&mut input);
        analyse(&input, &params, None, &Unattended).unwrap_err().to_string()
    };
    assert!(ask(|input| input.period_days = Some(0.0)).contains("periodDays"));
    assert!(ask(|input| input.period_days = Some(f64::NAN)).contains("periodDays"));
    assert!(ask(|input| input.currency = Some("dollars".to_owned())).contains("currency"));
    assert!(
        ask(|input| {
            input.previous = Some(PreviousPeriod { period_days: Some(-1.0), queries: Vec::new() });
        })
        .contains("previous.periodDays")
    );
}

#[test]
fn parameters_outside_their_ranges_are_named() {
    let nan = f64::NAN;
    for (params, field) in [
        (Parameters { value_per_lead_cents: Some(nan), ..Parameters::default() }, "valuePerLeadCents"),
        (Parameters { value_per_lead_spread: -0.1, ..Parameters::default() }, "valuePerLeadSpread"),
        (Parameters { conversion_rate: Some(1.5), ..Parameters::default() }, "conversionRate"),
        (Parameters { conversion_visits: Some(0.0), ..Parameters::default() }, "conversionVisits"),
        (Parameters { prior_clicks: 0.0, ..Parameters::default() }, "priorClicks"),
        (Parameters { target_position: nan, ..Parameters::default() }, "targetPosition"),
        (Parameters { min_impressions: 0.0, ..Parameters::default() }, "minImpressions"),
        (Parameters { false_discovery_rate: 0.9, ..Parameters::default() }, "falseDiscoveryRate"),
        (Parameters { serp_overlap: 11, ..Parameters::default() }, "serpOverlap"),
        (Parameters { draws: 10, ..Parameters::default() }, "draws"),
        (Parameters { max_insights: 0, ..Parameters::default() }, "maxInsights"),
        (Parameters { ctr_percent_by_position: Some(vec![]), ..Parameters::default() }, "ctrPercentByPosition"),
    ] {
        match params.check() {
            Err(EngineError::InvalidParameter { field: named, .. }) => assert_eq!(named, field),
            other => panic!("{field}: {other:?}"),
        }
    }
}

#[test]
fn hostile_writing_is_analysed_like_any_other() {
    let queries = [
        "سباك في دبي",
        "אינסטלטור תל אביב",
        "配管工 東京",
        "ПЛОТНИК москва",
        "\u{202e}rebmulp\u{202c}",
        "👩‍🔧 plumber 🚿",
        "a\u{300}\u{301}\u{302}\u{303}",
        "plumber\0austin",
        "=cmd|'/c calc'!A1",
        "İSTANBUL tesisatçı",
        "ﬁx ﬂoor",
    ];
    let output = answer(&input(queries.iter().map(|query| row(query, 1.0, 50.0, 6.0)).collect()), priced());
    assert_eq!(output.totals.queries + output.totals.rejected, queries.len() as u64);
    assert_eq!(output.keywords[0].query, queries[0]);
    assert!(serde_json::to_string(&output).is_ok());
}

#[test]
fn constant_figures_make_no_finding_from_nothing() {
    let rows = (0..200).map(|n| row(&format!("thing{n} item{n}"), 0.0, 0.0, 5.0)).collect();
    let output = answer(&input(rows), priced());
    assert!(output.wins.is_empty(), "{:?}", output.wins.first());
    assert_eq!(output.totals.volume, None);
    assert_eq!(output.totals.value, None);
}

#[test]
fn positions_below_one_count_as_unknown() {
    let output = answer(&input(vec![row("roof", 0.0, 100.0, 0.0)]), priced());
    assert_eq!(output.keywords[0].position, None);
    assert_eq!(output.keywords[0].expected_ctr, None);
}

#[test]
fn more_clicks_than_impressions_stay_out_of_click_figures() {
    let output = answer(&input(vec![row("roof", 500.0, 100.0, 2.0)]), priced());
    assert_eq!(output.keywords[0].ctr, None);
    assert!(!output.curve.is_fitted);
    assert!(output.notes.iter().any(|note| note.contains("more clicks than impressions")));
}

#[test]
fn figures_at_the_upper_limit_stay_finite() {
    let row = QueryRow {
        volume: Some(VolumeField::Number(1e12)),
        cpc_cents: Some(1e12),
        position: None,
        ..row("roof", 1e12, 1e12, 1.0)
    };
    let params = Parameters { value_per_lead_cents: Some(1e8), ..Parameters::default() };
    let value = answer(&input(vec![row]), params).keywords[0].value.clone().unwrap();
    assert!(0 < value.low_cents && value.low_cents <= value.mid_cents && value.mid_cents <= value.high_cents);
}

struct StopsAt(&'static str, std::cell::Cell<bool>);

impl Control for StopsAt {
    fn progress(&self, _: f64, stage: &str, _: &str) {
        self.1.set(self.1.get() || stage == self.0);
    }

    fn is_cancelled(&self) -> bool {
        self.1.get()
    }
}

#[test]
fn a_run_can_be_cancelled_at_every_stage() {
    let params = priced().check().unwrap();
    for stage in ["read", "intent", "cluster", "wins"] {
        let control = StopsAt(stage, std::cell::Cell::new(false));
        let outcome = analyse(input(vec![row("roof repair", 1.0, 100.0, 6.0)]), &params, None, &control);
        assert_eq!(outcome.unwrap_err(), EngineError::Cancelled, "{stage}");
    }
}

struct Heard(std::cell::RefCell<Vec<f64>>);

impl Control for Heard {
    fn progress(&self, percent: f64, _: &str, _: &str) {
        self.0.borrow_mut().push(percent);
    }

    fn is_cancelled(&self) -> bool {
        false
    }
}

#[test]
fn progress_never_falls_and_ends_at_a_hundred() {
    let control = Heard(std::cell::RefCell::default());
    analyse(input(vec![row("roof", 1.0, 10.0, 4.0)]), &priced().check().unwrap(), None, &control).unwrap();
    let heard = control.0.borrow();
    assert!(heard.windows(2).all(|pair| pair[0] <= pair[1]));
    assert_eq!(heard.last(), Some(&100.0));
}

#[test]
fn key_phrases_of_nothing_are_none() {
    assert!(keyphrases("", 10).unwrap().is_empty());
    assert!(keyphrases("the of and 12 !!!", 10).unwrap().is_empty());
    assert_eq!(keyphrases("Solar roofs", 0).unwrap_err().kind(), "invalid-parameter");
}

#[test]
fn key_phrases_of_a_text_are_its_noun_phrases() {
    let text = "Support vector machines classify images. We train support vector machines on satellite images, \
                and the satellite images are labelled by experts.";
    let keys = keyphrases(text, 3).unwrap();
    assert_eq!(keys[0], "Support vector machines");
    assert!(keys.contains(&"satellite images".to_owned()), "{keys:?}");
}

/// A report of 700 words in which few words return.
fn report() -> String {
    let mut text = "Heat pumps in old houses. A survey by Anna Berg of the North Institute.\n".to_owned();
    for number in 0..60 {
        text.push_str(&format!(
            "The owner of house{number} measured the insulation and the heat pump in room{number}. "
        ));
    }
    text
}

#[test]
fn key_phrases_of_a_long_text_are_what_it_repeats() {
    let keys = keyphrases(&report(), 3).unwrap();
    assert!(keys.contains(&"Heat pumps".to_owned()) && keys.contains(&"insulation".to_owned()), "{keys:?}");
    assert_eq!(keys, keyphrases(&report(), 3).unwrap());
}

#[test]
fn key_phrases_of_a_long_text_are_parts_of_longer_ones_too() {
    let text = (0..80).map(|n| format!("They saw kitchen{n} insulation and nothing else. ")).collect::<String>();
    assert_eq!(keyphrases(&text, 1).unwrap(), ["insulation"]);
}

#[test]
fn key_phrases_of_one_word_a_thousand_times_are_that_word() {
    assert_eq!(keyphrases(&"insulation. ".repeat(1_000), 10).unwrap(), ["insulation"]);
    let run_on = keyphrases(&"insulation ".repeat(1_000), 10).unwrap();
    assert!(run_on.iter().all(|key| key.split(' ').count() <= 5), "{run_on:?}");
}
