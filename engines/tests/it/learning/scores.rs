//! Scores of the ledger against scikit-learn, statsmodels, scoringrules and SciPy.

use engines::common::{Day, Nature, Unattended};
use engines::learning::{LEAST_DUE, LedgerEntry, ReportInput, ReportOutput, report};
use proptest::prelude::*;

use super::uniforms;
use crate::table::assert_close;

/// Forecast probability and outcome.
const EVENTS: [(f64, f64); 28] = [
    (0.05, 0.0),
    (0.05, 0.0),
    (0.07, 1.0),
    (0.12, 0.0),
    (0.15, 0.0),
    (0.18, 0.0),
    (0.22, 1.0),
    (0.25, 0.0),
    (0.31, 0.0),
    (0.35, 1.0),
    (0.38, 0.0),
    (0.41, 0.0),
    (0.44, 1.0),
    (0.47, 1.0),
    (0.52, 0.0),
    (0.55, 1.0),
    (0.58, 1.0),
    (0.63, 1.0),
    (0.66, 0.0),
    (0.71, 1.0),
    (0.74, 1.0),
    (0.77, 1.0),
    (0.83, 1.0),
    (0.86, 0.0),
    (0.88, 1.0),
    (0.92, 1.0),
    (0.95, 1.0),
    (0.97, 1.0),
];

/// Count, mean forecast, share, and its interval by `proportion_confint(k, n, method="wilson")` of statsmodels 0.15.0.
const BINS: [(u64, f64, f64, f64, f64); 10] = [
    (3, 0.056_666_666_666_666_67, 0.333_333_333_333_333_3, 0.061_491_944_720_396_26, 0.792_340_399_197_952_3),
    (3, 0.15, 0.0, 0.0, 0.561_497_031_755_045_5),
    (2, 0.235, 0.5, 0.094_531_205_734_230_68, 0.905_468_794_265_769_3),
    (3, 0.346_666_666_666_666_7, 0.333_333_333_333_333_3, 0.061_491_944_720_396_26, 0.792_340_399_197_952_3),
    (3, 0.44, 0.666_666_666_666_666_6, 0.207_659_600_802_047_7, 0.938_508_055_279_603_7),
    (3, 0.55, 0.666_666_666_666_666_6, 0.207_659_600_802_047_7, 0.938_508_055_279_603_7),
    (2, 0.645, 0.5, 0.094_531_205_734_230_68, 0.905_468_794_265_769_3),
    (3, 0.74, 1.0, 0.438_502_968_244_954_44, 1.0),
    (3, 0.856_666_666_666_666_6, 0.666_666_666_666_666_6, 0.207_659_600_802_047_7, 0.938_508_055_279_603_7),
    (3, 0.946_666_666_666_666_7, 1.0, 0.438_502_968_244_954_44, 1.0),
];

/// Lower end, upper end, level, outcome, mean and naive forecast.
const INTERVALS: [[f64; 6]; 24] = [
    [25.40, 36.20, 0.95, 40.90, 30.80, 53.10],
    [31.40, 41.60, 0.80, 36.50, 36.50, 38.40],
    [48.10, 61.50, 0.95, 57.60, 54.80, 53.70],
    [38.80, 60.00, 0.80, 48.50, 49.40, 48.80],
    [50.90, 61.90, 0.95, 60.60, 56.40, 69.80],
    [51.60, 68.20, 0.80, 47.80, 59.90, 49.90],
    [43.80, 61.20, 0.95, 59.50, 52.50, 52.60],
    [29.70, 49.30, 0.80, 46.80, 39.50, 39.50],
    [40.90, 57.30, 0.95, 36.00, 49.10, 42.60],
    [48.40, 70.20, 0.80, 53.40, 59.30, 58.60],
    [58.30, 72.90, 0.95, 78.70, 65.60, 97.00],
    [36.90, 54.90, 0.80, 70.60, 45.90, 86.00],
    [41.70, 56.70, 0.95, 61.00, 49.20, 50.00],
    [37.80, 59.40, 0.80, 44.60, 48.60, 42.00],
    [33.00, 58.60, 0.95, 55.90, 45.80, 61.80],
    [10.80, 35.40, 0.80, 38.90, 23.10, 47.70],
    [41.90, 59.10, 0.95, 45.70, 50.50, 69.00],
    [34.60, 54.00, 0.80, 46.80, 44.30, 56.20],
    [32.10, 55.50, 0.95, 35.10, 43.80, 18.50],
    [30.00, 58.40, 0.80, 28.40, 44.20, -0.60],
    [58.00, 69.40, 0.95, 54.60, 63.70, 60.50],
    [38.20, 60.80, 0.80, 54.60, 49.50, 52.60],
    [43.50, 59.50, 0.95, 45.90, 51.50, 66.00],
    [48.60, 69.60, 0.80, 53.80, 59.10, 62.80],
];

/// Forecasts of a champion and of a challenger, and the outcomes.
const CHAMPION: [f64; 40] = [
    0.08, 0.13, 0.28, 0.99, 0.32, 0.66, 0.82, 0.26, 0.54, 0.01, 0.15, 0.93, 0.01, 0.41, 0.64, 0.99, 0.45, 0.28, 0.18,
    0.29, 0.36, 0.99, 0.36, 0.21, 0.98, 0.52, 0.72, 0.53, 0.07, 0.68, 0.53, 0.16, 0.99, 0.99, 0.66, 0.02, 0.2, 0.56,
    0.88, 0.01,
];
const CHALLENGER: [f64; 40] = [
    0.56, 0.67, 0.28, 0.19, 0.01, 0.45, 0.74, 0.98, 0.65, 0.42, 0.45, 0.99, 0.73, 0.99, 0.31, 0.88, 0.01, 0.99, 0.96,
    0.17, 0.01, 0.99, 0.02, 0.01, 0.99, 0.99, 0.37, 0.55, 0.01, 0.18, 0.58, 0.43, 0.66, 0.99, 0.26, 0.69, 0.01, 0.56,
    0.76, 0.01,
];
const OUTCOMES: [u8; 40] = [
    0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 1, 0, 1, 1, 1, 0, 1, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1, 1, 1, 1, 1,
    1, 0,
];

fn event(id: usize, model: &str, probability: f64, outcome: f64) -> LedgerEntry {
    LedgerEntry {
        id: id.to_string(),
        model: model.to_owned(),
        probability: Some(probability),
        outcome: Some(outcome),
        ..LedgerEntry::default()
    }
}

fn interval(id: usize, [lo, hi, level, outcome, mean, naive]: [f64; 6]) -> LedgerEntry {
    LedgerEntry {
        id: id.to_string(),
        model: "m".to_owned(),
        lo: Some(lo),
        hi: Some(hi),
        level: Some(level),
        outcome: Some(outcome),
        mean: Some(mean),
        naive: Some(naive),
        ..LedgerEntry::default()
    }
}

fn events() -> Vec<LedgerEntry> {
    EVENTS.iter().enumerate().map(|(at, (p, came))| event(at, "m", *p, *came)).collect()
}

fn scored(entries: Vec<LedgerEntry>) -> ReportOutput {
    report(&ReportInput { entries, ..ReportInput::default() }, &Unattended).unwrap()
}

/// `brier_score_loss` and `log_loss` of scikit-learn 1.9.1; Murphy's parts and the calibration error in NumPy.
#[test]
fn scores_of_probabilities_agree_with_scikit_learn() {
    let scores = scored(events()).probabilities.unwrap();
    assert_close(scores.brier, 0.187_671_428_571_428_57, 1e-12, "Brier score");
    assert_close(scores.log_loss, 0.565_098_775_385_010_2, 1e-12, "log loss");
    assert_close(scores.reliability, 0.035_527_380_952_380_956, 1e-12, "reliability");
    assert_close(scores.resolution, 0.090_136_054_421_768_71, 1e-12, "resolution");
    assert_close(scores.uncertainty, 0.244_897_959_183_673_46, 1e-12, "uncertainty");
    assert_close(scores.calibration_error, 0.167_142_857_142_857_12, 1e-12, "calibration error");
    assert_eq!(scores.count, 28);
}

#[test]
fn reliability_table_agrees_with_statsmodels() {
    let table = scored(events()).probabilities.unwrap().table;
    assert_eq!(table.len(), BINS.len());
    for (at, (bin, (count, forecast, share, low, high))) in table.iter().zip(BINS).enumerate() {
        assert_eq!(bin.count, count, "bin {at}");
        assert!((bin.from - at as f64 / 10.0).abs() < 1e-12 && (bin.to - bin.from - 0.1).abs() < 1e-12);
        for (got, wanted) in [(bin.forecast, forecast), (bin.came_true, share), (bin.low, low), (bin.high, high)] {
            assert!((got - wanted).abs() < 1e-8, "bin {at}: {got}, not {wanted}");
        }
    }
}

/// `scoringrules.interval_score(outcome, lo, hi, alpha)` 0.10.0; coverage and relative errors in NumPy.
#[test]
fn scores_of_intervals_agree_with_scoringrules() {
    let scores = scored(INTERVALS.into_iter().enumerate().map(|(at, row)| interval(at, row)).collect());
    let scores = scores.intervals.unwrap();
    assert_close(scores.interval_score.unwrap(), 66.966_666_666_666_63, 1e-9, "interval score");
    assert_close(scores.coverage.unwrap(), 0.625, 1e-12, "coverage");
    assert_close(scores.promised.unwrap(), 0.875, 1e-12, "promised");
    assert_close(scores.mase.unwrap(), 0.857_878_917_990_553_9, 1e-9, "relative error");
    assert_eq!(scores.count, 24);
}

/// Mean gain; p by `scipy.stats.norm.sf` of its z, and by `ttest_1samp(means of eight days, 0, alternative="greater")`.
#[test]
fn paired_tests_of_models_and_of_versions_agree_with_scipy() {
    let mut entries = Vec::new();
    for (at, came) in OUTCOMES.into_iter().enumerate() {
        let due_at = Some(Day::default().plus(at as i32 % 8));
        for (model, p) in [("old", CHAMPION[at]), ("new", CHALLENGER[at])] {
            let engine = Some("keyword".to_owned());
            let version = Some(model.to_owned());
            entries.push(LedgerEntry { engine, version, due_at, ..event(at, model, p, f64::from(came)) });
        }
    }
    let input = ReportInput {
        entries,
        champion: Some("old".to_owned()),
        challenger: Some("new".to_owned()),
        champions: [("keyword".to_owned(), "old".to_owned())].into(),
        ..ReportInput::default()
    };
    let output = report(&input, &Unattended).unwrap();
    let decision = output.champion.unwrap();
    assert_eq!((decision.decision.as_str(), decision.pairs), ("keep", 40));
    assert_close(decision.gain.unwrap(), 0.069_44, 1e-9, "gain of the model");
    assert_close(decision.p.unwrap(), 0.102_257_125_151_816_79, 1e-8, "p of the model");
    let version = output.versions.iter().find(|version| version.version == "new").unwrap();
    let decision = version.against_champion.as_ref().unwrap();
    assert_eq!((decision.decision.as_str(), decision.pairs, decision.due_days), ("keep", 40, 8));
    assert_close(decision.gain.unwrap(), 0.069_44, 1e-9, "gain of the version");
    assert_close(decision.p.unwrap(), 0.083_632_864_002_668_05, 1e-8, "p of the version");
}

#[test]
fn findings_of_the_past_are_facts_with_stable_keys() {
    let entries = (0..60).map(|at| event(at, "m", 0.95, f64::from(u8::from(at % 2 == 0)))).collect();
    let input = ReportInput { entries, as_of: Day::parse("2026-11-23"), ..ReportInput::default() };
    let output = report(&input, &Unattended).unwrap();
    let finding = output.insights.iter().find(|insight| insight.kind == "miscalibrated").unwrap();
    assert_eq!((finding.key.as_str(), finding.nature), ("miscalibrated:9", Nature::Fact));
    assert_eq!(finding.expires_at.as_deref(), Some("2027-01-22T00:00:00Z"));
    assert_eq!(finding.evidence[0].observed_at.as_deref(), Some("2026-11-23T00:00:00Z"));
    assert!(finding.impact.is_none() && !finding.falsifier.is_empty() && !finding.assumptions.is_empty());
    // A month later the share is another, the finding the same.
    let more = (0..90).map(|at| event(at, "m", 0.95, f64::from(u8::from(at % 3 == 0)))).collect();
    let later = scored(more).insights.into_iter().find(|insight| insight.kind == "miscalibrated").unwrap();
    assert_eq!(later.key, finding.key);
    assert_ne!(later.title, finding.title);
}

#[test]
fn learning_begins_at_the_number_of_outcomes_that_the_input_names() {
    for (least, count, wanted) in [
        (None, LEAST_DUE as usize - 1, "off"),
        (None, LEAST_DUE as usize, "on"),
        (Some(3), 3, "on"),
        (Some(50), 40, "off"),
    ] {
        let entries = (0..count).map(|at| event(at, "m", 0.5, 1.0)).collect();
        let input = ReportInput { entries, least_outcomes: least, ..ReportInput::default() };
        let output = report(&input, &Unattended).unwrap();
        assert_eq!(output.learning, wanted, "{count} outcomes of {least:?}");
        assert_eq!(output.probabilities.is_some(), wanted == "on");
        assert_eq!(output.needs.is_empty(), wanted == "on");
    }
}

#[test]
fn open_forecasts_are_counted_and_not_scored() {
    let open = (28..40).map(|at| LedgerEntry { outcome: None, ..event(at, "m", 0.99, 0.0) });
    let output = scored(events().into_iter().chain(open).collect());
    assert_eq!((output.outcomes, output.open), (28, 12));
    assert_eq!(output.probabilities, scored(events()).probabilities);
}

#[test]
fn models_that_were_worse_weigh_less() {
    let mut next = uniforms(31);
    let mut entries = Vec::new();
    for at in 0..80 {
        let came = f64::from(u8::from(next() < 0.5));
        for (model, right) in [("best", 0.9), ("fair", 0.7), ("coin", 0.5), ("wrong", 0.2)] {
            entries.push(event(at, model, if came > 0.5 { right } else { 1.0 - right }, came));
        }
    }
    let weights = scored(entries).weights;
    let weight = |model: &str| weights.iter().find(|weight| weight.model == model).unwrap();
    assert!((weights.iter().map(|weight| weight.weight).sum::<f64>() - 1.0).abs() < 1e-12);
    let order = ["best", "fair", "coin", "wrong"].map(|model| weight(model).weight);
    assert!(order.windows(2).all(|pair| pair[0] > pair[1]), "{order:?}");
    for (model, loss) in [("best", 0.01), ("fair", 0.09), ("coin", 0.25), ("wrong", 0.64)] {
        assert_close(weight(model).loss.unwrap(), loss, 1e-9, model);
        assert_eq!(weight(model).outcomes, 80);
    }
}

#[test]
fn parameters_that_a_person_gave_belong_to_no_version() {
    let of = |version: &str, at: usize| LedgerEntry {
        engine: Some("causal".to_owned()),
        version: Some(version.to_owned()),
        ..event(at, "m", 0.8, 1.0)
    };
    let entries = (0..30).flat_map(|at| [of("given", at), of("prior", at)]).collect();
    let versions = scored(entries).versions;
    let names: Vec<&str> = versions.iter().map(|version| version.version.as_str()).collect();
    assert_eq!(names, ["prior"]);
    assert!(versions[0].is_champion && versions[0].against_champion.is_none());
    assert_close(versions[0].brier.unwrap(), 0.04, 1e-9, "Brier score");
}

#[test]
fn a_fall_of_quality_is_dated_where_it_began() {
    let entries =
        (0..240).map(|at| event(at, "m", if at < 150 { 0.9 } else { 0.3 }, f64::from(u8::from(at % 10 != 0))));
    let output = scored(entries.collect());
    let drift = output.drift.unwrap();
    assert!((145..=155).contains(&drift.began_at) && drift.noticed_at >= drift.began_at, "{drift:?}");
    assert!(drift.since > 2.0 * drift.before, "{drift:?}");
    assert_eq!(output.insights.iter().filter(|insight| insight.key == "drift").count(), 1);
    let better = (0..240).map(|at| event(at, "m", if at < 150 { 0.6 } else { 0.95 }, 1.0)).collect();
    assert_eq!(scored(better).drift, None, "forecasts that improve are no drift");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn scores_do_not_depend_on_the_order_of_the_ledger(
        pairs in prop::collection::vec((0.0..=1.0_f64, any::<bool>()), 20..80), turn in 1_usize..20,
    ) {
        let entries: Vec<LedgerEntry> =
            pairs.iter().enumerate().map(|(at, (p, came))| event(at, "m", *p, f64::from(u8::from(*came)))).collect();
        let mut turned = entries.clone();
        turned.rotate_left(turn);
        let (one, other) = (scored(entries).probabilities.unwrap(), scored(turned).probabilities.unwrap());
        prop_assert!((one.brier - other.brier).abs() < 1e-12 && (one.log_loss - other.log_loss).abs() < 1e-9);
        prop_assert_eq!(one.table.len(), other.table.len());
        prop_assert!((0.0..=1.0).contains(&one.brier) && one.log_loss >= 0.0);
        prop_assert_eq!(one.table.iter().map(|bin| bin.count).sum::<u64>(), pairs.len() as u64);
        for bin in &one.table {
            prop_assert!(bin.low <= bin.came_true + 1e-12 && bin.came_true <= bin.high + 1e-12);
            prop_assert!(bin.from <= bin.forecast + 1e-12 && bin.forecast <= bin.to + 1e-12);
        }
    }

    #[test]
    fn units_scale_the_interval_score_and_nothing_else(factor in 0.01..1_000.0_f64) {
        let scaled = |[lo, hi, level, outcome, mean, naive]: [f64; 6]| {
            [lo * factor, hi * factor, level, outcome * factor, mean * factor, naive * factor]
        };
        let plain = scored(INTERVALS.into_iter().enumerate().map(|(at, row)| interval(at, row)).collect());
        let other = scored(INTERVALS.into_iter().enumerate().map(|(at, row)| interval(at, scaled(row))).collect());
        let (plain, other) = (plain.intervals.unwrap(), other.intervals.unwrap());
        prop_assert_eq!((plain.coverage, plain.promised), (other.coverage, other.promised));
        prop_assert!((plain.interval_score.unwrap() * factor / other.interval_score.unwrap() - 1.0).abs() < 1e-9);
        prop_assert!((plain.mase.unwrap() - other.mase.unwrap()).abs() < 1e-9);
    }
}
