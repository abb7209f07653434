//! Decompositions with every parameter that R's `stl` has, against statsmodels, and laws that they obey.

use std::f64::consts::TAU;

use engines::common::{EngineError, Unattended};
use engines::pattern::decompose::{DecomposeInput, Decomposed, Jump, Parameters, Periods, SeasonalWindow, decompose};
use engines::stat::{StlPlan, mstl, next_odd, stl};
use proptest::prelude::*;

use super::{normals, some};

/// A rising wave with figures between 0 and 10 that look random: (t x 7919 mod 101) / 10.
fn series(steps: usize, period: usize) -> Vec<f64> {
    let value = |t: usize| {
        50.0 + 0.3 * t as f64 + 10.0 * (TAU * t as f64 / period as f64).sin() + ((t * 7_919) % 101) as f64 / 10.0
    };
    (0..steps).map(value).collect()
}

fn two_waves() -> Vec<f64> {
    series(168, 7).iter().enumerate().map(|(t, value)| value + 4.0 * (TAU * t as f64 / 24.0).cos()).collect()
}

fn exact(cycles: usize) -> Parameters {
    Parameters { s_window: Some(SeasonalWindow::Cycles(cycles)), jump: Some(Jump::Steps(1)), ..Parameters::default() }
}

/// Trend and season at the steps 0, 1, n/3, n/2, n-2 and n-1 by
/// `STL(y, period, seasonal, trend, low_pass, seasonal_deg=0, ...).fit(inner_iter, outer_iter=0)` of statsmodels 0.15.0.
const SINGLE: [[[f64; 6]; 2]; 7] = [
    [
        [
            53.477_189_182_42,
            53.902_053_973_751,
            59.795_821_486_351,
            62.697_427_851_285,
            67.751_910_485_988,
            67.958_098_229_448,
        ],
        [
            0.493_785_136_132,
            3.048_008_193_251,
            8.450_523_193_006,
            1.642_194_949_516,
            -5.951_190_502_93,
            -7.515_446_119_83,
        ],
    ],
    [
        [
            53.591_749_846_699,
            53.999_263_021_58,
            59.797_044_048_242,
            62.668_932_052_887,
            67.773_282_858_095,
            67.979_605_464_668,
        ],
        [
            0.701_719_500_45,
            2.437_544_566_315,
            8.207_012_536_948,
            0.861_656_330_652,
            -6.894_867_603_569,
            -7.031_223_717_147,
        ],
    ],
    [
        [
            56.366_408_209_464,
            56.420_684_536_537,
            61.265_318_604_613,
            64.536_594_442_929,
            70.873_036_868_043,
            70.926_540_125_759,
        ],
        [
            0.232_912_223_009,
            2.607_067_622_505,
            -8.086_545_167_812,
            -2.219_055_440_324,
            -6.623_433_349_431,
            -5.572_905_752_552,
        ],
    ],
    [
        [
            53.717_058_714_623,
            54.139_756_120_928,
            63.260_512_232_214,
            65.761_876_517_106,
            77.418_494_028_446,
            77.867_557_305_011,
        ],
        [
            -1.093_416_530_619,
            7.172_013_072_48,
            -3.784_944_271_393,
            3.965_358_481_767,
            -8.716_962_375_522,
            -7.939_594_880_345,
        ],
    ],
    [
        [
            54.962_900_567_99,
            55.040_078_033_894,
            63.198_144_223_862,
            65.696_353_520_069,
            76.467_732_297_41,
            76.552_031_623_617,
        ],
        [
            0.340_842_871_378,
            6.383_430_145_948,
            -3.705_848_450_747,
            3.952_671_435_388,
            -8.228_525_413_571,
            -8.903_418_401_537,
        ],
    ],
    [
        [
            53.910_680_911_009,
            54.276_332_393_076,
            65.030_998_960_996,
            70.041_546_524_021,
            84.885_693_966_017,
            85.219_402_744_53,
        ],
        [
            -0.912_521_058_082,
            2.533_768_936_278,
            6.880_751_970_091,
            4.583_253_414_658,
            4.217_205_192_94,
            7.084_138_241_994,
        ],
    ],
    [
        [
            52.173_174_672_812,
            53.519_350_529_096,
            57.227_852_214_128,
            59.127_274_029_141,
            65.269_283_568_658,
            66.278_941_541_442,
        ],
        [
            0.006_930_116_644,
            9.744_386_115_997,
            0.049_603_125_953,
            -10.282_854_279_44,
            -0.659_913_193_632,
            9.674_711_494_631,
        ],
    ],
];

/// Steps, period and parameters of each.
fn single() -> [(usize, usize, Parameters); 7] {
    [
        (48, 12, exact(7)),
        (48, 12, Parameters { t_window: Some(25), ..exact(13) }),
        (60, 12, Parameters { t_degree: Some(0), l_degree: Some(0), inner: Some(5), ..exact(7) }),
        (77, 7, Parameters { t_window: Some(15), l_window: Some(11), inner: Some(1), ..exact(9) }),
        (77, 7, Parameters { s_degree: Some(1), t_degree: Some(0), l_window: Some(9), inner: Some(3), ..exact(9) }),
        (100, 24, Parameters { jump: Some(Jump::Steps(3)), ..exact(7) }),
        (30, 4, Parameters { t_window: Some(7), inner: Some(10), ..exact(7) }),
    ]
}

/// Trend and both seasons by `MSTL(y, periods=(7, 24), ...).fit()` of statsmodels 0.15.0.
const MULTIPLE: [[[f64; 6]; 3]; 2] = [
    [
        [
            53.602_266_048_571,
            53.990_453_158_932,
            72.002_566_158_196,
            80.206_313_749_066,
            106.047_164_280_222,
            106.427_670_108_406,
        ],
        [
            0.188_539_779_448,
            7.243_889_011_21,
            -0.058_827_628_396,
            0.254_430_461_469,
            -10.647_914_440_847,
            -6.948_628_539_897,
        ],
        [
            2.781_646_384_976,
            3.568_331_015_308,
            -0.856_017_110_958,
            -3.518_401_246_835,
            3.636_784_058_779,
            2.913_580_253_594,
        ],
    ],
    [
        [
            53.513_070_882_745,
            53.906_914_172_319,
            72.001_930_784_623,
            80.205_915_357_173,
            105.983_751_284_834,
            106.359_873_936_158,
        ],
        [
            0.799_521_399_599,
            6.818_176_569_292,
            0.463_696_820_718,
            0.003_497_972_923,
            -10.632_223_542_852,
            -6.297_006_468_261,
        ],
        [
            2.509_895_115_157,
            3.671_833_713_994,
            -0.889_421_232_392,
            -3.537_093_236_641,
            3.755_128_615_409,
            2.708_436_810_624,
        ],
    ],
];

fn parts(y: &[f64], periods: &[usize], params: &Parameters) -> Decomposed {
    let input = DecomposeInput { y: some(y), periods: Some(periods.to_vec()), ..DecomposeInput::default() };
    decompose(&input, &params.clone().check().unwrap(), &Unattended).unwrap()
}

fn compare(y: &[f64], periods: &[usize], params: &Parameters, wanted: &[[f64; 6]]) {
    let found = parts(y, periods, params);
    let n = y.len();
    let places = [0, 1, n / 3, n / 2, n - 2, n - 1];
    let name = |period: &usize| if periods.len() == 1 { "seasonal".to_owned() } else { format!("seasonal_{period}") };
    let seasons = periods.iter().map(|period| &found.seasons[&name(period)]);
    assert_eq!(wanted.len(), 1 + periods.len());
    for (part, wanted) in [&found.trend].into_iter().chain(seasons).zip(wanted) {
        for (place, wanted) in places.iter().zip(wanted) {
            let off = (part[*place] - wanted).abs();
            assert!(off < 1e-9, "{n} steps of {periods:?}, step {place}: off by {off}");
        }
    }
}

#[test]
fn every_window_degree_and_jump_agrees_with_statsmodels() {
    for ((steps, period, params), wanted) in single().into_iter().zip(SINGLE) {
        compare(&series(steps, period), &[period], &params, &wanted);
    }
}

#[test]
fn several_periods_agree_with_statsmodels() {
    let other = Parameters { windows: Some(vec![9, 13]), iterate: Some(3), ..Parameters::default() };
    for (params, wanted) in [Parameters::default(), other].iter().zip(MULTIPLE) {
        compare(&two_waves(), &[7, 24], params, &wanted);
    }
}

#[test]
fn periods_come_in_any_order_and_under_either_name() {
    let y = two_waves();
    let by_list = parts(&y, &[24, 7], &Parameters::default());
    let input =
        DecomposeInput { y: some(&y), period: Some(Periods::Several(vec![7, 24])), ..DecomposeInput::default() };
    assert_eq!(decompose(&input, &Parameters::default().check().unwrap(), &Unattended).unwrap(), by_list);
    assert_eq!(by_list.seasons.keys().collect::<Vec<_>>(), ["seasonal_24", "seasonal_7"]);
}

#[test]
fn a_periodic_window_repeats_exactly() {
    let params = Parameters { s_window: Some(SeasonalWindow::Word("periodic".to_owned())), ..Parameters::default() };
    let found = parts(&series(77, 7), &[7], &params);
    let season = &found.seasons["seasonal"];
    assert!((7..77).all(|at| season[at] == season[at - 7]));
    assert!(season[..7].iter().sum::<f64>().abs() < 1.0, "{season:?}");
}

#[test]
fn strength_tells_a_season_from_none() {
    let noise = normals(140, 3);
    let wave =
        |height: f64| -> Vec<f64> { (0..140).map(|t| height * (TAU * t as f64 / 7.0).sin() + noise[t]).collect() };
    let strength = |height: f64| parts(&wave(height), &[7], &Parameters::default()).seasonal_strength;
    let found = [0.0, 0.5, 1.0, 3.0, 30.0].map(strength);
    assert!(found.windows(2).all(|pair| pair[0] < pair[1]), "{found:?}");
    assert!(found[0] < 0.6 && found[4] > 0.99, "{found:?}");
}

#[test]
fn robustness_keeps_an_outlier_out_of_season_and_trend() {
    let clean = series(96, 12);
    let mut spoiled = clean.clone();
    spoiled[50] += 500.0;
    let robust = Parameters { robust: true, ..Parameters::default() };
    let off = |params: &Parameters| {
        let (a, b) = (parts(&clean, &[12], params), parts(&spoiled, &[12], params));
        a.trend.iter().zip(&b.trend).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
    };
    let (plain, held) = (off(&Parameters::default()), off(&robust));
    assert!(plain > 20.0 && held < 5.0, "without {plain}, with robustness {held}");
    let remainder = parts(&spoiled, &[12], &robust).remainder;
    assert!(remainder[50].unwrap() > 450.0);
}

#[test]
fn missing_steps_are_bridged_and_have_no_remainder() {
    let mut y = some(&series(84, 7));
    for gap in [0, 20, 21, 22, 83] {
        y[gap] = None;
    }
    let input = DecomposeInput { y, period: Some(Periods::One(7)), ..DecomposeInput::default() };
    let found = decompose(&input, &Parameters::default().check().unwrap(), &Unattended).unwrap();
    let missing: Vec<usize> = (0..84).filter(|at| found.remainder[*at].is_none()).collect();
    assert_eq!(missing, [0, 20, 21, 22, 83]);
    assert!(found.notes[0].starts_with("5 missing values"), "{:?}", found.notes);
    assert!(found.trend.iter().all(|value| value.is_finite()));
}

#[test]
fn parameters_outside_their_ranges_are_named() {
    let word = |word: &str| Some(SeasonalWindow::Word(word.to_owned()));
    let base = Parameters::default;
    let cases = [
        ("s_window", Parameters { s_window: Some(SeasonalWindow::Cycles(2)), ..base() }),
        ("s_window", Parameters { s_window: word("seasonal"), ..base() }),
        ("jump", Parameters { jump: Some(Jump::Steps(0)), ..base() }),
        ("jump", Parameters { jump: Some(Jump::Word("window/10".to_owned())), ..base() }),
        ("s_degree", Parameters { s_degree: Some(2), ..base() }),
        ("t_degree", Parameters { t_degree: Some(3), ..base() }),
        ("l_degree", Parameters { l_degree: Some(9), ..base() }),
        ("t_window", Parameters { t_window: Some(1), ..base() }),
        ("l_window", Parameters { l_window: Some(20_000_000), ..base() }),
        ("windows", Parameters { windows: Some(vec![11, 0]), ..base() }),
        ("inner", Parameters { inner: Some(0), ..base() }),
        ("outer", Parameters { outer: Some(101), ..base() }),
        ("iterate", Parameters { iterate: Some(0), ..base() }),
    ];
    for (field, params) in cases {
        match params.check() {
            Err(EngineError::InvalidParameter { field: named, .. }) => assert_eq!(named, field),
            other => panic!("{field}: {other:?}"),
        }
    }
    let three = Parameters { windows: Some(vec![7, 7, 7]), ..base() }.check().unwrap();
    let input = DecomposeInput { y: some(&two_waves()), periods: Some(vec![7, 24]), ..DecomposeInput::default() };
    let error = decompose(&input, &three, &Unattended).unwrap_err();
    assert!(error.to_string().contains("3 numbers for 2 periods"), "{error}");
}

#[test]
fn periods_that_cannot_be_are_refused() {
    let y = some(&series(200, 7));
    for periods in [vec![], vec![1], vec![0, 7], vec![7, 7], vec![2, 3, 4, 5, 6, 7, 8]] {
        let input = DecomposeInput { y: y.clone(), periods: Some(periods.clone()), ..DecomposeInput::default() };
        match decompose(&input, &Parameters::default().check().unwrap(), &Unattended) {
            Err(EngineError::InvalidInput { field, .. }) => assert_eq!(field, "period", "{periods:?}"),
            other => panic!("{periods:?}: {other:?}"),
        }
    }
    let input = DecomposeInput { y, period: Some(Periods::One(101)), ..DecomposeInput::default() };
    let error = decompose(&input, &Parameters::default().check().unwrap(), &Unattended).unwrap_err();
    assert!(error.to_string().contains("two periods of 101"), "{error}");
}

/// `nextodd` of R rounds and takes the next odd number.
#[test]
fn windows_become_the_next_odd_number() {
    for (value, wanted) in
        [(0.0, 1), (1.0, 1), (1.4, 1), (1.6, 3), (2.0, 3), (6.5, 7), (7.0, 7), (24.0, 25), (1e6, 1_000_001)]
    {
        assert_eq!(next_odd(value), wanted, "{value}");
    }
}

#[test]
fn the_defaults_are_those_of_r() {
    let plan = StlPlan::as_r(468, 12, None, false);
    assert!(plan.is_periodic);
    // `stl(nottem, "periodic")` and `stl(co2, "periodic")` report s.window 4681, t.window 19, l.window 13 and jumps 469, 2, 2.
    assert_eq!((plan.seasonal, plan.trend, plan.low_pass), ((4_681, 0, 469), (19, 1, 2), (13, 1, 2)));
    assert_eq!((plan.inner, plan.outer), (2, 0));
    let robust = StlPlan::as_r(144, 12, Some(7), true);
    assert_eq!((robust.seasonal, robust.trend, robust.inner, robust.outer), ((7, 0, 1), (23, 1, 3), 1, 15));
    assert!(robust.cost(144) > 0.0 && robust.cost(1_440) > 5.0 * robust.cost(144));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn parts_add_up_whatever_the_parameters(
        y in prop::collection::vec(-100.0..100.0_f64, 24..80), period in 2_usize..12, window in 3_usize..20,
        degrees in (0_u8..2, 0_u8..2, 0_u8..2), robust in any::<bool>(),
    ) {
        let params = Parameters {
            s_window: Some(SeasonalWindow::Cycles(window)),
            s_degree: Some(degrees.0),
            t_degree: Some(degrees.1),
            l_degree: Some(degrees.2),
            robust,
            ..Parameters::default()
        };
        let found = parts(&y, &[period], &params);
        for (at, value) in y.iter().enumerate() {
            let sum = found.trend[at] + found.seasons["seasonal"][at] + found.remainder[at].unwrap();
            prop_assert!((sum - value).abs() < 1e-9, "step {at}: {sum} is not {value}");
        }
        prop_assert!((0.0..=1.0).contains(&found.seasonal_strength));
    }

    /// Without robustness STL is linear: what is added to the series is added to its parts.
    #[test]
    fn plain_decompositions_are_linear(
        pairs in prop::collection::vec((-100.0..100.0_f64, -100.0..100.0_f64), 20..70), period in 2_usize..9,
        factor in -5.0..5.0_f64,
    ) {
        let plan = StlPlan::as_r(pairs.len(), period, Some(7), false);
        let of = |value: &dyn Fn(&(f64, f64)) -> f64| stl(&pairs.iter().map(value).collect::<Vec<f64>>(), &plan);
        let (a, b, both) = (of(&|pair| pair.0), of(&|pair| pair.1), of(&|pair| pair.0 + factor * pair.1));
        for at in 0..pairs.len() {
            prop_assert!((a.trend[at] + factor * b.trend[at] - both.trend[at]).abs() < 1e-8);
            prop_assert!((a.seasonal[at] + factor * b.seasonal[at] - both.seasonal[at]).abs() < 1e-8);
        }
        prop_assert!(both.weights.iter().all(|weight| *weight == 1.0));
    }

    #[test]
    fn lines_are_all_trend(level in -1e3..1e3_f64, slope in -10.0..10.0_f64, period in 2_usize..10) {
        let line: Vec<f64> = (0..60).map(|t| level + slope * f64::from(t)).collect();
        let plan = StlPlan::as_r(60, period, Some(11), false);
        let found = stl(&line, &plan);
        // The seasonal smoother is of degree 0 and bends a slope at both ends.
        let bend = 2.0 * slope.abs() * period as f64 + 1e-9;
        for (at, value) in line.iter().enumerate() {
            prop_assert!((found.trend[at] - value).abs() <= bend, "step {at}: {} {value}", found.trend[at]);
        }
        let several = mstl(&line, &[plan], 2);
        prop_assert_eq!(several.trend, found.trend);
    }

    #[test]
    fn robust_weights_are_shares_and_do_not_depend_on_the_unit(
        y in prop::collection::vec(0.0..100.0_f64, 24..60), factor in 0.01..1e3_f64,
    ) {
        let plan = StlPlan::as_r(y.len(), 6, None, true);
        let scaled: Vec<f64> = y.iter().map(|value| value * factor).collect();
        let (one, other) = (stl(&y, &plan), stl(&scaled, &plan));
        for (a, b) in one.weights.iter().zip(&other.weights) {
            prop_assert!((0.0..=1.0).contains(a) && (a - b).abs() < 1e-4, "{a} {b}");
        }
    }
}
