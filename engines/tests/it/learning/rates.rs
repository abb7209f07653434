//! Learned rates and CTR curves against SciPy, and what holds for any counts.

use engines::common::{Day, EngineError, Unattended};
use engines::learning::{ClickCurve, ClickRow, CurvesInput, CurvesOutput, LearnedRate, RatePrior, RateRow, curves};
use proptest::prelude::*;

use crate::table::{assert_close, rows};

/// Successes, trials, alpha, beta; then mean, 10 % and 90 % point of the posterior and the probability that the rate is
/// above the prior mean, by `scipy.stats.beta`.
const POSTERIORS: [[f64; 8]; 9] = [
    [0.0, 0.0, 10.0, 190.0, 0.05, 0.031_485_286_339_084_94, 0.070_451_939_626_953_87, 0.461_127_677_350_836_9],
    [
        2.0,
        30.0,
        10.0,
        190.0,
        0.052_173_913_043_478_26,
        0.034_430_610_281_601_41,
        0.071_592_667_240_147_78,
        0.524_350_069_482_173_2,
    ],
    [50.0, 400.0, 10.0, 190.0, 0.1, 0.084_622_280_300_190_73, 0.115_949_947_927_229_98, 0.999_999_606_557_383_2],
    [
        0.0,
        1_000.0,
        10.0,
        190.0,
        0.008_333_333_333_333_333,
        0.005_194_775_657_370_356_5,
        0.011_822_471_691_638_91,
        9.646_365_349_231_394e-17,
    ],
    [
        30.0,
        30.0,
        10.0,
        190.0,
        0.173_913_043_478_260_86,
        0.142_578_155_238_611_17,
        0.206_469_528_492_619_65,
        0.999_999_999_994_012,
    ],
    [3.0, 10.0, 1.0, 1.0, 0.333_333_333_333_333_3, 0.169_233_341_982_068_69, 0.510_761_037_406_572, 0.113_281_25],
    [0.0, 5.0, 1.0, 1.0, 0.142_857_142_857_142_85, 0.017_406_807_147_310_14, 0.318_707_930_942_038_75, 0.015_625],
    [700.0, 1_000.0, 1.0, 1.0, 0.699_600_798_403_193_6, 0.680_960_489_091_659_6, 0.718_070_248_226_208_2, 1.0],
    [
        12.0,
        50.0,
        4.0,
        16.0,
        0.228_571_428_571_428_57,
        0.166_324_426_337_519_48,
        0.294_206_284_903_179_3,
        0.703_161_997_105_566_6,
    ],
];

/// Leads and visits of 30 trades, drawn by NumPy from Beta(6, 94).
const LEADS: [u32; 30] =
    [6, 34, 47, 5, 4, 13, 11, 13, 44, 19, 19, 14, 45, 16, 24, 25, 8, 2, 21, 16, 13, 28, 25, 7, 37, 2, 5, 11, 8, 16];
const VISITS: [u32; 30] = [
    197, 354, 386, 150, 90, 261, 283, 322, 274, 300, 370, 370, 374, 351, 302, 371, 54, 59, 329, 203, 311, 219, 365, 72,
    285, 51, 101, 340, 152, 394,
];

/// 10 % and 90 % points of a Gamma distribution in units of its mean, by `scipy.stats.gamma(shape).ppf`.
const GAMMAS: [(f64, f64, f64); 5] = [
    (200.0, 0.910_518_563_088_422, 1.091_622_462_636_443_2),
    (201.0, 0.910_738_437_542_247_3, 1.091_391_937_417_864_7),
    (250.0, 0.919_852_239_834_400_1, 1.081_860_616_419_633_6),
    (400.0, 0.936_481_546_401_496, 1.064_589_022_141_874),
    (1_200.0, 0.963_187_816_295_339_1, 1.037_169_053_221_438_7),
];

fn rate(kind: &str, key: &str, successes: f64, trials: f64) -> RateRow {
    RateRow { kind: kind.to_owned(), key: key.to_owned(), successes, trials }
}

fn clicks(bucket: &str, position: f64, impressions: f64, clicks: f64) -> ClickRow {
    ClickRow { site: "acme.com".to_owned(), bucket: bucket.to_owned(), position, impressions, clicks }
}

fn learned(input: &CurvesInput) -> CurvesOutput {
    curves(input, &Unattended).unwrap()
}

fn of_rates(rates: Vec<RateRow>) -> Vec<LearnedRate> {
    learned(&CurvesInput { rates, ..CurvesInput::default() }).rates
}

fn of_clicks(rows: Vec<ClickRow>) -> ClickCurve {
    learned(&CurvesInput { clicks: rows, ..CurvesInput::default() }).clicks.remove(0)
}

#[test]
fn posteriors_of_rates_agree_with_scipy() {
    for [successes, trials, alpha, beta, mean, low, high, above] in POSTERIORS {
        let priors = vec![RatePrior { kind: "close".to_owned(), alpha, beta }];
        let rates = vec![rate("close", "roofing", successes, trials)];
        let found = learned(&CurvesInput { rates, priors, ..CurvesInput::default() }).rates.remove(0);
        let what = format!("{successes} of {trials} with Beta({alpha}, {beta})");
        assert_close(found.rate, mean, 1e-12, &what);
        assert_close(found.low, low, 1e-6, &what);
        assert_close(found.high, high, 1e-6, &what);
        assert!((found.probability_higher - above).abs() < 1e-8, "{what}: {}", found.probability_higher);
        assert_close(found.prior, alpha / (alpha + beta), 1e-12, &what);
    }
}

/// The likeliest Beta-binomial prior has mean 0.0696 and weight 71.3 (`scipy.optimize.minimize` of its likelihood).
#[test]
fn prior_of_many_groups_is_near_the_likeliest_one() {
    let rates = LEADS.iter().zip(VISITS).enumerate();
    let rates =
        rates.map(|(at, (leads, visits))| rate("conversion", &at.to_string(), f64::from(*leads), f64::from(visits)));
    let output = learned(&CurvesInput { rates: rates.collect(), ..CurvesInput::default() });
    let prior = &output.priors[0];
    let weight = prior.alpha + prior.beta;
    // The grid of weights has ten steps to a factor of ten, that of odds steps of a tenth.
    assert!((prior.alpha / weight / 0.069_641 - 1.0).abs() < 0.06, "{prior:?}");
    assert!((weight / 71.317).ln().abs() < 0.13, "{prior:?}");
}

#[test]
fn a_prior_is_learned_only_from_enough_groups_and_successes() {
    let groups = |count: usize, successes: f64| -> Vec<RatePrior> {
        let rates = (0..count).map(|at| rate("conversion", &at.to_string(), successes, 100.0)).collect();
        learned(&CurvesInput { rates, ..CurvesInput::default() }).priors
    };
    for (count, successes, is_learned) in [(7, 20.0, false), (8, 20.0, true), (8, 3.0, false), (20, 1.0, false)] {
        let prior = &groups(count, successes)[0];
        assert_eq!((prior.alpha, prior.beta) != (10.0, 190.0), is_learned, "{count} groups of {successes}");
    }
}

#[test]
fn a_kind_without_a_prior_starts_even() {
    let found = of_rates(vec![rate("referral", "a", 0.0, 0.0)]);
    assert_eq!((found[0].prior, found[0].rate), (0.5, 0.5));
    assert!((found[0].low - 0.1).abs() < 1e-9 && (found[0].high - 0.9).abs() < 1e-9, "{found:?}");
}

#[test]
fn rows_of_one_group_add_up() {
    let split = of_rates(vec![rate("conversion", "a", 3.0, 40.0), rate("conversion", "a", 4.0, 60.0)]);
    assert_eq!(split, of_rates(vec![rate("conversion", "a", 7.0, 100.0)]));
    let kinds = of_rates(vec![rate("close", "a", 3.0, 40.0), rate("conversion", "a", 4.0, 60.0)]);
    assert_eq!(kinds.iter().map(|rate| rate.kind.as_str()).collect::<Vec<_>>(), ["close", "conversion"]);
}

#[test]
fn a_curve_without_clicks_has_the_spread_of_its_prior() {
    for (prior_clicks, low, high) in GAMMAS {
        let input = CurvesInput {
            clicks: vec![clicks("desktop", 1.0, 0.0, 0.0)],
            prior_clicks: Some(prior_clicks),
            ..CurvesInput::default()
        };
        for point in &learned(&input).clicks[0].points {
            assert_close(point.low, point.prior * low, 1e-6, &format!("10 % of weight {prior_clicks}"));
            assert_close(point.high, point.prior * high, 1e-6, &format!("90 % of weight {prior_clicks}"));
        }
    }
}

/// The published curves as `golden/click_curve.csv` has them for whole positions.
#[test]
fn curves_start_from_the_published_ones() {
    let golden = rows(include_str!("../golden/click_curve.csv"));
    let plain = of_clicks(vec![clicks("desktop", 1.0, 0.0, 0.0)]);
    assert_eq!((plain.prior.as_str(), plain.points.len()), ("composite_default", 20));
    let mut compared = 0;
    for row in golden.iter().filter(|row| row[0].fract() == 0.0 && (1.0..=20.0).contains(&row[0])) {
        assert_close(plain.points[row[0] as usize - 1].prior, row[1], 1e-9, &format!("position {}", row[0]));
        compared += 1;
    }
    assert!(compared >= 3, "{compared} whole positions");
    let pack = of_clicks(vec![clicks("mobile|local|local_pack", 1.0, 0.0, 0.0)]);
    assert_eq!(pack.prior, "composite_local_pack");
    assert!(pack.points[0].prior < plain.points[0].prior, "a map pack takes clicks from the first result");
}

#[test]
fn twice_the_published_clicks_double_the_curve() {
    let published = of_clicks(vec![clicks("desktop", 1.0, 0.0, 0.0)]);
    let rows = published.points.iter().map(|point| {
        let position = f64::from(point.position);
        clicks("desktop", position, 1e9, 1e9 * (2.0 * point.prior).min(1.0))
    });
    let doubled = of_clicks(rows.collect());
    assert!((doubled.ratio - 2.0).abs() < 0.01, "{}", doubled.ratio);
    for point in &doubled.points {
        assert_close(point.share, 2.0 * point.prior, 0.01, &format!("position {}", point.position));
        assert!(point.low <= point.share && point.share <= point.high && point.high <= 1.0);
    }
}

#[test]
fn findings_name_group_and_expiry_and_hold_no_money() {
    let input = CurvesInput {
        as_of: Day::parse("2026-11-23"),
        rates: vec![rate("conversion", "roofing", 90.0, 500.0), rate("conversion", "paving", 5.0, 100.0)],
        clicks: vec![clicks("desktop", 1.0, 10_000.0, 9_000.0)],
        ..CurvesInput::default()
    };
    let insights = learned(&input).insights;
    let keys: Vec<&str> = insights.iter().map(|insight| insight.key.as_str()).collect();
    assert_eq!(keys, ["rate_moved:conversion:roofing", "curve_moved:acme.com:desktop"]);
    for insight in &insights {
        assert!(insight.impact.is_none() && (0.9..=1.0).contains(&insight.confidence), "{insight:?}");
        assert_eq!(insight.expires_at.as_deref(), Some("2027-02-21T00:00:00Z"));
        assert!(!insight.falsifier.is_empty() && !insight.evidence.is_empty() && insight.action.is_some());
    }
}

#[test]
fn counts_that_cannot_be_are_named() {
    let cases: [(&str, CurvesInput); 10] = [
        ("clicks[0].clicks", of(vec![clicks("d", 1.0, 5.0, 6.0)], vec![])),
        ("clicks[1].clicks", of(vec![clicks("d", 1.0, 5.0, 5.0), clicks("d", 1.0, -5.0, -6.0)], vec![])),
        ("clicks[0].position", of(vec![clicks("d", 0.9, 5.0, 1.0)], vec![])),
        ("clicks[0].position", of(vec![clicks("d", f64::NAN, 5.0, 1.0)], vec![])),
        ("clicks[0].clicks", of(vec![clicks("d", 1.0, 5.0, f64::INFINITY)], vec![])),
        ("rates[0].successes", of(vec![], vec![rate("k", "a", 2.0, 1.0)])),
        ("rates[0].trials", of(vec![], vec![rate("k", "a", 0.0, f64::NAN)])),
        ("priorClicks", CurvesInput { prior_clicks: Some(0.0), ..CurvesInput::default() }),
        ("priors[0].alpha", prior(0.0, 1.0)),
        ("priors[0].beta", prior(1.0, f64::INFINITY)),
    ];
    for (field, input) in cases {
        match curves(&input, &Unattended) {
            Err(EngineError::InvalidInput { field: named, .. }) => assert_eq!(named, field),
            other => panic!("{field}: {other:?}"),
        }
    }
}

fn of(clicks: Vec<ClickRow>, rates: Vec<RateRow>) -> CurvesInput {
    CurvesInput { clicks, rates, ..CurvesInput::default() }
}

fn prior(alpha: f64, beta: f64) -> CurvesInput {
    CurvesInput { priors: vec![RatePrior { kind: "k".to_owned(), alpha, beta }], ..CurvesInput::default() }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn curves_never_rise_and_stay_shares(
        given in prop::collection::vec((1.0..40.0_f64, 0.0..1e6_f64, 0.0..=1.0_f64), 1..40), weight in 1.0..1e4_f64,
    ) {
        let rows: Vec<ClickRow> =
            given.iter().map(|(position, shown, share)| clicks("desktop", *position, *shown, shown * share)).collect();
        let input = CurvesInput { clicks: rows, prior_clicks: Some(weight), ..CurvesInput::default() };
        let curve = learned(&input).clicks.remove(0);
        prop_assert!(curve.points.windows(2).all(|pair| pair[0].share >= pair[1].share - 1e-12));
        for point in &curve.points {
            prop_assert!(point.share > 0.0 && point.share <= 1.0);
            prop_assert!(0.0 <= point.low && point.low <= point.high && point.high <= 1.0);
        }
        let shown: f64 = curve.points.iter().map(|point| point.impressions).sum();
        let wanted: f64 = given.iter().map(|(_, shown, _)| shown).sum();
        prop_assert!((shown - wanted).abs() <= 1e-6 * (1.0 + wanted), "every impression is at one position");
    }

    #[test]
    fn rates_lie_between_the_prior_and_the_counts(successes in 0.0..500.0_f64, more in 0.0..5_000.0_f64) {
        let trials = successes + more;
        let found = of_rates(vec![rate("conversion", "a", successes, trials)]).remove(0);
        let seen = if trials > 0.0 { successes / trials } else { found.prior };
        prop_assert!(found.rate >= seen.min(found.prior) - 1e-12 && found.rate <= seen.max(found.prior) + 1e-12);
        prop_assert!(found.low <= found.rate && found.rate <= found.high);
        prop_assert!((0.0..=1.0).contains(&found.probability_higher));
        let lead_more = of_rates(vec![rate("conversion", "a", successes + 1.0, trials + 1.0)]).remove(0);
        prop_assert!(lead_more.rate > found.rate && lead_more.probability_higher >= found.probability_higher - 1e-9);
    }
}
