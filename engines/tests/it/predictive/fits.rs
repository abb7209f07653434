//! Models of one series: forecasts compared with statsmodels and NumPy, and series with an exactly known future.

use std::f64::consts::TAU;

use engines::predictive::model::{
    lagged::{self, Design, Lags},
    season::{indices, is_seasonal, peak},
    smoothing::{self, Trend},
};
use proptest::prelude::*;

use super::Noise;
use crate::table::rows;

fn nile() -> Vec<f64> {
    rows(include_str!("golden/nile.csv")).into_iter().map(|row| row[0]).collect()
}

/// Logarithms of 48 months of airline passengers.
fn passengers() -> Vec<f64> {
    rows(include_str!("golden/air_passengers.csv")).into_iter().map(|row| row[0].ln()).collect()
}

fn ahead(values: &[f64], steps: usize, design: Design) -> Vec<f64> {
    lagged::fit(values, steps, design).unwrap()(values)
}

fn lags(steps: &[usize]) -> Design {
    Design { lags: Lags::of(steps.to_vec()), ..Design::default() }
}

#[track_caller]
fn assert_near(found: &[f64], wanted: &[f64], bound: f64, what: &str) {
    assert_eq!(found.len(), wanted.len(), "{what}");
    for (at, (found, wanted)) in found.iter().zip(wanted).enumerate() {
        assert!((found - wanted).abs() < bound, "{what}, step {at}: {found}, not {wanted}");
    }
}

/// `AutoReg(nile, lags).fit().predict(100, 103)` of statsmodels 0.15.0.
#[test]
fn regressions_on_any_lags_agree_with_statsmodels() {
    let cases: [(&[usize], [f64; 4]); 5] = [
        (&[1], [825.960_542_517_6, 869.311_813_873_9, 891.174_550_812_9, 902.200_277_429_8]),
        (&[1, 2], [802.500_455_833_6, 832.352_346_270_4, 856.566_097_743_1, 872.063_053_061_3]),
        (&[1, 5], [806.249_868_399_1, 859.427_425_018_5, 856.244_616_790_5, 854.271_687_325_1]),
        (&[2, 7], [877.954_959_593_1, 847.228_539_273_8, 868.048_941_633_2, 884.201_660_492_3]),
        (&[1, 2, 3, 4, 5, 6, 7, 8], [769.498_573_782, 880.831_771_136_1, 876.201_887_386_8, 834.639_668_915_8]),
    ];
    for (steps, wanted) in cases {
        assert_near(&ahead(&nile(), 4, lags(steps)), &wanted, 1e-3, &format!("lags {steps:?}"));
    }
    // Unsorted, repeated and impossible lags are the same ones.
    assert_eq!(ahead(&nile(), 4, lags(&[5, 1, 1, 0])), ahead(&nile(), 4, lags(&[1, 5])));
}

/// `AutoReg(log(air), [1, 12, 13])`, and `AutoReg(diff(log(air)), [1, 12])` added up from the last value.
#[test]
fn seasonal_lags_and_differences_agree_with_statsmodels() {
    let wanted = [5.291_488_144_8, 5.335_986_703_1, 5.398_442_325_3, 5.345_938_101_5, 5.355_135_095_6, 5.507_763_714_4];
    assert_near(&ahead(&passengers(), 6, lags(&[1, 12, 13])), &wanted, 1e-5, "levels");
    let wanted = [5.290_482_893_7, 5.338_902_758_4, 5.401_228_595_6, 5.347_630_037, 5.367_127_679_7, 5.521_912_693_2];
    let differenced = Design { is_differenced: true, ..lags(&[1, 12]) };
    assert_near(&ahead(&passengers(), 6, differenced), &wanted, 1e-5, "differences");
}

/// `numpy.linalg.lstsq` on a constant, sines and cosines.
#[test]
fn waves_agree_with_least_squares() {
    let cases: [(usize, [f64; 4]); 3] = [
        (1, [4.921_653_645_9, 4.935_359_941_2, 4.978_152_334_7, 5.038_564_639_2]),
        (2, [4.958_137_947_5, 4.999_662_072_2, 5.005_970_164_1, 5.002_080_337_6]),
        (4, [4.923_088_135_2, 4.937_356_377_5, 5.071_269_008_2, 5.022_282_509_3]),
    ];
    for (harmonics, wanted) in cases {
        let design = Design { waves: vec![(12.0, harmonics)], ..Design::default() };
        assert_near(&ahead(&passengers(), 4, design), &wanted, 1e-6, &format!("{harmonics} harmonics"));
    }
}

/// `seasonal_decompose(y, period).seasonal` of statsmodels 0.15.0, odd and even periods.
#[test]
fn indices_of_any_period_agree_with_statsmodels() {
    let seven = [
        -39.728_078_044_4,
        3.513_680_197_4,
        56.315_877_999_6,
        -4.520_071_765,
        21.908_499_663_6,
        3.051_356_806_5,
        -40.541_264_857_6,
    ];
    let four = [6.106_770_833_3, 4.726_562_5, -42.841_145_833_3, 32.007_812_5];
    let six = [0.046_492_327_7, 0.070_119_37, 0.057_419_698_8, -0.042_700_987_5, -0.126_835_552, -0.004_494_857];
    assert_near(&indices(&nile(), 7, 1.0, false).unwrap(), &seven, 1e-6, "seven");
    assert_near(&indices(&nile(), 4, 1.0, false).unwrap(), &four, 1e-6, "four");
    assert_near(&indices(&passengers(), 6, 1.0, false).unwrap(), &six, 1e-8, "six");
}

#[test]
fn indices_shrink_where_noise_is_all_there_is() {
    let mut noise = Noise::new(3);
    let white: Vec<f64> = (0..84).map(|_| noise.next()).collect();
    let size = |found: &[f64]| found.iter().map(|value| value * value).sum::<f64>();
    let (plain, shrunk) = (indices(&white, 12, 1.0, false).unwrap(), indices(&white, 12, 1.0, true).unwrap());
    assert!(size(&shrunk) < 0.5 * size(&plain), "{} of {}", size(&shrunk), size(&plain));
    let clear: Vec<f64> = (0..84).map(|t| 10.0 * (TAU * f64::from(t) / 12.0).sin() + 0.1 * white[t as usize]).collect();
    let (plain, shrunk) = (indices(&clear, 12, 1.0, false).unwrap(), indices(&clear, 12, 1.0, true).unwrap());
    assert!(size(&shrunk) > 0.99 * size(&plain), "a clear season is kept");
    assert_eq!(indices(&white, 1, 1.0, false), None);
    assert_eq!(indices(&white[..23], 12, 1.0, false), None, "fewer than two periods");
}

#[test]
fn memory_follows_a_season_that_changes() {
    // The peak moves from slot 1 to slot 3 half way.
    let value = |t: usize| if t % 5 == if t < 100 { 1 } else { 3 } { 10.0 } else { 0.0 };
    let values: Vec<f64> = (0..200).map(value).collect();
    let at = |memory: f64| indices(&values, 5, memory, false).unwrap();
    assert!((at(1.0)[1] - at(1.0)[3]).abs() < 0.6, "alike over all: {:?}", at(1.0));
    assert!(at(0.7)[3] > 7.0 && at(0.7)[1] < 0.0, "late: {:?}", at(0.7));
}

/// `ETSModel(nile, error="add", trend, damped_trend).fit().forecast(6)` of statsmodels 0.15.0, which also fits the first state.
#[test]
fn smoothing_comes_near_statsmodels() {
    let cases = [
        (Trend::None, [804.997, 804.997, 804.997, 804.997, 804.997, 804.997], 8.0),
        (Trend::Linear, [802.471, 799.575, 796.679, 793.783, 790.887, 787.991], 25.0),
        (Trend::Damped, [803.693, 803.688, 803.683, 803.679, 803.677, 803.674], 25.0),
    ];
    for (trend, wanted, bound) in cases {
        let found = smoothing::fit(&nile(), 6, trend, &[]).unwrap()(&nile());
        assert_near(&found, &wanted, bound, &format!("{trend:?}"));
    }
    let passengers = passengers();
    let season = indices(&passengers, 12, 1.0, false).unwrap();
    // With a linear trend and a season.
    let wanted = [5.287_181, 5.344_363, 5.460_733, 5.406_059, 5.386_997, 5.510_599];
    let found = smoothing::fit(&passengers, 6, Trend::Linear, &season).unwrap()(&passengers);
    assert_near(&found, &wanted, 0.06, "passengers");
}

#[test]
fn smoothing_keeps_a_level_follows_a_line_and_fades_a_trend() {
    let line: Vec<f64> = (0..60).map(|t| 10.0 + 2.0 * f64::from(t)).collect();
    let on = |trend: Trend, values: &[f64]| smoothing::fit(values, 20, trend, &[]).unwrap()(values);
    let linear = on(Trend::Linear, &line);
    for (step, value) in linear.iter().enumerate() {
        assert!((value - (10.0 + 2.0 * (60 + step) as f64)).abs() < 0.5, "step {step}: {value}");
    }
    let damped = on(Trend::Damped, &line);
    let steps: Vec<f64> = damped.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert!(steps.windows(2).all(|pair| pair[1] < pair[0] && pair[1] > 0.0), "{steps:?}");
    let level = on(Trend::None, &[7.0; 30]);
    assert!(level.iter().all(|value| (value - 7.0).abs() < 1e-9), "{level:?}");
    assert!(smoothing::fit(&line[..9], 3, Trend::None, &[]).is_none(), "too few values");
    assert!(smoothing::fit(&line[..20], 3, Trend::None, &[0.0; 12]).is_none(), "too few for a season");
}

#[test]
fn models_go_on_from_any_later_history() {
    let values = nile();
    let path = lagged::fit(&values[..80], 5, lags(&[1, 2])).unwrap();
    let (early, late) = (path(&values[..80]), path(&values));
    assert_ne!(early, late);
    // The coefficients are fitted to the first 80 values: the same history gives the same future.
    assert_eq!(path(&values[..80]), early);
    let smooth = smoothing::fit(&values[..80], 5, Trend::None, &[]).unwrap();
    assert!((smooth(&values)[0] - 805.0).abs() < 30.0, "{:?}", smooth(&values));
}

#[test]
fn the_criterion_takes_the_lags_that_matter() {
    let mut noise = Noise::new(21);
    let mut values = vec![0.0; 2];
    for t in 2..400 {
        let next: f64 = 1.2 * values[t - 1] - 0.6 * values[t - 2] + noise.next();
        values.push(next);
    }
    let chosen = ahead(&values, 6, Design { lags: Lags::chosen(12), ..Design::default() });
    let known = ahead(&values, 6, lags(&[1, 2]));
    assert_near(&chosen, &known, 0.4, "twelve on offer against the two that are true");
    let white: Vec<f64> = (0..300).map(|_| 50.0 + noise.next()).collect();
    let flat = ahead(&white, 6, Design { lags: Lags::chosen(12), ..Design::default() });
    assert!(flat.iter().all(|value| (value - 50.0).abs() < 0.5), "{flat:?}");
}

#[test]
fn too_few_values_have_no_regression() {
    for (count, design) in
        [(8, lags(&[1, 2])), (14, lags(&[1, 7])), (10, Design { waves: vec![(12.0, 3)], ..Design::default() })]
    {
        let values: Vec<f64> = (0..count).map(|t| f64::from(t * t % 7)).collect();
        assert!(lagged::fit(&values, 3, design).is_none(), "{count} values");
    }
}

#[test]
fn seasons_are_told_from_waves_and_from_noise() {
    let mut noise = Noise::new(8);
    let mut series = |height: f64, period: f64| -> Vec<f64> {
        (0..120).map(|t| height * (TAU * f64::from(t) / period).cos() + noise.next()).collect()
    };
    let (season, white, slow) = (series(4.0, 12.0), series(0.0, 12.0), series(6.0, 90.0));
    assert!(is_seasonal(&season, 12) && !is_seasonal(&white, 12));
    assert!(peak(&season, 12).is_some_and(|height| height > 0.6));
    assert_eq!((peak(&white, 12), peak(&slow, 12)), (None, None), "a slow wave has no peak at a short lag");
    assert!(!is_seasonal(&season[..35], 12) && peak(&season[..35], 12).is_none(), "fewer than three periods");
    assert!(!is_seasonal(&[3.0; 60], 12) && peak(&[3.0; 60], 12).is_none(), "nothing changes");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// A series that follows a recursion exactly continues to do so.
    #[test]
    fn recursions_without_noise_are_continued(a in -0.9..0.9_f64, b in -0.09..0.09_f64, level in -100.0..100.0_f64) {
        let mut values = vec![level + 10.0, level - 7.0];
        for t in 2..40 {
            let next: f64 = level + a * (values[t - 1] - level) + b * (values[t - 2] - level);
            values.push(next);
        }
        let known = values.split_off(30);
        let found = ahead(&values, 10, lags(&[1, 2]));
        for (found, wanted) in found.iter().zip(&known) {
            prop_assert!((found - wanted).abs() < 1e-2, "{found} {wanted}");
        }
    }

    #[test]
    fn sines_are_continued_by_their_wave(height in 0.1..50.0_f64, phase in 0.0..TAU, period in 3_usize..20) {
        let value = |t: usize| 5.0 + height * (TAU * t as f64 / period as f64 + phase).sin();
        let values: Vec<f64> = (0..80).map(value).collect();
        let found = ahead(&values, 12, Design { waves: vec![(period as f64, 1)], ..Design::default() });
        for (step, found) in found.iter().enumerate() {
            prop_assert!((found - value(80 + step)).abs() < 1e-5 * (1.0 + height));
        }
    }

    #[test]
    fn level_and_unit_move_the_forecasts_along(seed in 0_u64..5_000, shift in -1e3..1e3_f64, factor in 0.01..100.0_f64) {
        let mut noise = Noise::new(seed);
        let values: Vec<f64> = (0..60).map(|t| (f64::from(t) / 5.0).sin() + noise.next()).collect();
        let moved: Vec<f64> = values.iter().map(|value| value * factor + shift).collect();
        let one = ahead(&values, 6, lags(&[1, 3]));
        for (a, b) in one.iter().zip(ahead(&moved, 6, lags(&[1, 3]))) {
            prop_assert!((a * factor + shift - b).abs() < 1e-5 * factor.max(1.0));
        }
        let sums = indices(&values, 7, 0.9, false).unwrap().iter().sum::<f64>();
        prop_assert!(sums.abs() < 1e-9, "indices add up to 0");
    }
}
